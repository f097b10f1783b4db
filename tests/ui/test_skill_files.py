"""SKILL.md files dropped on the window or opened with it: reviewed, scanned, imported."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.core.library import catalogue, library, undoing
from app.core.library.record import Status
from app.core.mirror.bringing import read_skills
from app.core.packs.format.native import write_native
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.packs.exporting.dialog import ExportDialog, export_skills
from app.ui.views.packs.exporting.skill_files import Files
from app.ui.views.packs.importing.many_packs import ReviewDialog
from app.ui.views.packs.importing.one_pack import ImportDialog
from app.ui.views.packs.importing.opening import open_packs
from app.ui.views.packs.importing.problem import ProblemDialog
from app.ui.views.shell.arrivals import open_files, sort_files
from tests.core.skill_files import DEPLOY, EVIL, named, put, zipped
from tests.core.trade import GUILD, pack
from tests.ui.arriving import Arriving


class Desk(Arriving):
    """Where files of skills arrive."""

    def open(self, *paths: Path) -> None:
        open_packs(self.context, self.window, paths, self.tell)

    def review(self) -> ImportDialog:
        """The one that is open, once there is one."""

        def shown() -> list[ImportDialog]:
            return [one for one in self.window.findChildren(ImportDialog) if one.isVisible()]

        self.qtbot.waitUntil(lambda: bool(shown()))
        return shown()[-1]


@pytest.fixture
def desk(context: AppContext, qtbot: QtBot, tmp_path: Path) -> Desk:
    return Desk(context, qtbot, tmp_path)


def words(dialog: ImportDialog | ReviewDialog) -> str:
    return "\n".join(one.text() for one in dialog.findChildren(QLabel))


def test_a_folder_is_reviewed_scanned_and_imported(
    desk: Desk, vault: Vault, tmp_path: Path
) -> None:
    put(tmp_path, "skills/deploy")
    put(tmp_path, "skills/evil", EVIL)
    desk.open(tmp_path / "skills")
    review = desk.review()
    said = words(review)
    assert "SKILL.md files" in said and "would not load it: no frontmatter" in said
    assert "igned by" not in said and not review.quarantine.isChecked()
    assert [line.item.name for line in review.contents.lines] == ["Deploy", "Evil"]
    desk.let_in(review.start)
    rows = {one.title: one.status for one in catalogue.rows(vault)}
    assert rows == {"Deploy": Status.ACTIVE, "Evil": Status.QUARANTINED}
    assert desk.told[-1][0] == "2 skills imported from skills, 1 of them in quarantine"
    assert undoing.undo(vault).label == "Import skills"
    assert not catalogue.rows(vault)


def test_files_folders_and_archives_are_reviewed_together(
    desk: Desk, vault: Vault, tmp_path: Path
) -> None:
    file = put(tmp_path, "a/deploy")
    archive = zipped(tmp_path / "bake.skill", {"bake/SKILL.md": named(DEPLOY, "bake")})
    desk.open(file, archive)
    desk.qtbot.waitUntil(lambda: bool(desk.window.findChildren(ReviewDialog)))
    review = desk.window.findChildren(ReviewDialog)[-1]
    desk.qtbot.waitUntil(review.go.isEnabled)
    assert "unsigned" not in words(review).casefold()
    desk.let_in(review.start)
    assert {one.title for one in catalogue.rows(vault)} == {"Deploy", "Bake"}
    assert desk.told[-1][0] == "2 skills imported from 2 places"


def test_what_cannot_be_read_is_explained(desk: Desk, tmp_path: Path) -> None:
    desk.open(zipped(tmp_path / "slip.zip", {"../../SKILL.md": DEPLOY}))
    desk.qtbot.waitUntil(lambda: bool(desk.window.findChildren(ProblemDialog)))
    said = "\n".join(
        one.text() for one in desk.window.findChildren(ProblemDialog)[-1].findChildren(QLabel)
    )
    assert "outside of its folder" in said


def test_a_name_that_is_taken_asks_and_says_where_calls_go(
    desk: Desk, vault: Vault, tmp_path: Path
) -> None:
    desk.open(put(tmp_path, "a/deploy"))
    desk.let_in(desk.review().start)
    desk.open(put(tmp_path, "b/deploy", DEPLOY + "3. Tell.\n"))
    review = desk.review()
    (line,) = review.contents.lines
    assert line.item.reason == "Another skill has this name."
    assert [choice.value for choice in line.item.choices] == ["rename", "replace", "keep"]
    desk.let_in(review.start)
    assert {one.title for one in catalogue.rows(vault)} == {"Deploy", "Deploy (2)"}


@pytest.mark.parametrize("files", list(Files))
def test_skills_are_exported_as_files(
    desk: Desk, vault: Vault, qtbot: QtBot, tmp_path: Path, files: Files
) -> None:
    skill = library.save(vault, None, "# Ship it\n\n1. Build.\n2. @skill: Deploy\n").skill
    library.save(vault, None, DEPLOY)
    export_skills(desk.context, desk.window, (skill,))
    dialog = desk.window.findChildren(ExportDialog)[-1]
    qtbot.waitUntil(lambda: dialog.cargo is not None)
    dialog.format.setCurrentIndex(dialog.format.findData(files.value))
    assert not dialog.readers.isVisible() and not dialog.name.isVisible()
    assert "neither signed nor encrypted" in dialog.subtitle.text()
    into = tmp_path / ("out" if files is Files.FOLDERS else "ship.skill")
    if files is Files.ARCHIVE:
        qtbot.waitUntil(lambda: "one skill" in dialog._lacking()[0])
        assert not dialog.go.isEnabled()
        dialog.skills.with_calls.setChecked(False)
    qtbot.waitUntil(dialog.go.isEnabled)
    with qtbot.waitSignal(dialog.accepted):
        dialog.write_to(into)
    brought = {one.title for one in read_skills(into).skills}
    assert brought == ({"Ship it", "Deploy"} if files is Files.FOLDERS else {"Ship it"})


def test_arrivals_are_told_apart(tmp_path: Path) -> None:
    folder = put(tmp_path, "deploy").parent
    notes = tmp_path / "notes"
    notes.mkdir()
    readme = put(tmp_path, "docs", "# Readme", "README.md")
    paths = [str(one) for one in (folder, folder / "SKILL.md", notes, readme, "x.skill", "y.zip")]
    found = sort_files(paths)
    assert found.skills == [paths[0], paths[1], paths[4], paths[5]]
    assert found.documents == [paths[3]] and found.rest == [paths[2]]
    opened: list[list[str]] = []
    open_files([paths[0], paths[3]], opened.append, opened.append)
    assert opened == [[paths[0]], [paths[3]]]


def test_a_folder_of_packs_is_opened_as_packs(tmp_path: Path) -> None:
    folder = tmp_path / "packs"
    folder.mkdir()
    packs = [str(folder / name) for name in ("bread.gsk", "tea.gsk")]
    for path in packs:
        Path(path).write_bytes(write_native(pack(), GUILD))
    (folder / ".DS_Store").write_bytes(b"x")
    assert sort_files([str(folder)]).packs == packs
    opened: list[list[str]] = []
    open_files([str(folder)], opened.append, opened.append)
    assert opened == [packs]
    (folder / "notes.md").write_text("# Notes\n\nWhat we know.\n", encoding="utf-8")
    mixed = sort_files([str(folder)])
    assert mixed.rest == [str(folder)] and not mixed.packs, "there is something to remember"
