import { assertEquals, assertMatch } from "@std/assert";
import { lgammaOf, transform } from "../../../support/transform_csv.ts";

Deno.test("a first line of more cells than memory should hold is refused, wherever it ends", async () => {
  for (const csv of [{ header: true }, { header: false }]) {
    for (const end of ["", "\n1\n"]) {
      const { error, text } = await transform(",".repeat(3_000_000) + end, { csv });
      assertEquals(
        [error, text],
        ["Cannot read in.csv: its first line has more than 1048576 cells; is this CSV?", ""],
      );
    }
  }
});

Deno.test("a name that is longer than any name is refused, in quotes too", async () => {
  for (const name of ["a".repeat(70_000), `"${"a\n".repeat(40_000)}"`, '"'.repeat(100_000)]) {
    const { error } = await transform(`id,${name}\n1,2\n`, {});
    assertMatch(
      error!,
      /^Cannot read in\.csv: the name of column 2 is longer than 65536 bytes; is this CSV, and /,
    );
  }
});

Deno.test("a hundred thousand columns pass to another delimiter, and are computed", async () => {
  const row = (cell: (i: number) => string, separator: string) =>
    Array.from({ length: 100_000 }, (_, i) => cell(i)).join(separator) + "\n";
  const input = row((i) => `x${i}`, ",") + row(() => "3", ",").repeat(20);
  const converted = await transform(input, { work: { kind: "convert" }, to: "tsv" });
  assertEquals(converted.error, undefined);
  assertEquals(converted.text === input.replaceAll(",", "\t"), true);
  const work = lgammaOf("*", { replace: true });
  const computed = await transform(input, { work });
  assertEquals(computed.error, undefined);
  const expected = row((i) => `x${i}`, ",") + row(() => "0.6931471805599453", ",").repeat(20);
  assertEquals(computed.text === expected, true);
});
