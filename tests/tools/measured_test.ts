import { assert, assertEquals } from "@std/assert";
import { measured } from "../../functions/measured.ts";
import { registry } from "../../functions/registry.ts";
import { formatMeasured, readSurvey, type SurveyRow } from "../../tools/measured.ts";

Deno.test("functions/measured.ts was made from the survey that is there", async () => {
  const file = new URL("../../functions/measured.ts", import.meta.url);
  assertEquals(await Deno.readTextFile(file), formatMeasured(await readSurvey()));
});

Deno.test("every function has been measured, and keeps what its documentation says", () => {
  for (const { name, budget } of registry) {
    assert(name in measured, `${name} is not in tools/mpmath_reference/survey.json`);
    for (const errors of [measured[name].value, measured[name].gradient]) {
      for (const type of ["float64", "float32", "float16"] as const) {
        const error = errors[type];
        assert(
          error === "correctly rounded" || Number(error) <= budget[type],
          `${name} in ${type}: ${error} for at most ${budget[type]}`,
        );
      }
    }
  }
});

Deno.test("the worst of each function's parameters counts", () => {
  const row = (name: string, error: number, type: SurveyRow["type"] = "float64"): SurveyRow => ({
    name,
    type,
    error,
    distance: error > 0.5 ? 1 : 0,
  });
  const text = formatMeasured([
    row("digamma", 0.51),
    row("digammaGrad", 0.52),
    row("polygamma(0)", 0.57),
    row("polygamma(20)", 0.54321),
    row("polygammaGrad(60)", 0.52),
    row("polygammaGrad(60)", 0.49, "float32"),
  ]);
  const entries = text.slice(text.indexOf("  digamma: {"));
  assertEquals(
    entries,
    `  digamma: {
    value: { float64: 0.51 },
    gradient: { float64: 0.52 },
  },
  polygamma: {
    value: { float64: 0.57, float32: "correctly rounded" },
    gradient: { float64: 0.543, float32: "correctly rounded" },
  },
};
`,
  );
});
