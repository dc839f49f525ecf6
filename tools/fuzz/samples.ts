import { makeNpy } from "../../support/make_npy.ts";
import { sample, sampleNames } from "../../support/arrow_samples.ts";
import { parquetSample, parquetSampleNames } from "../../support/parquet_samples.ts";

/** The groups of inputs: the readers of a format, and everything that they are connected with. */
export type Group = "npy" | "arrow" | "csv" | "parquet";

/** All groups. */
export const GROUPS: readonly Group[] = ["npy", "arrow", "csv", "parquet"];

/** The names of inputs. Messages must begin with them. */
export const INPUT_NAMES: Readonly<Record<Group, string>> = {
  npy: "in.npy",
  arrow: "in.arrow",
  csv: "in.csv",
  parquet: "in.parquet",
};

const NUMBERS = [0, -0, 1, 2.5, -2.5, 1e-3, 1e300, NaN, Infinity, 7, 8, 9];
const TEXTS = [
  "x\n1\n2.5\n-3\n",
  'id,x,y\r\na,1,2\r\n"b, c",,-0.5\r\n"d""e\nf", 1e-3,inf\r\n\r\ng,NaN,1e999',
  "\ufeffx,größe,日本\n1,2,3\n007,9007199254740993,12345678901234567890\n,,\n",
  '\n\n"x","x"\n1,2\n3,4\n',
  "a\tb\n1\t2\n3\t4\n",
  "x;y\n1,5;2\n",
  "1,2,3\n4,5,6\n",
];

/** Returns small, valid inputs. */
export function samplesOf(group: Group): readonly Uint8Array<ArrayBuffer>[] {
  // The small samples come first, so that a limited number of beginnings covers some samples
  // completely.
  if (group === "arrow") return sampleNames().map(sample).sort((a, b) => a.length - b.length);
  if (group === "parquet") {
    return parquetSampleNames().map(parquetSample).sort((a, b) => a.length - b.length);
  }
  if (group === "csv") return TEXTS.map((text) => new TextEncoder().encode(text));
  const integers = NUMBERS.map((_, i) => i);
  return [
    makeNpy(NUMBERS, { descr: "<f8", shape: [12] }),
    makeNpy(NUMBERS, { descr: ">f4", shape: [3, 4] }),
    makeNpy(NUMBERS, { descr: "<f2", shape: [2, 6], fortran: true, version: 2 }),
    makeNpy(integers, { descr: "|u1", shape: [2, 3, 2], version: 3 }),
    makeNpy(integers, { descr: "<i8", shape: [4, 3], fortran: true }),
    makeNpy([3], { descr: "<i4", shape: [] }),
    makeNpy([], { descr: "<f8", shape: [0, 3] }),
  ];
}
