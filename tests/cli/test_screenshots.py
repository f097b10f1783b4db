"""Every screen is drawn, in both schemes, at the size of a window."""

from pathlib import Path

from PySide6.QtGui import QImage

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


def test_screens_are_drawn(tmp_path: Path) -> None:
    program = Program(tmp_path / "world").prepare()
    drawn = program.ask("screenshots", tmp_path / "screens")
    names = {Path(path).stem for path in drawn}
    every = (*SCREENS, *LARGE, *(f"small-{name}" for name in SMALL))
    assert names == {f"{name}-{scheme}" for name in every for scheme in ("dark", "light")}
    pictures = {Path(path).stem: QImage(path) for path in drawn}
    for name, picture in pictures.items():
        kind = name.partition("-")[0]
        wanted = {"small": (1024, 680), "large": (1920, 1200)}.get(kind, (1440, 900))
        assert (picture.width(), picture.height()) == wanted
    assert len({bytes(p.constBits()) for p in pictures.values()}) == len(pictures)
    for name in SCREENS:
        dark, light = (pictures[f"{name}-{s}"].pixelColor(1436, 30) for s in ("dark", "light"))
        assert dark.lightness() < light.lightness()
    assert not program.home.exists() and not any(program.temporary.iterdir())
