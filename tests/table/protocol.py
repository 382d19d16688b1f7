"""The documented schema of the protocol, to hold messages against. Run as a program it renews it."""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs

from fivedice.table.protocol import messages

FILE = Path(__file__).parents[2] / "docs" / "protocol.schema.json"
RENEW = "python -m tests.table.protocol"


def text() -> str:
    """The schema as its file has it."""
    return json.dumps(messages.schema(), indent=1) + "\n"


def _direction(way: str) -> Any:
    """Holds messages against the schema, and refuses fields that it does not have."""
    whole = messages.schema()
    for shape in whole["$defs"].values():
        if "properties" in shape:
            shape["additionalProperties"] = False
    return jsonschema_rs.validator_for({**whole, "anyOf": [{"$ref": f"#/$defs/{way}"}]})


FROM_TABLE = _direction("FromTable")
FROM_CLIENT = _direction("FromClient")

if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
