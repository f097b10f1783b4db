"""The sky for those who hear it. Public names: `announce`, `speak`."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from app.core.words import _, ngettext
from app.ui.views.constellation.chart import NO_CLUSTER, Chart


def announce(sky: QWidget, chart: Chart, star: int) -> None:
    """Have screen readers say which star is selected."""
    speak(sky, said(chart, star))


def speak(part: QWidget, words: str) -> None:
    """Have screen readers say it at once."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(part, words))


def said(chart: Chart, star: int) -> str:
    """Its title, where it belongs, how important and how well connected it is."""
    one, number = chart.stars[star], int(chart.cluster[star])
    cluster = _("in no cluster")
    if number != NO_CLUSTER:
        cluster = _("cluster {name}").format(name=chart.clusters[number].name)
    importance = _("importance {value}").format(value=f"{one.importance:.2f}")
    near = len(chart.around(star)) - 1
    bound = ngettext("connected with {count} skill", "connected with {count} skills", near)
    parts = [one.row.title, one.row.role, cluster, importance, bound.format(count=near)]
    if chart.pinned[star]:
        parts.append(_("pinned"))
    return ", ".join(parts)
