"""Compares what pyarrow and DuckDB read from a Parquet file with what specol made of it:

    python3 witness_parquet.py in.parquet FOLDER

FOLDER/appended.parquet   the file with one more column
FOLDER/converted.arrow    the columns that have one value in each row
"""

import sys

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

path, folder = sys.argv[1:]
ADDED = "specol was here"


def texts(table):
    """A table as texts: NaN equals NaN there, and dates that Python does not have are numbers."""
    return [str(column.type) + column.combine_chunks().to_string(window=10**9) for column in table.columns]


def with_arrow():
    try:
        before = pq.ParquetFile(path).read()
    except Exception as error:
        return f"pyarrow refuses it: {error}"
    after = pq.ParquetFile(f"{folder}/appended.parquet").read()
    assert after.column_names[:-1] == before.column_names and after.column_names[-1] == ADDED
    assert texts(after.drop_columns([ADDED])) == texts(before), "pyarrow reads other values"
    assert set(after[ADDED].to_pylist()) <= {0.25}, "pyarrow reads other results"
    converted = pa.ipc.open_file(f"{folder}/converted.arrow").read_all()
    flat = before
    while any(pa.types.is_struct(kind) for kind in flat.schema.types):
        flat = flat.flatten()
    # By their places: names may be there twice.
    single = [i for i, kind in enumerate(flat.schema.types) if not pa.types.is_nested(kind)]
    assert converted.column_names == [flat.column_names[i] for i in single], "other columns"
    for name, values, i in zip(converted.column_names, converted.columns, single):
        expected = flat.column(i)
        if expected.type != values.type:
            expected = expected.cast(values.type)
        assert texts(pa.table({"x": values})) == texts(pa.table({"x": expected})), f"column {name} differs"
    return f"pyarrow: {after.num_columns} columns, {len(converted.column_names)} converted"


def with_duckdb():
    connection = duckdb.connect(config={"memory_limit": "3GB"})

    def read(name, columns=None):
        """A hash of each column with the numbers of its rows: some files hold gigabytes of text."""
        table = connection.read_parquet(name, file_row_number=True)
        columns = columns or [name for name in table.columns if name != "file_row_number"]
        hashes = ", ".join(f'bit_xor(hash(file_row_number, "{name}"))' for name in columns)
        return columns, table.query("t", f"select count(*), {hashes} from t").fetchall()

    try:
        columns, before = read(path)
    except Exception as error:
        return f"DuckDB refuses it: {str(error).splitlines()[0]}"
    _, after = read(f"{folder}/appended.parquet", columns)
    assert after == before, "DuckDB reads other values"
    return f"DuckDB: {after[0][0]} rows"


print(f"{with_arrow()}; {with_duckdb()}".replace("\n", " "))
