"""What is typed once somebody locked the vault goes to the passphrase, and never into a skill."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.core.library import drafts, library
from app.core.store import turns
from app.core.vault import Vault
from app.ui.techne import Techne
from app.ui.views.start.unlock import Unlock
from tests.conftest import PASSPHRASE
from tests.other_process import OtherProcess, other_process
from tests.ui.hands import Hands
from tests.ui.test_type_through import open_, opened
from tests.ui.test_window import skills, space, techne, unlock_of

__all__ = ["open_", "skills", "techne"]


@pytest.fixture
def hands(qtbot: QtBot) -> Hands:
    return Hands(qtbot)


@pytest.fixture
def other(
    open_: Techne, home: Path, data_key: bytes, monkeypatch: pytest.MonkeyPatch
) -> Iterator[OtherProcess]:
    """Another process, in the middle of a write, however long the test takes to let it go on."""
    monkeypatch.setattr(turns, "PATIENCE", timedelta(minutes=1))
    with other_process(home, data_key) as process:
        process.take()
        yield process


def write(techne: Techne, hands: Hands, skill: int) -> str:
    """Write something that is not saved yet; the text there is then."""
    editor = opened(techne, skill)
    hands.press("Return")
    hands.type(" Somebody locks")
    assert editor.buffer.text.rstrip().endswith("Somebody locks")
    return editor.buffer.stored


def saved(home: Path, data_key: bytes, skill: int) -> str:
    with Vault(home, data_key) as vault:
        assert not drafts.drafts(vault)
        return library.text(vault, skill)


def is_locked(techne: Techne) -> bool:
    return isinstance(techne.window.start_screen, Unlock)


@pytest.mark.parametrize("by", ["key", "idle"])
def test_it_is_the_beginning_of_the_passphrase(
    open_: Techne, hands: Hands, skills: tuple[int, ...], home: Path, data_key: bytes, by: str
) -> None:
    text = write(open_, hands, skills[2])
    if by == "key":
        hands.press("Ctrl+L")
    else:
        open_.idle.ran_out.emit()
    hands.type("anvix")
    hands.press("Backspace", "l", "Ctrl+A", "Ctrl+Z")
    hands.commit("é")
    hands.wait_for(lambda: is_locked(open_))
    assert unlock_of(open_).passphrase.text() == "anvilé"
    hands.type(" on")
    assert unlock_of(open_).passphrase.text() == "anvilé on"
    assert saved(home, data_key, skills[2]) == text


def test_enter_unlocks_with_it(open_: Techne, hands: Hands, skills: tuple[int, ...]) -> None:
    write(open_, hands, skills[2])
    hands.press("Ctrl+L")
    hands.type(f"{PASSPHRASE}\n")
    hands.wait_for(lambda: is_locked(open_))
    hands.wait_for(lambda: open_.window.workspace is not None)


def test_nothing_is_written_while_everything_is_being_saved(
    open_: Techne,
    other: OtherProcess,
    hands: Hands,
    skills: tuple[int, ...],
    home: Path,
    data_key: bytes,
) -> None:
    text = write(open_, hands, skills[2])
    hands.press("Ctrl+L")
    hands.wait_for(open_.window.banner.isVisible)
    rail = space(open_).rail
    QTest.mouseClick(rail, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    hands.type("anvil")
    hands.press("Ctrl+3", "Delete", "Ctrl+Z")
    assert editor_text(open_) == text
    other.release()
    hands.wait_for(lambda: is_locked(open_))
    assert unlock_of(open_).passphrase.text() == "anvil"
    assert saved(home, data_key, skills[2]) == text


def test_the_banner_can_be_reached_meanwhile(
    open_: Techne, other: OtherProcess, hands: Hands, skills: tuple[int, ...]
) -> None:
    write(open_, hands, skills[2])
    hands.press("Ctrl+L")
    banner = open_.window.banner
    hands.wait_for(banner.isVisible)
    for _area in range(6):
        if not banner.isAncestorOf(hands.on):
            hands.press("F6")
    assert banner.isAncestorOf(hands.on)
    hands.type("\n")
    assert is_locked(open_)


def test_quitting_in_the_middle_goes_on(
    qtbot: QtBot,
    open_: Techne,
    other: OtherProcess,
    hands: Hands,
    skills: tuple[int, ...],
    home: Path,
    data_key: bytes,
) -> None:
    text = write(open_, hands, skills[2])
    hands.press("Ctrl+L")
    hands.wait_for(open_.window.banner.isVisible)
    hands.press("Ctrl+Q")
    hands.type("ls")
    other.release()
    with qtbot.waitSignal(open_.window.closed):
        pass
    hands.wait_for(lambda: open_.vault is None)
    assert saved(home, data_key, skills[2]) == text


def test_who_cannot_leave_goes_on_writing(
    open_: Techne, hands: Hands, skills: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = write(open_, hands, skills[2])
    with monkeypatch.context() as full:
        full.setattr(type(space(open_).skills.documents), "at_risk", lambda _documents: ("Tea",))
        hands.press("Ctrl+L")
        hands.type("anvil")
        hands.wait_for(open_.window.banner.isVisible)
    assert editor_text(open_) == text
    hands.type("ed")
    assert editor_text(open_).rstrip() == f"{text.rstrip()}ed"


def editor_text(techne: Techne) -> str:
    editor = space(techne).skills.documents.editor
    assert editor is not None
    return editor.buffer.stored
