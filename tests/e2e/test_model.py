"""The shipped command with a real language model, and whatever may happen to it."""

import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.core import real_model
from tests.e2e.program import PATIENCE, Program

pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(os.name == "nt", reason="processes are looked for in /proc"),
]
SKILL = """# Ship the parcels

1. Weigh every parcel on the scale by the door. Write the weight on its label.
2. Print the list of parcels -> $list
3. Hand the parcels to the driver.
"""
NOTES = (
    "The scale by the door shows 20 grams too much for every parcel.",
    "The driver comes at 15:30 on weekdays. On Fridays the driver takes no parcels over 20 kg.",
)


@pytest.fixture(scope="module")
def _made(_first: Program, tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A vault with a skill, two memories about it, and the starter model chosen."""
    real_model.require()
    made = _first.copy(tmp_path_factory.mktemp("parcels"))
    made.do("model", "use", "SmolLM2-135M-Instruct")
    made.edit(None, SKILL)
    for note in NOTES:
        made.do("remember", note)
    return made


@pytest.fixture
def parcels(_made: Program, tmp_path: Path) -> Program:
    return _made.copy(tmp_path / "parcels")


def test_a_rewriting_is_verified_or_refused_with_a_reason(parcels: Program) -> None:
    trained = parcels.ask("train", "Ship the parcels", "--rewrite")
    assert trained["digest"] and len(trained["digest"]) == 64
    assert trained["mode"] == "llm" or trained["error"] or trained["verdicts"] == []
    for one in trained["verdicts"]:
        assert one["why"]
        assert not one["accepted"] or one["verdict"] in ("same", "reworded", "borrowed")
        if one["verdict"] == "borrowed":
            assert any(one["text"].rstrip(".") in note for note in NOTES)
    assert whole(parcels)
    assert parcels.do("undo").status == 0
    assert parcels.text("Ship the parcels") == SKILL


def test_what_is_proposed_is_a_skill(parcels: Program) -> None:
    found = parcels.ask("enrich", "Ship the parcels", "--all")
    assert found["thin"] and (found["values"] or found["refused"])
    assert whole(parcels)
    drafted = parcels.ask("draft", "I open the gate. Then I check the seal and call the office.")
    assert "1. " in drafted["text"] and (drafted["model"] or drafted["other"] or drafted["trouble"])
    mended = parcels.ask("fix", "Ship the parcels", "--save")
    assert mended["settled"] or mended["refused"] or not mended["left"]
    assert whole(parcels)


def whole(techne: Program) -> bool:
    """Whether every step says what its author wrote, in order."""
    text, at = techne.text("Ship the parcels"), -1
    for line in SKILL.splitlines()[2:]:
        first = line.split(". ")[1].rstrip(".")
        at = text.find(first, at + 1)
        if at < 0:
            return False
    return text.count("-> $list") == 1


def test_ctrl_c_stops_it_and_leaves_nothing(parcels: Program) -> None:
    with parcels.start("train", "Ship the parcels", "--rewrite") as process:
        heard_writing(process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1 and out == b"" and err.decode().endswith("Stopped.\n")
    assert children_of(process.pid) == []
    assert parcels.text("Ship the parcels") == SKILL


def test_a_killed_model_is_a_reason(parcels: Program) -> None:
    with parcels.start("train", "Ship the parcels", "--rewrite", "--json") as process:
        heard_writing(process)
        for child in children_of(process.pid):
            os.kill(child, signal.SIGKILL)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert b"The model stopped unexpectedly." in out
    assert whole(parcels)


def heard_writing(process: "subprocess.Popen[bytes]") -> None:
    """Wait until the model has begun to write: what it writes is told on standard error."""
    assert process.stderr is not None
    heard = b""
    while not heard.partition(b"Step ")[2].partition(b"\n")[2]:
        piece = os.read(process.stderr.fileno(), 1 << 12)
        assert piece, heard
        heard += piece


def children_of(parent: int) -> list[int]:
    """The processes that it started and that are still there."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, rest = int(status.parent.name), status.read_text().rpartition(")")[2]
        except OSError:
            continue
        if int(rest.split()[1]) == parent and rest.split()[0] != "Z":
            found.append(number)
    return found
