"""Romanian ways to say where to go on; those of `OTHERS` were not looked at for the rules."""

from tests.core.phrasings.table import Phrase

PHRASES: tuple[Phrase, ...] = (
    ("Dacă garnitura curge, reveniți la pasul 2.", ((2, None, "curge"),)),
    ("Repetați pașii 2-3 până când apa iese limpede.", ((2, None, "până"),)),
    ("Se repetă pașii de la 1 la 3 de maximum patru ori.", ((1, 4, "-"),)),
    ("Dacă sigiliul cedează, se reia pasul 3.", ((3, None, "cedează"),)),
    ("Cu excepția cazului în care clientul plătește, treci la pasul al doilea.",
     ((2, None, "excep"),)),
    ("Sări peste pasul următor dacă e închisă cutia.", ((6, None, "închisă"),)),
    ("E plin? Da: continuă cu pasul 6. Nu: întoarce-te la pasul 3.",
     ((6, None, "da"), (3, None, "nu"))),
    ("În caz de eroare, reîncepe de la pasul 1, nu mai mult de două ori.",
     ((1, 2, "eroare"),)),
    ("Altfel, treceți la etapa 6.", ((6, None, "altfel"),)),
    ("Cât timp mai este făină, repetă ultimii doi pași.", ((2, None, "făină"),)),
    ("Dacă nu merge, încercați din nou.", "ask"),
    ("Repetă până se termină teancul.", "ask"),
    ("Nu te întoarce niciodată la pasul 1.", "none"),
    ("Notează rezultatul de la pasul 2.", "none"),
)  # fmt: skip

OTHERS: tuple[Phrase, ...] = (
    ("Când cuptorul e rece, revino la etapa a doua.", ((2, None, "rece"),)),
    ("Pasul 3 trebuie repetat dacă piesa se mișcă.", ((3, None, "mișcă"),)),
    ("În caz contrar, o luăm de la pasul 2.", ((2, None, "contrar"),)),
    ("Dacă e deja vopsit, omite pasul 5.", ((6, None, "vopsit"),)),
    ("Mergeți la pasul 6, decât dacă sună alarma.", ((6, None, "decât"),)),
    ("Întoarceți-vă la pasul anterior dacă tăietura e strâmbă.", ((3, None, "strâmbă"),)),
    ("Dacă apar bule, începe de la capăt.", ((1, None, "bule"),)),
    ("Fără răspuns, întoarce-te la pasul 2, cel mult trei încercări.", ((2, 3, "răspuns"),)),
    ("E încă murdar? Înapoi la pasul 1.", ((1, None, "murdar"),)),
    ("Dacă este nevoie, repetați.", "ask"),
    ("Nu repeta pasul 2.", "none"),
    ("Fără să te întorci la pasul 1, deschide a doua cutie.", "none"),
    ("Repetă numele clientului.", "none"),
    ("Întoarce-te la depozit.", "none"),
)  # fmt: skip
