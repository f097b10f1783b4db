"""The command line and its documentation say the same."""

import argparse
import re
from pathlib import Path

import pytest

from app.cli.main import parser

ROOT = Path(__file__).parents[2]
DOC = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
SECTIONS = {
    heading.split()[1]: (heading, body)
    for heading, body in re.findall(
        r"^### `(techne [a-z].*?)`(.*?)(?=^##|\Z)", DOC, re.MULTILINE | re.DOTALL
    )
}
FOR_ALL = {"--help", "--home", "--json"}


def commands() -> dict[str, argparse.ArgumentParser]:
    """The commands of the program."""
    for action in parser()._actions:  # argparse has no other way to ask
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    raise AssertionError("there are no commands")


def options(command: argparse.ArgumentParser) -> set[str]:
    return {o for action in command._actions for o in action.option_strings[-1:]} - FOR_ALL


def test_every_command_is_documented_and_every_documented_command_exists() -> None:
    assert set(SECTIONS) == set(commands())


@pytest.mark.parametrize("name", sorted(commands()))
def test_arguments_and_options_are_documented(name: str) -> None:
    heading, body = SECTIONS[name]
    command = commands()[name]
    documented = {
        "--output" if o == "-o" else o for o in re.findall(r"--?[a-z][a-z0-9-]*", heading)
    }
    assert documented == options(command)
    places = [str(a.metavar) for a in command._actions if not a.option_strings]
    assert places == [p for p in places if re.search(rf"\b{p}\b", heading)]
    for action in command._actions:
        choices = list(map(str, action.choices or ()))
        assert "|".join(choices) in heading or all(f"`{choice}`" in body for choice in choices)
        assert action.help or not action.option_strings


def test_what_holds_for_every_command_is_documented() -> None:
    for option in FOR_ALL - {"--help"}:
        assert f"`{option}" in DOC
    for other in ("--register", "--unregister"):
        assert f"`techne {other}`" in DOC


def test_the_readme_names_commands_that_exist() -> None:
    readme = ROOT / "README.md"
    if not readme.exists():
        pytest.skip("there is no README")
    text = readme.read_text(encoding="utf-8")
    named = set(re.findall(r"^\s*(?:\$ )?techne ([a-z][a-z-]+)\b", text, re.MULTILINE))
    named |= set(re.findall(r"`techne ([a-z][a-z-]+)\b", text))
    assert named <= set(commands())
