"""Where calls lead, in the window, and what an update reads otherwise."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from app.core.library import catalogue, library, reread, undoing
from app.core.memory.emptying import empty
from app.core.packs.format.native import write_native
from app.core.skills.checking.finding import Candidate, Finding, Severity
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.views.packs.importing.one_pack import ImportDialog
from app.ui.views.packs.importing.opening import open_packs
from app.ui.views.skills.editor.findings.fixes import Fix, fixes
from app.ui.views.skills.editor.view import EditorView
from app.ui.views.skills.page import SkillsPage
from app.ui.views.skills.rereading.button import RereadButton
from app.ui.views.skills.rereading.dialog import RereadDialog
from app.ui.widgets.menu_words import LONGEST, menu_words
from tests.core.test_reread import TEXT, as_an_older_one_read_it
from tests.core.trade import BREW, GUILD, pack
from tests.ui.names import nameless

DEPLOY = "# Deploy\n\n1. @skill: smoke-tests\n2. Look.\n"
SMOKE = "# Smoke tests\n\n1. Run them.\n"


@pytest.fixture
def skills(vault: Vault) -> tuple[int, int, int]:
    """A caller, what it calls in another engram, and one of the same name beside it."""
    far = library.save(vault, None, SMOKE, engram="Skill Demos").skill
    caller = library.save(vault, None, DEPLOY).skill
    return caller, far, library.save(vault, None, SMOKE).skill


@pytest.fixture
def editor(qtbot: QtBot, context: AppContext, skills: tuple[int, int, int]) -> EditorView:
    view = EditorView(context)
    qtbot.addWidget(view)
    view.resize(1100, 800)
    view.show()
    view.open_skill(skills[0])
    return view


def others(menu: QMenu) -> list[QAction]:
    """Where the calls there could lead."""
    found = [one for one in menu.findChildren(QMenu) if one.title() == "Call another of that name"]
    return [action for one in found for action in one.actions()]


def target(vault: Vault, caller: int) -> tuple[int, ...]:
    row = catalogue.row(vault, caller)
    assert row is not None
    return catalogue.resolve(vault, "smoke-tests", row.engram, caller)


def test_the_menu_of_a_step_lets_a_call_lead_elsewhere(
    qtbot: QtBot, vault: Vault, skills: tuple[int, int, int], editor: EditorView
) -> None:
    caller, far, near = skills
    assert target(vault, caller) == (far,)
    menu = editor.quick_fixes.step_menu(1)
    (entry,) = others(menu)
    assert entry.text() == "“Smoke tests” in Skills"
    entry.trigger()
    assert target(vault, caller) == (near,)
    assert library.text(vault, caller) == DEPLOY and not editor.autosave.dirty
    qtbot.waitUntil(lambda: editor.reader.known.found("smoke-tests") == ("Smoke tests",))
    assert not others(editor.quick_fixes.step_menu(2))
    undoing.undo(vault)
    assert target(vault, caller) == (far,)


def test_a_pill_says_which_of_several_it_calls(
    qtbot: QtBot, editor: EditorView, vault: Vault, skills: tuple[int, int, int]
) -> None:
    def pill() -> tuple[str, str]:
        card = editor.steps.card(1)
        assert card is not None
        return card.content.pills[0].text, card._pills[0].toolTip()

    assert pill() == ("smoke-tests in Skill Demos", "Open smoke-tests in Skill Demos")
    library.delete(vault, skills[2])
    qtbot.waitUntil(lambda: pill() == ("smoke-tests", "Open smoke-tests"))


def test_the_menu_of_the_text_offers_it_at_the_call(
    skills: tuple[int, int, int], editor: EditorView
) -> None:
    for at, count in ((DEPLOY.index("smoke"), 1), (DEPLOY.index("Look"), 0)):
        menu = QMenu(editor)
        editor.quick_fixes._extend(at, menu)
        assert len(others(menu)) == count


def test_what_people_wrote_does_not_make_a_menu_wide(
    qtbot: QtBot, vault: Vault, skills: tuple[int, int, int], editor: EditorView
) -> None:
    usual = editor.quick_fixes.step_menu(2).sizeHint().width()
    far = "The kitchen of the big house beyond the old harbour wall"
    library.save(vault, None, SMOKE, engram=far)
    qtbot.waitUntil(lambda: len(others(editor.quick_fixes.step_menu(1))) == 2)
    menu = editor.quick_fixes.step_menu(1)
    assert menu.sizeHint().width() <= usual
    said = {one.text() for one in others(menu)}
    assert len(said) == 2 and sum("The kitchen of" in one and "…" in one for one in said) == 1
    assert len(menu_words("x" * 100)) == LONGEST and menu_words("Q & A") == "Q && A"


def test_a_lost_call_is_settled_by_its_finding(
    qtbot: QtBot, vault: Vault, skills: tuple[int, int, int], editor: EditorView
) -> None:
    caller, far, near = skills
    library.delete(vault, far)
    editor.library_watch.learn()
    editor.reader.read_now()
    (lost,) = (f for f in editor.reading.findings if f.code == "call-unknown")
    assert lost.message == "‘smoke-tests’ was deleted."
    back, fix = fixes(lost)
    assert back.label == "Restore “Smoke tests” from the bin" and not back.is_to_write
    assert fix.label == "Call the one in Skills" and not fix.is_to_write
    editor.quick_fixes.settle(fix)
    assert target(vault, caller) == (near,)
    wait_until_settled(qtbot, editor)


def test_the_way_back_of_a_long_title_leaves_room_for_what_is_wrong() -> None:
    lost = Finding(Severity.PROBLEM, "call-unknown", "", "", 0, 1)
    fix = Fix(
        lost, None, restore=Candidate(1, "Clean the kettle of the east kitchen and dry it", "")
    )
    assert fix.label == "Restore “Clean the kettle of the east kitche…” from the bin"


def test_the_menu_of_a_problem_says_as_much_as_its_button(editor: EditorView) -> None:
    lost = Finding(
        Severity.PROBLEM, "call-unknown", "‘Feed the tomcat’ was deleted.", "", 0, 1,
        restore=Candidate(1, "Feed the cat and water the plants", ""),
    )  # fmt: skip
    (fix,) = fixes(lost)
    _said, entry = editor.quick_fixes._fix_menu([lost]).actions()
    assert entry.text() == f"&1  {fix.label}" and "…" not in fix.label


def test_a_lost_call_is_settled_by_what_is_in_the_bin(
    qtbot: QtBot, vault: Vault, skills: tuple[int, int, int], editor: EditorView
) -> None:
    caller, far, _near = skills
    library.delete(vault, far)
    editor.library_watch.learn()
    editor.reader.read_now()
    editor.steps.go_to(2)
    card = editor.steps.card(1)
    assert card is not None and card._strip is not None
    QTest.mouseClick(card._strip._repair, Qt.MouseButton.LeftButton)
    wait_until_settled(qtbot, editor)
    assert target(vault, caller) == (far,)
    assert editor.window().focusWidget() is card, "it stays where it was repaired"
    library.delete(vault, far)
    empty(vault, [far])
    editor.library_watch.learn()
    editor.reader.read_now()
    assert all(one.restore is None for one in editor.reading.findings)


def test_a_name_that_a_skill_had_before_is_changed_to_what_it_is_called_now(
    vault: Vault, skills: tuple[int, int, int], editor: EditorView
) -> None:
    caller, far, near = skills
    library.delete(vault, near)
    empty(vault, [near])
    renamed = library.save(vault, far, "# Sweep the harbour\n\n1. Run them.\n").skill
    library.save(vault, caller, "# Deploy\n\n1. Look.\n")
    library.save(vault, None, "# Smoke test\n\n1. Smoke.\n")
    library.save(vault, caller, DEPLOY)
    editor.open_skill(caller)
    (lost,) = (f for f in editor.reading.findings if f.code == "call-unknown")
    assert lost.detail == "The skill is now called Sweep the harbour."
    assert [fix.label for fix in fixes(lost)] == [
        "Change it to “Sweep the harbour”", "Replace with Smoke test", "Create skill",
    ]  # fmt: skip
    library.delete(vault, renamed)
    editor.library_watch.learn()
    editor.reader.read_now()
    (lost,) = (f for f in editor.reading.findings if f.code == "call-unknown")
    assert [fix.label for fix in fixes(lost)][:2] == [
        "Restore “Sweep the harbour” from the bin", "Replace with Smoke test",
    ]  # fmt: skip


def wait_until_settled(qtbot: QtBot, editor: EditorView) -> None:
    def settled() -> None:
        editor.library_watch.catch_up()
        assert not [f for f in editor.reading.findings if f.code == "call-unknown"]

    qtbot.waitUntil(lambda: _holds(settled))


def _holds(check: object) -> bool:
    assert callable(check)
    try:
        check()
    except AssertionError:
        return False
    return True


def test_what_is_typed_is_saved_first(
    vault: Vault, skills: tuple[int, int, int], editor: EditorView
) -> None:
    caller, _far, near = skills
    editor.buffer.become(DEPLOY + "3. Tell.\n")
    (one,) = editor.reader.known.candidates("smoke-tests")
    assert one.id == near
    editor.quick_fixes._redirects.redirect("smoke-tests", one)
    assert library.text(vault, caller) == DEPLOY + "3. Tell.\n"
    assert target(vault, caller) == (near,)


def test_following_a_call_goes_where_it_leads(
    qtbot: QtBot, vault: Vault, context: AppContext, skills: tuple[int, int, int]
) -> None:
    caller, far, _near = skills
    page = SkillsPage(context)
    qtbot.addWidget(page)
    page.resize(1200, 800)
    page.show()
    warned: list[str] = []
    context.say.warn = lambda said, *_more: warned.append(said)  # type: ignore[method-assign]
    page.documents.open_skill(caller)
    page.skill_actions.follow_call("smoke-tests")
    assert page.documents.skill == far
    library.delete(vault, far)
    page.documents.open_skill(caller)
    page.skill_actions.follow_call("smoke-tests")
    assert page.documents.skill == caller
    assert warned == ["The skill that “smoke-tests” leads to is deleted or in quarantine."]


# Import


@pytest.fixture
def tea(vault: Vault) -> tuple[int, int]:
    """A skill of another engram with the name of a packed one, and one that calls it."""
    mine = library.save(vault, None, BREW, engram="Skill Demos").skill
    return mine, library.save(vault, None, "# Serve\n\n1. @skill: brew-tea\n").skill


@pytest.fixture
def dialog(
    qtbot: QtBot, context: AppContext, tmp_path: Path, window: QWidget, tea: tuple[int, int]
) -> ImportDialog:
    path = tmp_path / "kitchen.gsk"
    path.write_bytes(write_native(pack(), GUILD))
    open_packs(context, window, [path], lambda _said, _ids: None)
    qtbot.waitUntil(lambda: bool(window.findChildren(ImportDialog)))
    (found,) = window.findChildren(ImportDialog)
    qtbot.waitUntil(lambda: len(found.contents.lines) == 2)
    return found


def test_the_import_says_whose_name_it_is_and_keeps_the_calls(
    qtbot: QtBot, vault: Vault, dialog: ImportDialog, tea: tuple[int, int]
) -> None:
    lines = {line.item.name: line for line in dialog.contents.lines}
    brew, bake = lines["Brew tea"], lines["Bake bread"]
    assert "Same name as “Brew tea” in Skill Demos" in brew._caption(
        dialog.contents._about(brew.item)
    )
    warned = dialog.contents.caution
    assert warned.isVisible() and "is also in Skill Demos" in warned.accessibleName()
    assert bake.switch is None and brew.switch is not None
    assert brew.switch.text() == "Switch 1 caller to it"
    assert not brew.switch.isChecked() and not brew.switch.isEnabled(), "in quarantine"
    assert not nameless(dialog)
    dialog.quarantine.setChecked(False)
    assert brew.switch.isEnabled()
    dialog.start()
    qtbot.waitUntil(lambda: len(catalogue.rows(vault)) == 4)
    assert catalogue.callers(vault, tea[0]) == (tea[1],)


def test_the_calls_change_over_when_a_person_wants_it(
    qtbot: QtBot, vault: Vault, dialog: ImportDialog, tea: tuple[int, int]
) -> None:
    brew = next(line for line in dialog.contents.lines if line.switch is not None)
    dialog.quarantine.setChecked(False)
    assert brew.switch is not None
    brew.switch.setChecked(True)
    assert dialog.contents.switched() == {brew.item.index}
    dialog.quarantine.setChecked(True)
    assert dialog.contents.switched() == frozenset()
    dialog.quarantine.setChecked(False)
    brew.tick.setChecked(False)
    assert dialog.contents.switched() == frozenset()
    brew.tick.setChecked(True)
    dialog.start()
    qtbot.waitUntil(lambda: len(catalogue.rows(vault)) == 4)
    assert catalogue.callers(vault, tea[0]) == ()
    undoing.undo(vault)
    assert catalogue.callers(vault, tea[0]) == (tea[1],)


# Read otherwise


def test_what_an_update_reads_otherwise_is_shown_until_it_is_seen(
    qtbot: QtBot, context: AppContext, vault: Vault, window: QWidget
) -> None:
    skills = [library.save(vault, None, TEXT.replace("Descale", n)).skill for n in ("One", "Two")]
    for skill in skills:
        as_an_older_one_read_it(vault, skill)
    button = RereadButton(context, window)
    assert button.isHidden()
    reread.catch_up(vault)
    button.refresh()
    assert not button.isHidden() and button.text() == "2 skills read differently"
    button.open()
    (dialog,) = window.findChildren(RereadDialog)
    one, two = dialog.cards
    assert one.before[0] == one.after[0] == "4 steps"
    assert set(one.after) - set(one.before) == {
        "Step 2: back to step 1, if it still foams, at most 3 times"
    }
    assert not nameless(dialog)
    one.see.click()
    assert dialog.cards == [two] and reread.count(vault) == 1
    asked: list[int] = []
    context.go.skill_requested.connect(lambda skill, _keep: asked.append(skill))
    two.open.click()
    assert asked == [skills[1]] and reread.count(vault) == 1
    again = RereadDialog(context, window)
    again.open()
    again.all.click()
    assert reread.count(vault) == 0
    qtbot.waitUntil(button.isHidden)
