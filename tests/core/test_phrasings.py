"""What people write about the way through a procedure, in seven languages."""

import pytest

from tests.core.phrasings import english, french, german, italian, portuguese, romanian, spanish
from tests.core.phrasings.table import Phrase, problem

TABLES = (english, german, french, spanish, italian, portuguese, romanian)
ALL: tuple[Phrase, ...] = tuple(p for t in TABLES for p in (*t.PHRASES, *t.OTHERS))


@pytest.mark.parametrize("phrase", ALL, ids=lambda phrase: phrase[0])
def test_what_a_phrase_says(phrase: Phrase) -> None:
    assert problem(*phrase) == ""
