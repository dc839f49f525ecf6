/**
 * Batches to have under way for so many workers: each has one more waiting, so that none is idle while
 * the calling thread writes what it gave back.
 */
export function batchesInFlight(jobs: number): number {
  return jobs === 1 ? 1 : 2 * jobs;
}
