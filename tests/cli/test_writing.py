"""`techne enrich`, `draft` and `fix`: proposals, with a model from a script and without one."""

import json
from pathlib import Path

import pytest

from app.core.library import library
from app.core.llm.scripted import Answer, Dies, Loops
from app.core.packs.format.native import write_native
from app.core.vault import Vault
from app.core.vaults import unlock
from tests.cli.conftest import Techne
from tests.cli.proposing import choose
from tests.cli.test_json import documented, keys
from tests.conftest import PASSPHRASE
from tests.core.test_enrichment import GOOD, PLAIN, THIN
from tests.core.trade import GUILD, pack

FOUND = {"severity", "code", "message", "detail", "start", "end", "step", "repairs"}
LISTED = {"engram", "proposed", "waiting"}
BAD: list[Answer] = [
    "",
    Dies('{"title'),
    Loops("la "),
    "x" * 400_000,
    "\x00\x1b[2J\u202e",
    "Es tut mir leid, das geht nicht.",
    '{"title": 3, "steps": "none", "description": [], "triggers": {}, "tags": null, "value": 7}',
    '{"title": "Évasion", "steps": ["Manger une pomme verte", "Dormir"], "value": "Pommes vertes",'
    ' "description": "Manger des pommes vertes au bord de la mer.", "triggers": ["pomme"],'
    ' "tags": ["mer"]}',
]


@pytest.fixture
def skills(home: Path) -> None:
    with Vault(home, unlock(home, passphrase=PASSPHRASE)) as vault:
        library.save(vault, None, PLAIN)
        library.save(vault, None, THIN)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "merge-letters" / "SKILL.md"
    path.parent.mkdir()
    path.write_text(THIN, encoding="utf-8")
    return path


@pytest.mark.usefixtures("skills")
def test_a_proposal_says_where_its_words_are_from(techne: Techne) -> None:
    said = techne("enrich", "Merge letters")
    assert said.status == 0
    assert "Triggers\n  join the replies\n    from “Use this skill when the user wants" in said.out
    assert '+description: "Merges files. This skill merges several .docx' in said.out
    assert "Nothing was saved." in said.out
    assert techne("show", "Merge letters").out == THIN


@pytest.mark.usefixtures("skills")
def test_what_is_accepted_is_one_version(techne: Techne) -> None:
    document = techne("enrich", "Merge letters", "--accept", "triggers,tags", "--json").json
    assert set(keys(document)) == documented("enrich") - LISTED
    assert (document["version"], document["thin"]) == (2, True)
    assert {v["part"]: v["accepted"] for v in document["values"]} == {
        "description": False,
        "triggers": True,
        "tags": True,
    }
    text = techne("show", "Merge letters").out
    assert "techne-triggers" in text and "description: Merges files   # short" in text
    assert techne("undo").status == 0
    assert techne("show", "Merge letters").out == THIN


@pytest.mark.usefixtures("skills")
def test_a_model_says_what_the_text_does_not(
    techne: Techne, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = choose(monkeypatch, [GOOD])
    said = techne("enrich", "Release the app", "--all")
    assert "worded by Scripted" in said.out and "version 2" in said.out
    assert model.unloaded
    assert "is well described" in techne("enrich", "Release the app").out


@pytest.mark.usefixtures("skills")
def test_without_a_model_it_is_said_what_to_do(techne: Techne) -> None:
    said = techne("enrich", "Release the app")
    assert "Not proposed: No language model is chosen. Choose one" in said.out
    assert "Not proposed" not in techne("enrich", "Release the app", "--no-model").out
    said = techne("enrich", "Release the app", "--no-model", "--accept", "tags")
    assert (said.status, said.out) == (1, "")
    assert "There is no proposal for: tags." in said.err


@pytest.mark.usefixtures("skills")
@pytest.mark.parametrize("answer", BAD)
def test_whatever_a_model_says_nothing_is_proposed(
    techne: Techne, monkeypatch: pytest.MonkeyPatch, answer: Answer
) -> None:
    choose(monkeypatch, [answer])
    document = techne("enrich", "Release the app", "--all", "--json").json
    assert document["values"] == [] and document["refused"] and document["version"] == 1
    document = techne("fix", "Release the app", "--save", "--json").json
    assert not document["saved"] and document["text"] == PLAIN
    document = techne("draft", "I water the plants.", "--json").json
    assert document["model"] is None and document["trouble"]
    assert document["text"] == "1. Water the plants.\n"


def test_what_is_imported_thin_is_said_once(techne: Techne, tmp_path: Path) -> None:
    body = THIN.split("---\n")[2]
    path = tmp_path / "letters.gsk"
    path.write_bytes(write_native(pack(body), GUILD))
    assert "1 skill could be described better" in techne("import", path, "--trust", "once").err
    (listed,) = techne("enrich", "--thin", "--json").json
    assert set(listed) == LISTED | {"id", "title"}
    assert listed["waiting"] and listed["proposed"] == ["tags", "triggers"]
    assert techne("enrich", "Merge letters", "--decline").status == 0
    assert techne("enrich", "--thin", "--json").json[0]["waiting"] is False
    assert "described better" not in techne("import", path, "--on-conflict", "replace").err


def test_looking_at_imports_can_be_switched_off(techne: Techne, tmp_path: Path, home: Path) -> None:
    (home / "knowledge.yaml").write_text("procedural:\n  enrichOnInstall: false\n")
    path = tmp_path / "letters.gsk"
    path.write_bytes(write_native(pack(THIN.split("---\n")[2]), GUILD))
    assert "described better" not in techne("import", path, "--trust", "once").err


def test_a_file_is_described_in_place_without_the_vault(
    techne: Techne, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TECHNE_PASSPHRASE_FILE")
    document = techne("--home", file.parent / "none", "enrich", file, "--all", "--json").json
    assert document["file"] == str(file)
    assert Path(document["backup"]).read_text(encoding="utf-8") == THIN
    assert "techne-triggers" in file.read_text(encoding="utf-8")
    again = techne("enrich", file, "--all")
    assert "is well described" in again.out
    assert len(list(file.parent.iterdir())) == 2


def test_a_name_with_a_stroke_in_it_is_a_skill(techne: Techne, home: Path) -> None:
    with Vault(home, unlock(home, passphrase=PASSPHRASE)) as vault:
        library.save(vault, None, PLAIN.replace("Release the app", "CI/CD"))
    assert techne("enrich", "CI/CD", "--no-model", "--json").json["title"] == "CI/CD"
    assert "no skill called" in techne("enrich", "x" * 300).err.lower()


def test_bad_files_are_one_sentence(techne: Techne, file: Path) -> None:
    link = file.with_name("link.md")
    link.symlink_to(file)
    latin = file.with_name("latin.md")
    latin.write_bytes("# Café\n".encode("latin-1"))
    yaml = file.with_name("yaml.md")
    yaml.write_text("---\nname: [\n---\n1. Go.\n")
    for path, said in (
        (link, "is a link"), (latin, "not UTF-8 text"), (yaml, "not valid YAML"),
        (file.with_name("none.md"), "cannot be read"),
    ):  # fmt: skip
        ended = techne("enrich", path, "--all")
        assert (ended.status, ended.out) == (1, "")
        assert said in ended.err and len(ended.err.splitlines()) <= 2
    file.chmod(0o400)
    assert "is read-only" in techne("enrich", file, "--all").err
    assert file.read_text(encoding="utf-8") == THIN


@pytest.mark.parametrize(
    "wrong",
    [
        ["enrich"],
        ["enrich", "--thin", "X"],
        ["enrich", "--thin", "--all"],
        ["enrich", "X", "--accept", "title"],
        ["enrich", "X.md", "--decline"],
        ["draft"],
        ["draft", "x", "--file", "y"],
        ["draft", "x", "--engram", "E"],
    ],
)
def test_what_makes_no_sense_is_wrong_usage(techne: Techne, wrong: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        techne(*wrong)
    assert ended.value.code == 2


def test_a_draft_is_printed_and_saved_only_on_request(techne: Techne, tmp_path: Path) -> None:
    described = tmp_path / "described.txt"
    described.write_text("I boil the water, then I pour it.", encoding="utf-8")
    said = techne("draft", "--file", described, "--no-model")
    assert said.out == "1. Boil the water.\n2. Pour it.\n"
    assert techne("list", "--json").json == []
    untitled = techne("draft", "--file", described, "--save")
    assert untitled.status == 1 and "no title" in untitled.err
    saved = techne("draft", "--file", described, "--title", "Make tea", "--save", "--json").json
    assert {*keys(saved), "why"} == documented("draft")
    assert techne("show", "make tea").out.startswith("# Make tea\n\n1. Boil the water.")


def test_what_a_model_added_to_a_draft_is_named(
    techne: Techne, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {"title": "Plants", "steps": ["Water the plants gently, 3 litres."]}
    choose(monkeypatch, [json.dumps(said)])
    ended = techne("draft", "I water the plants.")
    document = techne("draft", "I water the plants.", "--json").json
    assert document["struck"][0]["text"] == "3 litres" and "3" in document["struck"][0]["why"]
    assert ended.out == "# Plants\n\n1. Water the plants gently.\n"
    assert "Removed: 3 litres You did not give this number" in ended.err
    assert "Not in your description: gently. Check them." in ended.err


def test_a_model_that_leaves_out_more_is_not_followed(
    techne: Techne, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(monkeypatch, [json.dumps({"title": "Tea", "steps": ["Boil the water."]})])
    ended = techne("draft", "I boil the water, then I pour it.")
    assert ended.out == "1. Boil the water.\n2. Pour it.\n"
    assert "leaves out 1 of 2 things you said." in ended.err
    assert "The model left out: I pour it." in ended.err
    document = techne("draft", "I boil the water, then I pour it.", "--json").json
    assert document["model"] is None and document["other"]["text"].startswith("# Tea")
    assert [one["step"] for one in document["sources"]] == [1, 2]
    assert [one["step"] for one in document["other"]["sources"]] == [1, None]


def test_nothing_to_draft_from(techne: Techne) -> None:
    for nothing in (" ", "x" * 20_001):
        assert techne("draft", nothing).status == 1


def test_sure_repairs_are_shown_and_saved_on_request(techne: Techne, home: Path) -> None:
    text = "# Go\n\nTrigger: now\nSuccess: done\n\n1. @skill: Stpo\n2. If $x is odd, stop.\n"
    with Vault(home, unlock(home, passphrase=PASSPHRASE)) as vault:
        library.save(vault, None, "# Stop\n\nTrigger: a\nSuccess: b\n\n1. Stop.\n")
        library.save(vault, None, text)
    said = techne("fix", "Go", "--no-model")
    assert "+1. @skill: Stop" in said.out and "Nothing was saved." in said.out
    document = techne("fix", "Go", "--no-model", "--save", "--json").json
    assert set(keys(document)) == documented("fix")
    assert document["saved"]
    assert "@skill: Stop\n" in techne("show", "Go").out
