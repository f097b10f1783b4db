"""What became of skills in the last week, once a week. Public name: `DigestCard`."""

from collections.abc import Iterator

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.core.changes import Changes, Part
from app.core.library.catalogue import SkillRow
from app.core.lifecycle import digest
from app.core.lifecycle.digest import Digest, Told
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.widgets.buttons import ElidedButton, IconButton
from app.ui.widgets.emptying import empty
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import label

GAP, APART = 6, 12
MOST = 3
"""Skills of one sort that are named until all are asked for."""


class DigestCard(QFrame):
    """Hidden while there is nothing to tell, and for a week after it was put away."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", "info")
        self._context = context
        self._asked = False
        self._whole: set[str] = set()
        """The sorts of which all are named."""
        self._names: dict[str, list[ElidedButton]] = {}
        """What is named of each sort."""
        self.setAccessibleName(_("The last 7 days"))
        self.cross = IconButton(context.theme, "close", _("Put away for a week"), size="small")
        self.cross.clicked.connect(self._put_away)
        head = QHBoxLayout()
        head.addWidget(label(_("The last 7 days"), "head"))
        head.addStretch(1)
        head.addWidget(self.cross)
        self._lines = QWidget()
        self._flow = FlowLayout(self._lines, gap=GAP)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 6, 8, 10)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self._lines)
        self.hide()
        context.bridge.changed.connect(self._on_changed)

    def look(self) -> None:
        """Ask the vault whether it is time, and what there is to tell."""
        vault = self._context.vault
        self._context.jobs.start(
            self,
            _("Looking back at the week"),
            lambda _job: digest.digest(vault) if digest.is_due(vault) else Digest(),
            self._show,
        )

    def ask(self) -> None:
        """Show it again where it was put away, and say so where there is nothing to tell."""
        vault = self._context.vault
        self._asked = True
        self._context.writes.write(
            self, _("Saving"), lambda: digest.bring_back(vault), lambda _done: self.look()
        )

    def _show(self, found: Digest) -> None:
        empty(self._flow)
        self._names.clear()
        for words, told in _sorts(found):
            named = told if words in self._whole else told[:MOST]
            self._names[words] = []
            for one, much in named:
                is_last = len(self._names[words]) == len(told) - 1
                self._flow.addWidget(self._named(words, one.skill, much, is_last=is_last))
            if left := len(told) - len(named):
                self._flow.addWidget(self._more(found, words, left))
        if found.candidates:
            said = ngettext(
                "{count} new candidate below", "{count} new candidates below", found.candidates
            )
            self._flow.addWidget(label(said.format(count=found.candidates), "secondary"))
        self.setVisible(found != Digest())
        if self._asked and found == Digest():
            self._context.say.tell(_("Nothing became of skills in the last 7 days"))
        self._asked = False

    def _named(self, words: str, skill: SkillRow, much: str, *, is_last: bool) -> QWidget:
        """A skill; the first of its sort comes after the words for what became of them."""
        name = ElidedButton(self._context.theme, skill.title)
        name.clicked.connect(lambda: self._context.go.knowledge(skill.id))
        head = [] if self._names[words] else [label(words, "secondary")]
        self._names[words].append(name)
        return _side_by_side(*head, name, label(much, "muted"), after=APART if is_last else GAP)

    def _more(self, found: Digest, words: str, left: int) -> QWidget:
        said = ngettext("and {count} more", "and {count} more", left).format(count=left)
        button = ElidedButton(self._context.theme, said)
        button.clicked.connect(lambda: self._name_all(found, words))
        return _side_by_side(button, after=APART)

    def _name_all(self, found: Digest, words: str) -> None:
        """Of one sort; the keyboard goes on with the first that was not named before."""
        self._whole.add(words)
        self._show(found)
        first = self._names[words][MOST]
        place = first.parentWidget()
        assert place is not None
        place.show()  # what is laid out is shown later, and has no focus before
        first.setFocus()

    def _put_away(self) -> None:
        vault, writes = self._context.vault, self._context.writes

        back = writes.way_back(lambda: digest.bring_back(vault))
        writes.write(
            self,
            _("Saving"),
            lambda: digest.put_away(vault),
            lambda _done: self._context.say.offer(_("Put away for a week"), back),
        )
        self.hide()

    def _on_changed(self, changes: Changes) -> None:
        """It counts candidates, and it is a setting when the last one was put away."""
        place = self.parentWidget()
        if (
            changes.parts & (Part.SETTINGS | Part.LEARNING)
            and place is not None
            and place.isVisible()
        ):
            self.look()


def _side_by_side(*parts: QWidget, after: int) -> QWidget:
    """With so many px `after` them."""
    place = QWidget()
    row = QHBoxLayout(place)
    row.setContentsMargins(0, 0, after, 0)
    row.setSpacing(4)
    for part in parts:
        row.addWidget(part)
    return place


def _sorts(found: Digest) -> Iterator[tuple[str, list[tuple[Told, str]]]]:
    """What is told of which skills, with how much."""
    for words, told in (
        (_("Rose:"), found.rose), (_("Faded:"), found.faded), (_("Failed:"), found.failed),
        (_("Warned about:"), found.warned), (_("Deprecated:"), found.deprecated),
        (_("Promoted:"), found.promoted), (_("Changed to what agents do:"), found.evolved),
    ):  # fmt: skip
        if told:
            yield words, [(one, _much(one, is_count=told is found.failed)) for one in told]


def _much(one: Told, *, is_count: bool) -> str:
    if not one.much:
        return ""
    if is_count:
        said = ngettext("{count} time", "{count} times", round(one.much))
        return said.format(count=round(one.much))
    return f"{one.much:+.2f}".replace("-", "−")
