/**
 * Asks for the name that a mistyped one is nearest to: `, did you mean lgamma?`. Nothing where none is
 * near: a name that shares hardly a letter with what was typed is noise, not help.
 */
export function didYouMean(typed: string, names: Iterable<string>, dashes: string = ""): string {
  let nearest: string | undefined;
  let least = Infinity;
  for (const name of names) {
    // So many letters would have to come or go: a long name of a file is not worth the time.
    if (Math.abs(typed.length - name.length) > allowed(typed, name)) continue;
    const far = distance(typed.toLowerCase(), name.toLowerCase());
    if (far < least) [nearest, least] = [name, far];
  }
  if (nearest === undefined || least > allowed(typed, nearest)) return "";
  return `, did you mean ${dashes}${nearest}?`;
}

/** A third of the longer name: one edit is forgiven from two letters on, two from five. */
function allowed(typed: string, name: string): number {
  return Math.floor((Math.max(typed.length, name.length) + 1) / 3);
}

/** Letters to insert, remove, replace or swap with a neighbour. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    [before, last] = [last, row];
  }
  return last[to.length];
}
