"""A learned skill follows what agents do by now, and keeps what a person wrote in it."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.api import learning
from app.core.errors import StaleEdit
from app.core.learning import candidates, evolving, renewing, sessions
from app.core.learning.candidates import CandidateStatus
from app.core.learning.evolving import Version, evolved
from app.core.library import catalogue, library
from app.core.library.record import Status
from app.core.library.skill_actions import refile
from app.core.lifecycle.config import Procedural
from app.core.patterns.difference import difference
from app.core.patterns.drafting import said_of
from app.core.patterns.drift import Change, Kind, changed
from app.core.skills.editing.render import insert_step
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.walk.plan import source_id
from tests.conftest import Clock
from tests.core.pattern_sessions import call, lines
from tests.core.test_learning import RELEASE, play
from tests.core.test_learning_scan import AT, rows

TOOLS = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=7)


@given(TOOLS, TOOLS)
def test_a_difference_makes_one_sequence_into_the_other(one: list[str], other: list[str]) -> None:
    assert changed(one, difference(one, other)) == tuple(other)


def test_changes_are_made_at_their_own_steps() -> None:
    text = "# Cook\n\n1. Boil.\n2. Salt.\n3. Stir.\n4. Serve.\n"
    found = [
        Change(Kind.ADDED, 0, "read", ()),
        Change(Kind.ADDED, 1, "write", ()),
        Change(Kind.LEFT_OUT, 1, "", ()),
        Change(Kind.REPLACED, 3, "shell jj push", ()),
    ]
    steps = [step.text for step in parse(evolving.edited(text, found)).steps]
    assert [said_of("read"), "Boil.", said_of("write"), "Stir.", said_of("shell jj push")] == steps


@pytest.fixture(autouse=True)
def _soon_after(clock: Clock) -> None:
    clock.time = AT + timedelta(days=1)


@pytest.fixture
def skill(vault: Vault, tmp_path: Path) -> int:
    """Learned from three sessions, and edited by a person since."""
    for name in ("1.1", "1.2", "1.3"):
        play(tmp_path, name, RELEASE)
    learning.scan(vault, Procedural(), [tmp_path])
    made = learning.promote(vault, learning.candidates(vault)[0]["id"])
    number = int(made["id"].partition(":")[2])
    text = library.text(vault, number).replace("\n1. ", "\nOn failure: call Ada.\n\n1. ", 1)
    library.save(vault, number, text, sitting=False)
    return number


def proposed(vault: Vault) -> str:
    (one,) = learning.candidates(vault, status=CandidateStatus.CANDIDATE)
    return learning.candidate(vault, one["id"])["text"]


def test_a_repeated_change_leaves_alone_what_a_person_wrote(
    vault: Vault, tmp_path: Path, skill: int
) -> None:
    for name in ("2.1", "2.2", "2.3", "2.4"):
        play(tmp_path, name, (*RELEASE[:4], "kubectl rollout status {v}", RELEASE[4]))
    learning.scan(vault, Procedural(), [tmp_path])
    text = proposed(vault)
    assert "On failure: call Ada." in text
    assert "5. Run `kubectl rollout status`" in text and "6. Run `curl " in text


@pytest.mark.parametrize("added", ["", "6. Tell Ada.\n", "6. Tell `git tag`.\n"])
def test_nothing_that_a_person_wrote_is_changed_unasked(
    vault: Vault, tmp_path: Path, skill: int, added: str
) -> None:
    """Also one that has more steps by now."""
    before = library.text(vault, skill) + added
    library.save(vault, skill, before, sitting=False)
    for name in ("2.1", "2.2", "2.3", "2.4"):
        play(tmp_path, name, (*RELEASE[:4], "kubectl rollout status {v}", RELEASE[4]))
    learning.scan(vault, Procedural(auto_promote=True), [tmp_path])
    assert library.text(vault, skill) == before
    text = proposed(vault)
    assert "5. Run `kubectl rollout status`" in text and "call Ada" in text
    assert added.removeprefix("6") in text


def test_steps_are_told_by_what_they_call_where_a_person_added_some() -> None:
    tools = ["shell make", "shell git tag", "shell git tag"]
    text = "# R\n\n1. Run `make` well.\n2. Ask Ada.\n3. Run `git tag`.\n4. Run `git tag` anew.\n"
    assert evolving.steps_of(text, tools) == (0, 2, 3, 4)
    assert evolving.steps_of(text, tools[:2]) == (0, 2, 3)
    assert evolving.steps_of(text, ["edit", "shell make"]) == ()
    edit = "# R\n\n1. Edit the file $file.\n2. Ask Ada.\n3. Run `make`.\n"
    assert evolving.steps_of(edit, ["edit", "shell make"]) == (0, 2, 3)
    assert evolving.steps_of(text, ["shell git tag", "shell make"]) == ()
    assert evolving.steps_of(text, list("abcd")) == (0, 1, 2, 3, 4)  # one for each: in order
    assert evolving.steps_of(text, ["a", "shell make", "b", "c"]) == ()  # which is not its place


@pytest.mark.parametrize("by_number", [False, True])
@pytest.mark.parametrize("step", [3, 4])
def test_what_is_done_otherwise_after_reading_it_is_proposed_at_that_step(
    vault: Vault, tmp_path: Path, skill: int, by_number: bool, step: int
) -> None:
    """The fourth where a person put another before it."""
    if step == 4:
        before = library.text(vault, skill)
        text = insert_step(before, 1, "Ask Ada.")
        library.save(vault, skill, text, sitting=False)
    title = library.text(vault, skill).partition("\n")[0].removeprefix("# ")
    name = source_id(skill) if by_number else title.lower().replace(" ", "-")
    read = ("did", f"cat .claude/skills/{name}/SKILL.md")
    for name in ("3.1", "3.2", "3.3"):
        said = [("said", f"Release {name}"), read]
        commands = (RELEASE[0], RELEASE[1], "jj push {v}", *RELEASE[3:])
        said += [("did", one.format(v=f"v{name}")) for one in commands]
        (tmp_path / f"{name}.jsonl").write_text("".join(rows(*said, session=name)))
    learning.scan(vault, Procedural(), [tmp_path])
    (one,) = learning.candidates(vault, status=CandidateStatus.CANDIDATE)
    assert one["description"] == (
        f"After reading it, agents did otherwise in 3 sessions: step {step} is jj push."
    )
    assert (one["sessions"], one["confidence"]) == (3, 0.6)
    text = proposed(vault)
    assert f"{step}. Run `jj push` with $tag." in text
    assert "git push" not in text.partition("\n1. ")[2]
    assert ("2. Ask Ada." in text) is (step == 4)
    assert "On failure: call Ada." in text


@pytest.mark.parametrize("days", [9, 20])
def test_a_version_is_measured_by_what_was_done_since_it_was_learned(
    vault: Vault, tmp_path: Path, clock: Clock, skill: int, days: int
) -> None:
    """Not by sessions that it was made from; whether they are scanned on their day or later."""

    def done(day: int, last: str) -> None:
        """The last step otherwise in a session that read it."""
        said = [("did", f"cat .claude/skills/{source_id(skill)}/SKILL.md")]
        said += [("did", one.format(v=f"v{day}")) for one in (*RELEASE[:4], last)]
        at = AT + timedelta(days=day)
        written = "".join(rows(*said, session=f"2.{day}"))
        file = tmp_path / f"2.{day}.jsonl"
        file.write_text(written.replace(f"{AT:%Y-%m-%d}", f"{at:%Y-%m-%d}"))
        clock.time = AT + timedelta(days=max(days, day + 1))
        learning.scan(vault, Procedural(), [tmp_path])

    for day in (2, 3, 4):
        done(day, "jj push {v}")
    (one,) = learning.candidates(vault, status=CandidateStatus.CANDIDATE)
    learning.promote(vault, one["id"])
    for day in (9, 10):
        done(day, "kubectl rollout status {v}")
        assert learning.candidates(vault, status=CandidateStatus.CANDIDATE) == []
    done(11, "kubectl rollout status {v}")
    (one,) = learning.candidates(vault, status=CandidateStatus.CANDIDATE)
    assert one["description"] == (
        "After reading it, agents did otherwise in 3 sessions: step 5 is kubectl rollout status."
    )
    places = learning.candidate(vault, one["id"])["places"]
    assert {place["session"] for place in places} == {"2.9", "2.10", "2.11"}


FREE = ("npm test", "mkdir {v}", "cargo build", "vim {v}", "tar {v}", "npm run lint", "rm {v}")


@pytest.mark.parametrize(
    ("does", "said", "step"),
    [
        (("jj push {v}",), "step 3 is jj push", "3. Run `jj push` with $tag."),
        ((), "step 3 is left out", "3. Run `gh release create`"),
        (
            ("git push origin {v}", "cosign sign {v}"),
            "cosign sign comes before step 4",
            "4. Run `cosign sign` with $tag.",
        ),
    ],
)
def test_what_agents_do_otherwise_that_never_read_it_is_proposed_as_well(
    vault: Vault, tmp_path: Path, skill: int, does: tuple[str, ...], said: str, step: str
) -> None:
    """Between other work, and among sessions in which it is not done."""
    for n in range(20):
        play(tmp_path, f"quiet{n}", tuple(FREE[(n * 5 + k * k * (n + 3)) % 7] for k in range(9)))
    for n in range(9):
        free = FREE[n % 7], FREE[(n + 3) % 7]
        play(tmp_path, f"2.{n}", (*free, *RELEASE[:2], *does, free[0], *RELEASE[3:], free[1]))
    learning.scan(vault, Procedural(), [tmp_path])
    (one,) = learning.candidates(vault, status=CandidateStatus.CANDIDATE)
    assert one["description"] == f"Agents do otherwise by now, in 9 sessions: {said}."
    assert "evolves" in one and one["sessions"] == 9
    assert step in proposed(vault)
    learning.promote(vault, one["id"])
    assert learning.scan(vault, Procedural(), [tmp_path])["candidates"] == 0


@pytest.mark.parametrize(
    ("written", "becomes"),
    [
        ("Publish: `git push origin $tag`. Tell Anna.", "Publish: `jj push $tag`. Tell Anna."),
        ("Run `git push` with $tag to GitHub.", "Run `jj push` with $tag to GitHub."),
        ("Run `git push` with $tag. Tell Anna.", "Run `jj push` with $tag. Tell Anna."),
        ("Breathe. Run `git push`.", "Breathe. Run `jj push` with $tag."),
        ("If it is needed, run `git push -q` with `to` $tag and $b.", "Run `jj push` with $tag."),
    ],
)
def test_what_a_person_wrote_in_a_step_stays_when_its_command_is_another(
    vault: Vault, tmp_path: Path, skill: int, written: str, becomes: str
) -> None:
    text = library.text(vault, skill)
    step = parse(text).steps[2].text
    assert step == "Run `git push` with $tag."
    library.save(vault, skill, text.replace(step, written), sitting=False)
    for n in range(4):
        play(tmp_path, f"2.{n}", (*RELEASE[:2], "jj push {v}", *RELEASE[3:]))
    learning.scan(vault, Procedural(), [tmp_path])
    assert parse(proposed(vault)).steps[2].text == becomes


@pytest.mark.parametrize("is_found", [True, False])
def test_a_change_is_made_anew_where_its_skill_was_changed(
    vault: Vault, tmp_path: Path, skill: int, is_found: bool
) -> None:
    """Without a new session; or is proposed no more, where the skill is another by now."""
    for n in range(4):
        play(tmp_path, f"2.{n}", (*RELEASE[:2], "jj push {v}", *RELEASE[3:]))
    learning.scan(vault, Procedural(), [tmp_path])
    (one,) = learning.candidates(vault, status=CandidateStatus.CANDIDATE)
    text = library.text(vault, skill).replace("call Ada", "call Bob")
    text = text if is_found else "# Bread\n\n1. Bake it.\n"
    library.save(vault, skill, text, sitting=False)
    with pytest.raises(StaleEdit):
        learning.promote(vault, one["id"])
    learning.scan(vault, Procedural(), [tmp_path])
    changes = [
        found["id"]
        for found in learning.candidates(vault, status=CandidateStatus.CANDIDATE)
        if "evolves" in found
    ]
    assert changes == ([one["id"]] if is_found else [])
    if is_found:
        learning.promote(vault, one["id"])
        assert "call Bob" in library.text(vault, skill) and "jj push" in library.text(vault, skill)


def test_what_a_person_wrote_in_an_outdated_change_is_looked_at_once(
    vault: Vault, tmp_path: Path, skill: int
) -> None:
    for n in range(4):
        play(tmp_path, f"2.{n}", (*RELEASE[:2], "jj push {v}", *RELEASE[3:]))
    learning.scan(vault, Procedural(), [tmp_path])
    (one,) = learning.candidates(vault, status=CandidateStatus.CANDIDATE)
    candidates.edit(vault, one["id"], "# Mine\n\n1. Wait.\n")
    library.save(vault, skill, "# Bread\n\n1. Bake it.\n", sitting=False)
    learning.scan(vault, Procedural(), [tmp_path])
    assert "Mine" in learning.candidate(vault, one["id"])["text"]
    renewing.look_again(vault)
    assert sessions.to_look_at(vault) == {}


def test_two_neighbouring_steps_that_changed_are_one_proposal(
    vault: Vault, tmp_path: Path, skill: int
) -> None:
    """Also while as many sessions did it the old way: that is past."""
    for n in range(3):
        play(tmp_path, f"2.{n}", (RELEASE[0], "jj tag {v}", "jj push {v}", *RELEASE[3:]))
        file = tmp_path / f"2.{n}.jsonl"
        file.write_text(file.read_text().replace(f"{AT:%Y-%m-%d}", f"{AT:%Y-%m}-03"))
    learning.scan(vault, Procedural(), [tmp_path])
    text = proposed(vault)
    assert "2. Run `jj tag` with $tag." in text and "3. Run `jj push` with $tag." in text
    assert "4. Run `gh release create`" in text and "git" not in text.partition("\n1. ")[2]


def test_what_is_past_is_no_change(vault: Vault, tmp_path: Path, skill: int) -> None:
    """Sessions that were read later, and are older than those it was learned from."""
    for n in range(4):
        play(tmp_path, f"2.{n}", (*RELEASE[:4], "kubectl rollout status {v}", RELEASE[4]))
        file = tmp_path / f"2.{n}.jsonl"
        file.write_text(file.read_text().replace(f"{AT:%Y-%m-%d}", f"{AT:%Y-%m}-01"))
    learning.scan(vault, Procedural(), [tmp_path])
    assert learning.candidates(vault, status=CandidateStatus.CANDIDATE) == []


def test_a_candidate_that_turns_out_to_be_a_change_of_a_skill_is_withdrawn(
    vault: Vault, tmp_path: Path, skill: int
) -> None:
    """Once it is seen that agents read the skill and do so."""
    otherwise = (RELEASE[0], "jj tag {v}", "jj push {v}", *RELEASE[3:])
    for n in range(4):
        play(tmp_path, f"2.{n}", otherwise)
    learning.scan(vault, Procedural(), [tmp_path])
    (one,) = learning.candidates(vault, status=CandidateStatus.CANDIDATE)
    assert "evolves" not in one
    for n in range(3):
        said = [("did", f"cat .claude/skills/{source_id(skill)}/SKILL.md")]
        said += [("did", command.format(v=f"w{n}")) for command in otherwise]
        (tmp_path / f"3.{n}.jsonl").write_text("".join(rows(*said, session=f"3.{n}")))
    learning.scan(vault, Procedural(), [tmp_path])
    (one,) = learning.candidates(vault, status=CandidateStatus.CANDIDATE)
    assert "evolves" in one


def goals(text: str) -> dict[str, str]:
    return {goal.kind.value: goal.value for goal in parse(text).goals}


@pytest.mark.parametrize("said", ["", "Use $url for the last one. "])
def test_inputs_and_occasion_follow_the_steps(
    vault: Vault, tmp_path: Path, skill: int, said: str
) -> None:
    """But for what a person wrote, and inputs that they use."""
    text = library.text(vault, skill)
    assert goals(text)["Requires"] == "$tag:string, $url:string"
    text = text.replace("$url:string", "$url:string, $who:string")
    text = text.replace("On failure: ", f"On failure: {said}")
    library.save(vault, skill, text, sitting=False)
    now = (*RELEASE[:4], "kubectl rollout status x{v}")
    for n in range(4):
        play(tmp_path, f"2.{n}", now)
    learning.scan(vault, Procedural(), [tmp_path])
    text = proposed(vault)
    assert "5. Run `kubectl rollout status` with $resource.\n" in text
    found = goals(text)
    assert found["Trigger"] == (
        "a task calls for make test, git tag, git push, gh release create"
        " and kubectl rollout status"
    )
    url = "$url:string, " if said else ""
    assert found["Requires"] == f"$tag:string, {url}$who:string, $resource:string"
    assert "call Ada" in found["On failure"]


def test_an_occasion_that_a_person_wrote_stays(vault: Vault, tmp_path: Path, skill: int) -> None:
    """And so does an input that they explain."""
    text = library.text(vault, skill)
    text = text.replace("Trigger: a task calls for ", "Trigger: Ada calls for ")
    text = text.replace("$url:string", "$url:string (of the chat)")
    library.save(vault, skill, text, sitting=False)
    for n in range(4):
        play(tmp_path, f"2.{n}", RELEASE[:4])
    learning.scan(vault, Procedural(), [tmp_path])
    found = goals(proposed(vault))
    assert found["Trigger"].startswith("Ada calls for make test") and "curl" in found["Trigger"]
    assert "$url:string (of the chat)" in found["Requires"]


def test_the_last_input_takes_the_line_with_it_and_new_names_are_apart() -> None:
    text = "# R\n\nRequires: $url:string\n\n1. Run `curl` with $url.\n2. Run `git tag` well.\n"
    tools = ("shell curl", "shell git tag")
    version = Version(text, tools, (0, 1, 2), frozenset({"$url:string"}))
    gone = evolved(version, [Change(Kind.LEFT_OUT, 0, "", ("s1",))], {})
    assert gone.text == "# R\n\n\n1. Run `git tag` well.\n"
    kept = evolved(replace(version, learned=frozenset()), gone.changes, {})
    assert "Requires: $url:string\n" in kept.text
    works = {f"s{n}": [call("fetch", n, url=n, other=n + 9)] for n in range(3)}
    more = [Change(Kind.ADDED, 2, "fetch", tuple(works))]
    now = evolved(version, more, {key: [*own, call("shell curl", 9)] for key, own in works.items()})
    assert "Requires: $url:string, $url2:string\n" in now.text
    assert "3. Fetch $url2.\n" in now.text
    taken = evolved(replace(version, text=text.replace("well", "to $url2")), more, works)
    assert "3. Fetch $url3.\n" in taken.text
    same = {f"s{n}": [call("deploy_preview", n, site=n, again=n)] for n in range(3)}
    twice = evolved(version, [Change(Kind.ADDED, 2, "deploy_preview", tuple(same))], same)
    assert "3. Use `deploy_preview` with $again.\n" in twice.text


def test_an_input_goes_on_in_what_is_done_instead_and_another_is_new() -> None:
    text = "# R\n\nRequires: $page:string\n\n1. Run `curl` with $page.\n2. Run `git tag`.\n"
    version = Version(text, ("shell curl", "shell git tag"), (0, 1, 2), frozenset({"$page:string"}))
    works = {f"s{n}": [call("get_page", n, again=n, site=n + 9)] for n in range(3)}
    now = evolved(version, [Change(Kind.REPLACED, 0, "get_page", tuple(works))], works)
    assert "1. Use `get_page` with $page and $site.\n" in now.text
    assert "Requires: $page:string, $site:string\n" in now.text


def test_an_option_stays_with_its_value_in_a_change() -> None:
    """As in a first draft, with an input that goes on and with a new one."""
    text = "# R\n\nRequires: $tag:string\n\n1. Run `git tag` with $tag.\n2. Run `jj push`.\n"
    version = Version(text, ("shell git tag", "shell jj push"), (0, 1, 2))
    works = {}
    for n in range(3):
        own = lines(f"s{n}", f"git tag v{n}x", f"./publish.sh --channel c{n}x --tag v{n}x out/{n}")
        works[own.key] = list(own.calls)
    now = evolved(version, [Change(Kind.ADDED, 1, "shell publish.sh", tuple(works))], works)
    assert "2. Run `publish.sh --channel $channel --tag $tag` with $path.\n" in now.text


SHIP = """# Ship the image

Requires: $v:string

1. `poetry version $v`
2. `docker build -t shop:$v .`
3. `docker push shop:$v`
4. Tag it: `git tag -a v$v -m "Release $v"`.
5. Tell $who with `slackpost`.
"""
SHIP_TOOLS = ("poetry version", "docker build", "docker push", "git tag", "slackpost")


@pytest.mark.parametrize(
    ("kind", "line", "said"),
    [
        (Kind.REPLACED, "skopeo copy shop:4.{n}.1 --all", "3. `skopeo copy --all shop:$v`\n"),
        (Kind.REPLACED, "skopeo copy 4.{n}.1 --all", "3. `skopeo copy --all $v`\n"),
        (Kind.REPLACED, "skopeo copy web:4.{n}.1", "3. `skopeo copy $name`\n"),
        (Kind.REPLACED, "announce 'Release 4.{n}.1'", '3. `announce "Release $v"`\n'),
        (Kind.ADDED, "git cliff --tag v4.{n}.1", "3. Run `git cliff --tag v$v`.\n"),
        (Kind.ADDED, "git cliff --tag=v4.{n}.1", "3. Run `git cliff --tag=v$v`.\n"),
        (Kind.ADDED, "git cliff v4.{n}.1", "3. Run `git cliff` with `v$v`.\n"),
    ],
)
def test_more_around_an_input_goes_on_with_it(kind: Kind, line: str, said: str) -> None:
    """What is written `shop:$v` is no value of `$v`: only the whole word is."""
    tools = tuple(f"shell {name}" for name in SHIP_TOOLS)
    version = Version(SHIP, tools, tuple(range(6)), is_own=True)
    works = {}
    for n in range(4):
        v = f"4.{n}.1"
        own = [f"poetry version {v}", f"docker build -t shop:{v} .", line.format(n=n)]
        one = lines(f"s{n}", *own, f"git tag -a v{v} -m 'Release {v}'", "slackpost")
        works[one.key] = list(one.calls)
    tool = works["s0"][2].tool
    now = evolved(version, [Change(kind, 2, tool, tuple(works))], works)
    assert said in now.text
    more = ", $name:string" if "$name" in said else ""
    assert f"Requires: $v:string{more}\n" in now.text


def test_a_skill_that_nobody_changed_follows_by_itself_where_that_was_chosen(
    vault: Vault, tmp_path: Path
) -> None:
    settings = Procedural(auto_promote=True)
    for name in ("1.1", "1.2", "1.3"):
        play(tmp_path, name, RELEASE)
    learning.scan(vault, settings, [tmp_path])
    (row,) = catalogue.rows(vault)
    refile(vault, "Release", [row.id], lambda meta: replace(meta, status=Status.ACTIVE))
    for name in ("2.1", "2.2", "2.3", "2.4"):
        play(tmp_path, name, (*RELEASE[:4], "kubectl rollout status {v}", RELEASE[4]))
    learning.scan(vault, settings, [tmp_path])
    assert "kubectl rollout status" in library.text(vault, row.id)
