"""How a condition is said on its own, in whatever language it is written."""

import pytest

from app.core.skills.reading.grammar import parse
from app.core.skills.reading.prose.wording import Wording, contrary, wording


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("If it is red, go to step 1.", Wording.PLAIN),
        ("Falls es rot ist, gehe zu Schritt 1.", Wording.PLAIN),
        ("Repeat step 1 until it is green.", Wording.WHOLE),
        ("Unless it is dry, go to step 1.", Wording.WHOLE),
        ("Is it red? Yes: go to step 1.", Wording.WHOLE),
        ("Otherwise go back to step 1.", Wording.OTHERWISE),
        ("Sinon, revenir à l'étape 1.", Wording.OTHERWISE),
        ("Altfel, întoarce-te la pasul 1.", Wording.OTHERWISE),
    ],
)
def test_it_is_known_what_has_to_be_said_before_it(sentence: str, expected: Wording) -> None:
    (jump,) = parse(f"1. Look.\n2. {sentence}\n").steps[1].jumps
    assert wording(jump.condition) is expected


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("unless it rains", "it rains"),
        ("Until the scale shows 500", "the scale shows 500"),
        ("except if $late", "$late"),
        ("es sei denn, es regnet", "es regnet"),
        ("außer wenn es regnet", "es regnet"),
        ("sauf si le quai est glissant", "le quai est glissant"),
        ("a menos que llueva", "llueva"),
        ("salvo se piove", "piove"),
        ("cu excepția cazului în care plouă", "plouă"),
        ("it rains", ""),
        ("while it rains", ""),
        ("untilled", ""),
        ("unless", ""),
    ],
)
def test_what_keeps_a_jump_from_being_taken(condition: str, said: str) -> None:
    assert contrary(condition) == said
