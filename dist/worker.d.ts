/** The program of a worker (pipeline/worker.ts), as text. */
export const WORKER_SOURCE: string;
