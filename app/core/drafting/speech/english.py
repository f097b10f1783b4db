"""English: things to do begin with a bare verb, or with “I” and “we”."""

import re

from app.core.drafting.speech.speech import Speech, Words, inside, joints, never, starts, word_set
from app.core.skills.model import GoalKind

_VERBS = word_set(
    "accept access acknowledge activate add adjust agree align alert allow analyse analyze"
    " announce answer apologise apologize apply approve archive arrange arrive ask assemble"
    " assess assign attach attend authorise authorize avoid back bake be begin bill blend block"
    " boil book bring brush build buy calculate calibrate call cancel capture carry cast catch"
    " categorise change charge check choose circulate clean clear click close code collect"
    " combine come commit compare compile complete compose confirm connect consider contact"
    " continue convert cook cool copy correct count cover create cross cut date debit decide"
    " deduct define delete deliver deploy describe design destroy detach determine dig dilute"
    " discard disconnect discuss dispatch display dispose distribute divide do document dose"
    " double download draft drag drain draw drill drive drop dry dust edit email empty enable"
    " encrypt end ensure enter erase escalate establish estimate evaluate examine exchange"
    " execute explain export extract fasten feed fetch file fill filter finalise finalize find"
    " finish fit fix flag flip flush fold follow forward free freeze gather generate get give go"
    " grab greet grind group hand hang have heat help hold identify import include inform insert"
    " inspect install invite invoice iron issue join keep label lay leave lend let lift light"
    " link list listen load lock log look loosen lower mail make mark match measure meet melt"
    " merge mix monitor mop mount move name negotiate note notify offer open order organise"
    " organize pack paint park paste pay peel phone pick place plan plant plug polish post pour"
    " prepare present press print process produce promote propose provide publish pull pump push"
    " put quote raise reach read rebook reboot receive recheck reconcile record reduce refill"
    " refund register reject release reload remember remind remove rename rent repair repeat"
    " replace reply report request reschedule reserve reset resolve restart restock restore"
    " return reuse review revoke rinse roll rotate run sand save say scan schedule scrub seal"
    " search secure select sell send separate serve set settle shake share ship shut sign sit"
    " skip smooth soak solve sort speak split spray spread stack stamp start stay sterilise"
    " sterilize stick stir stop store submit subtract summarise summarize supply switch sweep"
    " tag take talk tell tender test thank thaw throw tick tidy tie tighten top total trace"
    " track train transfer transport trim try turn type unload unlock unpack unplug unscrew"
    " update upgrade upload use validate verify visit wait walk warm warn wash watch water weigh"
    " wipe withdraw work wrap write zip"
)
_ALONE = word_set(
    "apologise apologize approve bake begin celebrate commit confirm continue decide"
    " deliver deploy leave"
    " listen pay reboot reply restart rinse serve sign stir verify wait"
)
"""Verbs that may stand without what they are done to, and are hardly a noun then."""
_OBJECTS = word_set(
    "the a an this that these those my our your his her their its it them him us me everything"
    " everyone everybody each all any some every both whether who whom what how which where when"
    " why if anything something nothing one two three"
)
"""What stands behind a verb and hardly behind a noun."""
_SMALL = word_set(
    "the a an this that these those my our your his her their its it them him us me and or but"
    " if when while because which who whom whose what how where why of in on at to for from with"
    " by as than about after before until unless so not no nor either neither both all any some"
    " every each only also even just i we you he she they there here is are was were be been has"
    " have had will would can could may might must should shall do does did everything something"
    " anything nothing everyone somebody someone one two three four five six seven eight nine"
    " ten"
)
_WHO = re.compile(
    r"(?:i|we|you)\s+(?:(?:usually|always|then|also|just|now|first|generally|normally)\s+)*"
    r"(?:(?:have|need|want|like)\s+to\s+|must\s+|should\s+)?(?=[a-z])",
    re.IGNORECASE,
)
_INNER = re.compile(r"(?<=,)\s+(?:I|we|you)\s+(?=[a-z])(?!(?:never|don|do|can|have|am|are|will)\b)")
_TIMES = (
    r"(?:(?:on|at\s+the\s+(?:end|start|beginning)\s+of)\s+)?(?:every"
    r"|each)\s+(?:(?:other|second|third"
    r"|working|\d+)\s+)?(?:\w+day|days?|weeks?|months?|years?|mornings?|evenings?|nights?|quarters?"
    r"|springs?|summers?|autumns?|winters?|shifts?|hours?|january|february|march"
    r"|april|may|june|july"
    r"|august|september|october|november|december)(?:\s+(?:morning|afternoon|evening|night)"
    r"|\s+(?:at|before|after)\s+[\w:]+(?:\s+(?:am|pm))?)*"
    r"|on\s+(?:mon|tues|wednes|thurs|fri|satur|sun)days?(?:\s+(?:morning|afternoon|evening)s?)?"
    r"|(?:once|twice)\s+(?:a|every|per)\s+\w+|daily|weekly|monthly|quarterly|yearly|annually"
)


def _acts(words: Words, _original: Words) -> bool:
    said = [word for word in words if word in _VERBS or not word.endswith("ly")]
    if not said:
        return False
    if said[0] in ("never", "don't", "please") or said[:2] == ["do", "not"]:
        return True
    if said[0] in ("i", "we", "you"):
        return len(said) > 1
    first = said[0]
    if first in _SMALL and first not in ("do", "have"):
        return False
    if len(said) == 1:
        return first in _ALONE
    if first in _VERBS:
        return True
    if said[1] not in _OBJECTS:
        return False
    # “She checks the name and measures the pressure”: a plural has no “the” behind it.
    plural = first.endswith("s") and not first.endswith("ss")
    return not plural or first[:-1] in _VERBS or first[:-2] in _VERBS


def _plain(clause: str) -> str:
    return _INNER.sub(" ", _WHO.sub("", clause, count=1) if _WHO.match(clause) else clause)


ENGLISH = Speech(
    "en",
    common=word_set(
        "the and with this that when before after from are your until each every then it is i we to"
        " of in on for them what or my our there"
    ),
    only_names=never,
    lead=starts(
        r"(?:and\s+)?(?:then|first(?:\s+of\s+all|ly)?|second(?:ly)?|third(?:ly)?"
        r"|after\s+that|afterwards"
        r"|next|finally|lastly|last\s+of\s+all|to\s+begin\s+with|to\s+start|once\s+that\s+is\s+done"
        r"|in\s+the\s+end)\b[,:]?|and\b|also\b[,:]?|please\b[,:]?"
    ),
    joint=joints("and", r"then|next|finally|after\s+that"),
    acts=_acts,
    plain=_plain,
    condition=starts(
        r"if|unless|in\s+case|in\s+the\s+event|once|when(?:ever)?|as\s+soon\s+as|as\s+long\s+as"
    ),
    otherwise=starts(
        r"otherwise|or\s+else|else|if\s+not|if\s+(?:it|they|he|she)\s+(?:does|do|is"
        r"|are)(?:n't|\s+not)(?=\s*,)"
    ),
    when=starts(r"when(?:ever)?|every\s+time|each\s+time|as\s+soon\s+as"),
    times=re.compile(_TIMES),
    event=starts(
        r"an?\s+\w+|the\s+[\w-]+\s+(?!is\b|was\b)\w+s|some(?:body|one|thing)|in\s+case\s+of|upon"
    ),
    setting=starts(r"to|before|after|at|on|in|during|for|from|while|within|with|by"),
    purpose=re.compile(
        r"(?:how\s+to|to|this\s+is\s+how\s+(?:i|we)|here\s+is\s+how\s+(?:i|we))\s+(?P<what>.+)"
    ),
    never=starts(
        r"(?:(?:i|we|you)\s+)?(?:never|do\s+not|don't|must\s+not|mustn't|should\s+not|shouldn't"
        r"|may\s+not|cannot|can't|under\s+no\s+circumstances)"
    ),
    forget=starts(
        r"(?:never|do\s+not|don't)\s+forget\s+to|remember\s+to|make\s+sure\s+to|be\s+sure\s+to"
    ),
    again=re.compile(r"\b(?:again|once\s+more)\b"),
    until=inside(r"until|till"),
    result=inside(r"so\s+that|in\s+order\s+that"),
    goals={
        GoalKind.ON_FAILURE: starts(
            r"if\s+(?:it|that|this|something|anything|any(?:\s+step)?)\s+(?:fails?"
            r"|goes\s+wrong|breaks?)"
        ),
        GoalKind.TRIGGER: starts(
            r"(?:i|we)\s+do\s+(?:this|it)\s+(?:when|whenever|every|each|on|once)"
        ),
        GoalKind.PREREQUISITES: starts(
            r"(?:you|we|i)\s+(?:first\s+)?(?:will\s+)?need\s+(?:to\s+have|access|a|an"
            r"|the|some|two|three|\d+)"
            r"|before\s+(?:you\s+|we\s+|i\s+)?(?:start|begin)(?:ning|ing)?|prerequisites?"
        ),
        GoalKind.SUCCESS: starts(
            r"(?:it|this|we|i|you|everything)(?:\s+is|'s|\s+are|'re|'m"
            r"|\s+am)?\s+(?:done|finished|ready"
            r"|successful|good)\s+(?:when|once|if)|(?:in|at)\s+the\s+end|the\s+result\s+is"
            r"|success\s+(?:is|means)"
        ),
        GoalKind.OUT_OF_SCOPE: starts(
            r"(?:this\s+)?(?:does\s+not|doesn't)\s+(?:cover|include)|out\s+of\s+scope"
            r"|this\s+is\s+not\s+for"
        ),
    },
)
