"""A run in a terminal: it shows a step, and a letter says what became of it."""

import sys
from collections.abc import Callable, Iterable
from functools import partial

from app.cli.answer import complain, harmless, tell
from app.cli.knowledge_answer import embedder
from app.cli.run_text import exit_text, place_text
from app.core.api import run_remarks, runs
from app.core.api.run_documents import ExitDocument, PlaceDocument
from app.core.errors import AppError
from app.core.runs import actions, items
from app.core.runs.actions import Action, Outcome
from app.core.runs.items import Kind
from app.core.skills.reading.prose.wording import contrary
from app.core.vault import Vault
from app.core.words import _

_YES = frozenset(("y", "yes", _("y"), _("yes")))
Choice = tuple[str, str, Callable[[PlaceDocument], Action | None]]
"""The letter, what it is called, and what it does; None where there is nothing to do then."""


class _Over(Exception):
    """The person leaves, or standard input has ended."""


class Dialogue:
    """Asks on standard input until the run is over or the person leaves."""

    def __init__(self, vault: Vault, run: int) -> None:
        self._vault = vault
        self._run = run

    def follow(self) -> PlaceDocument:
        """Returns where the run stands then. What is refused is said, and asked again."""
        place = runs.place(self._vault, self._run)
        while place["status"] not in ("finished", "abandoned"):
            tell("\n" + place_text(place))
            try:
                place = self._next(place)
            except AppError as error:
                complain(error)
                place = runs.place(self._vault, self._run)
            except _Over:
                return runs.place(self._vault, self._run)
        return place

    def _next(self, place: PlaceDocument) -> PlaceDocument:
        action = self._chosen(place, self._choices(place))
        if action is not None:
            return runs.act(self._vault, self._run, action)
        return runs.place(self._vault, self._run)

    def _choices(self, place: PlaceDocument) -> list[Choice]:
        leave: Choice = ("q", _("quit"), self._leave)
        if place["asks"] == "nothing":
            return [("t", _("take over"), lambda _place: actions.TakeOver()), leave]
        if place["status"] == "paused":
            return [("", _("resume"), lambda _place: actions.Resume()), leave]
        rest: list[Choice] = [
            ("n", _("note"), self._note),
            ("l", _("link"), self._link),
            ("b", _("back"), lambda _place: actions.Back()),
            ("p", _("pause"), self._pause),
            ("h", _("hand over"), self._hand_over),
            ("x", _("abandon"), lambda _place: actions.Abandon(why=self._ask(_("Why? ")))),
            leave,
        ]
        if place["asks"] == "start":
            return [("", _("begin"), self._enter), *rest]
        if place["asks"] == "end":
            return [
                ("y", _("success"), lambda now: self._finish(now, Outcome.SUCCESS)),
                ("m", _("partial success"), lambda now: self._finish(now, Outcome.PARTIAL)),
                ("f", _("failure"), lambda now: self._finish(now, Outcome.FAILURE)),
                *rest,
            ]
        if place["asks"] == "failure":
            return [*self._after_failure(place), *rest]
        return [
            ("", _("done"), self._done),
            (
                "f",
                _("failed"),
                self._fail,
            ),
            ("s", _("skip"), self._skip),
            *rest,
        ]

    def _after_failure(self, place: PlaceDocument) -> Iterable[Choice]:
        yield "r", _("retry"), lambda now: actions.Retry(step=now["step"])
        if any("skill" in one and "why" not in one for one in place.get("handlers", [])):
            yield "o", _("follow On failure"), self._recover
        yield "g", _("go on all the same"), self._go_on
        yield "u", _("give up"), lambda now: actions.GiveUp(step=now["step"])

    def _chosen(self, place: PlaceDocument, choices: list[Choice]) -> Action | None:
        told = [
            f"{letter} {name}" if letter else _("Enter {name}").format(name=name)
            for letter, name, _do in choices
        ]
        typed = self._ask(f"[{' · '.join(told)}] ").casefold()
        for letter, _name, do in choices:
            if typed == letter:
                return do(place)
        tell(_("Type one of the letters, then Enter."))
        return None

    # What the letters do

    def _enter(self, place: PlaceDocument) -> Action:
        values = {}
        for asked in place.get("inputs", []):
            known = f" [{asked['value']}]" if asked["value"] else ""
            typed = self._ask(f"${asked['name']}{_kind(asked['type'])}{known} = ")
            if typed:
                values[asked["name"]] = typed
        ticked = tuple(
            number
            for number, said in enumerate(place.get("prerequisites", []))
            if self._is_yes(_("{said} [y/N] ").format(said=said))
        )
        is_met = len(ticked) == len(place.get("prerequisites", []))
        without = "" if is_met else self._ask(_("Why begin all the same? "))
        return actions.Enter(step=place["step"], values=values, ticked=ticked, without=without)

    def _done(self, place: PlaceDocument) -> Action:
        values = self._results(place, place.get("report", []))
        return actions.Done(step=place["step"], values=values, exit=self._exit(place))

    def _results(self, place: PlaceDocument, names: Iterable[str]) -> dict[str, str]:
        types = place.get("types", {})
        return {name: self._ask(f"${name}{_kind(types.get(name, ''))} = ") for name in names}

    def _fail(self, place: PlaceDocument) -> Action:
        return actions.Fail(step=place["step"], why=self._ask(_("Why? ")))

    def _skip(self, place: PlaceDocument) -> Action:
        why = self._ask(_("Why? "))
        return actions.Skip(step=place["step"], why=why, exit=self._exit(place))

    def _go_on(self, place: PlaceDocument) -> Action:
        return actions.GoOn(step=place["step"], exit=self._exit(place))

    def _recover(self, place: PlaceDocument) -> Action:
        able = [one for one in place.get("handlers", []) if "skill" in one and "why" not in one]
        return actions.Recover(step=place["step"], handler=able[0]["handler"])

    def _exit(self, place: PlaceDocument) -> int | None:
        """Asked with yes and no where that will do, by number otherwise."""
        ways = place.get("exits", [])
        if len(ways) < 2:
            return ways[0]["exit"] if ways else None
        likely = next((number for number, way in enumerate(ways) if "suggested" in way), None)
        if len(ways) == 2 and "when" in ways[0]:
            return ways[self._answer(ways[0]["when"], ways, likely)]["exit"]
        for number, way in enumerate(ways, start=1):
            tell(f"  {number}  {exit_text(way)}")
        typed = self._ask(_("Which one? "))
        if not typed and likely is not None:
            return ways[likely]["exit"]
        if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(ways):
            return ways[int(typed) - 1]["exit"]
        return None

    def _answer(self, condition: str, ways: list[ExitDocument], likely: int | None) -> int:
        """Which of two ways a yes or no means; what stands behind *unless* is asked by itself."""
        against = contrary(condition)
        yes, no = (1, 0) if against else (0, 1)
        if likely is not None:
            reason = ways[likely]["suggested"]
            tell(_("  suggested: {reason}").format(reason=reason))
        asked = _("{condition}? [Y/n] ") if likely == yes else _("{condition}? [y/N] ")
        typed = self._ask(asked.format(condition=against or condition))
        if not typed and likely is not None:
            return likely
        return yes if typed.casefold() in _YES else no

    def _finish(self, place: PlaceDocument, outcome: Outcome) -> Action:
        values = self._results(place, place.get("produces", []))
        given = {name: value for name, value in values.items() if value}
        why = self._ask(_("What was seen? "))
        if wrong := self._ask(_("What was wrong with the procedure? Enter if nothing: ")):
            ready = partial(embedder, self._vault)
            run_remarks.remark(self._vault, ready, self._run, wrong)
        return actions.Finish(outcome=outcome, why=why, values=given)

    def _note(self, _place: PlaceDocument) -> None:
        items.write_down(self._vault, self._run, Kind.NOTE, self._ask(_("Note: ")))

    def _link(self, _place: PlaceDocument) -> None:
        items.write_down(self._vault, self._run, Kind.LINK, self._ask(_("Link: ")))

    def _hand_over(self, _place: PlaceDocument) -> Action:
        to = self._ask(_("To which client? Enter for any agent: "))
        return actions.HandOver(to_person=False, to=to, why=self._ask(_("What should it do? ")))

    def _pause(self, _place: PlaceDocument) -> None:
        runs.act(self._vault, self._run, actions.Pause())
        raise _Over

    def _leave(self, _place: PlaceDocument) -> None:
        raise _Over

    # How it asks

    def _is_yes(self, question: str) -> bool:
        return self._ask(question).casefold() in _YES

    def _ask(self, question: str) -> str:
        """A line of standard input."""
        print(harmless(question), end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise _Over
        return line.strip()


def _kind(type_: str) -> str:
    return f" ({type_})" if type_ else ""
