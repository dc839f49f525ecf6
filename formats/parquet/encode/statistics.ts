import { STATISTICS } from "../metadata.ts";
import { binary, flag, i64, struct } from "../thrift/struct.ts";
import type { ThriftField } from "../thrift/compact.ts";
import { findExtremes } from "../../../kernels/extremes.ts";
import type { FloatArray } from "../../../kernels/float_types.ts";

/** Numbers whose smallest and largest are known. */
export type ComparedArray = FloatArray | Int32Array | Uint32Array | BigInt64Array | BigUint64Array;

/**
 * What the footer says of the values of a column chunk: how many are null or NaN, and the smallest
 * and the largest of the others.
 */
export class ChunkStatistics {
  #nulls = 0;
  #nans = 0;
  #isFloat = false;
  #min?: number | bigint;
  #max?: number | bigint;
  #Type?: new (values: Iterable<never>) => ArrayBufferView;

  addNulls(count: number): void {
    this.#nulls += count;
  }

  /** Adds values that are not null. */
  add(values: ComparedArray): void {
    this.#Type = values.constructor as new (values: Iterable<never>) => ArrayBufferView;
    const { length } = values;
    if (values instanceof BigInt64Array || values instanceof BigUint64Array) {
      let [min, max] = [this.#min as bigint | undefined, this.#max as bigint | undefined];
      for (let i = 0; i < length; i++) {
        const value = values[i];
        if (min === undefined || value < min) min = value;
        if (max === undefined || value > max) max = value;
      }
      [this.#min, this.#max] = [min, max];
      return;
    }
    this.#isFloat = !(values instanceof Int32Array || values instanceof Uint32Array);
    const { least, greatest, nans } = findExtremes(values);
    this.#nans += nans;
    if (nans === length) return;
    this.#min = Math.min(this.#min as number ?? Infinity, least);
    this.#max = Math.max(this.#max as number ?? -Infinity, greatest);
  }

  /** Encodes the statistics as a field. */
  encode(id: number): ThriftField {
    // Zeros have two signs, which compare as equal: the statistics must hold for both.
    const [min, max] = this.#isFloat
      ? [this.#min === 0 ? -0 : this.#min, this.#max === 0 ? 0 : this.#max]
      : [this.#min, this.#max];
    return struct(
      id,
      i64(STATISTICS.nullCount, this.#nulls),
      ...(min === undefined || max === undefined ? [] : [
        binary(STATISTICS.max, this.#bytes(max)),
        binary(STATISTICS.min, this.#bytes(min)),
        flag(STATISTICS.isMaxExact, true),
        flag(STATISTICS.isMinExact, true),
      ]),
      ...(this.#isFloat ? [i64(STATISTICS.nanCount, this.#nans)] : []),
    );
  }

  #bytes(value: number | bigint): Uint8Array {
    const { buffer } = new this.#Type!([value as never]);
    return new Uint8Array(buffer as ArrayBuffer);
  }
}
