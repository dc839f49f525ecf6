import type { LazyPool } from "../../threads/lazy_pool.ts";
import type { Pool } from "../../threads/pool.ts";
import type { CostPolicy } from "./start_policy.ts";

/** Work that the calling thread or a worker can do. */
export interface AdaptiveWork<Question, Answer> {
  /** Does it on the calling thread. */
  here(question: Question): Answer | Promise<Answer>;
  /** Lets a worker do it. */
  there(pool: Pool, question: Question): Promise<Answer>;
  /** Whether it took the calling thread so long that a worker would pay. */
  isCostly(question: Question, answer: Answer, milliseconds: number): boolean;
}

/** When workers start, and how much they are given. */
export interface AdaptiveOptions {
  /** The workers, which the caller ends. */
  readonly pool: LazyPool;
  /** How much work they may have at the same time. The calling thread does what goes beyond. */
  readonly mostGiven: number;
  /** Decides whether workers are given any. */
  readonly start: CostPolicy;
}

/**
 * Works on the calling thread until that has taken a while, and then with workers if they pay. No
 * thread waits for another.
 */
export class AdaptiveEngine<Question, Answer> {
  readonly #work: AdaptiveWork<Question, Answer>;
  readonly #options: AdaptiveOptions;
  /** How much work workers have now. */
  #given = 0;

  constructor(work: AdaptiveWork<Question, Answer>, options: AdaptiveOptions) {
    this.#work = work;
    this.#options = options;
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

  /** Notes how long an answer took. */
  #learn(question: Question, answer: Answer, began: number): Answer {
    const milliseconds = performance.now() - began;
    this.#options.start.note(milliseconds, this.#work.isCostly(question, answer, milliseconds));
    return answer;
  }

  async #give(question: Question): Promise<Answer> {
    this.#given++;
    try {
      return await this.#work.there(await this.#options.pool.open(), question);
    } finally {
      this.#given--;
    }
  }
}
