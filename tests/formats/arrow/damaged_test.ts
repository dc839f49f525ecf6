import { concat } from "@std/bytes/concat";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import {
  encodeFlat,
  flatNumber,
  type FlatValue,
} from "../../../formats/arrow/encode/flatbuffer_writer.ts";
import { ArrowReader } from "../../../formats/arrow/decode/reader.ts";
import { memorySource } from "../../../support/memory.ts";
import { passOn } from "../../../support/pass_on_arrow.ts";
import { sample } from "../../../support/arrow_samples.ts";
import { withLateDictionaries } from "./polars_files.ts";

/** Reads everything there is, numbers included, and writes it again. */
async function readAll(bytes: Uint8Array, atATime?: number): Promise<number> {
  using reader = await ArrowReader.open(memorySource(bytes, atATime));
  let rows = 0;
  for (let batch = await reader.read(); batch !== undefined; batch = await reader.read()) {
    reader.columns.forEach(({ type }, i) => type !== undefined && batch!.numbers(i));
    rows += batch.rows;
  }
  return rows;
}

/** A stream of one message. */
function stream(message: FlatValue): Uint8Array<ArrayBuffer> {
  const metadata = encodeFlat(message);
  return concat([new Uint8Array(Uint32Array.of(0xffffffff, metadata.length).buffer), metadata]);
}

function schemaMessage({ endianness = 0, version = 4, fields = [] as FlatValue[] }): FlatValue {
  const schema: FlatValue = {
    kind: "table",
    slots: [flatNumber(2, endianness), { kind: "list", items: fields }],
  };
  return { kind: "table", slots: [flatNumber(2, version), flatNumber(1, 1), schema] };
}

Deno.test("a file that ends too early is an error wherever it ends, from disk and from a pipe", async () => {
  const samples = [["dictionary_delta.arrow", 1], ["no_columns.arrow", 1], [
    "mixed.arrow",
    13,
  ]] as const;
  for (const [name, step] of samples) {
    const bytes = sample(name);
    for (let length = 0; length < bytes.length; length += step) {
      for (const atATime of [undefined, 64]) {
        await assertRejects(
          () => readAll(bytes.subarray(0, length), atATime),
          SyntaxError,
          "Cannot read x.arrow: it ",
          `${name} cut at ${length}`,
        );
      }
    }
  }
});

Deno.test("a stream may end between messages, and not inside one", async () => {
  const bytes = sample("numbers.arrows");
  const ends = new Map<number, number>();
  for (let length = 0; length < bytes.length; length++) {
    try {
      ends.set(length, await readAll(bytes.subarray(0, length), 64));
    } catch (error) {
      assert(error instanceof SyntaxError && error.message.startsWith("Cannot read x.arrow: it "));
    }
  }
  // After the schema and after each of its four batches.
  assertEquals([...ends.values()], [0, 15, 24, 24, 25]);
});

Deno.test("any byte may be wrong: it is an error or other data, and always an end", async () => {
  const names = ["numbers.arrow", "mixed.arrows", "dictionary_delta.arrow", "numbers_lz4.arrows"];
  const samples: [string, Uint8Array][] = [
    ...names.map((name): [string, Uint8Array] => [name, sample(name)]),
    ["mixed.arrow with late dictionaries", withLateDictionaries(sample("mixed.arrow"))],
  ];
  for (const [name, bytes] of samples) {
    // In a large sample some of the bytes, evenly.
    const step = Math.ceil(bytes.length / 150);
    for (let at = 0; at < bytes.length; at += step) {
      for (const wrong of [bytes[at] ^ 1, bytes[at] ^ 0x80, 0xff]) {
        const changed = bytes.slice();
        changed[at] = wrong;
        for (
          const run of [readAll, (bytes: Uint8Array) => passOn(bytes, { container: "stream" })]
        ) {
          try {
            await run(changed);
          } catch (error) {
            assert(
              error instanceof Error &&
                /^Cannot (read x\.arrow|write an Arrow)/.test(error.message),
              `${name}, byte ${at} = ${wrong}: ${(error as Error).stack}`,
            );
          }
        }
      }
    }
  }
});

Deno.test("a length that nothing confirms takes no memory", async () => {
  const huge = new Uint8Array(Uint32Array.of(0xffffffff, 0x7fffffff).buffer);
  const message: FlatValue = {
    kind: "table",
    slots: [
      flatNumber(2, 4),
      flatNumber(1, 3),
      { kind: "table", slots: [] },
      flatNumber(8, 2 ** 52),
    ],
  };
  const schema = stream(schemaMessage({}));
  for (const bytes of [concat([schema, huge]), concat([schema, stream(message), huge])]) {
    for (const atATime of [undefined, 1000]) {
      await assertRejects(
        () => readAll(bytes, atATime),
        SyntaxError,
        "Cannot read x.arrow: it ends",
      );
    }
  }
});

Deno.test("what is not supported is an error that says so", async () => {
  const field: FlatValue = {
    kind: "table",
    slots: [
      { kind: "text", bytes: new TextEncoder().encode("x") },
      undefined,
      flatNumber(1, 99),
      { kind: "table", slots: [] },
    ],
  };
  const cases: [FlatValue, string][] = [
    [
      schemaMessage({ endianness: 1 }),
      "Cannot read x.arrow: byte 0: its numbers are big-endian, but only little-endian is supported; " +
      "rewrite it on a little-endian machine",
    ],
    [
      schemaMessage({ version: 2 }),
      "Cannot read x.arrow: byte 0: version 3 of the metadata, supported are 4 and 5",
    ],
    [
      schemaMessage({ fields: [field] }),
      'Cannot read x.arrow: byte 0: column "x" has a type that the Arrow format does not have (number 99)',
    ],
  ];
  for (const [message, words] of cases) {
    await assertRejects(() => readAll(stream(message)), TypeError, words);
  }
});

Deno.test("fields that contain themselves many times over are refused", async () => {
  const type: FlatValue = { kind: "table", slots: [] };
  let field: FlatValue = { kind: "table", slots: [undefined, undefined, flatNumber(1, 1), type] };
  for (let depth = 0; depth < 60; depth++) {
    const children: FlatValue = { kind: "list", items: [field, type] };
    field = {
      kind: "table",
      slots: [undefined, undefined, flatNumber(1, 13), type, undefined, children],
    };
  }
  const bytes = stream(schemaMessage({ fields: [field] }));
  // The list of each field then refers to the same child twice: 2^60 fields in a few bytes.
  const shared = shareChildren(bytes);
  await assertRejects(() => readAll(shared), SyntaxError, "damaged Arrow metadata");
});

// Lets the second reference of each list of two point where the first does.
function shareChildren(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer);
  for (let at = 8; at + 12 <= bytes.length; at += 4) {
    const [count, first, second] = [0, 4, 8].map((offset) => view.getUint32(at + offset, true));
    if (count === 2 && first > 4 && second > 4) view.setUint32(at + 8, first - 4, true);
  }
  return bytes;
}

Deno.test("what comes after a table is named, and not lost", async () => {
  const [stream, file] = [sample("numbers.arrows"), sample("numbers.arrow")];
  const open = stream.subarray(0, -8); // without its end
  const old = sample("numbers_old.arrows");
  const npy = new TextEncoder().encode("?NUMPY\x01\0");
  npy[0] = 0x93;
  const text = new TextEncoder().encode("a,b\n1,2\n");
  const garbage = new Uint8Array(100);
  const cases: [Uint8Array[], string][] = [
    [[stream, stream], "after the end of the Arrow stream comes an Arrow stream;"],
    [[stream, file], "after the end of the Arrow stream comes an Arrow file;"],
    [[stream, text], 'after the end of the Arrow stream comes text: "a,b\\n1,2\\n";'],
    [
      [stream, garbage],
      "after the end of the Arrow stream comes data that start with the bytes 00",
    ],
    [[open, stream], "after the end of a batch comes another Arrow stream;"],
    [[open, file], "after the end of a message comes an Arrow file;"],
    [[open, npy], "after the end of a message comes an npy file;"],
    [[old, old], "after the end of the Arrow stream comes an Arrow stream in the format before"],
    [[old.subarray(0, -4), file], "after the end of a message comes an Arrow file;"],
    [[file, file], "after the end of the Arrow file comes an Arrow file;"],
    [[file, sample("mixed.arrow")], "after the end of the Arrow file comes an Arrow file;"],
    [[file, stream], "after the end of the Arrow file comes an Arrow stream;"],
    [[file, npy, file], "after the end of the Arrow file comes an npy file;"],
    [[file, garbage], "after the end of the Arrow file comes data that start with the bytes 00"],
    [[sample("no_batches.arrow"), file], "after the end of the Arrow file comes an Arrow file;"],
    [[file, sample("no_batches.arrow")], "after the end of the Arrow file comes an Arrow file;"],
    [[file, new Uint8Array(2 ** 27)], "after the end of the Arrow file comes data that start"],
  ];
  for (const [parts, words] of cases) {
    for (const atATime of [undefined, 100, 100_000]) {
      if (atATime === 100 && parts.at(-1)!.length > 1e6) continue;
      const error = await assertRejects(
        () => readAll(concat(parts), atATime),
        SyntaxError,
        words,
      );
      assertMatch(
        error.message,
        new RegExp(`^Cannot read x.arrow: byte ${parts[0].length}: .*; specol reads`),
      );
    }
  }
});

Deno.test("a file need not have the end of a stream before its footer", async () => {
  const bytes = sample("numbers.arrow");
  const footerLength = new DataView(bytes.buffer).getInt32(bytes.length - 10, true);
  const footer = bytes.length - 10 - footerLength;
  const without = concat([bytes.subarray(0, footer - 8), bytes.subarray(footer)]);
  assertEquals(await readAll(without), 25);
  assertEquals(await readAll(without, 10), 25);
});

Deno.test("a footer that does not agree with what was read is an error", async () => {
  const [bytes, other] = [sample("numbers.arrow"), sample("no_batches.arrow")];
  const tail = (file: Uint8Array<ArrayBuffer>): number =>
    file.length - 10 - new DataView(file.buffer).getInt32(file.length - 10, true);
  const mixed = concat([bytes.subarray(0, tail(bytes)), other.subarray(tail(other))]);
  await assertRejects(
    () => readAll(mixed),
    SyntaxError,
    "Cannot read x.arrow: its footer lists 0 batches, but it has 4",
  );
});
