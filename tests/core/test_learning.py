"""From sessions to a candidate, a skill, and what the skill becomes (seed 002, validation)."""

from datetime import timedelta
from pathlib import Path

import pytest

from app.core.agents import consent
from app.core.agents.caller import Caller
from app.core.agents.consent import Group, Rule
from app.core.api import features, folders, learning
from app.core.api.json_values import Json
from app.core.learning import finding, recording, scanning, sessions, watching
from app.core.learning.candidates import Call, CandidateStatus
from app.core.learning.recording import Found
from app.core.library import catalogue, library
from app.core.library.record import Status
from app.core.lifecycle.config import Procedural
from app.core.mirror.folders import Mode
from app.core.progress import SILENT
from app.core.serve.local_desk import LocalDesk
from app.core.skills.reading.grammar import parse
from app.core.store.errors import DiskFull
from app.core.upkeep import upkeep
from app.core.upkeep.tasks import TASKS
from app.core.vault import Vault
from tests.conftest import Clock
from tests.core.test_learning_scan import AT, rows
from tests.core.test_upkeep import context

RELEASE = (
    "make test", "git tag {v}", "git push origin {v}", "gh release create {v}",
    "curl -X POST https://chat.example/{v}",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _soon_after(clock: Clock) -> None:
    clock.time = AT + timedelta(days=1)


def play(folder: Path, name: str, commands: tuple[str, ...]) -> None:
    said = [("said", f"Release {name}")]
    said += [("did", command.format(v=f"v{name}")) for command in commands]
    (folder / f"{name}.jsonl").write_text("".join(rows(*said, session=name)))


def test_three_sessions_make_one_candidate_and_its_drift_changes_the_skill(
    vault: Vault, tmp_path: Path
) -> None:
    for name in ("1.1", "1.2"):
        play(tmp_path, name, RELEASE)
    assert learning.scan(vault, Procedural(), [tmp_path])["candidates"] == 0
    play(tmp_path, "1.3", RELEASE)
    assert learning.scan(vault, Procedural(), [tmp_path])["candidates"] == 1
    (one,) = learning.candidates(vault)
    assert (one["agent"], one["sessions"], one["occurrences"]) == ("claude", 3, 3)
    assert [call["tool"] for call in one["calls"]] == [
        "shell make test", "shell git tag", "shell git push", "shell gh release create",
        "shell curl",
    ]  # fmt: skip
    shown = learning.candidate(vault, one["id"])
    assert "1.1" not in shown["text"] and "example" not in shown["text"]
    skill = parse(shown["text"])
    assert len(skill.steps) == 5
    assert [parameter.name for parameter in skill.requires][:1] == ["tag"]
    assert {place["session"] for place in shown["places"]} == {"1.1", "1.2", "1.3"}

    promoted = learning.promote(vault, one["id"])
    assert learning.scan(vault, Procedural(), [tmp_path])["candidates"] == 0
    changed = (*RELEASE[:4], "kubectl rollout status {v}", RELEASE[4])
    for name in ("2.1", "2.2", "2.3", "2.4"):
        play(tmp_path, name, changed)
    learning.scan(vault, Procedural(), [tmp_path])
    (drift,) = learning.candidates(vault, status=CandidateStatus.CANDIDATE)
    assert drift["evolves"] == promoted["title"]
    again = learning.promote(vault, drift["id"])
    assert (again["id"], again["version"]) == (promoted["id"], 2)
    text = library.text(vault, int(promoted["id"].partition(":")[2]))
    assert "kubectl rollout status" in text


def test_agents_never_share_a_candidate(vault: Vault, tmp_path: Path) -> None:
    for number, agent in enumerate(("ada", "ada", "bob", "bob")):
        folder = tmp_path / str(number)
        folder.mkdir()
        play(folder, f"1.{number}", RELEASE)
        learning.scan(vault, Procedural(), [folder], agent=agent)
    assert learning.candidates(vault) == []


def test_sessions_that_are_handed_over_are_learned_from(
    vault: Vault, tmp_path: Path, clock: Clock
) -> None:
    """Also where the clock was set back since the last look."""
    consent.decide(vault, "claude", Group.LEARN, Rule.ALLOW)
    play(tmp_path, "1.0", RELEASE[:1])
    scanning.receive(vault, (tmp_path / "1.0.jsonl").read_bytes(), None, "claude")
    clock.pass_seconds(86_400)
    upkeep.run(context(vault), "test")
    clock.pass_seconds(-86_400)
    desk = LocalDesk(vault, Procedural, lambda: None)
    for name in ("1.1", "1.2", "1.3", "1.3"):
        play(tmp_path, name, RELEASE)
        content = (tmp_path / f"{name}.jsonl").read_text()
        values: dict[str, Json] = {"tool": "report_session", "arguments": {"content": content}}
        desk.ask("call", Caller("claude", "claude-code"), values)
    upkeep.run(context(vault), "test")
    (one,) = learning.candidates(vault)
    assert (one["agent"], one["sessions"]) == ("claude", 3)


def test_a_promoted_candidate_is_a_skill_file_where_the_library_is_mirrored(
    vault: Vault, tmp_path: Path
) -> None:
    """Seed 002's test of promotion: a file in the folder of skills, and a node in the graph."""
    (folder := tmp_path / "skills").mkdir()
    folders.link(vault, folder, Mode.MIRROR)
    (sessions := tmp_path / "sessions").mkdir()
    for name in ("1.1", "1.2", "1.3"):
        play(sessions, name, RELEASE)
    learning.scan(vault, Procedural(), [sessions])
    made = learning.promote(vault, learning.candidates(vault)[0]["id"])
    folders.sync(vault)
    (file,) = folder.glob("*/skill.md")
    assert "shell" not in file.read_text() and "Run `git push`" in file.read_text()
    known = features.of_skills(vault, Procedural())
    assert [(one["id"], one["is_auto_created"]) for one in known] == [(made["id"], True)]


def test_what_is_promoted_by_itself_is_held_back(vault: Vault, tmp_path: Path) -> None:
    for name in ("1.1", "1.2", "1.3"):
        play(tmp_path, name, RELEASE)
    learning.scan(vault, Procedural(auto_promote=True), [tmp_path])
    (row,) = catalogue.rows(vault)
    assert row.status is Status.QUARANTINED
    (one,) = learning.candidates(vault)
    assert (one["status"], one["skill"]) == (CandidateStatus.PROMOTED, row.title)


def test_one_that_cannot_be_promoted_by_itself_holds_up_no_other(
    vault: Vault, tmp_path: Path
) -> None:
    """Its skill has changed, or is gone, since it was found."""
    bread = library.save(vault, None, "# Bread\n\n1. Bake it.\n")
    calls = (Call("read"), Call("edit"), Call("shell make"))
    stale = Found("codex", calls, "bread", "Bakes.", "# Bread\n\n1. Buy it.\n", 0.9, ())
    with vault.write(None) as write:
        number = recording.put(write, stale, bread.skill, bread.version)
    library.save(vault, bread.skill, "# Bread\n\n1. Bake it well.\n", sitting=False)
    for name in ("1.1", "1.2", "1.3"):
        play(tmp_path, name, RELEASE)
    assert finding.open_ones(vault, Procedural(auto_promote=True)) == (number,)
    library.delete(vault, bread.skill)
    assert finding.open_ones(vault, Procedural(auto_promote=True)) == (number,)
    learning.scan(vault, Procedural(auto_promote=True), [tmp_path])
    assert [row.status for row in catalogue.rows(vault)] == [Status.QUARANTINED]


def test_what_two_agents_hand_over_is_of_both(vault: Vault, tmp_path: Path) -> None:
    play(tmp_path, "1.1", RELEASE)
    data = (tmp_path / "1.1.jsonl").read_bytes()
    assert [scanning.receive(vault, data, None, who).read for who in ("ada", "bob", "ada")] == [
        1, 1, 0,
    ]  # fmt: skip
    assert sorted(sessions.agents(vault)) == ["ada", "bob"]


def test_a_full_disk_stops_a_scan_which_goes_on_there(vault: Vault, tmp_path: Path) -> None:
    for name in ("1.1", "1.2", "1.3"):
        play(tmp_path, name, RELEASE)
    play(tmp_path, "2.1", tuple(f"make {'x' * n} {n}" for n in range(1, 400)))
    sessions.key(vault)
    pages = vault.row("pragma page_count")
    assert pages
    vault.rows(f"pragma max_page_count = {pages[0]}")
    with pytest.raises(DiskFull) as caught:
        learning.scan(vault, Procedural(), [tmp_path])
    assert "scan again" in caught.value.hint and "text" not in caught.value.hint
    vault.rows("pragma max_page_count = 1073741823")
    assert learning.scan(vault, Procedural(), [tmp_path])["candidates"] == 1


def test_a_full_disk_stops_the_look_at_watched_folders_which_is_said(
    vault: Vault, tmp_path: Path
) -> None:
    sessions.key(vault)
    play(tmp_path, "1.1", tuple(f"make {'x' * n} {n}" for n in range(1, 400)))
    watching.watch(vault, tmp_path)
    pages = vault.row("pragma page_count")
    assert pages
    vault.rows(f"pragma max_page_count = {pages[0]}")
    reading = next(task for task in TASKS if task.name == "sessions")
    with pytest.raises(DiskFull) as caught:
        reading.run(context(vault), SILENT)
    vault.rows("pragma max_page_count = 1073741823")
    assert "scan" in str(caught.value) and "by itself" in caught.value.hint
