"""The whole sky as a picture to keep: PNG, or SVG with stars as shapes and names as text."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet

import numpy as np
from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtSvg import QSvgGenerator

from app.core.constellation.layers import Layer
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.views.constellation.appearance import Appearance
from app.ui.views.constellation.chart import Chart, Floats
from app.ui.views.constellation.painting.heads import paint_heads
from app.ui.views.constellation.painting.hulls import colour_hull
from app.ui.views.constellation.painting.labels import Labels
from app.ui.views.constellation.painting.lines import PathPainter, Shown

_LARGEST = 8_000
"""Pixels of the longer side."""
_SMALLEST = 1_600
_ROOM = 90.0
"""Around the stars, for their names, in px."""
_LEGEND, _ROW, _SAMPLE, _DOT = 250.0, 22.0, 40.0, 4.5
Hulls = Sequence[QPainterPath] | None
_HALO = ((-1.5, 0.0), (1.5, 0.0), (0.0, -1.5), (0.0, 1.5))
"""Where a name is written in the colour of the ground, before itself; outlines of its letters would
be thirty times as large in a file."""


def as_png(
    theme: Theme,
    chart: Chart,
    look: Appearance,
    hulls: Hulls,
    layers: AbstractSet[Layer],
) -> bytes:
    """As large as it takes for stars to be told apart, up to 8 000 px.

    Without `hulls` (None) the colours are not those of clusters, and the legend says what they are.
    """
    size, scale = _size(chart)
    image = QImage(size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    _draw(painter, theme, chart, look, hulls, layers, size, scale)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, b"png").write(image)
    return bytes(buffer.data().data())


def as_svg(
    theme: Theme,
    chart: Chart,
    look: Appearance,
    hulls: Hulls,
    layers: AbstractSet[Layer],
) -> bytes:
    size, scale = _size(chart)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    generator.setTitle(_("Constellation of skills"))
    painter = QPainter(generator)
    _draw(painter, theme, chart, look, hulls, layers, size, scale)
    painter.end()
    return bytes(buffer.data().data())


PICTURES: Mapping[str, Callable[[Theme, Chart, Appearance, Hulls, AbstractSet[Layer]], bytes]] = {
    "png": as_png,
    "svg": as_svg,
}
"""By the format that they are written as, beside the `WRITERS` of the core."""


def _size(chart: Chart) -> tuple[QSize, float]:
    """Of the picture, and pixels for a unit of the scene: 1, unless it had to be smaller."""
    if not len(chart.at):
        return QSize(_SMALLEST, _SMALLEST * 5 // 8), 1.0
    wide, high = np.maximum(np.ptp(chart.at, axis=0), 1.0).tolist()
    room = 2 * _ROOM
    scale = min(1.0, (_LARGEST - room) / wide, (_LARGEST - room) / high)
    width = int(max(wide * scale + room, _SMALLEST))
    return QSize(width, int(max(high * scale + room, _SMALLEST * 5 / 8))), scale


def _draw(
    painter: QPainter,
    theme: Theme,
    chart: Chart,
    look: Appearance,
    hulls: Hulls,
    layers: AbstractSet[Layer],
    size: QSize,
    scale: float,
) -> None:
    tokens, frame = theme.tokens, QRectF(0, 0, size.width(), size.height())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(frame, QColor(tokens.sky))
    if len(chart.at):
        middle = (chart.at.min(axis=0) + chart.at.max(axis=0)) / 2
        transform = QTransform.fromTranslate(size.width() / 2, size.height() / 2)
        transform.scale(scale, -scale)  # y goes up in the scene
        transform.translate(-float(middle[0]), -float(middle[1]))
        screen = np.column_stack(
            [
                (chart.at[:, 0] - middle[0]) * scale + size.width() / 2,
                size.height() / 2 - (chart.at[:, 1] - middle[1]) * scale,
            ]
        )
        radius = look.radius * max(scale**0.55, 0.3)
        _draw_hulls(painter, theme, chart, hulls or (), transform)
        shown = Shown(layers, None, None)
        lines = PathPainter()
        for _slice in lines.paint(
            painter, tokens, chart, screen, radius, frame, shown, moving=False
        ):
            pass
        _draw_stars(painter, theme, chart, look, screen, radius)
        _draw_names(painter, theme, chart, hulls or (), transform, screen, radius, frame)
    _draw_legend(painter, theme, chart, layers, look.entries if hulls is None else (), size)


def _draw_hulls(
    painter: QPainter,
    theme: Theme,
    chart: Chart,
    hulls: Sequence[QPainterPath],
    transform: QTransform,
) -> None:
    for cluster, path in zip(chart.clusters, hulls, strict=False):
        colour_hull(painter, theme.tokens, cluster.number)
        painter.drawPath(transform.map(path))


def _draw_stars(
    painter: QPainter, theme: Theme, chart: Chart, look: Appearance, screen: Floats, radius: Floats
) -> None:
    tokens = theme.tokens
    # those of one look after each other, as a file says anew what changes
    for n in np.lexsort((look.colour, chart.hollow)).tolist():
        number = int(look.colour[n])
        colour = QColor(tokens.t3 if number < 0 else tokens.cluster(number))
        painter.setPen(QPen(colour, 1.6) if chart.hollow[n] else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.sky) if chart.hollow[n] else colour)
        painter.drawEllipse(QPointF(*screen[n]), radius[n], radius[n])


def _draw_names(
    painter: QPainter,
    theme: Theme,
    chart: Chart,
    hulls: Sequence[QPainterPath],
    transform: QTransform,
    screen: Floats,
    radius: Floats,
    frame: QRectF,
) -> None:
    tokens, labels = theme.tokens, Labels(theme)
    places = labels.cluster_places(chart, screen, [*map(transform.map, hulls)], frame)
    labels.choose(chart, screen, radius, frame, [place for _n, place in places], None, frozenset())
    painter.setFont(theme.font(11, 400))
    names = list(labels.placed(chart, screen))
    painter.setPen(QColor(tokens.sky))
    for text, at in names:
        for aside in _HALO:
            painter.drawText(at + QPointF(*aside), text)
    painter.setPen(QColor(tokens.t2))
    for text, at in names:
        painter.drawText(at, text)
    painter.setFont(theme.font(11, 600))
    for number, place in places:
        cluster = chart.clusters[number]
        painter.setPen(QColor(tokens.cluster(cluster.number - 1)))
        lines = "\n".join(labels.cluster_lines(cluster, place))
        said = f"{lines}  {cluster.count}"
        painter.drawText(place.adjusted(0, 0, 200, 0), Qt.AlignmentFlag.AlignVCenter, said)


def _draw_legend(
    painter: QPainter,
    theme: Theme,
    chart: Chart,
    layers: AbstractSet[Layer],
    colours: Sequence[tuple[str, int, int]],
    size: QSize,
) -> None:
    """What there is, and what the lines and the `colours` mean."""
    tokens = theme.tokens
    drawn = [lines for lines in chart.lines if lines.layer in layers]
    height = _ROW * (len(drawn) + len(colours) + 1) + 20
    box = QRectF(12, size.height() - height - 12, _LEGEND, height)
    painter.setPen(QPen(QColor(tokens.line2), 1))
    painter.setBrush(QColor(tokens.bg2))
    painter.drawRoundedRect(box, 8, 8)
    painter.setFont(theme.font(12, 400))
    stars = len(chart.stars)
    said = ngettext("{count} skill", "{count} skills", stars).format(count=stars)
    y = box.top() + 10 + _ROW / 2
    painter.setPen(QColor(tokens.t1))
    painter.drawText(QPointF(box.left() + 12, y + 4), said)
    for lines in drawn:
        y += _ROW
        look = tokens.edges[lines.layer.spec.look]
        pen = QPen(QColor(look.highlighted), max(look.width, 1.2))
        if look.dash:
            pen.setDashPattern([part / pen.widthF() for part in look.dash])
        painter.setPen(pen)
        left = box.left() + 12
        painter.drawLine(QPointF(left, y), QPointF(left + _SAMPLE, y))
        ends = np.array([[left, y, left + _SAMPLE + 3, y]])
        paint_heads(painter, look.head, ends, np.array([2.0]), look.highlighted, tokens.bg2)
        painter.setPen(QColor(tokens.t2))
        words = f"{lines.layer.spec.label()}  {len(lines.ends)}"
        painter.drawText(QPointF(left + _SAMPLE + 12, y + 4), words)
    for value, number, count in colours:
        y += _ROW
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.t3 if number < 0 else tokens.cluster(number)))
        painter.drawEllipse(QPointF(box.left() + 12 + _SAMPLE / 2, y), _DOT, _DOT)
        painter.setPen(QColor(tokens.t2))
        painter.drawText(QPointF(box.left() + 12 + _SAMPLE + 12, y + 4), f"{value}  {count}")
