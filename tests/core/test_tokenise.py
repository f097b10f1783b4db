"""How a sentence is taken apart, in the languages that skills are written in."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.memory.retrieval.tokenise import clauses, content, content_spans, words


@pytest.mark.parametrize(
    ("said", "telling"),
    [
        ("Why did the last release take so long?", ["last", "release", "take", "long"]),
        ("Who tells the customers during an incident?", ["tells", "customers", "incident"]),
        ("Wie ist die Nummer für den Nachtarzt?", ["nummer", "nachtarzt"]),
        ("Comment répondre à un client mécontent ?", ["répondre", "client", "mécontent"]),
        ("¿Cómo se despliega el servicio?", ["despliega", "servicio"]),
        ("Come si fa il rilascio?", ["rilascio"]),
        ("Como se faz o lançamento?", ["lançamento"]),
        ("Cum se face o lansare?", ["lansare"]),
    ],
)
def test_small_words_tell_nothing_in_their_language(said: str, telling: list[str]) -> None:
    assert content(said) == telling


def test_what_is_small_elsewhere_tells_something_here() -> None:
    assert content("Pour the main comment into the die") == ["pour", "main", "comment", "die"]


def test_a_question_of_small_words_is_asked_with_all_of_them() -> None:
    assert content("Who is it?") == ["who", "is", "it"]


def test_clauses_are_parted_in_other_languages_too() -> None:
    said = "Was tun, wenn die Pumpe ausfällt und der Strom im Keller fehlt?"
    assert [said[start:end] for start, end in clauses(said)] == [
        "Was tun, wenn die Pumpe ausfällt",
        "der Strom im Keller fehlt?",
    ]


@given(st.text(max_size=80))
def test_what_tells_something_is_said(said: str) -> None:
    assert set(content(said)) <= set(words(said))
    assert all(said[start:end].strip() for start, end in content_spans(said))
