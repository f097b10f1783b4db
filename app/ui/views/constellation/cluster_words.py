"""Which cluster a star belongs to, and why, in words."""

from collections.abc import Set as AbstractSet

from app.core.words import _, ngettext
from app.ui.views.constellation.chart import NO_CLUSTER, Chart

_NAMED = 2
"""Skills of about the same meaning that are named."""


def is_explained(chart: Chart, star: int) -> bool:
    """Whether its connections say why it is in its cluster, or it is in none."""
    number = int(chart.cluster[star])
    return number == NO_CLUSTER or bool(_inside(chart, star))


def cluster_words(chart: Chart, star: int, alike: AbstractSet[int] | None = None) -> str:
    """In one line; `alike` are the skills that mean about the same, None while that is not known.

    A star keeps its cluster, also without what once brought it there.
    """
    number = int(chart.cluster[star])
    if number == NO_CLUSTER:
        return _("In no cluster")
    cluster, inside = chart.clusters[number], _inside(chart, star)
    if inside:
        said = ngettext(
            "In cluster “{cluster}”: connected with {count} of the {all} others",
            "In cluster “{cluster}”: connected with {count} of the {all} others",
            len(inside),
        )
        return said.format(cluster=cluster.name, count=len(inside), all=cluster.count - 1)
    if alike is None:
        return _("In cluster “{cluster}”").format(cluster=cluster.name)
    near = [
        one.row.title
        for n, one in enumerate(chart.stars)
        if one.id in alike and chart.cluster[n] == number
    ]
    if not near:
        said = _("In cluster “{cluster}” since earlier; nothing connects it with the others now")
        return said.format(cluster=cluster.name)
    said = _("In cluster “{cluster}” by its meaning, close to {skills}")
    titles = _(" and ").join(f"“{title}”" for title in near[:_NAMED])
    return said.format(cluster=cluster.name, skills=titles)


def _inside(chart: Chart, star: int) -> set[int]:
    """The stars of its cluster that it is connected with."""
    home = chart.cluster[star]
    return {near.star for near in chart.neighbours(star) if chart.cluster[near.star] == home}
