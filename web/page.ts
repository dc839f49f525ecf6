/// <reference lib="dom" />
import type { Formula } from "./compile_formula.ts";
import { openCurveSection } from "./curve_section.ts";
import { openFileSection } from "./file_section.ts";

let formula: Formula | undefined;

const files = openFileSection(() => {
  if (formula === undefined) throw new Error("Enter a valid function of x above first");
  return formula;
});
openCurveSection((compiled) => {
  formula = compiled;
  files.update();
});
