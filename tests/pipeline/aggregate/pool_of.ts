import type { WorkerGroups } from "../../../pipeline/aggregate/group_records.ts";
import type { ExchangeOptions } from "../../../pipeline/aggregate/exchange_groups.ts";

/** The methods that answer the services of pipeline/parallel/worker.ts. */
const METHODS = {
  writeGroups: "write",
  takeGroups: "take",
  writeRanges: "writeRanges",
  groupsText: "text",
} as const;

/** A pool whose workers are on this thread. */
export function poolOf(workers: readonly WorkerGroups[]): NonNullable<ExchangeOptions["pool"]> {
  return {
    workers: workers.length,
    askEach: (makeCall) =>
      Promise.all(workers.map(async (worker, i) => {
        const { request: { service, question } } = makeCall(i);
        const method = METHODS[service as keyof typeof METHODS];
        return (await worker[method](question as never)).result;
      })),
    [Symbol.dispose](): void {},
  };
}
