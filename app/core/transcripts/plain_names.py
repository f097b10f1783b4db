"""Whether a name was given by the maker of a tool, or is a value that stands where a name does."""

import re
from functools import lru_cache
from itertools import pairwise

_SECRET = re.compile(
    r"gh[oprsu]_|github_pat_|glpat-|xox[a-z]-|npm_[A-Za-z0-9]{16}|hf_[A-Za-z0-9]{16}"
    r"|[spr]k[-_](?:live|test|proj|ant|or|svcacct|admin)[-_]|sk-[A-Za-z0-9]{12}"
    r"|A(?:KIA|SIA|ROA|IDA)[A-Z0-9]{8}|AIza|eyJ[A-Za-z0-9]{5}|ya29\."
)
"""How keys and passes of well-known services begin."""
_PROGRAM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,31}")
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_LONGEST_WORD = 24
"""Letters without anything between them."""
_MOST_DIGITS = 8
_MOST_IN_A_ROW = 5
_MOST_JOINTS = 4
"""How often any name may go over to a capital, or between letters and digits, as `maxTokens` and
`x86_64` do; a long one may do so at every third character."""


@lru_cache(maxsize=4_096)
def is_plain_name(name: str) -> bool:
    """Whether nothing in a name looks like a key, a pass, an address, or a number of something."""
    if "@" in name or _SECRET.match(name.lstrip("-_")):
        return False
    pieces = [piece.span() for piece in _PIECE.finditer(name)]
    digits = [end - start for start, end in pieces if name[start].isdigit()]
    if sum(digits) > _MOST_DIGITS or max(digits, default=0) > _MOST_IN_A_ROW:
        return False
    if any(end - start > _LONGEST_WORD for start, end in pieces):
        return False
    joints = sum(end == start for (_start, end), (start, _end) in pairwise(pieces))
    return joints <= max(_MOST_JOINTS, len(name) // 3)


def is_program_name(name: str) -> bool:
    """Whether a program or a script may be called so."""
    return _PROGRAM.fullmatch(name) is not None and is_plain_name(name)
