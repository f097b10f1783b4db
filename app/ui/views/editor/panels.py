"""The panels beside a document that read along: its outline and its checks."""

from app.ui.views.editor.checks import ChecksPanel
from app.ui.views.editor.outline import OutlinePanel

__all__ = ["ChecksPanel", "OutlinePanel"]
