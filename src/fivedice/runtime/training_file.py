"""The drills and daily goal of training in the terminal, in a private file."""

from pathlib import Path

import msgspec
from msgspec import Struct

from fivedice.runtime import store
from fivedice.runtime.store import StoreError
from fivedice.training.drills import Drill
from fivedice.training.goals import USUAL_GOAL

NAME = "training.json"


class Training(Struct, frozen=True):
    """The state kept between two sessions."""

    drills: dict[str, Drill] = {}
    """The drills by the key of their exercise."""
    days: dict[str, int] = {}
    """The number of drills answered on each day."""
    goal: int = USUAL_GOAL


def read(folder: Path) -> Training:
    """The stored state; empty at first. Raises `StoreError` for a damaged file, which stays as it is."""
    try:
        return msgspec.json.decode((folder / NAME).read_bytes(), type=Training)
    except FileNotFoundError:
        return Training()
    except OSError as error:
        raise StoreError(f"{store.shown(folder / NAME)} cannot be read: {store.reason(error)}.") from None
    except msgspec.DecodeError:
        raise StoreError(f"{store.shown(folder / NAME)} is damaged; rename it to begin anew.") from None


def write(folder: Path, training: Training) -> None:
    """Stores the state. Raises `StoreError`."""
    store.make_folder(folder)
    store.write_bytes(folder / NAME, msgspec.json.encode(training), private=True)
