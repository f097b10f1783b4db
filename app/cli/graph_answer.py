"""What `graph` does and says."""

import argparse
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from app.cli.answer import Answer
from app.cli.graph import FORMATS
from app.cli.knowing import knowing
from app.cli.progress import shown
from app.cli.session import Session
from app.core.api.constellation import (
    AnalysisDocument,
    Around,
    NamedDocument,
    analysed,
    exported,
    seen,
)
from app.core.constellation.exports import WRITERS
from app.core.constellation.layers import Layer
from app.core.constellation.names import told_apart
from app.core.constellation.sky import Sky
from app.core.errors import AppError
from app.core.walk.plan import source_id
from app.core.words import _, ngettext


def graph(session: Session, arguments: argparse.Namespace) -> Answer:
    """The places of the stars are those of the window; new skills get theirs."""
    output: Path | None = arguments.output
    written_as = _format(output, arguments.format)
    around = None
    if arguments.around:
        around = Around(arguments.around, arguments.engram, arguments.depth)
    layers = [Layer(name) for name in arguments.layer] if arguments.layer else list(Layer)
    with session.vault() as vault:
        known = knowing(vault)
        with shown(_("Arranging")) as progress:
            found = seen(vault, known, layers, around, progress)
    if arguments.analyse or output is None:
        with shown(_("Analysing")) as progress:
            told = analysed(found, progress)
        names = told_apart(star.row for star in found.stars)
        return Answer(told, _analysis(told, {source_id(one): names[one] for one in names}))
    _write(output, _drawn(found, written_as, arguments.scheme))
    said = ngettext("{path}: {count} skill", "{path}: {count} skills", len(found.stars))
    said = said.format(path=output, count=len(found.stars))
    return Answer(exported(found, str(output), written_as), said)


def _format(output: Path | None, asked: str | None) -> str:
    by_name = output.suffix.lstrip(".").casefold() if output is not None else ""
    chosen = asked or by_name
    if output is not None and chosen not in FORMATS:
        raise AppError(
            _("The format of {path} is unknown.").format(path=output),
            _("Choose one: {formats}.").format(formats=", ".join(FORMATS)),
        )
    return chosen


def _drawn(found: Sky, written_as: str, scheme: Literal["dark", "light"]) -> bytes:
    if written_as in WRITERS:
        return WRITERS[written_as](found)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from app.cli.graph_picture import picture  # noqa: PLC0415  no other format draws

    return picture(found, written_as, scheme)


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise AppError(
            _("{path} cannot be written: {why}.").format(path=path, why=error.strerror or error),
            _("Choose another place."),
        ) from error


def _analysis(told: AnalysisDocument, names: Mapping[str, str]) -> str:
    """`names` are those of the skills by their source."""
    lines = [
        ngettext("{count} skill", "{count} skills", told["skills"]).format(count=told["skills"]),
        *(f"  {name.replace('_', ' ')}: {count}" for name, count in told["connections"].items()),
    ]
    lines += _section(
        _("Clusters"), [f"{_quoted(c['name'])} ({len(c['skills'])})" for c in told["clusters"]]
    )
    lines += _section(
        _("Bridges: without them, clusters would be disconnected"),
        [f"{names[b['source']]}: {', '.join(map(_quoted, b['between']))}" for b in told["bridges"]],
    )
    lines += _section(_("Cycles"), [" → ".join(_titles([*c, c[0]], names)) for c in told["cycles"]])
    lines += _section(
        _("Most central, by the pairs of skills whose shortest paths lead through them"),
        [f"{names[c['source']]}: {_pairs(c['pairs'])}" for c in told["central"]],
    )
    lines += _section(_("Connected, but no skill calls them"), _titles(told["uncalled"], names))
    lines += _section(_("No connection at all"), _titles(told["orphans"], names))
    return "\n".join(lines)


def _quoted(name: str) -> str:
    """It may have commas."""
    return f"“{name}”"


def _pairs(count: int) -> str:
    return ngettext("{count} pair", "{count} pairs", count).format(count=count)


def _titles(skills: list[NamedDocument], names: Mapping[str, str]) -> list[str]:
    return [names[skill["source"]] for skill in skills]


def _section(title: str, items: list[str]) -> list[str]:
    return ["", f"{title}: {len(items)}", *(f"  {item}" for item in items)] if items else []
