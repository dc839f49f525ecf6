import type { TakenRecords } from "../../formats/csv/transform_plan.ts";
import type { GroupTable } from "./group_table.ts";

/**
 * Returns what adds records to a table of groups, one batch after another. The first record begins
 * at the byte `position` of all inputs. A record has at least a byte, so that no two rows have the
 * same place in the order of all rows.
 */
export function rowsTaker(table: GroupTable, position: number): (records: TakenRecords) => void {
  let row = position;
  return ({ count, results, keys, starts }) => {
    if (count === 0) return;
    table.addRows({ bytes: keys, starts }, results, row);
    row += count;
  };
}
