import { assertEquals, assertRejects } from "@std/assert";
import { makeNpy } from "../../support/make_npy.ts";
import { runHere } from "../run_parts.ts";
import { Workdir } from "../workdir.ts";

Deno.test("rows that take no bytes pass to Arrow, and too many of them are refused elsewhere", async () => {
  await using dir = await Workdir.create();
  for (
    const [rows, isRefused] of [[2_000_000_000, true], [70_000_000, true], [1000, false]] as const
  ) {
    await dir.write("x.npy", makeNpy([], { descr: "<f8", shape: [rows, 0] }));
    const arrow = await runHere(dir, ["convert", dir.path("x.npy")], "x.arrow");
    assertEquals(arrow.length < 1000, true);
    for (const name of ["x.npy", "x.arrow"]) {
      const input = dir.path(name);
      for (const args of [["reduce", "n = count()", input], ["map", "y = 1", input]]) {
        const output = args[0] === "map" ? "y.arrow" : "y.csv";
        if (isRefused) {
          await assertRejects(() => runHere(dir, args, output), RangeError, "take no bytes");
        } else {
          await runHere(dir, args, output);
        }
      }
    }
  }
  assertEquals(new TextDecoder().decode(await dir.read("y.csv")), "n\n1000\n");
});
