import { identityOf } from "./file_identity.ts";
import { followLinks, lookAt } from "./open_sink.ts";
import { folderOf, nameOf } from "./temporary_file.ts";

/**
 * Returns a text that two paths share if and only if they lead to one file: through `./`, symbolic
 * links or hard links. A file that does not exist yet is known by its folder and its name there.
 */
export function placeOf(path: string): string {
  try {
    const info = lookAt(path);
    const file = info && identityOf(info);
    if (file !== undefined) return `file ${file.dev} ${file.ino}`;
    const target = followLinks(path);
    const folder = lookAt(folderOf(target));
    const place = folder && identityOf(folder);
    if (place !== undefined) return `name ${place.dev} ${place.ino} ${nameOf(target)}`;
  } catch {
    // Whoever opens the file meets the same failure, and reports it.
  }
  return `path ${path}`;
}

/** Finds the first of some paths that leads to the same file as another path does. */
export function findSame(path: string, others: readonly string[]): string | undefined {
  const place = placeOf(path);
  return others.find((other) => placeOf(other) === place);
}
