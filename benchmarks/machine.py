"""The machine and the versions that a benchmark ran with."""

import os
import platform
from importlib.metadata import version
from pathlib import Path

PYTHON = platform.python_version()


def facts(*packages: str) -> str:
    """The processor, its cores and the versions, on one line."""
    versions = ", ".join(f"{package} {version(package)}" for package in packages)
    return f"{description()}; Python {PYTHON}, {versions}"


def description() -> str:
    """The processor and its cores."""
    return f"{_processor()}, {os.cpu_count()} cores"


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
