"""What the commands about language models answer."""

from collections.abc import Sequence
from typing import Any

from app.cli.answer import Answer, table
from app.core.llm import runtime
from app.core.llm.fit import Fit, in_words, judge
from app.core.llm.free_memory import free_memory
from app.core.llm.names import (
    origin_in_words,
    parameters_in_words,
    use_in_words,
    verdict_in_words,
)
from app.core.llm.recommended import Recommended, recommended
from app.core.llm.shelf import Shelf
from app.core.llm.shelved import Found, Shelved, Use
from app.core.words import _


def everything(shelf: Shelf) -> Answer:
    """What is here, what could be fetched, what cannot be used and why."""
    found, free = shelf.look(), free_memory()
    fits = [judge(model.header, free=free) for model in found.models]
    proposed = [row for row in recommended() if found.with_digest(row.sha256) is None]
    document = {
        "models": [_document(shelf, m, f) for m, f in zip(found.models, fits, strict=True)],
        "recommended": [_proposal(row) for row in proposed],
        "leftOut": [{"path": str(left.path), "why": left.why} for left in found.left_out],
        "runtime": {"installed": runtime.is_installed(), "hint": _missing()},
    }
    sections = [_here(shelf, found, fits), _to_fetch(proposed), _left_out(found), _missing()]
    return Answer(document, "\n\n".join(section for section in sections if section))


def one(shelf: Shelf, model: Shelved, digest: str) -> Answer:
    """All that is known about a model."""
    fit, header = judge(model.header), model.header
    rows = [
        (_("Name"), model.name),
        (_("For"), use_in_words(model.use)),
        (_("Kept by"), origin_in_words(model.origin)),
        (_("File"), str(model.path)),
        (_("Size"), in_words(model.size)),
        (_("Memory"), fit.sentence),
        (_("Architecture"), header.architecture),
        (_("Parameters"), parameters_in_words(header.parameters)),
        (_("Quantisation"), header.quantisation or _("not stated")),
        (_("Context"), _("{count} tokens").format(count=header.context)),
        (_("Licence"), header.licence or _("not stated")),
        (_("SHA-256"), digest),
    ]
    if shelf.chosen(model.use) == model.path:
        rows.append((_("Chosen"), _("changed since") if shelf.has_changed(model.use) else _("yes")))
    width = max(len(name) for name, _value in rows)
    text = "\n".join(f"{name.ljust(width)}  {value}" for name, value in rows)
    return Answer(_document(shelf, model, fit) | {"sha256": digest}, text)


def _here(shelf: Shelf, found: Found, fits: Sequence[Fit]) -> str:
    if not found.models:
        return _("There is no model on this computer yet.")
    chosen = {shelf.chosen(use) for use in Use}
    rows = [
        (
            "*" if model.path in chosen else "",
            model.name,
            use_in_words(model.use),
            in_words(model.size),
            model.header.quantisation,
            str(model.header.context),
            model.header.licence or "–",
            f"{in_words(fit.need.total)}, {verdict_in_words(fit.verdict)}",
            origin_in_words(model.origin),
        )
        for model, fit in zip(found.models, fits, strict=True)
    ]
    names = ("", _("NAME"), _("FOR"), _("SIZE"), _("QUANT."), _("CONTEXT"), _("LICENCE"))
    return table(rows, (*names, _("MEMORY"), _("KEPT BY")))


def _to_fetch(proposed: Sequence[Recommended]) -> str:
    rows = [
        (row.name, use_in_words(row.use), in_words(row.size), row.licence, row.about)
        for row in proposed
    ]
    if not rows:
        return ""
    names = (_("NAME"), _("FOR"), _("SIZE"), _("LICENCE"), _("WHAT IT IS GOOD FOR"))
    title = _("Recommended, to be fetched with `techne model get NAME`:")
    return f"{title}\n{table(rows, names)}"


def _left_out(found: Found) -> str:
    if not found.left_out:
        return ""
    lines = "\n".join(f"{left.path}: {left.why}" for left in found.left_out)
    return f"{_('Left out:')}\n{lines}"


def _missing() -> str:
    if runtime.is_installed():
        return ""
    return _("No model can run yet: llama.cpp is not installed. {how}").format(
        how=runtime.next_step()
    )


def _document(shelf: Shelf, model: Shelved, fit: Fit) -> dict[str, Any]:
    header = model.header
    return {
        "name": model.name,
        "use": model.use,
        "keeper": model.origin,
        "files": [str(path) for path in model.files],
        "bytes": model.size,
        "memory": fit.need.total,
        "fit": fit.verdict,
        "architecture": header.architecture,
        "parameters": header.parameters,
        "quantisation": header.quantisation,
        "context": header.context,
        "licence": header.licence or None,
        "sha256": model.sha256 or None,
        "chosen": shelf.chosen(model.use) == model.path,
    }


def _proposal(row: Recommended) -> dict[str, Any]:
    return {
        "name": row.name,
        "title": row.title,
        "use": row.use,
        "bytes": row.size,
        "licence": row.licence,
        "about": row.about,
        "url": row.url,
        "sha256": row.sha256,
    }
