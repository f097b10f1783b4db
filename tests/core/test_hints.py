"""What the core says holds for the window, the command line and agents alike."""

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.core.gist import gist

CORE = Path(__file__).resolve().parents[2] / "app" / "core"
_OPTION = re.compile(r"(?:^|[\s`(])--[a-z]|`techne ")


def _sentences(path: Path) -> list[str]:
    """What is said to people in a module: the literals given to `_` and `ngettext`."""
    calls = (n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    return [
        str(given.value)
        for call in calls
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("_", "ngettext")
        for given in call.args
        if isinstance(given, ast.Constant)
    ]


def test_no_sentence_of_the_core_names_a_command() -> None:
    """Whoever hears it may sit before the window, or be an agent."""
    named = [
        f"{path.relative_to(CORE)}: {said}"
        for path in sorted(CORE.rglob("*.py"))
        for said in _sentences(path)
        if _OPTION.search(said)
    ]
    assert not named


@pytest.mark.parametrize(
    ("text", "longest", "said"),
    [
        ("Short enough", 12, "Short enough"),
        ("Ask Ana for the\n key", 20, "Ask Ana for the key"),
        ("Ask Ana for the archive key", 20, "Ask Ana for the…"),
        ("Ask Ana, then wait", 10, "Ask Ana…"),
        ("船靠岸之前先看潮汐表", 6, "船靠岸之前…"),
    ],
)
def test_a_gist_ends_between_words(text: str, longest: int, said: str) -> None:
    assert gist(text, longest) == said


@given(st.text(), st.integers(2, 40))
def test_a_gist_is_a_beginning_that_fits(text: str, longest: int) -> None:
    said = gist(text, longest)
    assert len(said) <= longest
    assert " ".join(text.split()).startswith(said.removesuffix("…"))
