"""Every screen in every scheme, as files. Public name: `draw_all`."""

from collections.abc import Callable, Iterator
from pathlib import Path

from app.cli.offscreen_window import application, stage
from app.cli.screens import agents, documents, exchange, library, places, proposals, small, start
from app.cli.screens.camera import Camera
from app.cli.screens.demo_model import DemoModels
from app.cli.screens.demo_vault import DemoVault, build
from app.cli.screens.tour import Tour
from app.core import settings as settings_file
from app.core.packs import demos
from app.core.settings import Scheme, Settings
from app.ui.model_service import ModelService
from app.ui.theme.theme import Theme

SCHEMES: tuple[Scheme, ...] = ("dark", "light")
Screens = Callable[[Tour], Iterator[Path]]


def draw_all(folder: Path, workshop: Path) -> Iterator[Path]:
    """Draw every screen in every scheme; yields each file as it is written."""
    (workshop / "full").mkdir()
    (workshop / "empty").mkdir()
    full = build(workshop / "full")
    empty = build(workshop / "empty", empty=True)
    theme = Theme.of(application())  # the one of this process: it gives Qt its style
    with full.vault, empty.vault:
        for scheme in SCHEMES:
            settings = Settings(theme=scheme, reduce_motion=True)
            theme.use(settings)
            for show in (full, empty):
                place = show.vault.home.settings
                place.write_text(settings_file.to_json(settings, place), encoding="utf-8")
            camera = Camera(folder, scheme)
            with stage(theme) as bare:
                yield from start.screens(camera, bare, workshop / "home")
            models = DemoModels(full.vault.home.models)
            yield from walk(camera, theme, full, models, full_screens)
            yield from walk(camera, theme, full, models, small.screens)
            yield from walk(camera, theme, empty, ModelService(), places.empty)
            yield from _agents(camera, theme, workshop / f"agents-{scheme}")


def _agents(camera: Camera, theme: Theme, workshop: Path) -> Iterator[Path]:
    """A vault and a person of their own: what is in linked folders is changed by the walk."""
    workshop.mkdir()
    show = build(workshop, empty=True)
    with show.vault:
        with agents.at_home(workshop / "nobody"):
            yield from walk(camera, theme, show, ModelService(), agents.empty)
        person = workshop / "person"
        agents.prepare(show.vault, person)
        with agents.at_home(person):
            agents.connect(show.vault, person)
            yield from walk(camera, theme, show, ModelService(), agents.screens)


def full_screens(tour: Tour) -> Iterator[Path]:
    """All that a vault with something in it has to show."""
    yield tour.take("first-start")
    tour.workspace.skills.documents.close_current()
    for part in (documents, library, exchange, proposals, places):
        yield from part.screens(tour)


def walk(
    camera: Camera, theme: Theme, show: DemoVault, models: ModelService, screens: Screens
) -> Iterator[Path]:
    """One walk through a window of its own."""
    for kept in ("documents", "page"):  # what the walk before had open
        show.vault.put_setting(kept, None)
    demos.put_to_show(show.vault, show.first)
    with stage(theme) as bare, bare.vault(show.vault, models) as (context, workspace):
        camera.watch(bare.jobs)
        yield from screens(Tour(camera, show, bare.window, context, workspace))
