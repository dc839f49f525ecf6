"""Makes the Parquet files that the tests read, with pyarrow 26, DuckDB and polars. Run it in the repository:

    python3 tools/parquet_samples.py

tests/data/parquet/*.parquet      files of every codec, encoding and version of pages
tests/data/parquet/values.csv     the values of all files whose name begins with values
"""

import datetime as dt
from decimal import Decimal
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

FOLDER = Path("tests/data/parquet")
NUMBERS = {
    "float16": [0.0, None, 1.5, float("nan"), -65504.0],
    "float32": [None, -0.0, 0.1, float("inf"), 1e-45],
    "float64": [0.0, 5e-324, None, None, -1.7976931348623157e308],
    "int8": [None, 127, -128, 0, 1],
    "int16": [-(2**15), None, 2**15 - 1, 0, 1],
    "int32": [-(2**31), 2**31 - 1, None, 0, 1],
    "int64": [-(2**63), 2**63 - 1, 2**53 + 1, None, -(2**53) - 3],
    "uint8": [0, 255, 1, 2, None],
    "uint16": [0, None, 2**16 - 1, 2, 1],
    "uint32": [0, 2**32 - 1, None, 2, 1],
    "uint64": [2**64 - 1, 2**63 + 1025, 2**53 + 1, None, 0],
}
DAY = dt.date(2024, 2, 29)
TIME = dt.datetime(2024, 2, 29, 12, 34, 56, 789000)
OTHERS = {
    "text": (pa.string(), ["a", None, "", "a,b", "zoë"]),
    "flag": (pa.bool_(), [True, False, None, True, True]),
    "day": (pa.date32(), [DAY, None, dt.date(1969, 12, 31), DAY, DAY]),
    "ms": (pa.timestamp("ms", "UTC"), [TIME, None, TIME, TIME, TIME]),
    "us": (pa.timestamp("us"), [None, TIME, TIME, TIME, TIME]),
    "clock": (pa.time64("us"), [TIME.time(), None, dt.time(0), TIME.time(), TIME.time()]),
    "price": (pa.decimal128(20, 3), [Decimal("1.250"), None, Decimal("-0.001"), Decimal(0), Decimal("99999999999999999.999")]),
    "cents": (pa.decimal128(5, 2), [Decimal("1.25"), Decimal("-999.99"), None, Decimal(0), Decimal("0.01")]),
}


def values(repeat=3):
    columns = {name: pa.array(numbers * repeat, name) for name, numbers in NUMBERS.items()}
    columns |= {name: pa.array(items * repeat, kind) for name, (kind, items) in OTHERS.items()}
    columns["full"] = pa.array([float(i) for i in range(5 * repeat)])
    inner = [{"a": i / 2, "b": {"c": i}} if i % 3 else None for i in range(5 * repeat)]
    columns["s"] = pa.array(inner, pa.struct([("a", pa.float64()), ("b", pa.struct([("c", pa.int32())]))]))
    table = pa.table(columns)
    index = table.schema.get_field_index("full")
    return table.set_column(index, pa.field("full", pa.float64(), nullable=False), columns["full"])


def write(name, table, **options):
    pq.write_table(table, FOLDER / f"{name}.parquet", **{"compression": "none", **options})


def as_text(value, kind):
    """What a value is in CSV."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dt.datetime):
        return value.isoformat(timespec="milliseconds" if kind.unit == "ms" else "microseconds").replace("+00:00", "Z")
    if isinstance(value, dt.time):
        return value.isoformat(timespec="microseconds")
    if isinstance(value, float):
        return float_text(value, kind)
    text = str(value)
    return f'"{text}"' if text == "" or "," in text else text


def float_text(value, kind):
    """The fewest digits that read back in the type."""
    if value != value:
        return "NaN"
    if kind != pa.float64():
        # The floats above that have fewer digits than a float64 needs.
        shorter = [text for text in ("-65500", "0.1", "1e-45") if value and pa.scalar(float(text), kind).as_py() == value]
        if shorter:
            return shorter[0]
    return repr(value).removesuffix(".0")  # Python and JavaScript agree but for that


def as_csv(table):
    """The table as specol prints it."""
    flat = table.flatten().flatten()
    columns = [[as_text(value, column.type) for value in column.to_pylist()] for column in flat.columns]
    lines = [",".join(flat.column_names)] + [",".join(row) for row in zip(*columns)]
    return "\n".join(lines) + "\n"


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    table = values()
    (FOLDER / "values.csv").write_text(as_csv(table))
    for codec in ("none", "snappy", "gzip", "zstd", "lz4", "brotli"):
        for version in ("1.0", "2.0"):
            write(f"values_{codec}_v{version[0]}", table, compression=codec, data_page_version=version)
    write("values_plain", table, use_dictionary=False)
    write("values_small_pages", table, data_page_size=1, write_batch_size=2, row_group_size=7)
    write("values_groups", table, row_group_size=4, use_dictionary=["text", "float64"], write_page_index=True)
    write("values_checksums", table, write_page_checksum=True, data_page_version="2.0", compression="zstd")
    write("values_old", table, version="1.0", store_schema=False, use_compliant_nested_type=False)
    encodings = {"float32": "BYTE_STREAM_SPLIT", "float64": "BYTE_STREAM_SPLIT", "full": "BYTE_STREAM_SPLIT", "float16": "BYTE_STREAM_SPLIT",
                 "int32": "DELTA_BINARY_PACKED", "int64": "DELTA_BINARY_PACKED", "uint64": "DELTA_BINARY_PACKED", "int8": "DELTA_BINARY_PACKED",
                 "uint32": "BYTE_STREAM_SPLIT", "text": "DELTA_BYTE_ARRAY", "flag": "RLE", "us": "DELTA_BINARY_PACKED"}
    for version in ("1.0", "2.0"):
        write(f"values_encoded_v{version[0]}", table, use_dictionary=False, column_encoding=encodings, data_page_version=version)
    write("values_lengths", table, use_dictionary=False, column_encoding={"text": "DELTA_LENGTH_BYTE_ARRAY"})
    write("empty", table.slice(0, 0))
    many = pa.table({"n": pa.array([(i * 37) % 1000 for i in range(3000)], pa.int64()), "k": pa.array([i // 7 for i in range(3000)], pa.int32())})
    write("many", many, use_dictionary=False, column_encoding="DELTA_BINARY_PACKED", row_group_size=1100, data_page_size=1024)
    write("many_snappy", many, compression="snappy", row_group_size=1100, data_page_size=1024,
          sorting_columns=[pq.SortingColumn(1), pq.SortingColumn(0)])
    lists = pa.table({"id": [1, 2, 3], "l": pa.array([[1.0, None], None, []]), "m": pa.array([[("k", 1)], [], None], pa.map_(pa.string(), pa.int32())),
                      "s": pa.array([{"l": [1], "x": 0.5}, None, {"l": None, "x": None}])})
    write("lists", lists)
    times = pa.table({"t": pa.array([TIME, dt.datetime(1969, 12, 31), dt.datetime(9999, 12, 31)], pa.timestamp("us"))})
    write("int96", times, use_deprecated_int96_timestamps=True)
    frame = pd.DataFrame({"x": [1.5, 2.5, None], "c": pd.Categorical(["a", "b", "a"])}, index=pd.Index([7, 8, 9], name="key"))
    frame.to_parquet(FOLDER / "pandas.parquet", compression="snappy")
    connection = duckdb.connect()
    connection.sql(f"copy (select i::int as i, i / 4 as x, 'text ' || i as t from range(20) r(i)) to '{FOLDER}/duckdb.parquet' (format parquet, codec zstd)")
    pl.DataFrame({"i": range(20), "x": [i / 4 for i in range(20)], "t": [f"text {i}" for i in range(20)]}).write_parquet(FOLDER / "polars.parquet")


main()
