"""Which skills are selected in the sky, from one time to the next. Public name: `KeptSelection`."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer

from app.ui.window_state import WindowState

_SELECTED, _CHOSEN = "constellation.selected", "constellation.chosen"
_FOLLOWED = "constellation.followed"
_SOON = 1_000
"""Milliseconds until it is written, should the program not end as it should."""


class KeptSelection(QObject):
    """`selected` is the skill that the panel is about, `chosen` are those selected together."""

    def __init__(self, state: WindowState, parent: QObject) -> None:
        super().__init__(parent)
        self._state = state
        self.selected = state.number(_SELECTED, 0) or None
        known = state.word(_CHOSEN, "").split()
        self.chosen = frozenset(int(skill) for skill in known if skill.isdecimal())
        self._soon = QTimer(self, interval=_SOON, singleShot=True)
        self._soon.timeout.connect(state.save)

    def select(self, skill: int | None) -> None:
        self.selected = skill
        self._put(_SELECTED, skill or 0)

    def choose(self, skills: Iterable[int]) -> None:
        self.chosen = frozenset(skills)
        self._put(_CHOSEN, " ".join(map(str, sorted(self.chosen))))

    def is_new(self, skill: int) -> bool:
        """Whether somebody comes from another skill than the last time; several that are selected
        together stay what is looked at."""
        is_other = skill != self._state.number(_FOLLOWED, 0)
        self._put(_FOLLOWED, skill)
        return is_other and not self.chosen

    def _put(self, name: str, value: str | int) -> None:
        self._state.put(name, value)
        self._soon.start()
