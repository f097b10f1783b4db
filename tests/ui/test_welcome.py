"""The first start: a vault is made, and nothing is lost when the passphrase is forgotten."""

import stat
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QCheckBox, QLayout, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.core import vaults
from app.core.library import catalogue, engrams
from app.core.vault import Vault
from app.ui.jobs import Jobs
from app.ui.techne import Techne
from app.ui.theme.theme import Theme
from app.ui.views.start.clipboard_secret import ClipboardSecret
from app.ui.views.start.recovery import RecoveryKey
from app.ui.views.start.welcome import MARGIN, Welcome
from tests.conftest import Keychain
from tests.ui.conftest import Started

PASSPHRASE = "lantern harbour museum plume"


def welcome_of(techne: Techne) -> Welcome:
    gate = techne.window.start_screen
    assert isinstance(gate, Welcome)
    return gate


def fill(welcome: Welcome) -> None:
    welcome.passphrase.first.setText(PASSPHRASE)
    welcome.passphrase.second.setText(PASSPHRASE)
    welcome.recovery.safe.setChecked(True)


def test_first_run_makes_a_vault_with_the_demos(
    qtbot: QtBot, start: Started, tmp_path: Path
) -> None:
    techne = start(tmp_path / "new")
    techne.start()
    welcome = welcome_of(techne)
    recovery_key = welcome.recovery.written
    fill(welcome)
    welcome.make.click()
    qtbot.waitUntil(lambda: techne.window.workspace is not None)
    workspace = techne.window.workspace
    assert workspace is not None
    qtbot.waitUntil(lambda: workspace.skills.library.model.rowCount() == 8)
    documents = workspace.skills.documents
    qtbot.waitUntil(lambda: documents.editor is not None)
    assert documents.editor is not None and documents.editor.title == "Production deployment"
    assert workspace.skills.greeting.card is not None
    key = vaults.unlock(tmp_path / "new", passphrase=PASSPHRASE)
    assert vaults.unlock(tmp_path / "new", recovery_key=recovery_key) == key


def test_vault_only_has_the_engrams_and_no_skills(
    qtbot: QtBot, start: Started, tmp_path: Path
) -> None:
    techne = start(tmp_path / "new")
    techne.start()
    fill(welcome_of(techne))
    welcome_of(techne).only.click()
    qtbot.waitUntil(lambda: techne.vault is not None and bool(engrams.engrams(techne.vault)))
    techne.shut_down()
    with Vault(tmp_path / "new", vaults.unlock(tmp_path / "new", passphrase=PASSPHRASE)) as vault:
        assert catalogue.rows(vault) == ()
        assert [e.name for e in engrams.engrams(vault)] == ["Skill Demos", "Skills"]


def test_nothing_can_be_made_before_everything_is_there(
    qtbot: QtBot, start: Started, tmp_path: Path
) -> None:
    techne = start(tmp_path / "new")
    techne.start()
    welcome = welcome_of(techne)
    assert not welcome.make.isEnabled() and welcome.make.toolTip()
    welcome.passphrase.first.setText(PASSPHRASE)
    welcome.passphrase.second.setText("lantern harbor")
    assert not welcome.make.isEnabled()
    welcome.passphrase.second.setText(PASSPHRASE)
    assert not welcome.make.isEnabled()
    welcome.recovery.safe.setChecked(True)
    assert welcome.make.isEnabled() and "8" in welcome.make.text()
    welcome.passphrase.first.setText("short")
    welcome.passphrase.second.setText("short")
    assert not welcome.make.isEnabled()


def test_nothing_moves_while_the_passphrase_is_chosen_and_the_key_is_kept(
    qtbot: QtBot, theme: Theme, home: Path, tmp_path: Path
) -> None:
    welcome = Welcome(theme, Jobs(), home, ())
    qtbot.addWidget(welcome)
    welcome.resize(1280, 800)
    welcome.show()

    def places() -> dict[QWidget, QRect]:
        for layout in welcome.findChildren(QLayout):
            layout.activate()
        widgets = [w for w in welcome._form.findChildren(QWidget) if w.isVisible()]
        return {
            w: QRect(w.mapTo(welcome, QPoint()), w.size())
            for w in widgets
            if isinstance(w, (QLineEdit, QPushButton, QCheckBox))
        }

    before = places()
    first, second = welcome.passphrase.first, welcome.passphrase.second
    first.setText("short")
    second.setText("other")
    assert welcome.passphrase._strength.trouble and welcome.passphrase._differs.text()
    assert places() == before
    first.setText(PASSPHRASE)
    second.setText(PASSPHRASE)
    assert places() == before
    welcome.recovery.save_to(tmp_path / f"{'Techne recovery key ' * 5}.txt")
    assert welcome.recovery.kept_in.text()
    assert places() == before


def test_what_is_missing_is_said_beside_the_buttons_which_end_with_the_columns(
    qtbot: QtBot, theme: Theme, home: Path, tmp_path: Path
) -> None:
    welcome = Welcome(theme, Jobs(), home, ())
    qtbot.addWidget(welcome)
    welcome.resize(1024, 460)
    with qtbot.waitActive(welcome):
        welcome.show()
        welcome.activateWindow()
    bar = welcome._scroll.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.isVisible() and bar.maximum() > 0)
    assert welcome._missing.text() == "Choose and repeat a passphrase first."

    def end(part: QWidget) -> int:
        return part.mapTo(welcome, QPoint(part.width(), 0)).x()

    qtbot.waitUntil(lambda: end(welcome.make) == end(welcome._form) - MARGIN)
    place = welcome.make.mapTo(welcome, QPoint())
    bar.setValue(0)
    second = welcome.passphrase.second
    second.setFocus(Qt.FocusReason.MouseFocusReason)
    assert second.visibleRegion().boundingRect() == second.rect()
    for field in (welcome.passphrase.first, second):
        field.setText("another good passphrase")
    assert "recovery key" in welcome._missing.text()
    welcome.recovery.safe.setChecked(True)
    assert not welcome._missing.text() and welcome.make.isEnabled()
    QApplication.sendPostedEvents()
    assert welcome.make.mapTo(welcome, QPoint()) == place


def test_a_vault_that_is_there_already_is_not_overwritten(
    qtbot: QtBot, theme: Theme, home: Path
) -> None:
    jobs = Jobs()
    welcome = Welcome(theme, jobs, home, ())
    qtbot.addWidget(welcome)
    welcome.show()
    fill(welcome)
    before = (home / "vault.keys").read_bytes()
    welcome.make.click()
    qtbot.waitUntil(welcome.banner.isVisible)
    assert (home / "vault.keys").read_bytes() == before
    qtbot.waitUntil(welcome.make.isEnabled)
    jobs.shut_down()


def test_folders(qtbot: QtBot, theme: Theme, home: Path, tmp_path: Path) -> None:
    jobs = Jobs()
    welcome = Welcome(theme, jobs, tmp_path / "new", ())
    qtbot.addWidget(welcome)
    welcome.show()
    welcome.use_folder(str(home.parent))
    assert welcome.home == home.parent / "Techne"
    welcome.open_existing(str(tmp_path / "new"))
    assert welcome.banner.isVisible()
    with qtbot.waitSignal(welcome.chosen) as chosen:
        welcome.open_existing(str(home))
    assert chosen.args == [home]
    jobs.shut_down()


def test_the_recovery_key_leaves_the_clipboard(qtbot: QtBot) -> None:
    clipboard = QGuiApplication.clipboard()
    lent = ClipboardSecret("KRVT-94QH")
    assert clipboard.text() == "KRVT-94QH"
    lent.take_back()
    assert clipboard.text() == ""
    lent = ClipboardSecret("KRVT-94QH")
    clipboard.setText("something else")
    lent.take_back()
    assert clipboard.text() == "something else"


def test_a_copied_recovery_key_is_said_to_be_copied(theme: Theme, qtbot: QtBot) -> None:
    recovery = RecoveryKey(theme)
    qtbot.addWidget(recovery)
    recovery.unveil(True)
    recovery._buttons[0].click()
    assert recovery.kept_in.text() == "Copied, for a minute"
    assert QGuiApplication.clipboard().text() == recovery.written
    QGuiApplication.clipboard().clear()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_the_recovery_key_in_a_file_is_for_its_owner_only(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    recovery = RecoveryKey(theme)
    qtbot.addWidget(recovery)
    file = tmp_path / "key.txt"
    recovery.save_to(file)
    assert recovery.kept_in.text() == f"Saved as {file.name}"
    assert all(pair in file.read_text() for pair in recovery.written.split())
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_remembering_opens_the_vault_next_time(
    qtbot: QtBot, start: Started, tmp_path: Path, keychain: Keychain
) -> None:
    techne = start(tmp_path / "new")
    techne.start()
    fill(welcome_of(techne))
    welcome_of(techne).remember.setChecked(True)
    welcome_of(techne).only.click()
    qtbot.waitUntil(lambda: bool(keychain.stored))
    techne.shut_down()
    again = start(tmp_path / "new")
    again.start()
    qtbot.waitUntil(lambda: again.window.workspace is not None)
