"""Procedures of many trades, and what a careful person reads in them."""

import pytest

from app.core.skills.reading.grammar import parse

Jumps = list[tuple[int, int | None, int | None, str]]
"""From which step (by position) to which, how often at most, and words of the condition."""

READ: dict[str, tuple[str, int, Jumps]] = {
    "letters beside the numbers of headings": (
        "# Caramel\n\n## Step 1: Melt the sugar\n\nDo not stir.\n\n"
        "## Step 2A: Add cream\n\nSlowly.\n\n## Step 2B: Add butter\n\nCold.\n\n"
        "## Step 3: Taste\n\nIf it is grainy, go back to step 2B, at most twice.\n",
        4, [(4, 3, 2, "grainy")],
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
        assert words in said if words else not said
        assert "unless" not in said and "salvo" not in said
