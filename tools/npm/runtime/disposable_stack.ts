/** What the sources use of `DisposableStack`, for Node.js 20 and 22, which have none. */
class Stack {
  #disposals: (() => void)[] = [];

  defer(dispose: () => void): void {
    this.#disposals.push(dispose);
  }

  use<T extends Disposable>(value: T): T {
    this.defer(() => value[Symbol.dispose]());
    return value;
  }

  move(): Stack {
    const moved = new Stack();
    [moved.#disposals, this.#disposals] = [this.#disposals, []];
    return moved;
  }

  dispose(): void {
    for (const dispose of this.#disposals.splice(0).reverse()) dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

const Chosen = globalThis.DisposableStack ?? Stack;
export { Chosen as DisposableStack };
