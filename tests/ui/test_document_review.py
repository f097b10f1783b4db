"""Documents opened in the window: read, looked through by keyboard and mouse, imported."""

from io import BytesIO
from pathlib import Path

import pytest
from docx import Document
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.core.documents import tables
from app.core.documents.roles import Role
from app.core.errors import AppError
from app.core.library import catalogue, engrams, library, undoing
from app.core.packs import attachments
from app.core.skills.model import GoalKind
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.documents import entries
from app.ui.views.documents.draft_rows import Row
from app.ui.views.documents.grid import ABOVE, Grid
from app.ui.views.documents.opening import Reading, open_documents
from app.ui.views.documents.review import DocumentReview
from app.ui.views.documents.row_list import THING
from tests.core.document_files import Part, pdf, word
from tests.core.test_documents import fill
from tests.core.test_hostile_documents import LAUGHS, OLE, OUTSIDE, with_part, zipped
from tests.ui.arriving import Arriving
from tests.ui.names import nameless

BREAD: tuple[Part, ...] = (
    ("title", "Bake bread"),
    ("p", "From the old handbook."),
    ("1", "Mix the dough."),
    ("1", "Wait. If it has not risen, go back to step 2."),
    ("1", "Bake it."),
)
CLEAN: tuple[Part, ...] = (("title", "Clean up"), ("1", "1. Sweep."), ("1", "2. Mop."))


class Desk(Arriving):
    """Of documents."""

    def __init__(self, context: AppContext, qtbot: QtBot, folder: Path) -> None:
        super().__init__(context, qtbot, folder)
        self.explained: list[AppError] = []
        context.say.explained.connect(lambda error, *_rest: self.explained.append(error))

    def file(self, name: str, data: bytes) -> Path:
        path = self.folder / name
        path.write_bytes(data)
        return path

    def open(self, *paths: Path) -> None:
        open_documents(self.context, self.window, paths, self.tell)

    def review(self, *paths: Path) -> DocumentReview:
        self.open(*paths)
        self.qtbot.waitUntil(lambda: bool(self.window.findChildren(DocumentReview)))
        (dialog,) = self.window.findChildren(DocumentReview)
        assert isinstance(dialog, DocumentReview)
        dialog.activateWindow()
        self.qtbot.waitUntil(dialog.isActiveWindow)
        return dialog


@pytest.fixture
def desk(context: AppContext, qtbot: QtBot, tmp_path: Path) -> Desk:
    return Desk(context, qtbot, tmp_path)


@pytest.fixture
def bread(desk: Desk) -> Path:
    return desk.file("bread.docx", word(BREAD))


@pytest.fixture
def clean(desk: Desk) -> Path:
    return desk.file("clean.pdf", pdf(CLEAN))


def texts(vault: Vault) -> dict[str, str]:
    return {row.title: library.text(vault, row.id) for row in catalogue.rows(vault)}


def rows(dialog: DocumentReview) -> list[Row]:
    return [row for row in dialog.sheet.draft.rows.things if isinstance(row, Row)]


def press(dialog: DocumentReview, key: Qt.Key) -> None:
    QTest.keyClick(dialog.sheet.original, key)


def role(dialog: DocumentReview) -> object:
    return dialog.entry.draft.roles[dialog.sheet.passage]


def test_a_document_is_shown_beside_its_draft(desk: Desk, bread: Path) -> None:
    dialog = desk.review(bread)
    assert dialog.title.text() == "Bake bread" and "3 steps" in dialog.subtitle.text()
    assert [(row.role, row.label) for row in rows(dialog)] == [
        (Role.TITLE, ""),
        (Role.STEP, "1"),
        (Role.STEP, "2"),
        (Role.STEP, "3"),
        (Role.CONTEXT, ""),
    ]
    assert rows(dialog)[2].readings == ("it has not risen → back to step 2",)
    assert not nameless(dialog)
    said = dialog.sheet.original.rows.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.startswith("From the old handbook., becomes Context")


def test_nothing_is_written_before_it_is_imported(desk: Desk, bread: Path) -> None:
    before = texts(desk.context.vault)
    dialog = desk.review(bread)
    dialog.decide(1, Role.STEP)
    dialog._leave()
    assert texts(desk.context.vault) == before and not desk.told


def test_by_keyboard_alone(desk: Desk, bread: Path) -> None:
    dialog, vault = desk.review(bread), desk.context.vault
    assert dialog.sheet.original.hasFocus()
    press(dialog, Qt.Key.Key_Down)
    press(dialog, Qt.Key.Key_S)
    assert role(dialog) is Role.STEP and len(dialog.entry.draft.skill.steps) == 4
    press(dialog, Qt.Key.Key_Backspace)
    assert role(dialog) is Role.CONTEXT
    press(dialog, Qt.Key.Key_Delete)
    assert role(dialog) is Role.LEFT_OUT
    QTest.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert role(dialog) is Role.CONTEXT
    desk.let_in(
        lambda: QTest.keyClick(
            dialog.sheet.original, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier
        )
    )
    assert "From the old handbook." in texts(vault)["Bake bread"]
    ((said, (skill,)),) = desk.told
    assert said == "1 document imported"
    (kept,) = attachments.attachments(vault, skill)
    assert kept.name == "bread.docx" and kept.is_private


def test_a_key_leads_to_the_goals(desk: Desk, bread: Path) -> None:
    dialog = desk.review(bread)
    press(dialog, Qt.Key.Key_Down)
    press(dialog, Qt.Key.Key_G)
    assert dialog.sheet.role.view().isVisible()
    assert "G goal" in dialog.sheet._keys.text()
    dialog.sheet.role.hidePopup()


def test_by_mouse_alone(desk: Desk, bread: Path) -> None:
    dialog = desk.review(bread)
    sheet = dialog.sheet
    place = sheet.draft.place(4).center()
    QTest.mouseClick(sheet.draft.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert sheet.passage == 1 and sheet.role.currentText() == "Context"
    at = sheet.role.findData(GoalKind.SUCCESS)
    sheet.role.setCurrentIndex(at)
    sheet.role.activated.emit(at)
    assert role(dialog) is GoalKind.SUCCESS and rows(dialog)[1].role is GoalKind.SUCCESS
    assert sheet.role.currentText() == "Success"
    QTest.mouseClick(sheet.back, Qt.MouseButton.LeftButton)
    assert role(dialog) is Role.CONTEXT and not sheet.back.isEnabled()
    dialog.keep.setChecked(False)
    desk.let_in(lambda: QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton))
    ((_said, (skill,)),) = desk.told
    assert attachments.attachments(desk.context.vault, skill) == ()


def test_the_menu_of_a_passage(desk: Desk, bread: Path) -> None:
    dialog = desk.review(bread)
    dialog.sheet._ask(2, QPoint(100, 100))
    (menu,) = dialog.sheet.findChildren(QMenu)
    assert [one.data() for one in menu.actions() if one.isChecked()] == ["step"]
    next(one for one in menu.actions() if one.data() == "sub-step").trigger()
    assert dialog.entry.draft.chosen == {2: Role.SUB_STEP}
    menu.close()


def test_a_wish_that_the_text_does_not_bear_out_is_told(desk: Desk, bread: Path) -> None:
    dialog = desk.review(bread)
    dialog.decide(4, Role.PHASE)
    assert dialog.entry.draft.roles[4] is not Role.PHASE
    assert dialog.banner.isVisible()
    dialog.decide(4, None)
    assert not dialog.banner.isVisible()


def test_what_is_looked_at_is_the_same_on_both_sides(desk: Desk, bread: Path) -> None:
    sheet = desk.review(bread).sheet
    for passage, row in ((2, 1), (4, 3), (1, 4)):
        sheet.original.choose(passage)
        assert sheet.draft.row == row
    sheet.draft.choose(2)
    assert sheet.passage == 3


def test_f8_goes_through_what_is_doubtful(desk: Desk) -> None:
    parts = [*BREAD, ("1", "If it is pale, go to step 9.")]
    dialog = desk.review(desk.file("x.docx", word(parts)))
    doubtful = [n for n, row in enumerate(rows(dialog)) if row.doubts]
    assert doubtful and str(len(dialog.entry.shown.doubts)) in dialog.places.text()
    QTest.keyClick(dialog, Qt.Key.Key_F8)
    assert dialog.sheet.draft.row == doubtful[0]


def test_several_documents_are_one_review_and_one_undo(
    desk: Desk, bread: Path, clean: Path
) -> None:
    vault = desk.context.vault
    before = texts(vault)
    dialog = desk.review(bread, clean)
    assert dialog.go.text() == "Import 2 as drafts"
    dialog.after.click()
    assert dialog.title.text() == "Clean up" and not dialog.after.isEnabled()
    dialog._go_elsewhere("Bakery")
    desk.let_in(dialog.go.click)
    assert set(texts(vault)) - set(before) == {"Bake bread", "Clean up"}
    assert "Bakery" in {one.name for one in engrams.engrams(vault)}
    undoing.undo(vault)
    assert texts(vault) == before


def test_one_of_several_is_skipped(desk: Desk, bread: Path, clean: Path) -> None:
    dialog = desk.review(bread, clean)
    dialog.skip.click()
    assert dialog.go.text() == "Import as draft" and not dialog.sheet.isEnabled()
    desk.let_in(dialog.go.click)
    found = texts(desk.context.vault)
    assert "Clean up" in found and "Bake bread" not in found


def test_all_documents_are_in_one_list(desk: Desk, bread: Path, clean: Path) -> None:
    dialog = desk.review(bread, clean)
    listed = dialog.documents
    assert listed.isVisible() and len(listed.rows.things) == 2 and listed.row == 0
    said = [listed.rows.index(n).data() for n in range(2)]
    assert said[0].startswith("bread.docx, Bake bread, to be imported, ")
    assert "clean.pdf, Clean up, to be imported, 2 steps" in said[1]
    listed.setFocus()
    QTest.keyClick(listed, Qt.Key.Key_Down)
    assert dialog.title.text() == "Clean up" and listed.hasFocus()
    QTest.keyClick(listed, Qt.Key.Key_Space)
    assert "left out" in listed.rows.index(1).data() and dialog.go.text() == "Import as draft"
    box = listed.visualRect(listed.rows.index(0)).topLeft() + QPoint(26, 14)
    QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=box)
    assert dialog.entries[0].is_skipped and dialog.title.text() == "Clean up"
    assert not dialog.go.isEnabled()
    QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=box)
    words = box + QPoint(200, 0)
    QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=words)
    assert dialog.title.text() == "Bake bread" and not dialog.entry.is_skipped


def test_one_document_needs_no_list(desk: Desk, bread: Path) -> None:
    assert not desk.review(bread).documents.isVisible()


def test_the_list_waits_for_what_is_being_read(
    desk: Desk, bread: Path, clean: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entries, "SHORT", 10)
    dialog = desk.review(bread, clean)
    dialog.decide(1, Role.STEP)
    dialog.documents.choose(1)
    assert dialog.title.text() == "Bake bread" and dialog.documents.row == 0
    desk.qtbot.waitUntil(lambda: dialog._reading is None)
    assert dialog.entries[0].draft.roles[1] is Role.STEP


def test_more_documents_join_the_review(desk: Desk, bread: Path, clean: Path) -> None:
    dialog = desk.review(bread)
    dialog.decide(1, Role.STEP)
    desk.open(clean)
    desk.qtbot.waitUntil(lambda: len(dialog.entries) == 2)
    assert dialog.entry.draft.chosen == {1: Role.STEP}


def test_one_that_cannot_be_read_is_said_and_stops_no_other(desk: Desk, bread: Path) -> None:
    bad = desk.file("bad.docx", b"PK\x03\x04")
    dialog = desk.review(bad, bread)
    assert len(dialog.entries) == 1 and dialog.banner.isVisible()
    dialog._leave()
    desk.qtbot.waitUntil(lambda: not isValid(dialog))
    desk.open(bad)
    desk.qtbot.waitUntil(lambda: bool(desk.explained))
    assert str(desk.explained[0]) == "bad.docx: It is damaged."
    assert desk.explained[0].hint.startswith("Open it in another program")


def test_reading_can_be_stopped(desk: Desk, bread: Path) -> None:
    desk.open(bread)
    (reading,) = desk.window.findChildren(Reading)
    job = reading._job
    assert job is not None
    reading.stop.click()
    assert job.cancelled and not desk.window.findChildren(DocumentReview)


def test_leaving_asks_before_decisions_are_lost(desk: Desk, bread: Path) -> None:
    dialog = desk.review(bread)
    dialog.decide(1, Role.STEP)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible() and dialog.banner.isVisible()


def test_a_long_document_is_read_again_without_waiting(
    desk: Desk, bread: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entries, "SHORT", 10)
    dialog = desk.review(bread)
    dialog.decide(1, Role.STEP)
    assert dialog._reading is not None and not dialog.go.isEnabled()
    desk.qtbot.waitUntil(lambda: dialog._reading is None)
    assert dialog.entry.draft.roles[1] is Role.STEP and dialog.go.isEnabled()


def test_it_fits_the_smallest_window(desk: Desk, bread: Path, clean: Path) -> None:
    desk.window.resize(1024, 680)
    dialog = desk.review(bread, clean)
    assert dialog.width() <= 1024 and dialog.height() <= 680
    assert dialog.go.width() >= dialog.go.sizeHint().width()


def test_it_can_be_painted_in_full(desk: Desk, bread: Path) -> None:
    dialog = desk.review(bread)
    for number in range(len(BREAD)):
        dialog.sheet.original.choose(number)
        assert not dialog.grab().isNull()
    assert dialog.sheet.original.rows.index(0).data(THING) is not None


def test_whatever_is_dropped_the_rest_is_reviewed(desk: Desk, bread: Path, clean: Path) -> None:
    bad = {
        "zip.docx": zipped({f"word/{n}.bin": bytes(30 << 20) for n in range(8)}),
        "xml.docx": with_part("word/document.xml", LAUGHS),
        "outside.docx": with_part("word/document.xml", OUTSIDE),
        "locked.docx": OLE + "EncryptedPackage".encode("utf-16-le"),
        "empty.docx": b"",
        "scan.pdf": pdf([]),
    }
    files = [desk.file(name, data) for name, data in bad.items()]
    (desk.folder / "folder.docx").mkdir()
    (desk.folder / "link.docx").symlink_to(bread)
    (desk.folder / "lost.docx").symlink_to(desk.folder / "nowhere")
    lined = desk.folder / "two\nlines.docx"
    lined.write_bytes(bread.read_bytes())
    called = desk.file("called.docx", clean.read_bytes())
    others = [desk.folder / name for name in ("folder.docx", "link.docx", "lost.docx")]
    dialog = desk.review(*files, *others, lined, called)
    assert [one.draft.name for one in dialog.entries] == [
        "link.docx", "two lines.docx", "called.docx"
    ]  # fmt: skip
    assert dialog.banner.isVisible() and "7 more could not be read" in dialog.banner._words.text()
    desk.let_in(dialog.go.click)
    assert len(desk.told[0][1]) == 3


def test_the_first_document_that_came_in_is_opened(desk: Desk, bread: Path, clean: Path) -> None:
    opened: list[int] = []
    desk.context.go.skill_requested.connect(lambda skill, _keep: opened.append(skill))
    dialog = desk.review(bread, clean)
    desk.let_in(dialog.go.click)
    ((_said, skills),) = desk.told
    assert len(skills) == 2 and opened == [skills[0]]


def test_a_table_is_shown_in_cells_and_told_without_its_lines(desk: Desk) -> None:
    document, data = Document(), BytesIO()
    document.add_heading("Receive a delivery", 0)
    document.add_paragraph("1. Measure it.")
    long = "Send it back, and write down when. " * 8
    fill(
        document, [["Item", "Limit", "If warmer"], ["Milk", "8 °C", long], ["Fish", "2 °C", "Ice"]]
    )
    document.save(data)
    dialog = desk.review(desk.file("x.docx", data.getvalue()))
    sheet, passage = dialog.sheet, len(dialog.entry.draft.roles) - 1
    sheet.original.choose(passage)
    shown = sheet.original.rows.index(passage)
    grid = Grid(tables.cells(dialog.entry.draft.content.passages[passage].text), sheet.font(),
                sheet.font(), 400)  # fmt: skip
    assert grid.width <= 400 and sheet.original.visualRect(shown).height() > 6 * ABOVE
    assert Grid([["a", "b"], ["c", "d"]], sheet.font(), sheet.font(), 400).width < 100
    told = shown.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Milk · 8 °C · Send" in told and not any("|" in row.text for row in rows(dialog))
    assert not sheet.grab().isNull()
