"""Written loops and branches: `@loop: 2 max=3`, `@branch: if C -> 4 else 5`, `[[loop: 1]]`."""

import re

from app.core.skills.model import Jump, JumpKind
from app.core.skills.reading.deleted import DELETED
from app.core.skills.reading.folding import Folded, fold
from app.core.skills.reading.languages.every import IF, leading
from app.core.skills.reading.prose.phases import in_phase
from app.core.skills.reading.targets import Targets

MARKER = re.compile(
    r"@(?P<at>loop|branch):[ \t]*+|\[\[[ \t]*+(?P<in>loop|branch):[ \t]*+", re.IGNORECASE
)
_CONDITION = re.compile(
    r"[ \t,(]*(?P<word>if|when|until|till|while|unless)[ \t]*=(?!=)[ \t]*"
    r"(?:[\"“](?P<quoted>[^\"”\r\n]{1,200})[\"”]|(?P<bare>[^\s\"“)\]]++))[ \t]*\)?",
    re.IGNORECASE,
)
_NEXT = re.compile(r"@\w|\[\[|\[(?:verify|dispatch-safe)[ \t]*:|\[anchor\]|[\r\n]", re.IGNORECASE)
_MAX = re.compile(r"[ \t,(]*\bmax[ \t]*[=: ][ \t]*(?P<count>[0-9]{1,9})\b[ \t]*\)?", re.IGNORECASE)
_TIMES = re.compile(r"[ \t]*\btimes\b", re.IGNORECASE)
_NUMBER = re.compile(
    r"(?:(?:the[ \t]+)?step[ \t]+)?\#?(?P<n>[0-9]{1,9}(?:\.[0-9]{1,9})*+[a-z]?)(?![\w-])", re.I
)
_DELETED = re.compile(rf"(?:(?:the[ \t]+)?step[ \t]+)?(?P<n>{DELETED.pattern})", re.IGNORECASE)
_QUOTED = re.compile(r"[\"“'](?P<n>[^\"”'\r\n]{1,80})[\"”']")
_LABEL = re.compile(
    r"(?!max\b)[^\W_][\w'-]*+(?:[ \t]+(?!else\b|otherwise\b|max\b|->)[\w'-]++){0,7}", re.I
)
_ARROW = re.compile(r"[ \t]*(?:->|→|=>)[ \t]*")
_ELSE = re.compile(r"[ \t]*[,;]?[ \t]*\b(?:else|otherwise)\b[ \t]*(?:->|→|=>)?[ \t]*", re.I)
_IF = re.compile(r"if[ \t]+", re.IGNORECASE)
_LONGEST = 500
"""How far from its beginning a bracketed annotation is closed at most."""
_CLOSE = re.compile(r"\]\](?!\])")
_ARROW_SIGN = re.compile(r"->|→|=>")
_ARROW_OR_END = re.compile(
    rf"(?P<arrow>{_ARROW_SIGN.pattern})|[.!?](?=\s|\Z)|\b(?:else|otherwise)\b", re.IGNORECASE
)
_CONDITION_END = re.compile(r"[,(]?[ \t]*\bmax[ \t]*[=:]|\(|[.!?](?=\s|\Z)", re.I)
_OPENING = re.compile(r"\[(?!\[)[ \t]*")
_CLOSING = re.compile(r"[ \t]*\]")
_PIECE = re.compile(r"\S+")
_STOP = re.compile(r"[.!?](?=\s|\Z)")


def annotation_jumps(
    text: str, folded: Folded, found: re.Match[str], end: int, here: int, targets: Targets
) -> tuple[list[Jump], int]:
    """The jumps of the annotation that `found` begins, and where it ends.

    None of them when it says nothing that can be read.
    """
    bracketed = found["in"] is not None
    start, at = found.span()
    stop = _NEXT.search(text, at, end)
    limit = stop.start() if stop is not None else end
    after = limit
    if bracketed:
        closing = _CLOSE.search(text, at, min(end, at + _LONGEST))
        close = closing.start() if closing is not None else -1
        limit = close if close >= 0 else limit
        after = limit + 2 if close >= 0 else limit
    reader = _Reader(text, folded, start, at, limit, here, targets)
    loops = (found["at"] or found["in"]).lower() == "loop"
    jumps = reader.loop() if loops else reader.branch()
    return jumps, after if bracketed else reader.at


class _Reader:
    def __init__(
        self, text: str, folded: Folded, start: int, at: int, end: int, here: int, targets: Targets
    ) -> None:
        self._text, self._folded = text, folded
        self._start, self.at, self._end = start, at, end
        self._here, self._targets = here, targets

    def loop(self) -> list[Jump]:
        """`2 max=4`, `max=3`, `self max=2`, `"Gather inputs"`, `if it fails max=2`."""
        text = self._text
        maximum = self._maximum()
        condition = self._condition()
        reference = self._reference() if not condition else None
        maximum = maximum or self._maximum()
        condition = condition or self._condition()
        maximum = maximum or self._maximum()
        if reference is None and maximum is None and not condition:
            return []
        target, left, right = reference or (self._here, self._start, self._start)
        return [
            Jump(JumpKind.LOOP, target, text[left:right].strip(), maximum or None, condition,
                 self._start, self.at, left, right)
        ]  # fmt: skip

    def branch(self) -> list[Jump]:
        """`4`, `if C -> 4 else 5`, `unless C -> 4`, `if C` (without a fixed step), `C -> 4`."""
        jumps: list[Jump] = []
        start = self._start
        condition = ""
        while self.at < self._end:
            begin = self.at
            reference = None if _IF.match(self._text, begin, self._end) else self._reference()
            arrow = _ARROW.match(self._text, self.at, self._end)
            if reference is None or arrow is not None or self._is_asked(begin, reference):
                self.at = begin
                condition = self._until_arrow()
                arrow = _ARROW.match(self._text, self.at, self._end)
                if arrow is None:
                    reference = (None, self.at, self.at)
                else:
                    self.at = arrow.end()
                    reference = self._reference() or (None, self.at, self.at)
            if not condition and reference[1] == reference[2]:
                break
            condition = condition or self._condition()
            target, left, right = reference
            jumps.append(
                Jump(JumpKind.BRANCH, target, self._text[left:right].strip(), None, condition,
                     start, self.at, left, right)
            )  # fmt: skip
            another = _ELSE.match(self._text, self.at, self._end)
            if another is None:
                break
            condition = "else"
            start, self.at = another.start(), another.end()
        return jumps

    def _until_arrow(self) -> str:
        """A condition up to its arrow, or up to the end of the sentence."""
        asked = self._asked(self.at)
        left = asked if asked is not None else self.at
        arrow = _ARROW_SIGN.search(self._text, left, self._end)
        if arrow is not None:
            right = arrow.start()
        else:
            stop = _STOP.search(self._text, left, self._end)
            right = stop.start() if stop is not None else self._end
        condition = self._text[left:right].strip()
        self.at = left + len(self._text[left:right].rstrip())
        return condition

    def _is_asked(self, at: int, reference: tuple[int | None, int, int]) -> bool:
        """Whether words that name no step are a condition: "unless $on -> 4", "it's on -> 4"."""
        target, left, right = reference
        is_number = self._text[left:right].isdigit()
        if target is not None or is_number or not _LABEL.fullmatch(self._text, left, right):
            return False
        return self._asked(at) is not None or self._has_arrow(right)

    def _has_arrow(self, at: int) -> bool:
        """Whether one follows in the same sentence, before another way."""
        found = _ARROW_OR_END.search(self._text, at, self._end)
        return found is not None and found["arrow"] is not None

    def _asked(self, at: int) -> int | None:
        """Where the condition begins whose word stands here; words that turn it are part of it."""
        inner = self._folded.inner
        asked = IF.match(self._folded.text, inner(at), inner(self._end))
        if asked is None:
            return None
        return self._folded.outer(asked.end() if asked["plain"] else asked.start())

    def _maximum(self) -> int | None:
        found = _MAX.match(self._text, self.at, self._end)
        if found is None:
            return None
        times = _TIMES.match(self._text, found.end(), self._end)
        self.at = times.end() if times is not None else found.end()
        return int(found["count"])

    def _condition(self) -> str:
        """`if it fails`, `until green`: up to `max=`, a bracket or the end of the sentence.

        It may be written like the limit: `until="the lamp is green"`.
        """
        named = _CONDITION.match(self._text, self.at, self._end)
        if named is not None:
            self.at = named.end()
            said = (named["quoted"] or named["bare"]).strip()
            word = named["word"].lower()
            return said if word in ("if", "when") else f"{word} {said}"
        at = self.at
        while at < self._end and self._text[at] in " \t,":
            at += 1
        begin = self._asked(at)
        if begin is None:
            return ""
        stop = _CONDITION_END.search(self._text, begin, self._end)
        right = stop.start() if stop is not None else self._end
        self.at = begin + len(self._text[begin:right].rstrip())
        return self._text[begin:right].strip(" \t,")

    def _reference(self) -> tuple[int | None, int, int] | None:
        """The step named here as (position or None, start, end); None when nothing is named.

        Brackets around it are another way to write it: `[4]`. A step that was deleted is
        none that exists.
        """
        begin = self.at
        deleted = _DELETED.match(self._text, begin, self._end)
        if deleted is not None:
            self.at = deleted.end()
            return None, *deleted.span("n")
        opening = _OPENING.match(self._text, begin, self._end)
        if opening is None:
            return self._bare_reference()
        self.at = opening.end()
        found = self._bare_reference()
        closing = _CLOSING.match(self._text, self.at, self._end)
        if found is None or closing is None:
            self.at = begin
            return None
        self.at = closing.end()
        return found

    def _bare_reference(self) -> tuple[int | None, int, int] | None:
        words = _LABEL.match(self._text, self.at, self._end)
        if words is None or self._named(words[0]) is None:
            self._pass_verb()
        number = _NUMBER.match(self._text, self.at, self._end)
        if number is not None:
            return self._numbered(number)
        quoted = _QUOTED.match(self._text, self.at, self._end)
        if quoted is not None:
            self.at = quoted.end()
            return self._named(quoted["n"]), *quoted.span("n")
        words = _LABEL.match(self._text, self.at, self._end)
        if words is None:
            return None
        for right in _prefix_ends(words):
            target = self._named(self._text[words.start() : right])
            if target is not None:
                self.at = right
                return target, words.start(), right
        self.at = words.end()
        return None, *words.span()

    def _pass_verb(self) -> None:
        """Go past a verb that only leads to what is named: "go to the Justify step"."""
        inner, outer = self._folded.inner, self._folded.outer
        for verb in leading():
            found = verb.match(self._folded.text, inner(self.at), inner(self._end))
            if found is not None:
                self.at = outer(found.end())
                return

    def _numbered(self, found: re.Match[str]) -> tuple[int | None, int, int]:
        """`4`, `2.1`, `2b`, and `2 of phase 1`."""
        self.at = found.end()
        number, (start, end) = found["n"].lower(), found.span("n")
        if not number.isdigit():
            return self._targets.outlined(number), start, end
        inner, outer = self._folded.inner, self._folded.outer
        inside = in_phase(self._folded.text, "step", int(number), inner(end), self._targets)
        if inside is not None and outer(inside.end) <= self._end:
            self.at = outer(inside.end)
            return inside.target, start, self.at
        return self._targets.numbered(int(number), self._here), start, end

    def _named(self, words: str) -> int | None:
        parts = [w for w in fold(words).text.split() if w not in ("the", "step")]
        if len(parts) == 1:
            target = self._targets.any_word(parts[0], self._here)
            if target is not None:
                return target
        return self._targets.label(words, self._here)


def _prefix_ends(words: re.Match[str]) -> list[int]:
    """Ends of the leading words, longest first."""
    ends = [words.start() + m.end() for m in _PIECE.finditer(words[0])]
    return ends[::-1]
