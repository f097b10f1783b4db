"""The tags of a skill: taken off, added, and those that the skills around it suggest."""

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.graph.communities import TagSuggestion
from app.core.library import catalogue, tags
from app.core.lifecycle import tagging
from app.core.words import _
from app.ui.context import AppContext
from app.ui.jobs import Job
from app.ui.views.skills.knowledge.cards import Card
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.filter_chip import FilterChip
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import label, restyle
from app.ui.widgets.tag_field import TagField
from app.ui.widgets.tips import plain_tip
from app.ui.write_queue import nothing


class TagsCard(Card):
    """What went, a tag or a suggestion, can be brought back."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(_("Tags"), parent)
        self._context = context
        self._skill = 0
        self._job: Job | None = None
        self._shown: tuple[str, ...] = ()
        self._suggested: tuple[TagSuggestion, ...] = ()
        self.field = TagField()
        self.field.entered.connect(self._add)
        self.field.begun.connect(lambda: self.field.offer(catalogue.tags(context.vault)))
        self.field.textEdited.connect(lambda _text: self._explain(""))
        self._wrong = label("", "error", wrap=True)
        self._wrong.hide()
        self._chips = QWidget()
        self._flow = FlowLayout(self._chips)
        self._flow.addWidget(self.field)
        self._made: list[QWidget] = []
        self._lines: list[QWidget] = []
        said = _("Tags that most related skills have are suggested here.")
        self._hint = label(said, "caption", wrap=True)
        self._list = QVBoxLayout()
        self._list.setSpacing(2)
        inner = QVBoxLayout()
        inner.setContentsMargins(12, 2, 8, 8)
        inner.setSpacing(6)
        inner.addWidget(self._chips)
        inner.addWidget(self._wrong)
        inner.addWidget(self._hint)
        inner.addLayout(self._list)
        inner.addStretch(1)
        self.column.addLayout(inner, 1)

    def show_tags(self, skill: int, tags: tuple[str, ...]) -> None:
        """Of this skill; what is suggested follows when it is worked out."""
        if skill != self._skill:
            self._skill = skill
            self.field.clear()
            self._explain("")
            self._show_suggested(())
        self._show_chips(tags)
        if self._job is not None:
            self._job.cancel()
        vault = self._context.vault
        self._job = self._context.jobs.start(
            self,
            _("Looking for tags"),
            lambda _job: tagging.suggested(vault, skill),
            self._show_suggested,
        )

    def _show_chips(self, tags: tuple[str, ...]) -> None:
        if tags == self._shown and self._made:
            return
        self._shown = tags
        _clear(self._made)
        self._flow.removeWidget(self.field)
        for tag in tags:
            chip = FilterChip(self._context.theme, tag)
            chip.setChecked(True)
            chip.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            chip.setAccessibleName(_("Remove the tag {tag}").format(tag=tag))
            chip.setToolTip(plain_tip(chip.accessibleName()))
            chip.clicked.connect(lambda *_checked, tag=tag: self._take_off(tag))
            self._flow.addWidget(chip)
            self._made.append(chip)
        self._flow.addWidget(self.field)
        self._chips.updateGeometry()

    def _show_suggested(self, found: tuple[TagSuggestion, ...]) -> None:
        if found != self._suggested:
            self._suggested = found
            self._hint.setVisible(not found)
            _clear(self._lines)
            for one in found:
                line = self._line(one)
                self._list.addWidget(line)
                self._lines.append(line)

    def _line(self, one: TagSuggestion) -> QWidget:
        theme, line = self._context.theme, QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(label(one.tag, "secondary"))
        why = _("{having} of the {size} skills in its group have it")
        words.addWidget(label(why.format(having=one.having, size=one.size), "caption", wrap=True))
        row.addLayout(words, 1)
        take = IconButton(theme, "check", _("Add the tag {tag}").format(tag=one.tag))
        drop = IconButton(theme, "close", _("Never suggest {tag} here").format(tag=one.tag))
        take.clicked.connect(lambda *_checked: self._put(one.tag, self._refuse))
        drop.clicked.connect(lambda *_checked: self._dismiss(one.tag))
        row.addWidget(take)
        row.addWidget(drop)
        return line

    def _add(self, typed: str) -> None:
        def refused(error: AppError) -> None:
            self.field.setText(typed)
            self._refuse(error)

        self._put(typed, refused)

    def _put(self, line: str, refused: Callable[[AppError], object]) -> None:
        vault, skill = self._context.vault, self._skill

        def put() -> None:
            tagging.put(vault, skill, *tags.written(line))

        self._context.writes.write(self, _("Saving"), put, nothing, refused)

    def _take_off(self, tag: str) -> None:
        vault, skill = self._context.vault, self._skill
        said = _("Tag {tag} removed").format(tag=tag)
        self._context.writes.write(
            self,
            _("Saving"),
            lambda: tagging.take_off(vault, skill, tag),
            lambda _nothing: self._context.say.tell(said, undoable=True),
        )

    def _dismiss(self, tag: str) -> None:
        vault, skill = self._context.vault, self._skill
        writes, said = self._context.writes, _("{tag} is no longer suggested here")
        back = writes.way_back(lambda: tagging.reconsider(vault, skill, tag))
        writes.write(
            self,
            _("Saving"),
            lambda: tagging.dismiss(vault, skill, tag),
            lambda _nothing: self._context.say.offer(said.format(tag=tag), back),
        )

    def _refuse(self, error: AppError) -> None:
        self._explain(str(error))

    def _explain(self, words: str) -> None:
        self._wrong.setText(words)
        self._wrong.setVisible(bool(words))
        self.field.setProperty("wrong", bool(words))
        restyle(self.field)


def _clear(widgets: list[QWidget]) -> None:
    for widget in widgets:
        widget.hide()
        widget.deleteLater()
    widgets.clear()
