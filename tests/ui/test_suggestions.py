"""The menu of a slash and the skills of an at sign, key by key at the speed of the machine."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QStyleOptionViewItem, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.core.library import engrams, library
from app.core.skills.editing.call_template import call_template
from app.core.skills.editing.snippets import SnippetKind
from app.core.skills.model import JumpKind, Parameter
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.ui.context import AppContext
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.findings.fixes import fixes
from app.ui.views.skills.editor.reading import Leads, Reading
from app.ui.views.skills.editor.steps.card import StepCard
from app.ui.views.skills.editor.steps.content import Items, StepText
from app.ui.views.skills.editor.steps.step_field import StepField
from app.ui.views.skills.editor.suggestions.popup import HEIGHT, NARROW, WIDE, Popup, Row
from app.ui.views.skills.editor.suggestions.preview import Preview
from app.ui.views.skills.editor.view import STEPS, TEXT, EditorView
from app.ui.widgets.list_delegate import ListDelegate
from tests.ui.hands import Hands
from tests.ui.test_editor import _field, _shown, _texts, deploy

__all__ = ["deploy"]
Key = Qt.Key

PLAIN = "# Receive\n\nTrigger: a van\nSuccess: all is stored\n\n1. Ask for the note.\n2. Measure.\n"


@pytest.fixture(params=[False, True], ids=["fast", "slow"])
def hands(request: pytest.FixtureRequest, qtbot: QtBot) -> Hands:
    return Hands(qtbot, slow=request.param)


@pytest.fixture
def editor(qtbot: QtBot, context: AppContext, vault: Vault, deploy: int) -> EditorView:
    view = _shown(qtbot, context)
    with qtbot.waitActive(view):
        view.activateWindow()
    view.open_skill(library.save(vault, None, PLAIN).skill)
    return view


def names(editor: EditorView) -> list[str]:
    """What is listed."""
    listed = editor.completing.list
    if not listed.isVisible():
        return []
    model = listed.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def new_step(editor: EditorView) -> None:
    editor.step_editing.insert(2)


class TestSlash:
    def test_an_empty_step_offers_the_grammar(self, editor: EditorView, hands: Hands) -> None:
        new_step(editor)
        hands.type("/")
        listed = editor.completing.list
        assert names(editor) == [kind.snippet.title() for kind in SnippetKind]
        assert listed.width() == WIDE and listed.sizeHintForRow(0) == HEIGHT
        assert editor.completing.preview.isVisible() and editor.completing.hint.isVisible()
        assert _field(editor, 3).hasFocus()
        card = editor.steps.card(3)
        assert card is not None
        top = card.mapTo(editor, card.rect().topLeft()).y()
        assert not listed.geometry().intersects(editor.completing.preview.geometry())
        assert listed.y() > top

    def test_it_opens_after_a_space_and_on_a_second_line(
        self, editor: EditorView, hands: Hands
    ) -> None:
        in_step = [kind.snippet.title() for kind in SnippetKind if kind.snippet.in_step]
        new_step(editor)
        hands.type("Look at the shelf /")
        assert names(editor) == in_step
        hands.type("bra\n")
        hands.type("it is full\t1\t")
        assert _texts(editor)[2] == "Look at the shelf @branch: if it is full -> 1"
        hands.press("Shift+Return")
        hands.type("/")
        assert names(editor) == in_step
        hands.type("lo\n")
        hands.type("1\t2\t")
        assert _texts(editor)[2].endswith("-> 1\n@loop: 1 max=2")

    @pytest.mark.parametrize("words", ["and/", "and/or", "/usr/", "a/b/lo", "Open /home/lo"])
    def test_a_slash_in_a_word_offers_nothing(
        self, editor: EditorView, hands: Hands, words: str
    ) -> None:
        new_step(editor)
        hands.type(words)
        assert names(editor) == []

    def test_a_step_that_is_still_to_be_named_reads_as_one(self) -> None:
        made = SnippetKind.BRANCH.snippet.template.text
        item = Items().read(parse(f"1. A.\n2. {made}"), Leads())[-1][0]
        assert isinstance(item, StepText)
        assert [pill.text for pill in item.pills] == ["if condition → step"]

    def test_a_step_that_is_not_there_yet_is_no_problem_until_the_field_is_left(
        self, editor: EditorView, hands: Hands, qtbot: QtBot
    ) -> None:
        new_step(editor)
        hands.type("/bra\nit is full\t9\t")
        editor.reader.read_now()
        card = editor.steps.card(3)
        assert card is not None and not card._problems
        hands.press("Escape")
        qtbot.waitUntil(lambda: len(card._problems) == 1)
        assert "9" in card._problems[0].text

    def test_a_call_that_is_still_to_be_chosen_is_no_problem_anywhere(
        self, editor: EditorView, hands: Hands, qtbot: QtBot
    ) -> None:
        said: list[Reading] = []
        editor.read.connect(said.append)
        new_step(editor)
        hands.type("/call\n")
        hands.press("Escape")
        assert editor.completing.fields.field is not None
        editor.reader.read_now()
        assert not said[-1].unknown
        hands.press("Escape")
        qtbot.waitUntil(lambda: bool(said[-1].unknown))

    def test_a_branch_is_written_without_a_look(self, editor: EditorView, hands: Hands) -> None:
        new_step(editor)
        hands.type("/br\nit is above 5\t1\nPut it away.")
        assert _texts(editor)[2:] == ["@branch: if it is above 5 -> 1", "Put it away."]
        (jump,) = editor.reading.skill.steps[2].jumps
        assert (jump.kind, jump.target, jump.condition) == (JumpKind.BRANCH, 1, "it is above 5")

    def test_tab_goes_through_the_fields_and_out(self, editor: EditorView, hands: Hands) -> None:
        new_step(editor)
        hands.type("/loop\t")
        field = _field(editor, 3)
        assert field.text == "@loop: step max=3"
        assert field.textCursor().selectedText() == "step"
        hands.type("1\t")
        assert field.textCursor().selectedText() == "3"
        QTest.keyClick(field, Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
        assert field.textCursor().selectedText() == "1"
        hands.type("2\t4\t")
        assert editor.completing.fields.field is None and field.hasFocus()
        hands.type(" and again")
        assert _texts(editor)[2] == "@loop: 2 max=4 and again"

    def test_escape_keeps_the_slash_and_escape_leaves_the_fields(
        self, editor: EditorView, hands: Hands
    ) -> None:
        new_step(editor)
        hands.type("/")
        hands.press("Esc")
        assert names(editor) == [] and _field(editor, 3).text == "/"
        hands.type("br")
        assert names(editor) == []
        hands.press("Backspace", "Backspace", "Backspace")
        hands.type("/br\t")
        field = _field(editor, 3)
        hands.press("Esc")
        assert editor.completing.fields.field is None and field.hasFocus()
        assert field.at == len(field.text)
        hands.press("Esc")
        assert _texts(editor)[2] == "@branch: if condition -> step"
        assert editor.step_editing.field is None

    @pytest.mark.parametrize("words", ["/etc/hosts is read", "and/or", "1 / 2", "/ ", "//"])
    def test_what_is_no_entry_is_typed(self, editor: EditorView, hands: Hands, words: str) -> None:
        new_step(editor)
        hands.type(f"{words}x\nNext")
        assert _texts(editor)[2:] == [f"{words}x", "Next"]

    def test_an_input_is_declared_once_it_has_a_name(
        self, editor: EditorView, hands: Hands
    ) -> None:
        new_step(editor)
        hands.type("/inp\nprobe\t is clean")
        assert _texts(editor)[2] == "$probe is clean"
        assert [p.name for p in editor.reading.skill.requires] == ["probe"]
        new_step(editor)
        hands.type("/inp\t")
        hands.press("Esc")
        assert [p.name for p in editor.reading.skill.requires] == ["probe"]

    def test_a_result(self, editor: EditorView, hands: Hands) -> None:
        new_step(editor)
        hands.type("/res\nRead the logger\tdegrees\n")
        assert _texts(editor)[2] == "Read the logger -> $degrees"
        assert editor.reading.skill.steps[2].variables[0].captured

    def test_a_note_is_written_among_the_steps(self, editor: EditorView, hands: Hands) -> None:
        new_step(editor)
        hands.type("/note\nThe logger beeps.")
        assert editor.mode == STEPS and editor.steps.isAncestorOf(hands.on)
        editor.reader.read_now()
        assert [note.text for note in editor.reading.skill.notes] == ["The logger beeps."]
        assert len(_texts(editor)) == 2
        hands.press("Shift+Return")
        hands.type("Twice.\nGo on.")
        editor.reader.read_now()
        assert [note.text for note in editor.reading.skill.notes] == ["The logger beeps.\nTwice."]
        assert _texts(editor)[2] == "Go on."

    @pytest.mark.parametrize("words", ["1. One more", "Trigger: rain", "# More", "x\n\ny"])
    def test_what_is_no_note_is_written_when_it_is_left(
        self, editor: EditorView, hands: Hands, words: str
    ) -> None:
        new_step(editor)
        hands.type("/note\n")
        for number, line in enumerate(words.split("\n")):
            if number:
                hands.press("Shift+Return")
            hands.type(line)
            editor.reader.read_now()
        field = hands.on
        assert isinstance(field, StepField) and field.text == words
        hands.press("Escape")
        assert words in editor.buffer.text
        assert editor.steps.isAncestorOf(hands.on) and not isinstance(hands.on, StepField)

    def test_a_note_without_words_goes_away(self, editor: EditorView, hands: Hands) -> None:
        new_step(editor)
        hands.type("/note\n")
        hands.press("Backspace", "Escape")
        assert not editor.reading.skill.notes and len(_texts(editor)) == 2
        assert isinstance(hands.on, StepCard)

    def test_a_note_is_undone_as_it_was_written(self, editor: EditorView, hands: Hands) -> None:
        before = editor.buffer.text
        new_step(editor)
        hands.type("/note\nThe logger beeps.")
        for _press in range(20):
            hands.press("Ctrl+Z")
            editor.reader.read_now()
        assert editor.buffer.text == before
        assert editor.mode == STEPS and editor.isAncestorOf(hands.on)

    def test_a_recipe_is_written_in_the_text(self, editor: EditorView, hands: Hands) -> None:
        new_step(editor)
        hands.type("/recipe\nBefore\tit rains\tleaks last winter")
        (recipe,) = editor.reading.skill.recipes
        assert (recipe.name, recipe.trigger) == ("Before", "it rains")
        assert recipe.steps[0].query == "leaks last winter"

    def test_the_text_has_it_on_an_empty_line(self, editor: EditorView, hands: Hands) -> None:
        editor.show_mode(TEXT)
        editor.text_view.reveal(len(PLAIN) - 1)
        hands.type("\n/br\ncold\t1\n/call")
        assert names(editor) == ["Call"]
        assert _texts(editor)[2] == "@branch: if cold -> 1\n/call"
        assert editor.buffer.text.startswith(PLAIN[:-1] + "\n3. @branch: if cold -> 1\n")

    def test_letters_of_two_units_do_no_harm(
        self, editor: EditorView, hands: Hands, vault: Vault
    ) -> None:
        tea = "# 🍵 شاي 茶\n\n1. 🫖 倒水。\n2. 𝒯ea"
        editor.open_skill(library.save(vault, None, tea).skill)
        editor.show_mode(TEXT)
        editor.text_view.reveal(len(tea))
        hands.type("\n/br\n")
        hands.commit("🔥 hot")
        hands.type("\t1\n/lo\n")
        hands.commit("𝒯ea")
        hands.type("\t2\t")
        assert _texts(editor)[2:] == ["@branch: if 🔥 hot -> 1", "@loop: 𝒯ea max=2"]

    def test_undo_takes_it_back(self, editor: EditorView, hands: Hands) -> None:
        new_step(editor)
        hands.type("/br\t")
        hands.press("Ctrl+Z")
        assert _field(editor, 3).text == "/br"
        assert editor.completing.fields.field is None

    def test_not_where_goals_are_written(self, editor: EditorView, hands: Hands) -> None:
        from app.core.skills.model import GoalKind  # noqa: PLC0415

        editor.goal_editing.open(GoalKind.ON_FAILURE)
        hands.type("/")
        assert names(editor) == []

    def test_composing_goes_on(self, editor: EditorView, hands: Hands) -> None:
        new_step(editor)
        hands.type("/br\t")
        hands.compose("かんじ")
        hands.commit("感じ")
        assert _field(editor, 3).text == "@branch: if 感じ -> step"
        hands.type("\t2")
        assert _texts(editor)[2] == "@branch: if 感じ -> 2"

    def test_a_click_takes_a_row(self, editor: EditorView, hands: Hands) -> None:
        new_step(editor)
        hands.type("/")
        listed = editor.completing.list
        place = listed.visualRect(listed.model().index(1, 0)).center()
        QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert _field(editor, 3).text == "@loop: step max=3" and _field(editor, 3).hasFocus()


def test_who_goes_on_with_the_mouse_leaves_the_list(editor: EditorView, hands: Hands) -> None:
    new_step(editor)
    hands.type("/")
    assert names(editor)
    QTest.mouseClick(editor.header.about, Qt.MouseButton.LeftButton)
    assert not names(editor) and not editor.completing.preview.isVisible()


class TestCalls:
    CALLED = (
        "# Check cold chain\n\nRequires: $branch, $env:string, $depth?\nProduces: $ok\n\n1. Go.\n"
    )

    @pytest.fixture
    def called(self, vault: Vault, editor: EditorView) -> EditorView:
        library.save(vault, None, self.CALLED)
        editor.library_watch.learn()
        return editor

    @pytest.mark.parametrize("keys", ["@cold\t", "@skill: cold\t", "/call\ncold\n"])
    def test_inputs_are_fields(self, called: EditorView, hands: Hands, keys: str) -> None:
        new_step(called)
        hands.type(f"{keys}$site\tlive\tfine\nNext.")
        written = '@skill: "Check cold chain"(branch=$site, env=live) -> $fine'
        assert _texts(called)[2:] == [written, "Next."]
        (call,) = called.reading.skill.steps[2].calls
        assert call.target == "Check cold chain" and call.captures == ("fine",)

    @pytest.mark.parametrize("filled", ["", "$site", "$site\tli"])
    def test_escape_leaves_the_caret_behind_the_call(
        self, called: EditorView, hands: Hands, filled: str
    ) -> None:
        new_step(called)
        hands.type(f"@cold\t{filled}")
        if names(called):
            hands.press("Esc")
        hands.press("Esc")
        field = _field(called, 3)
        assert field.at == len(field.text) and field.text.startswith("@skill: ")
        hands.type("\nNext.")
        assert _texts(called)[2].count("(") == 1 and _texts(called)[3] == "Next."

    def test_a_fix_leaves_the_caret_behind_the_call(self, called: EditorView, hands: Hands) -> None:
        new_step(called)
        hands.type('@skill: "Check cold chain"(brnch=$site, env=live)')
        hands.press(*["Left"] * 12)
        called.reader.read_now()
        finding = next(f for f in called.reading.findings if f.step == 3 and fixes(f))
        called.quick_fixes.settle(fixes(finding)[0])
        hands.type("\nNext.")
        assert _texts(called)[3] == "Next." and "(branch=$site" in _texts(called)[2]

    def test_in_the_text_too(self, called: EditorView, hands: Hands) -> None:
        called.show_mode(TEXT)
        called.text_view.reveal(len(PLAIN) - 1)
        hands.type(" @cold\t$site\tlive\tfine\t.")
        written = '@skill: "Check cold chain"(branch=$site, env=live) -> $fine.'
        assert _texts(called)[1] == f"Measure. {written}"

    def test_each_of_several_at_once(self, called: EditorView, hands: Hands) -> None:
        new_step(called)
        hands.type("/par\ncold\n$site\tlive\tsmoke\n")
        written = '@parallel: ["Check cold chain"(branch=$site, env=live), "Smoke tests"]'
        hands.type("Next.")
        assert _texts(called)[2] == written + "Next." or _texts(called)[2:] == [written, "Next."]

    def test_what_they_take_is_seen(self, called: EditorView, hands: Hands) -> None:
        new_step(called)
        hands.type("@")
        assert names(called)[0] == "Check cold chain"
        listed = called.completing.list
        said = listed.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
        assert said == "Check cold chain. $branch, $env, $depth? → $ok"
        assert isinstance(delegate := listed.itemDelegate(), ListDelegate)
        option, row = QStyleOptionViewItem(), listed.model().index(0, 0)
        option.rect = QRect(0, 0, 2 * listed.width(), 22)
        assert not delegate.tip(option, row)  # all of it can be read
        option.rect.setWidth(200)
        assert delegate.tip(option, row) == "$branch, $env, $depth? → $ok"
        assert "branch=" in called.completing.preview.written.text()

    def test_arguments_that_are_there_stay(self, called: EditorView, hands: Hands) -> None:
        new_step(called)
        hands.type("@skill: x(a=1)")
        hands.press(*["Left"] * 5, "Backspace")
        hands.type("cold\t")
        assert _field(called, 3).text == '@skill: "Check cold chain"(a=1)'

    def test_the_engram_is_said_of_names_that_are_several(
        self, called: EditorView, hands: Hands, vault: Vault
    ) -> None:
        for name in ("North", "South"):
            engram = engrams.create(vault, name)
            library.save(vault, None, "# Twin\n\n1. Go.\n", engram=engram)
        called.library_watch.learn()
        new_step(called)
        hands.type("@twin")
        model = called.completing.list.model()
        said = [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(2)]
        assert said == ["North/Twin", "South/Twin"]
        hands.press("Down", "Up", "Down", "Down", "Up", "Up")  # round both ends
        hands.type("\n")
        assert _texts(called)[2] == "@skill: South/Twin"
        called.reader.read_now()
        assert not [f for f in called.reading.findings if f.code.startswith("call-")]

    @pytest.mark.parametrize("written", [
        "@skill: check-col.", "@skill: check-col, then go", "@cold; and", "@skill: cold chain now",
        "(see @skill: check-col)", "[[skill: cold]]", "@parallel: [cold., smok]", "`@skill: smok`",
    ])  # fmt: skip
    def test_what_is_typed_behind_a_name_stays(
        self, called: EditorView, hands: Hands, written: str
    ) -> None:
        new_step(called)
        hands.type(written)
        assert names(called) == []
        hands.type("\n")
        assert _texts(called)[2] == written

    def test_inputs_are_offered_between_the_parentheses(
        self, called: EditorView, hands: Hands, vault: Vault
    ) -> None:
        text = "# Roll back\n\nRequires: $branch, $depth:{fast|full}\n\n1. Go.\n"
        library.save(vault, None, text)
        called.library_watch.learn()
        new_step(called)
        hands.type('@skill: "Roll back"')
        hands.type("(")
        assert names(called) == ["branch", "depth: {fast|full}"]
        hands.type("de\t")
        assert names(called) == ["fast", "full"]
        hands.type("\t")
        assert _field(called, 3).text == '@skill: "Roll back"(depth=fast'
        hands.type(", ")
        assert names(called) == ["branch"]
        hands.type("branch=main)")
        assert names(called) == []
        called.reader.read_now()
        assert not [f for f in called.reading.findings if f.code.startswith("argument-")]

    def test_a_variable_in_a_field_is_not_taken_by_tab(
        self, called: EditorView, hands: Hands
    ) -> None:
        new_step(called)
        hands.type("/res\nRead\tdeg\n/res\nAgain\tde\t")
        assert _texts(called)[2:] == ["Read -> $deg", "Again -> $de"]


def test_the_list_never_has_the_keyboard(editor: EditorView, hands: Hands) -> None:
    new_step(editor)
    hands.type("/")
    assert editor.completing.list.focusPolicy() is Qt.FocusPolicy.NoFocus
    assert isinstance(hands.on, QTextEdit)
    assert editor.mode == STEPS and NARROW < WIDE


@pytest.mark.parametrize("top", [40, 250, 560])
@pytest.mark.parametrize("left", [0, 300, 620])
def test_the_card_beside_the_list_never_covers_the_line(
    theme: Theme, window: QWidget, top: int, left: int
) -> None:
    window.resize(900, 600)
    listed, card = Popup(theme, window), Preview(theme, window)
    listed.show_rows([Row(name) for name in "abcdefgh"])
    line = QRect(left, top, 2, 20)
    listed.place_at(line, 5)
    listed.show()
    card.show_template("Branch", SnippetKind.BRANCH.snippet.template, in_step=True)
    card.place_by(listed.geometry(), line)
    written = QRect(0, line.top(), window.width(), line.height())
    assert card.isVisible() and not card.geometry().intersects(written)
    assert not card.geometry().intersects(listed.geometry())


def test_what_a_call_with_long_inputs_writes_is_wrapped(theme: Theme, qtbot: QtBot) -> None:
    names = ("delivery_note_number_of_the_supplier_and_its_page", "x" * 80)
    inputs = [Parameter(name, "", False, 0, 0) for name in names]
    ground = QWidget()
    qtbot.addWidget(ground)
    preview = Preview(theme, ground)
    preview.show_template("Call", call_template('@skill: "Receive"', inputs, ()), in_step=True)
    drawn = QTextDocument()
    drawn.setDocumentMargin(0)
    drawn.setHtml(QLabel.text(preview.written))
    drawn.setTextWidth(preview.written.width())
    assert drawn.size().width() <= preview.written.width()
    told = drawn.toPlainText().replace("\u200b", "")
    assert told.startswith('@skill: "Receive"(') and told.count(names[0]) == 2
