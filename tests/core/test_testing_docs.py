"""The list of what mutation testing tries is about what is there, and the page has its figures."""

import re
import tomllib
from pathlib import Path

import pytest
from linear_reading import LIMIT

from app.cli.bench.readers import READERS

ROOT = Path(__file__).parents[2]
LISTED = tomllib.loads((ROOT / "packaging" / "mutation.toml").read_text("utf-8"))["module"]
PAGE = (ROOT / "docs" / "testing.md").read_text("utf-8")


@pytest.mark.parametrize("module", LISTED)
def test_what_is_listed_is_there(module: str) -> None:
    about = LISTED[module]
    for file in (module, *about["tests"]):
        assert (ROOT / file).is_file(), file
    for equivalent in about.get("equivalent", ()):
        assert equivalent["now"] != equivalent["was"] and equivalent["why"]


def test_every_module_has_figures_and_reaches_its_share() -> None:
    rows = re.findall(r"^\| `([\w/.]+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+)% \|$",
                      PAGE, re.MULTILINE)  # fmt: skip
    assert [module for module, *_figures in rows] == list(LISTED)
    for _module, *figures in rows:
        whole, drawn, equivalent, killed, share = map(int, figures)
        assert drawn == min(whole, 200)
        assert share == round(100 * killed / (drawn - equivalent))
        assert share >= 85


def test_every_reader_has_figures_and_is_linear() -> None:
    rows = re.findall(r"^\| ([a-z ]+) \| (\d\.\d\d) \| `.*` \| \d+ KB \| \d+\.\d\d s \|$",
                      PAGE, re.MULTILINE)  # fmt: skip
    assert [reader for reader, _ratio in rows] == list(READERS)
    assert all(float(ratio) <= LIMIT for _reader, ratio in rows)
