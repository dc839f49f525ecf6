import { assertRejects } from "@std/assert";
import { verifyCells } from "../../bench/csv/verify_cells.ts";
import { Workdir } from "../workdir.ts";

const GIVEN = 'id,text,x\n1,"a, b\nc",2.5\n2,d,12345.678901234567\n';
const RESULTS = new Float64Array([0, 100]);

async function verify(text: string): Promise<void> {
  await using dir = await Workdir.create();
  await dir.write("in.csv", GIVEN);
  await dir.write("out.csv", text);
  const expectation = { input: dir.path("in.csv"), name: "x_f", results: RESULTS };
  await verifyCells(dir.path("out.csv"), expectation);
}

Deno.test("the CSV benchmark accepts other quotes and 15 digits of a peer", async () => {
  await verify('"id","text","x","x_f"\n1,"a, b\nc",2.50,0\n2,"d",12345.6789012346,1e2\n');
});

const WRONG: readonly (readonly [string, string, string])[] = [
  ["a missing row", 'id,text,x,x_f\n1,"a, b\nc",2.5,0\n', "row 1: it is missing"],
  [
    "a row more",
    'id,text,x,x_f\n1,"a, b\nc",2.5,0\n2,d,12345.678901234567,100\n3,e,1,1\n',
    "more than 2 rows",
  ],
  ["a missing column", 'id,text,x\n1,"a, b\nc",2.5\n', "header: cells are missing"],
  ["another name", "id,text,x,x_g\n", "header: x_g instead of x_f"],
  ["another text", 'id,text,x,x_f\n1,"a, b\nC",2.5,0\n', "row 0: a, b\nC instead of a, b\nc"],
  ["another number", 'id,text,x,x_f\n1,"a, b\nc",2.50001,0\n', "row 0: 2.50001 instead of 2.5"],
  ["an empty cell", 'id,text,x,x_f\n1,"a, b\nc",,0\n', "row 0:  instead of 2.5"],
  ["a wrong result", 'id,text,x,x_f\n1,"a, b\nc",2.5,0.0001\n', "row 0: 0.0001 instead of 0"],
  ["an empty result", 'id,text,x,x_f\n1,"a, b\nc",2.5,\n', "row 0:  instead of 0"],
  ["a cell more", 'id,text,x,x_f\n1,"a, b\nc",2.5,0,\n', "row 0: too many cells"],
];

for (const [what, text, message] of WRONG) {
  Deno.test(`the CSV benchmark refuses ${what}`, async () => {
    await assertRejects(() => verify(text), Error, message);
  });
}
