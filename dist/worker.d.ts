/** The modules of a worker's program (pipeline/parallel/worker.ts), by name; `./worker.js` comes first. */
export const WORKER_TEXTS: Readonly<Record<string, string>>;
