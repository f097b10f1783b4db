"""What is a skill already is no new candidate, whoever it was learned from or whoever wrote it."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.core.agents import clients
from app.core.api import learning
from app.core.changes import Part
from app.core.learning import candidates, promoting, recording, sessions
from app.core.learning.candidates import Call, CandidateStatus
from app.core.learning.known_skills import KnownSkills
from app.core.learning.recording import Found
from app.core.learning.withdrawing import withdraw_known
from app.core.learning.written import calls, telling_words, with_call, written
from app.core.library import form_drafts, library, undoing
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import EVERYONE
from app.core.patterns.drift import Change, Kind
from app.core.patterns.pattern import Occurrence
from app.core.vault import Vault
from tests.conftest import Clock
from tests.core.test_learning import RELEASE, play
from tests.core.test_learning_scan import AT

ASKED = Procedural()
MORE = (*RELEASE[:4], "kubectl rollout status {v}", RELEASE[4])
"""As it is done by others."""
WRITTEN = """# Release

Trigger: a version is ready

1. Check it with `make test`, all of it.
2. Tag it: `git tag v$version`.
3. Have everybody see it.
4. Run `git push origin v$version`.
5. Then `gh release create v$version` for those who download it.
6. Tell the others with `curl -X POST $url`.
"""


@pytest.fixture(autouse=True)
def _soon_after(clock: Clock) -> None:
    clock.time = AT + timedelta(days=1)


def scan(
    vault: Vault,
    folder: Path,
    agent: str,
    commands: tuple[str, ...],
    settings: Procedural = ASKED,
) -> None:
    """Three sessions of an agent."""
    (own := folder / f"{agent}{len(list(folder.iterdir()))}").mkdir()
    for number in range(3):
        play(own, f"{own.name}.{number}", commands)
    learning.scan(vault, settings, [own], agent=agent)


def open_ones(vault: Vault, agent: str | None = None) -> list[learning.CandidateDocument]:
    return learning.candidates(vault, status=CandidateStatus.CANDIDATE, agent=agent)


@pytest.fixture
def learned(vault: Vault, tmp_path: Path) -> learning.PromotedDocument:
    """From ada."""
    scan(vault, tmp_path, "ada", RELEASE)
    return learning.promote(vault, open_ones(vault)[0]["id"])


def test_what_another_agent_does_as_well_is_the_skill_it_is(
    vault: Vault, tmp_path: Path, learned: learning.PromotedDocument
) -> None:
    scan(vault, tmp_path, "bob", RELEASE)
    assert open_ones(vault) == []


def test_what_another_agent_does_otherwise_is_a_change_of_the_skill(
    vault: Vault, tmp_path: Path, learned: learning.PromotedDocument
) -> None:
    """And of no other once that was accepted, for whom it was learned from first."""
    scan(vault, tmp_path, "bob", MORE)
    (one,) = open_ones(vault)
    assert (one["agent"], one.get("evolves")) == ("bob", learned["title"])
    assert learning.promote(vault, one["id"])["id"] == learned["id"]
    scan(vault, tmp_path, "ada", MORE)
    clients.enrol(vault, "bob", "bob")
    clients.isolate(vault, "bob", isolated=True)  # who had a part, but is not whom it is of
    scan(vault, tmp_path, "cleo", MORE)
    assert open_ones(vault) == []


@pytest.mark.parametrize("alone", ["ada", "bob"])
def test_an_isolated_agent_is_told_nothing_by_it(
    vault: Vault, tmp_path: Path, learned: learning.PromotedDocument, alone: str
) -> None:
    clients.enrol(vault, alone, alone)
    clients.isolate(vault, alone, isolated=True)
    scan(vault, tmp_path, "bob", RELEASE)
    (one,) = open_ones(vault, "bob")
    assert "evolves" not in one


def rescan(vault: Vault, folder: Path) -> None:
    """Without anything new."""
    (folder / "none").mkdir()
    learning.scan(vault, Procedural(), [folder / "none"])


def test_an_open_one_is_withdrawn_once_it_is_a_skill(vault: Vault, tmp_path: Path) -> None:
    """Of whichever agent it was learned; but not where one of them is isolated."""
    for agent in ("ada", "bob", "eve"):
        scan(vault, tmp_path, agent, RELEASE)
    clients.enrol(vault, "eve", "eve")
    clients.isolate(vault, "eve", isolated=True)
    learning.promote(vault, open_ones(vault, "ada")[0]["id"])
    rescan(vault, tmp_path)
    assert [one["agent"] for one in open_ones(vault)] == ["eve"]


def test_an_open_one_that_may_as_well_be_chance_is_withdrawn_unless_edited(
    vault: Vault, tmp_path: Path
) -> None:
    for agent in ("ada", "bob", "eve"):
        scan(vault, tmp_path, agent, RELEASE)
    (edited,) = open_ones(vault, "bob")
    candidates.edit(vault, edited["id"], WRITTEN)
    with vault.write(None) as write:  # as less careful rules had found them
        write.db.execute("update skill_candidate set confidence = 0.04 where agent <> 'eve'")
        write.touch(Part.LEARNING)
    rescan(vault, tmp_path)
    assert {one["agent"] for one in open_ones(vault)} == {"bob", "eve"}


def test_an_open_one_becomes_a_change_of_the_skill_that_is_there_now(
    vault: Vault, tmp_path: Path
) -> None:
    scan(vault, tmp_path, "ada", RELEASE)
    scan(vault, tmp_path, "bob", MORE)
    made = learning.promote(vault, open_ones(vault, "ada")[0]["id"])
    rescan(vault, tmp_path)
    (one,) = open_ones(vault)
    assert (one["agent"], one.get("evolves")) == ("bob", made["title"])


@pytest.mark.parametrize("again", [True, False])
def test_a_change_of_a_skill_that_is_gone_is_a_procedure_of_its_own(
    vault: Vault, tmp_path: Path, again: bool
) -> None:
    """At once, and found anew by the next scan."""
    scan(vault, tmp_path, "ada", RELEASE)
    scan(vault, tmp_path, "bob", MORE)
    made = learning.promote(vault, open_ones(vault, "ada")[0]["id"])
    rescan(vault, tmp_path)
    undoing.undo(vault)
    if again:
        learning.scan(vault, Procedural(), [tmp_path / "none"])
    (one,) = open_ones(vault, "bob")
    assert "evolves" not in one
    before = learning.promote(vault, one["id"])
    assert before["id"] != made["id"] and before["version"] == 1
    assert candidates.decided(vault) == (1, 0, 0)
    undoing.undo(vault)
    assert [one["id"]] == [found["id"] for found in open_ones(vault, "bob")]


def test_an_open_one_that_a_person_wrote_meanwhile_is_withdrawn(
    vault: Vault, tmp_path: Path
) -> None:
    """Unless they work on it, or took back what they decided about it."""
    for agent in ("ada", "bob", "cleo", "dan"):
        scan(vault, tmp_path, agent, RELEASE)
    back = open_ones(vault, "dan")[0]["id"]
    learning.dismiss(vault, back)
    undoing.undo(vault)
    edited, begun = open_ones(vault, "ada")[0]["id"], open_ones(vault, "bob")[0]["id"]
    candidates.edit(vault, edited, "# Mine\n\n1. Wait.\n")
    form_drafts.keep(vault, candidates.form(begun), AT, {"text": "# Mine\n"})
    library.save(vault, None, WRITTEN)
    rescan(vault, tmp_path)
    assert {one["id"] for one in open_ones(vault)} == {edited, begun, back}


def test_the_same_change_by_two_agents_is_decided_once(
    vault: Vault, tmp_path: Path, learned: learning.PromotedDocument
) -> None:
    for agent in ("bob", "cleo"):
        scan(vault, tmp_path, agent, MORE)
    ours, theirs = open_ones(vault)
    assert ours.get("evolves") == theirs.get("evolves") == learned["title"]
    learning.promote(vault, ours["id"])
    rescan(vault, tmp_path)
    assert open_ones(vault) == []


def test_what_a_person_wrote_is_no_new_candidate(vault: Vault, tmp_path: Path) -> None:
    library.save(vault, None, WRITTEN)
    scan(vault, tmp_path, "ada", RELEASE)
    assert learning.candidates(vault) == []


def test_what_a_person_wrote_gets_what_is_done_by_now(vault: Vault, tmp_path: Path) -> None:
    """In the words that stand there, and never by itself."""
    saved = library.save(vault, None, WRITTEN)
    otherwise = (*RELEASE[:2], "jj push {v}", *RELEASE[3:])
    scan(vault, tmp_path, "ada", otherwise, Procedural(auto_promote=True))
    (one,) = open_ones(vault)
    assert one.get("evolves") == "Release"
    learning.promote(vault, one["id"])
    text = library.text(vault, saved.skill)
    assert "1. Check it with `make test`, all of it.\n" in text
    assert "\n3. Have everybody see it.\n4. Run `jj push v$version`.\n" in text
    assert "\n5. Then `gh release create v$version` for" in text
    assert promoting.sequences(vault, EVERYONE) == {}
    scan(vault, tmp_path, "bob", otherwise)
    assert open_ones(vault) == []


def test_where_a_text_cannot_be_told_step_by_step_what_it_is_like_is_said(
    vault: Vault, tmp_path: Path
) -> None:
    at_once = WRITTEN.replace(".\n3. Have everybody see it.\n4. Run", " and")
    library.save(vault, None, at_once)
    scan(vault, tmp_path, "ada", MORE)
    (one,) = open_ones(vault)
    assert "evolves" not in one
    assert one["description"].endswith(" Like “Release”.")


@pytest.mark.parametrize("prose", [True, False])
def test_a_learned_skill_that_was_written_anew_keeps_its_words(
    vault: Vault, tmp_path: Path, learned: learning.PromotedDocument, prose: bool
) -> None:
    """Where it names its calls no more, there is a new candidate."""
    skill = int(learned["id"].partition(":")[2])
    anew = "# Release\n\n1. Ask Ada.\n2. Do as she says.\n"
    anew = anew if prose else WRITTEN.partition("6.")[0]
    library.save(vault, skill, anew, sitting=False)
    scan(vault, tmp_path, "bob", MORE)
    (one,) = open_ones(vault, "bob")
    if prose:
        assert "evolves" not in one and one["description"].endswith(" Like “Release”.")
    else:
        assert one.get("evolves") == "Release"
        text = learning.candidate(vault, one["id"])["text"]
        assert "3. Have everybody see it." in text and "`make test`, all of it." in text
        assert "6. Run `kubectl rollout status`" in text


def test_what_a_person_wrote_as_one_block_is_no_new_candidate(vault: Vault, tmp_path: Path) -> None:
    """Unless most of the text is about something else."""
    block = "\n".join(f"   {line.format(v='$v')}" for line in RELEASE)
    text = f"# Release\n\n1. Do this:\n   ```sh\n{block}\n   ```\n2. Have a rest.\n"
    scan(vault, tmp_path, "ada", RELEASE)
    saved = library.save(vault, None, text)
    rescan(vault, tmp_path)
    assert learning.candidates(vault) == []
    library.save(vault, saved.skill, text + "3. Sleep.\n", sitting=False)
    scan(vault, tmp_path, "bob", RELEASE)
    (one,) = open_ones(vault)
    assert one["description"].endswith(" Like “Release”.")
    withdraw_known(vault, lambda _agent: EVERYONE)
    assert open_ones(vault) == [one]


def test_of_several_skills_the_surest_is_the_one_it_is(vault: Vault, tmp_path: Path) -> None:
    """That it would change rather than one that it is only like."""
    block = "; ".join(line.format(v="$v") for line in (*RELEASE[:4], "kubectl rollout status $v"))
    library.save(vault, None, f"# Wordy\n\n1. Run `{block}`.\n2. Rest.\n3. Sleep.\n")
    library.save(vault, None, WRITTEN)
    scan(vault, tmp_path, "ada", (*RELEASE[:4], "kubectl rollout status {v}"))
    assert [one.get("evolves") for one in open_ones(vault)] == ["Release"]


def test_a_text_that_only_mentions_some_of_it_is_another_skill(
    vault: Vault, tmp_path: Path
) -> None:
    library.save(vault, None, "# Tag\n\n1. Run `git tag v1`.\n2. Run `git push`.\n3. Rest.\n")
    scan(vault, tmp_path, "ada", RELEASE)
    (one,) = open_ones(vault)
    assert "evolves" not in one and "Like" not in one["description"]


def test_calls_are_read_from_code_alone() -> None:
    block = "Do:\n```sh\nmake lint\ngit -C x push origin $b\nruff\n```\nthen `main` and git tag."
    assert calls(block) == ["shell make lint", "shell git push", "shell ruff"]
    assert calls("Run `pytest`, not `README.md`.", ["shell pytest"]) == ["shell pytest"]
    assert calls("Call `get_issue` of the server `jira`.", ["mcp jira get_issue"]) == [
        "mcp jira get_issue"
    ]
    assert calls("Use `deploy_preview`.", ["deploy_preview"]) == ["deploy_preview"]


def test_what_is_shown_into_a_file_is_what_it_is_in_a_session() -> None:
    assert calls("Note it: `echo v$v >> CHANGES`.") == ["edit"]
    assert calls("Start with `printf x > a`, then `echo y | tee -a a`.") == ["write", "edit"]
    assert calls("~~~\nmake test\ncat > a <<E\nx\nE\n~~~") == ["shell make test", "write"]
    text = "# R\n\n1. Run `make test`.\n2. Add to it: `echo $v >> CHANGES`.\n3. Run `git push`.\n"
    wanted = ("shell make test", "edit", "shell git push")
    one = written(text, wanted)
    assert one is not None and one.tools == wanted


def test_a_step_in_plain_words_stands_for_what_has_no_name() -> None:
    wanted = ["edit", "shell make test", "shell git push"]
    text = "# R\n\n1. Say what is new.\n2. Run `make test`.\n3. Run `git push`.\n4. Rest.\n"
    one = written(text, wanted)
    assert one is not None
    assert (one.tools, one.steps, one.is_plain) == (tuple(wanted), (0, 1, 2, 3), True)
    late = written("# R\n\n1. Run `make test`.\n2. Run `git push`.\n3. Say what is new.\n", wanted)
    assert late is not None and late.tools == tuple(wanted[1:])
    wordy = written(text + "5. Sleep.\n6. Eat.\n7. Go.\n", wanted)
    assert wordy is not None and not wordy.is_plain
    assert written("# R\n\n1. Run `make test`.\n", wanted) is None


def test_a_change_that_makes_it_another_skill_waits_for_a_person(
    vault: Vault, learned: learning.PromotedDocument
) -> None:
    """One that is like no skill waits as well, and keeps its places."""
    skill = int(learned["id"].partition(":")[2])
    (base,) = vault.row("select current from skill where id = ?", skill) or (0,)
    library.save(vault, None, "# R\n\n1. Run `make a`.\n2. Run `make b`.\n3. Run `make c`.\n")
    tools = tuple(map(Call, ("shell make a", "shell make b", "shell make c")))
    found = Found("ada", tools, "r", "R.", "# R\n", 0.5, (Occurrence("s1", 1, 2, None, None),))
    change = recording.keep(vault, found, skill, base)
    new = recording.keep(vault, replace(found, calls=tuple(map(Call, "abc"))))
    known = recording.keep(vault, replace(found, agent="bob"))
    withdraw_known(vault, lambda _agent: EVERYONE)
    assert {one["id"] for one in open_ones(vault)} == {change, new}
    assert candidates.places(vault, known) == () and len(candidates.places(vault, new)) == 1
    assert set(sessions.to_look_at(vault)) == {"bob"}


def test_seven_of_ten_calls_are_the_skill_by_now_and_fewer_are_not(
    vault: Vault, learned: learning.PromotedDocument
) -> None:
    known = KnownSkills(vault, EVERYONE)
    (own,) = known.learned.values()
    assert known.nearest((*own, "shell a", "shell b")) is not None
    assert known.nearest((*own, "shell a", "shell b", "shell c")) is None
    assert known.nearest(own) is not None and known.nearest(()) is None


def test_two_commands_and_an_edit_are_known_in_a_text(vault: Vault) -> None:
    text = "# R\n\n1. Say what is new.\n2. Run `make test`.\n3. Run `git push`.\n"
    saved = library.save(vault, None, text)
    known = KnownSkills(vault, EVERYONE)
    tools = ["edit", "shell make test", "shell git push"]
    known.read_texts(tools)
    near = known.nearest(tools)
    assert near is not None and (near.skill, near.is_same) == (saved.skill, True)


def test_a_text_is_found_by_what_its_calls_are_called() -> None:
    tools = ["shell kubectl apply --dry-run", "mcp jira get_issue", "edit", "shell make test"]
    assert list(map(telling_words, tools)) == ["kubectl apply", "get_issue", "", "make test"]


def test_a_command_is_put_where_the_first_one_stands() -> None:
    change = Change(Kind.REPLACED, 0, "shell jj push", (), ("$b",), ("-q",))
    assert with_call("On `main`, run `git push a`, then rest.", change) == (
        "On `main`, run `jj push -q $b`, then rest."
    )
    assert with_call("Push it.", change) is None
    assert with_call("Run `git push a`.", replace(change, tool="edit")) is None
