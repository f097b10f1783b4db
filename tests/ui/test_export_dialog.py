"""Exporting skills: what goes along, what is looked at first, and the way back into a vault."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDesktopServices, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QScrollArea, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from app.core.documents.importing import Arrived, Wish, import_documents, read_documents
from app.core.library import catalogue, library, undoing
from app.core.packs import attachments, identity, install, plan
from app.core.packs.format import read
from app.core.packs.format.contents import Format, Mode, Pack
from app.core.packs.format.phrase import phrase
from app.core.packs.format.signing import Identity
from app.core.settings import Settings
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.theme.theme import Theme
from app.ui.views.packs.exporting.dialog import ExportDialog, export_skills
from app.ui.views.packs.exporting.skill_files import Files
from app.ui.views.packs.importing.one_pack import ImportDialog
from app.ui.views.packs.importing.opening import open_packs
from app.ui.widgets.elided import Elided
from app.ui.widgets.file_folder import begin_in_last_folder
from app.ui.widgets.new_passphrase import NewPassphrase
from app.ui.window_state import WindowState
from tests.core.trade import BAKE, BREW, pack, signed
from tests.ui.names import nameless

KEY = "AKIA" + "IOSFODNN7ABCDEFG"

pytestmark = pytest.mark.usefixtures("named")


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[QWidget]:
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    yield made
    for dialog in made.findChildren(ExportDialog):
        dialog.reject()  # before the vault it asks for versions is closed


@pytest.fixture
def kitchen(vault: Vault) -> dict[str, int]:
    return {name: library.save(vault, None, text).skill for name, text in _TEXTS}


_TEXTS = (("brew", BREW), ("bake", BAKE))


def offered(context: AppContext, window: QWidget, qtbot: QtBot, *skills: int) -> ExportDialog:
    export_skills(context, window, skills)
    dialog = window.findChildren(ExportDialog)[-1]
    qtbot.waitUntil(lambda: dialog.cargo is not None)
    return dialog


def written(dialog: ExportDialog, qtbot: QtBot, file: Path) -> bytes:
    qtbot.waitUntil(dialog.go.isEnabled)
    with qtbot.waitSignal(dialog.accepted):
        dialog.write_to(file)
    return file.read_bytes()


def proposed(dialog: ExportDialog, qtbot: QtBot) -> str:
    """The name under which the file would be saved."""
    qtbot.waitUntil(dialog.go.isEnabled)
    dialog.go.click()
    (asked,) = (one for one in dialog.findChildren(QFileDialog) if one.isVisible())
    (file,) = asked.selectedFiles()
    asked.reject()
    return Path(file).name


def opened(vault: Vault, data: bytes, passphrase: str | None = None) -> Pack:
    return install.opened(vault, read.inspect(data), passphrase)


def test_called_skills_go_along_and_say_why(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = offered(context, window, qtbot, kitchen["bake"])
    assert dialog.windowTitle() == "Export Bake bread"
    spoken = {w.text() for w in dialog.findChildren(QWidget) if hasattr(w, "text")}
    assert "called by Bake bread" in spoken
    pack = opened(context.vault, written(dialog, qtbot, tmp_path / "a.gsk"))
    assert [skill.name for skill in pack.skills] == ["Bake bread", "Brew tea"]
    assert pack.signer is not None and pack.signer.key == identity.mine(context.vault).key


@pytest.mark.parametrize(("size", "text"), [((682, 453), 13), ((1440, 900), 26)])
def test_fields_are_whole_in_a_small_window_and_with_large_text(
    context: AppContext,
    window: QWidget,
    kitchen: dict[str, int],
    theme: Theme,
    qtbot: QtBot,
    size: tuple[int, int],
    text: int,
) -> None:
    window.setMinimumSize(1, 1)
    window.resize(*size)
    theme.use(Settings(theme="dark", reduce_motion=True, text_size=text))
    dialog = offered(context, window, qtbot, kitchen["bake"])
    form, side = (area for area in dialog.findChildren(QScrollArea))
    for area in (form, side):
        inside = area.widget()
        assert inside is not None and inside.width() <= area.viewport().width()
    (title,) = (said for said in dialog.skills.findChildren(QLabel) if said.text() == "Brew tea")
    assert not isinstance(title, Elided)  # which skills go out is read without the mouse
    theme.use(Settings(theme="dark", reduce_motion=True))


def test_the_choice_of_readers_takes_no_more_room_than_it_needs(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot
) -> None:
    readers = offered(context, window, qtbot, kitchen["bake"]).readers
    open_height = readers.sizeHint().height()
    readers.choose(Mode.PASSPHRASE)
    assert readers.sizeHint().height() > open_height + 60
    readers.choose(Mode.OPEN)
    assert readers.sizeHint().height() == open_height


def test_the_keyboard_begins_with_the_name(
    context: AppContext, window: QWidget, qtbot: QtBot, kitchen: dict[str, int]
) -> None:
    dialog = offered(context, window, qtbot, kitchen["brew"])
    first = dialog.focusWidget()
    assert first is not None and first.accessibleName() == "Pack name"


def test_they_can_be_left_out(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = offered(context, window, qtbot, kitchen["bake"])
    dialog.skills.with_calls.setChecked(False)
    qtbot.waitUntil(lambda: dialog.cargo is not None)
    pack = opened(context.vault, written(dialog, qtbot, tmp_path / "a.gsk"))
    assert [skill.name for skill in pack.skills] == ["Bake bread"]


def test_export_then_import_is_the_same_skill(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot, tmp_path: Path
) -> None:
    """Through both dialogs: written, deleted, opened, imported."""
    dialog = offered(context, window, qtbot, *kitchen.values())
    file = tmp_path / "kitchen.gsk"
    written(dialog, qtbot, file)
    dialog.reject()
    library.delete(context.vault, *kitchen.values())
    told: list[str] = []
    open_packs(context, window, [file], lambda said, _ids: told.append(said))
    qtbot.waitUntil(lambda: bool(window.findChildren(ImportDialog)))
    review = window.findChildren(ImportDialog)[0]
    assert review.publisher.accessibleName() == "Signed by you"
    assert not review.quarantine.isChecked()
    review.start()
    qtbot.waitUntil(lambda: bool(told))
    rows = catalogue.rows(context.vault)
    assert sorted(library.text(context.vault, row.id) for row in rows) == sorted((BREW, BAKE))
    undoing.undo(context.vault)
    assert catalogue.rows(context.vault) == ()


def test_findings_must_be_looked_at(context: AppContext, window: QWidget, qtbot: QtBot) -> None:
    secret = BREW.replace("2. Wait", f"2. Log in with {KEY}")
    skill = library.save(context.vault, None, secret).skill
    dialog = offered(context, window, qtbot, skill)
    assert not dialog.go.isEnabled()
    assert "have read them" in dialog._missing.text()
    dialog.skills.have_read.setChecked(True)
    assert dialog.go.isEnabled()
    assert KEY not in " ".join(w.accessibleName() for w in dialog.findChildren(QWidget))


def leaked(place: str) -> str:
    return BREW.replace("2. Wait", f"2. Ask {place} first, then wait")


@pytest.mark.parametrize("kind", [Format.NATIVE, Files.FOLDERS, Files.ARCHIVE])
def test_nothing_leaves_that_was_not_reviewed(
    context: AppContext,
    window: QWidget,
    kitchen: dict[str, int],
    qtbot: QtBot,
    tmp_path: Path,
    kind: str,
) -> None:
    """The text is another one since: what is in it now is shown before anything is written."""
    dialog = offered(context, window, qtbot, kitchen["brew"])
    dialog.format.setCurrentIndex(dialog.format.findData(kind))
    qtbot.waitUntil(dialog.go.isEnabled)
    file = tmp_path / "tea"
    library.save(context.vault, kitchen["brew"], leaked("kim@harbour-tea.de"))
    dialog.write_to(file)
    qtbot.waitUntil(dialog.banner.isVisible)
    assert not file.exists() and dialog.isVisible()
    assert "changed" in dialog.banner.accessibleName()
    qtbot.waitUntil(lambda: "have read them" in dialog._missing.text())
    dialog.skills.have_read.setChecked(True)
    with qtbot.waitSignal(dialog.accepted):
        dialog.write_to(file)
    assert file.exists()


def test_the_review_follows_the_text(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot, tmp_path: Path
) -> None:
    """Saved late, by an agent or in another process while the dialog is open; and while a place
    is being chosen, nothing is written that the person had not seen when they began."""
    dialog = offered(context, window, qtbot, kitchen["bake"])
    seen = dialog.cargo
    library.save(context.vault, kitchen["brew"], leaked("kim@harbour-tea.de"))
    qtbot.waitUntil(dialog.skills.have_read.isVisible)
    assert not dialog.go.isEnabled()
    dialog.skills.have_read.setChecked(True)
    assert seen is not None
    dialog._write_reviewed(seen, str(tmp_path / "tea.gsk"))
    assert dialog.banner.isVisible() and not (tmp_path / "tea.gsk").exists()
    library.save(context.vault, None, "# Another\n\n1. Rest.\n")  # is not in it: the tick stays
    qtbot.waitUntil(lambda: not dialog.is_reviewing)
    assert dialog.go.isEnabled()
    pack = opened(context.vault, written(dialog, qtbot, tmp_path / "tea.gsk"))
    assert "kim@harbour-tea.de" in (pack.skills[1].text or "")


def test_what_the_pack_says_of_itself_is_reviewed_as_it_is_typed(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot
) -> None:
    dialog = offered(context, window, qtbot, kitchen["brew"])
    dialog.description.setPlainText("Ask kim@harbour-tea.de")
    assert dialog.skills.have_read.isVisible() and not dialog.go.isEnabled()
    dialog.description.setPlainText("Ask at the harbour")
    assert not dialog.skills.have_read.isVisible() and dialog.go.isEnabled()


def test_the_document_a_skill_was_made_of_stays_at_home_unless_it_is_ticked(
    context: AppContext, window: QWidget, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "tea.md").write_text(BREW)
    (arrived,) = read_documents([tmp_path / "tea.md"])
    assert isinstance(arrived, Arrived)
    (saved,) = import_documents(context.vault, [Wish(arrived)])
    dialog = offered(context, window, qtbot, saved.skill)
    spoken = {w.text() for w in dialog.findChildren(QWidget) if hasattr(w, "text")}
    assert "1 original document is left out: it is private." in spoken
    dialog.skills.originals.setChecked(True)
    qtbot.waitUntil(lambda: dialog.cargo is not None)
    pack = opened(context.vault, written(dialog, qtbot, tmp_path / "a.gsk"))
    assert [one.name for one in pack.skills[0].attachments] == ["tea.md"]


def test_placed_memories_stay_at_home(
    context: AppContext, window: QWidget, qtbot: QtBot, tmp_path: Path
) -> None:
    text = BREW + "\nThe kettle is slow. _(from Kitchen diary)_\n"
    skill = library.save(context.vault, None, text).skill
    dialog = offered(context, window, qtbot, skill)
    assert dialog.skills._left_out.text() == "1 placed memory is left out: it is private."
    data = written(dialog, qtbot, tmp_path / "a.gsk")
    assert "kettle" not in (opened(context.vault, data).skills[0].text or "")
    dialog = offered(context, window, qtbot, skill)
    dialog.skills.memories.setChecked(True)
    qtbot.waitUntil(lambda: dialog.cargo is not None)
    data = written(dialog, qtbot, tmp_path / "b.gsk")
    assert "kettle" in (opened(context.vault, data).skills[0].text or "")


def segment(dialog: ExportDialog, words: str) -> QToolButton:
    return next(b for b in dialog.readers.findChildren(QToolButton) if b.text() == words)


def choose_by_mouse(dialog: ExportDialog, words: str) -> None:
    QTest.mouseClick(segment(dialog, words), Qt.MouseButton.LeftButton)


def choose_by_keyboard(dialog: ExportDialog, words: str) -> None:
    """From what is chosen, with the arrows, as far as that takes."""
    names = [button.text() for button in dialog.readers.choice.findChildren(QToolButton)]
    for number in range(dialog.readers.choice.current, names.index(words)):
        present = segment(dialog, names[number])
        present.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(present, Qt.Key.Key_Right)


def type_where_the_focus_is(dialog: ExportDialog, words: str) -> None:
    for letter in words:
        field = dialog.focusWidget()
        assert field is not None
        QTest.keyClicks(field, letter)


CHOOSING = pytest.mark.parametrize("choose", [choose_by_mouse, choose_by_keyboard])


@CHOOSING
def test_what_is_typed_after_choosing_a_passphrase_is_the_passphrase(
    context: AppContext,
    window: QWidget,
    kitchen: dict[str, int],
    qtbot: QtBot,
    tmp_path: Path,
    choose: Callable[[ExportDialog, str], None],
) -> None:
    dialog = offered(context, window, qtbot, kitchen["brew"])
    assert dialog.go.text() == "Export, readable by anyone" and dialog.go.isEnabled()
    choose(dialog, "Passphrase")
    assert dialog.go.text() == "Export, locked with a passphrase" and not dialog.go.isEnabled()
    type_where_the_focus_is(dialog, "open sesame")
    assert dialog.readers.passphrase.first.text() == "open sesame"
    assert dialog._missing.text() == "Repeat the passphrase."
    dialog.write_to(tmp_path / "too-early.gsk")
    assert dialog._job is None
    QTest.keyClick(dialog.readers.passphrase.first, Qt.Key.Key_Tab)
    type_where_the_focus_is(dialog, "open sesame")
    data = written(dialog, qtbot, tmp_path / "a.gsk")
    assert opened(context.vault, data, "open sesame").mode is Mode.PASSPHRASE


@CHOOSING
def test_what_is_typed_after_choosing_recipients_is_a_key(
    context: AppContext,
    window: QWidget,
    kitchen: dict[str, int],
    qtbot: QtBot,
    choose: Callable[[ExportDialog, str], None],
) -> None:
    dialog = offered(context, window, qtbot, kitchen["brew"])
    choose(dialog, "Recipients")
    assert dialog.go.text() == "Export for recipients" and not dialog.go.isEnabled()
    first, second = (identity.recipient_code(Identity("", bytes([n] * 32)).key) for n in (1, 2))
    type_where_the_focus_is(dialog, first)
    assert dialog.go.text() == "Export for 1 person" and dialog.go.isEnabled()
    dialog.readers.keys.setPlainText(f"{first}\n{second}")
    assert dialog.go.text() == "Export for 2 people"


def test_what_is_wrong_with_a_passphrase_stands_under_its_own_field(
    theme: Theme, qtbot: QtBot
) -> None:
    field = NewPassphrase(theme)
    qtbot.addWidget(field)
    field.show()
    field.first.setText("short")
    assert field._strength.accessibleName().startswith("Weak")
    field.first.clear()
    QTest.keyClick(field.first, Qt.Key.Key_Return)
    assert field._strength.trouble == "Use at least 8 characters."
    field.first.setText("short")
    field.second.setText("sh")
    assert field._strength.trouble and not field._differs.text()
    assert field._strength.geometry().top() < field.second.geometry().top()
    field.first.setText("long enough")
    field.second.setText("x")  # there is more to come
    assert not field._strength.trouble and not field._differs.text()
    field.second.editingFinished.emit()  # there is not
    assert field._differs.text()
    assert field._differs.geometry().top() > field.second.geometry().top()


def test_two_passphrases_are_compared_once_both_are_typed(theme: Theme, qtbot: QtBot) -> None:
    field = NewPassphrase(theme)
    qtbot.addWidget(field)
    field.show()
    field.first.setText("long enough")
    for typed in ("l", "x", "x" * 9):
        field.second.setText(typed)
        assert not field._differs.text()
    field.second.setText("x" * 11)
    assert field._differs.text()
    field.second.setText("long enough")
    assert not field._differs.text() and field.passphrase


def test_the_first_export_asks_for_a_name_in_place_and_keeps_it(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot, tmp_path: Path
) -> None:
    context.vault.put_setting("identity.name", "")
    dialog = offered(context, window, qtbot, kitchen["brew"])
    assert dialog.signer.field.isVisible() and not dialog.go.isEnabled()
    assert "who signs" in dialog._missing.text()
    QTest.keyClicks(dialog.signer.field, "Mara Lind")
    data = written(dialog, qtbot, tmp_path / "a.gsk")
    signer = opened(context.vault, data).signer
    assert signer is not None and signer.name == "Mara Lind"
    assert not dialog.signer.field.isVisible()
    dialog.reject()
    again = offered(context, window, qtbot, kitchen["brew"])
    assert not again.signer.field.isVisible() and again.go.isEnabled()
    assert "Signed by Mara Lind" in [made.text() for made in again.findChildren(QLabel)]


def test_with_large_text_the_name_of_the_signer_is_in_view_and_begun_with(
    context: AppContext, window: QWidget, kitchen: dict[str, int], theme: Theme, qtbot: QtBot
) -> None:
    context.vault.put_setting("identity.name", "")
    theme.use(Settings(theme="dark", reduce_motion=True, text_size=26))
    dialog = offered(context, window, qtbot, kitchen["brew"])
    field = dialog.signer.field
    assert dialog.focusWidget() is field and dialog._area.verticalScrollBar().value() == 0

    def is_seen() -> bool:
        return field.visibleRegion().boundingRect().height() == field.height()

    qtbot.waitUntil(is_seen)
    theme.use(Settings(theme="dark", reduce_motion=True))


def test_what_is_missing_is_gone_to_and_said(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot
) -> None:
    context.vault.put_setting("identity.name", "")
    dialog = offered(context, window, qtbot, kitchen["brew"])
    dialog.version.setFocus()
    QTest.keyClick(dialog.version, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.focusWidget() is dialog.signer.field
    assert "who signs" in dialog._missing.text()
    assert dialog._missing.property("role") == "error"
    dialog.signer.field.setText("Mara Lind")
    assert dialog._missing.property("role") == "caption"
    dialog.name.clear()
    dialog.press_primary()
    assert dialog.focusWidget() is dialog.name


def test_the_name_of_the_signer_is_asked_for_before_the_other_fields(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot
) -> None:
    context.vault.put_setting("identity.name", "")
    dialog = offered(context, window, qtbot, kitchen["brew"])
    assert dialog.focusWidget() is dialog.signer.field
    QTest.keyClick(dialog, Qt.Key.Key_Tab)
    assert dialog.focusWidget() is dialog.name


def test_arrows_reach_every_kind_of_reader(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot
) -> None:
    dialog = offered(context, window, qtbot, kitchen["brew"])
    segment(dialog, "Anyone").setFocus()
    modes = []
    for _press in range(2):
        focused = dialog.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, Qt.Key.Key_Right)
        modes.append(dialog.readers.mode)
    assert modes == [Mode.PASSPHRASE, Mode.RECIPIENTS]
    focused = dialog.focusWidget()
    assert focused is segment(dialog, "Recipients")
    QTest.keyClick(focused, Qt.Key.Key_Return)
    assert dialog.focusWidget() is dialog.readers.keys


def test_a_pack_of_one_skill_begins_with_what_that_says_of_itself(
    context: AppContext, window: QWidget, vault: Vault, qtbot: QtBot
) -> None:
    text = "# Descale the kettle\n\nGets the chalk out.\n\n1. Boil vinegar.\n"
    skill = library.save(vault, None, text).skill
    dialog = offered(context, window, qtbot, skill)
    assert dialog.description.toPlainText() == "Gets the chalk out."


def test_a_dialog_for_files_begins_in_the_last_folder(
    qtbot: QtBot, tmp_path: Path, window: QWidget
) -> None:
    state = WindowState(tmp_path / "folders.json")
    (last := tmp_path / "last").mkdir()
    first = QFileDialog(window)
    begin_in_last_folder(first, state)
    assert Path(first.directory().absolutePath()) != Path.cwd()
    first.fileSelected.emit(str(last / "a.gsk"))
    second = QFileDialog(window)
    begin_in_last_folder(second, state)
    assert Path(second.directory().absolutePath()) == last
    saving = QFileDialog(window)
    saving.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    begin_in_last_folder(saving, state)
    assert Path(saving.directory().absolutePath()) != last, "packs go elsewhere than they come from"


def test_recipients_and_the_writer_can_open_it(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot, tmp_path: Path
) -> None:
    friend = Identity("Friend", bytes(range(32)))
    dialog = offered(context, window, qtbot, kitchen["brew"])
    dialog.readers.choose(Mode.RECIPIENTS)
    assert "at least one recipient" in dialog._missing.text()
    dialog.readers.keys.setPlainText("nonsense")
    assert "not a recipient key" in dialog._missing.text()
    dialog.readers.keys.setPlainText(identity.recipient_code(friend.key))
    data = written(dialog, qtbot, tmp_path / "a.gsk")
    assert opened(context.vault, data).mode is Mode.RECIPIENTS
    theirs = read.unlock(read.inspect(data), recipient_key=friend.recipient_key)
    assert theirs.skills[0].text == BREW


def test_a_locked_pack_can_hide_its_names(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot, tmp_path: Path
) -> None:
    def for_me() -> ExportDialog:
        dialog = offered(context, window, qtbot, kitchen["brew"])
        readers = dialog.readers
        assert not readers.hide_names.isVisible()
        readers.choose(Mode.RECIPIENTS)
        readers.keys.setPlainText(identity.recipient_code(identity.mine(context.vault).key))
        assert readers.hide_names.isVisible()
        return dialog

    dialog = for_me()
    assert proposed(dialog, qtbot) == "brew-tea.gsk"
    assert b"Brew tea" in written(dialog, qtbot, tmp_path / "a.gsk")
    dialog = for_me()
    dialog.readers.hide_names.setChecked(True)
    assert proposed(dialog, qtbot) == "pack.gsk"
    hidden = written(dialog, qtbot, tmp_path / "b.gsk")
    assert b"Brew tea" not in hidden
    assert opened(context.vault, hidden).name == "Brew tea"
    dialog = for_me()
    dialog.readers.hide_names.setChecked(True)
    dialog.readers.choose(Mode.OPEN)
    assert b"Brew tea" in written(dialog, qtbot, tmp_path / "c.gsk")


def test_a_pack_that_is_passed_on_brings_its_description(
    context: AppContext, window: QWidget, qtbot: QtBot, tmp_path: Path
) -> None:
    made = replace(pack(BREW, BAKE), description="For cold mornings.", publisher="Granny")
    done = install.apply(context.vault, plan.plan(context.vault, signed(made)), quarantine=False)
    dialog = offered(context, window, qtbot, *done.added)
    assert dialog.description.toPlainText() == "For cold mornings."
    kept = opened(context.vault, written(dialog, qtbot, tmp_path / "a.gsk"))
    assert (kept.description, kept.publisher) == ("For cold mornings.", "Granny")
    dialog = offered(context, window, qtbot, *done.added)
    dialog.description.selectAll()
    dialog.description.textCursor().removeSelectedText()
    dialog.skills.with_calls.toggle()
    qtbot.waitUntil(lambda: dialog.cargo is not None)
    assert dialog.description.toPlainText() == ""  # what was typed is not written over
    assert opened(context.vault, written(dialog, qtbot, tmp_path / "b.gsk")).description == ""


def test_who_signs_is_shown_with_words(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot
) -> None:
    dialog = offered(context, window, qtbot, kitchen["brew"])
    shown = [made.text() for made in dialog.findChildren(QLabel)]
    assert phrase(identity.mine(context.vault).key) in shown


def test_the_oldest_format_is_open_to_anyone(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = offered(context, window, qtbot, kitchen["brew"])
    dialog.readers.choose(Mode.PASSPHRASE)
    dialog.format.setCurrentIndex(dialog.format.findData(Format.GSK1))
    assert dialog.readers.mode is Mode.OPEN
    assert not dialog.readers.choice.isEnabled()
    assert written(dialog, qtbot, tmp_path / "a.gsk")[:4] == b"GSK1"


def test_each_export_is_the_next_version(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = offered(context, window, qtbot, kitchen["brew"])
    assert dialog.version.text() == "1.0.0"
    first = opened(context.vault, written(dialog, qtbot, tmp_path / "a.gsk"))
    dialog = offered(context, window, qtbot, kitchen["brew"])
    assert dialog.version.text() == "1.0.1"
    second = opened(context.vault, written(dialog, qtbot, tmp_path / "b.gsk"))
    assert (second.id, second.sequence) == (first.id, first.sequence + 1)


def test_it_closes_when_all_is_written_and_the_window_says_where(
    context: AppContext,
    window: QWidget,
    kitchen: dict[str, int],
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: shown.append(url.toLocalFile()))
    dialog = offered(context, window, qtbot, kitchen["brew"])
    with qtbot.waitSignal(context.say.told_more) as told:
        written(dialog, qtbot, tmp_path / "tea.gsk")
    assert told.args is not None
    said, action, act, undoable = told.args
    assert (said, action) == ("Exported Brew tea 1.0.0 to tea.gsk", "Show in folder")
    assert not undoable and not dialog.isVisible()
    act()
    assert shown == [str(tmp_path)]


def test_a_place_that_cannot_be_written_is_said(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = offered(context, window, qtbot, kitchen["brew"])
    dialog.write_to(tmp_path / "missing" / "a.gsk")
    qtbot.waitUntil(dialog.banner.isVisible)
    assert "cannot be written" in dialog.banner.accessibleName()
    assert dialog.go.isEnabled()


def test_a_pack_needs_a_name(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot
) -> None:
    dialog = offered(context, window, qtbot, *kitchen.values())
    assert dialog.windowTitle() == "Export 2 skills"
    dialog.name.setText("  ")
    assert dialog._missing.text() == "Name the pack."
    assert not dialog.go.isEnabled()


def test_everything_that_takes_focus_has_a_name(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot
) -> None:
    dialog = offered(context, window, qtbot, kitchen["bake"])
    for mode in Mode:
        dialog.readers.choose(mode)
        assert nameless(dialog) == []


def test_what_is_exported_plans_as_the_same(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = offered(context, window, qtbot, *kitchen.values())
    pack = opened(context.vault, written(dialog, qtbot, tmp_path / "a.gsk"))
    assert {item.change for item in plan.plan(context.vault, pack).items} == {"same"}


def test_attached_files_are_reviewed_as_the_text_is(
    context: AppContext, window: QWidget, qtbot: QtBot
) -> None:
    skill = library.save(context.vault, None, BREW + "3. See /home/mara/tea.md\n").skill
    files = [("notes.txt", b"a\n/home/mara/x and /home/mara/y\n"), ("leaf.png", b"\x89PNG\x00\xff")]
    attachments.attach_all(context.vault, skill, files)
    dialog = offered(context, window, qtbot, skill)
    spoken = {one.text() for one in dialog.skills.findChildren(QLabel)}
    assert "Brew tea, line 8; Brew tea, notes.txt, line 2 and 1 more place" in spoken
    assert "leaf.png is not text, so it was not reviewed." in spoken
    assert not dialog.go.isEnabled() and not dialog.skills.have_read.isHidden()


def test_the_wheel_chooses_no_format_and_a_lock_comes_back_with_one_that_has_it(
    context: AppContext, window: QWidget, kitchen: dict[str, int], qtbot: QtBot
) -> None:
    dialog = offered(context, window, qtbot, kitchen["brew"])
    dialog.readers.choose(Mode.PASSPHRASE)
    middle = QPointF(dialog.format.rect().center())
    down = QWheelEvent(
        middle, QPointF(dialog.format.mapToGlobal(middle.toPoint())), QPoint(), QPoint(0, -120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase,
        False,
    )  # fmt: skip
    QApplication.sendEvent(dialog.format, down)
    assert dialog.format.currentData() == Format.NATIVE and not down.isAccepted()
    dialog.format.setCurrentIndex(dialog.format.findData(Format.GSK1))
    modes = [dialog.readers.mode]
    dialog.format.setCurrentIndex(dialog.format.findData(Format.NATIVE))
    assert [*modes, dialog.readers.mode] == [Mode.OPEN, Mode.PASSPHRASE]


def test_a_long_name_shows_its_start_until_somebody_writes_in_it(
    context: AppContext, vault: Vault, window: QWidget, qtbot: QtBot
) -> None:
    long = "Service an espresso machine that has stood still for longer than a whole summer"
    skill = library.save(vault, None, f"# {long}\n\n1. Look at it.\n").skill
    dialog = offered(context, window, qtbot, skill)
    name = dialog.name
    assert name.cursorPosition() == 0
    with qtbot.waitActive(dialog):
        dialog.activateWindow()
    for reason in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.OtherFocusReason):
        dialog.version.setFocus()
        name.setFocus(reason)
        assert name.cursorPosition() == 0
    name.end(False)
    dialog.version.setFocus()
    assert name.cursorPosition() == 0 and name.text() == long
