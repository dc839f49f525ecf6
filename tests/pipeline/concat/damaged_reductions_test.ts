import { assert } from "@std/assert";
import { CSV_DEFAULTS } from "../../../formats/csv/dialect.ts";
import { runConcat } from "../../../pipeline/concat/run_concat.ts";
import { Random } from "../../../support/random.ts";
import { runPieces } from "../../pieces.ts";
import { Workdir } from "../../workdir.ts";

/** Changes a text: some bytes, a part that is omitted or there twice, or a value of JSON. */
function damage(text: string, random: Random): string {
  const at = random.bits() % text.length;
  const length = random.bits() % 20;
  const values = ["null", "{}", "[]", '"x"', "-1", "1e400", "true"];
  switch (random.bits() % 4) {
    case 0:
      return text.slice(0, at) + String.fromCharCode(32 + random.bits() % 90) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + text.slice(at + length);
    case 2:
      return text.slice(0, at) + text.slice(at, at + length).repeat(2) + text.slice(at + length);
  }
  // The value after a key is replaced by another.
  const colon = text.indexOf(":", at);
  if (colon < 0) return text.slice(0, at);
  const end = colon + 1 + Math.max(1, text.slice(colon + 1).search(/[,}\]]/));
  return text.slice(0, colon + 1) + values[random.bits() % values.length] + text.slice(end);
}

Deno.test("damaged manifests and sums of pieces end in an error for users, or in a result", async () => {
  await using dir = await Workdir.create();
  await dir.write("in.csv", "k,x\na,1\nb,2\na,-0.5\n");
  const command = ["reduce", "--by", "k", "s = sum(x)", "m = max(x)", "in.csv"];
  await runPieces(dir, { parts: 1, output: "part", command });
  const random = new Random(20);
  const output = dir.path("out.csv");
  const options = {
    output,
    options: [],
    csv: CSV_DEFAULTS,
    allowOutside: false,
    memory: 2 ** 26,
    quiet: true,
  };
  for (const name of ["part.1", "part.1.json"]) {
    const text = new TextDecoder().decode(await dir.read(name));
    for (let i = 0; i < 1500; i++) {
      await dir.write("damaged", damage(text, random));
      try {
        await runConcat({ ...options, inputs: [dir.path("damaged")] });
      } catch (thrown) {
        const error = thrown as Error;
        const isForUsers = /^Cannot (read|join|write|make) /.test(error.message);
        assert(
          isForUsers,
          `${error.stack}\n${new TextDecoder().decode(await dir.read("damaged"))}`,
        );
      }
    }
  }
});
