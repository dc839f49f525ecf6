import type { Section } from "../../bench/section.ts";
import { type BarRow, barsPicture } from "./pictures/bars_picture.ts";
import type { KernelResults, NewestResults } from "./newest_results.ts";
import { matrixPicture } from "./pictures/matrix_picture.ts";
import { fastestText } from "./rivals.ts";
import type { Svg } from "./pictures/svg.ts";
import { isOurs, secondsOf } from "./timed_rows.ts";

/** Names of the pictures. */
/** The matrix of a type, for the types that peers have. */
export const KERNELS_PICTURES = { float64: "kernels.svg", float32: "kernels_float32.svg" } as const;
export const FORMATS_PICTURE = "formats.svg";

/** The pictures for which there are figures. */
export function performancePictures(results: NewestResults): { name: string; svg: Svg }[] {
  const { kernels, files, csv } = results;
  const sections = [
    ...(files?.sections ?? []),
    ...(csv?.sections ?? []).map((section) => ({ ...section, name: `CSV, ${section.name}` })),
  ];
  return [
    ...(kernels === undefined ? [] : kernelsPictures(kernels)),
    ...(sections.length === 0 ? [] : [{ name: FORMATS_PICTURE, svg: formatsPicture(sections) }]),
  ];
}

function kernelsPictures({ rows }: KernelResults): { name: string; svg: Svg }[] {
  return Object.entries(KERNELS_PICTURES).flatMap(([type, name]) => {
    const ours = rows.filter((row) => row.type === type);
    const title = `${type}: time of ${fastestText(ours)}, in times of ours`;
    return ours.length === 0 ? [] : [{ name, svg: matrixPicture(title, ours) }];
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
