/** Letters from which on V8 finds a text by its length alone. */
const LONG = 2 ** 14;

/**
 * Values by the names of columns. A `Map` compares long names of one length with one another, each with all:
 * of those that differ in their last letter alone it would read as many letters as the square of their number.
 * They are found here by a sum of their letters, which nobody can foresee.
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
