"""Every screen is drawn, in both schemes, at the size of a window."""

import sys
from pathlib import Path

from PySide6.QtGui import QImage

from app.cli.screens import draw
from tests.e2e.program import Program

SCREENS = (
    *("welcome", "unlock", "first-start"),
    *("editor-steps", "goal-open", "editor-text", "editor-phases", "find", "replace"),
    *("checks", "slash", "rename", "tab-menu", "usages", "history"),
    *("knowledge", "knowledge-document", "link", "details", "knowledge-trained"),
    *("training", "training-rewrite"),
    *("editor-arabic", "editor-arabic-text", "editor-chinese", "editor-chinese-text"),
    *("search", "selection", "bin", "engram", "engram-merge", "engram-delete"),
    *("import-signed", "import-unsigned", "import-locked", "import-several", "export", "palette"),
    *("import-document", "agents-empty", "agents", "agents-conflict", "agents-link"),
    *("agents-clients", "agents-clients-empty"),
    *("describe", "fix-findings", "draft"),
    *("packs", "settings", "settings-knowledge", "settings-model"),
    *(
        "constellation",
        "constellation-selected",
        "constellation-steps",
        "remember",
        "memories",
        "memories-answers",
    ),
    *("runs", "run", "run-agent", "run-start"),
    *("lifecycle", "lifecycle-preview", "candidate", "evolution", "lifecycle-empty"),
    *("library-empty", "packs-empty", "constellation-empty", "memories-empty"),
)
LARGE = ("large-constellation",)
SMALL = (
    *("editor", "history", "knowledge", "training", "import", "document"),
    *("constellation", "memories", "packs", "settings"),
)


DRAWN = """
import sys
from app.cli.screens import draw
from app.main import main
draw.SCHEMES = (sys.argv.pop(1),)
if sys.argv.pop(1) == "few":
    draw.full_screens = draw.small.screens = lambda _tour: iter(())
sys.exit(main())
"""
"""In one scheme; of the vaults only those with little or nothing in them, if so asked."""


def drawn(program: Program, scheme: str, how_many: str) -> dict[str, QImage]:
    command = [sys.executable, "-c", DRAWN, scheme, how_many]
    outcome = program.run("--json", "screenshots", program.folder / "screens", command=command)
    assert outcome.status == 0, outcome.err
    assert not program.home.exists() and not any(program.temporary.iterdir())
    return {Path(path).stem: QImage(path) for path in outcome.json}


def test_screens_are_drawn(tmp_path: Path) -> None:
    """All of them in one scheme: in the other, `test_cut_text` goes through them."""
    light = drawn(Program(tmp_path / "world").prepare(), "light", "all")
    every = (*SCREENS, *LARGE, *(f"small-{name}" for name in SMALL))
    assert light.keys() == {f"{name}-light" for name in every}
    for name, picture in light.items():
        kind = name.partition("-")[0]
        wanted = {"small": (1024, 680), "large": (1920, 1200)}.get(kind, (1440, 900))
        assert (picture.width(), picture.height()) == wanted
    assert len({bytes(p.constBits()) for p in light.values()}) == len(light)
    dark = drawn(Program(tmp_path / "another").prepare(), "dark", "few")
    assert {"unlock-dark", "agents-dark", "library-empty-dark"} <= dark.keys()
    for name, picture in dark.items():
        other = light[f"{name.removesuffix('dark')}light"]
        assert picture.pixelColor(1436, 30).lightness() < other.pixelColor(1436, 30).lightness()


def test_every_scheme_is_drawn() -> None:
    assert draw.SCHEMES == ("dark", "light")
