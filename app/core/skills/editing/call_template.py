"""A call written out: its inputs as fields to fill in, and its results."""

from collections.abc import Sequence

from app.core.skills.editing.template import Blank, Template, template
from app.core.skills.model import Parameter


def call_template(
    target: str,
    requires: Sequence[Parameter],
    produces: Sequence[Parameter],
    *,
    before: str = "",
) -> Template:
    """`target(branch=$branch) -> $result`; what is optional is left out.

    `target` is written as it is; `before` is what stands behind it already: arguments and results
    that are there are not written again.
    """
    parts = [target]
    given = [parameter.name for parameter in requires if not parameter.optional]
    if given and not before.startswith("("):
        parts.append("(")
        for number, name in enumerate(given):
            parts += [", " if number else "", f"{name}=", Blank(f"${name}")]
        parts.append(")")
    if produces and not before.strip():
        for number, made in enumerate(produces):
            parts += [", $" if number else " -> $", Blank(made.name)]
    return template(parts)
