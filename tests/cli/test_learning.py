"""scan, candidates, promote and dismiss, as they are typed."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.cli.conftest import Techne
from tests.core import test_learning_scan
from tests.core.test_learning_scan import rows

RELEASE = ("make test", "git tag {v}", "git push origin {v}", "gh release create {v}")


def play(folder: Path, version: str, commands: tuple[str, ...] = RELEASE) -> None:
    said = [("said", "Release"), *(("did", one.format(v=version)) for one in commands)]
    now = datetime.now(UTC) - timedelta(days=1)
    text = "".join(rows(*said, session=version))
    old = test_learning_scan.AT.date().isoformat()
    (folder / f"{version}.jsonl").write_text(text.replace(old, now.date().isoformat()))


def test_what_is_repeated_becomes_a_skill(techne: Techne, tmp_path: Path) -> None:
    folder = tmp_path / "sessions"
    folder.mkdir()
    techne("init")
    assert techne("candidates").out.startswith("No candidates.")
    for version in ("v1", "v2", "v3"):
        play(folder, version)
    done = techne("scan", str(folder), "--watch", "--json").json
    assert (done["read"], done["watched"], done["candidates"]) == (3, [str(folder.resolve())], 1)
    assert techne("scan").out == "Read 0 files. 3 had not changed. 1 candidate is open.\n"
    (one,) = techne("candidates", "--json").json
    assert [call["tool"] for call in one["calls"]][-1] == "shell gh release create"
    assert one["name"] in techne("candidates", str(one["id"])).out.splitlines()[0]
    assert techne("candidates", "--agent", "claude", "--json").json == [one]
    assert techne("candidates", "--agent", "codex", "--json").json == []
    assert "v1, rows" in techne("candidates", str(one["id"])).out
    assert "is not proposed again" in techne("dismiss", str(one["id"])).out
    (gone,) = techne("candidates", "--status", "dismissed", "--json").json
    assert gone == {**one, "status": "dismissed"}
    assert techne("reopen", str(one["id"])).out == f"{one['name']} is proposed again.\n"
    again = techne("reopen", str(one["id"]), "--json")
    assert (again.status, again.json["error"]["code"]) == (1, "candidate-not-dismissed")
    assert "is a skill" in techne("promote", str(one["id"])).out
    again = techne("dismiss", str(one["id"]), "--json")
    assert (again.status, again.json["error"]["code"]) == (1, "candidate-decided")
    assert techne("scan", str(folder), "--unwatch", "--json").json["watched"] == []
    assert techne("scan", str(folder), "--unwatch").status == 1


def test_a_change_says_of_which_skill_and_which_step_it_is(techne: Techne, tmp_path: Path) -> None:
    folder = tmp_path / "sessions"
    folder.mkdir()
    techne("init")
    for version in ("v1", "v2", "v3"):
        play(folder, version)
    (folder / "notes.jsonl").write_text("Dear diary,\n")
    assert "1 is no session." in techne("scan", str(folder)).out
    (one,) = techne("candidates", "--json").json
    techne("promote", str(one["id"]))
    for version in ("v4", "v5", "v6"):
        play(folder, version, (*RELEASE, "curl https://chat.example/{v}"))
    techne("scan", str(folder))
    (change,) = techne("candidates", "--status", "candidate", "--json").json
    said = "Agents do otherwise by now: curl comes after step 4."
    listed = techne("candidates", "--status", "candidate").out
    assert f"Change to {one['name']}" in listed and said in listed
    shown = techne("candidates", str(change["id"])).out.splitlines()
    assert shown[:4] == [f"Change to {one['name']}", said, "", f"# {change['name']}"]


def test_a_name_that_a_skill_has_is_refused_until_another_is_given(
    techne: Techne, tmp_path: Path
) -> None:
    techne("init")
    for version in ("v1", "v2", "v3"):
        play(tmp_path, version)
    techne("scan", str(tmp_path))
    (one,) = techne("candidates", "--json").json
    text = tmp_path / "own.md"
    text.write_text(f"# {one['name'].upper()}\n\n1. Tag it.\n")
    assert techne("edit", "--new", "--text-file", str(text)).status == 0
    refused = techne("promote", str(one["id"]), "--json")
    assert (refused.status, refused.json["error"]["code"]) == (1, "name-taken")
    assert "another name" in refused.json["error"]["hint"]
    wrong = techne("promote", str(one["id"]), "--name", "…")
    assert wrong.status == 1 and "cannot be the name of a skill" in wrong.err
    done = techne("promote", str(one["id"]), "--name", "Publish a release")
    assert done.out == "Publish a release is a skill.\n"
    assert techne("walk", "Publish a release").status == 0
    assert techne("walk", one["name"]).status == 0
    for version in ("v4", "v5", "v6"):
        play(tmp_path, version, (*RELEASE, "curl https://chat.example/{v}"))
    techne("scan", str(tmp_path))
    (change,) = techne("candidates", "--status", "candidate", "--json").json
    named = techne("promote", str(change["id"]), "--name", "Ship it")
    assert named.status == 1 and "keeps the name of its skill" in named.err
    assert techne("promote", str(change["id"])).out == "Publish a release is version 2 now.\n"


def test_what_is_not_there_is_named_and_the_rest_is_read(techne: Techne, tmp_path: Path) -> None:
    techne("init")
    there, gone = tmp_path / "sessions", tmp_path / "nowhere"
    there.mkdir()
    nothing = techne("scan", str(there))
    assert nothing.status == 0
    assert nothing.out == "No sessions that Techne can read were found. 0 candidates are open.\n"
    missing = techne("scan", str(gone))
    assert (missing.status, missing.out) == (1, "")
    assert missing.err.startswith(f"{gone} does not exist.\nName files or folders of sessions")
    play(there, "v1")
    partly = techne("scan", str(gone), str(there))
    assert (partly.status, partly.out) == (1, "Read 1 file. 0 candidates are open.\n")
    assert f"{gone} does not exist." in partly.err
    document = techne("scan", str(gone), str(there), "--json")
    assert document.status == 1 and document.json["unchanged"] == 1
