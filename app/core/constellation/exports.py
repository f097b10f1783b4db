"""The constellation as a file for other programs: GraphML, GEXF, node-link JSON, CSV."""

import csv
import io
import json
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace

import networkx as nx

from app.core.constellation.layers import Layer
from app.core.constellation.sky import Sky, Tie

_INVISIBLE = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 65534, 65535))
"""Characters that XML 1.0 does not allow (section 2.2)."""


def narrowed(
    sky: Sky, layers: AbstractSet[Layer], around: int | None = None, depth: int = 1
) -> Sky:
    """Only the lines of these layers, and only what is at most `depth` of them away."""
    ties = tuple(tie for tie in sky.ties if tie.layer in layers)
    sky = replace(sky, ties=ties)
    if around is None:
        return sky
    near = {around}
    for _step in range(depth):
        near |= {end for tie in ties if _touches(tie, near) for end in (tie.source, tie.target)}
    return part(sky, near)


def part(sky: Sky, skills: AbstractSet[int]) -> Sky:
    """Only these skills, and the lines between them."""
    return Sky(
        tuple(star for star in sky.stars if star.id in skills),
        tuple(tie for tie in sky.ties if tie.source in skills and tie.target in skills),
        sky.clusters,
        {star: at for star, at in sky.places.items() if star in skills},
        sky.pinned & skills,
    )


def _touches(tie: Tie, near: AbstractSet[int]) -> bool:
    return tie.source in near or tie.target in near


def graph(sky: Sky) -> "nx.MultiDiGraph[str]":
    """Skills as `skill:N` with what is known of them, an edge for each line."""
    found: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for star in sky.stars:
        x, y = sky.places[star.id]
        number = sky.clusters.home.get(star.id, 0)
        found.add_node(
            f"skill:{star.id}",
            label=_plain(star.row.title),
            engram=_plain(star.row.engram_name),
            role=star.row.role,
            status=star.row.status.value,
            tags=_plain(", ".join(star.row.tags)),
            cluster=_plain(sky.clusters.names.get(number, "")),
            importance=round(star.importance, 4),
            uses=star.uses,
            x=round(x, 1),
            y=round(y, 1),
        )
    for tie in sky.ties:
        found.add_edge(
            f"skill:{tie.source}",
            f"skill:{tie.target}",
            key=f"{tie.layer.value}:{tie.source}:{tie.target}",  # no two in the file are the same
            layer=tie.layer.value,
            weight=round(tie.strength, 4),
        )
    return found


def _plain(text: str) -> str:
    return text.translate(_INVISIBLE)


def graphml(sky: Sky) -> bytes:
    """GraphML (graphml.graphdrawing.org)."""
    written = io.BytesIO()
    nx.write_graphml(graph(sky), written, prettyprint=True)
    return written.getvalue()


def gexf(sky: Sky) -> bytes:
    """GEXF 1.2 (gexf.net), as Gephi reads it: every star stands where it does here."""
    written, drawn = io.BytesIO(), graph(sky)
    for _skill, known in drawn.nodes(data=True):
        known["viz"] = {"position": {"x": known["x"], "y": known["y"], "z": 0.0}}
    nx.write_gexf(drawn, written)
    return written.getvalue()


def node_link(sky: Sky) -> bytes:
    """`nodes` and `links`, as D3 and networkx read it."""
    found = nx.node_link_data(graph(sky), edges="links")
    return (json.dumps(found, ensure_ascii=False, indent=1) + "\n").encode()


def edges_as_csv(sky: Sky) -> bytes:
    """A line for each line of the sky, RFC 4180; titles that look like formulas are quoted."""
    titles = {star.id: star.row.title for star in sky.stars}
    written = io.StringIO(newline="")
    rows = csv.writer(written)
    rows.writerow(("source", "sourceTitle", "layer", "target", "targetTitle", "strength"))
    for tie in sky.ties:
        rows.writerow(
            (
                f"skill:{tie.source}",
                harmless(titles[tie.source]),
                tie.layer.value,
                f"skill:{tie.target}",
                harmless(titles[tie.target]),
                f"{tie.strength:.4f}",
            )
        )
    return written.getvalue().encode()


def harmless(title: str) -> str:
    """A spreadsheet would compute what begins like this."""
    return f"'{title}" if title.startswith(("=", "+", "-", "@", "\t", "\r")) else title


WRITERS: Mapping[str, Callable[[Sky], bytes]] = {
    "graphml": graphml,
    "gexf": gexf,
    "json": node_link,
    "csv": edges_as_csv,
}
