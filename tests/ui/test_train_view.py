"""The review of a training."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFocusFrame, QLabel, QStyleOptionTab, QTabBar
from pytestqt.qtbot import QtBot

from app.core.errors import StaleEdit
from app.core.library import history, library, undoing
from app.core.library.record import Reason
from app.core.memory import memories
from app.core.memory.retrieval import index
from app.core.memory.retrieval.hashed import Hashed
from app.core.memory.sources import Source
from app.core.settings import Settings
from app.core.training import inbox, schedule, train
from app.core.training.decisions import refuse_gone
from app.core.training.memory_query import Memories
from app.core.training.proposal import Cause, Choice, accept_all
from app.core.vault import Vault
from app.ui.bridge import Bridge
from app.ui.context import AppContext
from app.ui.embedder_service import EmbedderService
from app.ui.jobs import Jobs
from app.ui.theme.theme import Theme
from app.ui.views.skills.history import change_summaries
from app.ui.views.skills.training.inbox_button import InboxButton
from app.ui.views.skills.training.plan_menu import PlanButton
from app.ui.views.skills.training.sentence_text import SentenceText
from app.ui.views.skills.training.side import REWRITE
from app.ui.views.skills.training.step_words import StepWords
from app.ui.views.skills.training.verdict_signs import Look, Run
from app.ui.views.skills.training.view import TrainView
from app.ui.window_state import WindowState
from tests.conftest import Clock
from tests.ui.names import nameless

TEXT = """# Deploy

1. Agree the change window with the engineer on call.
2. Check the staging environment before touching anything.
3. Post the outcome in the release channel.
"""
KNOWN = (
    "Agree the change window with the engineer on call by Tuesday.",
    "Check the staging environment before touching anything else in it.",
)


@pytest.fixture
def context(vault: Vault, theme: Theme, tmp_path: Path) -> Iterator[AppContext]:
    jobs, bridge = Jobs(), Bridge(vault)
    window_state = WindowState(tmp_path / "window.json")
    yield AppContext(vault, bridge, jobs, theme, window_state, EmbedderService(Hashed()))
    bridge.stop()
    jobs.shut_down()


@pytest.fixture
def skill(vault: Vault) -> int:
    found = library.save(vault, None, TEXT).skill
    for text in KNOWN:
        memories.remember(vault, text, source=Source("Ops notes"))
    index.update(vault, Hashed())
    return found


def shown(context: AppContext, skill: int, qtbot: QtBot) -> TrainView:
    view = TrainView(context, skill)
    qtbot.addWidget(view)
    view.resize(1100, 800)
    view.show()
    qtbot.waitUntil(lambda: view._job is None)
    return view


def test_memories_stand_between_the_steps_and_nothing_is_saved(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    view = shown(context, skill, qtbot)
    assert view.proposal is not None and len(view.proposal.items) == 2
    assert view._pages.currentWidget() is view._decided
    assert nameless(view) == []
    assert not view.footer.save.isEnabled() and library.text(vault, skill) == TEXT
    made = next(iter(view.review.cards.values()))
    assert "Ops notes" in made.accessibleName() and "to decide" in made.accessibleName()


def test_what_is_accepted_is_one_write_and_what_is_rejected_is_remembered(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    view = shown(context, skill, qtbot)
    assert view.proposal is not None
    first, second = (item.fragment.id for item in view.proposal.items)
    view.review.cards[first].accept.click()
    view.review.cards[second].reject.click()
    with qtbot.waitSignal(view._context.say.told) as accepted:
        view.footer.save.click()
    assert accepted.args[:2] == ["Saved as v2: 1 memory placed", True]
    text = library.text(vault, skill)
    assert KNOWN[0] in text and KNOWN[1] not in text
    assert history.versions(vault, skill)[0].reason is Reason.TRAINED
    again = shown(context, skill, qtbot)
    assert again.proposal is not None
    assert [item.choice for item in again.proposal.items] == [Choice.ACCEPTED]
    assert "rejected before" in again.head.about.text()
    undoing.undo(vault)
    assert library.text(vault, skill) == TEXT


def test_what_ends_a_training_says_what_it_does(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    view = shown(context, skill, qtbot)
    assert view.proposal is not None
    first, second = (item.fragment.id for item in view.proposal.items)
    save = view.footer.save
    assert save.text() == "Accept selected, save as v2"
    view.review.cards[first].reject.click()
    assert save.text() == "Save 1 rejection"
    view.review.cards[second].reject.click()
    assert save.text() == "Save 2 rejections"
    with qtbot.waitSignal(context.say.told) as told:
        save.click()
    assert told.args[:2] == ["Saved what you decided; the text stays as it is.", False]
    assert len(history.versions(vault, skill)) == 1 and library.text(vault, skill) == TEXT
    assert train_one(context, vault, skill, qtbot).footer.save.text() == "Take out, save as v3"


def train_one(context: AppContext, vault: Vault, skill: int, qtbot: QtBot) -> TrainView:
    """A memory that was placed before is rejected."""
    said = "Post the outcome in the release channel before lunch."
    memories.remember(vault, said, source=Source("Ops notes"))
    view = shown(context, skill, qtbot)
    (card,) = view.review.cards.values()
    card.accept.click()
    with qtbot.waitSignal(context.say.told):
        view.footer.save.click()
    again = shown(context, skill, qtbot)
    (card,) = again.review.cards.values()
    card.reject.click()
    return again


def test_a_memory_that_was_undone_is_neither_offered_nor_saved(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    said = "Post the outcome in the release channel before lunch."
    memories.remember(vault, said, source=Source("Ops notes"))
    view = shown(context, skill, qtbot)
    assert view.proposal is not None
    (undone,) = [i.fragment.id for i in view.proposal.items if i.fragment.text == said]
    view.review.cards[undone].accept.click()
    taken = view.proposal
    undoing.undo(vault)
    with pytest.raises(StaleEdit):
        refuse_gone(vault, taken)
    qtbot.waitUntil(lambda: undone not in view.review.cards)
    assert len(view.review.cards) == 2 and not view.footer.save.isEnabled()
    view.take_back()
    assert undone not in view.review.cards and len(view.review.cards) == 2
    forgotten, kept = view.review.cards
    view.review.cards[kept].accept.click()
    memories.forget(vault, forgotten)
    qtbot.waitUntil(lambda: list(view.review.cards) == [kept])
    view.footer.save.click()
    qtbot.waitUntil(lambda: library.text(vault, skill) != TEXT)
    assert said not in library.text(vault, skill)


@pytest.mark.parametrize(("size", "width"), [(13, 944), (13, 1360), (26, 944)])
def test_every_tab_beside_it_has_a_whole_name(
    context: AppContext, skill: int, qtbot: QtBot, size: int, width: int
) -> None:
    """In windows of 1024 and 1440 pixels, also with the mark of a rejected sentence."""
    context.theme.use(Settings(theme="dark", reduce_motion=True, text_size=size))
    view = shown(context, skill, qtbot)
    view.resize(width, 590)
    side = view.side
    side.badge.setText("2")
    side.badge.show()
    side.tabs.setTabButton(REWRITE, QTabBar.ButtonPosition.RightSide, side.badge)
    side._name_tabs()
    QApplication.processEvents()
    tabs = side.tabs
    places = [tabs.tabRect(number) for number in range(tabs.count())]
    assert places[-1].right() <= tabs.width()
    for number, place in enumerate(places):
        assert place.width() > tabs.fontMetrics().horizontalAdvance(tabs.tabText(number))
        option = QStyleOptionTab()
        tabs.initStyleOption(option, number)
        assert option.text == tabs.tabText(number)
    context.theme.use(Settings(theme="dark", reduce_motion=True))


def test_keys_decide_and_go_on(context: AppContext, skill: int, qtbot: QtBot) -> None:
    view = shown(context, skill, qtbot)
    assert view.proposal is not None
    first = view.review.cards[view.proposal.items[0].fragment.id]
    first.setFocus()
    choices = []
    for key in (Qt.Key.Key_A, Qt.Key.Key_A, Qt.Key.Key_R, Qt.Key.Key_R, Qt.Key.Key_U):
        QTest.keyClick(first, key)
        choices.append(view.proposal.items[0].choice)
        first.setFocus()
    accepted, rejected = Choice.ACCEPTED, Choice.REJECTED
    assert choices == [accepted, accepted, rejected, rejected, accepted]
    QTest.keyClick(first, Qt.Key.Key_U)
    view.move_to(first.fragment, 3)  # which accepts it
    moved = view.review.cards[first.fragment]
    QTest.keyClick(moved, Qt.Key.Key_A)
    assert view.proposal.item(moved.fragment).choice is Choice.ACCEPTED
    assert not moved.hasFocus(), "there is another one to decide about"


def test_a_key_saves_what_was_decided(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    view = shown(context, skill, qtbot)
    assert view.proposal is not None
    first, second = (item.fragment.id for item in view.proposal.items)
    view.choose(first, Choice.ACCEPTED)
    view.choose(second, Choice.ACCEPTED)
    assert "Ctrl+Enter" in view.footer.save.toolTip()
    focused = view.focusWidget()
    if focused is not None:
        focused.clearFocus()
    with qtbot.waitSignal(context.say.told):
        QTest.keyClick(view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert KNOWN[0] in library.text(vault, skill)


def test_after_the_last_decision_the_keyboard_is_on_the_button_that_saves(
    context: AppContext, skill: int, qtbot: QtBot
) -> None:
    view = shown(context, skill, qtbot)
    assert view.proposal is not None
    first, second = (item.fragment.id for item in view.proposal.items)
    with qtbot.waitActive(view):
        view.activateWindow()
    view.choose(first, Choice.ACCEPTED)
    view.review.go(second)
    QTest.keyClick(view.review.cards[second], Qt.Key.Key_A)
    assert view.focusWidget() is view.footer.save
    (ring,) = view.window().findChildren(QFocusFrame)
    assert ring.widget() is view.footer.save
    view.take_back()
    view.footer.good.click()
    assert view.focusWidget() in (view.footer.save, view.review.cards[second])


def test_a_decision_goes_on_and_is_taken_back(
    context: AppContext, skill: int, qtbot: QtBot
) -> None:
    view = shown(context, skill, qtbot)
    assert view.proposal is not None
    first, second = (view.review.cards[item.fragment.id] for item in view.proposal.items)

    def press(*keys: Qt.Key) -> list[Choice]:
        for key in keys:
            focused = view.focusWidget()
            assert focused is not None
            QTest.keyClick(focused, key)
        assert view.proposal is not None
        return [item.choice for item in view.proposal.items]

    assert press(Qt.Key.Key_A) == [Choice.ACCEPTED, Choice.OPEN]
    assert view.focusWidget() is second
    assert press(Qt.Key.Key_R) == [Choice.ACCEPTED, Choice.REJECTED]
    assert view.focusWidget() is view.footer.save
    assert press(Qt.Key.Key_U) == [Choice.ACCEPTED, Choice.OPEN]
    assert view.focusWidget() is second
    QTest.keyClick(second, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert press() == [Choice.OPEN, Choice.OPEN] and view.focusWidget() is first
    before = view.proposal
    view.move_to(first.fragment, 3)
    press(Qt.Key.Key_U)
    assert view.proposal == before
    assert press(Qt.Key.Key_U) == [Choice.OPEN, Choice.OPEN]
    view.accept_good()
    view.take_back()
    assert view.proposal == before


def test_a_memory_is_moved_and_stays_there(context: AppContext, skill: int, qtbot: QtBot) -> None:
    view = shown(context, skill, qtbot)
    assert view.proposal is not None
    moved = view.proposal.items[0].fragment.id
    menu = view.review.cards[moved].move_button.menu()
    assert menu is not None
    assert [action.text().split(":")[0] for action in menu.actions()] == [
        "Before step 1", "After step 1", "After step 2", "After step 3", "Supporting context",
    ]  # fmt: skip
    menu.actions()[3].trigger()
    item = view.proposal.item(moved)
    assert (item.after, item.pinned, item.choice) == (3, True, Choice.ACCEPTED)
    view.review.cards[moved].pin.click()
    assert not view.proposal.item(moved).pinned
    view.move_to(moved, None)
    assert view.proposal.item(moved).after is None and view.footer.save.isEnabled()


def test_a_skill_that_was_changed_meanwhile_is_trained_again(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    view = shown(context, skill, qtbot)
    view.accept_good()
    assert view.proposal is not None
    for item in view.proposal.items:
        view.choose(item.fragment.id, Choice.ACCEPTED)
    library.save(vault, skill, TEXT + "4. Go home.\n")
    view.footer.save.click()
    assert "changed since" in view.banner.accessibleName()
    view.banner.acted.emit()
    qtbot.waitUntil(lambda: view._job is None)
    assert "4. Go home." in view.proposal.authored


def test_what_waits_in_the_inbox_is_shown_and_can_be_discarded(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    found = train.propose(vault, skill, Memories(vault, Hashed()))
    inbox.keep(vault, found, Cause.SCHEDULED)
    view = TrainView(context, skill)
    qtbot.addWidget(view)
    view.show()
    assert view.proposal == found
    with qtbot.waitSignal(view.finished):
        view.footer.discard.click()
    assert inbox.waiting_for(vault, skill) is None


def test_nothing_relevant_is_said_and_stop_stops(
    context: AppContext, vault: Vault, qtbot: QtBot
) -> None:
    lonely = library.save(vault, None, "# Lonely\n\n1. Wait.\n").skill
    view = shown(context, lonely, qtbot)
    assert view._pages.currentWidget() is view.nothing
    assert not view.head.again.isVisible()  # it stands below the words
    view.start()
    with qtbot.waitSignal(view.finished):
        view.working.stop.click()


def test_where_nothing_is_placed_the_keyboard_is_on_training_again(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    lonely = library.save(vault, None, "# Lonely\n\n1. Wait.\n").skill
    view = shown(context, lonely, qtbot)
    again = view.nothing.button
    assert view.focusWidget() is again
    QTest.keyClick(again, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: view._job is None and view.nothing.isVisible())
    assert view.focusWidget() is again
    full = shown(context, skill, qtbot)
    assert full.focusWidget() in full.review.cards.values()
    memories.forget(vault, *full.review.cards)
    qtbot.waitUntil(full.nothing.isVisible)
    assert full.focusWidget() is full.nothing.button


def test_trainings_that_wait_are_counted_and_plans_are_chosen(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    button = InboxButton(context)
    qtbot.addWidget(button)
    assert button.isHidden()
    inbox.keep(vault, train.propose(vault, skill, Memories(vault, Hashed())), Cause.SCHEDULED)
    qtbot.waitUntil(lambda: not button.isHidden())
    assert button.text() == "1 training to review"
    with qtbot.waitSignal(button.chosen) as chosen:
        button.menu().actions()[0].trigger()
    assert chosen.args == [skill]
    plan = PlanButton(context, skill)
    qtbot.addWidget(plan)
    assert plan.text() == "Train automatically: never"
    plan.menu().actions()[1].trigger()
    assert plan.text() == "Train automatically: weekly"
    found = schedule.plan_of(vault, skill)
    assert found is not None and found.every_days == 7 and not found.automatic


def test_the_inbox_is_looked_into_in_the_background(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot, asked: list[str]
) -> None:
    inbox.keep(vault, train.propose(vault, skill, Memories(vault, Hashed())), Cause.SCHEDULED)
    button = InboxButton(context)
    qtbot.addWidget(button)
    asked.clear()
    button.refresh()
    qtbot.waitUntil(lambda: not button.isHidden())
    assert [sql for sql in asked if "from change" not in sql] == [], "only whether all is as it was"
    library.delete(vault, skill)
    qtbot.waitUntil(button.isHidden)


def test_the_keyboard_is_on_the_first_memory_and_reaches_everything(
    context: AppContext, skill: int, qtbot: QtBot
) -> None:
    view = shown(context, skill, qtbot)
    assert view.proposal is not None
    first, second = (view.review.cards[item.fragment.id] for item in view.proposal.items)
    assert view.focusWidget() is first
    QTest.keyClick(first, Qt.Key.Key_P)
    assert view.proposal.items[0].pinned
    QTest.keyClick(first, Qt.Key.Key_J)
    assert view.focusWidget() is second
    second.reject.setFocus()
    QTest.keyClick(second.reject, Qt.Key.Key_A)
    assert view.proposal.items[1].choice is Choice.ACCEPTED
    second.reject.setFocus()
    QTest.keyClick(second.reject, Qt.Key.Key_K)
    assert view.focusWidget() is first
    view.footer.discard.setFocus()
    QTest.keyClick(view.footer.discard, Qt.Key.Key_J)
    assert view.focusWidget() is first


def test_a_change_elsewhere_is_said_and_decisions_are_kept(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    view = shown(context, skill, qtbot)
    assert view.proposal is not None
    first, second = (item.fragment.id for item in view.proposal.items)
    view.choose(first, Choice.REJECTED)
    view.move_to(second, 3)
    library.save(
        vault,
        skill,
        "# Deploy\n\n1. Breathe.\n"
        + TEXT.partition("\n\n")[2]
        .replace("3. ", "4. ")
        .replace("2. ", "3. ")
        .replace("1. ", "2. "),
    )
    qtbot.waitUntil(lambda: "This skill has changed since" in view.banner.accessibleName())
    view.banner.acted.emit()
    qtbot.waitUntil(lambda: view._job is None)
    assert view.proposal.item(first).choice is Choice.REJECTED
    assert (view.proposal.item(second).after, view.proposal.item(second).pinned) == (4, True)
    assert view.banner.isHidden()
    view.footer.save.click()
    assert "Breathe." in library.text(vault, skill)


def test_two_trainings_at_once_lose_nothing(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    one, other = shown(context, skill, qtbot), shown(context, skill, qtbot)
    assert one.proposal is not None and other.proposal is not None
    first, second = (item.fragment.id for item in one.proposal.items)
    one.choose(first, Choice.ACCEPTED)
    other.choose(second, Choice.ACCEPTED)
    one.footer.save.click()
    qtbot.waitUntil(lambda: "This skill has changed since" in other.banner.accessibleName())
    other.start()
    qtbot.waitUntil(lambda: other._job is None)
    other.footer.save.click()
    assert all(text in library.text(vault, skill) for text in KNOWN)


def test_what_was_left_out_says_why_and_can_be_allowed_again(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    view = shown(context, skill, qtbot)
    assert view.proposal is not None
    for item in view.proposal.items:
        view.choose(item.fragment.id, Choice.REJECTED)
    view.footer.save.click()
    again = shown(context, skill, qtbot)
    assert again.proposal is not None and again.proposal.items == ()
    assert again._pages.currentWidget() is again._decided
    listed = again.review.left_out
    assert listed is not None and len(listed.allow_buttons) == 2
    assert nameless(again) == []
    listed.fold.click()
    listed.allow_buttons[0].click()
    qtbot.waitUntil(lambda: again._job is None)
    assert len(again.proposal.items) == 1


def test_what_is_taken_out_is_listed_with_the_reason(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    train.accept(vault, accept_all(train.propose(vault, skill, Memories(vault, Hashed()))))
    (note,) = [n for n, m in memories.memories(vault, range(9)).items() if m.text == KNOWN[0]]
    memories.forget(vault, note)
    view = shown(context, skill, qtbot)
    listed = view.review.taken_out
    assert listed is not None and listed.fold.text() == "Removed: 1 forgotten"
    assert nameless(view) == []
    listed.fold.click()
    said = [line.text() for line in listed.findChildren(QLabel) if line.isVisible()]
    assert said == [KNOWN[0], "from Ops notes · the memory was forgotten"]
    with qtbot.waitSignal(view._context.say.told) as told:
        view.footer.save.click()
    assert f"“{KNOWN[0][:40]}" in told.args[0] and "(the memory was forgotten)" in told.args[0]
    newest = history.versions(vault, skill)[0]
    assert "(the memory was forgotten)" in change_summaries.words(newest, "")


def test_what_waits_can_be_put_off(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    inbox.keep(vault, train.propose(vault, skill, Memories(vault, Hashed())), Cause.SCHEDULED)
    view = TrainView(context, skill)
    qtbot.addWidget(view)
    view.show()
    assert "as planned" in view.banner.accessibleName()
    assert not view.footer.later.isHidden()
    with qtbot.waitSignal(view.finished):
        view.footer.later.menu().actions()[0].trigger()
    assert inbox.waiting(vault) == () and len(inbox.waiting(vault, put_off=True)) == 1


def test_a_memory_that_was_moved_far_is_in_sight(
    context: AppContext, vault: Vault, qtbot: QtBot
) -> None:
    steps = "".join(
        f"{n}. Look at place {n} and write down what you see there.\n" for n in range(3, 40)
    )
    skill = library.save(vault, None, f"{TEXT.partition('3. ')[0]}{steps}").skill
    memories.remember(vault, KNOWN[0], source=Source("Ops notes"))
    index.update(vault, Hashed())
    view = shown(context, skill, qtbot)
    assert view.proposal is not None
    number = view.proposal.items[0].fragment.id
    view.move_to(number, 39)
    made = view.review.cards[number]
    top = made.mapTo(view.review.viewport(), made.rect().topLeft()).y()
    assert 0 <= top < view.review.viewport().height()


def test_a_memory_that_was_changed_meanwhile_is_said(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot, clock: Clock
) -> None:
    view = shown(context, skill, qtbot)
    assert view.proposal is not None and view.banner.isHidden()
    clock.pass_seconds(60)
    found = train.propose(vault, skill, Memories(vault, Hashed()))
    inbox.keep(vault, found, Cause.MEMORIES_CHANGED)
    qtbot.waitUntil(lambda: "memory here has changed since" in view.banner.accessibleName())
    clock.pass_seconds(60)
    view.banner.acted.emit()
    qtbot.waitUntil(lambda: view._job is None)
    assert view.banner.isHidden()


STEERED = """# Brew

1. Warm the pot for $leaf. @skill: Weigh(leaf=$leaf) → $dose
2. Pour. @branch: if the $dose is low -> 1
3. [ANCHOR] Serve it.
"""


def looks(text: SentenceText) -> dict[str, str]:
    """The colour of each stretch of a step."""
    found: dict[str, str] = {}
    fragments = text._document.firstBlock().begin()
    while not fragments.atEnd():
        piece = fragments.fragment()
        if piece.charFormat().isImageFormat():
            fragments += 1
            continue
        found[piece.text().strip()] = piece.charFormat().foreground().color().name()
        fragments += 1
    return found


def test_calls_and_jumps_are_pills_in_the_steps_of_a_training(
    context: AppContext, vault: Vault, qtbot: QtBot
) -> None:
    view = shown(context, library.save(vault, None, STEERED).skill, qtbot)
    memories.remember(vault, "Pour water of 80 degrees over the leaf.", source=Source("Notes"))
    index.update(vault, Hashed())
    view.start()
    qtbot.waitUntil(lambda: view._job is None)
    # What was indexed meanwhile has it built anew; Qt deletes the steps of before a little later.
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    steps = view.review.findChildren(SentenceText)
    assert [step.shown for step in steps] == [
        "Warm the pot for $leaf. Weigh (leaf = $leaf) → $dose",
        "Pour. if the $dose is low → step 1",
        "[ANCHOR] Serve it.",
    ]
    assert [len(step._grounds) for step in steps] == [1, 1, 0]
    colour, shades = context.theme.colour, looks(steps[0])
    assert shades["Weigh"] == colour("acc").name()
    assert shades["$leaf"] == colour("goal:Requires").name()
    assert shades["$dose"] == colour("goal:Produces").name()


@pytest.mark.parametrize("look", [Look.STRUCK, Look.REJECTED])
def test_what_does_not_stand_is_read_in_one_colour(
    context: AppContext, look: Look, qtbot: QtBot
) -> None:
    text = SentenceText(context.theme, partial(StepWords(STEERED).prose, 2))
    qtbot.addWidget(text)
    text.show_runs((Run("Pour it. @branch: if cold -> 1", look),))
    assert text.shown == "Pour it. if cold → step 1"
    assert text._grounds == [] and len(set(looks(text).values())) == 1


@pytest.mark.parametrize("words", ["", "# Pour", "Pour\n\n2. Stir @note"])
def test_words_that_make_no_step_are_shown_as_they_are(words: str) -> None:
    assert StepWords(STEERED).prose(2, words).text.split() == words.split()


# Left before it is done


def test_what_was_decided_waits_when_the_tab_is_closed(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    view = shown(context, skill, qtbot)
    assert view.proposal is not None
    first, second = view.proposal.items
    view.choose(first.fragment.id, Choice.ACCEPTED)
    view.choose(second.fragment.id, Choice.REJECTED)
    closed: list[bool] = []
    with qtbot.waitSignal(context.say.told_more) as told:
        view.when_saved(lambda: closed.append(True))
    assert closed == [True] and told.args[1] == "Resume" and told.args[3] is False
    with qtbot.waitSignal(context.go.training_requested) as asked:
        told.args[2]()
    assert asked.args == [skill]
    again = shown(context, skill, qtbot)
    assert again.proposal is not None
    assert [item.choice for item in again.proposal.items] == [Choice.ACCEPTED, Choice.REJECTED]
    assert "waiting for your review" in again.banner.accessibleName()


def test_what_nothing_was_decided_in_leaves_nothing(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    view = shown(context, skill, qtbot)
    closed: list[bool] = []
    view.when_saved(lambda: closed.append(True))
    assert closed == [True] and inbox.waiting_for(vault, skill) is None


def test_decisions_are_taken_over_when_the_skill_was_changed_meanwhile(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    view = shown(context, skill, qtbot)
    assert view.proposal is not None
    view.choose(view.proposal.items[0].fragment.id, Choice.ACCEPTED)
    view.flush()
    with vault.turns.at_once():
        library.save(vault, skill, TEXT + "4. Go home.\n", sitting=False)
    again = shown(context, skill, qtbot)
    assert again.proposal is not None
    chosen = [item.fragment.id for item in again.proposal.items if item.choice is Choice.ACCEPTED]
    assert chosen == [view.proposal.items[0].fragment.id]


def test_keeping_it_is_no_news_to_the_one_who_decided(
    context: AppContext, vault: Vault, skill: int, qtbot: QtBot
) -> None:
    view = shown(context, skill, qtbot)
    assert view.proposal is not None
    view.choose(view.proposal.items[0].fragment.id, Choice.ACCEPTED)
    with qtbot.waitSignal(context.bridge.changed):
        view.flush()
    assert not view.banner.isVisible()
