"""Where the browser is that pages are measured in."""

import shutil


def program() -> str | None:
    """Chromium without windows, as the tests have it, else the whole one; else Playwright's own, if any."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")
