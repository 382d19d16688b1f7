"""The schema of the protocol in the documents, and the types of it for the pages' scripts.

Run as a program it renews both. Tests hold messages against the schema.
"""

import json
from pathlib import Path
from typing import Any

import jsonschema_rs

from fivedice.table.protocol import messages

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs" / "protocol.schema.json"
TYPES = ROOT / "types" / "protocol.d.ts"
RENEW = "python -m tests.table.protocol"


def text() -> str:
    """The schema as its file has it."""
    return json.dumps(messages.schema(), indent=1) + "\n"


SHOWN = ("Picture", "You", "LogLine", "Revealed", "Feat", "HintedMessage")
"""The types that scripts use; those inside them follow."""
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
HEAD = f"// Types of what a table sends. Generated from the messages: {RENEW}\n"


def types() -> str:
    """The types of what a table sends, as their file has them."""
    definitions = messages.schema()["$defs"]
    wanted = list(SHOWN)
    for name in wanted:
        inner = json.dumps(definitions[name]).split("#/$defs/")[1:]
        wanted += [one for found in inner if (one := found.partition('"')[0]) not in wanted]
    return HEAD + "".join(_declared(name, definitions[name]) for name in sorted(wanted))


def _declared(name: str, shape: dict[str, Any]) -> str:
    """One type. Scripts draw a match only once it has begun, so all fields of a picture are there."""
    kind = getattr(messages, name, None)
    omits = kind is not None and kind.__struct_config__.omit_defaults
    fields = [
        f"{field}{'' if name == 'Picture' or _is_sent(field, shape, omits) else '?'}: {_type(one)}"
        for field, one in shape["properties"].items()
    ]
    return f"type {name} = {{\n" + "".join(f"  {field}\n" for field in fields) + "}\n"


def _is_sent(field: str, shape: dict[str, Any], omits: bool) -> bool:
    """Whether a message always has this field."""
    return field in shape.get("required", ()) or ("default" in shape["properties"][field] and not omits)


def _type(shape: dict[str, Any]) -> str:
    """A schema as a type of TypeScript."""
    match shape:
        case {"$ref": str(place)}:
            found = place.rpartition("/")[2]
        case {"enum": list(values)}:
            found = " | ".join(f"'{value}'" if isinstance(value, str) else str(value) for value in values)
        case {"anyOf": list(ways)}:
            found = " | ".join(map(_type, ways))
        case {"prefixItems": list(items)}:
            found = f"[{', '.join(map(_type, items))}]"
        case {"type": "array", "items": dict(items)}:
            one = _type(items)
            found = f"({one})[]" if "|" in one else f"{one}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            found = f"Record<string, {_type(values)}>"
        case {"type": "object"}:
            found = "Record<string, any>"
        case _:
            found = PLAIN.get(shape.get("type", ""), "any")
    return found


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
    TYPES.write_text(types(), encoding="utf-8")
