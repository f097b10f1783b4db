"""The questions in words, and the button that has them. Light: the palette lists them too."""

from collections.abc import Callable
from functools import partial

from app.core.constellation.question import Question
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.widgets.button_menu import ButtonMenu
from app.ui.widgets.buttons import Button

QUESTIONS: dict[Question, Callable[[], str]] = {
    Question.CENTRAL: lambda: _("Most central"),
    Question.BRIDGES: lambda: _("Bridges between clusters"),
    Question.CYCLES: lambda: _("Cycles of calls"),
    Question.ORPHANS: lambda: _("Orphans"),
    Question.UNCALLED: lambda: _("Called by nobody"),
    Question.REVIEW: lambda: _("Relations to review"),
    Question.TODAY: lambda: _("Changed today"),
    Question.WEEK: lambda: _("Changed this week"),
    Question.MONTH: lambda: _("Changed this month"),
    Question.SINCE: lambda: _("Changed since…"),
}
_APART = (Question.REVIEW, Question.TODAY)
"""A line stands before them in the menu."""


def ask_button(theme: Theme, asked: Callable[[Question], object]) -> Button:
    button = Button(theme, _("Ask"), icon="help")
    menu = ButtonMenu(button)
    for question, words in QUESTIONS.items():
        if question in _APART:
            menu.addSeparator()
        menu.addAction(words(), partial(asked, question))
    button.setMenu(menu)
    return button
