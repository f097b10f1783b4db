"""Every screen is drawn, in both schemes, at the size of a window."""

from pathlib import Path

from PySide6.QtGui import QImage

from tests.e2e.program import Program

SCREENS = (
    *("first-start", "search", "bin"),
    *("welcome", "unlock", "editor-steps", "goal-open", "editor-text", "checks", "history"),
    *(
        "import-signed",
        "import-unsigned",
        "import-several",
        "export",
        "palette",
        "packs",
        "settings",
    ),
    *("constellation", "constellation-selected"),
    *("library-empty", "packs-empty", "constellation-empty", "memories-empty"),
    *("knowledge", "knowledge-document", "knowledge-trained", "settings-knowledge", "training"),
    *("memories", "memories-answers", "remember"),
    *("training-rewrite", "settings-model", "describe", "draft", "fix-findings", "find", "replace"),
)


def test_screens_are_drawn(tmp_path: Path) -> None:
    program = Program(tmp_path / "world").prepare()
    drawn = program.ask("screenshots", tmp_path / "screens")
    names = {Path(path).stem for path in drawn}
    assert names == {f"{name}-{scheme}" for name in SCREENS for scheme in ("dark", "light")}
    pictures = {Path(path).stem: QImage(path) for path in drawn}
    assert {(p.width(), p.height()) for p in pictures.values()} == {(1440, 900)}
    assert len({bytes(p.constBits()) for p in pictures.values()}) == len(pictures)
    for name in SCREENS:
        dark, light = (pictures[f"{name}-{s}"].pixelColor(1436, 30) for s in ("dark", "light"))
        assert dark.lightness() < light.lightness()
    assert not program.home.exists() and not any(program.temporary.iterdir())
