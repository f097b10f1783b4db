"""The files that go with a skill, carried both ways between it and its folder."""

from pathlib import Path

import pytest

from app.core.library import history, library, undoing
from app.core.library.record import Status
from app.core.mirror import deploy, folders, reconcile, removing
from app.core.mirror.folders import Folder, Mode
from app.core.mirror.report import Report
from app.core.mirror.survey import State, survey
from app.core.packs import attachments
from app.core.vault import Vault
from tests.core.skill_files import EVIL
from tests.core.test_bringing import brought
from tests.core.test_mirror import put, skill_of


@pytest.fixture
def linked(vault: Vault, tmp_path: Path) -> Folder:
    put(tmp_path / "skills", "deploy")
    folder = folders.link(vault, tmp_path / "skills")
    reconcile.reconcile(vault)
    return folder


@pytest.fixture
def mirror(vault: Vault, tmp_path: Path) -> Folder:
    (tmp_path / ".skills").mkdir()
    return folders.link(vault, tmp_path / ".skills", Mode.MIRROR)


def files(vault: Vault, skill: int) -> dict[str, bytes]:
    return {
        one.name: attachments.content(vault, skill, one.name)
        for one in attachments.attachments(vault, skill)
    }


def again(vault: Vault) -> Report:
    """What a pass did; what came from the mirror is in the other folders after the next one."""
    report = reconcile.reconcile(vault)
    assert not report.troubles, report.troubles
    reconcile.reconcile(vault)
    after = reconcile.reconcile(vault)
    assert (after.reconciled, after.wrote, after.read) == (0, [], [])
    return report


def backups(vault: Vault) -> list[bytes]:
    place = vault.home.folder / removing.BACKUPS
    return [one.read_bytes() for one in place.iterdir()] if place.exists() else []


def test_an_attachment_is_followed_both_ways(vault: Vault, linked: Folder) -> None:
    skill, place = skill_of(vault, linked, "deploy"), linked.path / "deploy"
    attachments.attach(vault, skill, "run.py", b"print(1)")
    assert again(vault).wrote == ["deploy/run.py"]
    assert (place / "run.py").read_bytes() == b"print(1)"
    attachments.attach(vault, skill, "run.py", b"print(2)")
    assert again(vault).wrote == ["deploy/run.py"]
    (place / "run.py").write_bytes(b"print(3)")
    assert "deploy/run.py" in again(vault).read
    assert files(vault, skill) == {"run.py": b"print(3)"}
    undoing.undo(vault)
    again(vault)
    assert (place / "run.py").read_bytes() == b"print(2)"
    (place / "run.py").unlink()
    again(vault)
    assert files(vault, skill) == {} and len(history.versions(vault, skill)) > 4
    attachments.attach(vault, skill, "run.py", b"print(4)")
    again(vault)
    attachments.detach(vault, skill, "run.py")
    again(vault)
    assert not (place / "run.py").exists() and backups(vault) == [b"print(4)"]
    assert [one.state for one in survey(vault, linked).standings] == [State.IN_SYNC]


def test_what_changed_on_both_sides_and_what_is_a_persons_own_is_kept(
    vault: Vault, linked: Folder
) -> None:
    skill, place = skill_of(vault, linked, "deploy"), linked.path / "deploy"
    (place / "notes.txt").write_bytes(b"mine")
    (place / "run.py").write_bytes(b"disk")
    attachments.attach(vault, skill, "run.py", b"here")
    again(vault)
    assert files(vault, skill) == {"run.py": b"disk"}  # and ours is in the history
    undoing.undo(vault)
    again(vault)
    assert (place / "run.py").read_bytes() == b"here"
    attachments.detach(vault, skill, "run.py")
    (place / "run.py").write_bytes(b"somebody is at it")
    again(vault)
    assert (place / "run.py").read_bytes() == b"somebody is at it"
    assert (place / "notes.txt").read_bytes() == b"mine" and files(vault, skill) == {}


def test_a_dangerous_file_is_quarantined_and_a_private_one_stays_at_home(
    vault: Vault, linked: Folder, mirror: Folder
) -> None:
    skill = skill_of(vault, linked, "deploy")
    attachments.attach(vault, skill, "run.py", b"print(1)")
    reconcile.reconcile(vault)
    (copy,) = mirror.path.glob("*/run.py")
    copy.write_text(EVIL)
    reconcile.reconcile(vault)
    state = library.current(vault, skill)
    assert state is not None and state[2].status is Status.QUARANTINED
    reconcile.reconcile(vault)
    assert (linked.path / "deploy" / "run.py").read_bytes() == b"print(1)"


def test_a_mirror_has_the_files_of_a_skill_and_of_where_it_is_linked(
    vault: Vault, linked: Folder, mirror: Folder
) -> None:
    skill, home = skill_of(vault, linked, "deploy"), linked.path / "deploy"
    (home / "scripts").mkdir()
    (home / "scripts" / "run.sh").write_bytes(b"echo 1")
    attachments.attach(vault, skill, "note.txt", b"one")
    again(vault)
    (place,) = (one.parent for one in mirror.path.glob("*/skill.md"))
    assert (place / "scripts/run.sh").read_bytes() == b"echo 1"
    assert (place / "note.txt").read_bytes() == b"one"
    (place / "scripts/run.sh").write_bytes(b"echo 2")
    (place / "note.txt").write_bytes(b"two")
    again(vault)
    assert (home / "scripts/run.sh").read_bytes() == b"echo 2" and b"echo 1" in backups(vault)
    assert (
        files(vault, skill)
        == {"note.txt": b"two"}
        == {"note.txt": (home / "note.txt").read_bytes()}
    )
    (home / "scripts/run.sh").unlink()
    again(vault)
    assert not (place / "scripts/run.sh").exists()


def test_a_folder_of_a_mirror_goes_only_without_files_of_somebody_else(
    vault: Vault, mirror: Folder
) -> None:
    skills = [library.save(vault, None, f"# {name}\n\n1. Do.\n").skill for name in ("A", "B")]
    for skill in skills:
        attachments.attach(vault, skill, "run.py", b"1")
    again(vault)
    (mirror.path / "b" / "own.txt").write_bytes(b"mine")
    again(vault)
    library.delete(vault, *skills)
    reconcile.reconcile(vault)
    assert [one.name for one in mirror.path.iterdir()] == ["b"]
    assert (mirror.path / "b" / "own.txt").read_bytes() == b"mine"


def test_an_imported_file_is_put_where_it_was(vault: Vault, tmp_path: Path) -> None:
    script = put(tmp_path / "repo", "deploy").parent / "scripts" / "run.py"
    script.parent.mkdir()
    script.write_bytes(b"print(1)")
    (skill,) = brought(vault, tmp_path / "repo").added
    (tmp_path / "to").mkdir()
    folder = folders.link(vault, tmp_path / "to", Mode.COPIES)
    deploy.deploy(vault, folder, skill)
    assert (folder.path / "deploy" / "scripts" / "run.py").read_bytes() == b"print(1)"
