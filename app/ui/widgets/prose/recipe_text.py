"""What is shown of a recipe. Public name: `recipe_runs`."""

from collections.abc import Iterator

from app.core.skills.model import Recipe, RecipeStep
from app.core.words import _
from app.ui.widgets.prose.text_style import Run, TextStyle


def recipe_runs(recipe: Recipe, text: str) -> tuple[Run, ...]:
    """`text` is what its author wrote, in whose positions the runs are."""
    runs: list[Run] = []
    at = 0

    def add(words: str, style: TextStyle, before: str = "") -> None:
        """Words of the author, behind what was written before them."""
        nonlocal at
        place = text.find(words, at)
        place = at if place < 0 else place
        runs.append(Run(before + words, style, place - len(before)))
        at = place + len(words)

    add(recipe.name, TextStyle.STRONG)
    if recipe.trigger:
        add(recipe.trigger, TextStyle.QUIET, "  ")
    for step in recipe.steps:
        add(f"{step.tool}:", TextStyle.MEMORY, "\n")
        add(step.query, TextStyle.PLAIN, " ")
        line = text.find("\n", at)
        end = line if line >= 0 else len(text)
        for words in _options(step):
            runs.append(Run(f"  {words}", TextStyle.QUIET, at, until=end))
    return tuple(runs)


def _options(step: RecipeStep) -> Iterator[str]:
    """In other words than the author's."""
    if step.if_results_below is not None:
        yield _("if fewer than {count} results").format(count=step.if_results_below)
    if step.only_engrams:
        yield _("only in {names}").format(names=", ".join(step.only_engrams))
