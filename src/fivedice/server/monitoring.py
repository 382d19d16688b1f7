"""Output for monitoring: metrics for Prometheus, and log lines as JSON (`--log json`)."""

import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from tempfile import TemporaryDirectory
from typing import Any

from fivedice.server.settings import METRICS_FOLDER


@contextmanager
def exporting(host: str, port: int) -> Iterator[None]:
    """Answers `GET /metrics` with the sums of all workers inside this context. Raises `OSError`.

    Does nothing without a host. `metrics` reads the name of the folder when it is loaded, so this must begin
    before any other module of the server is.
    """
    if not host:
        yield
        return
    with TemporaryDirectory(prefix="fivedice-metrics-") as folder:
        os.environ[METRICS_FOLDER] = folder
        from fivedice.server import metrics  # noqa: PLC0415 - see above

        try:
            with metrics.answering(host, port):
                yield
        finally:
            del os.environ[METRICS_FOLDER]


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
