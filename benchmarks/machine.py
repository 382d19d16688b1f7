"""What a benchmark says of the machine and the versions it ran with. Measures nothing."""

import os
import platform
from importlib.metadata import version
from pathlib import Path


def facts(*packages: str) -> str:
    """The processor, its cores and the versions, in a line."""
    versions = ", ".join(f"{package} {version(package)}" for package in packages)
    return f"{_processor()}, {os.cpu_count()} cores; Python {platform.python_version()}, {versions}"


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
