"""French ways to say where to go on; those of `OTHERS` were not looked at for the rules."""

from tests.core.phrasings.table import Phrase

PHRASES: tuple[Phrase, ...] = (
    ("Si le joint fuit, revenir à l'étape 2.", ((2, None, "fuit"),)),
    ("S'il fuit, retournez à la deuxième étape.", ((2, None, "fuit"),)),
    ("Répétez les étapes 2 et 3 jusqu'à ce que la pâte soit lisse.", ((2, None, "jusqu"),)),
    ("Recommencer l'étape 3 trois fois au plus.", ((3, 3, "-"),)),
    ("En cas d'échec, retour à l'étape 1.", ((1, None, "échec"),)),
    ("Sinon, sautez l'étape suivante.", ((6, None, "sinon"),)),
    ("Passer à l'étape 6 à moins que le client n'attende.", ((6, None, "moins"),)),
    ("Tant que l'eau est trouble, on revient à l'étape 2.", ((2, None, "trouble"),)),
    ("Le voyant est vert ? Oui : passez à l'étape 6. Non : revenez à l'étape 3.",
     ((6, None, "oui"), (3, None, "non"))),
    ("Si la pièce est fendue, reprenez depuis le début.", ((1, None, "fendue"),)),
    ("Refaire les deux dernières étapes si besoin.", ((2, None, "besoin"),)),
    ("L'étape 2 doit être répétée si le papier se froisse.", ((2, None, "froisse"),)),
    ("Si ça ne marche pas, réessayez.", "ask"),
    ("Répéter autant que nécessaire.", "ask"),
    ("Ne jamais revenir à l'étape 1.", "none"),
    ("Noter les mesures de l'étape 2.", "none"),
    ("Dire « revenez à l'étape 1 ».", "none"),
    ("Suivre l'étape 3 du manuel.", "none"),
)  # fmt: skip

OTHERS: tuple[Phrase, ...] = (
    ("Lorsque la cuve est vide, allez directement à l'étape 6.", ((6, None, "vide"),)),
    ("Revenez à l'étape précédente, au maximum deux fois, si le bord est sale.",
     ((3, 2, "sale"),)),
    ("Si le code est faux, recommencez à partir de l'étape 2 (5 fois maximum).",
     ((2, 5, "faux"),)),
    ("Répétez les étapes 1 à 3 deux fois.", ((1, 2, "-"),)),
    ("À défaut, reprendre à l'étape 3.", ((3, None, "défaut"),)),
    ("Si le sac est plein, passez à la dernière étape ; sinon, retournez à l'étape 1.",
     ((6, None, "plein"), (1, None, "sinon"))),
    ("Ignorez l'étape 5 si la boîte est scellée.", ((6, None, "scellée"),)),
    ("Continuer à l'étape 6, sauf en cas de panne.", ((6, None, "sauf"),)),
    ("Dans le cas contraire, on recommence au début.", ((1, None, "contraire"),)),
    ("Si l'écran reste noir, l'étape 3 est à refaire.", ((3, None, "noir"),)),
    ("Pas de réponse ? Retour à l'étape 2.", ((2, None, "réponse"),)),
    ("Si nécessaire, recommencez.", "ask"),
    ("Inutile de répéter l'étape 2.", "none"),
    ("N'allez pas à l'étape 6 avant l'accord.", "none"),
    ("Comme à l'étape 2, fermer le sac.", "none"),
    ("Reprendre la route.", "none"),
    ("Sans revenir à l'étape 1, fermer la porte.", "none"),
)  # fmt: skip
