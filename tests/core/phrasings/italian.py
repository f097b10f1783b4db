"""Italian ways to say where to go on; `OTHERS` were read once the rules stood."""

from tests.core.phrasings.table import Phrase

PHRASES: tuple[Phrase, ...] = (
    ("Se la guarnizione perde, ritornare al passo 2.", ((2, None, "perde"),)),
    ("Ripetere i passi da 2 a 3 finché l'acqua non è limpida.", ((2, None, "finché"),)),
    ("Ripetere i passaggi 1-3 al massimo quattro volte.", ((1, 4, "-"),)),
    ("Se il sigillo salta, si ripete il passo 3.", ((3, None, "salta"),)),
    ("Salvo che il cliente paghi, tornare al secondo passaggio.", ((2, None, "salvo"),)),
    ("Saltare il prossimo passo se la scatola è chiusa.", ((6, None, "chiusa"),)),
    ("È pieno? Sì: andare al passo 6. No: tornare al passo 3.",
     ((6, None, "sì"), (3, None, "no"))),
    ("In caso di errore, ricominciare dal passo 1 per non più di due volte.",
     ((1, 2, "errore"),)),
    ("Altrimenti proseguire con il punto 6.", ((6, None, "altrimenti"),)),
    ("Finché resta farina, ripetere gli ultimi due passaggi.", ((2, None, "farina"),)),
    ("Se fallisce, riprovare.", "ask"),
    ("Ripetere fino a esaurire la pila.", "ask"),
    ("Non tornare mai al passo 1.", "none"),
    ("Annotare il risultato del passo 2.", "none"),
)  # fmt: skip

OTHERS: tuple[Phrase, ...] = (
    ("Quando il forno è freddo, torni alla fase 2.", ((2, None, "freddo"),)),
    ("Il passo 3 va ripetuto se il pezzo si muove.", ((3, None, "muove"),)),
    ("In caso contrario, ripartire dal passo 2.", ((2, None, "contrario"),)),
    ("Se è già dipinto, salti il passo 5.", ((6, None, "dipinto"),)),
    ("Vada al passo 6, a meno che non suoni l'allarme.", ((6, None, "meno"),)),
    ("Si torna al passo precedente se il taglio è irregolare.", ((3, None, "irregolare"),)),
    ("Se ci sono bolle, ricominciare da capo.", ((1, None, "bolle"),)),
    ("Senza risposta, tornare al passo 2, massimo tre tentativi.", ((2, 3, "risposta"),)),
    ("È ancora sporco? Torna al passo 1.", ((1, None, "sporco"),)),
    ("Se serve, ripetere.", "ask"),
    ("Non è necessario ripetere il passo 2.", "none"),
    ("Senza tornare al passo 1, aprire la seconda scatola.", "none"),
    ("Ripetere il nome del cliente.", "none"),
    ("Tornare in magazzino.", "none"),
    ("Se la prova fallisce, ripartire dal passo 1.", ((1, None, "fallisce"),)),
    ("Salti il passo 5 quando il cliente ha già firmato.", ((6, None, "firmato"),)),
    ("Se sì, passi al punto 6; altrimenti ripeta il passo 3.",
     ((6, None, "sì"), (3, None, "altrimenti"))),
    ("Ripetere questo passaggio fino a un massimo di tre volte.", ((4, 3, "-"),)),
    ("Tornare indietro al passo 2 in caso di dubbio.", ((2, None, "dubbio"),)),
    ("Finché ci sono scatole, torni al punto 1.", ((1, None, "scatole"),)),
    ("Non saltare mai il passo 5.", "none"),
    ("Ripetere la domanda.", "none"),
    ("Riprovare se fallisce.", "ask"),
)  # fmt: skip
