"""A checkbox whose ring surrounds it and its words. Public name: `Tick`."""

from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget


class Tick(QCheckBox):
    """As wide as its words, so that only they can be clicked."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setProperty("radius", 4)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
