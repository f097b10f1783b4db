"""Back and forward through the places, documents and positions where somebody was."""

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWindow
from PySide6.QtWidgets import QHBoxLayout, QWidget
from shiboken6 import isValid

from app.core.library import catalogue
from app.core.words import _
from app.ui.commands import Command, with_keys
from app.ui.context import AppContext
from app.ui.views.shell.places import places
from app.ui.views.shell.trail import Spot, Trail
from app.ui.views.skills.documents.kinds import KINDS
from app.ui.views.skills.documents.view import Documents
from app.ui.views.skills.documents.whereabouts import Whereabouts
from app.ui.views.skills.editor.view import TEXT, EditorView
from app.ui.widgets.buttons import IconButton
from app.ui.widgets.tips import plain_tip

FAR_IN_STEPS, FAR_IN_TEXT = 2, 10
"""Steps or lines from which on it is another place, when something led there."""
WANDERED_IN_STEPS, WANDERED_IN_TEXT = 10, 50
"""The same when a person only moved about in the document."""
BACK, FORWARD = -1, 1
_BUTTONS = {Qt.MouseButton.BackButton: BACK, Qt.MouseButton.ForwardButton: FORWARD}


class WayBack(QObject):
    """Follows people around once they stand still; `page` says where they are among the pages."""

    def __init__(
        self,
        context: AppContext,
        documents: Documents,
        page: Callable[[], str],
        go_to_page: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._context, self._documents = context, documents
        self._page, self._go_to_page = page, go_to_page
        self._trail = Trail()
        self._editor: EditorView | None = None
        self._is_arriving = self._is_led = self._has_news = False
        self._soon = QTimer(self, interval=0, singleShot=True)
        self._soon.timeout.connect(self._look)
        self._back = Command(
            "go.back",
            _("Back"),
            partial(self.go, BACK),
            "Alt+Left",
            partial(self._leads, BACK),
            "arrow-left",
            mac_keys="Ctrl+[",
            why_not=_("Nowhere to go back to"),
        )
        self._forward = Command(
            "go.forward",
            _("Forward"),
            partial(self.go, FORWARD),
            "Alt+Right",
            partial(self._leads, FORWARD),
            "arrow-right",
            mac_keys="Ctrl+]",
            why_not=_("Nowhere to go forward to"),
        )
        self.buttons = QWidget()
        row = QHBoxLayout(self.buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._shown: list[tuple[IconButton, Command, int]] = []
        for command, by in ((self._back, BACK), (self._forward, FORWARD)):
            button = IconButton(context.theme, command.icon, command.text, size="small")
            button.clicked.connect(self._on_button)
            row.addWidget(button)
            self._shown.append((button, command, by))
        documents.shown.connect(self._on_shown)
        documents.saved.connect(self.look_soon)
        context.bridge.changed.connect(self._show_state)
        self._show_state()

    def commands(self) -> tuple[Command, ...]:
        return self._back, self._forward

    def state(self) -> Any:
        """Where somebody has been, to be kept inside the vault."""
        return self._trail.state()

    def resume(self, state: Any) -> None:
        """Go on from there, as far as it can be read; somebody is at the last of these places."""
        self._trail = Trail.read(state)
        self._is_arriving = True
        self.look_soon()

    def watch(self, window: QWindow) -> None:
        """Listen to the buttons at the side of a mouse."""
        window.installEventFilter(self)

    def look_soon(self, *_moved: object) -> None:
        """Somebody went somewhere, and is there when everything has happened."""
        self._has_news = True
        self._soon.start()

    def _on_moved(self) -> None:
        """The cursor is elsewhere: what there is to go to is only asked if that leads there."""
        self._soon.start()

    def go(self, by: int) -> None:
        """To the place before (-1) or after (1) this one."""
        self._look()
        spot = self._trail.go(by, self._exists)
        if spot is None:
            return
        self._is_arriving = True
        self._go_to_page(spot.page)
        if spot.skill is not None:
            self._open(spot, spot.skill)
        self._soon.start()

    def _on_button(self) -> None:
        self.go(next(by for button, _command, by in self._shown if button is self.sender()))

    def _open(self, spot: Spot, skill: int) -> None:
        documents = self._documents
        if spot.kind != "skill":
            documents.open(next(kind for kind in KINDS if kind == spot.kind), skill)
            return
        documents.open_skill(skill)
        editor = documents.editor
        if editor is not None:
            Whereabouts(spot.mode, spot.at).return_to(editor)

    def _on_shown(self, editor: EditorView | None) -> None:
        if editor is not self._editor:
            if self._editor is not None and isValid(self._editor):
                self._editor.position_changed.disconnect(self._on_moved)
                self._editor.jumped.disconnect(self._on_jumped)
            self._editor = editor
            if editor is not None:
                editor.position_changed.connect(self._on_moved)
                editor.jumped.connect(self._on_jumped)
        self.look_soon()

    def _on_jumped(self) -> None:
        """A finding, the outline or something that was searched for led to a place."""
        self._is_led = True
        self.look_soon()

    def _look(self) -> None:
        """Remember where somebody is."""
        self._soon.stop()
        spot = self._present()
        if self._is_arriving:
            self._trail.arrive(spot)
            self._has_news = True
        elif self._trail.visit(spot, self._far(spot.mode == TEXT)):
            self._has_news = True
        if self._has_news:
            self._show_state()
        self._is_arriving = self._is_led = self._has_news = False

    def _far(self, in_text: bool) -> int:
        """Steps or lines from which on it is another place by now."""
        if self._is_led:
            return FAR_IN_TEXT if in_text else FAR_IN_STEPS
        return WANDERED_IN_TEXT if in_text else WANDERED_IN_STEPS

    def _present(self) -> Spot:
        """In a skill that was never saved: a spot that nothing leads back to."""
        page, documents = self._page(), self._documents
        if page != "skills" or documents.kind is None:
            return Spot(page)
        skill, editor = documents.skill, documents.editor
        if skill is None:
            return Spot(page, documents.kind)
        if editor is None:
            return Spot(page, documents.kind, skill)
        is_text, at = editor.mode == TEXT, editor.at
        row = editor.buffer.text.count("\n", 0, at) if is_text else editor.steps.current
        return Spot(page, "skill", skill, editor.mode, at, row)

    def _exists(self, spot: Spot) -> bool:
        """A training is over with its tab, and nothing is open only while nothing is."""
        if spot.skill is None:
            return spot.page != "skills" or (not spot.kind and self._documents.kind is None)
        kept = any(kind == spot.kind and made.is_reopened for kind, made in KINDS.items())
        is_open = self._documents.is_open(spot.kind, spot.skill)
        return (kept or is_open) and catalogue.row(self._context.vault, spot.skill) is not None

    def _leads(self, by: int) -> bool:
        return self._trail.next(by, self._exists) is not None

    def _show_state(self, *_changed: object) -> None:
        for button, command, by in self._shown:
            spot = self._trail.next(by, self._exists)
            words = f"{command.text}: {self._name(spot)}" if spot is not None else command.text
            button.setEnabled(spot is not None)
            button.setAccessibleName(words)
            button.setToolTip(plain_tip(with_keys(words, command.shortcut)))

    def _name(self, spot: Spot) -> str:
        if spot.skill is None:
            return next((one.words for one in places() if one.name == spot.page), spot.page)
        row = catalogue.row(self._context.vault, spot.skill)
        title = row.title if row is not None else ""
        return next(made.words() for kind, made in KINDS.items() if kind == spot.kind).format(
            title=title or _("Untitled skill")
        )

    # Qt

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.MouseButtonPress or not isinstance(event, QMouseEvent):
            return False
        by = _BUTTONS.get(event.button(), 0)
        if by:
            self.go(by)
        return bool(by)
