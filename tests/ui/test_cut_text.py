"""No text is cut without a way to read it whole, on any screen, in a small window, in any size."""

import gc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from app.cli.offscreen_window import stage
from app.cli.screens import draw, places, start
from app.cli.screens.camera import Camera
from app.cli.screens.demo_model import DemoModels
from app.cli.screens.demo_vault import BUSIEST, FAULTY, DemoVault, build
from app.cli.screens.small import HEIGHT, WIDTH
from app.cli.screens.tour import Tour
from app.core.library import library
from app.core.lifecycle import tagging
from app.core.memory import memories
from app.core.packs.format.contents import Mode
from app.core.settings import Settings
from app.core.vault import Vault
from app.ui.model_service import ModelService
from app.ui.theme.theme import Theme
from app.ui.views.packs.exporting.dialog import ExportDialog, export_skills
from tests.conftest import little_work
from tests.ui.cut_text import Painted, cut_texts, shown_windows, too_wide, watched

LONG = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"
TITLE = f"Why {LONG} and the procedures that follow from it are reviewed every year by two people"


class Inspector(Camera):
    """Looks for cut texts where another takes a picture."""

    def __init__(self, folder: Path, painted: Painted) -> None:
        super().__init__(folder, "dark")
        self._painted = painted
        self.found: dict[str, list[str]] = {}

    def take(self, name: str, window: QWidget) -> Path:
        if (window.width(), window.height()) != (WIDTH, HEIGHT):
            window.resize(WIDTH, HEIGHT)
        self.wait()
        for one in shown_windows():
            self._painted.is_looking = True
            one.grab()
            self._painted.is_looking = False
            said = [*self._painted.take(), *cut_texts(one), *too_wide(one, QSize(WIDTH, HEIGHT))]
            self.found.setdefault(name, []).extend(dict.fromkeys(said))
        return Path(name)


@pytest.fixture(scope="module")
def shows(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[DemoVault, DemoVault]]:
    """A vault full of long things, and one with nothing in it."""
    with little_work():
        full = build(tmp_path_factory.mktemp("full"))
        empty = build(tmp_path_factory.mktemp("empty"), empty=True)
    with full.vault, empty.vault:
        _lengthen(full)
        yield full, empty


def _lengthen(show: DemoVault) -> None:
    vault = show.vault
    library.save(vault, None, f"# {TITLE}\n\n1. @skill: {BUSIEST}(alert={LONG})\n")
    for title in (BUSIEST, FAULTY):
        skill = show.skill(title)
        text = library.text(vault, skill)
        last = sum(line[:1].isdigit() for line in text.splitlines())
        call = f'@skill: "{TITLE}"(message="{LONG} {LONG}", audience={LONG}) -> ${LONG}'
        library.save(vault, skill, f"{text}{last + 1}. {call}\n{last + 2}. {LONG}{LONG}\n")
        tagging.put(vault, skill, LONG[:40])
    memories.remember(vault, f"{LONG} {LONG} is known to everybody in {TITLE}.", engram=TITLE[:99])


def _first_export(tour: Tour) -> Iterator[Path]:
    """The first pack of somebody who has never said who signs it, for everyone and locked."""
    calls = "".join(f'{number}. @skill: "{TITLE} {number}"\n' for number in (1, 2))
    for number in (1, 2):
        library.save(tour.show.vault, None, f"# {TITLE} {number}\n\n1. x\n")
    made = library.save(tour.show.vault, None, f"# Feed the cat\n\n{calls}")
    yield tour.take("first-skill")
    export_skills(tour.context, tour.window, (made.skill,))
    tour.camera.wait()
    yield tour.take("first-export")
    (dialog,) = tour.shown(ExportDialog)
    dialog.readers.choose(Mode.PASSPHRASE)
    yield tour.take_dialog("first-export-locked", ExportDialog)


@pytest.mark.parametrize("text_size", [13, 26])
def test_nothing_is_cut_without_a_way_to_read_it(
    shows: tuple[DemoVault, DemoVault],
    vault: Vault,
    theme: Theme,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    text_size: int,
) -> None:
    full, empty = shows
    before = Settings(theme="dark", reduce_motion=True)
    theme.use(replace(before, text_size=text_size))
    request.addfinalizer(lambda: theme.use(before))  # other tests measure in the usual size
    with watched(monkeypatch) as painted:
        camera = Inspector(tmp_path, painted)
        with stage(theme) as bare:
            list(start.screens(camera, bare, tmp_path / "home"))
        models = DemoModels(full.vault.home.models)
        list(draw.walk(camera, theme, full, models, draw.full_screens))
        list(draw.walk(camera, theme, empty, ModelService(), places.empty))
        fresh = replace(empty, vault=vault)
        list(draw.walk(camera, theme, fresh, ModelService(), _first_export))
    gc.collect()
    said = [f"{name}: {one}" for name, found in camera.found.items() for one in found]
    assert not said, "\n" + "\n".join(said)
