"""Finding words in a text and writing others in their place."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.skills.editing import find
from app.core.skills.editing.find import (
    BadPattern,
    Edit,
    Finder,
    Query,
    SlowPattern,
    changes,
    spliced,
)

TEXTS = st.text(alphabet="aAbß$ \n\\é温", max_size=40)


def found(
    text: str, words: str, *, case: bool = False, word: bool = False, regex: bool = False
) -> list[str]:
    finder = Finder(Query(words, case, word, regex))
    return [text[start:end] for start, end in finder.spans(text)]


def replaced(text: str, words: str, written: str, *, regex: bool = False) -> str:
    finder = Finder(Query(words, is_regex=regex))
    return spliced(text, finder.edits(text, finder.template(written)))


@given(TEXTS, st.text(alphabet="aAbß$ \\", min_size=1, max_size=3), TEXTS)
def test_words_in_their_own_case_are_replaced_as_python_does(text: str, old: str, new: str) -> None:
    finder = Finder(Query(old, match_case=True))
    assert spliced(text, finder.edits(text, finder.template(new))) == text.replace(old, new)
    assert finder.occurs(text) == (old in text)


@given(TEXTS, TEXTS)
def test_whatever_is_looked_for_only_the_hits_change(text: str, pattern: str) -> None:
    try:
        finder = Finder(Query(pattern, is_regex=True))
    except BadPattern:
        return
    spans = finder.spans(text)
    assert all(start < end for start, end in spans)
    assert all(one[1] <= next_[0] for one, next_ in pairwise(spans))
    same = [Edit(start, end, text[start:end]) for start, end in spans]
    assert spliced(text, same) == text
    assert finder.edits(text, finder.template(r"\g<0>")) == same and not changes(text, same)
    marked = spliced(text, finder.edits(text, finder.template(r"«\g<0>»")))
    assert marked.replace("«", "").replace("»", "") == text
    assert marked.count("«") == len(spans)


@pytest.mark.parametrize(
    ("text", "words", "hits"),
    [
        ("Straße STRASSE strasse", "strasse", ["Straße", "STRASSE", "strasse"]),
        ("ΣΊΣΥΦΟΣ σίσυφος", "σίσυφος", ["ΣΊΣΥΦΟΣ", "σίσυφος"]),
        ("a.b aXb", "a.b", ["a.b"]),
        ("Ökologisch ökologisch", "ÖKO", ["Öko", "öko"]),
        ("nothing", "", []),
    ],
)
def test_case_folds_as_unicode_says(text: str, words: str, hits: list[str]) -> None:
    assert found(text, words) == hits
    assert found(text, words, case=True) == [hit for hit in hits if hit == words]


@pytest.mark.parametrize(
    ("text", "words", "count"),
    [
        ("core temperature, temperatures, temperature_2", "temperature", 1),
        ("$temp and $temperature", "$temp", 1),
        ("l’eau, l'eau et l eau", "eau", 3),
        ("Café cafés cafe\u0301s", "café", 1),
        ("cafe\u0301 au lait", "cafe", 0),
        ("测量温度。", "温度", 1),
        ("วัดอุณหภูมิ", "อุณหภูมิ", 1),
        ("قس الحرارة.", "الحرارة", 1),
        ("قس الحرارةة.", "الحرارة", 0),
        ("in 温度 a", "a", 1),
    ],
)
def test_whole_words_end_where_unicode_ends_them(text: str, words: str, count: int) -> None:
    assert len(found(text, words, word=True)) == count


def test_a_regular_expression_reads_line_by_line_whatever_ends_the_lines() -> None:
    text = "1. Bake\r\n2. Cool\n3. Eat"
    assert found(text, r"^\d\. .*$", regex=True) == ["1. Bake", "2. Cool", "3. Eat"]
    assert found(text, "bake|cool", word=True, regex=True) == ["Bake", "Cool"]
    assert found(text, "x*", regex=True) == []


def test_groups_are_written_and_variables_stay() -> None:
    assert replaced("12:30", r"(\d+):(?<m>\d+)", r"\g<m>.\1", regex=True) == "30.12"
    assert replaced("ask $who", r"ask (\$\w+)", r"tell \1 $1\n\t\\", regex=True) == (
        "tell $who $1\n\t\\"
    )
    assert replaced("ab", "(a)|(b)", r"[\2]", regex=True) == "[][b]"
    assert replaced("a.b", ".", r"\1") == r"a\1b"


@pytest.mark.parametrize("pattern", ["(", "[a", "*", "(?<n", "a)(b", "(" * 900 + ")" * 90])
def test_what_is_no_pattern_is_said_so(pattern: str) -> None:
    with pytest.raises(BadPattern, match="not a regular expression") as raised:
        Finder(Query(pattern, whole_words=True, is_regex=True))
    assert raised.value.hint


@pytest.mark.parametrize("written", [r"\2", r"\g<other>", r"\q", "\\"])
def test_what_can_not_be_written_is_said_so(written: str) -> None:
    finder = Finder(Query("(a)", is_regex=True))
    with pytest.raises(BadPattern, match=re.compile("no group|no meaning")):
        finder.template(written)


@pytest.mark.parametrize("pattern", ["(a|aa)+$", r"(.*?a){30}P", "(x+x+)+y"])
def test_a_catastrophic_pattern_is_given_up(pattern: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "SECONDS", 0.05)
    text = ("a" * 60 + "b") * 200 + "x" * 20_000
    with pytest.raises(SlowPattern):
        Finder(Query(pattern, is_regex=True)).spans(text)


@pytest.mark.parametrize("pattern", ["(((a{100}){100}){100}){100}", "a" * 1_001, "a{99999999999}"])
def test_a_pattern_that_takes_all_memory_is_not_even_read(pattern: str) -> None:
    with pytest.raises(BadPattern, match="too large"):
        Finder(Query(pattern, is_regex=True))
