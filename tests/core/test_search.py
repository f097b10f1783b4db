"""Searching the skills: the best first, in any script, with what was perhaps meant."""

import threading
from random import Random

import pytest

from app.core.errors import Cancelled
from app.core.library import catalogue, library, undoing
from app.core.library.excerpts import Excerpt, excerpt
from app.core.library.record import Meta
from app.core.library.search import SkillSearch
from app.core.matching.query import Query
from app.core.progress import Silent
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from tests.core.test_known_skills import change

FRIDGE = """---
description: Look after what has to stay cold
tags: [cold chain]
---
# Vaccine fridge alarm

Trigger: the alarm of the fridge
Success: one temperature every four hours, none missing

1. Look at the door.
2. Write the temperature and the time on the card. Then close it.
"""


def found(search: SkillSearch, vault: Vault, typed: str) -> list[str]:
    ids = catalogue.ids(vault, order="updated")
    return [row.title for row in catalogue.some(vault, search.find(Query(typed), ids)).values()]


def meant(search: SkillSearch, vault: Vault, typed: str) -> str | None:
    return search.meant(Query(typed), catalogue.ids(vault))


@pytest.fixture
def search(vault: Vault) -> SkillSearch:
    for number in (77, 7, 778, 9):
        library.save(vault, None, f"# Procedure {number}\n\n1. Do part {number}.\n")
    library.save(vault, None, "# Rota\n\n1. Follow procedure 77, then go home.\n")
    library.save(vault, None, FRIDGE)
    return SkillSearch(vault)


def test_a_skill_is_first_for_its_own_name(vault: Vault, search: SkillSearch) -> None:
    assert found(search, vault, "procedure 77") == ["Procedure 77", "Procedure 778", "Rota"]
    assert found(search, vault, "PROCÉDURE 7")[0] == "Procedure 7"
    assert found(search, vault, "rota") == ["Rota"]


def test_equals_stay_in_the_order_of_the_list(vault: Vault, search: SkillSearch) -> None:
    ids = catalogue.ids(vault)
    there = search.find(Query("do part"), ids)
    assert search.find(Query("do part"), reversed(ids)) == there[::-1]
    assert search.find(Query("do part"), there[1:2]) == there[1:2]


def test_description_tags_goals_and_steps_are_searched(vault: Vault, search: SkillSearch) -> None:
    for typed in ("stay cold", "cold chain", "four hours", "the card", "alarm temperature"):
        assert found(search, vault, typed) == ["Vaccine fridge alarm"]
    assert found(search, vault, "success") == []  # the name of a goal is nobody's word
    assert found(search, vault, ", ;") == []


def test_every_script_is_found(vault: Vault) -> None:
    for text in (
        "# 疫苗冰箱\n\n1. 每天测量温度两次。\n",
        "# قياس الحرارة\n\n1. اكتب الدرجة.\n",
        "# Ștergere\n\n1. Ține minte.\n",
    ):
        library.save(vault, None, text)
    search = SkillSearch(vault)
    for typed, title in (
        ("冰箱", "疫苗冰箱"), ("温度", "疫苗冰箱"), ("حراره", "قياس الحرارة"),
        ("دَرَجة", "قياس الحرارة"), ("stergere", "Ștergere"), ("tine", "Ștergere"),
    ):  # fmt: skip
        assert found(search, vault, typed) == [title]


def test_what_was_meant_finds_something(vault: Vault, search: SkillSearch) -> None:
    assert meant(search, vault, "procedre 77") == "Procedure 77"
    assert meant(search, vault, "vacine fridge alrm") == "Vaccine fridge alarm"
    assert meant(search, vault, "temprature card") == "temperature card"
    assert meant(search, vault, "quantum") is None
    assert search.meant(Query("procedre 77"), []) is None


def test_what_was_meant_is_spelled_as_it_is_written(vault: Vault) -> None:
    library.save(vault, None, "# A\n\n1. Die Prüfung beginnt.\n")
    assert meant(SkillSearch(vault), vault, "prufugn") == "prüfung"


@pytest.mark.parametrize("seed", range(6))
def test_after_any_change_it_is_as_if_all_were_read_anew(vault: Vault, seed: int) -> None:
    random = Random(seed)
    library.save(vault, None, "# S1\n")
    engram = catalogue.rows(vault)[0].engram
    followed = SkillSearch(vault)
    for _turn in range(30):
        change(vault, random, engram)
        if random.random() < 0.6:
            for typed in ("s1", "skill", "s"):
                assert found(followed, vault, typed) == found(SkillSearch(vault), vault, typed)


def test_tags_and_names_that_change_are_found(vault: Vault, search: SkillSearch) -> None:
    (skill,) = [row.id for row in catalogue.rows(vault) if row.title == "Rota"]
    assert found(search, vault, "weekly") == []
    library.refile(vault, skill, Meta(catalogue.rows(vault)[0].engram, tags=("weekly",)))
    assert found(search, vault, "weekly") == ["Rota"]
    library.delete(vault, skill)
    assert found(search, vault, "weekly") == []
    undoing.undo(vault)
    assert found(search, vault, "weekly") == ["Rota"]


def test_several_threads_ask_at_once(vault: Vault, search: SkillSearch) -> None:
    answers: list[list[str]] = []
    threads = [
        threading.Thread(target=lambda: answers.append(found(search, vault, "procedure 77")))
        for _n in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [["Procedure 77", "Procedure 778", "Rota"]] * 4


def test_a_search_is_given_up(vault: Vault, search: SkillSearch) -> None:
    class Stopped(Silent):
        cancelled = True

    with pytest.raises(Cancelled):
        search.find(Query("procedure"), catalogue.ids(vault), Stopped())
    assert found(search, vault, "rota") == ["Rota"]


def shown(typed: str, text: str = FRIDGE, *tags: str) -> Excerpt:
    return excerpt(parse(text), Meta(1, tags=tags), Query(typed))


def test_the_sentence_that_matches_says_where_it_stands() -> None:
    assert shown("temperature card") == Excerpt(
        "2",
        "Write the temperature and the time on the card.",
        ((10, 11), (42, 4)),
        parse(FRIDGE).steps[1].start,
    )
    assert shown("hours").start == parse(FRIDGE).goals[-1].start
    assert (shown("hours").place, shown("hours").text[:15]) == ("Success", "one temperature")
    assert shown("cold") == Excerpt("", "Look after what has to stay cold", ((28, 4),))
    assert shown("weekly", FRIDGE, "Weekly").place == "Tags"


def test_where_only_the_name_is_found_the_description_is_shown() -> None:
    assert shown("vaccine").text == "Look after what has to stay cold"
    assert shown("b", "# B\n\n1. First do this.\n") == Excerpt("1", "First do this.")
    assert shown("b", "# B") == Excerpt("", "")
    assert shown("aside", "# B\n\n1. Do it.\n\n> An aside.\n").text == "> An aside."
    assert shown("b", "") == Excerpt("", "")


def test_a_long_sentence_begins_near_what_was_found() -> None:
    cut = shown("needle", f"# A\n\n1. {'hay ' * 400}needle {'hay ' * 100}\n")
    assert cut.text.startswith("…hay") and len(cut.text) < 250
    ((start, length),) = cut.found
    assert start < 60 and cut.text[start : start + length] == "needle"
    one_word = shown("针", f"# A\n\n1. {'草' * 400}针{'草' * 100}\n")
    assert one_word.found and one_word.found[0][0] < 60
