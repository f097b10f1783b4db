"""What the pages tell people. Public name: `Messages`."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.core.errors import AppError
from app.core.explanation import explanation

Act = Callable[[], object]


class Messages(QObject):
    """`context.say`: the window shows it, in one place; where there is no window nobody hears."""

    told = Signal(str, bool)
    told_more = Signal(str, str, object, bool)
    offered = Signal(str, object)
    asked = Signal(str, object)
    explained = Signal(object, str, object)
    warned = Signal(str, str, object)
    withdrawn = Signal(str)
    gone = Signal()
    """The toast cannot be seen any more."""

    def __init__(self) -> None:
        super().__init__()
        self.way_back: Callable[[], Act | None] = lambda: None
        """What undoes what a toast says that can be seen now, if anything does."""
        self._here = ""
        """What was told last that is only so at the place in front."""
        self._tried = ""
        """What could not be done here, until something else is."""
        for other in (self.told, self.told_more, self.offered, self.asked):
            other.connect(self._forget_tried)

    def tell(self, sentence: str, *, undoable: bool = False) -> None:
        """A toast. `undoable`: its button takes back exactly what the work has done that is told
        of, whatever was done since; what changed nothing has no button.
        """
        self.told.emit(sentence, undoable)

    def tell_here(self, sentence: str) -> None:
        """A toast about the place in front, such as what cannot be done there; it goes with it."""
        self._here = sentence
        self.tell(sentence)

    def change_place(self, *_place: object) -> None:
        """Another place is in front."""
        here, self._here = self._here, ""
        if here:
            self.withdraw(here)
        self._forget_tried()

    def tell_more(self, sentence: str, action: str, act: Act, *, undoable: bool = False) -> None:
        """The same with a button of its own that does `act`."""
        self.told_more.emit(sentence, action, act, undoable)

    def offer(self, sentence: str, way_back: Act | None) -> None:
        """A toast with a way back of its own, if there is one."""
        self.offered.emit(sentence, way_back)

    def ask(self, sentence: str, way_back: Act) -> None:
        """The same, before it is done: the key that asked means it once it is pressed again."""
        self.asked.emit(sentence, way_back)

    def explain(self, error: AppError, action: str = "", act: Act | None = None) -> None:
        """A banner with what went wrong, and at most one thing to do about it."""
        self.explained.emit(error, action, act)

    def explain_here(self, error: AppError, action: str = "", act: Act | None = None) -> None:
        """The same about what was tried here: it goes with the place, or with the next message."""
        self.explain(error, action, act)
        self._tried = explanation(error)

    def _forget_tried(self, *_message: object) -> None:
        tried, self._tried = self._tried, ""
        if tried:
            self.withdraw(tried)

    def warn(self, sentence: str, action: str = "", act: Act | None = None) -> None:
        """The same for what is not a failure."""
        self.warned.emit(sentence, action, act)

    def withdraw(self, sentence: str) -> None:
        """Take a banner or toast away that says what is not so any more."""
        self.withdrawn.emit(sentence)
