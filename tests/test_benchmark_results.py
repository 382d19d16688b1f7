"""Benchmarks save the figures that they print; every script of benchmarks and research can be loaded."""

import ast
import importlib
import json
from pathlib import Path

import pytest
from benchmarks import results
from rich.table import Table

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "benchmarks"


@pytest.mark.parametrize(
    ("printed", "saved"),
    [
        ("traditional", "traditional"),
        ("2,532", 2532),
        ("1.03", 1.03),
        ("68.8 µs", {"value": 68.8, "unit": "µs"}),
        ("0.5307 0.4693", "0.5307 0.4693"),
        ("", ""),
    ],
)
def test_a_printed_figure_is_saved_as_a_number_with_its_unit(printed: str, saved: results.Cell) -> None:
    assert results.cell(printed) == saved


def test_a_run_is_saved_with_machine_and_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    table = Table("Game", "Review, ms")
    table.add_row("junior", "4.1")
    results.save("review", ["msgspec"], table)
    saved = json.loads((tmp_path / "review.json").read_text(encoding="utf-8"))
    assert saved["tables"] == [[{"Game": "junior", "Review, ms": 4.1}]]
    assert saved["machine"]
    assert set(saved["versions"]) == {"python", "msgspec"}


def test_every_benchmark_saves_its_figures() -> None:
    scripts = [
        path
        for path in Path(results.__file__).parent.glob("*.py")
        if '__name__ == "__main__"' in path.read_text(encoding="utf-8")
    ]
    assert scripts
    assert all(f'save("{path.stem}",' in path.read_text(encoding="utf-8") for path in scripts)


SCRIPTS = [path for folder in ("benchmarks", "research") for path in sorted((ROOT / folder).rglob("*.py"))]


@pytest.mark.proof
def test_every_script_can_be_loaded() -> None:
    for path in SCRIPTS:
        if path.stem != "minari_data":  # its library is in no extra
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def test_every_script_says_how_to_run_it() -> None:
    silent = [
        path.relative_to(ROOT)
        for path in SCRIPTS
        if '__name__ == "__main__"' in path.read_text(encoding="utf-8")
        and f"{path.parent.name}.{path.stem}"
        not in (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "")
    ]
    assert silent == []
