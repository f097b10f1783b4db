"""Steps named in a sentence together with a verb that leads there."""

import re
from collections.abc import Iterator

from app.core.skills.reading.languages.language import NUMBER
from app.core.skills.reading.lettering import roman_value
from app.core.skills.reading.numerals import COUNTING
from app.core.skills.reading.prose.doing import AGAIN, DO, DONE_AGAIN
from app.core.skills.reading.prose.found import Found, Ground, Reach
from app.core.skills.reading.prose.naming import named
from app.core.skills.reading.prose.phases import InPhase, in_phase, is_phase
from app.core.skills.reading.prose.sentences import CLAUSE_END
from app.core.skills.reading.prose.shorthand import arrows, numbers, over, titled
from app.core.value import value

_FAR = 140
"""Characters in front of a step in which its verb is looked for."""
_BRACKET = re.compile(r"\s\((?:see\s+)?\Z")
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
_AND = re.compile(r"\b(?:and|or|und|oder|et|ou|y|o|e|si|sau)\s+(?:(?:die|den|der)\s+)?\Z")
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
        if len(everything) < 2:
            return everything
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
        lead = self._lead(max(before, noun.start() - _FAR), self._outside(noun.start()))
        if lead is not None:
            kind = next(k for k in ("back", "go", "skip") if lead[k] is not None)
            found = self._led(noun, numbers, lead, kind)
            if found is not None:
                return self._two_parts(found)
        return self._final(noun, numbers, before) or self._unlinked(noun, numbers, before, lead)

    def _roman_phase(self, noun: re.Match[str], before: int) -> Found | None:
        """ "go back to phase II"."""
        word = self.language.word.match(self.low, noun.end(), self.right)
        number = roman_value(word["word"]) if word is not None else 0
        if word is None or not number:
            return None
        said = noun[0].strip()
        inside = in_phase(self.low, said, number, word.end(), self.targets)
        lead = self._lead(max(before, noun.start() - _FAR), noun.start())
        if inside is None or lead is None or lead["before"] or lead["skip"] is not None:
            return None
        kind = "back" if lead["back"] is not None else "go"
        reach = Reach(inside.target, inside.target, *word.span("word"))
        return Found(self.language, kind, lead.start(), inside.end, lead.start(), reach)

    def _is_numbered(self, noun: re.Match[str], word: str) -> bool:
        return word[0].isdigit() or is_phase(noun[0].strip(), word, self.targets)

    def _outside(self, at: int) -> int:
        """Where the bracket opens in which a step is named: "go back to rolling (step 2)"."""
        bracket = _BRACKET.search(self.low, max(self.left, at - 8), at)
        return bracket.start() + 1 if bracket is not None else at

    def _counts(self, noun: re.Match[str], numbers: re.Match[str]) -> bool:
        """Whether the number names the step, and does not count something else."""
        word = numbers["first"]
        if word[0].isdigit():
            return True
        value = COUNTING[self.language.code][word]
        return value > 1 or word in ("one", "eins", "uno", "un", "unu", "um")

    def _lead(self, left: int, right: int) -> re.Match[str] | None:
        """The verb whose words end at `right`; the nearest one."""
        best = lead = self.language.lead.search(self.low, left, right)
        while lead is not None and lead["before"]:
            lead = self.language.lead.search(self.low, lead.start() + 1, right)
            if lead is not None and best is not None and len(lead["before"]) < len(best["before"]):
                best = lead
        return best

    def _led(
        self, noun: re.Match[str], numbers: re.Match[str] | None, lead: re.Match[str], kind: str
    ) -> Found | None:
        words = lead["before"].split()
        if numbers is not None:
            aside = self._outside(noun.start()) < noun.start()
            if words and not aside and not self._only_fill(words):
                return None
            reach: Reach | None
            reach, end = self._numeric(noun, numbers)
        else:
            reach, end, known = self._worded(noun, words, lead, kind)
            if not known:
                return None
        return Found(self.language, kind, lead.start(), end, lead.start(), reach)

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
        first, last = (self._place(word) for word in (said[0], said[-1]))
        if first is not None and last is not None:
            first, last = min(first, last), max(first, last)
        return Reach(first, last, numbers.start("first"), numbers.end("first")), numbers.end()

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
        self, noun: re.Match[str], words: list[str], lead: re.Match[str] | None, kind: str
    ) -> tuple[Reach | None, int, bool]:
        """The steps meant, where their name ends, and whether it names steps at all."""
        low, language, here = self.low, self.language, self.here
        after = language.word.match(low, noun.end(), self.right)
        word = after["word"] if after is not None else ""
        is_relative = word in language.relative and not (
            word in _GOES_ON and not CLAUSE_END.match(low, after.end() if after else 0)
        )
        meant = [w for w in words if w not in _ARTICLES or w in language.both]
        left = lead.start("before") if lead is not None and meant else noun.start()
        if noun["many"]:
            names = [*meant, *([word] if is_relative else [])]
            end = after.end() if after is not None and is_relative else noun.end()
            reach, known = self._several(names, kind, left, end)
            return reach, end, known
        if meant:
            ordinal = self.targets.word(meant[-1], here, language)
            if len(meant) == 1 and (ordinal is not None or meant[0] in language.relative):
                place = self._near(meant[0], kind)
                return Reach(place, place, left, noun.end()), noun.end(), True
            return self._labelled(lead, words, left, noun.end())
        if after is None:
            return None, noun.end(), False
        if is_relative or self.targets.word(word, here, language) is not None:
            place = self._near(word, kind)
            return Reach(place, place, *after.span("word")), after.end(), True
        if word in ("that", "which", "by", "wise", "and", "or", "of", "in", "on", "to", "up"):
            return None, noun.end(), False
        place = self.targets.label(word, here)
        return Reach(place, place, *after.span("word")), after.end(), place is not None

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
        self, lead: re.Match[str] | None, words: list[str], left: int, right: int
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
        if numbers is None and word is not None and word["word"] in language.relative:
            ends.insert(0, word.end())
        for end in ends:
            final = language.final.match(low, end, self.right)
            if final is None:
                continue
            kind = next(k for k in ("back", "go", "skip") if final[k] is not None)
            if numbers is not None:
                reach: Reach | None = self._numeric(noun, numbers)[0]
                known, left = True, noun.start()
            else:
                words = language.before_final.search(
                    low, max(before, noun.start() - 60), noun.start()
                )
                reach, known, left = self._named_before(noun, words, kind)
            if not known or (self._is_idle(left, before) and not self._begins_anew(left, before)):
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
        led = re.compile(r"(?P<before>)").match(self.low, left)
        reach, _end, named = self._worded(noun, known, led, kind)
        return reach, named, left

    def _is_name(self, word: str, noun: re.Match[str]) -> bool:
        language = self.language
        return (
            word in language.relative
            or word in language.both
            or (word in COUNTING[language.code] and noun["many"] is not None)
            or (word not in COUNTING[language.code] and self._is_ordinal(word))
        )

    def _is_ordinal(self, word: str) -> bool:
        return self.targets.word(word, self.here, self.language) is not None

    def _begins_anew(self, at: int, before: int) -> bool:
        """Whether an *and* joins it to something else to do, and not to another step."""
        low, left = self.low, max(before, at - 40)
        return _AND.search(low, left, at) is not None and not self.language.noun.search(
            low, left, at
        )

    def _is_idle(self, at: int, before: int) -> bool:
        return self.language.idling.search(self.low, max(before, at - 40), at) is not None

    def _unlinked(
        self, noun: re.Match[str], numbers: re.Match[str] | None, before: int,
        lead: re.Match[str] | None,
    ) -> Found | None:  # fmt: skip
        """A step without a verb: where a condition leads, or one that may be meant so."""
        low, language = self.low, self.language
        if numbers is None:
            return None
        opening = noun.start()
        article = language.article_before.search(low, max(before, opening - 8), opening)
        if article is not None:
            opening = article.start()
        said = low[max(before, opening - 30) : opening]
        if language.links.search(said) and CLAUSE_END.match(low, numbers.end(), self.right):
            reach, _end = self._numeric(noun, numbers)
            return Found(language, "bare", opening, numbers.end(), opening, reach)
        done = DO.search(low, max(before, noun.start() - 30), noun.start())
        times = language.cap.match(low, numbers.end() + 1, self.right) if done else None
        outside = self._outside(noun.start())
        again = AGAIN.search(low, max(before, outside - 40), outside)
        done = done if times is not None else again if outside < noun.start() else None
        if done is not None:
            reach, _end = self._numeric(noun, numbers)
            return Found(language, "back", done.start(), numbers.end(), done.start(), reach)
        is_again = lead is not None and DONE_AGAIN.match(low, lead.start())
        may_lead = self._is_stirred(noun, before) or self._is_conditional(noun, before)
        if is_again or (may_lead and not self._is_idle(noun.start(), before)):
            start = lead.start() if lead is not None and is_again else noun.start()
            reach, _end = self._numeric(noun, numbers)
            return Found(language, "unread", start, numbers.end(), start, reach)
        return None

    def _is_stirred(self, noun: re.Match[str], before: int) -> bool:
        """Whether a verb that may lead somewhere is in the same clause."""
        low = self.low
        right = self._outside(noun.start())
        left = max(before, right - 80)
        left = 1 + max(left - 1, *(low.rfind(mark, left, right) for mark in ".!?;:,\n("))
        return self.language.stirring.search(low, left, right) is not None

    def _is_conditional(self, noun: re.Match[str], before: int) -> bool:
        """Whether it stands in what is to be done if something is so."""
        low, language = self.low, self.language
        left = max(before, noun.start() - _FAR)
        left = 1 + max(left - 1, *(low.rfind(mark, left, noun.start()) for mark in ".!?;\n"))
        asked = language.condition.search(low, left, noun.start())
        if asked is None or asked["opening"] is not None:
            return False
        return "," in low[asked.end() : noun.start()]
