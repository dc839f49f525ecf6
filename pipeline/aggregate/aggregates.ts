import type { Reduction } from "../../plan/plan_reduce.ts";

/** What is added up for each group, as threads send it to each other. */
export type Aggregates = readonly Pick<Reduction, "aggregate" | "result">[];

/** How kernels/assembly/groups/aggregates.ts knows an aggregate, and the bytes of its state. */
export const STATES = {
  sum: { what: 1, bytes: 16 },
  mean: { what: 2, bytes: 24 },
  min: { what: 3, bytes: 16 },
  max: { what: 4, bytes: 16 },
  count: { what: 5, bytes: 8 },
} as const;

/** An aggregate, and where its state begins in that of a group. */
export interface PlacedAggregate {
  readonly what: number;
  readonly offset: number;
  /** The result that it is made of, by its index; missing where rows are counted. */
  readonly result?: number;
}

/** Places the states of aggregates one after another. */
export function placeAggregates(aggregates: Aggregates): PlacedAggregate[] {
  let offset = 0;
  return aggregates.map(({ aggregate, result }) => {
    const { what, bytes } = STATES[aggregate];
    const placed = { what, offset, result };
    offset += bytes;
    return placed;
  });
}
