"""What the safety scan found in a pack, and what it looked for in vain."""

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.packs.plan import Item, Plan
from app.core.packs.scan.rules import Severity
from app.core.packs.scan.scan import ScanFinding
from app.core.skills.model import Skill
from app.core.skills.reading.grammar import parse
from app.core.skills.step_names import step_name
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.widgets.labels import card, label, tag
from app.ui.widgets.mono import mono
from app.ui.widgets.tips import plain_tip

MARK = 16
SHOWN = 40
"""Findings of one kind are shown once, with their first places; so many kinds at most."""
NAMED = 3
"""Skills and files in which something of one kind was found that are named."""
_ICONS = {
    Severity.DANGER: ("error", "err"),
    Severity.WARNING: ("warn", "warn"),
    Severity.NOTE: ("info", "t3"),
}
_ORDER = tuple(Severity)


@dataclass(frozen=True, slots=True)
class Place:
    """A finding with the skill it is in, empty for the pack itself, and what its step is called."""

    skill: str
    finding: ScanFinding
    step: str | None = None


def places(plan: Plan) -> list[Place]:
    """Everything found in a pack. A note about words of a graver finding says nothing more."""
    inside = [place for item in plan.items for place in _inside(item)]
    return [*(Place("", found) for found in plan.findings), *inside]


def _inside(item: Item) -> list[Place]:
    if not item.findings:
        return []
    skill = parse(item.text)
    graver = [found for found in item.findings if found.severity is not Severity.NOTE]
    return [
        Place(item.name, found, _step(skill, found.start))
        for found in item.findings
        if found in graver or not any(g.start <= found.start < g.end for g in graver)
    ]


def _step(skill: Skill, place: int) -> str | None:
    inside = (step.position for step in skill.steps if step.start <= place < step.end)
    return next((step_name(skill, position) for position in inside), None)


def passed(found: set[str]) -> list[str]:
    """What was looked for and not found, in sentences."""
    checks = (
        (
            {"hidden-text", "hidden-characters", "text-direction", "look-alike"},
            _("No hidden text or look-alike characters"),
        ),
        (
            {"override-instructions", "conceal-from-person", "comment-instructions"},
            _("No instructions to override rules"),
        ),
        (
            {"download-and-run", "decode-and-run", "command-insertion", "remote-instructions"},
            _("Nothing is downloaded and run"),
        ),
        ({"sends-away", "drop-box", "reads-credentials"}, _("Nothing sends private data away")),
        ({"secret", "personal-path", "email"}, _("No secrets or personal data")),
    )
    return [words for codes, words in checks if not codes & found]


class ScanColumn(QWidget):
    """Findings by kind, the gravest first, then what was looked for in vain."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        found: list[Place],
        good: list[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        self._column.addLayout(_head(title, found))
        for kind in _by_kind(found)[:SHOWN]:
            self._column.addWidget(self._finding(kind))
        for words in good:
            self._column.addWidget(self._line("check", "ok", label(words, "secondary", wrap=True)))
        self._column.addStretch(1)
        honest = _("No findings does not mean safe: read what you share and what you import.")
        self._column.addWidget(label(honest, "caption", wrap=True))

    def _finding(self, kind: list[Place]) -> QWidget:
        first = kind[0].finding
        words = QWidget()
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(label(first.title, "name", wrap=True))
        column.addWidget(label(_where(kind), "caption", wrap=True))
        if first.excerpt:
            column.addWidget(excerpt(self._theme, first.excerpt))
        words.setToolTip(plain_tip(first.explanation))
        icon, colour = _ICONS[first.severity]
        line = self._line(icon, colour, words)
        line.setAccessibleName(f"{first.title}. {_where(kind)}. {first.explanation}")
        return line

    def _line(self, icon: str, colour: str, words: QWidget) -> QWidget:
        made = QWidget()
        mark = QLabel()
        mark.setPixmap(
            self._theme.pixmap(icon, colour, self._theme.scaled(MARK), self.devicePixelRatioF())
        )
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(words, 1)
        return made


def _head(title: str, found: list[Place]) -> QHBoxLayout:
    head = QHBoxLayout()
    head.setSpacing(10)
    head.addWidget(label(title, "head"))
    read = sum(place.finding.severity is not Severity.NOTE for place in found)
    if read:
        worst = any(place.finding.severity is Severity.DANGER for place in found)
        words = ngettext("{count} to read", "{count} to read", read).format(count=read)
        head.addWidget(tag(words, "err" if worst else "warn"))
    head.addStretch(1)
    return head


def excerpt(theme: Theme, text: str) -> QWidget:
    """The very words that were found."""
    frame = card("well")
    row = QHBoxLayout(frame)
    row.setContentsMargins(8, 4, 8, 4)
    row.addWidget(mono(theme, text, 11, elided=True))
    return frame


def _by_kind(found: list[Place]) -> list[list[Place]]:
    kinds: dict[str, list[Place]] = {}
    for place in found:
        kinds.setdefault(place.finding.code, []).append(place)
    return sorted(kinds.values(), key=lambda kind: _ORDER.index(kind[0].finding.severity))


def _where(kind: list[Place]) -> str:
    """The first place in each skill or file, of a few of them, and how many more there are."""
    firsts: dict[str, Place] = {}
    for place in kind:
        firsts.setdefault(place.skill, place)
    named = list(firsts.values())[:NAMED]
    said = "; ".join(map(_named, named))
    if rest := len(kind) - len(named):
        more = ngettext("and {count} more place", "and {count} more places", rest)
        said += " " + more.format(count=rest)
    return said


def _named(place: Place) -> str:
    words = _("About the pack, line {line}")
    if place.skill:
        words = _("{skill}, step {step}") if place.step else _("{skill}, line {line}")
    return words.format(skill=place.skill, step=place.step, line=place.finding.line)
