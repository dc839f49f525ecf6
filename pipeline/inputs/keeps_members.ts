import type { Work } from "../../plan/request.ts";

/** Whether all members of JSON objects are written, also those that the first objects do not have. */
export function keepsMembers(work: Work): boolean {
  return work.kind === "convert"
    ? work.columns === undefined
    : (work.kind === "apply" || work.kind === "map") && !work.only;
}
