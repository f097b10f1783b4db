"""How following a skill went, and where it is done otherwise, is read from what came after it."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app.cli.bench.sessions import feedback, procedures
from app.cli.bench.sessions.drifting import KINDS, drifting
from app.cli.bench.sessions.scoring import steps_of
from app.cli.bench.sessions.using import FAILURE, SUCCESS, uses
from app.cli.bench.sessions.writing import read_back
from app.core.patterns import doing
from app.core.patterns.cues import Mood, mood
from app.core.patterns.drift import Change, Kind, changed, drift
from app.core.patterns.outcomes import Outcome, Sign, outcomes, usual_tools
from app.core.transcripts.model import Event, Result, Session
from tests.core.pattern_sessions import call, given, said, session

ASKED = "Please release the parser before tonight"
DONE = ("shell npm version", "read", "shell npm publish")


def changes(skill: str, tools: Sequence[str], sessions: Sequence[Session]) -> list[Change]:
    """Where agents that read a skill do otherwise."""
    return drift(tools, [use for one in sessions for use in doing.given({skill}, one)])


def judged(*after: str | Event, usual: frozenset[str] = frozenset()) -> tuple[Outcome, list[Sign]]:
    events: list[str | Event] = [said(ASKED, 1), given("release", 2), *after]
    one = outcomes(session("s", events), {"release": usual})[0]
    assert (one.skill, one.session, one.call, one.row) == ("release", "s", "call-2", 2)
    assert 0.5 <= one.confidence <= 1
    return one.outcome, [evidence.sign for evidence in one.evidence]


@pytest.mark.parametrize(
    ("after", "outcome", "signs"),
    [
        ((*DONE,), Outcome.SUCCESS, [Sign.COMPLETED]),
        ((*DONE, said("Thanks!")), Outcome.SUCCESS, [Sign.APPROVED, Sign.COMPLETED]),
        ((*DONE, said("Now look at the docs")), Outcome.SUCCESS, [Sign.WENT_ON, Sign.COMPLETED]),
        ((*DONE, said("No, that's wrong")), Outcome.FAILURE, [Sign.CORRECTED, Sign.COMPLETED]),
        ((*DONE, said(f"{ASKED}, please")), Outcome.FAILURE, [Sign.ASKED_AGAIN, Sign.COMPLETED]),
        (("shell npm version", "shell npm publish!"), Outcome.FAILURE, [Sign.FAILED_AT_END]),
        (("shell npm test!", "edit", "shell npm test", *DONE), Outcome.SUCCESS, [Sign.COMPLETED]),
        ((*DONE, "shell grep!"), Outcome.SUCCESS, [Sign.COMPLETED]),
        (("shell npm publish!", "fetch", "shell curl"), Outcome.FAILURE, [Sign.OTHER_TOOLS]),
        (("edit", "write", "shell git restore"), Outcome.FAILURE, [Sign.UNDONE]),
        (("edit", call("shell git push", 4, Result.REFUSED)), Outcome.FAILURE, [Sign.REFUSED]),
        (("read", "search"), Outcome.UNSURE, []),
        ((), Outcome.UNSURE, []),
        ((said("That is not what I meant"),), Outcome.FAILURE, [Sign.CORRECTED]),
        (("edit", said("ok"), "shell npm publish"), Outcome.SUCCESS, [Sign.COMPLETED]),
    ],
)  # fmt: skip
def test_signs_after_a_skill_make_its_outcome(
    after: Sequence[str | Event], outcome: Outcome, signs: list[Sign]
) -> None:
    assert judged(*after) == (outcome, signs)


def test_tools_that_belong_to_the_skill_are_no_other_tools() -> None:
    steps = ("shell npm run lint!", "shell npm version", "shell npm publish")
    assert judged(*steps)[0] is Outcome.FAILURE
    usual = frozenset(["shell npm version", "shell npm publish"])
    assert judged(*steps, usual=usual) == (Outcome.SUCCESS, [Sign.COMPLETED])
    made = [session(f"s{n}", [given("release", 1), *steps]) for n in range(4)]
    assert usual <= usual_tools(made)["release"]


def test_each_use_counts_up_to_the_next_and_reading_again_is_none() -> None:
    events: list[str | Event] = [
        given("a", 1), "read", given("a", 3), "edit", "shell make!",
        given("b", 6), "edit", "shell make", said("perfect", 9), said("that is wrong", 10),
    ]  # fmt: skip
    found = outcomes(session("s", events))
    assert [(one.skill, one.row, one.outcome) for one in found] == [
        ("a", 3, Outcome.FAILURE),
        ("b", 6, Outcome.SUCCESS),
    ]
    assert [(e.sign, e.row) for e in found[0].evidence] == [(Sign.FAILED_AT_END, 5)]


@pytest.mark.parametrize(
    ("mood_of", "texts"),
    [
        (
            Mood.CORRECTS,
            "No, use tabs|It doesn’t work|you forgot the log|Falsch|es geht immer noch nicht"
            "|C'est faux|ça ne marche pas|No funciona|Está mal|Non funziona|è sbagliato"
            "|Não funciona|Está errado"
            "|Nu merge|E greșit|Thanks, but it still fails|NOPE.|that's not what I wanted"
            "|Redo it with tabs|Not like this|You sent the draft, not the final version"
            "|Why is the title still the old one?|So war das nicht gemeint|👎",
        ),
        (
            Mood.APPROVES,
            "Thanks!|no problem, thanks|It works now|Danke, passt|läuft jetzt|Merci, c'est bon"
            "|Gracias|ahora funciona|Grazie mille|perfetto|Obrigada|muito bem|Mulțumesc|acum merge"
            "|No, that's great|kein Problem, danke|Yes, that's what I wanted|👍"
            "|No errors|No, no problem",
        ),
        (Mood.GOES_ON, "yes|ok, continue|ja|oui|sí|sì, avanti|sim|da|go ahead"),
        (
            Mood.ASKS,
            "Now add a test|Why is the build slow?|Please merge the branch|Schau dir die Tests an"
            "|Du hast recht, und jetzt?|Regarde le journal|Mira el registro|Guarda il file"
            "|Vê os testes|Uită-te la teste|you should also write docs||?"
            "|Next task: mend the wrong date|Als Nächstes: der falsche Titel"
            f"|yes, and then look at all others|Move it here:{' line' * 80} wrong",
        ),
    ],
)
def test_what_people_say_is_told_in_seven_languages(mood_of: Mood, texts: str) -> None:
    assert {text: mood(text) for text in texts.split("|")} == dict.fromkeys(
        texts.split("|"), mood_of
    )


@pytest.mark.parametrize(
    ("client", "phrases"),
    [("claude", feedback.TUNING), ("codex", feedback.HELD_BACK)],
)
def test_outcomes_of_made_up_sessions_are_right(
    client: str, phrases: feedback.Phrases, tmp_path: Path
) -> None:
    made = uses(procedures.TUNING.values(), phrases, 3, client, sessions=80)
    read = read_back(made, tmp_path, "me")
    usual = usual_tools(read)
    pairs = [
        (truth, one.outcome.value)
        for session_made, one_read in zip(made, read, strict=True)
        for truth, one in zip(session_made.outcomes, outcomes(one_read, usual), strict=True)
    ]
    right = sum(truth == said for truth, said in pairs)
    assert right >= 0.88 * len(pairs)
    assert pairs.count((SUCCESS, FAILURE)) <= 0.03 * len(pairs)
    failures = [said for truth, said in pairs if truth == FAILURE]
    assert failures.count(FAILURE) >= 0.75 * len(failures) > 10


STEPS = ("edit", "shell npm version", "shell npm run build", "shell npm publish", "mcp chat post")


@pytest.mark.parametrize(
    ("does", "change"),
    [
        (("edit", "shell npm version", "shell npm test", "shell npm publish", "mcp chat post"),
         (Kind.REPLACED, 2, "shell npm test")),
        (("edit", "shell npm version", "shell npm publish", "mcp chat post"),
         (Kind.LEFT_OUT, 2, "")),
        (("edit", "shell npm version", "shell npm run build", "fetch", "shell npm publish",
          "mcp chat post"), (Kind.ADDED, 3, "fetch")),
    ],
)  # fmt: skip
def test_what_is_done_otherwise_at_one_step_again_and_again_is_a_change(
    does: tuple[str, ...], change: tuple[Kind, int, str]
) -> None:
    kind, step, tool = change
    before = [session(f"b{n}", [given("release"), "read", *STEPS]) for n in range(5)]
    after = [session(f"a{n}", [given("release"), *does, "read"]) for n in range(8)]
    found = changes("release", STEPS, before + after)
    assert found == [Change(kind, step, tool, tuple(f"a{n}" for n in range(8)))]
    assert changed(STEPS, found) == does
    assert changes("release", STEPS, before) == []
    assert changes("release", STEPS, after[:2]) == []
    alone = [replace(one, key="same") for one in after]
    assert changes("release", STEPS, alone) == []


@pytest.mark.parametrize(("otherwise", "of", "is_change"), [(3, 5, True), (3, 6, False)])
def test_a_change_is_in_three_uses_of_five(otherwise: int, of: int, is_change: bool) -> None:
    does = (*STEPS[:3], "shell jj push", *STEPS[4:])
    uses = [
        session(f"s{n}", [given("release"), *(does if n < otherwise else STEPS)]) for n in range(of)
    ]
    assert bool(changes("release", STEPS, uses)) is is_change


def test_a_skill_that_was_not_followed_has_not_changed() -> None:
    other = [session(f"s{n}", [given("release"), "shell make", "shell scp"]) for n in range(6)]
    assert changes("release", STEPS, other) == []


def test_work_that_comes_between_any_steps_is_no_change_of_one() -> None:
    """`fetch` is in the same place in three uses of five by chance, and the new command is not."""
    first, version, build, publish, post = STEPS
    new = "shell jj push"
    after = [
        (first, "fetch", version, build, new, "fetch", post),
        (first, "fetch", version, build, "fetch", new, post),
        (first, version, "fetch", build, "fetch", new, post),
        (first, "fetch", version, "fetch", build, new, post),
        (first, version, "fetch", build, new, post),
    ]
    uses = [session(f"s{n}", [given("release"), *does]) for n, does in enumerate(after)]
    (found,) = changes("release", STEPS, uses)
    assert (found.kind, found.step, found.tool) == (Kind.REPLACED, 3, new)
    assert publish not in changed(STEPS, [found])


def test_changes_of_made_up_skills_are_seen(tmp_path: Path) -> None:
    seen = set()
    for number, case in enumerate(drifting([procedures.TUNING["releases"]], 1, "gemini")):
        folder = tmp_path / str(number)
        folder.mkdir()
        read = read_back(case.sessions, folder, "me")
        tools, at = steps_of(case, read)
        found = [(one.kind.value, one.step) for one in changes(case.skill, tools, read)]
        assert found == ([] if case.kind == "none" else [(case.kind, at)])
        seen.add(case.kind)
    assert len(seen) == 3 and seen < set(KINDS)


@pytest.mark.parametrize(
    ("does", "now"),
    [
        (["make", "sign", "ship", "tell"], [("replaced", 1, "sign"), ("replaced", 2, "ship")]),
        (["make", "sign", "pack", "ship", "tell"],
         [("replaced", 1, "sign"), ("replaced", 2, "pack"), ("added", 3, "ship")]),
        (["make", "sign", "ship", "push", "tell"], [("replaced", 1, "sign"), ("added", 2, "ship")]),
        (["make", "ship", "tell"], [("replaced", 1, "ship"), ("left-out", 2, "")]),
        (["make", "tag", "push", "sign", "ship", "tell"],
         [("added", 3, "sign"), ("added", 3, "ship")]),
        (["sign", "ship", "push", "tell"], [("replaced", 0, "sign"), ("replaced", 1, "ship")]),
        (["vim", "sign", "tag", "push", "tell"], [("replaced", 0, "vim")]),
    ],
)  # fmt: skip
def test_neighbouring_steps_change_together(
    does: list[str], now: list[tuple[str, int, str]]
) -> None:
    """Once the other way round, which does not turn them round for good."""
    tools = ["shell make", "shell tag", "shell push", "shell tell"]
    orders = [does] * 4 + [[*does[:1], does[2], does[1], *does[3:]]]
    events: list[list[str | Event]] = [
        [given("release"), *(f"shell {one}" for one in order)] for order in orders[::-1]
    ]
    sessions = [session(f"s{number}", one) for number, one in enumerate(events)]
    found = changes("release", tools, sessions)
    assert [(one.kind, one.step, one.tool) for one in found] == [
        (kind, step, tool and f"shell {tool}") for kind, step, tool in now
    ]


def test_changes_with_a_step_between_are_two() -> None:
    tools = [f"shell {name}" for name in ("make", "tag", "push", "ship", "tell")]
    does = [f"shell {name}" for name in ("make", "sign", "pack", "push", "send", "tell")]
    made = [session(f"s{n}", [given("release"), *does]) for n in range(4)]
    found = changes("release", tools, made)
    assert [(one.kind, one.step, one.tool) for one in found] == [
        ("replaced", 1, "shell sign"), ("added", 2, "shell pack"), ("replaced", 3, "shell send"),
    ]  # fmt: skip


def test_a_call_takes_the_place_of_the_step_that_it_takes_most_often() -> None:
    """Also where the step before that is left out now and then, which is told as well."""
    tools = ["shell make", "shell tag", "shell push", "shell tell"]
    does = ["shell make", "shell tag", "shell ship", "shell tell"]
    made = [
        session(f"s{n}", [given("release"), *(does if n < 4 else does[:1] + does[2:])])
        for n in range(10)
    ]
    found = changes("release", tools, made)
    assert [(one.kind, one.step, one.tool) for one in found] == [
        ("left-out", 1, ""), ("replaced", 2, "shell ship"),
    ]  # fmt: skip


def test_work_after_a_skill_takes_the_place_of_no_step() -> None:
    """Where its last step is left out, as much as was left out came in its place at most."""
    tools = ["shell make", "shell tag", "shell push"]
    does: list[str | Event] = [given("release"), *tools[:2], "shell ship", "shell vim"]
    found = changes("release", tools, [session(f"s{n}", does) for n in range(4)])
    assert [(one.kind, one.step, one.tool) for one in found] == [("replaced", 2, "shell ship")]
