"""What a reference means: numbers, words, labels, phases, names."""

import pytest

from app.core.skills.model import Phase
from app.core.skills.reading.grammar import parse
from app.core.skills.reading.languages.english import ENGLISH
from app.core.skills.reading.languages.german import GERMAN
from app.core.skills.reading.nesting import Place
from app.core.skills.reading.targets import Targets, label

TEXTS = ["Rinse the tank.", "Fill the tank: slowly.", "Weigh the sample.", "Close the lid."]


def top(*numbers: int | None, phases: tuple[int, ...] = ()) -> list[Place]:
    """Steps with those numbers, in those phases."""
    return [
        Place(number, 0, str(n), phases[n - 1] if phases else 0)
        for n, number in enumerate(numbers, 1)
    ]


def targets(*numbers: int | None) -> Targets:
    return Targets(top(*numbers), TEXTS[: len(numbers)])


def nested() -> Targets:
    """Three steps, each with two sub-steps: numbered, with bullets, numbered otherwise."""
    return Targets(
        [
            Place(1, 0, "1"),
            Place(1, 1, "1.1"),
            Place(2, 1, "1.2"),
            Place(2, 0, "2"),
            Place(None, 4, "2.1"),
            Place(None, 4, "2.2"),
            Place(3, 0, "3"),
            Place(5, 7, "3.1"),
            Place(7, 7, "3.2"),
        ],
        ["a", "b", "c", "d", "e", "f", "g", "h", "i"],
    )


PHASES = (Phase("Prepare", 1, 1, 0, 0), Phase("Carry out", 2, 3, 0, 0))


def phased() -> Targets:
    """Two steps in each of two phases."""
    return Targets(top(1, 2, 1, 2, phases=(1, 1, 2, 2)), TEXTS, PHASES)


@pytest.mark.parametrize(
    ("numbers", "said", "meant"),
    [
        ((1, 2, 3), 2, 2),
        ((10, 20, 30), 20, 2),
        ((10, 20, 30), 3, 3),
        ((10, 20, 30), 4, None),
        ((10, 20, 30), 0, None),
        ((3, 1, 2), 1, 2),
        ((2, 2, 3), 2, 1),
        ((None, None), 1, 1),
        ((None, None), 2, 2),
        ((None, None), 3, None),
        ((0, 1, 2), 0, 1),
        ((0, 1, 2), 2, 3),
        ((), 1, None),
    ],
)
def test_a_number_means_the_step_that_has_it_else_the_one_it_counts_to(
    numbers: tuple[int | None, ...], said: int, meant: int | None
) -> None:
    assert targets(*numbers).numbered(said) == meant
    assert targets(*numbers).count == len(numbers)


@pytest.mark.parametrize(
    ("said", "here", "meant"),
    [
        (2, 0, 4), (2, 1, 4), (2, 2, 3), (1, 3, 2), (3, 2, 7), (2, 5, 4), (1, 5, 1), (1, 9, 1),
        (5, 9, 8), (5, 0, None), (7, 8, 9), (3, 9, 7),
    ],
)  # fmt: skip
def test_a_number_means_a_step_beside_first(said: int, here: int, meant: int | None) -> None:
    assert nested().numbered(said, here) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("1.1", 2), ("1.2", 3), ("1.3", None), ("2.1", 5), ("2.2", 6), ("2.3", None), ("2.0", None),
        ("2a", 5), ("2b", 6), ("2c", None), ("3.5", 8), ("3.7", 9), ("3.1", None), ("9.1", None),
        ("1.1.1", None), ("2", 4), ("9", None),
    ],
)  # fmt: skip
def test_an_outline_means_the_sub_step(said: str, meant: int | None) -> None:
    assert nested().outlined(said) == meant


def test_a_label_goes_before_what_is_counted() -> None:
    found = Targets(
        [Place(2, 0, "1", 0, "5.2"), Place(1, 0, "2", 0, "5.1"), Place(3, 0, "3", 0, "C")],
        TEXTS[:3],
    )
    assert (found.labelled("5.2"), found.outlined("5.2"), found.outlined("5.1")) == (1, 1, 2)
    assert (found.labelled("c"), found.word("c", 1, ENGLISH)) == (3, 3)
    assert found.labelled("5.9") is None
    assert (
        Targets([Place(1, 0, "1", 0, "b"), Place(2, 0, "2", 0, "b")], ["", ""]).labelled("b") == 1
    )


@pytest.mark.parametrize(
    ("label_", "said"),
    [("Step 4A", "4a"), ("Schritt b", "b"), ("Step II", "ii"), ("Étape 12c", "12c")],
)
def test_what_stands_behind_the_word_is_a_label(label_: str, said: str) -> None:
    found = Targets([Place(1, 0, "1"), Place(4, 0, "2", 0, label_)], TEXTS[:2])
    assert found.labelled(said) == 2
    assert found.outlined(said) == 2


def test_a_plain_number_or_a_bare_letter_is_no_second_label() -> None:
    found = Targets([Place(4, 0, "1", 0, "Step 4"), Place(2, 0, "2", 0, "4b")], TEXTS[:2])
    assert (found.labelled("4"), found.labelled("b")) == (None, None)
    assert found.labelled("4b") == 2


def test_where_steps_say_step_only_they_are_meant() -> None:
    found = Targets(
        [
            Place(1, 0, "1", 0, "Step 1"), Place(1, 1, "1.1"), Place(2, 1, "1.2"),
            Place(2, 0, "2", 0, "Step 2"), Place(2, 0, "3", 0, "Step 2"),
        ],
        [*TEXTS, "e"],
    )  # fmt: skip
    assert [found.numbered(n, 2) for n in (1, 2)] == [1, 4]
    assert found.numbered(3, 2) == 5
    below = Targets(
        [Place(1, 0, "1"), Place(2, 1, "1.1", 0, "Step 2"), Place(2, 0, "2")], TEXTS[:3]
    )
    assert below.numbered(2) == 3


@pytest.mark.parametrize(
    ("said", "here", "meant"),
    [(1, 1, 1), (2, 1, 2), (1, 3, 3), (2, 4, 4), (1, 0, 1), (2, 0, 2), (3, 4, 3), (4, 1, 4)],
)
def test_a_number_means_a_step_of_the_same_phase_first(said: int, here: int, meant: int) -> None:
    assert phased().numbered(said, here) == meant


def test_phases_have_a_number_and_a_title() -> None:
    names = ("1", "2", "3", "two", "second", "ii", "carry out", "prepare", "nothing", "0")
    assert [phased().phase(name) for name in names] == [1, 2, 0, 2, 2, 2, 2, 1, 0, 0]
    unnumbered = Targets(top(1), TEXTS[:1], (Phase("Prepare", 0, 1, 0, 0),))
    assert [unnumbered.phase(name) for name in ("prepare", "1", "one", "it")] == [1, 0, 0, 0]
    assert [phased().within(n, 2) for n in (0, 1, 2, 3)] == [None, 3, 4, None]
    assert phased().within(1, 5) is None
    counted = Targets(top(10, 20, phases=(1, 1)), TEXTS[:2], PHASES)
    assert [counted.within(n, 1) for n in (1, 2, 3, 10, 20)] == [1, 2, None, 1, 2]
    assert [phased().is_near(1, here) for here in (0, 1, 2, 3, 4)] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert phased().is_near(4, 3)


@pytest.mark.parametrize(
    ("here", "by", "meant"),
    [
        (1, 1, 4), (4, 1, 7), (4, -1, 1), (7, 1, None), (1, -1, None), (2, 1, 3), (3, -1, 2),
        (3, 1, 4), (2, -1, None), (5, -1, 1), (6, 1, 7), (9, 1, None), (7, -2, 1), (1, 0, 1),
        (8, -1, 4), (6, -2, None), (2, 2, 7),
    ],
)  # fmt: skip
def test_neighbours_are_those_beside_then_those_around(
    here: int, by: int, meant: int | None
) -> None:
    assert nested().neighbour(here, by) == meant


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("2", 2), ("2nd", 2), ("1st", 1), ("3rd", 3), ("4th", 4), ("2e", 2), ("2.", 2), ("3o", 3),
        ("two", 2), ("second", 2), ("previous", 2), ("next", 4), ("last", 4), ("this", 3),
        ("final", 4), ("9", None), ("twentieth", None), ("green", None), ("zwei", None),
        ("1000000000", None), ("2x", None),
    ],
)  # fmt: skip
def test_a_word_means_a_step(word: str, meant: int | None) -> None:
    assert targets(1, 2, 3, 4).word(word, 3, ENGLISH) == meant


def test_words_of_any_language() -> None:
    four = targets(1, 2, 3, 4)
    said = {"self": 3, "here": 3, "itself": 3, "this": 3, "zwei": 2, "zweiten": 2, "dritten": 3}
    assert {word: four.any_word(word, 3) for word in said} == said
    assert four.any_word("green", 3) is None
    assert four.word("letzten", 1, GERMAN) == 4
    assert targets().word("last", 0, ENGLISH) is None


@pytest.mark.parametrize(
    ("words", "here", "meant"),
    [
        ("rinse", 3, 1), ("Rinse the tank", 3, 1), ("fill the tank", 1, 2), ("weigh", 1, 3),
        ("weighing", 1, 3), ("the sample step", 1, 3), ("tank", 4, None), ("tank above", 2, 1),
        ("tank below", 1, 2), ("lid", 1, 4), ("the", 1, None), ("", 1, None), ("moon", 1, None),
        ("sample", 3, None), ("Weigh the sample", 3, 3), ("slowly", 1, 2), ("tank below", 4, None),
        ("weigh below", 3, None), ("weigh above", 3, None),
    ],
)  # fmt: skip
def test_the_words_of_a_step_name_it(words: str, here: int, meant: int | None) -> None:
    four = targets(1, 2, 3, 4)
    assert four.label(words, here) == meant
    assert four.asked_by_name == {here}


@pytest.mark.parametrize(
    ("texts", "words", "meant"),
    [
        (("Report: tell them", "Report the hours"), "report", 1),
        (("Report the hours", "Report the miles"), "report", None),
        (("Write the report", "Report it"), "report", 2),
        (("Clean the blue pump", "Blue paint"), "pump", 1),
        (("Strengthen it", "x"), "strengthening", 1),
        (("Cut it", "x"), "cuts", None),
        (("Cart it away", "x"), "cartographies", None),
        (("Run @skill: smoke-test(a=1)", "x"), "smoke test", 1),
        (("Go on [[skill:Night shift]]", "x"), "night", 1),
        (("One @branch: if rinse -> 2", "x"), "rinse", None),
        (("one two three four five six seven", "x"), "seven", None),
        (("a long heading: word here now this", "x"), "now", 1),
        (("alpha beta gamma: one two three four five", "x"), "four", 1),
        (("alpha beta gamma: one two three four five", "x"), "five", None),
        (("@skill: a: green", "x"), "green", 1),
        (("x" * 61 + ": green gold", "x"), "gold", 1),
    ],
)
def test_which_of_the_words_count(texts: tuple[str, ...], words: str, meant: int | None) -> None:
    places = [Place(n, 0, str(n)) for n in range(1, len(texts) + 2)]
    assert Targets(places, [*texts, "y"]).label(words, 3) == meant


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("Rinse the tank", 1), ("rinse", None), ("Fill the tank", 2), ("tank", None), ("", None),
        ("close the lid", 4), ("moon", None),
    ],
)  # fmt: skip
def test_a_title_is_all_or_the_beginning_of_a_step(words: str, meant: int | None) -> None:
    four = targets(1, 2, 3, 4)
    assert four.titled(words, 2) == meant
    assert four.asked_by_name == ({2} if words else set())
    twice = Targets(top(1, 2), ["Fill the tank.", "Fill the tank."])
    assert twice.titled("Fill the tank", 1) is None


def test_a_word_in_too_many_steps_names_none() -> None:
    def named(count: int) -> int | None:
        texts = [f"Fill bottle {n}" for n in range(count - 1)] + ["Fill"]
        return Targets([Place(n, 0, str(n)) for n in range(1, count + 1)], texts).titled(
            "fill it", 1
        )

    texts = ["Fill: it"] + [f"Empty filled bottle {n}" for n in range(99)]
    places = [Place(n, 0, str(n)) for n in range(1, 102)]
    assert Targets(places[:100], texts).label("fill", 5) == 1
    assert Targets(places, [*texts, "Filling"]).label("fill", 5) is None
    assert named(3) is None


def test_a_label_is_the_beginning_of_a_step() -> None:
    found = label("Fill the tank: slowly and to the top")
    assert found.leading == ("fill", "tank", "slowly", "top")
    assert found.heading == ("fill", "tank")
    assert found.named == {"fill", "tank", "slowly", "top"}
    assert label("Fill @skill: pour: it").heading == ()
    assert label("Fill it").heading == ()
    assert label("w " * 120 + "end").leading == ("w",) * 6


def test_the_steps_of_a_skill_are_targets() -> None:
    skill = parse("## Open\n\n3. Turn it.\n4. Pull it.\n   - left\n\n## Close\n\n3. Push it.\n")
    found = Targets.of(skill.steps, skill.phases)
    assert found.count == 3
    assert [found.numbered(n) for n in (3, 4, 2)] == [1, 2, 2]
    assert [found.numbered(n, 4) for n in (3, 4)] == [4, 2]
    assert (found.outlined("4.1"), found.phase("close"), found.label("push", 1)) == (3, 2, 4)
    lettered = parse("a) One\nb) Two\n")
    assert Targets.of(lettered.steps, ()).outlined("b") == 2


def test_a_number_from_outside_the_phases_means_the_first_that_has_it() -> None:
    far = Targets(top(5, 6, 5, 7, phases=(1, 1, 2, 2)), TEXTS, PHASES)
    assert [far.numbered(n) for n in (5, 6, 7, 2)] == [1, 2, 4, 2]
    assert [far.numbered(n, 1) for n in (7, 5)] == [4, 1]
    mixed = Targets(top(5, 5, phases=(0, 1)), TEXTS[:2], PHASES[:1])
    assert (mixed.numbered(5), mixed.numbered(5, 2), mixed.numbered(5, 1)) == (1, 2, 1)
    assert mixed.word("5", 2, ENGLISH) == mixed.word("five", 2, ENGLISH) == 2


def test_sub_steps_in_a_phase_have_its_numbers() -> None:
    found = Targets(
        [Place(1, 0, "1", 1), Place(9, 1, "1.1", 1), Place(2, 0, "2", 2), Place(8, 3, "2.1", 2)],
        TEXTS,
        PHASES,
    )
    assert (found.outlined("1.9"), found.outlined("2.8"), found.outlined("1.1")) == (2, 4, None)
    one = Targets([Place(1, 0, "1"), Place(None, 1, "1.1")], TEXTS[:2])
    assert one.outlined("1.1") == 2


def test_which_of_two_names_is_meant() -> None:
    three = [Place(n, 0, str(n)) for n in (1, 2, 3)]
    assert Targets(three, ["Oil the blue pump", "Pump it", "x"]).label("pump", 3) == 2
    assert (
        Targets(three, ["Oil the blue pump", "Old pump, blue", "x"]).label("blue pump", 3) is None
    )
    assert Targets(three, ["Pump grey oil", "Green oil pump", "x"]).label("pump oil", 3) == 1
    assert Targets(three, ["Cart it", "x", "Cartons out"]).label("carts", 2) == 1
    assert Targets(three, ["Look", "x", "Lookers"]).label("looked", 2) == 1
    assert Targets(three, ["Seal it", "Weigh it above", "x"]).label("sealings", 2) is None
    assert Targets(three, ["Take oil", "Pump", "Take grey oil"]).label("oil above", 2) == 1
