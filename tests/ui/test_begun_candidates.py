"""Candidates that need a look before they are promoted: what was typed into them is not saved."""

import json
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from app.core.changes import Part
from app.core.learning import candidates
from app.core.learning.candidates import CandidateStatus
from app.core.library import form_drafts, library
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.lifecycle.candidate_delegate import CandidateDelegate
from app.ui.views.lifecycle.candidate_dialog import CandidateDialog
from app.ui.views.lifecycle.view import LifecycleView
from tests.ui.hands import Hands
from tests.ui.test_candidates_view import DEPLOY, names, press, put, titles

MINE = "# Cut a release\n\n1. Do it well.\n"
NAMES = ["cut", "tag", "push", "ship", "tell", "rest"]


@pytest.fixture
def view(qtbot: QtBot, context: AppContext, vault: Vault) -> Iterator[LifecycleView]:
    for number, name in enumerate(NAMES):
        put(vault, name, 0.9 - number / 100)
    made = LifecycleView(context)
    made.resize(1360, 860)
    made.show()
    qtbot.waitUntil(lambda: names(made) == NAMES)
    yield made
    delete(made)


def opened(view: LifecycleView) -> CandidateDialog:
    """The dialog that is in front."""
    (shown,) = [one for one in view.window().findChildren(CandidateDialog) if one.isVisible()]
    return shown


def about(view: LifecycleView, row: int) -> str:
    shown = view.candidates.list.rows
    assert shown.now is not None
    return shown.rows[row].about(shown.now)


def type_and_leave(view: LifecycleView, row: int, text: str) -> None:
    dialog = view.candidates.review(view.candidates.list.rows.rows[row])
    dialog.text.selectAll()
    dialog.text.insertPlainText(text)
    dialog.reject()


def propose_change(qtbot: QtBot, view: LifecycleView, vault: Vault) -> None:
    """The first of the candidates would change a skill of the library."""
    skill = library.save(vault, None, DEPLOY).skill
    put(vault, "safe-deploy", 0.95, evolves=skill)
    qtbot.waitUntil(lambda: names(view)[0] == "Safe deploy")


def test_what_was_typed_is_shown_before_the_candidate_is_a_skill(
    qtbot: QtBot, view: LifecycleView, vault: Vault
) -> None:
    hands = Hands(qtbot)
    view.take_focus()
    type_and_leave(view, 0, MINE)
    qtbot.waitUntil(lambda: about(view, 0) == "edited, not saved")
    view.activateWindow()
    qtbot.waitUntil(view.candidates.list.hasFocus)
    hands.press("P")
    dialog = opened(view)
    assert dialog.text.toPlainText() == MINE and not titles(vault)
    assert dialog.typed is not None and dialog.typed.discard.isVisible()
    dialog.promote.click()
    qtbot.waitUntil(lambda: names(view) == NAMES[1:])
    assert titles(vault) == {"Cut a release"}
    type_and_leave(view, 1, MINE)
    press(view, 1, "promote")
    dialog = opened(view)
    assert dialog.typed is not None
    dialog.typed.discard.click()
    assert dialog.text.toPlainText() == "# push\n\n1. Do it.\n"
    dialog.reject()
    qtbot.waitUntil(lambda: about(view, 1).startswith("last seen"))
    press(view, 1, "promote")
    qtbot.waitUntil(lambda: "push" in titles(vault))


def test_what_is_offered_is_not_passed_over(
    qtbot: QtBot, view: LifecycleView, vault: Vault
) -> None:
    type_and_leave(view, 0, MINE)
    dialog = view.candidates.review(view.candidates.list.rows.rows[0])
    qtbot.waitUntil(dialog.isActiveWindow)
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert dialog.isVisible() and dialog.text.toPlainText() == MINE and not titles(vault)
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: titles(vault) == {"Cut a release"})


def test_a_change_is_compared_with_what_is_to_be_accepted(
    qtbot: QtBot, view: LifecycleView, vault: Vault
) -> None:
    propose_change(qtbot, view, vault)
    (one, *_others) = candidates.candidates(vault, status=CandidateStatus.CANDIDATE)
    type_and_leave(view, 0, one.text + "4. Tell everybody.\n")
    view.candidates.list.setCurrentIndex(view.candidates.list.rows.index(0))
    view.candidates.list.decide("promote")
    dialog = opened(view)
    assert dialog.typed is not None and dialog.diff.change_count == 2
    dialog.typed.discard.click()
    assert dialog.diff.change_count == 1
    dialog.reject()


def test_the_next_one_takes_the_place_of_one_that_is_decided(
    qtbot: QtBot, view: LifecycleView
) -> None:
    shown = view.candidates.list
    press(view, 3, "promote")
    qtbot.waitUntil(lambda: names(view) == ["cut", "tag", "push", "tell", "rest"])
    assert shown.current is not None and shown.current.title == "tell"
    assert shown.selectedIndexes() == [shown.rows.index(3)]


def test_a_name_that_is_taken_is_said_before_there_are_two(
    qtbot: QtBot, view: LifecycleView, vault: Vault
) -> None:
    library.save(vault, None, "# Tag\n\n1. Tag it by hand.\n")
    qtbot.waitUntil(lambda: about(view, 1) == "name is taken")
    press(view, 1, "promote")
    dialog = opened(view)
    assert dialog.taken.isVisible() and titles(vault) == {"Tag"}
    assert dialog.taken.text().startswith("Another skill is called “Tag”.")
    dialog.text.setPlainText("# Tag a release\n\n1. Do it.\n")
    assert not dialog.taken.isVisible()
    dialog.text.setPlainText("# tag\n\n1. Do it.\n")
    assert dialog.taken.isVisible()
    dialog.promote.click()
    qtbot.waitUntil(lambda: titles(vault) == {"Tag", "tag"})


def test_a_change_keeps_the_name_of_its_skill(
    qtbot: QtBot, view: LifecycleView, vault: Vault
) -> None:
    propose_change(qtbot, view, vault)
    (row, *_others) = view.candidates.list.rows.rows
    assert not row.is_named_twice
    dialog = view.candidates.review(row)
    assert dialog.taken.isHidden()
    dialog.reject()


def test_that_it_was_edited_can_be_read_in_a_window_of_1280(
    qtbot: QtBot, view: LifecycleView, vault: Vault
) -> None:
    """Beside long names and many calls of several agents."""
    skill = library.save(vault, None, DEPLOY).skill
    put(vault, "safe-deploy", 0.95, evolves=skill)
    put(vault, "checkout-to-kubectl-rollout-status", 0.94, agent="codex")
    calls = json.dumps([[f"shell kubectl rollout {n}", [], 0, 0, 0] for n in range(8)])
    with vault.write(None) as write:
        write.db.execute("update skill_candidate set calls = ?", (calls,))
        for one in candidates.candidates(vault)[:2]:
            form_drafts.leave(write, candidates.form(one.id), {"text": MINE})
        write.touch(Part.LEARNING)
    said = ["edited, not saved · Claude Code", "edited, not saved · Codex"]
    qtbot.waitUntil(lambda: len(names(view)) == 8 and [about(view, n) for n in (0, 1)] == said)
    view.resize(1280 - 56, 800)
    shown = view.candidates.list
    delegate = shown.itemDelegate()
    assert isinstance(delegate, CandidateDelegate)
    for row in (0, 1):
        option, index = QStyleOptionViewItem(), shown.rows.index(row)
        shown.initViewItemOption(option)
        option.rect = shown.visualRect(index)
        assert option.rect.width() > 0 and said[row] not in delegate.cut(option, index)


def test_a_change_says_in_its_row_which_step_it_is_about(
    qtbot: QtBot, view: LifecycleView, vault: Vault
) -> None:
    propose_change(qtbot, view, vault)
    rows = view.candidates.list.rows
    assert rows.rows[0].changed == "new before step 2: Test it"
    assert "new before step 2: Test it" in rows.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert not rows.rows[1].changed
