"""A related skill as a row that opens: behind it every relation, and what can be done with each."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.graph.relation_cues import Kind
from app.core.lifecycle.related_skills import Related, kind_words
from app.core.memory.relations import Origin, Relation, State
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.fact_row import FactRow
from app.ui.widgets.labels import label
from app.ui.widgets.roles import role_icon
from app.ui.widgets.tips import plain_tip

INDENT = 34


def is_undecided(relation: Relation) -> bool:
    """Whether it was computed and nobody has looked at it yet."""
    return relation.origin is Origin.COMPUTED and relation.state is State.OPEN


class RelationRow(QWidget):
    """`opened` leads to the skill; `unfolded(bool)` when its relations are shown or hidden."""

    opened = Signal(int)
    unfolded = Signal(int, bool)
    kept = Signal(object)
    dropped = Signal(object)
    """A relation that is dismissed, or, if a person made it, taken back."""

    def __init__(
        self,
        theme: Theme,
        skill: int,
        one: Related,
        *,
        unfolded: bool,
        others_unfold: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        """`others_unfold`: rows beside it have what unfolds it, so it keeps the room for that."""
        super().__init__(parent)
        self.skill = one.skill.id
        self._theme, self._centre, self._title = theme, skill, one.skill.title
        computed = {self._words(r) for r in one.relations if is_undecided(r)}
        reasons = [reason.rstrip(".") for reason in one.reasons]
        marked = [_("{why} (computed)").format(why=r) if r in computed else r for r in reasons]
        self.fact = FactRow(
            theme,
            role_icon(one.skill.role),
            one.skill.title,
            " · ".join(marked),
            value=f"{one.strength:.2f}",
            share=one.strength,
        )
        self.fact.clicked.connect(lambda *_checked: self.opened.emit(self.skill))
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 6, 0)
        head.setSpacing(0)
        head.addWidget(self.fact, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        self._lines = QWidget()
        lines = QVBoxLayout(self._lines)
        lines.setContentsMargins(INDENT, 0, 6, 6)
        lines.setSpacing(2)
        for relation in one.relations:
            lines.addLayout(self._line(relation))
        column.addWidget(self._lines)
        self.fold = IconButton(theme, "chevron-down", "", size="small")
        self.fold.setCheckable(True)
        self.fold.setProperty("kind", "fold")
        self.fold.toggled.connect(self._show_lines)
        kept = self.fold.sizePolicy()
        kept.setRetainSizeWhenHidden(others_unfold)
        self.fold.setSizePolicy(kept)
        head.addWidget(self.fold)
        if not one.relations:
            self.fold.hide()
        self.fold.setChecked(unfolded and bool(one.relations))
        self._show_lines(self.fold.isChecked())
        self.fold.toggled.connect(lambda on: self.unfolded.emit(self.skill, on))

    def _show_lines(self, shown: bool) -> None:
        self._lines.setVisible(shown)
        words = _("Hide the relations to {title}") if shown else _("Show the relations to {title}")
        said = words.format(title=self._title)
        self.fold.setIcon(self._theme.icon("chevron-up" if shown else "chevron-down", "t3"))
        self.fold.setToolTip(plain_tip(said))
        self.fold.setAccessibleName(said)

    def _line(self, relation: Relation) -> QHBoxLayout:
        words = QVBoxLayout()
        words.setSpacing(0)
        said = self._words(relation)
        words.addWidget(label(said, "secondary", wrap=True))
        words.addWidget(label(origin_words(relation), "caption", wrap=True))
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addLayout(words, 1)
        if relation.state is State.OPEN:
            keep = IconButton(self._theme, "check", self._named(_("Keep: {words}"), said))
            keep.clicked.connect(lambda *_c: self.kept.emit(relation))
            row.addWidget(keep)
        by_hand = relation.origin is Origin.PERSON
        verb = _("Remove: {words}") if by_hand else _("Dismiss: {words}")
        drop = IconButton(self._theme, "close", self._named(verb, said))
        drop.clicked.connect(lambda *_c: self.dropped.emit(relation))
        row.addWidget(drop)
        return row

    def _words(self, relation: Relation) -> str:
        return kind_words(relation.kind, forwards=relation.source == self._centre)

    def _named(self, words: str, said: str) -> str:
        return f"{words.format(words=said)} ({self._title})"


def origin_words(relation: Relation) -> str:
    """Who says so, in words, and how sure that is."""
    if relation.origin is Origin.PERSON:
        return _("linked by you")
    strength = f"{relation.strength:.2f}"
    if relation.origin is Origin.EXTRACTED:
        said = _("stated in a text: “{sentence}” · {strength}")
        return said.format(sentence=relation.sentence, strength=strength)
    said = ngettext(
        "computed, {count} shared memory · {strength}",
        "computed, {count} shared memories · {strength}",
        relation.mentions,
    ).format(count=relation.mentions, strength=strength)
    return said if relation.state is State.OPEN else _("{said} · kept by you").format(said=said)


def link_words(kind: Kind) -> str:
    """What a skill does to another, or to a memory, between the names of both."""
    return kind.spec.label()
