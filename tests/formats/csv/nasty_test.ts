import { assertEquals } from "@std/assert";
import { NASTY_FILES } from "./nasty_files.ts";
import { appendLgamma } from "./oracle.ts";
import { transform } from "../../../support/transform_csv.ts";

for (const [name, text] of Object.entries(NASTY_FILES)) {
  Deno.test(`CSV with ${name} is the same through every size of chunk and read`, async () => {
    const expected = appendLgamma(text);
    for (let size = 1; size <= 100; size++) {
      for (
        const options of [{ chunkSize: size }, { chunkSize: size, atATime: 1 }, { atATime: size }]
      ) {
        const { text: actual, error } = await transform(text, options);
        assertEquals([actual, error], [expected, undefined], JSON.stringify(options));
      }
    }
  });
}
