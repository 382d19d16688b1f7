"""The HTTP server for Prometheus. It runs beside the workers and adds up their metrics."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder where workers leave their metrics.

prometheus_client reads it when it is imported, so `exporting` must begin before any other module of the
server is loaded.
"""


@contextmanager
def exporting(host: str, port: int) -> Iterator[None]:
    """Answers `GET /metrics` inside this context; does nothing without a host. Raises `OSError`."""
    if not host:
        yield
        return
    with TemporaryDirectory(prefix="fivedice-metrics-") as folder:
        os.environ[FOLDER] = folder
        from prometheus_client import CollectorRegistry, start_http_server  # noqa: PLC0415 - see above
        from prometheus_client.multiprocess import MultiProcessCollector  # noqa: PLC0415 - see above

        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        server, thread = start_http_server(port, host, registry)
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()
            thread.join()
            del os.environ[FOLDER]


def forget(worker: int | None) -> None:
    """Drops the gauges of a worker that has ended; its counters stay in the sums."""
    if worker is not None and FOLDER in os.environ:
        from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415 - see above

        mark_process_dead(worker)  # type: ignore[no-untyped-call]
