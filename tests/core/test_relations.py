"""Relations that texts state: in seven languages, with their sentence, never guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.graph.naming import Names
from app.core.graph.relation_cues import Kind
from app.core.graph.relations import Stated, stated
from app.core.skills.reading.grammar import parse

KNOWN = Names(["web-perf", "Safe deploy", "smoke-tests", "help", "Cloudflare", "日本語手順"])


def read(sentence: str, known: Names = KNOWN) -> list[tuple[str, str, bool]]:
    text = f"# My own skill\n\n{sentence}\n\n1. Do it.\n"
    found = stated(parse(text), known)
    for one in found:
        assert text[one.start : one.start + len(one.sentence)] == one.sentence
    return [(one.kind.value, one.target, one.backwards) for one in found]


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("This works well with web-perf.", Kind.COMPLEMENTS),
        ("Best used together with web-perf.", Kind.COMPLEMENTS),
        ("It depends on the skill web-perf.", Kind.REQUIRES),
        ("Cannot run without web-perf.", Kind.REQUIRES),
        ("Builds on web-perf.", Kind.EXTENDS),
        ("Feeds into web-perf.", Kind.ENABLES),
        ("Replaces web-perf for most cases.", Kind.SUPERSEDES),
        ("Use this instead of web-perf.", Kind.SUPERSEDES),
        ("Necesită web-perf.", Kind.REQUIRES),
        ("Funcționează bine cu web-perf.", Kind.COMPLEMENTS),
        ("Extinde web-perf.", Kind.EXTENDS),
        ("Înlocuiește web-perf.", Kind.SUPERSEDES),
        ("Requiere web-perf.", Kind.REQUIRES),
        ("Funciona bien con web-perf.", Kind.COMPLEMENTS),
        ("Amplía web-perf.", Kind.EXTENDS),
        ("Reemplaza a web-perf.", Kind.SUPERSEDES),
        ("Nécessite web-perf.", Kind.REQUIRES),
        ("Fonctionne bien avec web-perf.", Kind.COMPLEMENTS),
        ("S’appuie sur web-perf.", Kind.EXTENDS),
        ("Remplace web-perf.", Kind.SUPERSEDES),
        ("Benötigt web-perf.", Kind.REQUIRES),
        ("Setzt web-perf voraus.", Kind.REQUIRES),
        ("Funktioniert gut mit web-perf.", Kind.COMPLEMENTS),
        ("Baut auf web-perf auf.", Kind.EXTENDS),
        ("Ersetzt web-perf.", Kind.SUPERSEDES),
        ("Richiede web-perf.", Kind.REQUIRES),
        ("Funziona bene con web-perf.", Kind.COMPLEMENTS),
        ("Estende web-perf.", Kind.EXTENDS),
        ("Sostituisce web-perf.", Kind.SUPERSEDES),
        ("Requer web-perf.", Kind.REQUIRES),
        ("Funciona bem com web-perf.", Kind.COMPLEMENTS),
        ("Substitui web-perf.", Kind.SUPERSEDES),
        ("It needs 日本語手順.", Kind.REQUIRES),
    ],
)
def test_relations_are_read_in_seven_languages(sentence: str, kind: Kind) -> None:
    assert [(k, backwards) for k, _target, backwards in read(sentence)] == [(kind.value, False)]


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("Superseded by web-perf.", "supersedes"),
        ("Required by web-perf.", "requires"),
        ("Takes the output of web-perf.", "enables"),
        ("A fost înlocuit de web-perf.", "supersedes"),
        ("Remplacé par web-perf.", "supersedes"),
        ("Wurde ersetzt durch web-perf.", "supersedes"),
        ("Sustituida por web-perf.", "supersedes"),
    ],
)
def test_a_passive_turns_the_relation_round(sentence: str, kind: str) -> None:
    assert read(sentence) == [(kind, "web-perf", True)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Does not require web-perf.",
        "It no longer needs web-perf.",
        "Das benötigt web-perf nicht.",
        "Nu necesită web-perf.",
        "Not for images: use web-perf instead.",
        "web-perf requires Safe deploy.",
        "Requires an account. Then web-perf is next.",
        "Requires a great many other things to be there first before web-perf.",
        "Needs help from somebody.",
        "This requires My own skill.",
        "Requires web-performance.",
        "```\nrequires web-perf\n```",
        "<!-- requires web-perf -->",
        "Works with what is there.",
    ],
)
def test_false_friends_are_not_relations(sentence: str) -> None:
    assert read(sentence) == []


def test_a_list_names_several() -> None:
    assert read("Requires Safe deploy, `smoke-tests` and web-perf.") == [
        ("requires", "safe-deploy", False),
        ("requires", "smoke-tests", False),
        ("requires", "web-perf", False),
    ]


def test_one_pair_can_be_related_in_several_ways() -> None:
    assert read("Extends web-perf. It also works well with web-perf.") == [
        ("extends", "web-perf", False),
        ("complements", "web-perf", False),
    ]


def test_a_small_word_is_a_name_only_where_it_is_marked_as_one() -> None:
    assert read("Needs help.") == []
    assert read("Needs `help`.") == [("requires", "help", False)]
    assert read("Needs /help now.") == [("requires", "help", False)]


def test_prerequisites_are_required() -> None:
    skill = parse("# A\n\nPrerequisites: Safe deploy was run\n\n1. Go on.\n")
    (one,) = stated(skill, KNOWN)
    assert one == Stated(Kind.REQUIRES, "safe-deploy", False, "Safe deploy was run", 20, 0.8)


def test_a_placed_memory_is_not_the_author() -> None:
    text = "# A\n\n1. Go.\n\nIt requires web-perf. _(from notes)_\n\n2. End.\n"
    assert stated(parse(text), KNOWN) == ()


@given(
    st.lists(
        st.sampled_from(
            [
                "requires ",
                "web-perf",
                "Safe deploy",
                ". ",
                "\n",
                "not ",
                "`",
                "1. ",
                "替",
                "replaces ",
            ]
        ),
        max_size=30,
    ).map("".join)
)
def test_whatever_the_text_the_sentence_is_where_it_says(body: str) -> None:
    text = f"# A\n\n{body}"
    for one in stated(parse(text), KNOWN):
        assert text[one.start : one.start + len(one.sentence)] == one.sentence
        assert one.target in KNOWN
        assert 0 < one.confidence <= 1
