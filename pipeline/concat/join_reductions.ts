import { openInput } from "../../io/open_source.ts";
import type { Format } from "../../formats/registry.ts";
import { compile } from "../../kernels/compile.ts";
import { makeInstance } from "../../kernels/instance.ts";
import { addNulls, openGroupTable } from "../aggregate/group_records.ts";
import { type GroupTable, makeSeed } from "../aggregate/group_table.ts";
import {
  addLine,
  REDUCTION_VERSION,
  type ReductionEnd,
  type ReductionHeader,
} from "../aggregate/partial_reduction.ts";
import { describeNulls, writeGroups } from "../aggregate/write_groups.ts";
import { lineError, readLines, readOwnHeader } from "./json_lines_header.ts";
import { checkComplete, sortParts } from "./check_parts.ts";
import type { WriteJoined } from "../../formats/format_spec.ts";
import type { Piece } from "./run_concat.ts";

/** A file with the sums of a piece. */
interface Found extends ReductionHeader {
  readonly path: string;
}

/** Joined reductions: how they are written, and what the user should know. */
export interface JoinedReductions {
  /** The format that a single run would have written. */
  readonly to: Format;
  /** Adds all pieces up, and writes the result in a format. */
  write(to: Format): WriteJoined;
  /** What the user should know, after all were added up. */
  warnings(): readonly (string | undefined)[];
}

/**
 * Adds up the sums of pieces. Sums are exact, so that the result has the bytes of a single
 * reduction. Groups have the order in which they appear in the pieces by their numbers, whatever
 * the order of the files.
 */
export async function joinReductions(
  pieces: readonly Piece[],
  { memory }: { readonly memory: number },
): Promise<JoinedReductions> {
  const headers: Found[] = [];
  for (const { path } of pieces) headers.push({ ...await readHeader(path), path });
  const parts = sortParts(headers);
  checkComplete(parts);
  const [{ by, reductions, values, strict, to, dtype, csv }] = parts.sorted;
  let combined: readonly string[] = [];
  const table = openGroupTable(makeInstance(compile()), {
    aggregates: reductions.map(({ aggregate, result }) => ({ aggregate, result })),
    memory,
    seed: makeSeed(),
    hasKeys: by.length > 0,
  });
  return {
    to,
    write: (to) => async (sink) => {
      for (const header of parts.sorted) await addPiece(table, header);
      const list = table.list();
      const check = await writeGroups({ table, list }, sink, {
        by,
        reductions,
        values,
        strict,
        to,
        dtype,
        csv,
      });
      combined = check.summaries();
    },
    warnings: () => [...combined, describeNulls(table.nulls, reductions)],
  };
}

async function readHeader(path: string): Promise<ReductionHeader> {
  await using input = await openInput(path);
  return await readOwnHeader(input.source, REDUCTION_VERSION);
}

async function addPiece(table: GroupTable, header: Found): Promise<void> {
  const { path } = header;
  await using input = await openInput(path);
  let line = 0;
  let isEnded = false;
  for await (const value of readLines(input.source)) {
    line++;
    if (line === 1) continue;
    if (isEnded) throw lineError(path, line, "unexpected data after the last line");
    const { groups: expected, nulls } = Object(value) as Partial<ReductionEnd>;
    if (expected !== undefined) {
      const found = line - 2;
      isEnded = expected === found;
      if (!areCounts(nulls, header.reductions.length)) {
        throw lineError(path, line, "the null counts are missing");
      }
      addNulls(table, nulls);
      if (isEnded) continue;
      throw lineError(path, line, `expected ${expected} groups, found ${found}`);
    }
    try {
      addLine(table, value, header);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw lineError(path, line, error.message);
    }
  }
  if (!isEnded) throw lineError(path, line + 1, "the last line is missing");
}

function areCounts(nulls: unknown, length: number): nulls is readonly number[] {
  return Array.isArray(nulls) && nulls.length === length &&
    nulls.every((count) => Number.isSafeInteger(count) && count >= 0);
}
