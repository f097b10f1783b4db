"""Where the pictures, fonts and style sheets lie."""

from pathlib import Path

RESOURCES = Path(__file__).resolve().parents[3] / "resources"
