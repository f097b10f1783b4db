"""Words for having a step done, once more or so many times, in all languages."""

import re

DONE_AGAIN = re.compile(
    r"repeat|redo|retry|wiederhol|repet|ripet|repit|refai|rifa|rifai|rehac|rehag|refaz|refac"
)
DO = re.compile(
    r"\b(?:do|perform|carry\s+out|run|execute|(?:go|work)\s+through|fai(?:re|tes)|effectue[rz]|execute[rz]"
    r"|ha(?:cer|z|ga)|realizar?|realice|ejecut(?:ar|e)|efectu(?:ar|e)|fare|eseguire|svolgere|esegui"
    r"|fa(?:zer|ca)|executar?|execute|efetuar?|efectuar?|executa|efectueaza|parcurge)"
    r"(?:\s+(?:the|les?|l'|los|las|el|i|gli|il|lo|os?|as?))?\s*\Z"
)
"""Before steps that are to be done so many times."""
AGAIN = re.compile(
    r"\b(?:again|once\s+more|erneut|nochmals?|noch\s*(?:ein)?mals?|(?:de|a)\s+nouveau|encore\s+une\s+fois"
    r"|(?:otra|outra)\s+vez|de\s+nuevo|di\s+nuovo|de\s+novo|novamente|din\s+nou|inca\s+o\s+data"
    r"|(?:re-?(?:count|measure|weigh|check|test|calculate|clean|run|read|scan|verify|inspect|fill)"
    r"|neu\s+[a-z]+e?n|re(?:compt|mesur|pes|control|verifi|test|calcul|nettoy)(?:er|ez|e|ons)"
    r"|re(?:cont|med|pes|calcul|verific|numar|cantar|masur|prob)(?:ar|ir|e|a|ati|esc|eaza|este)"
    r"|ri(?:cont|misur|pes|controll|verific|calcol|prov)(?:are|a|i)|vol(?:ver|tar)\s+a\s+[a-z]+r)"
    r"(?:\s+[\w'-]+){0,3})\W*\Z"
)
"""Before a step in brackets that is done again: "test again (step 2)", "recount (step 1)"."""
