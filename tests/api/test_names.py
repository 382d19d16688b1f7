"""Public names and subpackages do not shadow each other."""

import pkgutil

import fivedice
import fivedice.match.state as s


def test_a_module_of_the_match_package_can_be_imported_under_another_name() -> None:
    """`import fivedice.match.state as s` gives the module, and `fivedice.play` stays the function."""
    assert s.State is fivedice.State
    assert callable(fivedice.play)


def test_importing_every_subpackage_leaves_the_public_names_alone() -> None:
    subpackages = {module.name for module in pkgutil.iter_modules(fivedice.__path__)}
    assert not subpackages & set(fivedice.__all__)
