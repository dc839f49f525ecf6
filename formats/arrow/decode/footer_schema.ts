import { readLast } from "../../../io/open_source.ts";
import { decodeSchema } from "./decode_schema.ts";
import type { ArrowSchema } from "../field.ts";
import { readFooter } from "./footer.ts";
import type { MessageBytes } from "./message_bytes.ts";
import { decoding } from "./message_reader.ts";

/** Bytes of a file behind its last message and before its footer: the end of the stream, and padding. */
const MAX_GAP = 128;

/**
 * Reads the schema of a file that has it in its footer alone, as apache-arrow for JavaScript writes them.
 *
 * A file on a disk is looked at from its end. What comes through a pipe is copied, since its end comes
 * last; what was opened for that is to be closed when all is read.
 */
export async function readSchemaOfFooter(
  bytes: MessageBytes,
  path: string | undefined,
): Promise<{ schema: ArrowSchema; opened?: Disposable }> {
  const { name } = bytes;
  using opened = new DisposableStack();
  const spooled = path === undefined ? opened.use(await bytes.spool()) : undefined;
  const readEnd = (length: number): Promise<Uint8Array> =>
    spooled?.readLast(length) ?? readLast(path!, length);
  const { schema: parts, end, length } = await readFooter(readEnd, name);
  if (parts === undefined) {
    throw new SyntaxError(`Cannot read ${name}: there is no schema in it, not even in its footer`);
  }
  const { size = 0 } = bytes;
  // Otherwise the messages would be read by the schema of another file.
  if (size - length - end > MAX_GAP) {
    throw new SyntaxError(
      `Cannot read ${name}: the footer at its end is about ${end + length} bytes, and it has ` +
        `${size}: it is damaged, or several Arrow files one after the other; specol reads one table ` +
        `from an input: give it each in a file of its own, or join them with what wrote them`,
    );
  }
  const schema = decoding(parts.origin, () => decodeSchema(parts));
  return { schema, opened: opened.move() };
}
