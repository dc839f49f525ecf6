import type { Pool } from "../../threads/pool.ts";
import type { CostPolicy } from "./start_policy.ts";

/** Work that the calling thread or a worker can do. */
export interface AdaptiveWork<Question, Answer> {
  /** Does it on the calling thread. */
  here(question: Question): Answer | Promise<Answer>;
  /** Lets a worker do it. */
  there(pool: Pool, question: Question): Promise<Answer>;
  /** Whether it took the calling thread so long that a worker would pay. */
  isCostly(question: Question, answer: Answer, time: MeasuredTime): boolean;
}

/** How long the calling thread took for some work. */
export interface MeasuredTime {
  readonly milliseconds: number;
  /** Whether it was the first, for which code had to be compiled. */
  readonly isFirst: boolean;
}

/** When workers start, and how much they are given. */
export interface AdaptiveOptions {
  /** How many workers there may be. */
  readonly workers: number;
  /** Opens workers that others use, too, and that the caller ends; the engine has its own if omitted. */
  readonly openPool?: () => Promise<Pool>;
  /** How much work they may have at the same time. The calling thread does what goes beyond. */
  readonly mostGiven: number;
  /** Decides whether workers are given any. */
  readonly start: CostPolicy;
}

/**
 * Works on the calling thread until that has taken a while, and then with workers if they pay. No
 * thread waits for another.
 */
export class AdaptiveEngine<Question, Answer> implements Disposable {
  readonly #work: AdaptiveWork<Question, Answer>;
  readonly #options: AdaptiveOptions;
  #isFirst = true;
  /** How much work workers have now. */
  #given = 0;
  #loading: Promise<Pool> | undefined;
  #pool: Pool | undefined;
  #disposed = false;

  constructor(work: AdaptiveWork<Question, Answer>, options: AdaptiveOptions) {
    this.#work = work;
    this.#options = options;
  }

  /** How many workers were used. */
  get workers(): number {
    return this.#pool?.workers ?? 0;
  }

  /** Does work at once, or lets a worker do it. */
  run(question: Question): Answer | Promise<Answer> {
    const { mostGiven, start } = this.#options;
    if (start.pays && this.#given < mostGiven) return this.#give(question);
    const began = performance.now();
    const answer = this.#work.here(question);
    if (answer instanceof Promise) {
      return answer.then((answer) => this.#learn(question, answer, began));
    }
    return this.#learn(question, answer, began);
  }

  [Symbol.dispose](): void {
    this.#disposed = true;
    if (this.#options.openPool === undefined) this.#pool?.[Symbol.dispose]();
  }

  /** Notes how long an answer took. */
  #learn(question: Question, answer: Answer, began: number): Answer {
    const milliseconds = performance.now() - began;
    const time = { milliseconds, isFirst: this.#isFirst };
    this.#isFirst = false;
    this.#options.start.note(milliseconds, this.#work.isCostly(question, answer, time));
    return answer;
  }

  async #give(question: Question): Promise<Answer> {
    this.#given++;
    try {
      return await this.#work.there(await (this.#loading ??= this.#open()), question);
    } finally {
      this.#given--;
    }
  }

  /** Imports the pool of workers, which most runs do not need. */
  async #open(): Promise<Pool> {
    const { workers, openPool } = this.#options;
    if (openPool !== undefined) return this.#pool = await openPool();
    const { openPool: openOwn } = await import("../../threads/pool.ts");
    this.#pool = openOwn(workers);
    if (this.#disposed) this.#pool[Symbol.dispose]();
    return this.#pool;
  }
}
