import { UsageError } from "../plan/usage_error.ts";

/** What the runtime puts in the place of bytes that are not UTF-8. */
const REPLACEMENT = "\ufffd";

/**
 * Throws where an argument that will be written, as the name of a file or of a column, was not UTF-8: another
 * name would be written. An argument that only has to be found, such as an input, needs no such check.
 */
export function checkUtf8(what: string, text: string | undefined): void {
  if (text === undefined || !text.includes(REPLACEMENT)) return;
  throw new UsageError(
    `${what} is not UTF-8, or contains U+FFFD, which stands for what is not: ${text}; ` +
      `give another, in UTF-8`,
  );
}
