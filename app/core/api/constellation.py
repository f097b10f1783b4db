"""How the skills hang together, as documents and as files."""

from collections.abc import Collection
from dataclasses import dataclass

from typing_extensions import TypedDict

from app.core.api.lookup import find
from app.core.constellation.exports import narrowed
from app.core.constellation.layers import Layer
from app.core.constellation.questions import MOST_CENTRAL
from app.core.constellation.sky import Sky, connected_pairs, sky
from app.core.graph.analysis import Analysis, analyse
from app.core.lifecycle.config import Procedural
from app.core.progress import SILENT, Progress
from app.core.vault import Vault
from app.core.walk.plan import source_id


class NamedDocument(TypedDict):
    """A skill."""

    source: str
    title: str


class ClusterDocument(TypedDict):
    """Skills that hang together."""

    number: int
    name: str
    skills: list[NamedDocument]


class BridgeDocument(TypedDict):
    """A skill without which the clusters `between` lose touch."""

    source: str
    title: str
    between: list[str]


class CentralDocument(TypedDict):
    """A skill on the shortest paths between so many pairs of others."""

    source: str
    title: str
    pairs: int


class AnalysisDocument(TypedDict):
    """What the connections tell; `uncalled` skills are connected, and no other calls them."""

    skills: int
    connections: dict[str, int]
    components: int
    clusters: list[ClusterDocument]
    bridges: list[BridgeDocument]
    cycles: list[list[NamedDocument]]
    orphans: list[NamedDocument]
    uncalled: list[NamedDocument]
    central: list[CentralDocument]


class GraphDocument(TypedDict):
    """A file that was written."""

    path: str
    format: str
    skills: int
    connections: int


@dataclass(frozen=True, slots=True)
class Around:
    """Only what is near the skill called `name`: at most `depth` lines away."""

    name: str
    engram: str | None = None
    depth: int = 1


def seen(
    vault: Vault,
    known: Procedural,
    layers: Collection[Layer],
    around: Around | None = None,
    progress: Progress = SILENT,
) -> Sky:
    """The constellation, or a part of it. Raises `NotFound`, `Ambiguous`, `Cancelled`."""
    centre = find(vault, around.name, around.engram).id if around is not None else None
    whole = sky(vault, known, progress)
    depth = around.depth if around is not None else 1
    return narrowed(whole, frozenset(layers), centre, depth)


def analysed(found: Sky, progress: Progress = SILENT) -> AnalysisDocument:
    """What the connections tell. Slow for large libraries. Raises `Cancelled`."""
    calls = [(tie.source, tie.target) for tie in found.ties if tie.layer is Layer.CALLS]
    told = analyse(
        [star.id for star in found.stars],
        connected_pairs(found.ties),
        calls,
        found.clusters.home,
        progress,
    )
    return _document(found, told)


def exported(found: Sky, path: str, written_as: str) -> GraphDocument:
    """What was written to a file."""
    return {
        "path": path,
        "format": written_as,
        "skills": len(found.stars),
        "connections": len(found.ties),
    }


def _document(found: Sky, told: Analysis) -> AnalysisDocument:
    titles = {star.id: star.row.title for star in found.stars}
    names = found.clusters.names

    def named(skills: Collection[int]) -> list[NamedDocument]:
        return [{"source": source_id(one), "title": titles[one]} for one in skills]

    members: dict[int, list[int]] = {}
    for star in found.stars:
        if star.id in found.clusters.home:
            members.setdefault(found.clusters.home[star.id], []).append(star.id)
    counts: dict[str, int] = {}
    for tie in found.ties:
        counts[tie.layer.value] = counts.get(tie.layer.value, 0) + 1
    return {
        "skills": len(found.stars),
        "connections": counts,
        "components": told.components,
        "clusters": [
            {"number": number, "name": names.get(number, ""), "skills": named(members[number])}
            for number in sorted(members, key=lambda n: (-len(members[n]), n))
        ],
        "bridges": [
            {
                "source": source_id(bridge.star),
                "title": titles[bridge.star],
                "between": [names.get(number, "") for number in bridge.clusters],
            }
            for bridge in told.bridges
        ],
        "cycles": [named(cycle) for cycle in told.cycles],
        "orphans": named(told.orphans),
        "uncalled": named(told.uncalled),
        "central": [
            {"source": source_id(one), "title": titles[one], "pairs": pairs}
            for one, pairs in told.central(MOST_CENTRAL)
        ],
    }
