"""Which number or bullet stands before a paragraph of a Word document.

Word does not store the numbers: they follow from `numbering.xml` (ISO/IEC 29500-1, 17.9) and from
the paragraphs before.
"""

import re
from dataclasses import dataclass

from lxml import etree

from app.core.documents.counters import Counter, numeral, whole_number
from app.core.documents.markers import BULLET

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_LEVELS = 9
_PLACE = re.compile(r"%([1-9])")


@dataclass(frozen=True, slots=True)
class _Level:
    start: int
    kind: str
    text: str
    is_legal: bool
    indent: int
    restart: int | None
    """After an item of this level (from 1) it begins again; None: after any higher one."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands before a paragraph: `label` is empty for a level without anything, `indent` in
    twentieths of a point."""

    label: str
    level: int
    is_bullet: bool
    indent: int


class Numbering:
    """Counts while the paragraphs are read in their order."""

    def __init__(self, root: etree._Element | None) -> None:
        self._abstract: dict[str, dict[int, _Level]] = {}
        self._lists: dict[str, tuple[str, dict[int, _Level], dict[int, int]]] = {}
        """By the number of a list: what it is made after, its own levels, its own starts."""
        self._counters: dict[str, Counter] = {}
        self._begun: set[str] = set()
        if root is not None:
            self._read(root)

    def mark(self, number: str, level: int) -> Mark | None:
        """What stands before the next paragraph of that list and level; None for no list."""
        if number not in self._lists or not 0 <= level < _LEVELS:
            return None
        made_after, own, starts = self._lists[number]
        levels = self._abstract.get(made_after, {}) | own
        if level not in levels:
            return None
        counter = self._counters.get(made_after)
        if counter is None:
            first = [levels[n].start if n in levels else 1 for n in range(_LEVELS)]
            counter = self._counters[made_after] = Counter(first)
        if number not in self._begun:
            self._begun.add(number)
            for at, start in starts.items():
                counter.start_at(at, start)
        values = counter.count(level, _restarts(levels, level))
        is_bullet = levels[level].kind == "bullet"
        return Mark(
            BULLET if is_bullet else _label(levels, level, values),
            level,
            is_bullet,
            levels[level].indent,
        )

    def _read(self, root: etree._Element) -> None:
        of_styles: dict[str, dict[int, _Level]] = {}
        borrowed: dict[str, str] = {}
        for one in root.iterfind(f"{W}abstractNum"):
            levels = dict(map(_level, one.iterfind(f"{W}lvl")))
            name = one.get(f"{W}abstractNumId", "")
            self._abstract[name] = levels
            if style := _value(one, "styleLink"):
                of_styles[style] = levels
            if style := _value(one, "numStyleLink"):
                borrowed[name] = style
        for name, style in borrowed.items():
            self._abstract[name] = of_styles.get(style, {})
        for one in root.iterfind(f"{W}num"):
            made_after = _value(one, "abstractNumId")
            own: dict[int, _Level] = {}
            starts: dict[int, int] = {}
            for override in one.iterfind(f"{W}lvlOverride"):
                level = whole_number(override.get(f"{W}ilvl"), 0)
                changed = override.find(f"{W}lvl")
                if changed is not None:
                    own[level] = _level(changed)[1]
                    starts[level] = own[level].start
                if (start := override.find(f"{W}startOverride")) is not None:
                    starts[level] = whole_number(start.get(f"{W}val"), 1)
            kept = {level: start for level, start in starts.items() if 0 <= level < _LEVELS}
            self._lists[one.get(f"{W}numId", "")] = made_after, own, kept


def _level(element: etree._Element) -> tuple[int, _Level]:
    restart = element.find(f"{W}lvlRestart")
    return whole_number(element.get(f"{W}ilvl"), 0), _Level(
        whole_number(_value(element, "start"), 1),
        _value(element, "numFmt") or "decimal",
        _value(element, "lvlText"),
        is_on(element.find(f"{W}isLgl")),
        _indent(element.find(f"{W}pPr/{W}ind")),
        whole_number(restart.get(f"{W}val"), 0) if restart is not None else None,
    )


def _indent(element: etree._Element | None) -> int:
    """In twentieths of a point."""
    if element is None:
        return 0
    return whole_number(element.get(f"{W}left") or element.get(f"{W}start"), 0)


def _restarts(levels: dict[int, _Level], level: int) -> list[int]:
    """The lower levels that begin again after an item of this one."""
    below = [(n, levels[n].restart) for n in range(level + 1, _LEVELS) if n in levels]
    return [n for n, after in below if after is None or level + 1 <= after]


def _label(levels: dict[int, _Level], level: int, values: list[int]) -> str:
    def put(found: re.Match[str]) -> str:
        at = int(found[1]) - 1
        if at > level:
            return ""
        kind = levels[at].kind if at in levels else "decimal"
        return numeral(values[at], "decimal" if levels[level].is_legal else kind)

    return _PLACE.sub(put, levels[level].text).strip()


def is_on(element: etree._Element | None) -> bool:
    """Whether a property that is on or off is on."""
    return element is not None and element.get(f"{W}val", "1") not in ("0", "false", "off", "none")


def _value(element: etree._Element, name: str) -> str:
    found = element.find(f"{W}{name}")
    return (found.get(f"{W}val") or "") if found is not None else ""
