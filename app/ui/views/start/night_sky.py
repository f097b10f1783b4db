"""The panel at the left of the screens before the vault is open: a figure of stars."""

import random

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap, QRadialGradient
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.theme.tokens import mix
from app.ui.widgets.labels import label

DESIGN = QSize(400, 900)
STARS = (
    (91, 261, 5.6, True),
    (150, 246, 3.9, False),
    (204, 256, 7.7, True),
    (258, 242, 3.9, False),
    (316, 258, 5.4, True),
    (206, 316, 4.6, False),
    (200, 378, 4.4, False),
    (196, 440, 6.4, True),
    (140, 492, 4.6, False),
    (258, 486, 4.6, False),
)
"""Where the stars of the figure stand, their radius, and whether they glint."""
DUST = ((104, 420), (300, 404))
LINES = ((0, 1), (1, 2), (2, 3), (3, 4), (2, 5), (5, 6), (6, 7), (7, 8), (7, 9))
MENTIONS = ((6, 0), (6, 1), (3, 1))
SCATTERED = 60
WIDE, NARROW, SLIM = 1280, 1120, 208
WIDE_MARGINS, SLIM_MARGINS = (48, 48, 40, 48), (24, 48, 16, 40)


class NightSky(QWidget):
    """Painted once per size and scheme."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._picture = QPixmap()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._column = column = QVBoxLayout(self)
        column.setSpacing(14)
        column.addLayout(self._brand())
        column.addStretch(1)
        headline = label(_("Write down how it is done. Let others follow."), wrap=True)
        headline.setProperty("role", "headline")
        column.addWidget(headline)
        column.addWidget(
            label(
                _(
                    "Your skills live in one encrypted vault on this computer."
                    " Nothing is sent anywhere."
                ),
                "secondary",
                wrap=True,
            )
        )
        theme.changed.connect(self._forget)
        self._take(roomy=True)

    def fit(self, window: int) -> None:
        """Narrower, or not there, in a window where the form needs the room."""
        self.setVisible(window >= self._theme.scaled(NARROW))
        self._take(roomy=window >= self._theme.scaled(WIDE))

    def _take(self, *, roomy: bool) -> None:
        self.setFixedWidth(self._theme.scaled(DESIGN.width() if roomy else SLIM))
        self._column.setContentsMargins(*(WIDE_MARGINS if roomy else SLIM_MARGINS))

    def _brand(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(12)
        picture = QLabel()
        picture.setPixmap(self._theme.pixmap("techne", "t1", 34, self.devicePixelRatioF()))
        row.addWidget(picture)
        row.addWidget(label(_("Techne"), "page"), 1)
        return row

    def _forget(self) -> None:
        self._picture = QPixmap()
        self.update()

    def _paint_all(self) -> QPixmap:
        scale = self.devicePixelRatioF()
        picture = QPixmap(self.size() * scale)
        picture.setDevicePixelRatio(scale)
        picture.fill(self._theme.colour("sky"))
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter)
        ratio = min(self.width() / DESIGN.width(), self.height() / DESIGN.height())
        painter.translate((self.width() - DESIGN.width() * ratio) / 2, 0)
        painter.scale(ratio, ratio)
        self._paint_figure(painter)
        painter.end()
        return picture

    def _paint_ground(self, painter: QPainter) -> None:
        """A soft light behind the figure, the lines of a star map, and faint stars."""
        tokens, width, height = self._theme.tokens, self.width(), self.height()
        light = QRadialGradient(QPointF(width / 2, height * 0.42), height * 0.55)
        light.setColorAt(0, QColor(mix(tokens.acc_fill, tokens.sky, 0.17)))
        light.setColorAt(1, QColor(tokens.sky))
        painter.fillRect(self.rect(), light)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(mix(tokens.acc_line, tokens.sky, 0.28)), 1))
        pole = QPointF(width / 2, -height * 0.07)
        for ring in range(1, 8):
            painter.drawEllipse(pole, ring * height * 0.112, ring * height * 0.112)
        for spoke in range(-6, 7):
            painter.drawLine(pole, QPointF(width / 2 + spoke * width * 0.42, height))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(mix(tokens.t2, tokens.sky, 0.55)))
        places = random.Random(4)  # the same sky every time
        for _star in range(SCATTERED):
            place = QPointF(places.random() * width, places.random() * height)
            painter.drawEllipse(place, 0.7, 0.7)

    def _paint_figure(self, painter: QPainter) -> None:
        tokens = self._theme.tokens
        stars = [QPointF(x, y) for x, y, _radius, _glints in STARS]
        dust = [QPointF(x, y) for x, y in DUST]
        painter.setPen(QPen(QColor(mix(tokens.mem, tokens.sky, 0.5)), 1, Qt.PenStyle.DashLine))
        for star, speck in MENTIONS:
            painter.drawLine(stars[star], dust[speck])
        painter.setPen(QPen(QColor(mix(tokens.acc, tokens.sky, 0.75)), 1.4))
        for one, other in LINES:
            painter.drawLine(stars[one], stars[other])
        for place in dust:
            self._paint_star(painter, place, 2.8, tokens.mem, tokens.warn)
        bright = mix("#FFFFFF", tokens.acc, 0.8) if tokens.dark else tokens.acc
        for place, (_x, _y, radius, glints) in zip(stars, STARS, strict=True):
            self._paint_star(painter, place, radius, bright, tokens.acc)
            if glints:
                painter.setPen(QPen(QColor(mix(tokens.acc, tokens.sky, 0.7)), 1))
                painter.drawLine(place - QPointF(radius * 2.6, 0), place + QPointF(radius * 2.6, 0))
                painter.drawLine(place - QPointF(0, radius * 2.6), place + QPointF(0, radius * 2.6))

    def _paint_star(
        self, painter: QPainter, place: QPointF, radius: float, core: str, glow: str
    ) -> None:
        halo = QColor(glow)
        light = QRadialGradient(place, radius * 4)
        for stop, strength in ((0.0, 110), (0.35, 55), (1.0, 0)):
            halo.setAlpha(strength)
            light.setColorAt(stop, halo)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(light)
        painter.drawEllipse(place, radius * 4, radius * 4)
        painter.setBrush(QColor(core))
        painter.drawEllipse(place, radius, radius)

    # Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._picture.size() != self.size() * self.devicePixelRatioF():
            self._picture = self._paint_all()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        edge = QRectF(self.width() - 1, 0, 1, self.height())
        painter.fillRect(edge, self._theme.colour("line"))
