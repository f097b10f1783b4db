"""What the size and the colour of a star say, and the legend that tells."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

import numpy as np

from app.core.constellation.sky import Star
from app.core.words import _
from app.ui.views.constellation.chart import NO_CLUSTER, Chart, Floats, Indices

SMALLEST, SPREAD = 2.6, 9.2
"""Radius in px = 2.6 + 9.2 · weight^2.1 (visual specification, section 3)."""
MOST = 8
"""So many values have a colour each; the others share one."""
_AGES: tuple[tuple[int, Callable[[], str]], ...] = (
    (1, lambda: _("today")), (7, lambda: _("this week")), (30, lambda: _("this month")),
    (365, lambda: _("this year")),
)  # fmt: skip


class ColourBy(StrEnum):
    CLUSTER = "cluster"
    ENGRAM = "engram"
    ROLE = "role"
    STATUS = "status"
    TAG = "tag"
    RECENCY = "recency"
    SIGNER = "signer"


class SizeBy(StrEnum):
    IMPORTANCE = "importance"
    USE = "use"
    CONNECTIONS = "connections"


COLOUR_WORDS: dict[ColourBy, Callable[[], str]] = {
    ColourBy.CLUSTER: lambda: _("cluster"),
    ColourBy.ENGRAM: lambda: _("engram"),
    ColourBy.ROLE: lambda: _("role"),
    ColourBy.STATUS: lambda: _("status"),
    ColourBy.TAG: lambda: _("tag"),
    ColourBy.RECENCY: lambda: _("last use"),
    ColourBy.SIGNER: lambda: _("signer"),
}
SIZE_WORDS: dict[SizeBy, Callable[[], str]] = {
    SizeBy.IMPORTANCE: lambda: _("importance"),
    SizeBy.USE: lambda: _("use"),
    SizeBy.CONNECTIONS: lambda: _("connections"),
}


@dataclass(frozen=True, slots=True)
class Appearance:
    """Of each star its radius in px at 100 % and the number of its colour (-1: none).

    `entries` says what the colours mean: value, number of the colour, how many stars.
    """

    radius: Floats
    colour: Indices
    entries: tuple[tuple[str, int, int], ...]


def appearance(chart: Chart, colour_by: ColourBy, size_by: SizeBy, now: datetime) -> Appearance:
    weight = _weight(chart, size_by)
    colour, entries = _colours(chart, colour_by, now)
    return Appearance(SMALLEST + SPREAD * weight**2.1, colour, entries)


def _weight(chart: Chart, size_by: SizeBy) -> Floats:
    """Between 0 and 1."""
    stars = chart.stars
    if size_by is SizeBy.IMPORTANCE:
        importance: Floats = np.array([star.importance for star in stars], dtype=float)
        return np.minimum(np.maximum(importance, 0.0), 1.0)
    if size_by is SizeBy.USE:
        counts = np.array([star.uses for star in stars], dtype=float)
    else:
        counts = np.zeros(len(stars), dtype=float)
        for lines in chart.lines:
            counts += np.bincount(lines.ends.ravel(), minlength=len(stars))
    weight: Floats = np.minimum(0.45 + 0.55 * np.log1p(counts) / np.log(12), 1.0)
    return weight


def _colours(
    chart: Chart, by: ColourBy, now: datetime
) -> tuple[Indices, tuple[tuple[str, int, int], ...]]:
    if by is ColourBy.CLUSTER:
        numbers = np.array([cluster.number - 1 for cluster in chart.clusters] + [-1], dtype=np.intp)
        named = tuple((c.name, c.number - 1, c.count) for c in chart.clusters)
        loose = int(np.count_nonzero(chart.cluster == NO_CLUSTER))
        return numbers[chart.cluster], (*named, *(((_("none"), -1, loose),) if loose else ()))
    values = _values(chart.stars, by, now)
    counts = Counter(value for value in values if value)
    if by is ColourBy.RECENCY:
        ranked = [said() for _days, said in _AGES]
    else:
        ranked = sorted(counts, key=lambda value: (-counts[value], value))[:MOST]
    place = {value: n for n, value in enumerate(ranked)}
    colour = np.array([place.get(value, -1) for value in values], dtype=np.intp)
    entries = [(value, n, counts[value]) for value, n in place.items() if counts[value]]
    others = int(np.count_nonzero(colour < 0))
    if others:
        entries.append((_("none") if len(counts) <= len(place) else _("other"), -1, others))
    return colour, tuple(entries)


def _values(stars: Sequence[Star], by: ColourBy, now: datetime) -> list[str]:
    match by:
        case ColourBy.ENGRAM:
            return [star.row.engram_name for star in stars]
        case ColourBy.ROLE:
            return [star.row.role for star in stars]
        case ColourBy.STATUS:
            return [star.row.status.value for star in stars]
        case ColourBy.TAG:
            counts = Counter(tag.casefold() for star in stars for tag in star.row.tags)
            # The tag that most others have says most about where a skill belongs.
            return [
                max(
                    (tag.casefold() for tag in star.row.tags),
                    key=lambda t: (counts[t], t),
                    default="",
                )
                for star in stars
            ]
        case ColourBy.SIGNER:
            return [star.signer for star in stars]
    return [_age(star.last_used, now) for star in stars]


def _age(used: datetime | None, now: datetime) -> str:
    if used is None:
        return ""
    days = (now - used) / timedelta(days=1)
    return next((said() for limit, said in _AGES if days < limit), "")
