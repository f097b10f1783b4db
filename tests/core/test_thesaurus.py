"""Words that stand for one another: what a question touches, and who calls it something else."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.library import library
from app.core.memory.filters import Filters
from app.core.memory.memories import remember
from app.core.memory.retrieval import index
from app.core.memory.retrieval.hashed import Hashed
from app.core.memory.retrieval.minilm import MiniLM
from app.core.memory.retrieval.question import ask
from app.core.memory.retrieval.recall import recall
from app.core.memory.retrieval.thesaurus import Sense, plainly, senses, share
from app.core.memory.retrieval.tokenise import stem
from app.core.vault import Vault

FILE = Path(__file__).parents[2] / "resources" / "embedder" / "thesaurus.txt"


def stems(*words: str) -> frozenset[str]:
    return frozenset(map(stem, words))


def test_a_word_stands_for_its_group() -> None:
    asked = senses("Who may revert it?")
    assert {sense.word for sense in asked} == {"revert"}
    assert share(asked, stems("rollback")) > 0
    assert share(asked, stems("invoice")) == 0


def test_a_word_with_many_senses_counts_once() -> None:
    opened = [Sense("open", stems(word)) for word in ("start", "door", "pending")]
    asked = [*opened, Sense("refund", stems("return"))]
    assert share(asked, stems("return")) == pytest.approx(1 / 3)
    assert share(asked, stems("door")) == pytest.approx(1 / 9)
    assert share(asked, stems("start", "door", "pending")) == share(asked, stems("return"))


def test_expressions_of_several_words_are_found() -> None:
    asked = senses("we will go live on Monday")
    assert "go live" in {sense.word for sense in asked}
    assert share(asked, stems("deployment")) > 0


def test_a_reason_names_no_odd_pairs() -> None:
    assert plainly("bearing", "engines")
    assert not plainly("bearing", "engineers")
    assert plainly("refund", "engineers")


def test_common_words_have_no_senses_by_themselves() -> None:
    assert senses("what was it about?") == ()
    assert share((), stems("deploy")) == 0


@given(st.text(max_size=200))
def test_any_text_can_be_asked_about(text: str) -> None:
    asked = senses(text)
    assert len({sense.stems for sense in asked}) <= len(asked)
    assert 0 <= share(asked, stems(*text.split())) < 1


def test_every_group_has_something_to_stand_for() -> None:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(set(lines))
    for line in lines:
        said = [expression.strip() for expression in line.split(",")]
        assert len(said) == len(set(said)) >= 3, line
        assert all(said), line
        assert line == line.lower(), line


def test_what_goes_by_another_name_is_found(vault: Vault) -> None:
    library.save(vault, None, "# Rollback\n\nTrigger: a deployment failed\n\n1. Switch over.\n")
    library.save(vault, None, "# Brew tea\n\nTrigger: somebody is thirsty\n\n1. Boil water.\n")
    for what in ("outage", "sunset", "supper"):
        remember(vault, f"The {what} in May lasted an hour.")
    index.update(vault, Hashed())
    best, *_ = recall(vault, ask(vault, "revert it", Hashed()), at_least=0)
    assert best.title == "Rollback"
    notes = Filters(what="memory")
    best, *_ = recall(vault, ask(vault, "downtime", Hashed()), notes, at_least=0)
    assert best.text == "The outage in May lasted an hour."


def test_only_words_that_have_to_do_with_each_other_are_told_to_stand_for_one(vault: Vault) -> None:
    library.save(vault, None, "# Rollback\n\nTrigger: a deployment failed\n\n1. Switch over.\n")
    library.save(vault, None, "# Deploy\n\nTrigger: a release is ready\n\n1. Announce it.\n")
    model = MiniLM()
    index.update(vault, model)
    best, *_ = recall(vault, ask(vault, "revert it", model), at_least=0)
    assert "says “rollback” for “revert”" in best.why
    found = recall(vault, ask(vault, "the drum smokes", model), at_least=0)
    assert {one.why[0].partition(" ")[0] for one in found} == {"close"}  # as a spill they are one
