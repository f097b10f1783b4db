"""Procedures that agents repeat are found, whatever comes between, and nothing else is."""

import random
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.cli.bench.sessions import procedures
from app.cli.bench.sessions.composing import HARD, ORDINARY, Corpus, corpus
from app.cli.bench.sessions.scoring import judged, leaks
from app.cli.bench.sessions.writing import read_back
from app.core.errors import Cancelled
from app.core.patterns.drafting import draft, in_words, said_of
from app.core.patterns.field import Field
from app.core.patterns.finding import Rules, patterns
from app.core.patterns.inputs import inputs
from app.core.patterns.lately import lately
from app.core.patterns.loops import folded
from app.core.patterns.overlap import common_places, overlap
from app.core.patterns.pattern import Loop, Occurrence, Pattern, Step
from app.core.patterns.streams import is_looking, streams
from app.core.progress import Silent
from app.core.skills.checking.check import findings
from app.core.skills.checking.finding import KnownSkills, Severity
from app.core.skills.reading.grammar import parse
from app.core.transcripts.model import Call, Event, Result, Session
from tests.core.pattern_sessions import (
    START,
    call,
    drafted_steps,
    lines,
    only,
    said,
    session,
    sessions,
)

DEPLOY = ("shell docker build", "shell docker push", "shell kubectl apply", "mcp chat post")
FREE = ("edit", "shell npm test", "shell curl", "shell mkdir", "shell rm", "write", "fetch")


def quiet(number: int) -> list[Session]:
    """Sessions of nothing in particular, each in another order."""
    return [
        session(f"quiet{n}", [FREE[(n * 5 + k * k * (n + 3)) % len(FREE)] for k in range(9)])
        for n in range(number)
    ]


def test_three_sessions_that_are_alike_are_one_candidate() -> None:
    pattern = only(patterns(sessions(DEPLOY, DEPLOY, DEPLOY)))
    assert pattern.tools == DEPLOY
    assert (len(pattern.occurrences), pattern.sessions) == (3, 3)
    place = pattern.occurrences[1]
    assert (place.session, place.first_row, place.last_row) == ("s2", 1, 4)
    assert place.started is not None and place.ended is not None and place.started < place.ended
    assert 0 < pattern.confidence < 1


@pytest.mark.parametrize(
    "tools",
    [
        ("read", "edit", "shell pytest"),
        ("edit", "shell pytest", "shell git commit"),
        ("search", "read", "edit"),
    ],
)
def test_plain_work_counts_while_nothing_else_is_known(tools: tuple[str, ...]) -> None:
    assert only(patterns(sessions(tools, tools, tools))).tools == tools


def test_two_sessions_are_too_few_and_so_is_one_three_times_over() -> None:
    assert patterns(sessions(DEPLOY, DEPLOY)) == []
    assert patterns(sessions(DEPLOY * 3)) == []
    assert patterns(sessions(DEPLOY, DEPLOY, DEPLOY), Rules(sessions=4)) == []
    assert only(patterns(sessions(DEPLOY, DEPLOY), Rules(sessions=2))).tools == DEPLOY
    assert patterns(sessions(DEPLOY[:2], DEPLOY[:2], DEPLOY[:2])) == []


def test_calls_in_whatever_order_are_no_candidate() -> None:
    """Three such sessions of eight calls: something comes in one order in all of them by chance."""
    every = [f"shell {name}" for name in "abcdefgh"]
    mixed = random.Random(68)
    made = sessions(*[mixed.sample(every, mixed.randint(4, 8)) for _session in range(3)])
    assert patterns(made) == []


def test_agents_share_no_candidate() -> None:
    mine = sessions(DEPLOY, DEPLOY, DEPLOY)
    theirs = sessions(DEPLOY, DEPLOY, agent="codex")
    assert only(patterns(mine + theirs)).agent == "claude"
    assert patterns(mine[:2] + theirs) == []


def test_reads_retries_parallel_calls_and_helpers_between_do_not_matter() -> None:
    build, push, apply, post = DEPLOY
    first = session("a", ["read", build, "search", "read", f"{push}!", push, apply, "read", post])
    second = session("b", [f"{build}!", "read", build, push, "shell ls", apply, "edit", post])
    third = session("c", [build, push, apply, post])
    together = replace(third, events=tuple(replace(one, together=1) for one in third.calls))
    helper = replace(third, key="d", events=tuple(replace(c, helper="h") for c in third.calls))
    pattern = only(patterns([first, second, together, helper]))
    assert pattern.tools == DEPLOY
    assert pattern.sessions == 4
    assert [one.result for one in pattern.steps[1].calls if one] == [Result.DONE] * 4


def test_swapped_and_left_out_steps_are_still_the_procedure() -> None:
    build, push, apply, post = DEPLOY
    found = patterns(
        sessions(DEPLOY, (build, apply, push, post), DEPLOY, (build, push, post), DEPLOY)
    )
    pattern = only(found)
    assert pattern.tools == DEPLOY
    assert pattern.sessions == 5
    assert [one is None for one in pattern.steps[2].calls].count(True) == 1


def test_steps_tell_what_was_not_done_the_same_way_each_time() -> None:
    build, push, apply, post = DEPLOY
    several = (DEPLOY, (build, apply, push, post), DEPLOY, (build, push, f"{push}!", push, post))
    steps = only(patterns(sessions(*several, DEPLOY))).steps
    assert [step.left_out for step in steps] == [0, 0, 1, 0]
    assert [step.swapped for step in steps] == [0, 0, 1, 0]
    assert [step.repeated for step in steps] == [0, 1, 0, 0]


@pytest.mark.parametrize(("times", "steps"), [(6, 5), (7, 6), (9, 6)])
def test_a_step_that_was_often_done_again_is_one_step(times: int, steps: int) -> None:
    once = ("shell adb", "shell emulator", "shell screencap", "shell pull", "shell mogrify")
    again = [(*once[:3], f"shell other{n}", *once[2:]) for n in range(times)]
    found = only(patterns(sessions(*[once] * (9 - times), *again)))
    assert len(found.steps) == steps
    if steps == len(once):
        assert found.tools == once
        assert all(step.left_out == 0 for step in found.steps)


@pytest.mark.parametrize(("look", "is_step"), [("shell head", False), ("shell tail", True)])
def test_a_look_before_a_step_is_one_unless_it_may_be_there_by_chance(
    look: str, is_step: bool
) -> None:
    build, push, apply, post = DEPLOY
    usual = ["read"] * 7 + ["shell head"] * 3
    others = [session(one.key, [*one.calls, *usual]) for one in quiet(40)]
    found = patterns([*others, *sessions(*[(build, look, push, apply, post)] * 5)])
    assert (look in only(found).tools) == is_step


def test_a_step_in_three_sessions_may_stand_elsewhere_in_one() -> None:
    """Where it stands otherwise it counts as of the procedure, not as something done anyway."""
    steps = ("shell buf lint", "shell buf breaking", "shell buf generate", "shell grpcurl")
    lint, breaking, generate, call_it = steps
    pattern = only(
        patterns(
            [
                *quiet(60),
                *sessions(
                    (breaking, *FREE[:3], lint, generate, *FREE[3:5], call_it),
                    (lint, *FREE[:4], *FREE[2:6], breaking, generate, call_it),
                    (lint, *FREE[:3], breaking, *FREE[3:7], generate, call_it),
                ),
            ]
        )
    )
    assert pattern.tools == steps


MEND = ("mcp tickets get", "shell vitest run", "mcp tickets close")


def test_two_procedures_that_come_in_the_same_sessions_are_two() -> None:
    """If the person asks for each, and the work between them or their order differs."""
    start = DEPLOY[1:]
    ask = said("Now look at the ticket of this morning")
    found = patterns(
        [
            *quiet(30),
            session("a", [*start, *FREE[:3], replace(ask, row=7), *MEND]),
            session("b", [*MEND, "edit", replace(ask, row=5), *start]),
            session("c", [*start, replace(ask, row=4), *FREE[2:5], *MEND]),
        ]
    )
    assert sorted(one.tools for one in found) == sorted([start, MEND])
    assert [one.sessions for one in found] == [3, 3]


@pytest.mark.parametrize("text", ["go on", "yes, please continue"])
def test_a_procedure_in_which_the_person_says_to_go_on_is_one(text: str) -> None:
    together = [session(f"s{n}", [*DEPLOY, *FREE[:n], said(text, 5 + n), *MEND]) for n in range(3)]
    assert only(patterns([*quiet(30), *together])).tools == (*DEPLOY, *MEND)


@pytest.mark.parametrize("is_before", [False, True])
def test_what_the_person_asks_for_beside_a_procedure_is_no_step_of_it(is_before: bool) -> None:
    """In every second session, by itself."""
    asks = said("Now update the readme"), said("Release 2.1")
    several = []
    for n in range(6):
        aside: list[str | Event] = ["edit"] if n % 2 else []
        tools = [*aside, asks[1], *DEPLOY] if is_before else [*DEPLOY, asks[0], *aside]
        tools = [one if isinstance(one, str) else replace(one, row=row)
                 for row, one in enumerate(tools, 1)]  # fmt: skip
        several.append(session(f"s{n}", tools))
    assert only(patterns(several)).tools == DEPLOY


def test_what_is_sometimes_needed_at_the_end_is_a_step_where_nobody_asks_for_it() -> None:
    several = [session(f"s{n}", [*DEPLOY, *["edit"][: n % 2]]) for n in range(6)]
    assert only(patterns(several)).tools == (*DEPLOY, "edit")


def test_what_is_asked_for_but_always_the_same_is_one_procedure() -> None:
    together = [
        session(f"s{n}", [*DEPLOY, said("Now close the ticket", 5), *MEND]) for n in range(3)
    ]
    assert only(patterns([*quiet(30), *together])).tools == (*DEPLOY, *MEND)


@pytest.mark.parametrize(
    ("steps", "kept", "loop"),
    [("ababc", [0, 1, 4], Loop(0, 1, 2)), ("cabab", [0, 1, 2], Loop(1, 2, 2)),
     ("abcabcabc", [0, 1, 2], Loop(0, 2, 3)), ("dabab", [0, 1, 2], Loop(1, 2, 2))],
)  # fmt: skip
def test_rounds_that_follow_each_other_are_one_loop(
    steps: str, kept: list[int], loop: Loop
) -> None:
    assert folded(steps) == (kept, [loop])


def test_a_loop_of_any_length_is_one_candidate_with_a_loop() -> None:
    start, test, edit, end = "shell uv lock", "shell tox", "edit", "shell twine upload"
    pattern = only(
        patterns(
            sessions(
                (start, test, edit, test, edit, end),
                (start, test, edit, end),
                (start, test, edit, test, edit, test, edit, "read", test, edit, end),
                (start, test, edit, test, "read", edit, test, edit, end),
            )
        )
    )
    assert pattern.tools == (start, test, edit, end)
    assert pattern.loops == (Loop(1, 2, 4),)
    assert "begin again with step 2. @loop: 2 max=4" in draft(pattern).text


def test_what_is_done_everywhere_is_a_procedure_only_while_sessions_are_few() -> None:
    habit = ("shell git add", "shell git commit", "shell git push")
    few = [session(f"s{n}", [FREE[n % 7], *habit, FREE[(n + 3) % 7]]) for n in range(19)]
    assert [one.tools for one in patterns(few)] == [habit]
    many = [session(f"s{n}", [FREE[n % 7], *habit, FREE[(n + 3) % 7]]) for n in range(20)]
    assert patterns(many) == []


def test_three_sessions_among_many_are_enough_and_quiet_ones_give_nothing() -> None:
    assert patterns(quiet(60)) == []
    rare = [session(f"r{n}", ["edit", *DEPLOY, "write"]) for n in range(3)]
    assert (
        tuple(tool for tool in only(patterns(quiet(60) + rare)).tools if tool in DEPLOY) == DEPLOY
    )


def test_a_procedure_done_twice_in_a_session_has_two_places_there() -> None:
    pattern = only(patterns(sessions(DEPLOY, DEPLOY, (*DEPLOY, "edit", "write", *DEPLOY))))
    assert pattern.sessions == 3
    assert [one.first_row for one in pattern.occurrences if one.session == "s3"] == [1, 7]


def test_what_was_refused_was_not_done_and_keys_are_no_names() -> None:
    build, push, _apply, post = DEPLOY
    refused = [
        session(f"s{n}", [build, push, call("shell rm", 3, Result.REFUSED), post]) for n in range(3)
    ]
    assert only(patterns(refused)).tools == (build, push, post)
    secret = "shell sk-abcdef0123456789abcdef"
    keys = sessions(*[(build, secret, push, post)] * 3)
    assert only(patterns(keys)).tools == (build, push, post)


def test_a_script_is_a_step_by_its_name_and_a_value_where_it_is_another_one_each_time() -> None:
    assert drafted_steps(
        "python3 tools/fetch.py --month {n}",
        "node report.mjs",
        "Rscript /tmp/plot{n}.R",
        "make all",
    ) == [
        "Run `python fetch.py --month $month`.",
        "Run `node report.mjs`.",
        "Run `Rscript` with $path.",
        "Run `make all`.",
    ]


def test_what_varied_is_an_input_and_the_same_value_is_one() -> None:
    made = [
        session(
            f"s{n}",
            [
                call("shell docker build", 1, operand=n, tag=7),
                call("shell docker push", 2, operand=n),
                call("mcp chat post", 3, channel=n + 50, text=n + 90, thread=5),
            ],
        )
        for n in range(4)
    ]
    drafted = draft(only(patterns(made)))
    assert [(one.name, one.places) for one in drafted.inputs] == [
        ("operand", ((0, "operand"), (1, "operand"))),
        ("channel", ((2, "channel"),)),
        ("text", ((2, "text"),)),
    ]
    skill = parse(drafted.text)
    assert [step.text.strip() for step in skill.steps] == [
        "Run `docker build` with $operand.",
        "Run `docker push` with $operand.",
        "Call `post` of the server `chat` with $channel and $text.",
    ]
    assert skill.title == "docker build to chat post"
    assert drafted.name == "docker-build-to-chat-post"
    serious = [f for f in findings(skill, KnownSkills()) if f.severity is not Severity.SUGGESTION]
    assert serious == []


@pytest.mark.parametrize(
    ("tool", "step", "words"),
    [
        ("mcp chat post", "Call `post` of the server `chat`.", "chat post"),
        ("mcp unnamed announce", "Call `announce`.", "announce"),
        ("mcp chat unnamed", "Call a tool of the server `chat`.", "a tool of chat"),
        ("mcp unnamed unnamed", "Call a tool.", "a tool"),
        ("deploy_preview", "Use `deploy_preview`.", "deploy preview"),
        ("unnamed", "Use a tool.", "a tool"),
    ],
)
def test_what_has_no_usable_name_is_not_told_by_one(tool: str, step: str, words: str) -> None:
    assert (said_of(tool), in_words(tool)) == (step, words)


def words(tool: str, row: int, *values: int) -> Call:
    """A command with these words."""
    named = {str(n): value for n, value in enumerate(values, 1)}
    return replace(call(tool, row), shape=dict.fromkeys(named, "word"), values=named)


def test_inputs_are_called_by_what_they_are_of_a_command() -> None:
    made = [
        session(
            f"s{n}",
            [
                words("shell git checkout", 1, n),
                words("shell terraform plan", 2, n + 10),
                words("shell dvc push", 3, n + 20),
                words("shell git push", 4, 7, n),
                call("mcp chat post_message", 5, channel=n),
            ],
        )
        for n in range(3)
    ]
    drafted = draft(only(patterns(made)))
    steps = [step.text.strip() for step in parse(drafted.text).steps]
    assert steps == [
        "Run `git checkout` with $branch.",
        "Run `terraform plan` with $plan_name.",
        "Run `dvc push` with $push_name.",
        "Run `git push` with $branch.",
        "Call `post_message` of the server `chat` with `channel` $branch.",
    ]
    assert "git checkout and chat post message" in drafted.description


def test_the_words_of_a_command_come_in_their_order() -> None:
    """The tenth after the ninth, not after the first."""
    pushes = [words("shell dvc push", 2, *range(4), *range(9 * n, 9 * n + 9)) for n in (1, 2, 3)]
    made = [session(f"s{n}", ["shell make", push, "fetch"]) for n, push in enumerate(pushes)]
    (one, *_more) = patterns(made)
    assert [int(one.places[0][1]) for one in inputs(one.steps)] == list(range(5, 13))


def test_options_that_are_always_there_say_what_is_done() -> None:
    """With what follows them as an input, never as it was."""
    assert drafted_steps(
        "git checkout -b feature-{n}",
        "kubectl scale --replicas={n} deployment/web-{n}",
        "docker service scale --detach --limit 1{n} web",
        "curl -X POST https://a.example/{n}",
        "helm upgrade --install web-{n}b --timeout=90s",
    ) == [
        "Run `git checkout -b $branch`.",
        "Run `kubectl scale --replicas=$replicas` with $resource.",
        "Run `docker service scale --detach --limit $limit`.",
        "Run `curl -X …` with $url.",
        "Run `helm upgrade --install $release --timeout=…`.",
    ]


def test_the_value_of_a_long_option_that_never_varied_is_left_open() -> None:
    assert drafted_steps(
        "cargo run --bin migrate",
        "helm upgrade --install --set a=b web-{n}b",
        "npm publish --access public",
        "pytest --cov src -x tests/test_{n}.py",
        "terraform plan -destroy -out plan.bin",
        "gh pr merge --squash main-{n}x",
    ) == [
        "Run `cargo run --bin …`.",
        "Run `helm upgrade --install --set …` with $release.",
        "Run `npm publish --access …`.",
        "Run `pytest --cov … -x $path`.",
        "Run `terraform plan -destroy -out …`.",
        "Run `gh pr merge --squash $number`.",
    ]


def test_options_that_say_nothing_of_it_are_left_off() -> None:
    """Where it is done, what is cut off, and more of them than anybody reads."""
    assert drafted_steps(
        "kubectl -n prod delete --namespace old -w job-{n}",
        "docker run --rm --init --tty --detach --quiet app-{n}c",
        "frobtex -pdf paper-{n}.tex",
        "git -C /srv/app-{n} push --force origin feature-{n}",
    ) == [
        "Run `kubectl delete -w $name`.",
        "Run `docker run --rm --init --tty --detach` with $image.",
        "Run `frobtex` with $path.",
        "Run `git push --force` with $branch.",
    ]


def test_a_number_behind_an_option_is_what_the_option_says() -> None:
    """And a rehearsal has no say in what its inputs are called."""
    made = [
        lines(
            f"s{n}", f"kubectl logs --tail 1{n} web-{n}a", f"dvc push --dry-run b{n}x",
            f"terraform plan c{n}x", "gh pr create",
        )
        for n in range(3)
    ]  # fmt: skip
    drafted = draft(only(patterns(made)))
    assert [(one.name, one.type) for one in drafted.inputs] == [
        ("tail", "number"), ("logs_name", "string"), ("push_name", "string"),
        ("plan_name", "string"),
    ]  # fmt: skip


def test_an_option_that_is_there_now_and_then_is_not_told() -> None:
    made = [
        lines(f"s{n}", "make a", f"git tag {'-f ' * (n < 2)}v{n}", f"gh release create v{n}")
        for n in range(3)
    ]
    steps = parse(draft(only(patterns(made))).text).steps
    assert "`git tag`" in steps[1].text


def test_a_rehearsal_is_a_step_of_its_own() -> None:
    """Before it is done, where a second try of the same would be one step."""
    assert drafted_steps(
        "helm lint web-{n}",
        "kubectl apply --dry-run=client -f web-{n}.yaml",
        "kubectl apply -f web-{n}.yaml",
        "kubectl apply -f web-{n}.yaml",
        "gh release create v{n}",
    ) == [
        "Run `helm lint` with $chart.",
        "Run `kubectl apply --dry-run -f $file`.",
        "Run `kubectl apply -f $file`.",
        "Run `gh release create` with $name.",
    ]


def test_what_only_looks_does_so_with_every_option() -> None:
    assert is_looking("shell git diff --check") and not is_looking("shell git push --dry-run")


def test_a_step_that_is_often_left_out_is_done_if_it_is_needed() -> None:
    build, push, _apply, post = DEPLOY
    several = (DEPLOY, (build, push, post), DEPLOY)
    steps = parse(draft(only(patterns(sessions(*several)))).text).steps
    assert steps[2].text.startswith("If it is needed, run `")
    assert not steps[1].text.startswith("If")


@pytest.mark.parametrize("client", ["claude", "codex", "gemini"])
def test_made_up_sessions_are_read_back_and_their_procedures_found(
    client: str, tmp_path: Path
) -> None:
    noise = HARD if client == "gemini" else ORDINARY
    made = corpus(procedures.TUNING.values(), noise, 11, client)
    assert made == corpus(procedures.TUNING.values(), noise, 11, client)
    read = read_back(made.sessions, tmp_path, "me")
    found = patterns(read)
    judgement = judged(found, made, read)
    assert len(judgement.missed) <= (3 if noise is HARD else 0), judgement.missed
    assert len(judgement.false) <= (1 if noise is HARD else 0)
    assert any(times == 3 for times in _times(made).values())
    assert leaks(found, made) == 0 and len(made.planted) > 100


def _times(made: Corpus) -> dict[str, int]:
    return {name: sum(name in one.holds for one in made.sessions) for name in made.procedures}


@pytest.mark.parametrize("asked", [0, 1, 2, 5, 10])
def test_the_search_can_be_stopped(asked: int) -> None:
    """Also before it has found where to begin: in many sessions that takes seconds."""

    class Stopped(Silent):
        left = asked

        @property
        def cancelled(self) -> bool:  # type: ignore[override]
            self.left -= 1
            return self.left < 0

    stopped = Stopped()
    with pytest.raises(Cancelled):
        patterns(sessions(DEPLOY, DEPLOY, DEPLOY), progress=stopped)
    assert stopped.left == -1


def test_each_session_is_a_place_to_stop_at() -> None:
    asked = 0

    class Counting(Silent):
        @property
        def cancelled(self) -> bool:  # type: ignore[override]
            nonlocal asked
            asked += 1
            return False

    Field(streams(quiet(30)), Counting())
    assert asked == 30


tools = st.lists(st.sampled_from("abcde"), max_size=9)


@given(tools, tools)
def test_the_overlap_is_the_longest_common_subsequence_over_the_longer(
    one: list[str], other: list[str]
) -> None:
    def longest(a: list[str], b: list[str]) -> int:
        if not a or not b:
            return 0
        if a[0] == b[0]:
            return 1 + longest(a[1:], b[1:])
        return max(longest(a[1:], b), longest(a, b[1:]))

    places = common_places(one, other)
    assert len(places) == longest(one, other)
    assert all(one[i] == other[j] for i, j in places)
    assert places == sorted(places)
    if one and other:
        assert overlap(one, other) == len(places) / max(len(one), len(other))
    else:
        assert overlap(one, other) == 0


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.lists(st.sampled_from(["read", "edit", "write", "a", "b", "c", "b!"]), max_size=14),
        max_size=24,
    )
)
def test_whatever_was_done_places_are_in_the_sessions(several: list[list[str]]) -> None:
    made = sessions(*several)
    by_key = {one.key: one for one in made}
    for pattern in patterns(made):
        assert len(pattern.steps) >= 3 and pattern.sessions >= 3
        assert parse(draft(pattern).text).steps
        for number, place in enumerate(pattern.occurrences):
            calls = [step.calls[number] for step in pattern.steps]
            rows = [one.row for one in calls if one is not None]
            assert place.first_row <= min(rows) and max(rows) <= place.last_row
            assert place.last_row <= len(by_key[place.session].events)
            for step, one in zip(pattern.steps, calls, strict=True):
                assert one is None or one.tool == step.tool


def test_of_late_is_what_the_last_three_sessions_have() -> None:
    """A step that some of them leave out belongs to it, and a loop keeps its steps."""
    old, new = call("shell a"), call("shell b")
    rows = [(old, None, new)] * 2 + [(None, new, None), (None, new, None), (None, None, new)]
    steps = tuple(
        Step(f"shell {name}", tuple(row[at] for row in rows)) for at, name in enumerate("abc")
    )
    places = tuple(
        Occurrence(f"s{day}", 1, 2, START + timedelta(days=day), None) for day in (1, 2, 5, 4, 3)
    )
    loops = (Loop(0, 1, 3), Loop(1, 2, 4))
    one = lately(Pattern("claude", steps, loops, places, 5.0, 0.5))
    assert (one.tools, one.loops) == (("shell b", "shell c"), (Loop(0, 1, 4),))
    assert one.occurrences == places
    assert lately(one) == one
