"""Makes src/fivedice/names/unicode.json from two files of the Unicode Consortium. Run as a program.

    python -m research.unicode_data confusables.txt Scripts.txt

They are Public/security/VERSION/confusables.txt and Public/VERSION/ucd/Scripts.txt on unicode.org.
"""

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import fivedice

FILE = Path(fivedice.__file__).parent / "names" / "unicode.json"
UNSPECIFIC = ("Common", "Inherited")


def fields(path: Path) -> Iterator[list[str]]:
    """The fields of each line of a data file, without what is said of it."""
    for line in path.read_text(encoding="utf-8-sig").splitlines():
        said = line.partition("#")[0].strip()
        if said:
            yield [field.strip() for field in said.split(";")]


def look_alikes(path: Path) -> dict[str, str]:
    """For each prototype all characters that look like it, side by side."""
    found = defaultdict[str, str](str)
    for source, prototype, _ in fields(path):
        found["".join(chr(int(one, 16)) for one in prototype.split())] += chr(int(source, 16))
    return found


def scripts(path: Path) -> dict[str, str]:
    """For each script the ranges of its characters, those that follow one another as one."""
    found = defaultdict[str, list[tuple[int, int]]](list)
    for characters, script in sorted(fields(path), key=lambda line: int(line[0].split("..")[0], 16)):
        ends = [int(end, 16) for end in characters.split("..")]
        ranges = found[script]
        if ranges and ranges[-1][1] == ends[0] - 1:
            ranges[-1] = ranges[-1][0], ends[-1]
        else:
            ranges.append((ends[0], ends[-1]))
    return {
        script: " ".join(f"{first:X}-{last:X}" for first, last in found[script])
        for script in sorted(found.keys() - set(UNSPECIFIC))
    }


def main(confusables: Path, of_scripts: Path) -> None:
    """Writes the file."""
    version = re.search(r"Version: ([\d.]+)", confusables.read_text(encoding="utf-8-sig"))
    assert version
    made = {
        "source": f"confusables.txt and Scripts.txt of Unicode {version[1]}",
        "licence": "Unicode-3.0, © Unicode, Inc.; its text is in UNICODE-LICENSE.txt",
        "scripts": scripts(of_scripts),
        "look_alikes": look_alikes(confusables),
    }
    FILE.write_text(json.dumps(made, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
