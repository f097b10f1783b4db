"""Numbers from one to twenty, counting and ordering, in seven languages; folded spelling."""

_COUNTING = {
    "en": "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    " fifteen sixteen seventeen eighteen nineteen twenty",
    "ro": "unu|una doi|doua trei patru cinci sase sapte opt noua zece unsprezece"
    " doisprezece|douasprezece treisprezece paisprezece cincisprezece|cinsprezece saisprezece"
    " saptesprezece optsprezece nouasprezece douazeci",
    "es": "uno|una|un dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce"
    " quince dieciseis diecisiete dieciocho diecinueve veinte",
    "fr": "un|une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze"
    " seize dix-sept dix-huit dix-neuf vingt",
    "de": "eins|ein|einen zwei|zwo drei vier funf|fuenf sechs sieben acht neun zehn elf"
    " zwolf|zwoelf dreizehn vierzehn funfzehn|fuenfzehn sechzehn siebzehn achtzehn neunzehn"
    " zwanzig",
    "it": "uno|una|un due tre quattro cinque sei sette otto nove dieci undici dodici tredici"
    " quattordici quindici sedici diciassette diciotto diciannove venti",
    "pt": "um|uma dois|duas tres quatro cinco seis sete oito nove dez onze doze treze"
    " catorze|quatorze quinze dezesseis|dezasseis dezessete|dezassete dezoito"
    " dezenove|dezanove vinte",
}
_ORDERING = {
    "en": "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
    " thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth",
    "ro": "primul|prima|intai|intaiul doilea|doua treilea|treia patrulea|patra cincilea|cincea"
    " saselea|sasea saptelea|saptea optulea|opta noualea|noua zecelea|zecea"
    " unsprezecelea doisprezecelea treisprezecelea paisprezecelea cincisprezecelea saisprezecelea"
    " saptesprezecelea optsprezecelea nouasprezecelea douazecilea",
    "es": "primer|primero|primera segundo|segunda tercer|tercero|tercera cuarto|cuarta"
    " quinto|quinta sexto|sexta septimo|septima octavo|octava noveno|novena decimo|decima"
    " undecimo|undecima duodecimo|duodecima decimotercer|decimotercero|decimotercera"
    " decimocuarto|decimocuarta decimoquinto|decimoquinta decimosexto|decimosexta"
    " decimoseptimo|decimoseptima decimoctavo|decimoctava decimonoveno|decimonovena"
    " vigesimo|vigesima",
    "fr": "premier|premiere deuxieme|second|seconde troisieme quatrieme cinquieme sixieme septieme"
    " huitieme neuvieme dixieme onzieme douzieme treizieme quatorzieme quinzieme seizieme"
    " dix-septieme dix-huitieme dix-neuvieme vingtieme",
    "de": "ersten|erster|erste|erstem zweiten|zweiter|zweite|zweitem dritten|dritter|dritte"
    " vierten|vierter|vierte funften|funfter|funfte sechsten|sechster|sechste"
    " siebten|siebter|siebte|siebenten achten|achter|achte neunten|neunter|neunte"
    " zehnten|zehnter|zehnte elften|elfter|elfte zwolften|zwolfter|zwolfte"
    " dreizehnten vierzehnten funfzehnten sechzehnten siebzehnten achtzehnten neunzehnten"
    " zwanzigsten",
    "it": "primo|prima secondo|seconda terzo|terza quarto|quarta quinto|quinta sesto|sesta"
    " settimo|settima ottavo|ottava nono|nona decimo|decima undicesimo|undicesima"
    " dodicesimo|dodicesima tredicesimo|tredicesima quattordicesimo|quattordicesima"
    " quindicesimo|quindicesima sedicesimo|sedicesima diciassettesimo|diciassettesima"
    " diciottesimo|diciottesima diciannovesimo|diciannovesima ventesimo|ventesima",
    "pt": "primeiro|primeira segundo|segunda terceiro|terceira quarto|quarta quinto|quinta"
    " sexto|sexta setimo|setima oitavo|oitava nono|nona decimo|decima"
    " decimo-primeiro decimo-segundo decimo-terceiro decimo-quarto decimo-quinto decimo-sexto"
    " decimo-setimo decimo-oitavo decimo-nono vigesimo|vigesima",
}


def _table(words: str) -> dict[str, int]:
    return {
        spelling: number
        for number, spellings in enumerate(words.split(), 1)
        for spelling in spellings.split("|")
    }


COUNTING = {language: _table(words) for language, words in _COUNTING.items()}
ORDERING = {language: _table(words) for language, words in _ORDERING.items()}
ANY_COUNTING = {
    word: number for table in reversed(COUNTING.values()) for word, number in table.items()
}
