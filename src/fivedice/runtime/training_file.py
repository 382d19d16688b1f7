"""The drills and daily goal of training in the terminal, in a private file."""

from pathlib import Path

import msgspec

from fivedice.runtime import store
from fivedice.runtime.store import StoreError
from fivedice.training.session import Training

NAME = "training.json"


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
