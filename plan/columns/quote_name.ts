/**
 * Formats the name of a column as a selection takes it: in quotes if it would mean something else
 * without, such as a number, a glob or an option, or to a shell, as `~`.
 */
export function quoteName(name: string): string {
  const isPlain = name === name.trim() && !/^[-!~]|^\d+(-\d*)?$|^$|[",*?]/.test(name);
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}
