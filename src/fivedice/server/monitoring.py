"""Output for monitoring: metrics for Prometheus, and log lines as JSON (`--log json`)."""

import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from tempfile import TemporaryDirectory
from typing import Any

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder to which workers write their metrics.

prometheus_client reads it when it is imported, so `exporting` must begin before any other module of the
server is loaded.
"""


@contextmanager
def exporting(host: str, port: int) -> Iterator[None]:
    """Answers `GET /metrics` with the sums of all workers inside this context. Raises `OSError`.

    Does nothing without a host.
    """
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


# --- Log lines ---------------------------------------------------------------------------------------------


class JsonLines(logging.Formatter):
    """Time (ISO 8601, UTC), level, logger, process and message, and the traceback of an exception."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        fields: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


def json_line(message: str, level: int = logging.INFO) -> str:
    """A message for the host as a line of the log."""
    return JsonLines().format(logging.LogRecord("fivedice", level, "", 0, message, (), None))


JSON_LOG: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": f"{__name__}.JsonLines"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
}
"""For `logging.config.dictConfig`; uvicorn passes it to every worker."""
