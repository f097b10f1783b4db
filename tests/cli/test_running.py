"""`techne run`, `runs`, and the record of one under `verify`."""

import io
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Techne
from tests.cli.test_json import documented, keys
from tests.core.running import BACKUP, DEPLOY, RESTORE


@pytest.fixture(autouse=True)
def _skills(techne: Techne, tmp_path: Path) -> None:
    for number, text in enumerate((BACKUP, RESTORE, DEPLOY)):
        path = tmp_path / f"{number}.md"
        path.write_text(text, encoding="utf-8")
        techne("edit", "--new", "--text-file", path)


def test_a_program_does_one_action_at_a_time(techne: Techne, tmp_path: Path) -> None:
    begun = techne("run", "safe-deploy", "--json").json
    assert (begun["asks"], begun["step"]) == ("start", "start")
    assert set(keys(begun)) - {"one"} <= documented("run")

    def do(*arguments: str) -> dict[str, object]:
        found: dict[str, object] = techne("run", "--resume", "1", *arguments, "--json").json
        return found

    refused = do("--do", "start")
    assert refused["error"]["code"] == "values-missing"  # type: ignore[index]
    refused = do("--do", "start", "--set", "env=prod")
    assert refused["error"]["code"] == "prerequisites-open"  # type: ignore[index]
    assert do("--do", "start", "--set", "$env=prod", "--met")["step"] == "1/start"
    assert do("--do", "start", "--why", "there is none")["step"] == "1/1"
    assert do("--do", "done", "--step", "1/1")["step"] == "1/2"
    assert do("--do", "done", "--step", "1/1")["error"]["code"] == "not-this-step"  # type: ignore[index]
    assert do("--do", "done", "--set", "file=a=b")["step"] == "1"
    assert do("--do", "done")["step"] == "2"
    log = tmp_path / "log.txt"
    log.write_text("up", encoding="utf-8")
    assert do("--note", "slow", "--link", "https://example.org", "--file", str(log))["step"] == "2"
    assert do("--do", "fail", "--why", "down")["asks"] == "failure"
    assert do("--do", "recover")["step"] == "2!1#1/1"
    assert do("--do", "give-up")["error"]["code"] == "not-now"  # type: ignore[index]
    for action in ("back", "retry"):
        do("--do", action)
    for action in ("pause", "resume", "hand-over", "take-over"):
        assert do("--do", action)["step"] == "2#2"
    assert do("--do", "move")["error"]["code"] == "not-now"  # type: ignore[index]
    assert do("--do", "done", "--exit", "-1")["step"] == "3"
    assert do("--do", "skip", "--why", "seen")["asks"] == "end"
    assert do("--do", "success", "--why", "it answers")["outcome"] == "success"
    assert do("--do", "abandon")["error"]["code"] == "run-ended"  # type: ignore[index]

    said = techne("run", "--resume", "1", "--wrong", "Say which site.", "--step", "3")
    assert "Noted; it waits among the proposals for skill:" in said.err

    (listed,) = techne("runs", "safe-deploy", "--json").json
    assert set(listed) | set(keys(listed["holder"])) <= documented("runs")
    assert (
        "success" in techne("runs").out and techne("runs", "--open").out == "There are no runs.\n"
    )
    record, text = tmp_path / "run.json", tmp_path / "run.md"
    written = techne("runs", "--record", "1", "-o", record, "--json").json
    assert (written["format"], len(written["fingerprint"])) == ("json", 39)
    assert techne("runs", "--record", "1", "-o", record).status == 1
    techne("runs", "--record", "1", "-o", text)
    assert "it answers" in text.read_text(encoding="utf-8")
    assert techne("runs", "--record", "1", "-o", tmp_path / "run.txt").status == 1
    (found,) = techne("verify", record, "--json").json
    assert (found["ok"], found["run"], found["outcome"]) == (True, 1, "success")
    shown = techne("verify", record).out
    assert "unchanged" in shown and "Signature" in shown and "Pack" not in shown
    changed = json.loads(record.read_text(encoding="utf-8"))
    changed["run"]["outcome"] = "failure"
    record.write_text(json.dumps(changed), encoding="utf-8")
    said = techne("verify", record)
    assert said.status == 1 and "not valid" in said.out


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_a_person_is_asked_step_by_step(techne: Techne, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "?", "", "prod", "y", "n", "no time", "", "", "y", "", "", "/file", "", "y")
    said = techne("run", "Safe deploy")
    assert "techne run --resume 1" in said.out and said.status == 0
    assert "Type one of the letters" in said.err and "Not confirmed" not in said.err
    typed(
        monkeypatch, "n", "slow", "l", "no link", "", "n", "f", "down", "o", "", "g", "b", "p"
    )  # fmt: skip
    said = techne("run", "--resume", "1")
    assert "is not a link" in said.err and "On failure: Restore" in said.err, said.err
    typed(monkeypatch, "", "r", "h", "codex", "look", "s", "", "s", "seen", "q")
    said = techne("run", "--resume", "1")
    assert "Paused." in said.err and "Say why." in said.err
    assert "This is the end of the procedure." in said.err
    typed(monkeypatch, "x", "enough")
    assert "Over: abandoned: enough" in techne("run", "--resume", "1").out
    typed(monkeypatch, "", "m", "half of it", "It says too little.")
    assert "Over: partial success: half of it" in techne("run", "Restore").out


ASKED = (
    "# Walk\n\nRequires: $n, $least\n\n1. @branch: unless it rains -> 3\n2. Umbrella.\n"
    "3. @branch: if $n >= $least -> 5\n4. Wait.\n5. Go.\n"
)


def test_ways_are_asked_as_they_are_meant(
    techne: Techne, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "walk.md"
    path.write_text(ASKED, encoding="utf-8")
    techne("edit", "--new", "--text-file", path)
    typed(monkeypatch, "", "5", "3", "", "y", "", "", "", "q")
    said = techne("run", "Walk")
    assert "unless it rains: step 3" in said.err
    assert "it rains? [y/N]" in said.err  # yes: not there
    assert "2  Umbrella." in said.err
    assert "if $n >= $least: step 5 (suggested: 5 ≥ 3)" in said.err
    assert "$n >= $least? [Y/n]" in said.err and "5  Go." in said.err


def test_wrong_usage(techne: Techne) -> None:
    for arguments in (
        ("run",), ("run", "a", "--resume", "1"), ("run", "a", "--do", "done"),
        ("run", "--resume", "1", "--set", "x"), ("runs", "--record", "1"),
    ):  # fmt: skip
        with pytest.raises(SystemExit):
            techne(*arguments)
    assert techne("run", "--resume", "9").status == 1
