"""How people say that something went wrong or well, in seven languages. Pure."""

import re
from enum import StrEnum

from app.core.skills.reading.folding import fold


class Mood(StrEnum):
    """What a message says about what was done before it."""

    CORRECTS = "corrects"
    APPROVES = "approves"
    GOES_ON = "goes on"
    """“Yes”, “continue”: neither, and no new task."""
    ASKS = "asks"
    """Something else."""


_LOOKED_AT = 400
"""Characters: feedback is at the beginning of a message."""
_SHORT = 5
"""Words of a message that only says to go on."""


def _any(lines: str) -> re.Pattern[str]:
    """One of the lines, those with a `#` aside; they are matched in small letters without accents,
    with a space for each apostrophe."""
    kept = (line.strip() for line in lines.splitlines())
    return re.compile("|".join(line for line in kept if line and not line.startswith("#")))


_HARMLESS = _any(r"""
    \bno (?:problems?|issues?|errors?|worries|need|further|more|rush)\b
    \bnothing (?:else|wrong)\b
    \b(?:that|this|it)(?: s| is| was)? (?:exactly |just )?(?:what|how) i (?:wanted|asked|meant)
    \bnot bad\b
    \bno,? (?:thanks|thank you|that s (?:all|it|fine|great|perfect|good))\b
    \b(?:kein(?:e|en)?|ohne) (?:probleme?|fehler|eile)\b
    \bnein,? (?:danke|das war|alles|passt)\b
    \b(?:pas|aucun) (?:de )?(?:probleme|souci|erreur)s?\b
    \bnon,? (?:merci|c est tout|c est bon)\b
    \b(?:sin|ningun) (?:problemas?|errores?)\b
    \bno,? (?:gracias|eso es todo|nada mas|grazie)\b
    \b(?:nessun|senza) (?:problem[ai]|error[ei])\b
    \bno,? (?:e tutto|va bene)\b
    \b(?:sem|nenhum) (?:problemas?|erros?)\b
    \bnao,? (?:obrigad[oa]|e so isso)\b
    \b(?:fara|nicio|nici o) (?:problem[ae]|eroare|erori)\b
    \bnu,? (?:multumesc|mersi|asta e tot)\b
""")
"""Nothing is wrong, although it begins with “no” or names an error."""
_WRONG = _any(r"""
    # English
    \bwrong\b
    \bincorrect\b
    \bnot (?:what|how|right|correct|ok\b|good|working|fixed|there|the one)
    \b(?:that|this|it) (?:is|s|was) ?n[o ]t\b
    \b(?:is|was)n t (?:right|correct|working|what|it|done)
    \b(?:does|did|do|is|are|has|have|wo|can)(?: not|n t) (?:work|help|fix|do|run|build)
    \bstill (?:not|fail\w*|broken|doesn|isn|the same|wrong|get|getting|see|seeing|an? error|red)
    \bnothing works\b
    \b(?:it|that|this|you|which) (?:just )?(?:broke|fail(?:s|ed)|crash(?:es|ed))\b
    \b(?:is|are|got|now|s) broken\b
    \byou (?:forgot|missed|skipped|broke|ignored|deleted|should have|were supposed)\b
    \byou (?:didn t|did not|haven t)\b
    \b(?:undo|revert) (?:it|that|this|your|the|all|every)
    \b(?:roll|put|take) (?:it|that|this|everything) back\b
    \bwhy did you\b
    \btry (?:it )?again\b
    \bi (?:already )?(?:said|told you|asked (?:you )?for|meant|wanted)\b
    \bnot again\b
    \bnot like (?:this|that)\b
    \bnot the \w+ (?:one|version)\b
    \bredo (?:it|this|that|them)\b
    \bwhy (?:is|are|does|do) .{1,40}\bstill\b
    \bonce more from
    \bthat s (?:useless|terrible|bad|not)\b
    \bstop (?:that|it|doing)\b
    \bdo it over\b
    # German
    \bfalsch\b
    \bstimmt (?:so |das )?nicht\b
    \bnicht (?:das )?was\b
    \bso nicht\b
    \bnicht (?:so )?gemeint\b
    \bkaputt\b
    \b(?:geht|funktioniert|klappt|lauft|hilft|tut|passt|startet) (?:\w+ ){0,3}nicht\b
    \brueckgangig\b
    \bruckgangig\b
    \bdu hast .{0,40}(?:vergessen|ubersehen|ubersprungen|geloscht)
    \b(?:schon|bereits) gesagt\b
    \bnoch ?mal (?:von vorn|versuchen|neu)\b
    \bimmer noch (?:der|ein|rot)
    \bschlagt (?:immer )?(?:noch )?fehl\b
    \bwarum hast du\b
    \bfehlgeschlagen\b
    # French
    \bfaux\b
    \bce n est (?:pas|toujours pas)\b
    \bne (?:marche|fonctionne|demarre|passe|va|compile) (?:toujours |plus )?pas\b
    \b(?:marche|fonctionne|passe) (?:toujours )?pas\b
    \bannule[rz]?\b
    \btu (?:as (?:oublie|saute|supprime|efface)|devais)\b
    \bj ai (?:deja )?dit\b
    \bj avais demande\b
    \b(?:toujours|encore) (?:la|une|en) (?:meme )?(?:erreur|echec)
    \brecommence\b
    \bpas (?:ca|bon|du tout|correct|ce que)\b
    \bcasse\b
    # Spanish
    \bincorrecto\b
    \besta mal\b
    \bno (?:funciona|sirve|es (?:lo|eso|correcto)|va|arranca|compila|era)\b
    \bsigue (?:fallando|sin|roto|igual|dando)
    \bdeshaz\b
    \brevierte\b
    \b(?:te )?olvidaste\b
    \bte (?:dije|pedi)\b
    \bya (?:te )?(?:lo )?dije\b
    \bvuelve a (?:hacer|intentar)
    \bhas (?:roto|borrado)
    # Italian
    \bsbagliat[oa]\b
    \bnon (?:funziona|va|e (?:quello|corretto|cosi|giusto)|parte|compila)\b
    \bannulla\b
    \bhai (?:dimenticato|saltato|rotto|cancellato)\b
    \bti (?:ho|avevo) (?:detto|chiesto)\b
    \bancora (?:rotto|errore|lo stesso)
    \briprova\b
    \brifa(?:llo)?\b
    # Portuguese
    \berrad[oa]\b
    \bnao (?:funciona|funcionou|e (?:isso|o que)|era|esta (?:certo|a funcionar)|roda)\b
    \bdesfa(?:z|ca)\b
    \breverte\b
    \b(?:voce )?esquec(?:eu|este)\b
    \b(?:ja )?(?:te )?(?:eu )?disse\b
    \b(?:continua|ainda) (?:a )?(?:falha|falhando|quebrad|com erro|nao)
    \btenta (?:outra vez|de novo)
    # Romanian
    \bgresit\b
    \bnu (?:merge|functioneaza|e (?:bine|ce|corect|asta)|este|porneste|asta)\b
    \banuleaza\b
    \bai (?:uitat|sarit|stricat|sters)\b
    \b(?:ti )?am (?:spus|zis|cerut)\b
    \btot (?:nu|pica|la fel)\b
    \binca (?:pica|nu|esueaza)\b
    \bincearca (?:din nou|iar)\b
    \brefa\b
""")
_WELL = _any(r"""
    # English
    \bthank(?:s| you)\b
    \bthx\b
    \bty\b
    \bperfect(?:ly)?\b
    \bgreat\b
    \bawesome\b
    \bexcellent\b
    \bnice\b
    \b(?:it|that|this|now|everything|all) works\b
    \bworks (?:now|great|fine|well|perfectly|like)\b
    \bworked\b
    \blooks (?:good|great|right|fine)\b
    \blgtm\b
    \bexactly\b
    \bwell done\b
    \bgood (?:job|work)\b
    \blove it\b
    \bgreen now\b
    \ball good\b
    \bship it\b
    # German
    \bdanke\b
    \bperfekt\b
    \bsuper\b
    \bklasse\b
    \bpasst\b
    \bklappt\b
    \blauft (?:jetzt|wieder|gut|perfekt)\b
    \bjetzt (?:lauft|geht)\b
    \bgut gemacht\b
    \btoll\b
    \bprima\b
    \bgenau so\b
    # French
    \bmerci\b
    \bparfait\b
    \bca marche\b
    \bc est bon\b
    \bbien joue\b
    \bnickel\b
    \bimpeccable\b
    # Spanish
    \bgracias\b
    \bperfecto\b
    \bgenial\b
    \b(?:ya|ahora|todo|agora|tudo) funciona\b
    \bfunciona (?:bien|perfect|ya|bem|agora)\w*
    \bmuy bien\b
    \bbuen trabajo\b
    \bestupendo\b
    # Italian
    \bgrazie\b
    \bperfetto\b
    \bottimo\b
    \b(?:ora|adesso|tutto) funziona\b
    \bfunziona (?:bene|tutto|perfett\w*)\b
    \bbenissimo\b
    \bbel lavoro\b
    # Portuguese
    \bobrigad[oa]\b
    \bperfeito\b
    \botimo\b
    \bvaleu\b
    \bmuito bem\b
    \bbom trabalho\b
    # Romanian
    \bmultumesc\b
    \bmersi\b
    \b(?:acum|totul) (?:merge|functioneaza)\b
    \bmerge (?:acum|bine|perfect)\b
    \bexcelent\b
    \bfoarte bine\b
    \bminunat\b
""")
_NO = re.compile(
    r"\W*(?:no|nope|nein|ne|non|nu|nao|stop|wait|halt|warte|arrete|para|ferma|stai|pare)\b"
)
_ON = re.compile(
    r"\W*(?:yes|yep|yeah|ok|okay|sure|go (?:on|ahead)|continue|proceed|please do|ja|weiter|"
    r"mach weiter|oui|d accord|continue[rz]?|vas y|si|vale|sigue|adelante|continua|avanti|"
    r"va bene|sim|pode|segue|da|bine|hai)\b"
)
_NEXT = re.compile(
    r"\W*(?:(?:the |as )?next(?: \w+)?\s?[:,]|(?:a )?(?:new|another) (?:task|thing|one)\b|"
    r"als nachstes\b|nachste aufgabe\b|neue aufgabe\b|prochaine tache\b|nouvelle tache\b|"
    r"(?:la )?siguiente tarea\b|nueva tarea\b|prossimo compito\b|nuovo compito\b|"
    r"proxima tarefa\b|nova tarefa\b|urmatoarea sarcina\b|o noua sarcina\b)"
)
"""What comes then is to be done, and may well be wrong."""
_THUMBS = str.maketrans({"\N{THUMBS UP SIGN}": " lgtm ", "\N{THUMBS DOWN SIGN}": " wrong "})
_NOT_WORDS = re.compile(r"[^\w,.!?]+")


def mood(text: str) -> Mood:
    """What somebody's words say about what was done just before them."""
    said = fold(text[:_LOOKED_AT].translate(_THUMBS)).text
    plain = " ".join(_NOT_WORDS.sub(" ", said).split())
    if _NEXT.match(said):
        return Mood.ASKS
    rest, harmless = _HARMLESS.subn(" ", plain)
    if _WRONG.search(rest):
        return Mood.CORRECTS
    if _WELL.search(plain):
        return Mood.APPROVES
    if not harmless and _NO.match(rest):
        return Mood.CORRECTS
    if harmless:
        return Mood.APPROVES
    if len(plain.split()) <= _SHORT and _ON.match(plain):
        return Mood.GOES_ON
    return Mood.ASKS
