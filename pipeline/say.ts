/** Tells the user something, in one line on standard error. */
export function say(text: string, prefix: string = "specol:"): void {
  console.error(`${prefix} ${oneLine(text)}`);
}

/** Makes a text safe to show: names of files and columns may hold line ends and terminal codes. */
export function oneLine(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/[\x00-\x1f\x7f-\x9f]/g, "?");
}
