/**
 * The maximum number of letters that may differ, however long the name is. A name that differs in
 * more letters is a different name.
 */
const MAX_EDITS = 8;

/** The maximum length of a suggested name. Nobody types a longer name, or reads it in a message. */
const MAX_LETTERS = 256;

/**
 * Suggests the name that is nearest to a mistyped one: `, did you mean lgamma?`. Returns an empty
 * text if no name is near. A name that shares hardly a letter with what was typed is noise, not
 * help.
 */
export function didYouMean(typed: string, names: Iterable<string>, dashes: string = ""): string {
  const lower = typed.toLowerCase();
  let nearest: string | undefined;
  let minEdits = MAX_EDITS + 1;
  for (const name of names) {
    if (Math.max(typed.length, name.length) > MAX_LETTERS) continue;
    // At least this many letters would have to be inserted or removed.
    if (Math.abs(typed.length - name.length) > allowed(typed, name)) continue;
    const edits = distance(lower, name.toLowerCase(), minEdits - 1);
    if (edits < minEdits) [nearest, minEdits] = [name, edits];
  }
  if (nearest === undefined || minEdits > allowed(typed, nearest)) return "";
  return `, did you mean ${dashes}${nearest}?`;
}

/**
 * Returns the maximum number of edits: about a third of the longer name's letters. One edit is
 * forgiven from two letters on, two from five.
 */
function allowed(typed: string, name: string): number {
  return Math.min(MAX_EDITS, Math.floor((Math.max(typed.length, name.length) + 1) / 3));
}

/**
 * Counts the letters to insert, remove, replace or swap with a neighbour. If there are more than
 * `most`, it returns `most` + 1.
 */
function distance(a: string, b: string, most: number): number {
  // A common beginning or end needs no edits. The names of one table may have long beginnings in
  // common.
  let start = 0;
  let tail = 0;
  const shorter = Math.min(a.length, b.length);
  while (start < shorter && a[start] === b[start]) start++;
  while (tail < shorter - start && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  return compareLetters(a.slice(start, a.length - tail), b.slice(start, b.length - tail), most);
}

/** Positions that are further apart than `most` need more edits than that, and are skipped. */
function compareLetters(from: string, to: string, most: number): number {
  const far = most + 1;
  const makeRow = () => new Array<number>(to.length + 2).fill(far);
  let [before, last, row] = [makeRow(), makeRow(), makeRow()];
  for (let j = 0; j <= Math.min(most, to.length); j++) last[j] = j;
  for (let i = 1; i <= from.length; i++) {
    const first = Math.max(1, i - most);
    const end = Math.min(to.length, i + most);
    let least = row[first - 1] = first === 1 ? Math.min(i, far) : far;
    for (let j = first; j <= end; j++) {
      const same = from[i - 1] === to[j - 1];
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        last[j] + 1,
        row[j - 1] + 1,
        last[j - 1] + (same ? 0 : 1),
        swapped ? before[j - 2] + 1 : far,
      );
      least = Math.min(least, row[j]);
    }
    row[end + 1] = far;
    if (least > most) return far;
    [before, last, row] = [last, row, before];
  }
  return last[to.length];
}
