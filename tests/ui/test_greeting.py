"""A new vault opens on a demo that is explained, once."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.core.library import library
from app.core.packs import demos
from app.core.settings import Settings
from app.core.vault import Vault
from app.ui.techne import Techne
from app.ui.views.shell.workspace import Workspace
from app.ui.views.skills.documents.first_steps import FirstSteps
from tests.ui.conftest import Started
from tests.ui.names import nameless


def space(techne: Techne) -> Workspace:
    assert techne.window.workspace is not None
    return techne.window.workspace


def card(techne: Techne) -> FirstSteps | None:
    found = space(techne).skills.greeting.card
    return found if found is not None and found.isVisible() else None


@pytest.fixture
def shown(qtbot: QtBot, techne: Techne) -> Techne:
    """A window in which the demos came in after it was entered."""
    vault = space(techne).context.vault
    demos.load(vault)
    space(techne).skills.greeting.begin()
    qtbot.waitUntil(lambda: card(techne) is not None)
    return techne


def front(techne: Techne) -> int | None:
    return space(techne).skills.documents.skill


@pytest.fixture
def techne(start: Started, vault: Vault, home: Path, data_key: bytes) -> Techne:
    """The application with its vault open, in which there is nothing yet."""
    techne = start(home)
    techne.window.show()
    assert techne.open_vault(data_key)
    return techne


def test_the_demo_that_shows_most_is_open_and_explained(shown: Techne) -> None:
    vault = space(shown).context.vault
    assert front(shown) == demos.to_show(vault)
    explained = card(shown)
    assert explained is not None and nameless(explained) == []
    said = " ".join(part.text() for part in explained.findChildren(QLabel))
    for thing in ("chips", "cards", "pills", "panel"):
        assert thing in said


def test_dismissed_it_is_never_shown_again(qtbot: QtBot, shown: Techne) -> None:
    explained, vault = card(shown), space(shown).context.vault
    assert explained is not None
    explained.done.setFocus()
    qtbot.keyClick(explained.done, Qt.Key.Key_Space)  # type: ignore[no-untyped-call]
    assert card(shown) is None
    qtbot.waitUntil(lambda: demos.to_show(vault) is None)
    space(shown).skills.greeting.begin()
    assert card(shown) is None


def test_opening_another_skill_ends_it(qtbot: QtBot, shown: Techne) -> None:
    vault = space(shown).context.vault
    other = library.save(vault, None, "# Mine\n\n1. Do it.\n").skill
    demo = front(shown)
    assert demo is not None
    space(shown).context.go.skill(other)
    qtbot.waitUntil(lambda: demos.to_show(vault) is None)
    space(shown).context.go.skill(demo)
    assert card(shown) is None


def test_it_leaves_no_gap_below_the_tabs(qtbot: QtBot, shown: Techne) -> None:
    documents, demo = space(shown).skills.documents, front(shown)
    assert demo is not None

    def gap() -> int:
        return documents._pages.y() - documents.bar.geometry().bottom() - 1

    qtbot.waitUntil(lambda: gap() > 40)
    space(shown).context.go.history(demo)
    qtbot.waitUntil(lambda: gap() == 0)
    space(shown).context.go.skill(demo)
    qtbot.waitUntil(lambda: gap() > 40)
    space(shown).skills.greeting.end()
    qtbot.waitUntil(lambda: gap() == 0)


def test_other_pages_about_the_demo_only_hide_it(shown: Techne) -> None:
    demo = front(shown)
    assert demo is not None
    space(shown).context.go.history(demo)
    assert card(shown) is None
    space(shown).context.go.skill(demo)
    assert card(shown) is not None
    space(shown).skills.documents.close_current()
    space(shown).skills.documents.close_current()
    assert card(shown) is None and demos.to_show(space(shown).context.vault) == demo


def test_what_a_person_has_begun_comes_first(qtbot: QtBot, techne: Techne) -> None:
    """The demos take a moment; meanwhile somebody writes a skill."""
    skills, vault = space(techne).skills, space(techne).context.vault
    skills.documents.new_skill(None)
    editor = skills.documents.editor
    demos.load(vault)
    skills.greeting.begin()
    assert skills.documents.editor is editor and card(techne) is None
    qtbot.waitUntil(lambda: demos.to_show(vault) is None)


def test_it_waits_for_the_next_start(
    qtbot: QtBot, shown: Techne, start: Started, home: Path, data_key: bytes
) -> None:
    shown.shut_down()
    again = start(home)
    again.window.show()
    assert again.open_vault(data_key)
    assert card(again) is not None and front(again) is not None
    assert space(again).skills.library.chosen() == (front(again),)


def test_a_demo_that_is_gone_is_not_shown(techne: Techne) -> None:
    vault = space(techne).context.vault
    demos.load(vault)
    demo = demos.to_show(vault)
    assert demo is not None
    library.delete(vault, demo)
    space(techne).skills.greeting.begin()
    assert front(techne) is None and card(techne) is None


def test_without_skills_the_one_thing_to_do_is_to_write_one(qtbot: QtBot, techne: Techne) -> None:
    documents, vault = space(techne).skills.documents, space(techne).context.vault
    assert documents._nothing.title.text() == "Write your first skill"
    skill = library.save(vault, None, "# Mine\n\n1. Do it.\n").skill
    qtbot.waitUntil(lambda: documents._nothing.title.text() == "Nothing is open")
    library.delete(vault, skill)
    qtbot.waitUntil(lambda: documents._nothing.title.text() == "Write your first skill")
    documents._nothing.button.click()
    assert documents.editor is not None


def test_the_skill_has_the_room_of_a_low_window(shown: Techne, qtbot: QtBot) -> None:
    window, theme = shown.window, space(shown).context.theme
    window.resize(1024, 680)
    explained = card(shown)
    assert explained is not None and explained.explained.isVisible()
    theme.use(Settings(theme="light", reduce_motion=True, text_size=26))
    assert explained.isVisible() and not explained.explained.isVisible()
    assert "Numbered cards" in explained.toolTip()
    qtbot.waitUntil(lambda: explained.height() < 100)
    window.resize(1400, 1200)
    qtbot.waitUntil(explained.explained.isVisible)
    theme.use(Settings(theme="dark", reduce_motion=True))
    assert not explained.toolTip()
