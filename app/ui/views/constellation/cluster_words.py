"""Which cluster a star belongs to, and why, in words."""

from app.core.words import _, ngettext
from app.ui.views.constellation.chart import NO_CLUSTER, Chart


def cluster_words(chart: Chart, star: int) -> str:
    """In one line; a star keeps its cluster, also without what once brought it there."""
    number = int(chart.cluster[star])
    if number == NO_CLUSTER:
        return _("In no cluster")
    cluster = chart.clusters[number]
    inside = {near.star for near in chart.neighbours(star) if chart.cluster[near.star] == number}
    if not inside:
        said = _("In cluster “{cluster}” by its meaning, or by earlier connections")
        return said.format(cluster=cluster.name)
    said = ngettext(
        "In cluster “{cluster}”: connected with {count} of the {all} others",
        "In cluster “{cluster}”: connected with {count} of the {all} others",
        len(inside),
    )
    return said.format(cluster=cluster.name, count=len(inside), all=cluster.count - 1)
