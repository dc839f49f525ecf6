import { folderOf, type TemporaryFile } from "./temporary_file.ts";

const STICKY = 0o1000;
const ROOT = 0;

/**
 * Throws if a file cannot be replaced though the user may write to it and to its folder: in a sticky folder,
 * as /tmp is one, only the owner of a file or of the folder can. Who the user is, a file of theirs tells.
 */
export function checkReplaceable(
  path: string,
  own: Deno.FsFile,
  { uid: owner }: Deno.FileInfo,
): void {
  const folder = Deno.statSync(folderOf(path));
  const { uid: user } = own.statSync();
  if (((folder.mode ?? 0) & STICKY) === 0) return;
  if (user === ROOT || user === owner || user === folder.uid) return;
  throw new Deno.errors.PermissionDenied(
    "The file is another user's and its folder is sticky, so that only they can replace it: choose another name",
  );
}

/**
 * Gives a new file the owner, the group and the mode of the one that it replaces. Only root can give a file
 * away, others at most to a group of theirs: a group that cannot be kept is replaced by the user's own,
 * which then may do what all may do, since it was not meant by the old mode.
 */
export function takeAfter(
  { uid, gid, mode }: Deno.FileInfo,
  { path, file }: TemporaryFile,
): void {
  if (mode === null) return; // Windows has none
  const own = file.statSync();
  const isGiven = own.uid === uid && own.gid === gid || mayGive(path, uid, gid);
  const isKept = isGiven || own.gid === gid || mayGive(path, null, gid);
  const group = isKept ? mode & 0o070 : (mode & 0o007) << 3;
  Deno.chmodSync(path, mode & 0o707 | group);
}

/** Tries to give a file to an owner, a group or both; whether that was allowed. */
function mayGive(path: string, uid: number | null, gid: number | null): boolean {
  try {
    Deno.chownSync(path, uid, gid);
    return true;
  } catch (error) {
    // Where there is no such user, as in some containers, the argument is not valid.
    if (error instanceof Deno.errors.NotFound) throw error;
    return false;
  }
}
