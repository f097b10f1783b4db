"""Documents through the shipped program: in, looked at as a plan, and back with one undo."""

from pathlib import Path

from tests.core.document_files import odt_parts, pdf, word
from tests.e2e.program import Program

RECEIVE = (
    ("title", "Receiving vaccines"),
    ("h1", "Purpose"),
    ("p", "Vaccines reach the ward fridge without leaving 2 to 8 °C."),
    ("h1", "Input"),
    ("p", "Delivery note, calibrated thermometer."),
    ("h1", "Procedure"),
    ("1", "Read the logger before the driver leaves."),
    ("1", "If it was above 8 °C, go to step 4."),
    ("1", "Put the vaccines into the fridge:"),
    ("2", "oldest date in front,"),
    ("2", "nothing against the back wall."),
    ("1", "Ring the pharmacist."),
)
LIFT = (
    ("title", "Aufzug prüfen"),
    ("h1", "Ablauf"),
    ("1", "1. Tür öffnen."),
    ("1", "2. Wenn das Licht nicht brennt, weiter mit Schritt 4."),
    ("1", "3. Knopf drücken."),
    ("1", "4. Eintragen."),
)
OVEN = (("title", "Éteindre le four"), ("1", "Fermer le gaz."), ("1", "Ouvrir la porte."))


def test_the_procedures_people_already_have(techne: Program, tmp_path: Path) -> None:
    files = {"sop-114.docx": word(RECEIVE), "lift.pdf": pdf(LIFT), "four.odt": odt_parts(OVEN)}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "scan.pdf").write_bytes(pdf([]))
    paths = [tmp_path / name for name in (*files, "scan.pdf")]
    said = techne.run("import", *paths, "--engram", "Ward", "--json")
    assert said.status == 1 and "scan.pdf: It has no text, only images of pages." in said.err
    vaccines, lift, oven, scan = said.json
    assert (vaccines["steps"], vaccines["subSteps"]) == (4, 2)
    assert vaccines["goals"] == ["Requires", "Success"] and "error" in scan
    assert (lift["title"], lift["steps"], oven["steps"]) == ("Aufzug prüfen", 4, 2)
    plan = techne.ask("walk", "Receiving vaccines", "--structured")
    assert [step["index"] for step in plan["steps"]] == [1, 2, 3, 4]
    assert len(plan["steps"][2]["steps"]) == 2
    assert [one["to"] for one in plan["steps"][1]["branches"]] == [4]
    kept = techne.ask("attachments", "Receiving vaccines")
    assert [one["name"] for one in kept] == ["sop-114.docx"]
    techne.ask("undo")
    titles = {one["title"] for one in techne.ask("list")}
    assert not titles & {"Receiving vaccines", "Aufzug prüfen", "Éteindre le four"}
