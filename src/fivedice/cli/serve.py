"""`fivedice serve`: exports metrics, then loads and starts the web server."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from fivedice.cli.shared import console, listening
from fivedice.runtime import days
from fivedice.runtime.store import StoreError
from fivedice.server.monitoring import exporting
from fivedice.server.settings import Settings


def serve(options: Settings) -> None:
    """Serves until a signal, or only checks the options."""
    days.zone(options.zone)
    exported = _address(options.metrics)
    with _log_failures(), _export_metrics(*("", 0) if options.check else exported):
        from fivedice.cli.shared import server_start  # noqa: PLC0415 - the metrics must be exported first

        server_start.start(options, exported)


@contextmanager
def _log_failures() -> Iterator[None]:
    """Ends the command if a `StoreError` is raised, in the format of the log."""
    try:
        yield
    except StoreError as error:
        console.fail(str(error))


def _address(metrics: str) -> tuple[str, int]:
    """The host and port for metrics; no host for none. Ends the command if the address is invalid."""
    host, _, port = metrics.rpartition(":")
    if metrics and not (host and port.isdecimal() and int(port) < 2**16):
        console.fail(f"--metrics takes an address such as 127.0.0.1:9100, not {metrics!r}.")
    return host.strip("[]"), int(port or 0)


@contextmanager
def _export_metrics(host: str, port: int) -> Iterator[None]:
    """Exports metrics inside the block. Ends the command if the address is taken."""
    with ExitStack() as stack:
        try:
            stack.enter_context(exporting(host, port))
        except OSError as error:
            listening.cannot_listen(host, port, error)
        yield
