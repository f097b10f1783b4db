"""What people type and what they mean by it, in every script."""

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.matching.folding import folded, folded_with_places
from app.core.matching.query import Query, fit, spaced, spans
from app.core.matching.spelling import corrected, nearest_name, nearest_word


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ștergere, 2 × „fin“!", "stergere 2 fin"),
        ("smoke-tests", "smoke tests"),
        ("skill_meta", "skill meta"),
        ("Straße  ÆRØ\u200b", "strasse aero"),
        ("İstanbul ısı", "istanbul isi"),
        ("测温3次", "测 温 3 次"),
        ("データ", "デ ー タ"),
        ("がく", "が く"),
        ("한국어", "한국어"),
        ("قِياسُ الحرارة", "قياس الحراره"),
        ("हिन्दी", "हिनदी"),
        ("C++ for 5€", "c + + for 5 €"),
        ("\t…—", ""),
    ],
)
def test_words_are_compared_without_case_and_accents(text: str, words: str) -> None:
    assert folded(text) == words == folded(unicodedata.normalize("NFC", text.upper()).lower())


@given(st.text())
def test_folding_knows_where_every_character_is_from(text: str) -> None:
    said, places = folded_with_places(text)
    assert said.split() == folded(text).split()
    assert len(said) == len(places) and places == sorted(places)


@given(st.text(max_size=30), st.text(max_size=200))
def test_what_is_shown_as_found_is_there(typed: str, text: str) -> None:
    query = Query(typed)
    found = spans(query, text)
    for (start, length), (after, _length) in pairwise(found):
        assert start + length <= after
    for start, length in found:
        assert 0 <= start < start + length <= len(text)
    assert bool(found) == any(word in spaced(text) for word in query.words)


def best_first(typed: str, *names: str) -> list[str]:
    keys = {name: fit(Query(typed), *map(spaced, name.split("|"))) for name in names}
    return sorted((n for n in names if keys[n] is not None), key=lambda name: keys[name] or ())


def test_the_name_itself_is_best_then_whole_words_then_beginnings_then_parts() -> None:
    expected = [
        "Procedure 7",
        "Procedure 7 by night",
        "The procedure 7",
        "Procedure 77",
        "Subprocedure 17",
        "Night|Procedure 7 is over",
    ]
    assert best_first("procedure 7", *reversed(expected)) == expected
    assert best_first("procedure 7", "Procedure 8", "Procedures|none") == []


def test_every_word_counts_wherever_it_is() -> None:
    assert best_first(
        "fridge temperature", "Fridge|its temperature", "Oven|fridge, temperature"
    ) == [
        "Fridge|its temperature",
        "Oven|fridge, temperature",
    ]
    assert best_first("temperature fridge", "Fridge|cold") == []
    assert best_first("whole words", "Any|whole, and words", "Other|whole words") == [
        "Other|whole words",
        "Any|whole, and words",
    ]


@pytest.mark.parametrize(
    ("typed", "text"),
    [("温度", "每天测量温度。"), ("حرارة", "قياس الحرارة"), ("รถ", "ขับรถ"), ("übel", "Kübel")],
)
def test_a_part_of_a_word_is_found_where_no_space_is(typed: str, text: str) -> None:
    ((start, length),) = spans(Query(typed), text)
    assert folded(text[start : start + length]) == folded(typed)


def test_what_is_found_is_shown() -> None:
    assert spans(Query("temp write"), "Write the temperature; rewrite it.") == [(0, 5), (10, 4)]
    assert spans(Query("smoke tests"), "smoke-tests") == [(0, 5), (6, 5)]
    assert spans(Query("smoke-tests"), "Run smoke  tests") == [(4, 12)]
    assert spans(Query("sterge"), "🚀 Șterge") == [(2, 6)]
    assert spans(Query(" , "), "a, b") == []


def test_the_nearest_word() -> None:
    known = {"temperature": 3, "temper": 1, "procedure": 9, "oven": 2, "over": 2, "een": 1}
    assert nearest_word("temprature", known) == "temperature"
    assert nearest_word("procedrue", known) == "procedure"
    assert nearest_word("oevn", known) == "oven"
    assert nearest_word("ovex", known) == "oven"  # as many skills have it as "over"
    assert nearest_word("proced", {"procedure": 1}) == "procedure"
    assert nearest_word("xn", known) is None
    assert nearest_word("zzzzzz", known) is None


def test_a_phrase_is_corrected_word_by_word() -> None:
    known = {"temperature": 3, "card": 1}
    assert corrected("temprature card", known) == "temperature card"
    assert corrected("temp card", known) is None  # both begin one
    assert corrected("temprature xyzxyz", known) is None
    assert corrected("temprature " * 1_000, known) is None


def test_the_nearest_name() -> None:
    assert nearest_name("production deploymnt", ["production deployment", "smoke tests"]) == (
        "production deployment"
    )
    assert nearest_name("productiondeployment", ["production deployment"]) == (
        "production deployment"
    )
    assert nearest_name("something else", ["production deployment"]) is None
    assert nearest_name("", ["a"]) is None
