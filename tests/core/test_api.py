"""The use cases, asked by a program that is no command line."""

import ast
import json
from pathlib import Path

import pytest

from app.core import api
from app.core.actor import Actor
from app.core.api import findings, knowledge, life, lookup, remembering, skills, versions, walks
from app.core.errors import NotFound
from app.core.lifecycle.config import Procedural
from app.core.memory.sources import Source
from app.core.vault import Vault

AGENT = Actor("agent", "a client", "agent-7")
SETTINGS = Procedural()
TEA = "# Brew tea\n\nTrigger: somebody is thirsty\n\n1. Boil the water.\n2. Go to step 9.\n"


def test_an_agent_writes_reads_follows_and_takes_back(
    vault: Vault, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = skills.create(vault, TEA, actor=AGENT)
    (listed,) = skills.listed(vault, skills.Chosen(text="tea"))
    assert {**listed, "merged": False} == saved
    assert skills.show(vault, saved["id"])["steps"][0]["text"] == "Boil the water."
    (checked,) = findings.check(vault, "brew-tea")
    assert "problem" in [finding["severity"] for finding in checked["findings"]]
    plan = walks.structured(vault, "Brew tea")
    assert [step["index"] for step in json.loads(json.dumps(plan["steps"]))] == [1, 2]
    (version,) = versions.versions(vault, "Brew tea")
    assert version["actor"] == "agent"
    documents = [saved, checked, plan, version, versions.undo(vault, actor=AGENT)]
    assert json.loads(json.dumps(documents)) == documents
    with pytest.raises(NotFound):
        lookup.find(vault, "Brew tea")
    assert capsys.readouterr() == ("", "")


def test_an_answer_needs_nobody_to_have_looked_before(vault: Vault) -> None:
    """Neither a window nor a command has made anything known of the skill."""
    skills.create(vault, TEA, actor=AGENT)
    kept = remembering.remember(
        vault, "Water for tea boils at 100 degrees.", Source("A note"), actor=AGENT
    )
    assert life.stats(vault, SETTINGS, "Brew tea", days=7).document["uses"] == 0
    assert life.used(vault, SETTINGS, "Brew tea", memory=kept["added"][0])["counted"]
    question, trouble = knowledge.question(vault, SETTINGS, "boiling water", None)
    assert trouble is None
    assert {hit["kind"] for hit in knowledge.recall(vault, question)} == {"skill", "memory"}


@pytest.mark.parametrize("path", sorted(Path(api.__path__[0]).glob("*.py")), ids=lambda p: p.stem)
def test_use_cases_neither_print_nor_read_arguments(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {
        name
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names] if isinstance(node, ast.Import)
            else [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        )
    }  # fmt: skip
    assert not imported & {"argparse", "getpass", "sys"}
    assert "print" not in {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
