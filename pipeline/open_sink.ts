import type { ByteSink } from "./byte_sink.ts";
import { fileError } from "./file_error.ts";
import { folderOf } from "./temporary_file.ts";

// What Linux follows before it gives up on a ring of links.
const MAX_LINKS = 40;

/**
 * Opens a file for writing, or standard output for `-`. `/dev/stdout` is that
 * too: Deno opens device files only with all permissions.
 */
export async function openSink(path: string): Promise<ByteSink> {
  // Of the two kinds each is imported when it is needed.
  if (path === "-" || path === "/dev/stdout") {
    const { StreamSink } = await import("./stream_sink.ts");
    return new StreamSink(Deno.stdout, "standard output");
  }
  const { target, info } = followLinks(path);
  if (info === undefined || info.isFile) {
    const mode = info?.mode == null ? undefined : info.mode & 0o777;
    const { FileSink } = await import("./file_sink.ts");
    return new FileSink(target, { name: path, mode });
  }
  try {
    if (info.isDirectory) {
      throw new Deno.errors.IsADirectory("It is a directory");
    }
    const { StreamSink } = await import("./stream_sink.ts");
    return new StreamSink(await Deno.open(target, { write: true }), path);
  } catch (error) {
    throw fileError(error, { verb: "write", name: path });
  }
}

// Renaming over a link would replace the link; a link to nothing is followed
// too, as the shell does.
function followLinks(path: string): { target: string; info?: Deno.FileInfo } {
  let target = path;
  try {
    for (let links = 0; links < MAX_LINKS; links++) {
      const info = Deno.lstatSync(target);
      if (!info.isSymlink) return { target, info };
      const link = Deno.readLinkSync(target);
      target = isAbsolute(link) ? link : `${folderOf(target)}/${link}`;
    }
    throw new Deno.errors.FilesystemLoop("Too many symbolic links");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { target };
    throw fileError(error, {
      verb: "write",
      name: path,
      grant: folderOf(target),
    });
  }
}

function isAbsolute(path: string): boolean {
  return /^(\/|[A-Za-z]:|\\)/.test(path);
}
