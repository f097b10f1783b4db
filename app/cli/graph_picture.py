"""The constellation as a picture, drawn without a display."""

from datetime import UTC, datetime
from typing import Literal

from app.cli.offscreen_window import application
from app.core.constellation.layers import Layer
from app.core.constellation.sky import Sky
from app.core.settings import Settings
from app.ui.theme.theme import Theme
from app.ui.views.constellation.appearance import ColourBy, SizeBy, appearance
from app.ui.views.constellation.chart import Chart
from app.ui.views.constellation.painting.hulls import hulls
from app.ui.views.constellation.pictures import PICTURES


def picture(found: Sky, written_as: str, scheme: Literal["dark", "light"]) -> bytes:
    """The sky by clusters and importance, with its legend: SVG, or PNG of up to 8 000 px."""
    theme = Theme.of(application(), Settings(theme=scheme, reduce_motion=True))
    chart = Chart.of(found)
    look = appearance(chart, ColourBy.CLUSTER, SizeBy.IMPORTANCE, datetime.now(UTC))
    return PICTURES[written_as](theme, chart, look, hulls(chart), frozenset(Layer))
