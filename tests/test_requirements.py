"""The tested versions in requirements/, and the script that installs them."""

import os
import subprocess
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from fivedice.core.extras import LIBRARIES

PROJECT = Path(__file__).parents[1]
FOLDER = PROJECT / "requirements"
EXTRAS = {"play": "solve", "serve": "postgres", "test": "dev", "app": "app"}
"""The extra that each command of the Makefile installs."""


def pinned(name: str) -> list[str]:
    """The entries of a list of versions, each with its hashes."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").replace("\\\n", "").splitlines()
    return [line for line in lines if not line.startswith("#")]


@pytest.mark.parametrize("name", [*EXTRAS, "uv"])
def test_a_list_has_hashes_and_no_address(name: str) -> None:
    assert all("--hash=sha256:" in line and "://" not in line and " @ " not in line for line in pinned(name))


@pytest.mark.parametrize("name", EXTRAS)
def test_a_list_satisfies_the_project(name: str) -> None:
    """If this fails after a change to pyproject.toml, run `make renew`."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = [Requirement(line.partition("--hash")[0]) for line in pinned(name)]
    wanted = [*project["dependencies"], *project["optional-dependencies"][EXTRAS[name]], "hatchling", "pip"]
    while wanted:
        need = Requirement(wanted.pop())
        if need.name == "fivedice":
            wanted += [each for extra in need.extras for each in project["optional-dependencies"][extra]]
            continue
        versions = [str(each.specifier).removeprefix("==") for each in listed if each.name == need.name]
        assert versions, need.name
        assert all(need.specifier.contains(version) for version in versions), need.name


@pytest.mark.parametrize("extra", LIBRARIES)
def test_an_extra_is_missing_if_any_library_that_it_adds_is_missing(extra: str) -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    added = [Requirement(each) for each in project["optional-dependencies"][extra]]
    needed = {each.name for each in added if each.name != "fivedice" and not each.marker}
    assert needed == {canonicalize_name(packages_distributions()[module][0]) for module in LIBRARIES[extra]}


@pytest.mark.parametrize("name", EXTRAS)
def test_every_version_but_those_around_pyinstaller_is_tested(name: str) -> None:
    tested = {line.split()[0] for line in pinned("test")}
    rest = {line.partition("==")[0] for line in pinned(name) if line.split()[0] not in tested}
    assert "pyinstaller" in rest if name == "app" else not rest


COMMAND = """#!/bin/sh
case "$*" in *install*) echo "{name} $*" >>log; test "$WORKS" = {name} ;; esac
"""


@pytest.mark.parametrize(
    ("works", "versions", "tools"),
    [
        ("uv", "", ["uv", "uv"]),
        ("pip", "", ["uv", "pip", "pip"]),
        ("uv", "any", ["uv"]),
        ("none", "", ["uv", "pip"]),
    ],
)
def test_pip_installs_where_uv_cannot(works: str, versions: str, tools: list[str], tmp_path: Path) -> None:
    """The versions of the list, then the checkout; whatever fits with VERSIONS=any."""
    for name, path in {"uv": "bin/uv", "pip": ".venv/bin/python"}.items():
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(COMMAND.format(name=name))
        (tmp_path / path).chmod(0o755)
    env = {"PYTHON": ".venv/bin/python", "PATH": f"{tmp_path}/bin:{os.environ['PATH']}", "WORKS": works}
    env |= {"VERSIONS": versions} if versions else {}
    command = ["sh", str(FOLDER / "install.sh"), "play", "solve", ".venv"]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, cwd=tmp_path, env=env)
    calls = (tmp_path / "log").read_text().splitlines()
    assert [call.split()[0] for call in calls] == tools
    assert ("--require-hashes" in calls[0]) == (not versions)
    assert ("make play VERSIONS=any" in ended.stderr) == bool(ended.returncode) == (works == "none")
