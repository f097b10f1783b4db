"""Line icons of our own, tinted with the colours of the theme while they are painted."""

from functools import lru_cache
from typing import Protocol

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QIconEngine, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.ui.theme.resources import RESOURCES
from app.ui.theme.tokens import Tokens

FOLDER = RESOURCES / "icons"


class HasTokens(Protocol):
    @property
    def tokens(self) -> Tokens: ...


def icon_names() -> list[str]:
    """Every name `Theme.icon` knows."""
    return sorted(file.stem for file in FOLDER.glob("*.svg"))


@lru_cache(maxsize=256)
def _drawing(name: str) -> bytes:
    return (FOLDER / f"{name}.svg").read_bytes()


@lru_cache(maxsize=1024)
def picture(name: str, colour: str, width: int, height: int, scale: float) -> QPixmap:
    """The icon in one colour (#rrggbb); width and height in logical px, `scale` px for each."""
    svg = _drawing(name).replace(b"currentColor", colour.encode())
    image = QImage(QSize(width, height) * scale, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer = QSvgRenderer(QByteArray(svg))
    renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
    renderer.render(painter, QRectF(image.rect()))
    painter.end()
    image.setDevicePixelRatio(scale)
    return QPixmap.fromImage(image)


class _TintedIcon(QIconEngine):
    """Asks the theme for its colour each time, so that a change of scheme needs no new icon."""

    def __init__(self, theme: HasTokens, name: str, colour: str, on: str) -> None:
        super().__init__()
        self._theme, self._name, self._colour, self._on = theme, name, colour, on

    def _tint(self, mode: QIcon.Mode, state: QIcon.State) -> str:
        tokens = self._theme.tokens
        if mode is QIcon.Mode.Disabled:
            return tokens.t4
        return tokens.colour(self._on if state is QIcon.State.On else self._colour)

    # Qt

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        scale = painter.device().devicePixelRatio()
        tint = self._tint(mode, state)
        pixmap = picture(self._name, tint, rect.width(), rect.height(), scale)
        painter.drawPixmap(rect.topLeft(), pixmap)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Sharp on the sharpest screen: Qt asks for logical px and does not say which screen."""
        scale = max((s.devicePixelRatio() for s in QGuiApplication.screens()), default=1.0)
        return picture(self._name, self._tint(mode, state), size.width(), size.height(), scale)

    def clone(self) -> QIconEngine:
        return _TintedIcon(self._theme, self._name, self._colour, self._on)


def tinted(theme: HasTokens, name: str, colour: str, on: str) -> QIcon:
    """An icon that follows `theme`. A name without a drawing raises FileNotFoundError."""
    _drawing(name)
    return QIcon(_TintedIcon(theme, name, colour, on))
