"""How a phrase of a table is put into a procedure, and what is read there."""

from app.core.skills.model import Step
from app.core.skills.reading.grammar import parse

Read = tuple[int | None, int | None, str]
"""Target, cap, and a word of the condition: `-` for none, empty where it does not matter."""
Phrase = tuple[str, tuple[Read, ...] | str]
"""Step 4 of six and its jumps; `ask` where it has to be asked about, `none` where not."""

AROUND = "1. Ala.\n2. Bex.\n3. Cim.\n4. {}\n5. Eno.\n6. Fup.\n"


def fourth(phrase: str) -> Step:
    """Step 4 of six, which says `phrase`."""
    return parse(AROUND.format(phrase)).steps[3]


def problem(phrase: str, wanted: tuple[Read, ...] | str) -> str:
    """What is wrong with how the phrase is read; empty when nothing is."""
    step = fourth(phrase)
    got = [(jump.target, jump.maximum, jump.condition) for jump in step.jumps]
    if wanted in ("ask", "none"):
        fits = not got and bool(step.doubts) == (wanted == "ask")
        return "" if fits else f"{got} {step.doubts}"
    assert not isinstance(wanted, str)
    fits = len(got) == len(wanted) and not step.doubts
    for (target, cap, said), one in zip(got, wanted, strict=False):
        wanted_target, wanted_cap, word = one
        fits &= (target, cap) == (wanted_target, wanted_cap)
        fits &= not said if word == "-" else word.casefold() in said.casefold()
    return "" if fits else f"{got} {step.doubts}"
