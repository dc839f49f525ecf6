import type { Section } from "../../bench/section.ts";
import type { PeerName } from "../../bench/peers/peer.ts";
import { UNIFORM } from "../../bench/ranges.ts";
import { geometricMean, ratioOf } from "../../bench/row.ts";
import { measured } from "../../functions/measured.ts";
import { registry } from "../../functions/registry.ts";
import type { Accuracy } from "./measure_accuracy.ts";
import { meansText } from "./kernels_section.ts";
import { code, table } from "./markdown.ts";
import type { KernelResults, NewestResults } from "./newest_results.ts";
import { sourceText } from "./performance_page.ts";
import { ratioText, ulpText, WRONG_ULP } from "./number_text.ts";
import { fastestText } from "./rivals.ts";
import { isOurs, secondsOf } from "./timed_rows.ts";

// The tables of docs/comparison.md: the same figures as in the reports, in small.

const PEERS: readonly PeerName[] = ["SciPy", "PyTorch", "JAX", "TensorFlow"];

/**
 * The worst errors of each function and of its gradient, over all parameters that were measured.
 */
export function accuracyTable({ subjects, peers }: Accuracy): string {
  const worst = (plainName: string, peer: string): string => {
    const errors = subjects.filter(({ subject }) => subject.plainName === plainName)
      .flatMap(({ libraries }) => libraries.filter(({ library }) => library === peer))
      .map(({ errors }) => Math.max(...errors));
    if (errors.length === 0) return "none";
    const most = Math.max(...errors);
    return most >= WRONG_ULP ? "wrong" : ulpText(most);
  };
  const rows = registry.map(({ name }) => {
    const ours = [measured[name].value.float64, measured[name].gradient.float64];
    return [
      code(name),
      ours.every((error) => typeof error === "string")
        ? ours[0]
        : ours.map((error) => typeof error === "number" ? error.toFixed(3) : error).join(" / "),
      ...PEERS.map((peer) => `${worst(name, peer)} / ${worst(`${name}Grad`, peer)}`),
    ];
  });
  return `${table([["value / gradient", "specol", ...PEERS], ...rows])}\n\n${peers.join(", ")}.`;
}

/**
 * Our time for each function in float64, compared with the fastest peer, on all ranges.
 */
export function speedTable(results: KernelResults): string {
  const rows = results.rows.filter(({ type }) => type === "float64");
  const names = [...new Set(rows.map(({ name }) => name))];
  const body = names.filter((name) => !name.includes("Grad")).map((name) => {
    const cells = rows.filter((row) => row.name === name);
    const first = cells.find(({ range }) => range === UNIFORM)!;
    const compared = cells.flatMap((row) => {
      const ratio = ratioOf(row);
      return ratio === undefined ? [] : [{ ratio, range: row.range }];
    });
    const worst = compared.toSorted((a, b) => a.ratio - b.ratio)[0];
    return [
      code(name),
      `${first.ours.toFixed(1)} ns`,
      `${ratioText(ratioOf(first)!)} ×`,
      `${ratioText(geometricMean(compared.map(({ ratio }) => ratio)))} ×`,
      `${ratioText(worst.ratio)} × (${worst.range})`,
    ];
  });
  const head = ["float64", UNIFORM, "fastest peer", "mean of all ranges", "worst range"];
  return `Columns of float64 numbers, one thread: specol's time per element for numbers from 0.1 to 20, and the
time of ${
    fastestText(rows)
  } divided by it: on that range, on average over all ranges, and on the range that is
worst for specol.\n\n${table([head, ...body], { right: true })}\n\n${
    meansText(results.rows)
  } This is over all functions, gradients and types. ${sourceText("bench", results)}`;
}

/** Our time and that of other programs for each format. */
export function formatsTable({ files, csv }: NewestResults): string {
  const sections = [
    ...(files?.sections ?? []),
    ...(csv?.sections ?? []).map((section) => ({ ...section, name: `CSV, ${section.name}` })),
  ];
  const body = sections.flatMap((section) => {
    const ours = section.rows.find(({ name }) => /^specol -j 2 .*>$/.test(name));
    const seconds = ours && secondsOf(section, ours);
    if (ours === undefined || seconds === undefined) return [];
    const memory = section.columns.findIndex(({ title }) => title === "MB memory");
    return [[
      `${section.name}, ${/\d+ MB/.exec(section.title)?.[0] ?? ""}`,
      `${seconds.toFixed(2)} s`,
      othersText(section, seconds),
      memory < 0 ? "" : `${ours.figures[memory]?.toFixed(0) ?? "?"} MB`,
    ]];
  });
  const sources = csv === undefined ? "" : `\n\n${sourceText("bench csv", csv)}`;
  const formats = table([["", "specol", "others", "memory"], ...body]) + sources;
  const small = files?.sections.find(({ name }) => name === "small files");
  const npy = small?.rows.find(({ name }) => name === "npy");
  if (npy === undefined) return formats;
  const [milliseconds, ratio] = npy.figures;
  return `${formats}\n\nA small npy file takes ${
    milliseconds?.toFixed(0)
  } ms from shell to shell, ${ratioText(ratio!)} times an empty Deno program.`;
}

function othersText(section: Section, ours: number): string {
  return section.rows.filter((row) => !isOurs(row) && !row.name.startsWith("cp,")).flatMap(
    (row) => {
      const theirs = secondsOf(section, row);
      return theirs === undefined ? [] : [`${row.name} ${ratioText(theirs / ours)} ×`];
    },
  ).join(", ");
}
