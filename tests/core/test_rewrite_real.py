"""A real model, small: whatever it says, nothing wrong ever stands in the skill."""

from collections.abc import Iterator

import pytest

from app.core.errors import Cancelled
from app.core.llm.model import Sampling
from app.core.llm.process import LocalModel
from app.core.skills.reading.grammar import parse
from app.core.training.proposal import Choice
from app.core.training.rewriting import answer
from app.core.training.rewriting.prompt import ask, question
from app.core.training.rewriting.rewrite import text_of, verdicts
from app.core.training.rewriting.weaving import Finished, weave
from tests.core import real_model
from tests.core.rewriting import AUTHORED, EVIL, PODS, WINDOW, proposal
from tests.core.test_rewrite_weaving import Stops

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def model() -> Iterator[LocalModel]:
    local = real_model.local()
    yield local
    local.unload()


def test_verified_or_refused_with_a_reason(model: LocalModel) -> None:
    start = proposal(fragments=(WINDOW, PODS, EVIL), step=4)
    *_events, last = weave(model, start)
    assert isinstance(last, Finished)
    found = last.rewrite
    assert verdicts(found).passes
    assert found.says_something or found.trouble
    assert found.writer is not None
    assert found.writer.name == model.name
    if all(
        part.choice is not Choice.ACCEPTED for s in found.steps for part in s.parts if part.is_new
    ):
        assert text_of(found) == AUTHORED


def test_the_grammar_is_understood(model: LocalModel) -> None:
    skill = parse('1. Say "one" at C:\\temp. Then call @skill: two(x="a b") -> $c.\n')
    about = question(skill, skill.steps[0], (WINDOW, PODS))
    text = "".join(model.stream(ask(about, Sampling())))
    said = answer.read(text)
    assert [one.origin for one in said].count(0) == len(about.sentences)
    assert all(one.text == about.notes[one.origin - 1].text for one in said if one.origin)


def test_stop(model: LocalModel) -> None:
    with pytest.raises(Cancelled):
        list(weave(model, proposal(), Stops(12)))
