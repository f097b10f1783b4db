"""How well questions in other words find the skills of real packs; see docs/retrieval.md."""

import json
import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.core import vaults
from app.core.memory.retrieval import index
from app.core.memory.retrieval.minilm import MiniLM
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import RECALL, recall
from app.core.packs import install
from app.core.packs.format import read
from app.core.packs.plan import plan
from app.core.skills import names
from app.core.vault import Vault
from tests.conftest import little_work


@pytest.fixture(scope="module")
def library(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vault]:
    home = tmp_path_factory.mktemp("retrieval") / "home"
    with little_work():
        data_key, _recovery = vaults.create(home, "retrieval")
    with Vault(home, data_key) as vault:
        for path in sorted((shared / "packs").glob("*.gsk")):
            install.apply(vault, plan(vault, read.unlock(read.inspect(path.read_bytes()))))
        index.update(vault, MiniLM())
        yield vault


def test_questions_in_other_words_find_their_skills(library: Vault, shared: Path) -> None:
    asked = json.loads((shared / "retrieval" / "queries.json").read_text(encoding="utf-8"))
    model = MiniLM()
    ranks, kept = [], 0
    for query in asked["queries"]:
        hits = recall(library, ask(library, query["query"], model), limit=100, at_least=0)
        keys = [names.key(hit.title) for hit in hits if hit.what == "skill"]
        wanted = names.key(query["skill"])
        ranks.append(keys.index(wanted) + 1 if wanted in keys else math.inf)
        kept += hits[0].score >= RECALL
    rejected = [not recall(library, ask(library, query, model)) for query in asked["unrelated"]]
    number = len(ranks)
    assert sum(rank <= 5 for rank in ranks) / number >= 0.90
    assert sum(1 / rank for rank in ranks) / number >= 0.75
    assert kept / number >= 0.98
    assert sum(rejected) / len(rejected) >= 0.95
