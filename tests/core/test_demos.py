"""The packs that come with Techne: as good as we say skills should be, and loaded once."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.core.library import catalogue, engrams, library, undoing
from app.core.library.known_skills import known_skills
from app.core.library.record import Status
from app.core.packs import demos, export, trust, verify
from app.core.packs.format import locks, read
from app.core.packs.format.contents import Mode
from app.core.packs.format.native import write_native
from app.core.packs.format.problems import BadSignature, NotAPack, Tampered
from app.core.packs.format.signing import Identity
from app.core.packs.whence import whence
from app.core.skills.checking.check import findings
from app.core.skills.model import GoalKind, JumpKind, Skill
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from tests.core.trade import STRANGER, pack

ROOT = Path(__file__).parents[2]


@pytest.fixture
def copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The demo folder, free to be damaged."""
    folder = Path(shutil.copytree(trust.DEMOS, tmp_path / "demos"))
    monkeypatch.setattr(trust, "DEMOS", folder)
    return folder


def parsed(vault: Vault, demo: str) -> dict[str, Skill]:
    names = next(d.skills for d in demos.available() if d.id == demo)
    rows = [catalogue.find(vault, name) for name in names]
    return {row.title: parse(library.text(vault, row.id)) for row in rows}


# What they are


def test_the_three_packs_are_what_their_sources_say() -> None:
    found = {demo.path.stem: demo for demo in demos.available()}
    assert set(found) == {"code-review", "safe-deploy", "job-memory"}
    for name, demo in found.items():
        about = json.loads((trust.DEMOS / name / "pack.json").read_text(encoding="utf-8"))
        sources = sorted((trust.DEMOS / name).glob("*.md"))
        packed = read.unlock(read.inspect(read.read_file(demo.path)))
        assert (packed.id, packed.name, packed.version) == (
            about["id"],
            about["name"],
            about["version"],
        )
        assert [s.text for s in packed.skills] == [p.read_text(encoding="utf-8") for p in sources]
        assert packed.mode is Mode.OPEN


def test_no_demo_has_anything_to_find(vault: Vault) -> None:
    added = demos.load(vault)
    for number in added:
        row = catalogue.row(vault, number)
        assert row is not None
        known = known_skills(vault, row.engram)
        skill = parse(library.text(vault, number))
        assert findings(skill, known, name=row.title) == ()


def test_every_demo_skill_has_all_eight_goals(vault: Vault) -> None:
    for number in demos.load(vault):
        skill = parse(library.text(vault, number))
        assert {goal.kind for goal in skill.goals} == set(GoalKind)


def test_safe_deploy_holds_together(vault: Vault) -> None:
    demos.load(vault)
    skills = parsed(vault, "techne-safe-deploy")
    assert len(skills) == 6
    top = skills["Production deployment"]
    assert [(c.target, c.captures) for step in top.steps for c in step.calls] == [
        ("validate-environment", ("environmentOk",)),
        ("run-migrations", ("migrationReport",)),
        ("smoke-tests", ("smokeReport",)),
    ]
    handlers = {
        name: [call.target for goal in skill.goals for call in goal.calls]
        for name, skill in skills.items()
    }
    assert handlers["Production deployment"] == ["rollback-deployment"]
    assert handlers["run-migrations"] == ["rollback-migrations"]
    jumps = [jump for step in top.steps for jump in step.jumps]
    assert {jump.kind for jump in jumps} == {JumpKind.LOOP, JumpKind.BRANCH}
    assert all(jump.maximum for jump in jumps if jump.kind is JumpKind.LOOP)
    first = catalogue.find(vault, "Production deployment").id
    assert len(export.closure(vault, [first])) == 6


def test_job_memory_shows_memories_between_the_steps(vault: Vault) -> None:
    demos.load(vault)
    (skill,) = parsed(vault, "techne-job-memory").values()
    assert len(skill.memories) >= 5
    assert len({memory.after for memory in skill.memories}) == len(skill.memories)
    assert skill.recipes
    assert len(skill.steps) >= 15


# Loading them


def test_a_new_vault_gets_its_engrams_and_the_demos(vault: Vault) -> None:
    added = demos.load(vault)
    assert [(e.name, e.skills) for e in engrams.engrams(vault)] == [
        ("Skill Demos", len(added)),
        ("Skills", 0),
    ]
    assert {row.status for row in catalogue.rows(vault)} == {Status.ACTIVE}


def test_only_the_chosen_ones_and_the_others_not_later(vault: Vault) -> None:
    demos.load(vault, ["techne-code-review"])
    assert [row.title for row in catalogue.rows(vault)] == ["Code review"]
    assert demos.load(vault) == ()


def test_none_chosen_still_makes_the_engrams(vault: Vault) -> None:
    assert demos.load(vault, []) == ()
    assert {e.name for e in engrams.engrams(vault)} == {"Skills", "Skill Demos"}


def test_deleted_demos_stay_deleted_and_edited_ones_stay_edited(vault: Vault) -> None:
    first, second, *_rest = demos.load(vault)
    library.delete(vault, first)
    library.save(vault, second, "# Mine now\n")
    assert demos.load(vault) == ()
    assert catalogue.row(vault, first) is None
    assert library.text(vault, second) == "# Mine now\n"


def test_an_interrupted_loading_neither_doubles_nor_overwrites(vault: Vault) -> None:
    first, *others = demos.load(vault)
    library.save(vault, first, "# Code review\n\n1. My own way\n")
    vault.put_setting("demos.loaded", [])
    assert demos.load(vault) == ()
    assert len(catalogue.rows(vault)) == 1 + len(others)
    assert "My own way" in library.text(vault, first)


def test_loading_is_nothing_that_a_person_did_and_could_undo(vault: Vault) -> None:
    demos.load(vault, ["techne-code-review"])
    assert undoing.undoable(vault) == (None, None)
    library.save(vault, None, "# My own\n")
    assert undoing.undo(vault).label == "New skill"
    assert undoing.undoable(vault)[0] is None
    assert catalogue.rows(vault) != ()


def test_a_demo_gives_way_to_a_skill_of_the_same_name(vault: Vault) -> None:
    demos.load(vault)
    demo = catalogue.find(vault, "smoke-tests")
    mine = library.save(vault, None, "# Smoke tests\n")
    assert catalogue.find(vault, "smoke-tests").id == mine.skill
    assert catalogue.find(vault, "smoke-tests", demo.engram).id == demo.id
    assert catalogue.resolve(vault, "smoke-tests", demo.engram) == (demo.id,)


# Refused when they are not ours


def test_a_demo_changed_by_one_bit_is_refused(vault: Vault, copies: Path) -> None:
    path = copies / "safe-deploy.gsk"
    data = bytearray(path.read_bytes())
    data[-20] ^= 1
    path.write_bytes(data)
    with pytest.raises(Tampered):
        demos.load(vault)
    assert catalogue.rows(vault) == ()


def test_a_demo_signed_by_somebody_else_is_refused(vault: Vault, copies: Path) -> None:
    fake = write_native(pack(), Identity("Techne", STRANGER.seed))
    (copies / "code-review.gsk").write_bytes(fake)
    with pytest.raises(BadSignature, match="not signed by Techne"):
        demos.load(vault)
    assert catalogue.rows(vault) == ()


# Building them


def test_the_packs_can_be_built_with_a_new_key(tmp_path: Path) -> None:
    project = tmp_path / "project"
    for part in ("packaging", "app", "resources/demos"):
        shutil.copytree(
            ROOT / part, project / part, ignore=shutil.ignore_patterns("ui", "__pycache__")
        )
    key = tmp_path / "publisher.key"
    command = [sys.executable, "packaging/build_demos.py", "--key", str(key)]
    subprocess.run([*command, "--new"], cwd=project, check=True, capture_output=True)
    assert sys.platform == "win32" or key.stat().st_mode & 0o077 == 0
    again = subprocess.run([*command, "--new"], cwd=project, check=False, capture_output=True)
    assert again.returncode != 0
    public = json.loads((project / "resources/demos/publisher.json").read_text(encoding="utf-8"))
    built = verify.verify(sorted((project / "resources/demos").glob("*.gsk")))
    assert len(built) == 3
    assert {v.signer.key.hex() for v in built if v.signer} == {public["key"]}
    assert key.read_text().strip() not in "".join(
        p.read_text(encoding="utf-8") for p in project.rglob("*.json")
    )


# Looking at packs without a vault


def test_verifying_says_what_each_file_is(tmp_path: Path, shared: Path) -> None:
    no_pack = tmp_path / "x.gsk"
    no_pack.write_bytes(b"hello")
    vectors = shared / "packs" / "vectors"
    files = [trust.DEMOS / "safe-deploy.gsk", no_pack, vectors / "pass.gsk", tmp_path / "none"]
    ours, nothing, closed, missing = verify.verify(files)
    assert ours.opened
    assert ours.shipped
    assert (ours.name, len(ours.skills), ours.problem) == ("Safe deploy", 6, None)
    assert ours.fingerprint == trust.project().fingerprint
    assert isinstance(nothing.problem, NotAPack)
    assert (closed.opened, closed.mode, closed.problem) == (False, Mode.PASSPHRASE, None)
    assert missing.problem is not None


def test_a_closed_native_pack_is_verified_without_its_passphrase(tmp_path: Path) -> None:
    wish = locks.Passphrase("secret", memory=8 * 1024 * 1024, passes=1, lanes=1)
    data = write_native(pack(), STRANGER, wish, hide_names=False)
    good, bad = tmp_path / "good.gsk", tmp_path / "bad.gsk"
    good.write_bytes(data)
    bad.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    first, second = verify.verify([good, bad])
    assert (first.opened, first.problem, first.name) == (False, None, "Kitchen")
    assert first.skills == ("Brew tea", "Bake bread")
    assert isinstance(second.problem, Tampered)
    (opened,) = verify.verify([good], passphrase="secret")
    assert opened.opened
    (wrong,) = verify.verify([good], passphrase="guess")
    assert wrong.problem is not None


def test_demos_are_as_signed_until_somebody_writes_in_them(vault: Vault) -> None:
    demos.load(vault)
    rows = catalogue.rows(vault)
    assert not any(found.changed for row in rows if (found := whence(vault, row.id)))
    library.save(vault, rows[0].id, library.text(vault, rows[0].id) + "\nMore.\n")
    changed = [row.id for row in rows if (found := whence(vault, row.id)) and found.changed]
    assert changed == [rows[0].id]
