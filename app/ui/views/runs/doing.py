"""What can be done at each place of a run, with its keys. Public names: `Doing`, `asks_back`."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.core.agents import clients
from app.core.library import catalogue
from app.core.runs.actions import Outcome
from app.core.runs.state import Stage
from app.core.words import _
from app.ui.context import AppContext
from app.ui.theme.focus import lead_to
from app.ui.views.runs.body import Body
from app.ui.views.runs.end_body import OUTCOMES, EndBody
from app.ui.views.runs.exit_words import Way, answers, likely, ways
from app.ui.views.runs.exporting import Exporting
from app.ui.views.runs.failure_body import FailureBody
from app.ui.views.runs.following import Following, Sight
from app.ui.views.runs.foot import Foot, Keyed, Question
from app.ui.views.runs.remark_card import send_remark
from app.ui.views.runs.start_body import StartBody
from app.ui.views.runs.step_body import StepBody

_LETTERS = {
    Qt.Key.Key_Space: "go",
    Qt.Key.Key_F: "fail",
    Qt.Key.Key_S: "skip",
    Qt.Key.Key_Backspace: "back",
    Qt.Key.Key_R: "retry",
    Qt.Key.Key_G: "go-on",
    Qt.Key.Key_U: "give-up",
}
_HELD = "Ctrl+⏎"


class Doing(QObject):
    """Fills the foot of the page, asks what has to be asked, and answers keys."""

    note_wanted = Signal()
    attach_wanted = Signal()
    dropped = Signal()
    """A run was not begun after all."""

    def __init__(
        self, context: AppContext, following: Following, foot: Foot, page: QWidget
    ) -> None:
        super().__init__(page)
        self._context, self._following, self._foot, self._page = context, following, foot, page
        self._exporting = Exporting(context, page)
        self._body: Body | None = None
        self._ways: tuple[Way, ...] = ()

    # What there is to do

    def offer(self, sight: Sight, body: Body) -> None:
        """The buttons for this place."""
        self._body = body
        self._ways = ways(sight)
        body.entered.connect(self.go)
        if isinstance(body, StepBody):
            body.way_chosen.connect(self.take)
        if isinstance(body, FailureBody):
            body.handler_wanted.connect(self._following.recover)
        for name, line in body.lines.items():
            self._following.kept.watch(f"{sight.place['step']} {name}", line)
        self._foot.offer(self._buttons(sight, body))

    def _buttons(self, sight: Sight, body: Body) -> list[tuple[str, Keyed] | None]:
        """What goes on stands last and *Back* first, whatever else there is: no hand that clicks
        twice takes back what it did."""
        if not sight.state.status.is_open:
            again = self._key(_("Run again"), "", self.run_again, icon="runs")
            opened = self._key(_("Open the skill"), "", self.open_skill, icon="skills")
            return [("open", opened), None, ("again", again)]
        if not sight.is_mine:
            opened = self._key(_("Open the skill"), "", self.open_skill, icon="skills")
            take = self._key(_("Take over"), "T", self._following.take_over, "primary", "user")
            return [("open", opened), None, ("take", take)]
        back = self._key(_("Back"), "⌫", self._following.back, icon="undo")
        back.setEnabled(sight.state.previous is not None)
        return [("back", back), *self._here(sight, body)]

    def _here(self, sight: Sight, body: Body) -> list[tuple[str, Keyed] | None]:
        """What this place asks for, behind *Back*."""
        if isinstance(body, StartBody):
            go = self._key(_("Begin"), _HELD, self.go, "primary", "play", _HELD)
            drop = ("drop", self._key(_("Do not begin"), "", self._drop))
            return (
                [None, ("go", go)] if sight.state.previous is not None else [drop, None, ("go", go)]
            )
        if isinstance(body, EndBody):
            go = self._key(_("Finish"), _HELD, self.go, "primary", "flag", _HELD)
            return [None, ("go", go)]
        if isinstance(body, FailureBody):
            return self._after_failure(body)
        made: list[tuple[str, Keyed] | None] = [
            ("fail", self._key(_("Failed"), "F", self.fail, "danger", "close")),
            ("skip", self._key(_("Skip"), "S", self.skip, icon="skip")),
            ("note", self._key(_("Note"), "N", self.note_wanted.emit, icon="edit")),
            None,
        ]
        if (way := likely(self._ways)) is not None:
            made.append(("go", self._done_key(way, body)))
        return made

    def _done_key(self, way: Way, body: Body) -> Keyed:
        """Says where the way leads that is taken."""
        said = _("Done, go to {where}").format(where=way.whole)
        if self._foot.is_small:
            said = _("Done, to {where}").format(where=way.brief)
        if way.where.startswith(_("back to")):
            said = _("Done, {where}").format(where=way.whole)
        typed = "⏎" if body.fields else ""
        few = _("Done") if len(body.sight.state.frames) > 1 else ""  # with a title it is long
        return self._key(said, _("Space"), self.go, "primary", "check", typed, few, _("Done"))

    def _after_failure(self, body: FailureBody) -> list[tuple[str, Keyed] | None]:
        """The best comes last: what handles it, as long as that was not followed."""
        up = self._key(_("Give up"), "U", self.give_up, "danger", "stop")
        said = _("Go on all the same")
        on = self._key(said, "G", self.go_on, icon="skip", few=_("Go on"))
        best = body.best
        again = self._key(
            _("Try again"), "R", self._following.retry,
            "secondary" if best is not None else "primary", "refresh",
        )  # fmt: skip
        made: list[tuple[str, Keyed] | None] = [
            ("give-up", up), ("go-on", on), None, ("retry", again),
        ]  # fmt: skip
        if best is not None:
            title = body.handlers[best].get("skill", "")
            said = _("Start {title}").format(title=title)
            start = partial(self._following.recover, best)
            made.append(("go", self._key(said, _("Space"), start, "primary", "call")))
        return made

    def _key(
        self, words: str, key: str, act: Callable[[], object], kind: str = "secondary",
        icon: str = "", typed: str = "", few: str = "", least: str = "",
    ) -> Keyed:  # fmt: skip
        theme = self._context.theme
        return Keyed(theme, words, key, act, kind, icon, typed, few, least)  # type: ignore[arg-type]

    # Doing it

    def go(self) -> None:
        """What the place is for: begin, done, finish."""
        body, following = self._body, self._following
        if body is None or not body.isEnabled():
            return
        if isinstance(body, StartBody):
            given = body.given()
            body.ask_why_without()
            if given is not None and body.may_begin():
                self._give()
                following.enter(given, body.ticked, body.without.text().strip())
        elif isinstance(body, EndBody):
            if (outcome := body.outcome) is None:
                body.ask_how()
            elif (given := body.given()) is not None:
                body.remark.send()
                self._give()
                following.finish(outcome, body.why.text().strip(), given)
        elif isinstance(body, StepBody):
            if (way := likely(self._ways)) is not None:
                self.take(way.number)
            elif body.given() is not None:
                self._page.setFocus(Qt.FocusReason.OtherFocusReason)  # for the keys of the ways

    def take(self, number: int) -> None:
        """The step is done, and goes on this way."""
        if self._body is not None and (given := self._body.given()) is not None:
            self._give()
            self._following.done(given, number)

    def fail(self) -> None:
        self._ask(_("Why did it fail?"), _("Failed"), lambda why, _way: self._following.fail(why),
                  kind="danger")  # fmt: skip

    def skip(self) -> None:
        self._ask(_("Why is it skipped?"), _("Skip"), self._skip, ways=True)

    def go_on(self) -> None:
        """After a failure."""
        said = _("Why go on all the same?")
        self._ask(said, _("Go on"), self._go_on, ways=True, may_be_empty=True)

    def give_up(self) -> None:
        self._following.give_up()

    def hand_over(self) -> None:
        """Ask to whom and why."""
        known = [one for one in clients.clients(self._context.vault) if one.connected]
        choices = [(_("Any agent"), ""), *((one.name or one.id, one.id) for one in known)]
        question = Question(
            _("Hand over to"),
            _("Hand over"),
            lambda why, to: self._following.hand_over(str(to or ""), why),
            choices,
            may_be_empty=True,
            hint=_("What the agent should know"),
        )
        self._put(question)

    def abandon(self) -> None:
        """Ask why, then end it without an outcome."""
        self._ask(
            _("Why is it abandoned?"),
            _("Abandon"),
            lambda why, _way: self._following.abandon(why),
            may_be_empty=True,
            kind="danger",
        )

    def finish_now(self) -> None:
        """Ask how it went although steps are left."""
        words = (_("Success"), _("Partly done"), _("Failure"))
        question = Question(
            _("Finish here, as"),
            _("Finish"),
            lambda why, how: self._following.finish(Outcome(str(how)), why),
            list(zip(words, OUTCOMES, strict=True)),
            hint=_("Why steps are left"),
        )
        self._put(question)

    def remark(self) -> None:
        """Ask what is wrong with the present step, which becomes a proposal."""
        if (sight := self._following.sight) is None:
            return
        run, step = sight.record.run.id, sight.place["step"]
        self._ask(
            _("What is wrong with this step?"),
            _("Propose"),
            lambda why, _way: send_remark(self._context, self, run, why, step),
            hint=_("Say what"),
        )

    def run_again(self) -> None:
        if (sight := self._following.sight) is not None:
            self._context.go.run_skill(sight.record.run.skill)

    def check_list(self) -> None:
        """In a window of its own, beside other work."""
        if (run := self._following.run) is not None:
            self._context.go.check_list(run)

    def open_skill(self) -> None:
        """The one that is run; nothing can be opened of one that was deleted since."""
        if (sight := self._following.sight) is None:
            return
        run = sight.record.run
        if catalogue.row(self._context.vault, run.skill) is not None:
            self._context.go.skill(run.skill)
        else:
            said = _("“{title}” was deleted. The run goes on with the steps it began with.")
            self._context.say.tell(said.format(title=run.title))

    def menu(self, parent: QWidget) -> QMenu:
        """What else can be done with the run."""
        menu, theme = QMenu(parent), self._context.theme
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sight = self._following.sight
        if not self._foot.is_small:
            said = _("Check list in its own window (C)")
            menu.addAction(theme.icon("checks"), said, self.check_list)
        menu.addAction(theme.icon("skills"), _("Open the skill"), self.open_skill)
        menu.addAction(theme.icon("runs"), _("Run it once more"), self.run_again)
        if sight is not None:
            run = sight.record.run
            menu.addMenu(self._exporting.menu(run.id, run.title, menu))
        if sight is not None and sight.state.status.is_open:
            if sight.node is not None:
                said = _("Something is wrong with this step…")
                menu.addAction(theme.icon("edit"), said, self.remark)
            menu.addSeparator()
            if sight.is_mine and sight.frame.stage is not Stage.END:
                menu.addAction(theme.icon("flag"), _("Finish here…"), self.finish_now)
            menu.addAction(theme.icon("circle-slash", "err"), _("Abandon…"), self.abandon)
        return menu

    # Keys

    def answer(self, event: QKeyEvent) -> bool:
        """Whether a key that no field has taken means something here."""
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key(event.key())
        enter = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if event.isAutoRepeat():
            return key in _LETTERS
        if enter and held == Qt.KeyboardModifier.ControlModifier:
            return self._foot.press("go")
        if enter:
            return True  # in a field it is done with that; anywhere else it is no answer
        if asks_back(event):
            self._step_back(event)
            return True
        if held & ~Qt.KeyboardModifier.ShiftModifier:
            return False
        if key == Qt.Key.Key_Escape:
            self._escape()
            return True
        return self._choose(event.text()) or self._press(key)

    def _step_back(self, event: QKeyEvent) -> None:
        """Undo takes the last step back; it is done again by hand."""
        if event.matches(QKeySequence.StandardKey.Redo):
            self._context.say.tell_here(_("There is nothing to redo in a run."))
        elif not self._foot.press("back"):
            self._context.say.tell_here(_("There is no step to take back here."))

    def _press(self, key: Qt.Key) -> bool:
        following = self._following
        sight = following.sight
        if sight is None or not sight.state.status.is_open:
            return False
        if key == Qt.Key.Key_T and (not sight.is_mine or sight.state.offered is not None):
            following.take_over()
            return True
        if key == Qt.Key.Key_C:
            self.check_list()
            return True
        if not sight.is_mine:
            return False
        if key == Qt.Key.Key_P:
            following.pause()
            return True
        if key == Qt.Key.Key_H:
            self.hand_over()
            return True
        if key == Qt.Key.Key_A:
            self.attach_wanted.emit()
            return True
        if key == Qt.Key.Key_N:
            self.note_wanted.emit()
            return True
        if key in _LETTERS and self._foot.press(_LETTERS[key]):
            return True
        return key == Qt.Key.Key_Space and self._lead_to_ways()

    def _lead_to_ways(self) -> bool:
        """Whether there are several ways of which none seems to be right: the first has the
        keyboard, and is not taken."""
        choice = self._body.choice if isinstance(self._body, StepBody) else None
        if choice is None or self._foot.is_asking:
            return False
        lead_to(choice.buttons[0])
        return True

    def _choose(self, typed: str) -> bool:
        """A key of one of several ways, or of how it went."""
        body, sight = self._body, self._following.sight
        if sight is not None:
            for answer in answers(sight):
                if typed and answer.key == typed:
                    self._following.answer(answer.number)
                    return True
        if sight is None or not sight.is_mine:
            return False
        if isinstance(body, EndBody) and typed in ("1", "2", "3"):
            body.choose(OUTCOMES[int(typed) - 1])
            return True
        if not isinstance(body, StepBody) or body.choice is None or not typed:
            return False
        way = next((way for way in self._ways if way.key == typed), None)
        if way is not None:
            self.take(way.number)
        return way is not None

    def _escape(self) -> None:
        """Out of a field to the keys of the page."""
        self._page.setFocus(Qt.FocusReason.OtherFocusReason)

    # Asking

    def _ask(
        self,
        words: str,
        action: str,
        given: Callable[[str, object], object],
        *,
        ways: bool = False,
        may_be_empty: bool = False,
        kind: str = "primary",
        hint: str = "",
    ) -> None:
        choices = [(way.where, way.number) for way in self._ways] if ways else []
        question = Question(
            words, action, given, choices if len(choices) > 1 else (), may_be_empty,
            kind,  # type: ignore[arg-type]
            hint,
        )  # fmt: skip
        self._put(question)

    def _put(self, question: Question) -> None:
        """Ask it, with what was typed there before."""
        kept, field, sight = self._following.kept, self._foot.why, self._following.sight
        name = f"{sight.place['step'] if sight is not None else ''} {question.words}"

        def given(why: str, choice: object) -> None:
            kept.drop(name)
            question.given(why, choice)

        kept.rest(field)
        self._foot.ask(replace(question, given=given), self._page)
        kept.watch(name, field)

    def _give(self) -> None:
        """What was typed for this place is given with what is done now."""
        if (sight := self._following.sight) is not None:
            self._following.kept.drop(f"{sight.place['step']} ")

    def _skip(self, why: str, way: object) -> None:
        self._following.skip(why, self._exit(way))

    def _go_on(self, why: str, way: object) -> None:
        self._following.go_on(why, self._exit(way))

    def _exit(self, way: object) -> int | None:
        return way if isinstance(way, int) else self._ways[0].number if self._ways else None

    def _drop(self) -> None:
        """What was not begun is no open run, and the list is where to go from there."""
        self._following.abandon("")
        self.dropped.emit()


def asks_back(event: QKeyEvent) -> bool:
    """Whether a key is one of Undo or Redo."""
    keys = QKeySequence.StandardKey
    return event.matches(keys.Undo) or event.matches(keys.Redo)
