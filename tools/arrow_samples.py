"""Makes the Arrow files that the tests read, with pyarrow 25. Run it in the repository:

    python3 tools/arrow_samples.py

tests/data/arrow/*.arrow    files
tests/data/arrow/*.arrows   streams
"""

from decimal import Decimal
from pathlib import Path

import pyarrow as pa
from pyarrow import ipc

FOLDER = Path("tests/data/arrow")
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


def write(name, schema, batches, **options):
    """Writes a table as file and stream, or as what the name says; a batch may have metadata."""
    options = ipc.IpcWriteOptions(**options)
    for ending, new in ((".arrow", ipc.new_file), (".arrows", ipc.new_stream)):
        stem = name.removesuffix(".arrows").removesuffix(".arrow")
        if name not in (stem, stem + ending):
            continue
        with new(str(FOLDER / (stem + ending)), schema, options=options) as writer:
            for batch in batches:
                batch, metadata = batch if isinstance(batch, tuple) else (batch, None)
                writer.write_batch(batch, custom_metadata=metadata)


def numbers():
    """Every type of number with nulls: a batch, a part of it that begins inside a byte, an empty one."""
    columns = {name: pa.array(values * 3, name) for name, values in NUMBERS.items()}
    columns["full"] = pa.array([float(i) for i in range(15)])
    batch = pa.record_batch(columns)
    batches = [batch, batch.slice(3, 9), batch.slice(0, 0), batch.slice(14, 1)]
    schema = batch.schema.set(11, pa.field("full", pa.float64(), nullable=False))
    batches = [pa.record_batch(b.columns, schema=schema) for b in batches]
    write("numbers", schema, batches)
    write("numbers_lz4", schema, batches[:2], compression="lz4")
    write("numbers_zstd", schema, batches[:2], compression="zstd")
    write("numbers_old", schema, batches, use_legacy_format=True, metadata_version=ipc.MetadataVersion.V4)


def mixed():
    """One column of each other kind, metadata everywhere, and a column of numbers last."""
    union_ids = pa.array([0, 1, 1, 0], pa.int8())
    parts = [pa.array([1, 0, 0, 2]), pa.array(["", "b", None, ""])]
    dense = [pa.array([1, 2]), pa.array(["b", None])]
    long = "a text that is too long for a view to hold"
    columns = {
        "utf8": pa.array(["a", None, "", "ü"]),
        "large_utf8": pa.array(["a", None, "", "ü"], pa.large_utf8()),
        "utf8_view": pa.array([long, None, "short", long + "!"], pa.string_view()),
        "binary_view": pa.array([b"\0" * 20, None, b"short", b""], pa.binary_view()),
        "bool": pa.array([True, None, False, True]),
        "null": pa.nulls(4),
        "date": pa.array([0, 1, None, -1], pa.date32()),
        "timestamp": pa.array([0, 1, None, -1], pa.timestamp("ns", "Europe/Berlin")),
        "duration": pa.array([0, 1, None, -1], pa.duration("us")),
        "interval": pa.array([(1, 2, 3), None, (4, 5, 6), (0, 0, 0)], pa.month_day_nano_interval()),
        "decimal": pa.array([Decimal("1.23"), None, Decimal("-4.56"), Decimal(0)], pa.decimal128(5, 2)),
        "fixed": pa.array([b"abc", None, b"def", b"ghi"], pa.binary(3)),
        "list": pa.array([[1, 2], None, [], [None]], pa.list_(pa.int32())),
        "list_view": pa.array([["a"], None, [], ["b", "c"]], pa.list_view(pa.string_view())),
        "fixed_list": pa.array([[1, 2], None, [3, 4], [5, 6]], pa.list_(pa.float64(), 2)),
        "struct": pa.array([{"a": 1, "b": "x"}, None, {"a": None, "b": None}, {"a": 2, "b": ""}]),
        "map": pa.array([[("k", 1)], None, [], [("l", None)]], pa.map_(pa.utf8(), pa.int32())),
        "sparse_union": pa.UnionArray.from_sparse(union_ids, parts),
        "dense_union": pa.UnionArray.from_dense(union_ids, pa.array([0, 0, 1, 1], pa.int32()), dense),
        "runs": pa.RunEndEncodedArray.from_arrays(pa.array([1, 4], pa.int32()), pa.array(["a", None])),
        "dictionary": pa.array(["x", "y", None, "x"]).dictionary_encode(),
        "nested": pa.array([["p"], ["q", "p"], None, []], pa.list_(pa.dictionary(pa.int8(), pa.utf8()))),
        "uuid": pa.ExtensionArray.from_storage(pa.uuid(), pa.array([b"0123456789abcdef"] * 4, pa.binary(16))),
        "x": pa.array([0.5, None, 1.5, 2.5]),
    }
    batch = pa.record_batch(columns)
    fields = [field.with_metadata({"column": field.name}) for field in batch.schema]
    fields[22] = batch.schema.field("uuid")
    schema = pa.schema(fields, metadata={"who": "specol", "what": "ü"})
    batch = pa.record_batch(batch.columns, schema=schema)
    write("mixed", schema, [(batch, {"number": "1"}), batch.slice(1, 2), (batch, {"number": "3"})])


def dictionaries():
    """Dictionaries that grow, that are replaced, and that no column has yet."""
    index = pa.int8()
    def column(values, dictionary):
        values = pa.DictionaryArray.from_arrays(pa.array(values, index), pa.array(dictionary))
        return pa.record_batch({"d": values, "x": pa.array([float(len(dictionary))] * len(values))})
    first, more, other = column([0, 1], ["a", "b"]), column([2, 0], ["a", "b", "c"]), column([0], ["z"])
    write("dictionary_delta", first.schema, [first, more], emit_dictionary_deltas=True)
    write("dictionary_replaced.arrows", first.schema, [first, other, first])


def shapes():
    """Tables without batches, without rows and without columns."""
    schema = pa.schema({"x": pa.float64(), "d": pa.dictionary(pa.int8(), pa.utf8())})
    write("no_batches", schema, [])
    none = pa.schema([], metadata={"a": "b"})
    write("no_columns", none, [pa.RecordBatch.from_struct_array(pa.array([{}] * 3, pa.struct([])))])


FOLDER.mkdir(parents=True, exist_ok=True)
numbers()
mixed()
dictionaries()
shapes()
