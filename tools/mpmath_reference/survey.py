"""The worst inputs that `deno task accuracy --json tools/mpmath_reference/survey.json` found."""

import json
from pathlib import Path

SURVEY = Path(__file__).with_name("survey.json")


def bad_inputs(subject, kind):
    rows = json.loads(SURVEY.read_text())["rows"] if SURVEY.exists() else []
    key = (subject.kernel, subject.parameter, kind)
    found = [row["worst"] for row in rows if (row["kernel"], row.get("parameter"), row["type"]) == key]
    return [float.fromhex(sample["x"]) for worst in found for sample in worst]
