"""Which documents are open on the page of the skills, and where the keyboard is, to be there again
after a lock.
"""

from typing import Any

from app.core.vault import Vault
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.skills.documents.view import Documents
from app.ui.views.skills.documents.whereabouts import Whereabouts
from app.ui.views.skills.editor.view import STEPS, TEXT, EditorView
from app.ui.views.skills.library.view import LibraryView
from app.ui.write_queue import nothing


def remember(context: AppContext, library: LibraryView, documents: Documents) -> None:
    """Write it down inside the vault."""
    vault, state = context.vault, documents.state()
    state["place"] = _place(library, documents)
    context.writes.write(
        documents,
        _("Saving"),
        lambda: vault.put_setting("documents", state),
        failed=nothing,  # a full disk is no reason to stay
    )


def _place(library: LibraryView, documents: Documents) -> dict[str, Any]:
    """Whether in the list, and where in the document: `writes` if that is where a key goes."""
    focus = library.window().focusWidget()
    editor = documents.editor
    found: dict[str, Any] = {"in_list": focus is not None and library.isAncestorOf(focus)}
    if editor is not None:
        caret = editor.caret.place
        found |= {
            "mode": editor.mode,
            "at": editor.at if caret is None else caret,
            "writes": caret is not None,
        }
    return found


def resume(vault: Vault, library: LibraryView, documents: Documents) -> None:
    """Go there; without a document to the list. Anything odd is passed over."""
    state = vault.setting("documents")
    stored = state.get("place") if isinstance(state, dict) else None
    found = stored if isinstance(stored, dict) else {}
    editor = documents.editor
    if documents.document is None or found.get("in_list"):
        library.list.setFocus()
    elif editor is None or type(found.get("at")) is not int:
        documents.take_focus()
    else:
        _resume_in(editor, found)


def _resume_in(editor: EditorView, found: dict[str, Any]) -> None:
    mode = TEXT if found.get("mode") == TEXT else STEPS
    if not found.get("writes") or editor.read_only:
        Whereabouts(mode, found["at"]).return_to(editor)
        editor.steps.typing.go_on()
        return
    at = max(0, min(found["at"], len(editor.buffer.text)))
    editor.show_mode(mode, take_focus=False)
    if editor.mode == TEXT:
        editor.caret.put_in_text(at)
    else:
        editor.caret.put_in_steps(at)
