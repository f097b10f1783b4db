"""Procedures of many trades, and what a careful person reads in them."""

import pytest

from app.core.skills.editing.numbering import number_steps
from app.core.skills.editing.render import delete_step, split_step
from app.core.skills.reading.grammar import parse
from app.core.skills.step_names import step_names

Jumps = list[tuple[int, int | None, int | None, str]]
"""From which step (by position) to which, how often at most, and words of the condition."""

READ: dict[str, tuple[str, int, Jumps]] = {
    "letters beside the numbers of headings": (
        "# Caramel\n\n## Step 1: Melt the sugar\n\nDo not stir.\n\n"
        "## Step 2A: Add cream\n\nSlowly.\n\n## Step 2B: Add butter\n\nCold.\n\n"
        "## Step 3: Taste\n\nIf it is grainy, go back to step 2B, at most twice.\n",
        4, [(4, 3, 2, "grainy")],
    ),
    "ordinal signs": (
        "# Encolar\n\n1.º Lijar.\n2.º Encolar.\n3.º Prensar. Si se mueve, vuelva al paso 2.\n",
        3, [(3, 2, None, "mueve")],
    ),
    "keycaps": (
        "1\ufe0f\u20e3 Sand it.\n2\ufe0f\u20e3 Glue it.\n"
        "3\ufe0f\u20e3 Press. If it slips, go back to step 2.\n",
        3, [(3, 2, None, "slips")],
    ),
    "a step of so many": (
        "Step 1 of 3: Sand it.\nStep 2 of 3: Glue it.\n"
        "Step 3 of 3: Press. If it slips, go back to step 2.\n",
        3, [(3, 2, None, "slips")],
    ),
    "Roman headings": (
        "## Step I: Wash the tank\n\nCold.\n\n## Step II: Drain it\n\n"
        "If foam is left, return to step I.\n",
        2, [(2, 1, None, "foam")],
    ),
    "Roman phases": (
        "## Phase I\n\n1. Ask for the papers.\n2. Copy them.\n\n## Phase II\n\n"
        "1. Compare the names. If they differ, repeat step 2 of phase I.\n"
        "2. File them. If nothing fits, go back to phase I.\n",
        4, [(3, 2, None, "differ"), (4, 1, None, "nothing fits")],
    ),
    "words for the phase": (
        "## Phase one: Dough\n\n1. Weigh.\n2. Knead.\n\n## Phase two: Oven\n\n1. Heat it.\n"
        "2. Bake. If it is pale, repeat step 2 of phase two. If salt is missing, go back to step 1"
        " of phase one.\n",
        4, [(4, 4, None, "pale"), (4, 1, None, "salt")],
    ),
    "a phase by its title": (
        "### Look at it\n\n1. Measure.\n2. Add it up. If it is over 900, go to step 1 of"
        " \"Ask the insurer\".\n\n### Ask the insurer\n\n1. Send the file.\n2. Wait.\n",
        4, [(2, 3, None, "over 900")],
    ),
    "a cap of what is done again": (
        "1. Close the gate.\n2. Is the track free? No: wait and go to step 1 again, at most"
        " 4 times. Yes: go to step 4.\n3. Report it.\n4. Open the gate.\n",
        4, [(2, 1, 4, "no"), (2, 4, None, "yes")],
    ),
    "a cap in the next sentence": (
        "1. Drain the pipe.\n2. Turn the nut.\n3. If it is stuck, oil it and retry step 2."
        " Give up after 3 attempts and ring the workshop.\n",
        3, [(3, 2, 3, "stuck")],
    ),
    "to do so many times": (
        "1. Mix.\n2. Rest it.\n3. Fold. Do steps 1 and 2 three more times.\n4. Shape it.\n",
        4, [(3, 1, 3, "")],
    ),
    "a question, and what to do before": (
        "1. Greet.\n2. Measure. Above 150? Measure again in ten minutes (back to step 2, no more"
        " than two repeats). Otherwise go to step 4.\n3. Ring the doctor.\n4. Sign.\n",
        4, [(2, 2, 2, "above 150"), (2, 4, None, "otherwise")],
    ),
    "a question that asks what": (
        "1. Weigh it.\n2. What does the label say? Write it down and go back to step 1.\n",
        2, [(2, 1, None, "")],
    ),
    "in which case": (
        "1. Ring.\n2. Leave a note unless somebody opens, in which case skip to step 4.\n"
        "3. Come back.\n4. Hand it over.\n",
        4, [(2, 4, None, "somebody opens")],
    ),
    "a step in quotes": (
        "- Put a bucket down.\n- Open the trap.\n- Clean it.\n- Close it. Does it leak? Back to"
        " \"Open the trap\".\n",
        4, [(4, 2, None, "leak")],
    ),
    "a step in brackets": (
        "1. Load.\n2. Test the brake. Passed -> 4, failed -> 3\n3. Mend it, then test again"
        " (step 2).\n4. Leave.\n",
        4, [(2, 4, None, "passed"), (2, 3, None, "failed"), (3, 2, None, "")],
    ),
    "the sections go on": (
        "Mode d'emploi du four\n\n1. Objet\nPropre.\n\n2. Domaine d'application\nLa boulangerie."
        "\n\n3. Mode opératoire\n3.1 Couper le gaz.\n3.2 Gratter. S'il est chaud, retourner au"
        " point 3.1.\n\n4. Archivage\nUn an.\n",
        2, [(2, 1, None, "chaud")],
    ),
    "sonst mit": (
        "1. Messen. Bei mehr als 39 Grad weiter mit Schritt 3, ansonsten mit Schritt 4.\n"
        "2. Warten.\n3. Arzt rufen.\n4. Eintragen.\n",
        4, [(1, 3, None, "39"), (1, 4, None, "ansonsten")],
    ),
    "das Verb vor dem Doppelpunkt": (
        "1. Wählen.\n2. Meldet sich niemand: nach einer Stunde erneut ab Schritt 1, höchstens drei"
        " Versuche.\n3. Vermerken.\n",
        3, [(2, 1, 3, "meldet sich niemand")],
    ),
    "en tal caso": (
        "1. Contar.\n2. Mirar.\n3. Guardar a menos que no quepa; en tal caso, volver al paso 1.\n",
        3, [(3, 1, None, "no quepa")],
    ),
    "caz în care": (
        "1. Numără.\n2. Sună.\n3. Încuie, cu excepția cazului în care plouă, caz în care te"
        " întorci la pasul 1.\n",
        3, [(3, 1, None, "plouă")],
    ),
    "até o máximo de": (
        "1. Discar.\n2. Se ninguém atender, recomece no passo 1, até o máximo de seis tentativas."
        "\n3. Anotar.\n",
        3, [(2, 1, 6, "ninguém")],
    ),
    "nel qual caso": (
        "1. Contare.\n2. Chiudere, salvo che manchi la firma, nel qual caso tornare al passo 1.\n",
        2, [(2, 1, None, "manchi la firma")],
    ),
    "what to do with one of several": (
        "1. Weigh it.\n2. Look at the label:\n   - damaged: mark the box and go to step 4\n"
        "   - fine: go to step 3\n3. Store it.\n4. Send it back.\n",
        4, [(2, 4, None, "damaged"), (2, 3, None, "fine")],
    ),
    "Schritt 3 überspringen": (
        "1. Abtasten.\n2. Wenn es heiß ist, den Arzt rufen und Schritt 3 überspringen.\n"
        "3. Melken.\n4. Eintragen.\n",
        4, [(2, 4, None, "heiß")],
    ),
    "noch zweimal durchführen": (
        "1. Rollen.\n2. Falten.\n3. Die Schritte 1 und 2 noch zweimal durchführen.\n4. Backen.\n",
        4, [(3, 1, 2, "")],
    ),
    "relancer": (
        "1. Imprimer.\n2. En cas de bourrage, ôter la feuille et relancer l'étape 1, trois fois"
        " maximum.\n3. Ranger.\n",
        3, [(2, 1, 3, "bourrage")],
    ),
    "recommencer le comptage": (
        "1. Compter.\n2. S'il en manque, on recommence le comptage depuis le début.\n3. Signer.\n",
        3, [(2, 1, None, "manque")],
    ),
    "riprovare": (
        "1. Comporre.\n2. Se è occupato, riprovare dal passo 1 al massimo due volte.\n3. Fine.\n",
        3, [(2, 1, 2, "occupato")],
    ),
    "1.- and 2.-": (
        "1.- Apagar.\n2.- Limpiar. Con niebla, volver al paso 1.\n3.- Cerrar.\n",
        3, [(2, 1, None, "niebla")],
    ),
    "outline numbers behind the verb": (
        "# Trap\n\n1. Scope\nAll.\n\n2. Purpose\nDry.\n\n3. Procedure\n3.1 Turn it.\n"
        "3.2 Pull it. If it sticks, oil it and repeat 3.1.\n",
        2, [(2, 1, None, "sticks")],
    ),
    "one of several, in a row": (
        "1. Open it.\n2. Depending on the kind: hardware, go to step 3; software, go to step 4.\n"
        "3. Order it.\n4. Install it.\n",
        4, [(2, 3, None, "hardware"), (2, 4, None, "software")],
    ),
    "then you are done": (
        "1. Walk.\n2. Count. All there? Then you are done: go to step 4. One missing? Walk again"
        " from step 1.\n3. Ring.\n4. Close.\n",
        4, [(2, 4, None, "all there"), (2, 1, None, "missing")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_what_a_person_reads(name: str) -> None:
    text, count, wanted = READ[name]
    skill = parse(text)
    assert len(skill.steps) == count
    jumps = [(step.position, jump) for step in skill.steps for jump in step.jumps]
    assert [(at, j.target, j.maximum) for at, j in jumps] == [one[:3] for one in wanted]
    for (_at, jump), (*_where, words) in zip(jumps, wanted, strict=True):
        said = jump.condition.casefold()
        assert words.casefold() in said if words else not said
        assert "unless" not in said and "salvo" not in said


@pytest.mark.parametrize(
    "said",
    [
        "If it leaks, do step 1.",
        "Dacă nu merge, mai vezi o dată pasul 1.",
        "Falls es tropft, dann bitte Schritt 1.",
    ],
)
def test_a_step_in_what_is_done_if_something_is_so_is_never_passed_over(said: str) -> None:
    step = parse(f"1. Open it.\n2. Look.\n3. {said}\n").steps[2]
    assert step.doubts or step.jumps


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("5 Procedure\n5.1 In\n5.1.1 Wash.\n5.1.2 Dry.\n5.2 Out\n5.2.1 Bag it.\n",
         ("5.1.1", "5.1.2", "5.2.1")),
        ("3 Steps\n3.1 Wash.\n3.1.1 Cold.\n3.1.2 Warm.\n3.2 Dry it.\n",
         ("3.1", "3.1.1", "3.1.2", "3.2")),
        ("## Step 1: A\n\nx\n\n## Step 2A: B\n\n- one\n- two\n\n## Step 2B: C\n\ny\n",
         ("1", "2A", "2A.1", "2A.2", "2B")),
        ("## Step I: A\n\nx\n\n## Step II: B\n\ny\n", ("I", "II")),
        ("1. A\n   - one\n2. B\n", ("1", "1.1", "2")),
    ],
)  # fmt: skip
def test_a_step_is_called_as_its_author_marked_it(text: str, names: tuple[str, ...]) -> None:
    assert step_names(parse(text)) == names


def test_a_step_marked_with_a_letter_keeps_it_when_others_go() -> None:
    text = "## Step 1: A\n\nx\n\n## Step 2: B\n\ny\n\n## Step 3A: C\n\nIf so, go to step 4B.\n\n"
    text += "## Step 4B: D\n\nback to step 3A\n"
    after = parse(delete_step(text, 1))
    assert [step.label for step in after.steps] == ["Step 1", "Step 2A", "Step 3B"]
    assert [jump.target for step in after.steps for jump in step.jumps] == [3, 2]


def test_steps_at_the_end_of_a_line_are_not_counted_by_the_list_below() -> None:
    text = "# T\n\nRepeat both steps\n\n1. Go.\n2. Stop.\n"
    assert number_steps(text) == text


def test_splitting_a_bullet_never_makes_the_list_a_part_of_its_step() -> None:
    text = "1. Fill it.\n   - Turn it on. If it drips, go back to step 1.\n   - Wait.\n2. End.\n"
    after = parse(split_step(text, 2, len("Turn it on.")))
    assert [step.text for step in after.steps][1:4] == [
        "Turn it on.", "If it drips, go back to step 1.", "Wait.",
    ]  # fmt: skip
    assert [jump.target for step in after.steps for jump in step.jumps] == [1]
