"""Log lines as JSON, one object per line, for programs that collect logs (`--log json`)."""

import json
import logging
from datetime import UTC, datetime
from typing import Any


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


def line(message: str, level: int = logging.INFO) -> str:
    """A message for the host as a line of the log."""
    return JsonLines().format(logging.LogRecord("fivedice", level, "", 0, message, (), None))


CONFIG: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": f"{__name__}.JsonLines"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
}
"""For `logging.config.dictConfig`; uvicorn passes it to every worker."""
