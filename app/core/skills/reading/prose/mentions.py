"""Steps named in a sentence together with a verb that leads there."""

import re
from collections.abc import Iterator

from app.core.skills.reading.languages.language import NUMBER
from app.core.skills.reading.lettering import roman_value
from app.core.skills.reading.numerals import COUNTING
from app.core.skills.reading.prose.found import Found, Ground, Reach, kind_of
from app.core.skills.reading.prose.leads import Lead, nearest_lead
from app.core.skills.reading.prose.naming import named
from app.core.skills.reading.prose.phases import InPhase, in_phase, is_phase
from app.core.skills.reading.prose.sentences import CLAUSE_END
from app.core.skills.reading.prose.shorthand import arrows, numbers, over, titled
from app.core.skills.reading.prose.unlinked import idling, outside, unlinked
from app.core.value import value

_FAR = 140
"""Characters in front of a step in which its verb is looked for."""
_DIGITS = re.compile(r"[^,\n]*[0-9]\s*")
_TOKEN = re.compile(rf"{NUMBER}|[^\W\d_]+")
_SMALL = (
    "the al a la cel cei cele cea de el los las le les der die das den dem il i gli o os as lo"
    " all of of' du des your both"
)
_ARTICLES = frozenset(_SMALL.split())
_NO_LABEL = (
    "by for each every any all per one of in on at with and or to some other another single same"
    " entire which that whole few many most several least remaining whichever appropriate"
    " corresponding relevant required necessary needed given original current"
)
_PLAIN_WORDS = frozenset(_NO_LABEL.split())
"""Words in front of *step* that do not name one: "repeat the same for each step"."""
_THE = re.compile(r"\b(?:the|den|l'|el|il|o)\s*\Z")
"""Before *step* alone: "repeat the step" means this one."""
_AND = re.compile(r"\b(?:and|or|und|oder|et|ou|y|o|e|si|sau)\s+(?:(?:die|den|der)\s+)?\Z")
_STARTS = re.compile(r"(?:neu|wieder|erneut|noch\s*(?:ein)?mal|nochmals)\s+(?:beginn|anfang|start)")
"""*bei Schritt 1 neu beginnen*: no mere mention."""
_SURELY_LAST = frozenset({"final", "finale", "allerletzten"})
_GOES_ON = frozenset({"before", "zuvor", "davor"})


@value
class Reader(Ground):
    """What a step says about others, with a verb."""

    def found(self, ways: frozenset[str]) -> list[Found]:
        """What leads somewhere, in the order of the text; none overlaps another.

        Only those `ways` are looked for, which the step has.
        """
        everything = [*over(self)] if "again" in ways else []
        if "again" in ways or "noun" in ways:
            everything += self._named()
        if "number" in ways:
            everything += numbers(self)
        if "arrows" in ways:
            everything += arrows(self)
        if "quotes" in ways:
            everything += titled(self)
        if "name" in ways:
            everything += named(self)
        everything.sort(key=lambda one: (one.start, one.kind == "bare", -one.end))
        kept: list[Found] = []
        for one in everything:
            if not kept or one.start >= kept[-1].end:
                kept.append(one)
        return kept

    def _named(self) -> Iterator[Found]:
        low, language = self.low, self.language
        before = self.left
        for noun in language.noun.finditer(low, self.left, self.right):
            if noun.start() < before:
                continue
            found = self._phrase(noun, before)
            if found is not None:
                before = found.end
                yield found

    def _phrase(self, noun: re.Match[str], before: int) -> Found | None:
        low, language = self.low, self.language
        numbers = language.numbered.match(low, noun.end(), self.right)
        if numbers is not None and not self._counts(noun, numbers):
            numbers = None
        if noun["item"] and numbers is None:
            return self._roman_phase(noun, before)
        if noun["item"] and numbers is not None and not self._is_numbered(noun, numbers["first"]):
            return None
        left, right = max(before, noun.start() - _FAR), outside(low, self.left, noun.start())
        lead = nearest_lead(low, language, left, right)
        if lead is not None:
            found = self._led(noun, numbers, lead)
            if found is not None:
                return self._two_parts(found)
        final = self._final(noun, numbers, before)
        if final is not None or numbers is None:
            return final
        return unlinked(self, noun, numbers, before, lead, self._numeric(noun, numbers)[0])

    def _roman_phase(self, noun: re.Match[str], before: int) -> Found | None:
        """ "go back to phase II"."""
        word = self.language.word.match(self.low, noun.end(), self.right)
        number = roman_value(word["word"]) if word is not None else 0
        if word is None or not number:
            return None
        said = noun[0].strip()
        inside = in_phase(self.low, said, number, word.end(), self.targets)
        left = max(before, noun.start() - _FAR)
        lead = nearest_lead(self.low, self.language, left, noun.start())
        if inside is None or lead is None or lead.before or lead.kind == "skip":
            return None
        reach = Reach(inside.target, inside.target, *word.span("word"))
        return Found(self.language, lead.kind, lead.start, inside.end, lead.start, reach)

    def _is_numbered(self, noun: re.Match[str], word: str) -> bool:
        return word[0].isdigit() or is_phase(noun[0].strip(), word, self.targets)

    def _counts(self, noun: re.Match[str], numbers: re.Match[str]) -> bool:
        """Whether the number names the step, and does not count something else."""
        word = numbers["first"]
        if word[0].isdigit():
            return True
        value = COUNTING[self.language.code][word]
        return value > 1 or word in ("one", "eins", "uno", "un", "unu", "um")

    def _led(self, noun: re.Match[str], numbers: re.Match[str] | None, lead: Lead) -> Found | None:
        words = lead.before.split()
        if numbers is not None:
            aside = outside(self.low, self.left, noun.start()) < noun.start()
            if words and not aside and not self._only_fill(words):
                return None
            reach: Reach | None
            reach, end = self._numeric(noun, numbers)
        else:
            reach, end, known = self._worded(noun, words, lead, lead.kind)
            if not known:
                return None
            if lead.kind == "go" and self._has_article(lead) and self._is_next(end):
                return Found(self.language, "skip", lead.start, end, lead.start, reach)
        return Found(self.language, lead.kind, lead.start, end, lead.start, reach)

    def _has_article(self, lead: Lead) -> bool:
        """Whether its preposition may be an article too: "salte a etapa seguinte"."""
        said = self.low[lead.start : lead.left].split()
        return len(said) > 1 and self.language.is_article(said[-1])

    def _is_next(self, end: int) -> bool:
        """Whether what ends there names the next step."""
        said = self.low[max(self.left, end - 20) : end].split()[-1]
        return self.language.relative.get(said) == 1

    def _only_fill(self, words: list[str]) -> bool:
        return all(
            word in _ARTICLES or word in self.language.both or word in ("work", "whole", "entire")
            for word in words
        )

    def _numeric(self, noun: re.Match[str], numbers: re.Match[str]) -> tuple[Reach, int]:
        """The steps meant, and where the words end that say so."""
        language = self.language
        inside = self._in_phase(noun, numbers)
        if inside is not None:
            return Reach(inside.target, inside.target, *numbers.span("first")), inside.end
        several = numbers["several"] and (not noun["one"] or _DIGITS.fullmatch(numbers["several"]))
        end = numbers.end() if several or numbers["range"] else numbers.end("first")
        said = [t for t in _TOKEN.findall(self.low[numbers.start("first") : end])
                if t[0].isdigit() or t in COUNTING[language.code]]  # fmt: skip
        first = self._place(said[0])
        last = self._place(said[-1]) if len(said) > 1 else first
        if first is not None and last is not None:
            first, last = min(first, last), max(first, last)
        return Reach(first, last, *numbers.span("first")), numbers.end()

    def _in_phase(self, noun: re.Match[str], numbers: re.Match[str]) -> InPhase | None:
        word = numbers["first"]
        number = int(word) if word.isdigit() else COUNTING[self.language.code].get(word, 0)
        several = numbers["several"] and not is_phase(noun[0].strip(), word, self.targets)
        if not number or several:
            return None
        return in_phase(self.low, noun[0].strip(), number, numbers.end("first"), self.targets)

    def _place(self, word: str) -> int | None:
        if word[0].isdigit() and not word.isdigit():
            return self.targets.outlined(word)
        return self.targets.word(word, self.here, self.language)

    def _worded(
        self, noun: re.Match[str], words: list[str], lead: Lead | None, kind: str
    ) -> tuple[Reach | None, int, bool]:
        """The steps meant, where their name ends, and whether it names steps at all."""
        low, language, here = self.low, self.language, self.here
        after = language.word.match(low, noun.end(), self.right)
        word = after["word"] if after is not None else ""
        is_relative = word in language.relative and not (
            word in _GOES_ON and not CLAUSE_END.match(low, after.end() if after else 0)
        )
        meant = [w for w in words if w not in _ARTICLES or w in language.both]
        left = lead.left if lead is not None and meant else noun.start()
        if noun["many"]:
            names = [*meant, *([word] if is_relative else [])]
            if not names and self._follows_both(noun.start()):
                names = [*language.both]
            end = after.end() if after is not None and is_relative else noun.end()
            reach, known = self._several(names, kind, left, end)
            return reach, end, known
        if meant:
            ordinal = self.targets.word(meant[-1], here, language)
            if len(meant) == 1 and (ordinal is not None or meant[0] in language.relative):
                place = self._near(meant[0], kind)
                return Reach(place, place, left, noun.end()), noun.end(), True
            return self._labelled(lead, words, left, noun.end())
        if kind == "back" and self._is_the_step(noun):
            return Reach(here, here, left, noun.end()), noun.end(), True
        if after is None:
            return None, noun.end(), False
        if is_relative or self.targets.word(word, here, language) is not None:
            place = self._near(word, kind)
            return Reach(place, place, *after.span("word")), after.end(), True
        if word in ("that", "which", "by", "wise", "and", "or", "of", "in", "on", "to", "up"):
            return None, noun.end(), False
        place = self.targets.label(word, here)
        return Reach(place, place, *after.span("word")), after.end(), place is not None

    def _follows_both(self, at: int) -> bool:
        said = self.low[max(self.left, at - 12) : at].rstrip()
        return said.endswith(self.language.both)

    def _is_the_step(self, noun: re.Match[str]) -> bool:
        """Whether nothing says which step: "repeat the step", "den Schritt wiederholen"."""
        low = self.low
        known = _THE.search(low, max(self.left, noun.start() - 5), noun.start())
        ends = CLAUSE_END.match(low, noun.end(), self.right) or self.language.final.match(
            low, noun.end(), self.right
        )
        return ends is not None and (known is not None or noun[0].strip() == "pasul")

    def _near(self, word: str, kind: str) -> int | None:
        """As `Targets.word`; the last step, seen from one that goes back, is the one before."""
        if (
            kind == "back"
            and self.language.relative.get(word) == "last"
            and word not in _SURELY_LAST
        ):
            return self.targets.neighbour(self.here, -1)
        return self.targets.word(word, self.here, self.language)

    def _several(
        self, words: list[str], kind: str, left: int, right: int
    ) -> tuple[Reach | None, bool]:
        """*the two previous steps*: all of them, or None where it is not clear which."""
        language, here = self.language, self.here
        counts = [COUNTING[language.code].get(w) or (int(w) if w.isdigit() else 0) for w in words]
        count = 2 if any(w in language.both for w in words) else max(counts, default=0)
        ways = [language.relative[w] for w in words if w in language.relative]
        if not ways and kind == "back" and count == 2 and not any(counts):
            first = self.targets.neighbour(here, -count)
            alone = self.targets.neighbour(here, -count - 1) is None
            nearest = self.targets.neighbour(here, -1)
            return Reach(first, nearest, left, right) if alone else None, True
        if not ways:
            return None, any(counts)
        way = ways[0]
        if way in (-1, "last") and count:
            first = self.targets.neighbour(here, -count)
            return Reach(first, self.targets.neighbour(here, -1), left, right), True
        if way == -1:
            return Reach(1, self.targets.neighbour(here, -1), left, right), True
        if way == 1 and count:
            nearest = self.targets.neighbour(here, 1)
            return Reach(nearest, self.targets.neighbour(here, count), left, right), True
        return None, True

    def _labelled(
        self, lead: Lead | None, words: list[str], left: int, right: int
    ) -> tuple[Reach | None, int, bool]:
        """Words in front of the noun that name a step: the label of one, or *this … step*."""
        low, here = self.low, self.here
        is_this = len(words) > 1 and self.language.relative.get(words[0]) == 0
        if is_this and _PLAIN_WORDS.isdisjoint(words[1:]):
            return Reach(here, here, left, right), right, True
        target = self.targets.label(" ".join(words) + self._below(right), here)
        named = low.endswith("the", 0, left - 1) if target is None else True
        if target is None and (not named or len(words) > 3 or not _PLAIN_WORDS.isdisjoint(words)):
            return None, right, False
        return Reach(target, target, left, right), right, True

    def _below(self, at: int) -> str:
        word = self.language.word.match(self.low, at, self.right)
        return f" {word['word']}" if word and word["word"] in ("above", "below") else ""

    def _two_parts(self, found: Found) -> Found:
        """With the second part of its verb: "gehen Sie zu Schritt 2 zurück"."""
        final = self.language.final.match(self.low, found.end, self.right)
        if final is None or not self.language.ends_go.strip("(?!)"):
            return found
        kind = "back" if final["back"] is not None else found.kind
        if final["skip"] is not None:
            kind = "skip"
        return Found(found.language, kind, found.start, final.end(), found.verb, found.reach)

    def _final(
        self, noun: re.Match[str], numbers: re.Match[str] | None, before: int
    ) -> Found | None:
        """A step whose verb follows: "Schritt 2 wiederholen", "step 2 is repeated"."""
        low, language = self.low, self.language
        word = language.word.match(low, noun.end(), self.right)
        ends = [numbers.end()] if numbers is not None else [noun.end()]
        if numbers is None and word is not None and self._is_known(word["word"]):
            ends.insert(0, word.end())
        for end in ends:
            final = language.final.match(low, end, self.right)
            if final is None:
                continue
            kind = kind_of(final)
            if numbers is not None:
                reach: Reach | None = self._numeric(noun, numbers)[0]
                known, left = True, noun.start()
            else:
                words = language.before_final.search(
                    low, max(before, noun.start() - 60), noun.start()
                )
                reach, known, left = self._named_before(noun, words, kind)
            idle = idling(low, language, left, before)
            if idle is not None and _STARTS.match(final[0].lstrip()):
                left, idle = idle.start(), None
            if not known or (idle is not None and not self._begins_anew(left, before)):
                return None
            return Found(language, kind, left, final.end(), final.start(kind), reach)
        return None

    def _named_before(
        self, noun: re.Match[str], found: re.Match[str] | None, kind: str
    ) -> tuple[Reach | None, bool, int]:
        """Ordinal and relative words right before a noun; no other names."""
        words = found["before"].split() if found is not None else []
        known: list[str] = []
        for word in reversed(words):
            if not self._is_name(word, noun):
                break
            known.insert(0, word)
        left = noun.start()
        for word in reversed(known):
            left = self.low.rindex(word, 0, left)
        reach, _end, named = self._worded(noun, known, Lead(kind, left, "", left), kind)
        return reach, named, left

    def _is_name(self, word: str, noun: re.Match[str]) -> bool:
        language = self.language
        return (
            word in language.relative
            or word in language.both
            or (word in COUNTING[language.code] and noun["many"] is not None)
            or (word not in COUNTING[language.code] and self._is_ordinal(word))
        )

    def _is_known(self, word: str) -> bool:
        return word in self.language.relative or self._is_ordinal(word)

    def _is_ordinal(self, word: str) -> bool:
        return self.targets.word(word, self.here, self.language) is not None

    def _begins_anew(self, at: int, before: int) -> bool:
        """Whether an *and* joins it to something else to do, and not to another step."""
        low, left = self.low, max(before, at - 40)
        return _AND.search(low, left, at) is not None and not self.language.noun.search(
            low, left, at
        )
