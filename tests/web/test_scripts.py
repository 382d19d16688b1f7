"""The scripts of the pages keep to the form of the house, as far as no other tool looks at it."""

from fivedice.web.site import PAGES

WIDTH = 110


def test_no_line_of_a_script_is_longer_than_of_python() -> None:
    """The formatter leaves what stands in templates and comments alone, so their lines are measured here."""
    scripts = [path for path in PAGES.rglob("*.js") if "vendor" not in path.parts]
    assert len(scripts) > 30
    long = [
        f"{path.relative_to(PAGES)}:{number}"
        for path in scripts
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if len(line) > WIDTH
    ]
    assert long == []
