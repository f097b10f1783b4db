"""What commands print under --json has one schema, is built in one place, and is documented."""

import ast
import re
from pathlib import Path
from typing import TypeGuard

import pytest
from jsonschema import Draft202012Validator, ValidationError
from plan_schema import PAGE, written

from app.cli import main
from app.core.api import schema as schemas
from app.core.skills.model import GoalKind
from tests.cli.conftest import Techne
from tests.cli.schemas import check, closed, keys, whole
from tests.cli.test_docs import SECTIONS, commands
from tests.cli.test_json import documented

CLI = Path(main.__file__).parent


OTHERS = {"mcp", "serve", "hook"}
"""What these say is in the format of whoever started them."""


def test_every_command_has_a_schema() -> None:
    assert set(schemas.DOCUMENTS) == set(commands()) - OTHERS


def test_the_schema_is_one_and_carries_its_version(techne: Techne) -> None:
    everything = techne("schema").json
    assert everything["version"] == schemas.API_VERSION == 1
    assert everything["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert techne("schema", "--json").json == everything
    for command in schemas.DOCUMENTS:
        one = techne("schema", command).json
        Draft202012Validator.check_schema(one)
        assert one["version"] == schemas.API_VERSION
    assert techne("schema", "nothing").status == 1


def test_every_type_says_what_it_is() -> None:
    silent = [name for name, kind in whole()["$defs"].items()
              if "properties" in kind and not kind.get("description")]  # fmt: skip
    assert not silent


@pytest.mark.parametrize("command", sorted(set(schemas.DOCUMENTS) - {"schema"}))
def test_documented_keys_are_those_of_the_schema(command: str) -> None:
    found = set(keys(whole()["commands"][command]))
    _heading, body = SECTIONS[command]
    named = set(re.findall(r"`([a-zA-Z0-9]+)`", body)) | in_the_plan(command)
    assert found <= named | documented(command), "not documented"
    assert documented(command) - chosen(command) <= found, "documented, and never printed"


def chosen(command: str) -> set[str]:
    """What can be typed for an argument of the command."""
    return {
        str(choice) for action in commands()[command]._actions for choice in action.choices or ()
    }


def in_the_plan(command: str) -> set[str]:
    """The plan of `walk` has a table of its own, which another test reads."""
    return set(keys(whole()["$defs"]["Plan"])) if command == "walk" else set()


def test_a_key_too_many_or_too_few_is_found() -> None:
    with pytest.raises(ValidationError):
        check(["undo"], {"undone": "x", "skills": [], "more": 1})
    with pytest.raises(ValidationError):
        check(["undo"], {})
    check(["undo"], {"undone": "x", "skills": []})
    check(["undo"], {"error": {"code": "failed", "message": "x", "hint": ""}})


@pytest.mark.parametrize("path", sorted(CLI.rglob("*.py")), ids=lambda path: str(path.name))
def test_the_command_line_builds_no_documents(path: Path) -> None:
    """What goes out is named or asked of `core/api`; it is never written down here."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for call in ast.walk(tree):
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
            continue
        if call.func.id != "Answer":
            continue
        assert not call.keywords or all(k.arg != "document" for k in call.keywords)
        built = [node for node in ast.walk(call.args[0]) if isinstance(node, BUILT)]
        assert not built, f"line {call.lineno}"
    if any(isinstance(node, ast.Name) and node.id == "Answer" for node in ast.walk(tree)):
        written = [node.name for node in ast.walk(tree) if writes_document(node)]
        assert not written


BUILT = (ast.Dict, ast.DictComp, ast.List, ast.ListComp, ast.Tuple, ast.BinOp)


def writes_document(node: ast.AST) -> TypeGuard[ast.FunctionDef]:
    """Whether it is a function with a dictionary in it whose keys are written as strings."""
    if not isinstance(node, ast.FunctionDef):
        return False
    dictionaries = [inner for inner in ast.walk(node) if isinstance(inner, ast.Dict)]
    return any(
        isinstance(key, ast.Constant) and isinstance(key.value, str)
        for inner in dictionaries
        for key in inner.keys
    )


def test_the_schema_of_plans_is_shipped() -> None:
    """`python packaging/plan_schema.py` writes it."""
    assert PAGE.read_text(encoding="utf-8") == written()
    Draft202012Validator.check_schema(schemas.schema_of_plan())


def test_a_plan_is_what_its_schema_says(techne: Techne, tmp_path: Path) -> None:
    validate = Draft202012Validator(closed(schemas.schema_of_plan())).validate
    for name, step in (("inner", "Do."), ("outer", "@skill: inner(a=1) -> $b\n   - Look at $b.")):
        (tmp_path / name).write_text(f"# {name}\n\n1. {step}\n", encoding="utf-8")
        techne("edit", "--new", "--text-file", tmp_path / name)
    plan = techne("walk", "outer", "--structured", "--recursive", "--json").json
    (step,) = plan["steps"]
    assert [inner["text"] for inner in step["calls"]["steps"]] == ["Do."]
    assert [below["number"] for below in step["steps"]] == ["1.1"]
    validate(plan)
    del plan["recipes"]
    with pytest.raises(ValidationError):
        validate(plan)


def test_the_table_of_the_plan_names_every_key_and_no_other() -> None:
    page = (Path(main.__file__).parents[2] / "docs" / "cli.md").read_text("utf-8")
    table = page.partition("## The plan")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (.+) \|$", table, re.MULTILINE)[1:]
    named = {word for row in rows for cell in row for word in re.findall(r"`([\w.\[\]]+)`", cell)}
    found = {word.rpartition(".")[2] for word in named}
    known = set(keys(schemas.schema_of_plan())) | {
        kind.spec.constraint for kind in GoalKind if kind.spec.constraint
    }
    assert known <= found
    assert found - known <= {"quarantined"}
