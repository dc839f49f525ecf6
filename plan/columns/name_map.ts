/** From this length on, V8 hashes a text by its length alone. */
const LONG = 2 ** 14;

/**
 * A map from the names of columns to values. A `Map` compares every long name with all others of
 * the same length. For names that differ only in their last letter, this reads a number of letters
 * that grows with the square of the number of names. Here long names are found by a hash of their
 * letters with a random seed, so that no input can be made to collide.
 */
export class NameMap<Value> {
  readonly #short = new Map<string, Value>();
  readonly #long = new Map<number, [name: string, value: Value][]>();
  readonly #seed = Math.floor(Math.random() * 2 ** 32);

  get(name: string): Value | undefined {
    if (name.length < LONG) return this.#short.get(name);
    return this.#long.get(this.#sum(name))?.find(([other]) => other === name)?.[1];
  }

  set(name: string, value: Value): void {
    if (name.length < LONG) {
      this.#short.set(name, value);
      return;
    }
    const sum = this.#sum(name);
    const others = (this.#long.get(sum) ?? []).filter(([other]) => other !== name);
    this.#long.set(sum, [...others, [name, value]]);
  }

  #sum(name: string): number {
    let sum = this.#seed;
    for (let i = 0; i < name.length; i++) sum = Math.imul(sum ^ name.charCodeAt(i), 0x01000193);
    return sum;
  }
}
