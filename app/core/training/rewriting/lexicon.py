"""Words that turn or limit what a sentence says, in the languages that jumps are read in."""

_ENGLISH = "the and with this that when before after from are if your until each every"
ENGLISH = frozenset(_ENGLISH.split())
"""A sentence with one of these is English."""

_NEGATIONS = (
    "no not never none nobody nothing neither nor nowhere without cannot hardly barely rarely"
    " seldom nicht nie niemals ohne weder kein keine keinen keinem keiner keines pas jamais sans"
    " aucun aucune ne n ni nunca jamas sin ningun ninguna ninguno nada nadie non mai senza nessun"
    " nessuno nessuna nao sem nenhum nenhuma nu niciodata fara niciun nicio nici nimeni"
)
NEGATIONS = frozenset(_NEGATIONS.split())
"""Folded words that deny."""

_GUARDS = (
    "only unless before until after while if when must may might should shall can could will would"
    " except least most more less fewer than all any some every each both either or but instead"
    " rather always often first last again already already just even once twice"
    " nur ausser bevor vor nachdem nach wenn falls muss darf soll kann oder immer alle jede jeder"
    " seulement sauf avant apres si quand doit peut toujours tous chaque ou"
    " solo solamente salvo antes despues cuando debe puede siempre todos cada o"
    " soltanto tranne prima dopo se quando deve puo sempre tutti ogni"
    " somente apenas exceto depois pode todos"
    " doar numai inainte dupa daca cand trebuie poate mereu toate fiecare sau"
)
GUARDS = frozenset(_GUARDS.split())
"""Folded words for conditions, order, obligation and amounts."""

_STICKY = (
    "and or but then , ; : — ( ) right shortly directly immediately long soon day days hour hours"
    " minute minutes week weeks month months moment moments night"
)
STICKY = frozenset(_STICKY.split())
"""A clause next to one of these means something else in another place."""
