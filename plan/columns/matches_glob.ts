/**
 * Whether a glob stands for a whole name: `*` for any letters, `?` for one, all else for itself.
 *
 * Where a letter does not fit, the last `*` takes one letter more and what follows it is tried again; those
 * before it never have to change. So the time is at most that of the name times that of the glob. A regular
 * expression tries all ways to share a name out among its stars, which can take longer than anybody waits.
 */
export function matchesGlob(name: string, glob: string): boolean {
  let at = 0;
  let place = 0;
  /** Behind the last star that was met, and the letters of the name that it leaves. */
  let afterStar = -1;
  let left = 0;
  while (at < name.length) {
    const letter = name.codePointAt(at)!;
    const wanted = glob.codePointAt(place);
    if (wanted === STAR) {
      afterStar = ++place;
      left = at;
    } else if (wanted === ANY || wanted === letter) {
      at += widthOf(letter);
      place += widthOf(wanted);
    } else if (afterStar >= 0) {
      left += widthOf(name.codePointAt(left)!);
      at = left;
      place = afterStar;
    } else {
      return false;
    }
  }
  while (glob.codePointAt(place) === STAR) place++;
  return place === glob.length;
}

const STAR = 0x2a;
const ANY = 0x3f;

/** Units of UTF-16 that a letter takes. */
function widthOf(letter: number): number {
  return letter > 0xffff ? 2 : 1;
}
