"""The process above a worker, which looks after all workers: none outlives it."""

import logging
import multiprocessing
import os
import signal
import threading
from multiprocessing.process import BaseProcess

log = logging.getLogger(__name__)
GIVEN_UP = getattr(signal, "SIGUSR1", signal.SIGTERM)  # which Windows has not
"""What asks a server to end that cannot go on; after SIGTERM it would have ended well."""
GONE = "The main process of the server is gone, and this worker ends with it."


def follow() -> None:
    """From now on this process ends with the one above it, where there is one, however that ends.

    Else workers would go on after a kill, and keep the port from the server that is started again.
    """
    above = multiprocessing.parent_process()
    if above is not None:
        threading.Thread(target=_end_after, args=[above], name="above", daemon=True).start()


def give_up() -> None:
    """The server ends in order, with all its workers, and not well: see `GIVEN_UP`."""
    above = multiprocessing.parent_process()
    pid = above.pid if above is not None and above.is_alive() else None
    os.kill(pid or os.getpid(), GIVEN_UP)


def _end_after(above: BaseProcess) -> None:
    above.join()
    log.critical("%s", GONE)
    os._exit(1)  # at once: what was kept is kept, and the port is wanted
