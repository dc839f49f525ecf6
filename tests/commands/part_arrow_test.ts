import { assertEquals, assertRejects } from "@std/assert";
import { MessageReader } from "../../formats/arrow/decode/message_reader.ts";
import { ArrowReader } from "../../formats/arrow/decode/reader.ts";
import { sample, sampleNames } from "../../support/arrow_samples.ts";
import { makeNpy } from "../../support/make_npy.ts";
import { memorySource } from "../../support/memory.ts";
import { makeRandom, randomCsv } from "../formats/csv/random_csv.ts";
import { UsageError } from "../../plan/usage_error.ts";
import { cat, runHere, runParts } from "../run_parts.ts";
import { Workdir } from "../workdir.ts";

/** The messages of an Arrow file or stream, each with all of its bytes. */
async function messagesOf(bytes: Uint8Array): Promise<{ kind: string; text: string }[]> {
  const reader = await MessageReader.open(memorySource(bytes));
  const found: { kind: string; text: string }[] = [];
  for (let at = reader.bytes.position;;) {
    const message = await reader.read();
    if (message === undefined) return found;
    const end = reader.bytes.position;
    found.push({ kind: message.kind, text: bytes.subarray(at, end).toBase64() });
    at = end;
  }
}

/** The footer's metadata of a file, which is read to its end. */
async function metadataOf(bytes: Uint8Array): Promise<unknown> {
  using reader = await ArrowReader.open(memorySource(bytes));
  while (await reader.read() !== undefined);
  return reader.footer?.customMetadata;
}

/**
 * Compares pieces that are Arrow with the output of a single run. Each has its schema and, if it has a batch, its
 * dictionaries; and their batches are those of a single run, byte for byte.
 */
async function checkPieces(
  dir: Workdir,
  args: readonly string[],
  options: { count: number; to: string },
) {
  const { count, to } = options;
  const where = `${count} pieces of ${args.join(" ")} in ${to}`;
  const wholeBytes = await runHere(dir, args, `whole.${to}`);
  const parts = await runParts(dir, args, { count, output: `part.${to}` });
  const metadata = await metadataOf(wholeBytes);
  for (const part of parts) assertEquals(await metadataOf(part), metadata, where);
  const whole = await messagesOf(wholeBytes);
  const pieces = await Promise.all(parts.map(messagesOf));
  const isBatch = ({ kind }: { kind: string }) => kind === "batch";
  assertEquals(pieces.flatMap((piece) => piece.filter(isBatch)), whole.filter(isBatch), where);
  const head = whole.filter((message) => !isBatch(message));
  for (const piece of pieces) {
    const own = piece.filter((message) => !isBatch(message));
    assertEquals(own, piece.some(isBatch) ? head : head.slice(0, own.length), where);
  }
}

Deno.test("pieces of Arrow files and streams are cut where batches end", async () => {
  await using dir = await Workdir.create();
  // Of these dictionaries some come after a batch.
  const names = sampleNames().filter((name) => !/delta|replaced/.test(name));
  for (const name of names) {
    await dir.write(name, sample(name));
    const args = ["convert", dir.path(name)];
    for (const to of ["arrow", "arrows"]) {
      for (const count of [1, 2, 5, 40]) await checkPieces(dir, args, { count, to });
    }
  }
  const numbers = ["lgamma", "-c", "*", "--grad", dir.path("numbers_zstd.arrow")];
  await checkPieces(dir, numbers, { count: 3, to: "arrow" });
});

Deno.test("pieces of Arrow become CSV and npy, with every kind of dictionary", async () => {
  await using dir = await Workdir.create();
  for (const name of sampleNames().filter((name) => /delta|replaced|numbers/.test(name))) {
    await dir.write(name, sample(name));
    const args = ["convert", dir.path(name), "--to", "csv"];
    const whole = await runHere(dir, args, "whole.csv");
    for (const count of [1, 2, 9, 33]) {
      assertEquals(cat(await runParts(dir, args, { count, output: "part.csv" })), whole, name);
    }
  }
});

Deno.test("pieces of Arrow cannot share dictionaries that follow a batch, and all reject them", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.arrows", sample("dictionary_replaced.arrows"));
  for (const part of ["1/3", "2/3", "3/3"]) {
    const args = ["convert", dir.path("x.arrows"), "--part", part];
    await assertRejects(() => runHere(dir, args, "y.arrows"), TypeError, "--to csv");
  }
});

Deno.test("pieces of CSV and npy have the batches of a single run", async () => {
  await using dir = await Workdir.create();
  const random = makeRandom(20);
  const file = dir.path("x.csv");
  for (let i = 0; i < 12; i++) {
    await dir.write("x.csv", randomCsv(random, 300));
    const chunkSize = i === 0 ? "1M" : String(16 + Math.floor(random() * 2000));
    const count = 1 + Math.floor(random() * 40);
    const to = i % 2 === 0 ? "arrow" : "arrows";
    await checkPieces(dir, ["convert", file, "--chunk-size", chunkSize], { count, to });
    await checkPieces(dir, ["lgamma", "-c", "x", file, "--chunk-size", "700"], { count, to });
  }
  const values = Array.from({ length: 3000 }, (_, i) => i);
  for (const [i, fortran] of [false, true].entries()) {
    for (const shape of [[3000], [1000, 3]]) {
      await dir.write("x.npy", makeNpy(values, { descr: i === 0 ? "<f8" : "|u1", shape, fortran }));
      for (const chunkSize of ["64", "999", "4096"]) {
        const args = ["convert", dir.path("x.npy"), "--chunk-size", chunkSize];
        await checkPieces(dir, args, { count: 1 + Math.floor(random() * 20), to: "arrow" });
      }
    }
  }
});

Deno.test("pieces of CSV that is much larger than a chunk have the batches of a single run", async () => {
  await using dir = await Workdir.create();
  const row = (i: number) => `${i},${(i % 997) / 7},"a ""quoted"" text\nof ${i}"\n`;
  const rows = Array.from({ length: 200_000 }, (_, i) => row(i)).join("");
  await dir.write("x.csv", "id,x,t\n" + rows);
  await checkPieces(dir, ["lgamma", "-c", "x", dir.path("x.csv")], { count: 3, to: "arrow" });
});

Deno.test("several inputs of several formats are cut as one list, also to Arrow", async () => {
  await using dir = await Workdir.create();
  const random = makeRandom(9);
  const text = (rows: number) =>
    "x\n" + Array.from({ length: rows }, () => `${random()}\n`).join("");
  await dir.write("a.csv", text(40));
  await dir.write("c.csv", text(90));
  const inputs = ["a.csv", "b.arrow", "c.csv", "d.npy"].map((name) => dir.path(name));
  await runHere(dir, ["convert", dir.path("c.csv"), "--chunk-size", "200"], "b.arrow");
  await dir.write("d.npy", makeNpy([1, 2, 3, 4, 5], { descr: "<f8", shape: [5] }));
  for (const count of [1, 2, 5, 31]) {
    const args = ["lgamma", "-c", "x", ...inputs, "--chunk-size", "100"];
    await checkPieces(dir, args, { count, to: "arrow" });
    await checkPieces(dir, [...args, "--file-column", "f"], { count, to: "arrows" });
    const whole = await runHere(dir, [...args, "--to", "csv"], "whole");
    const parts = await runParts(dir, [...args, "--to", "csv"], { count, output: "part" });
    assertEquals(cat(parts), whole);
  }
});

Deno.test("a row that cannot be written is named by its number in the piece", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.csv", "t,n\n" + "a,1\n".repeat(60) + ",1\n" + "b,1\n".repeat(20));
  await runHere(dir, ["convert", dir.path("x.csv"), "--chunk-size", "40"], "x.arrow");
  const args = ["convert", dir.path("x.arrow"), "-c", "t", "--to", "csv"];
  await assertRejects(() => runHere(dir, args, "y"), TypeError, "the text in row 61 is null");
  const parts = runParts(dir, args, { count: 4, output: "y" });
  await assertRejects(() => parts, TypeError, "of the piece is null");
});

Deno.test("errors of a piece of Arrow name the row in the complete file", async () => {
  await using dir = await Workdir.create();
  await dir.write("x.csv", "x\n" + Array.from({ length: 90 }, (_, i) => `${80 - i}\n`).join(""));
  await runHere(dir, ["convert", dir.path("x.csv"), "--chunk-size", "50"], "x.arrow");
  const args = ["lgamma", "-c", "x", dir.path("x.arrow"), "--strict", "--part", "5/7"];
  await assertRejects(() => runHere(dir, args, "y.arrow"), RangeError, "row 81 of");
});

Deno.test("dictionaries of several inputs are shared by pieces that are files, not streams", async () => {
  await using dir = await Workdir.create();
  for (const name of ["a.arrow", "b.arrow"]) await dir.write(name, sample("mixed.arrow"));
  const args = ["convert", dir.path("a.arrow"), dir.path("b.arrow")];
  for (const count of [1, 2, 5]) await checkPieces(dir, args, { count, to: "arrow" });
  const refused = () => runHere(dir, [...args, "--part", "1/2"], "y.arrows");
  await assertRejects(refused, UsageError, "--to arrow");
  // Dictionaries of columns that are not written do not matter.
  const others = ["convert", "-c", "x,utf8", ...args.slice(1)];
  for (const count of [1, 2, 5]) await checkPieces(dir, others, { count, to: "arrows" });
});
