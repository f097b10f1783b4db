"""What people in the made-up sessions say, in seven languages: some to tune on, some held back."""

from collections.abc import Mapping

Phrases = Mapping[str, tuple[str, ...]]

TUNING: Phrases = {
    "thanks": (
        "Thanks, that works now.", "Perfect!", "Great, looks good to me.", "No problems, thank you.",
        "Danke, passt so.", "Super, läuft jetzt.", "Merci, c'est parfait.", "Nickel, merci !",
        "Gracias, perfecto.", "Ahora funciona, genial.", "Grazie, ottimo lavoro.", "Perfetto.",
        "Obrigado, ficou perfeito.", "Mulțumesc, acum merge.", "No, that's great, thanks.",
    ),
    "wrong": (
        "No, that's wrong: it still fails.", "That is not what I asked for.", "It doesn't work.",
        "You forgot half of it.", "Revert that, it broke the build.", "Nein, das stimmt nicht.",
        "Es funktioniert immer noch nicht.", "Non, ça ne marche toujours pas.", "C'est faux.",
        "No funciona, sigue fallando.", "Está mal, deshaz eso.", "Non funziona ancora.",
        "Não funciona, está errado.", "Nu merge, ai uitat ceva.", "Stop, that's not it.",
    ),
    "next": (
        "Now add a test for {name}.", "What does {name} do?", "Please also look at {name}.",
        "Schau dir bitte noch {name} an.", "Regarde aussi {name}, s'il te plaît.",
        "Mira también {name}.", "Guarda anche {name}.", "Vê também {name}.", "Uită-te și la {name}.",
        "Next is {name}: make a plan for it.", "Could you rename {name} as well?",
    ),
    "request": (
        "Please do the {skill} for project {name} before tonight.",
        "Kannst du {skill} für das Projekt {name} machen?",
        "Il faut faire {skill} pour le projet {name} aujourd'hui.",
        "Necesito {skill} para el proyecto {name} cuanto antes.",
        "Puoi fare {skill} per il progetto {name} entro oggi?",
        "Preciso de {skill} para o projeto {name} ainda hoje.",
        "Am nevoie de {skill} pentru proiectul {name} astăzi.",
    ),
    "on": ("ok", "yes, go on", "continue", "ja, weiter", "oui", "sí", "sì", "sim", "da"),
}  # fmt: skip

HELD_BACK: Phrases = {
    "thanks": (
        "Awesome, all green now.", "Lovely, exactly right.", "That did it, cheers, thank you!",
        "Excellent.", "Klasse, danke dir.", "Prima, genau so wollte ich es.", "Ça marche, merci bien.",
        "Impeccable.", "Muy bien, gracias.", "Estupendo trabajo.", "Benissimo, grazie mille.",
        "Muito bem, valeu.", "Excelent, mersi.", "Sin problemas, gracias.", "Kein Fehler mehr, toll.",
    ),
    "wrong": (
        "Hmm, the page is still broken.", "Nope. Undo this.", "That failed again, try again.",
        "This isn't right, you skipped the check.", "Why did you delete the config?",
        "Falsch, mach das rückgängig.", "Du hast den zweiten Schritt vergessen.", "Annule, ce n'est pas ça.",
        "Il y a encore une erreur, recommence.", "Te olvidaste de la mitad.", "No es lo que te pedí.",
        "Hai sbagliato, annulla tutto.", "Continua a falhar, desfaz.", "E greșit, încearcă din nou.",
        "I said staging, not production.",
    ),
    "next": (
        "Then let's talk about {name}.", "Where is {name} configured?", "Write a changelog entry for {name}.",
        "Als Nächstes kommt {name} dran.", "Passons à {name}.", "Ahora toca {name}.",
        "Adesso passiamo a {name}.", "Agora vamos a {name}.", "Acum trecem la {name}.",
        "One more thing: explain {name} to me.", "How long would {name} take?",
    ),
    "request": (
        "We need {skill} done on {name}, can you take that?",
        "Bitte einmal {skill} durchführen, und zwar auf {name}.",
        "Peux-tu lancer {skill} sur {name} maintenant ?",
        "Haz {skill} en {name}, por favor, es urgente.",
        "Serve {skill} su {name}, te ne occupi tu?",
        "Faz {skill} em {name} assim que puderes, por favor.",
        "Fă te rog {skill} pe {name} cât mai repede.",
    ),
    "on": ("sure", "please do", "mach weiter", "vas-y", "adelante", "avanti", "pode ser", "bine"),
}  # fmt: skip
