"""What is done with the present place of a run, at the foot of its page.

Public names: `Foot`, `Keyed`, `Question`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer
from PySide6.QtGui import QIcon, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QStackedLayout, QWidget

from app.core.words import _
from app.ui.theme.focus import lead_to
from app.ui.theme.theme import Theme
from app.ui.views.runs.enter_field import EnterField
from app.ui.views.runs.once_button import OnceButton
from app.ui.views.runs.typing_watch import TypingWatch
from app.ui.widgets.buttons import Button, Kind
from app.ui.widgets.labels import label, restyle
from app.ui.widgets.select import Select
from app.ui.widgets.tips import plain_tip

SIDE, GAP = 28, 8
"""Px beside the buttons, and between them."""
LEAST = 360
"""Px that it needs with only drawings, at the usual size of text."""
LEVELS = 7
"""Of what buttons show where there is less and less room."""
LONGEST = 20
"""Characters of the words of a button that it has however little room there is."""
_PRESSES = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked before something is done: why, and of several things which.

    `given(why, choice)` gets the answer; without `may_be_empty` a reason has to be written.
    """

    words: str
    action: str
    given: Callable[[str, object], object]
    choices: Sequence[tuple[str, object]] = ()
    may_be_empty: bool = False
    kind: Kind = "primary"
    hint: str = ""


class Keyed(OnceButton):
    """A large button that says its key, as long as there is room for that.

    In a field its key is `typed`, if it has one there: letters are letters in it. `few` are words
    that stand for long ones, `least` those that stand for any where there is no room at all.
    """

    is_small = False
    """Whether it has little room beside its words in any case."""
    is_bare = False
    """Whether its drawing says enough in any case."""

    def __init__(
        self,
        theme: Theme,
        words: str,
        key: str,
        act: Callable[[], object],
        kind: Kind = "secondary",
        icon: str = "",
        typed: str = "",
        few: str = "",
        least: str = "",
    ) -> None:
        super().__init__(theme, words, kind, size="large", icon=icon)
        self._words, self._key, self._typed, self._drawing = words, key, typed, self.icon()
        self._few, self._least = few, least
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(" ".join(filter(None, (words, f"({key})" if key else "")))))
        self.clicked.connect(lambda *_checked: act())
        self.show_level(0)

    def drop_drawing(self) -> None:
        """Its words say enough."""
        self._drawing = QIcon()
        self.setIcon(self._drawing)

    def show_level(self, level: int, *, is_typing: bool = False, spare: int = 0) -> None:
        """0: with its key; 1: with few words; 2: without its drawing; 3: with that, without its
        key; 4: only its words; 5: only its drawing, if it has one and is no main one; 6: the least.

        Few words are so many more as `spare` px have room for.
        """
        can_spare = not self._drawing.isNull() and self.property("kind") != "primary"
        words, key = self._words, self._typed if is_typing else self._key
        if level:
            words = self._fewer(spare)
        least = self._least or words
        said = f"{words}   {key}" if key else words
        if self.is_bare:
            said = words = least = ""
        drawn = ("", "") if can_spare else (words, least)
        self.setText((said, said, said, words, words, *drawn)[level])
        self.setIcon(QIcon() if level in (2, 4) and not self.is_bare else self._drawing)
        is_tight = self.is_small or bool(level)
        if self.property("tight") is not is_tight:
            self.setProperty("tight", is_tight)
            restyle(self)

    @property
    def gives_way(self) -> bool:
        """Whether its words become fewer before anything else has less room for it."""
        return bool(self._least)

    def _fewer(self, spare: int) -> str:
        """The words, or what stands for them where they are long."""
        words, metrics = self._words, self.fontMetrics()
        few = self._few or (words[: LONGEST - 1].rstrip() + "…" if len(words) > LONGEST else words)
        room = metrics.horizontalAdvance(few) + spare
        if metrics.horizontalAdvance(words) <= room:
            return words
        wider = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
        return few if self._few or len(wider) <= len(few) else wider


class Foot(QFrame):
    """Buttons with their keys; or a question in their place, which Enter answers and Esc drops."""

    is_small = False
    """Whether it has the room of a small window."""
    side, least = SIDE, LEAST

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("foot")
        self._theme = theme
        self._question: Question | None = None
        self._back_to: QWidget | None = None
        self.buttons: dict[str, Keyed] = {}
        self._groups: tuple[list[Keyed], list[Keyed]] = [], []
        """Those on the left and those on the right."""
        self._usual = self._usual_main()
        self._typing = TypingWatch(self)
        self._typing.changed.connect(lambda _on: self._fit())
        self.rest = QTimer(self, interval=QApplication.doubleClickInterval(), singleShot=True)
        self._row = QWidget()
        self._flow = QHBoxLayout(self._row)
        self._flow.setContentsMargins(0, 0, 0, 0)
        self._flow.setSpacing(GAP)
        self._asking = QWidget()
        line = QHBoxLayout(self._asking)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        self._words = label("", "name")
        self.choice = Select(theme, _("Which"))
        self.choice.may_be_cut(10)
        self.why = EnterField(can_drop=True)
        self.why.setAccessibleName(_("Why"))
        self.cancel = Button(theme, _("Cancel"), "quiet", size="large")
        self.sure = Button(theme, "", "primary", size="large")
        for part in (self._words, self.choice):
            line.addWidget(part)
        line.addWidget(self.why, 1)
        line.addWidget(self.cancel)
        line.addWidget(self.sure)
        self._stack = QStackedLayout()
        around = QHBoxLayout(self)
        around.setContentsMargins(self.side, 13, self.side, 13)
        around.addLayout(self._stack)
        self._stack.addWidget(self._row)
        self._stack.addWidget(self._asking)
        self.why.textChanged.connect(self._show_sure)
        self.cancel.clicked.connect(self.drop)
        self.sure.clicked.connect(self._answer)
        self.why.entered.connect(self._answer)
        self.why.dropped.connect(self.drop)

    # The buttons

    def offer(self, buttons: Sequence[tuple[str, Keyed] | None]) -> None:
        """These by their names, in place of those before; None is the room between two groups."""
        self.drop()
        while (item := self._flow.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        self.buttons, self._groups = {}, ([], [])
        is_left = True
        for one in buttons:
            if one is None:
                self._flow.addStretch(1)
                is_left = False
                continue
            name, button = one
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.buttons[name] = button
            self._groups[0 if is_left else 1].append(button)
            self._flow.addWidget(button)
            button.show()
        self._fit()

    def _fit(self) -> None:
        """Where there is little room the keys go first, then words that a drawing stands for; what
        is left over goes to words that were cut, the main ones first.

        The buttons on the left leave as much room as the usual main one needs, whatever stands on
        the right: so they have the same places at every step.
        """
        first, last = ([one for one in group if not one.isHidden()] for group in self._groups)
        usual = [one for one in last if not one.gives_way] or [self._usual]
        room = self.width() - 2 * self.side + GAP
        for level in range(LEVELS):
            widths = _widths(first, level)
            left = room - sum(widths)
            if left >= sum(_widths(usual, level)):
                break
        is_typing = self._typing.is_typing
        for button, width in zip(first, widths, strict=True):
            button.show_level(level, is_typing=is_typing)
            button.setFixedWidth(width - GAP)  # also without the key that it says
        for own in range(level, LEVELS):
            spare = left - sum(_widths(last, own, is_typing=is_typing))
            if spare >= 0:
                break
        for button in reversed(last if own else ()):
            before = button.sizeHint().width()
            button.show_level(own, is_typing=is_typing, spare=max(spare, 0))
            spare -= button.sizeHint().width() - before

    def press(self, name: str) -> bool:
        """Whether there is such a button, which is pressed then."""
        button = self.buttons.get(name)
        if button is None or not button.isEnabled() or self.is_asking:
            return False
        button.click()
        return True

    def lead_to(self, name: str) -> bool:
        """Whether there is such a button, which has the keyboard then.

        A key pressed twice for what was there before does not press it.
        """
        if (button := self.buttons.get(name)) is None:
            return False
        self.rest.start()
        button.installEventFilter(self)
        lead_to(button)
        return True

    def _usual_main(self) -> Keyed:
        """As wide as what goes on usually is; nobody sees it."""
        said = _("Done, to {where}") if self.is_small else _("Done, go to {where}")
        words = said.format(where="88" if self.is_small else _("step {number}").format(number=88))
        made = Keyed(self._theme, words, _("Space"), self.drop, "primary", "check", least=_("Done"))
        made.setParent(self)
        made.is_small = self.is_small
        made.hide()
        return made

    # The question

    @property
    def is_asking(self) -> bool:
        return self._question is not None

    def ask(self, question: Question, back_to: QWidget) -> None:
        """Ask it with the keyboard there; `back_to` has it again when it is dropped."""
        self._question, self._back_to = question, back_to
        self._words.setText(question.words)
        self.why.setText("")
        self.why.setPlaceholderText(
            question.hint or (_("optional") if question.may_be_empty else _("Say why"))
        )
        self.choice.clear()
        for words, value in question.choices:
            self.choice.addItem(words, value)
        self.choice.setVisible(bool(question.choices))
        self.sure.setText(question.action)
        self.sure.setProperty("kind", question.kind)
        restyle(self.sure)
        self._show_sure()
        self._stack.setCurrentWidget(self._asking)
        self.why.setFocus(Qt.FocusReason.OtherFocusReason)

    def drop(self) -> None:
        """Ask no more."""
        if self._question is None:
            return
        self._question = None
        self._stack.setCurrentWidget(self._row)
        if self._back_to is not None:
            self._back_to.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_sure(self) -> None:
        """It cannot be pressed while the reason is missing, and says so."""
        question = self._question
        is_missing = (
            question is not None and not question.may_be_empty and not self.why.text().strip()
        )
        self.sure.setEnabled(not is_missing)
        self.sure.setToolTip(plain_tip(self.why.placeholderText()) if is_missing else "")

    def _answer(self) -> None:
        question, why = self._question, self.why.text().strip()
        if question is None or not self.sure.isEnabled():
            return
        choice = self.choice.currentData()
        self.drop()
        question.given(why, choice)

    # Qt

    def minimumSizeHint(self) -> QSize:
        """So narrow that it can come to that."""
        return QSize(self._theme.scaled(self.least), super().minimumSizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            return self.rest.isActive() and event.key() in _PRESSES
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _widths(buttons: Sequence[Keyed], level: int, *, is_typing: bool = False) -> list[int]:
    """Px that each of these wants at a level, with the gap beside it."""
    for button in buttons:
        button.show_level(level, is_typing=is_typing)
        button.ensurePolished()
    return [button.sizeHint().width() + GAP for button in buttons]
