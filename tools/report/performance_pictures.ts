import type { Section } from "../../bench/files/section.ts";
import type { PeerName } from "../../bench/peer.ts";
import { type Bar, type BarRow, barsPicture } from "./bars_picture.ts";
import type { KernelResults, NewestResults } from "./newest_results.ts";
import type { Svg } from "./svg.ts";
import { isOurs, secondsOf } from "./timed_rows.ts";

/** Names of the pictures. */
export const KERNELS_PICTURE = "kernels.svg";
export const FORMATS_PICTURE = "formats.svg";

const TYPES = ["float64", "float32"] as const;
const PEERS: readonly PeerName[] = ["SciPy", "PyTorch"];

/** The pictures for which there are figures. */
export function performancePictures(results: NewestResults): { name: string; svg: Svg }[] {
  const { kernels, files, csv } = results;
  const sections = [
    ...(files?.sections ?? []),
    ...(csv?.sections ?? []).map((section) => ({ ...section, name: `CSV, ${section.name}` })),
  ];
  return [
    ...(kernels === undefined ? [] : [{ name: KERNELS_PICTURE, svg: kernelsPicture(kernels) }]),
    ...(sections.length === 0 ? [] : [{ name: FORMATS_PICTURE, svg: formatsPicture(sections) }]),
  ];
}

function kernelsPicture({ rows }: KernelResults): Svg {
  const names = [...new Set(rows.map(({ name }) => name))];
  const barsOf = (name: string, type: string): Bar[] => {
    const row = rows.find((row) => row.name === name && row.type === type);
    return PEERS.flatMap((peer) => {
      const theirs = row?.peers[peer];
      return theirs === undefined
        ? []
        : [{ class: peer, ratio: theirs / row!.ours, isRival: true }];
    });
  };
  return barsPicture({
    title: "Functions: time of others, in times of ours",
    panels: TYPES,
    rows: names.map((name) => ({ label: name, panels: TYPES.map((type) => barsOf(name, type)) })),
    legend: PEERS.map((peer) => ({ class: peer, text: peer })),
  });
}

function formatsPicture(sections: readonly Section[]): Svg {
  return barsPicture({
    title: "Files: time of others, in times of ours",
    panels: [""],
    rows: sections.flatMap(rowsOf),
    legend: [
      { class: "specol", text: "specol, other ways" },
      { class: "SciPy", text: "peers" },
      { class: "other", text: "cp, which computes nothing" },
    ],
  });
}

/** A heading and the rows of a section in which programs are timed, in times of our first way. */
function rowsOf(section: Section): BarRow[] {
  const first = section.rows.find(isOurs);
  const unit = first && secondsOf(section, first);
  const others = section.rows.filter((row) => !isOurs(row));
  if (first === undefined || unit === undefined || others.length === 0) return [];
  const bars = section.rows.filter((row) => row !== first).flatMap((row): BarRow[] => {
    const seconds = secondsOf(section, row);
    if (seconds === undefined) return [];
    const name = isOurs(row) ? "specol" : row.name.startsWith("cp") ? "other" : "SciPy";
    const bar = { class: name, ratio: seconds / unit, isRival: name === "SciPy" };
    return [{ label: row.name, panels: [[bar]] }];
  });
  return [
    { label: section.name, panels: [[]], note: `1 is ${first.name}: ${unit.toFixed(2)} s` },
    ...bars,
  ];
}
