"""Small programs and functions as bots for the tests: good ones, and some that fail each in its own way."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

READS = "import json, os, sys, time\nfor line in sys.stdin:\n    question = json.loads(line)\n"
FIRST = "print(json.dumps(question['decisions'][0]), flush=True)"
WRONG = {
    "slow": "time.sleep(1000)",
    "no JSON": "print('keep all', flush=True)",
    "no decision": "print('{}', flush=True)",
    "not legal": "print(json.dumps({'use': 'chance', 'seat': question['seat']}), flush=True)",
    "another's seat": "print(json.dumps({**question['decisions'][0], 'seat': 7}), flush=True)",
    "no end of a line": "print('x' * 100_000, end='', flush=True); time.sleep(1000)",
    "two lines": "os.write(1, 2 * (json.dumps(question['decisions'][0]) + chr(10)).encode())",
    "dead": "sys.exit('I know no such game')",
    "killed": "os.kill(os.getpid(), 9)",
    "output closed": "os.close(1); time.sleep(1000)",
}
"""What a program does with a question, by what is wrong with it."""
FUNCTIONS = """
import os
from fivedice import decisions

def first(state, seat, chance):
    print("a word on the output")
    return decisions(state, seat)[0]

def drawn(state, seat, chance):
    return chance.choice(decisions(state, seat))

def spins(state, seat, chance):
    while True:
        pass

def exits(state, seat, chance):
    os._exit(3)

def raises(state, seat, chance):
    raise ValueError("no idea")

def silent(state, seat, chance):
    return None
"""


def program(folder: Path, does: str = FIRST, name: str = "bot.py") -> str:
    """The bot that is this program: it does so with every question, and leaves its number in a file."""
    file = folder / name
    leaves = f"import os\nopen({str(folder)!r} + f'/{{os.getpid()}}.pid', 'w').close()\n"
    file.write_text(f"{leaves}{READS}    {does}\n", encoding="utf-8")
    return f"program:{shlex.join([sys.executable, str(file)])}"


def started(folder: Path) -> list[int]:
    return [int(file.stem) for file in folder.glob("*.pid")]


def runs(number: int) -> bool:
    """Whether a process still runs, or is one of ours whose end nobody has asked for."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    parent, state = _parent_and_state(number)
    return state != "Z" or parent == os.getpid()


def _parent_and_state(number: int) -> tuple[int, str]:
    """Who started a process, and its state: Z where it has ended and its parent has not yet asked."""
    found = subprocess.run(
        ["ps", "-o", "ppid=,stat=", str(number)], capture_output=True, text=True, check=False
    )
    parent, state, *_ = [*found.stdout.split(), "0", "Z"]
    return int(parent), state[0]
