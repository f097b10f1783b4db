"""`techne bench`: each budget of the product, measured here and now, beside the figure to meet."""

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from app.cli.answer import Answer, table, tell
from app.cli.bench.figures import machine_now
from app.cli.session import Session
from app.core.api.measurements import Figure, measured
from app.core.words import _

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

MEASURED_BY = {
    "start": "start",
    "keystroke": "window",
    "change": "window",
    "search": "window",
    "opening": "window",
    "lock": "lock",
    "check": "library",
    "save": "library",
    "packs": "library",
    "import": "library",
    "bulk": "library",
    "attach": "library",
    "large-import": "long_texts",
    "reading": "long_texts",
    "train": "knowledge",
    "verify": "knowledge",
    "recall": "knowledge",
    "embed": "knowledge",
    "scorer": "scorer",
    "upkeep": "upkeep",
    "folders": "folders",
    "transcripts": "transcripts",
    "agents": "agents",
    "constellation": "constellation",
    "memory": "memory",
    "hook": "hooks",
    "runs": "runs",
    "uses": "runs",
    "model": "model",
    "patterns": "patterns",
    "skill-outcomes": "patterns",
}
"""What can be measured, and the module of this package that does; some need Qt, some vectors."""


def add_commands(commands: "Commands") -> None:
    command = commands.add_parser("bench", help=_("measure how fast Techne is on this computer"))
    command.add_argument(
        "--only", metavar="NAME", choices=sorted(MEASURED_BY), help=_("measure one thing")
    )
    command.set_defaults(run=bench)


def bench(_session: Session, arguments: argparse.Namespace) -> Answer:
    """Measure in a vault of its own; exit status 1 when a budget is not met."""
    names = [arguments.only] if arguments.only else list(MEASURED_BY)
    figures: list[Figure] = [machine_now()]
    for name in names:
        tell(_("Measuring: {name} …").format(name=name))
        figures += _measures(name)()
    rows = [
        (
            f.what,
            f"{f.value:.1f} {f.unit}".rstrip() if not f.skipped else _("skipped"),
            _budget(f),
            f.skipped or (_("ok") if f.within else _("over budget")),
        )
        for f in figures
    ]
    header = (_("What"), _("Measured"), _("Budget"), "")
    status = 0 if all(f.within for f in figures) else 1
    return Answer(measured(figures), table(rows, header), status)


def _budget(figure: Figure) -> str:
    if figure.budget is None:
        return ""
    budget = f"{figure.budget:g} {figure.unit}".rstrip()
    return f"≥ {budget}" if figure.at_least else budget


def _measures(name: str) -> Callable[[], list[Figure]]:
    measures: dict[str, Callable[[], list[Figure]]] = import_module(
        f"app.cli.bench.{MEASURED_BY[name]}"
    ).MEASURES
    return measures[name]
