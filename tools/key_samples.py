"""Makes the tables of keys that the tests group by, with pyarrow 26, DuckDB and polars. Run it in the repository:

    python3 tools/key_samples.py

tests/data/keys/*.parquet, *.arrow, *.arrows    the same rows, with texts stored in every way
tests/data/keys/rows.json                       their values
"""

import json
from pathlib import Path

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow import ipc

FOLDER = Path("tests/data/keys")
ROWS = 900
BATCH = 250
TEXTS = ["b", "", None, "a", "zoë", "aa"]
LONG = ["q" * 255, "q" * 254 + "r"]


def rows():
    """A key of few texts, one of many, a number, and a value; equal keys are sometimes adjacent."""
    made = []
    seed = 1
    for i in range(ROWS):
        if i % 3 != 1:
            seed = seed * 48271 % 2147483647
        k = LONG[seed % len(LONG)] if seed % 41 < 2 else TEXTS[seed % len(TEXTS)]
        w = None if seed % 17 == 0 else f"word {seed // 8 % 300 + i // 3:04d}"
        n = None if seed % 13 == 0 else seed // 64 % 9 - 4
        made.append((k, w, n, None if i % 11 == 0 else (seed % 4001 - 2000) / 8))
    return [list(column) for column in zip(*made)]


def table(k, w, n, x, text=pa.string()):
    return pa.table({"k": pa.array(k, text), "w": pa.array(w, text), "n": pa.array(n, pa.int64()), "x": pa.array(x, pa.float64())})


def write_arrow(name, batches, new=ipc.new_file, **options):
    with new(str(FOLDER / name), batches[0].schema, options=ipc.IpcWriteOptions(**options)) as writer:
        for batch in batches:
            writer.write_batch(batch)


def entries(values, spare, index=pa.int32()):
    """Texts as entries of a dictionary that has some of them twice, a null, and others that no row has."""
    known = list(dict.fromkeys(values))
    dictionary = known + spare + known
    second = len(known) + len(spare)
    places = [known.index(value) + (second if i % 5 == 0 else 0) for i, value in enumerate(values)]
    places = [None if value is None and i % 2 else place for i, (place, value) in enumerate(zip(places, values))]
    made = pa.DictionaryArray.from_arrays(pa.array(places, index), pa.array(dictionary, pa.string()))
    assert made.to_pylist() == values
    return made


def dictionary_batches(k, w, n, x):
    """Batches, each with dictionaries of its own."""
    batches = []
    for at in range(0, ROWS, BATCH):
        part = [column[at:at + BATCH] for column in (k, w, n, x)]
        batches.append(pa.record_batch({
            "k": entries(part[0], ["nobody"], pa.int8()), "w": entries(part[1], [f"spare {at}", ""], pa.int16()),
            "n": pa.array(part[2], pa.int64()), "x": pa.array(part[3], pa.float64())}))
    return batches


def growing_batches(k, w, n, x):
    """Batches whose dictionaries begin like those before."""
    batches = []
    for at in range(0, ROWS, BATCH):
        columns = {}
        for name, values in (("k", k), ("w", w)):
            known = [value for value in dict.fromkeys(values[:at + BATCH]) if value is not None]
            places = [None if value is None else known.index(value) for value in values[at:at + BATCH]]
            columns[name] = pa.DictionaryArray.from_arrays(pa.array(places, pa.int32()), pa.array(known, pa.string()))
        batches.append(pa.record_batch({**columns, "n": pa.array(n[at:at + BATCH], pa.int64()), "x": pa.array(x[at:at + BATCH], pa.float64())}))
    return batches


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    columns = rows()
    (FOLDER / "rows.json").write_text("[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in zip(*columns)) + "\n]\n")
    plain = table(*columns)
    groups = {"row_group_size": BATCH, "compression": "none"}
    pq.write_table(plain, FOLDER / "plain.parquet", use_dictionary=False, **groups)
    pq.write_table(plain, FOLDER / "dictionary.parquet", **{**groups, "compression": "snappy"})
    # Pages follow that are plain, since the dictionary became too long; and batches of both.
    small = {"dictionary_pagesize_limit": 600, "data_page_size": 200, "write_batch_size": 40}
    pq.write_table(plain, FOLDER / "overflow.parquet", **{**groups, **small, "row_group_size": 2 * BATCH})
    pq.write_table(plain, FOLDER / "overflow_v2.parquet", data_page_version="2.0", **{**groups, **small, "compression": "zstd"})
    pq.write_table(plain, FOLDER / "delta.parquet", use_dictionary=False, column_encoding={"k": "DELTA_BYTE_ARRAY", "w": "DELTA_LENGTH_BYTE_ARRAY"}, **groups)
    duckdb.connect().from_arrow(plain).to_parquet(str(FOLDER / "duckdb.parquet"), row_group_size=BATCH)
    pl.from_arrow(plain).write_parquet(FOLDER / "polars.parquet", row_group_size=BATCH)
    for name, kind in (("utf8", pa.string()), ("large", pa.large_string()), ("view", pa.string_view())):
        parts = [[column[at:at + BATCH] for column in columns] for at in range(0, ROWS, BATCH)]
        write_arrow(f"{name}.arrow", [table(*part, kind).to_batches()[0] for part in parts])
    write_arrow("utf8.arrows", plain.to_batches(max_chunksize=BATCH), ipc.new_stream)
    write_arrow("zstd.arrow", plain.to_batches(max_chunksize=BATCH), compression="zstd")
    write_arrow("replaced.arrows", dictionary_batches(*columns), ipc.new_stream)
    growing = growing_batches(*columns)
    write_arrow("dictionary.arrow", pa.Table.from_batches(growing).unify_dictionaries().to_batches())
    write_arrow("delta.arrow", growing, emit_dictionary_deltas=True)
    write_arrow("delta.arrows", growing, ipc.new_stream, emit_dictionary_deltas=True)


main()
