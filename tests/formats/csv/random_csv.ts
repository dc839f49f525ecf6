/** Numbers in [0, 1), the same in every run. */
export function makeRandom(seed: number): () => number {
  return () => {
    seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9 | 0;
    return ((seed ^ (seed >>> 13)) >>> 0) / 2 ** 32;
  };
}

const PIECES = ["a", "Ünï", " ", ",", "\n", "\r\n", '""', "x".repeat(70), "1", "", ";", "\t"];

/** A cell, in one of the styles in which people and programs quote. */
function randomCell(random: () => number, hasNumber: boolean): string {
  const pick = (count: number) => Math.floor(random() * count);
  if (hasNumber) {
    const number = random() < 0.1 ? "" : random() < 0.5 ? `${random() * 30}` : `${pick(200)}`;
    const padded = random() < 0.1 ? ` ${number}\t` : number;
    return random() < 0.2 ? `"${padded}"` : padded;
  }
  const text = Array.from({ length: pick(5) }, () => PIECES[pick(PIECES.length)]).join("");
  return random() < 0.5 || /[",\r\n]/.test(text) ? `"${text}"` : text;
}

/** CSV with a column `x` of numbers, and others of text. */
export function randomCsv(random: () => number, records: number): string {
  const columns = 2 + Math.floor(random() * 5);
  const at = Math.floor(random() * columns);
  const lineEnd = random() < 0.5 ? "\n" : "\r\n";
  const names = Array.from({ length: columns }, (_, i) => i === at ? "x" : `c${i}`);
  const lines = Array.from(
    { length: records },
    () => names.map((_, i) => randomCell(random, i === at)).join(","),
  );
  return [names.join(","), ...lines].join(lineEnd) + (random() < 0.5 ? lineEnd : "");
}
