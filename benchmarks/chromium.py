"""The browser that pages are measured in."""

import shutil


def program() -> str | None:
    """The path of the tests' headless Chromium, else of a full Chromium, else of Playwright's own, if any."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")
