"""The whole loop with the shipped program: make, look, import, edit, go back, share."""

from pathlib import Path

import pytest

from app.core.packs.format.native import write_native
from tests.core.trade import BAKE, BREW, GUILD, pack
from tests.e2e.program import Program


@pytest.fixture
def kitchen(tmp_path: Path) -> Path:
    path = tmp_path / "kitchen.gsk"
    path.write_bytes(write_native(pack(BREW, BAKE), GUILD))
    return path


def test_a_new_vault_is_listed_checked_walked_and_sound(techne: Program) -> None:
    rows = techne.ask("list")
    assert {row["engram"] for row in rows} == {"Skill Demos"} and len(rows) == 8
    assert techne.ask("check") is not None
    plan = techne.ask("walk", "production-deployment", "--structured", "--recursive")
    assert plan["skill"]["title"] == "Production deployment"
    calls = [step["calls"] for step in plan["steps"] if "calls" in step]
    assert [call["steps"][0]["index"] for call in calls if call["targetTitle"] == "run-migrations"]
    assert "PROCEDURE" in techne.do("walk", "Code review").out
    assert techne.is_sound()


def test_edit_compare_go_back_undo(techne: Program) -> None:
    first = "# Water the plants\n\nTrigger: Monday\n\n1. Fill the can.\n2. Pour.\n"
    assert techne.edit(None, first)["version"] == 1
    techne.edit("water-the-plants", first.replace("Pour.", "Pour slowly."))
    assert techne.ask("rollback", "water the plants", "1")["version"] == 3
    techne.edit("WATER THE PLANTS", first + "3. Put the can away.\n")
    history = techne.ask("history", "Water the plants")
    assert [row["version"] for row in history] == [4, 3, 2, 1]
    assert [row["current"] for row in history] == [True, False, False, False]
    difference = techne.ask("diff", "Water the plants", "3", "v4")
    added = [row for row in difference["rows"] if row["change"] == "added"]
    assert added[0]["new"]["text"].startswith("Put the can away")
    assert "1 step added" in difference["summary"]
    assert techne.ask("show", techne.edit(None, "")["id"])["text"] == ""
    techne.do("undo")
    techne.do("delete", "water-the-plants")
    assert "no skill" in techne.fail("show", "water-the-plants")
    assert techne.ask("undo")["undone"] == "Delete skill"
    assert "Put the can away" in techne.text("water-the-plants")


def test_quarantine_trust_and_release(techne: Program, kitchen: Path) -> None:
    (offer,) = techne.ask("import", kitchen, "--dry-run")
    assert offer["imported"] is False and offer["standing"] == "new"
    assert [skill["change"] for skill in offer["skills"]] == ["new", "new"]
    (done,) = techne.ask("import", kitchen)
    assert done["added"] == 2 and done["quarantined"] is True
    assert {row["status"] for row in techne.ask("list", "--engram", "Skills")} == {"quarantined"}
    techne.do("release", "Brew tea")
    rows = {row["title"]: row["status"] for row in techne.ask("list", "--engram", "Skills")}
    assert rows == {"Bake bread": "quarantined", "Brew tea": "active"}
    (again,) = techne.ask("import", kitchen)
    assert (again["added"], again["replaced"], again["kept"]) == (0, 0, 2)
    states = {p["name"]: p["state"] for p in techne.ask("trust", "harbour guild")}
    assert states["Harbour Guild"] == "trusted"
    techne.do("trust", "Harbour Guild", "--revoke")
    assert "revoked" in techne.fail("import", kitchen)


EDITIONS = [
    ("gsk", ("--passphrase-file", "secret")),
    ("gsk", ("--recipient", "")),
    ("gsk1", ()),
    ("gsk2", ("--recipient", "")),
]


def test_another_home_receives_every_edition_whole(techne: Program, tmp_path: Path) -> None:
    other = techne.copy(tmp_path / "two")
    code = other.ask("identity", "--name", "Bea")["recipient"]
    key = techne.ask("identity", "--name", "Ada")
    techne.edit("code-review", techne.text("Code review") + "\n10. Say thank you — grüßend ☕.\n")
    (techne.folder / "secret").write_text("tide table\n")
    (other.folder / "secret").write_text("tide table\n")
    for number, (edition, lock) in enumerate(EDITIONS):
        file, engram = tmp_path / f"{number}.gsk", f"From Ada {number}"
        options = [code if part == "" else part for part in lock]
        names = techne.ask("export", "code-review", "Production deployment", "--with-calls",
                           "--format", edition, "-o", file, *options)["skills"]  # fmt: skip
        assert len(names) == 7
        keys = [part for part in options if lock and lock[0] == "--passphrase-file"]
        (done,) = other.ask("import", file, "--engram", engram, "--trust", "publisher",
                            "--on-conflict", "rename", *keys)  # fmt: skip
        assert done["signer"] is None or done["fingerprint"] == key["fingerprint"]
        assert done["imported"] and done["mode"] == (
            "open" if not lock else "passphrase" if keys else "recipients"
        )
    sent = {title: text for (_engram, title), text in techne.texts().items()}
    received = other.texts()
    for number in range(len(EDITIONS)):
        mine = {t: text for (e, t), text in received.items() if e == f"From Ada {number}"}
        assert mine.items() <= sent.items(), EDITIONS[number]
    assert other.is_sound()


def test_verify_needs_no_vault(bare: Program, kitchen: Path, shared: Path) -> None:
    packs = sorted(shared.glob("packs/*.gsk"))
    verdicts = bare.ask("verify", kitchen, *packs)
    assert all(verdict["ok"] and verdict["opened"] for verdict in verdicts)
    assert verdicts[0]["signer"] == "Harbour Guild"
    assert {verdict["signer"] for verdict in verdicts[1:]} == {"Graphnosis"}
    assert not bare.home.exists()


def test_every_real_pack_is_imported_at_once(techne: Program, shared: Path) -> None:
    packs = sorted(shared.glob("packs/*.gsk"))
    done = techne.ask("import", *packs)
    assert all(one["imported"] and not one["quarantined"] for one in done)
    assert sum(one["added"] for one in done) >= 60
    calls = techne.ask("walk", "Production deployment", "--engram", "Skills", "--structured")
    called = [step["calls"] for step in calls["steps"] if "calls" in step]
    assert called and not any("unresolvedCall" in call for call in called)
    techne.ask("undo")
    assert techne.is_sound()
