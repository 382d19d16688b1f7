"""Environments with exact labels, and the exact regret of any policy, for those who study games.

Importing this package registers the environments with gymnasium, if it is installed:
`gymnasium.make("fivedice/Solo-v0")`. See docs/reference/environments.md.
"""

from fivedice.core.extras import has
from fivedice.study.observing import OBSERVATION
from fivedice.study.regret import Regret, regret
from fivedice.study.tasks import RUNGS, Task, task

__all__ = ["OBSERVATION", "RUNGS", "Regret", "Task", "regret", "task"]

if has("rl"):
    import gymnasium

    gymnasium.register(
        "fivedice/Solo-v0",
        entry_point="fivedice.study.solo:Solo",
        vector_entry_point="fivedice.study.vector:SoloVector",
    )
    for name, arguments in (("Junior", {"game": "junior"}), ("Showdown", {"game": "showdown"})):
        gymnasium.register(
            f"fivedice/{name}-v0", entry_point="fivedice.study.seats:AgainstBotsEnv", kwargs=arguments
        )
