import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  encodeFields,
  encodeInteger,
  encodeList,
  readFields,
  readInteger,
  readList,
  TruncatedError,
  WIRE,
} from "../../../formats/parquet/thrift/compact.ts";
import {
  binary,
  flag,
  i32,
  i64,
  integers,
  struct,
  text,
  ThriftStruct,
} from "../../../formats/parquet/thrift/struct.ts";

Deno.test("a struct keeps unknown fields, their types and their order through an edit", () => {
  const unknown = { id: 900, type: WIRE.double, bytes: new Float64Array([1.5]).buffer };
  const bytes = encodeFields([
    i64(7, -3),
    flag(2, true),
    struct(40, text(1, "x"), flag(2, false)),
    { ...unknown, bytes: new Uint8Array(unknown.bytes) },
    integers(3, [1, 2, 3]),
  ]);
  const decoded = ThriftStruct.decode(bytes);
  assertEquals(decoded.encode(), bytes);
  assertEquals(decoded.fields.map(({ id }) => id), [7, 2, 40, 900, 3]);
  const edited = decoded.with(i64(7, 2 ** 40));
  assertEquals(edited.fields.slice(1), decoded.fields.slice(1));
  assertEquals(edited.integer(7), 2 ** 40);
  assertEquals(edited.with(i64(7, -3)).encode(), bytes);
  assertEquals(decoded.flag(2), true);
  assertEquals(decoded.struct(40)!.text(1), "x");
});

Deno.test("integers of all lengths read back, and none that a number cannot hold passes for one", () => {
  for (const value of [0n, 1n, -1n, 63n, -64n, 2n ** 31n, -(2n ** 63n), 2n ** 63n - 1n]) {
    assertEquals(readInteger(encodeInteger(value), WIRE.i64), value);
  }
  const large = new ThriftStruct([{ id: 1, type: WIRE.i64, bytes: encodeInteger(2n ** 60n) }]);
  assertThrows(() => large.integer(1), RangeError, "too large");
});

Deno.test("lists of any length read back with the header that they had", () => {
  for (const length of [0, 1, 14, 15, 16, 300]) {
    const items = Array.from({ length }, (_, i) => encodeInteger(i));
    const bytes = encodeList({ type: WIRE.i32, items });
    assertEquals(encodeList(readList(bytes)), bytes);
  }
});

Deno.test("a field of another type is an error that names the field", () => {
  const struct = new ThriftStruct([i32(1, 5), binary(2, Uint8Array.of(1))]);
  assertThrows(() => struct.text(1), RangeError, "field 1 has the type 5, expected a text");
  assertThrows(() => struct.integer(2), RangeError, "field 2 has the type 8, expected an integer");
  assertThrows(() => struct.integer(3), RangeError, "field 3 is missing");
  assertEquals(struct.integer(3, undefined), undefined);
});

Deno.test("every beginning of a struct is truncated, and hostile lengths and depths are refused", () => {
  const bytes = encodeFields([i64(1, 2 ** 50), struct(2, text(1, "abc")), integers(3, [1, 2])]);
  for (let length = 0; length < bytes.length; length++) {
    assertThrows(() => readFields(bytes.subarray(0, length)), TruncatedError);
  }
  // A list of two billion items in six bytes.
  const list = Uint8Array.of(0x19, 0xf5, 0xff, 0xff, 0xff, 0xff, 0x07);
  assertThrows(() => readFields(list), RangeError, "goes beyond the end");
  const deep = new Uint8Array(100_000).fill(0x1c);
  assertThrows(() => readFields(deep), RangeError, "inside each other");
  assertThrows(() => readFields(new Uint8Array(20).fill(0xff)), RangeError);
  assert(readFields(Uint8Array.of(0)).fields.length === 0);
});
