"""Rough descriptions as people give them, with the steps and goals that a person would write."""

from pathlib import Path

import pytest

from app.core.drafting.draft import draft
from app.core.drafting.outline import outline
from app.core.drafting.speech.languages import LANGUAGES, speech_of
from app.core.skills.model import GoalKind
from app.core.skills.reading.grammar import parse
from tests.core.description_score import cases, row, score, total

DOCUMENTED = Path(__file__).parents[2] / "docs" / "enrichment.md"
LEAST = {"seen": 1.0, "unseen": 0.95}
"""Share of the parts that must be right: these figures may get better, not worse."""


@pytest.mark.parametrize("name", sorted(LEAST))
def test_the_measured_set_is_read_as_well_as_the_documentation_says(name: str) -> None:
    scores = total(name)
    assert len(scores) == 10
    wanted = sum(one.wanted for one in scores)
    assert sum(one.right for one in scores) >= LEAST[name] * wanted
    assert row(name, scores) in DOCUMENTED.read_text("utf-8")


def test_a_score_tells_right_from_wrong() -> None:
    case = {"text": "", "steps": ["Count it.", "Lock it."], "goals": {"Trigger": "every day"}}
    found = outline("Every day I count it and lock it.")
    assert score(case, found).is_exact
    found.steps.reverse()
    assert score(case, found).right == 2


@pytest.mark.parametrize("case", [*cases("seen"), *cases("unseen")], ids=lambda c: c["text"][:30])
def test_each_is_told_by_its_language_and_nothing_of_it_is_lost(case: dict[str, object]) -> None:
    described = str(case["text"])
    assert speech_of(described).code == case["language"]
    made = draft(described)
    assert not made.lost
    assert parse(made.text).text == made.text


@pytest.mark.parametrize(
    ("said", "steps"),
    [
        (
            "Verifique o número, olhe as fotos, decida se devolve o dinheiro e feche o caso.",
            ["Verifique o número.", "Olhe as fotos.", "Decida se devolve o dinheiro.",
             "Feche o caso."],
        ),
        (
            "Verificați numărul, uitați-vă la poze, decideți dacă returnați banii și închideți"
            " tichetul.",
            ["Verificați numărul.", "Uitați-vă la poze.", "Decideți dacă returnați banii.",
             "Închideți tichetul."],
        ),
        (
            "Buy milk, eggs, bread and sugar. Bake the cake, let it cool, and serve it.",
            ["Buy milk, eggs, bread and sugar.", "Bake the cake.", "Let it cool.", "Serve it."],
        ),
        (
            "Make sure all windows are shut, all lights are off, and the alarm is on. Then go.",
            ["Make sure all windows are shut, all lights are off, and the alarm is on.", "Go."],
        ),
        (
            "Wash and dry the dishes and decide whether to wait and see or to call.",
            ["Wash and dry the dishes.", "Decide whether to wait and see or to call."],
        ),
        (
            "Wir holen das Paket ab, scannen den Code und legen es ins Regal.",
            ["Das Paket abholen.", "Den Code scannen.", "Es ins Regal legen."],
        ),
        (
            "Check the number, decide, tell them. Wash, rinse, dry and stack the plates.",
            ["Check the number.", "Decide.", "Tell them.",
             "Wash, rinse, dry and stack the plates."],
        ),
        (
            "Brot, Milch und Eier kaufen, entscheiden, die Küche putzen und kochen.",
            ["Brot, Milch und Eier kaufen.", "Entscheiden.", "Die Küche putzen.", "Kochen."],
        ),
        (
            "Comprar leche, huevos, azúcar y pan, decidir, y preparar la mesa.",
            ["Comprar leche, huevos, azúcar y pan.", "Decidir.", "Preparar la mesa."],
        ),
        (
            "Go through the inbox, reply to anything urgent, and archive newsletters.",
            ["Go through the inbox.", "Reply to anything urgent.", "Archive newsletters."],
        ),
        (
            "Before opening, check the fridge and the oven; after that, write it down.",
            ["Before opening, check the fridge and the oven.", "Write it down."],
        ),
        (
            "The nurse checks the name, measures the pressure and writes it down. She waits.",
            ["The nurse checks the name.", "Measures the pressure.", "Writes it down.",
             "She waits."],
        ),
        (
            "Prüfe es. Ist etwas kaputt, mach ein Foto und melde es.",
            ["Prüfe es.", "Ist etwas kaputt, mach ein Foto und melde es."],
        ),
        (
            "Vergiss nicht, das Schild aufzuhängen.",
            ["Das Schild aufhängen."],
        ),
        (
            "Verifica el número, mira las fotos y, si está roto, devuelve el dinero.",
            ["Verifica el número.", "Mira las fotos.", "Si está roto, devuelve el dinero."],
        ),
        (
            "Il faut trier le courrier, classer les lettres, puis porter le reste à la poste.",
            ["Trier le courrier.", "Classer les lettres.", "Porter le reste à la poste."],
        ),
    ],
)  # fmt: skip
def test_enumerated_actions_are_steps_and_enumerated_things_are_not(
    said: str, steps: list[str]
) -> None:
    assert outline(said).steps == steps


@pytest.mark.parametrize(
    "said",
    [
        "If it is red, stop it. Otherwise go on.",
        "If it is red I stop it, call Ana and note it.",
        "Falls es rot ist, stoppe es. Sonst weitermachen.",
    ],
)  # fmt: skip
def test_what_depends_on_a_condition_stays_with_it(said: str) -> None:
    assert outline(said).steps == [said]


@pytest.mark.parametrize(
    "said",
    [
        "Count the till and lock up. If the sum is off, count the till again.",
        "Zähle die Kasse und schließe die Tür. Wenn sie falsch ist, zähle die Kasse erneut.",
        "Cuenta la caja y cierra la puerta. Si la suma está mal, cuenta la caja otra vez.",
        "Compte la caisse et ferme la porte. Si la somme est fausse, compte la caisse à nouveau.",
    ],
)
def test_a_condition_that_repeats_a_step_leads_back_to_it(said: str) -> None:
    steps = parse(outline(said).text).steps
    assert len(steps) == 3
    (jump,) = steps[2].jumps
    assert jump.target == 1


@pytest.mark.parametrize(
    ("said", "most"),
    [
        ("Count it and go. If it is off, count it again.", None),
        ("Count it and go. If it is off, count it again, at most three times.", 3),
        ("Zähle die Kasse und gehe. Ist sie falsch, zähle die Kasse erneut, höchstens zweimal.", 2),
        ("Cuenta la caja y vete. Si está mal, cuenta la caja otra vez, como máximo 4 veces.", 4),
    ],
)
def test_how_often_at_most_is_the_cap_of_the_loop(said: str, most: int | None) -> None:
    (jump,) = parse(outline(said).text).steps[-1].jumps
    assert (jump.target, jump.maximum) == (1, most)


@pytest.mark.parametrize(
    ("said", "kind", "value"),
    [
        ("Check it on Mondays. Never open it.", GoalKind.OUT_OF_SCOPE, "Never open it."),
        ("A return comes in: check it.", GoalKind.TRIGGER, "A return comes in."),
        ("Whenever it is down I restart it, and I wait.", GoalKind.TRIGGER, "Whenever it is down."),
        ("Bei einer Störung: Anlage abschalten.", GoalKind.TRIGGER, "Bei einer Störung."),
        ("Am Monatsende drucke ich die Liste.", GoalKind.TRIGGER, "Am Monatsende."),
        ("Lock it so that nobody gets in.", GoalKind.SUCCESS, "Nobody gets in."),
        ("Stir it until it is thick.", GoalKind.SUCCESS, "It is thick."),
        ("Every evening, when all have left, I count.", GoalKind.TRIGGER,
         "Every evening, when all have left."),
        ("Prüfe es. Öffne das Paket nicht.", GoalKind.OUT_OF_SCOPE, "Öffne das Paket nicht."),
        ("În fiecare luni verific lista și sun clientul.", GoalKind.TRIGGER, "În fiecare luni."),
        ("Toda segunda-feira eu abro a loja e conto o dinheiro.", GoalKind.TRIGGER,
         "Toda segunda-feira."),
        ("Revisa la lista. Al final todo está en orden.", GoalKind.SUCCESS,
         "Al final todo está en orden."),
    ],
)  # fmt: skip
def test_what_is_no_step_is_the_goal_that_it_says(said: str, kind: GoalKind, value: str) -> None:
    assert outline(said).goals[kind] == value


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("To refund a customer, check the order and pay.", "Refund a customer"),
        ("Pour faire le pain, mélanger la farine et attendre.", "Faire le pain"),
        ("I lock up every evening. Switch off the lights.", "Lock up"),
    ],
)
def test_what_it_is_for_is_the_title(said: str, title: str) -> None:
    assert outline(said).title == title


def test_every_language_has_its_own_small_words() -> None:
    assert len({speech.code for speech in LANGUAGES}) == len(LANGUAGES)
    assert speech_of("日本語の説明です").code == "en"
