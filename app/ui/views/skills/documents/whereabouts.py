"""Where somebody was in a document, to be there again. Public names: `Whereabouts`, `Closed`."""

from dataclasses import dataclass

from app.ui.views.skills.document import Document
from app.ui.views.skills.documents.kinds import Kind
from app.ui.views.skills.editor.view import EditorView


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The mode of an editor, and a place in its text."""

    mode: int
    at: int

    def return_to(self, editor: EditorView) -> None:
        """Be there again, as far as the text still goes, with the keyboard in it."""
        editor.show_mode(self.mode, take_focus=False)
        at = max(0, min(self.at, len(editor.buffer.text)))
        editor.jump_to(at, at)
        editor.take_focus()


@dataclass(frozen=True, slots=True)
class Closed:
    """A document that was closed: `place` is the one of its tab in the strip."""

    kind: Kind
    skill: int
    place: int
    there: Whereabouts | None

    def return_to(self, document: Document) -> None:
        if self.there is not None and isinstance(document, EditorView):
            self.there.return_to(document)


def whereabouts(document: Document | None) -> Whereabouts | None:
    """None for a document that is no editor, or that nobody looked at."""
    if not isinstance(document, EditorView):
        return None
    return Whereabouts(document.mode, document.at)
