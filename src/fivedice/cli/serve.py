"""`fivedice serve`: exports metrics, then loads and starts the web server."""

from contextlib import ExitStack

from fivedice.cli.shared import console, listening
from fivedice.runtime import days
from fivedice.runtime.store import StoreError
from fivedice.server.monitoring import exporting
from fivedice.server.settings import Settings


def serve(options: Settings) -> None:
    """Serves until a signal, or only checks the options."""
    days.zone(options.zone)
    exported = _address(options.metrics)
    with ExitStack() as stack:
        try:
            stack.enter_context(exporting(*("", 0) if options.check else exported))
        except OSError as error:
            listening.cannot_listen(*exported, error)
        from fivedice.cli.shared import server_start  # noqa: PLC0415 - the metrics must be exported first

        try:
            server_start.start(options, exported)
        except StoreError as error:  # reported here, in the format of the log
            console.fail(str(error))


def _address(metrics: str) -> tuple[str, int]:
    """The host and port for metrics; no host for none. Ends the command if the address is invalid."""
    host, _, port = metrics.rpartition(":")
    if metrics and not (host and port.isdecimal() and int(port) < 2**16):
        console.fail(f"--metrics takes an address such as 127.0.0.1:9100, not {metrics!r}.")
    return host.strip("[]"), int(port or 0)
