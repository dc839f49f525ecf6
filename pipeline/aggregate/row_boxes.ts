/** Groups of a thread, and the bytes that they take. */
export interface KeptGroups {
  readonly count: number;
  readonly bytes: number;
}

/** Memory in which threads pass rows to each other. */
export interface SharedBoxes {
  readonly threads: number;
  /** Bytes of a box. */
  readonly boxBytes: number;
  readonly memory: SharedArrayBuffer;
  /** How many groups each thread has, and the KiB that they take. */
  readonly kept: SharedArrayBuffer;
}

/** Boxes from each thread to each other one, in turn: so a thread can lag by as many. */
const BOXES = 8;
/** Bytes of a box for two threads, half of a chunk. With more threads, each gets fewer rows of a batch. */
const BOX_BYTES = 2 ** 19;
const MIN_BOX_BYTES = 2 ** 13;

/** Makes boxes for so many threads. */
export function shareBoxes(threads: number): SharedBoxes {
  const boxBytes = Math.max(MIN_BOX_BYTES, Math.ceil(2 * BOX_BYTES / threads / 8) * 8);
  const boxes = BOXES * threads * threads;
  const memory = new SharedArrayBuffer(headBytes(boxes) + boxes * boxBytes);
  return {
    threads,
    boxBytes,
    memory,
    kept: new SharedArrayBuffer(threads * 8),
  };
}

/** Bytes in front of the boxes: how many threads there are, and the bytes that are in each box. */
function headBytes(boxes: number): number {
  return Math.ceil((1 + boxes) / 2) * 8;
}

/**
 * The boxes of one thread. Nobody waits for another: a box that was not emptied yet takes nothing,
 * and the thread keeps its rows.
 */
export class RowBoxes {
  /** The number of this thread: they have numbers in the order in which they come. */
  readonly thread: number;
  readonly threads: number;
  readonly boxBytes: number;
  readonly #shared: SharedBoxes;
  readonly #head: Int32Array;
  readonly #kept: Int32Array;
  /** Which box comes next, to and from each thread. */
  readonly #to: number[];
  readonly #from: number[];

  constructor(shared: SharedBoxes) {
    this.#shared = shared;
    this.threads = shared.threads;
    this.boxBytes = shared.boxBytes;
    this.#head = new Int32Array(shared.memory, 0, 1 + BOXES * shared.threads ** 2);
    this.#kept = new Int32Array(shared.kept);
    this.thread = Atomics.add(this.#head, 0, 1);
    this.#to = new Array<number>(shared.threads).fill(0);
    this.#from = new Array<number>(shared.threads).fill(0);
  }

  /** Notes the groups of this thread. Returns those of all threads, about. */
  countGroups(own: KeptGroups): KeptGroups {
    Atomics.store(this.#kept, 2 * this.thread, own.count);
    Atomics.store(this.#kept, 2 * this.thread + 1, Math.ceil(own.bytes / 1024));
    let [count, kibibytes] = [0, 0];
    for (let i = 0; i < this.threads; i++) {
      count += Atomics.load(this.#kept, 2 * i);
      kibibytes += Atomics.load(this.#kept, 2 * i + 1);
    }
    return { count, bytes: 1024 * kibibytes };
  }

  /** Whether rows can be sent to a thread now. */
  canSend(thread: number): boolean {
    const box = this.#box(this.thread, thread, this.#to[thread]);
    return thread !== this.thread && thread < Atomics.load(this.#head, 0) &&
      Atomics.load(this.#head, 1 + box) === 0;
  }

  /** Sends rows to a thread to which they can be sent. */
  send(thread: number, rows: Uint8Array): void {
    const box = this.#box(this.thread, thread, this.#to[thread]++);
    this.#bytes(box, rows.length).set(rows);
    Atomics.store(this.#head, 1 + box, rows.length);
  }

  /** Takes all rows that other threads have sent. */
  receive(take: (rows: Uint8Array) => void): void {
    for (let thread = 0; thread < this.threads; thread++) {
      for (;;) {
        const box = this.#box(thread, this.thread, this.#from[thread]);
        const bytes = Atomics.load(this.#head, 1 + box);
        if (bytes === 0) break;
        take(this.#bytes(box, bytes));
        Atomics.store(this.#head, 1 + box, 0);
        this.#from[thread]++;
      }
    }
  }

  #box(from: number, to: number, turn: number): number {
    return (from * this.threads + to) * BOXES + turn % BOXES;
  }

  #bytes(box: number, bytes: number): Uint8Array {
    const first = headBytes(BOXES * this.threads ** 2);
    return new Uint8Array(this.#shared.memory, first + box * this.boxBytes, bytes);
  }
}
