/// <reference lib="dom" />
import { compileFormula, explain, type Formula, SUGGESTIONS } from "./compile_formula.ts";
import { byId } from "./elements.ts";
import { drawPlot } from "./plot.ts";

const POINTS = 1001;

/** Redraws the plot as the user types. `changed` gets the formula, or undefined if it has an error. */
export function openCurveSection(changed: (formula: Formula | undefined) => void): void {
  const [formula, from, to] = ["formula", "from", "to"].map((id) => byId<HTMLInputElement>(id));
  byId("formulas").append(...SUGGESTIONS.map((text) => {
    const option = document.createElement("option");
    option.value = text;
    return option;
  }));
  const update = (): void => {
    const error = byId("formula-error");
    error.textContent = "";
    let compiled: Formula | undefined;
    try {
      compiled = compileFormula(formula.value);
      draw(compiled, [from.valueAsNumber, to.valueAsNumber]);
    } catch (reason) {
      error.textContent = explain(reason);
      byId("curve").replaceChildren();
      byId("curve-status").textContent = "";
    }
    if (compiled === undefined) formula.setAttribute("aria-invalid", "true");
    else formula.removeAttribute("aria-invalid");
    changed(compiled);
  };
  byId("curve-form").addEventListener("input", update);
  byId("curve-form").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("resize", update);
  update();
}

function draw({ value, gradient }: Formula, [low, high]: readonly number[]): void {
  if (!(low < high)) throw new RangeError("From must be a number smaller than To");
  const text = byId<HTMLInputElement>("formula").value;
  const x = Float64Array.from({ length: POINTS }, (_, i) => low + (high - low) * i / (POINTS - 1));
  const [y, slope] = [value(x), gradient(x)];
  const description = `${text} and its gradient from ${low} to ${high}`;
  const plot = byId("curve");
  plot.replaceChildren(drawPlot([
    { label: text, kind: "value", x, y },
    { label: `gradient of ${text}`, kind: "slope", x, y: slope },
  ], { description, horizontal: "x", width: plot.clientWidth }));
  const last = POINTS - 1;
  byId("curve-status").textContent = `At ${low}: value ${y[0]}, gradient ${
    slope[0]
  }. At ${high}: value ${y[last]}, gradient ${slope[last]}.`;
}
