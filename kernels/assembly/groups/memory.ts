// The memory of groups: it is reserved from its end, and grows up to a limit. A table of slots that became too small
// leaves its memory to the groups that come next.

const PAGE: usize = 65536;
/** Bytes after what is reserved that may be read, and written over. */
export const BEHIND: usize = 128;

/** Whether something did not fit below the limit. What comes after it is lost. */
export let groups_failed: bool = false;
/** The first address that is not reserved, and the one up to which memory may be reserved. */
export let groups_top: usize = 0;
export let groups_limit: usize = 0;

let spare: usize = 0;
let spareEnd: usize = 0;

/** Begins with memory between two addresses. */
export function openMemory(start: usize, end: usize): void {
  groups_failed = false;
  groups_top = start;
  groups_limit = end;
  spare = 0;
  spareEnd = 0;
}

/** Bytes of a cache line. */
export const LINE: usize = 64;

/** Reserves bytes at a multiple of 8, and returns their address; 0 if that, or something before, is beyond the limit. */
export function allocate(bytes: usize): usize {
  if (groups_failed) return 0;
  const length = (bytes + 7) & ~7;
  if (spare + length <= spareEnd) {
    const address = spare;
    spare += length;
    return address;
  }
  return groups_reserve(length);
}

/** Reserves bytes in as few cache lines as they need. */
export function allocateInLines(bytes: usize): usize {
  const isInSpare = spare + LINE + bytes <= spareEnd;
  const top = isInSpare ? spare : groups_top;
  const left: usize = (<usize> 0 - top) & (LINE - 1);
  const ahead: usize = bytes <= left ? 0 : left;
  const address = allocate(ahead + bytes);
  return address == 0 ? 0 : address + ahead;
}

/** Reserves bytes at the end of the memory, and returns their address; 0 if that is beyond the limit. */
export function groups_reserve(bytes: usize): usize {
  const address = groups_top;
  const length = (bytes + 7) & ~7;
  if (address > groups_limit || length > groups_limit - address) {
    groups_failed = true;
    return 0;
  }
  const end = address + length + BEHIND;
  const size = <usize> memory.size() << 16;
  if (end > size) {
    // It grows by an eighth, because each time costs a little.
    const more = (end - size + PAGE - 1) >> 16;
    const much = max(more, min((max(groups_limit + BEHIND, size) - size) >> 16, size >> 19));
    if (memory.grow(<i32> much) < 0 && memory.grow(<i32> more) < 0) {
      groups_failed = true;
      return 0;
    }
  }
  groups_top = address + length;
  return address;
}

/** Gives memory back, for groups that come next. */
export function recycle(start: usize, end: usize): void {
  if (end - start <= spareEnd - spare) return;
  spare = start;
  spareEnd = end - BEHIND;
}
