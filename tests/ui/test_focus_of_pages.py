"""Each page gives the keyboard back to where it was in it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.core.memory import memories
from app.core.memory.sources import Source
from app.ui.techne import Techne
from app.ui.views.skills.training.view import TrainView
from tests.ui.hands import Hands
from tests.ui.test_type_through import open_, opened
from tests.ui.test_window import skills, space, techne

__all__ = ["open_", "skills", "techne"]


@pytest.fixture
def hands(qtbot: QtBot) -> Hands:
    return Hands(qtbot)


@pytest.mark.parametrize(
    ("page", "name"),
    [
        ("skills", "Title"),
        ("constellation", "Find a star"),
        ("lifecycle", "Role"),
        ("packs", "The name others know you by"),
        ("agents", "Page: Clients"),
    ],
)
def test_who_comes_back_to_a_page_is_where_they_were(
    open_: Techne, hands: Hands, skills: tuple[int, ...], page: str, name: str
) -> None:
    opened(open_, skills[0])
    workspace = space(open_)
    workspace.go_into(page)
    shown = workspace.pages.page(page)

    def found() -> list[QWidget]:
        parts = shown.findChildren(QWidget)
        return [one for one in parts if one.accessibleName() == name and one.isVisible()]

    hands.wait_for(lambda: bool(found()))
    part = found()[0]
    part.setFocus(Qt.FocusReason.TabFocusReason)
    workspace.go_into("settings")
    workspace.go_into("memories")
    assert not shown.isAncestorOf(hands.on)
    workspace.go_into(page)
    assert hands.on is part
    workspace.go_into("settings")
    workspace.rail._buttons[page].click()
    assert hands.on is part


def test_who_comes_back_to_a_training_decides_with_the_next_key(
    open_: Techne, hands: Hands, skills: tuple[int, ...]
) -> None:
    """Where one memory is offered no other one can be gone to."""
    workspace = space(open_)
    vault, documents = workspace.context.vault, workspace.skills.documents
    memories.remember(vault, "Tell everybody by mail that it runs.", source=Source("Ops notes"))
    opened(open_, skills[0])
    workspace.context.go.training(skills[0])
    hands.wait_for(lambda: documents.kind == "training")
    training = documents.document
    assert isinstance(training, TrainView)
    hands.wait_for(lambda: len(training.review.cards) == 1)
    (card,) = training.review.cards.values()
    hands.wait_for(card.hasFocus)
    for keys in ("Ctrl+5", "Ctrl+6", "Ctrl+7"):
        hands.press(keys)
        assert workspace.current != "skills"
    hands.press("Ctrl+1", "A")
    assert not card.is_open
