import { assertEquals, assertThrows } from "@std/assert";
import {
  formatDate,
  formatDecimal,
  formatTime,
  formatTimestamp,
} from "../../../formats/arrow/decode/read_values.ts";

Deno.test("dates and times are written as ISO 8601, with the digits of their unit", () => {
  assertEquals(formatDate(1709164800000n), "2024-02-29");
  assertEquals(formatDate(-62198755200000n), "-000001-01-01");
  assertEquals(formatTime(0n, 0), "00:00:00");
  assertEquals(formatTime(86_399_999n, 1), "23:59:59.999");
  assertEquals(formatTime(3_661_000_001n, 2), "01:01:01.000001");
  assertEquals(formatTime(1n, 3), "00:00:00.000000001");
  assertEquals(formatTimestamp(0n, 0), "1970-01-01T00:00:00");
  assertEquals(formatTimestamp(-1n, 1), "1969-12-31T23:59:59.999");
  assertEquals(formatTimestamp(1709210096789012n, 2), "2024-02-29T12:34:56.789012");
  assertThrows(() => formatTimestamp(2n ** 62n, 0), RangeError, "has no date");
});

Deno.test("decimals are written with all their digits", () => {
  const cases: [bigint, number, string][] = [
    [123n, 2, "1.23"],
    [-5n, 3, "-0.005"],
    [0n, 2, "0.00"],
    [12n, 0, "12"],
    [12n, -3, "12000"],
    [0n, -3, "0"],
    [10n ** 38n - 1n, 38, `0.${"9".repeat(38)}`],
  ];
  for (const [value, scale, text] of cases) assertEquals(formatDecimal(value, scale), text);
});
