/** What is fuzzed: the readers of a format, and all that they are connected with. */
export type Group = "npy" | "arrow" | "csv";

/** All of them. */
export const GROUPS: readonly Group[] = ["npy", "arrow", "csv"];

/** The names that inputs have: messages must begin with them. */
export const INPUT_NAMES: Readonly<Record<Group, string>> = {
  npy: "in.npy",
  arrow: "in.arrow",
  csv: "in.csv",
};
