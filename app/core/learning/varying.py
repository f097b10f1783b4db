"""What is said of a step that was not done the same way each time."""

from app.core.words import ngettext


def how_varied(left_out: int, swapped: int, repeated: int) -> str:
    """How many times each of these was so, or nothing."""
    said = (
        (left_out, ngettext("left out {count} time", "left out {count} times", left_out)),
        (swapped, ngettext("{count} time before the step above",
                           "{count} times before the step above", swapped)),
        (repeated, ngettext("repeated {count} time", "repeated {count} times", repeated)),
    )  # fmt: skip
    return ", ".join(words.format(count=count) for count, words in said if count)
