"""Portuguese."""

from app.core.skills.reading.languages.language import Language, multiples, relative

_WHOLE = r"(?:tudo|todo\s+o\s+(?:processo|procedimento)|o\s+(?:processo|procedimento|ciclo)|a\s+operacao)"
_FROM = r"(?:a\s+partir\s+d[eoa]|desde(?:\s+[oa])?|do|da|no|na|pel[oa]|comecando\s+(?:no|do|pelo)|com|em)"
PORTUGUESE = Language(
    "pt",
    stems=(
        "passo", "etap", "fase ", "ponto ", "inicio", "comeco", "zero", "repit", "repet", "novamente", "de novo", "outra vez", "principio",
    ),
    step=r"passo|etapa",
    steps=r"passos|etapas",
    item=r"pontos?|fases?|numeros?",
    number=r"numero|n\.?|d[eo]",
    article=r"o|a|os|as",
    adverb=r"diretamente|direto|ambos|todos|novamente|de\s+novo|so|tambem|os|as",
    also=r"e|ou",
    upto=r"a|ao|ate(?:\s+[oa])?",
    back=(
        r"(?:volt(?:e|a|ar|em|amos)(?:-se)?|retorn(?:e|a|ar|em|o)(?:-se)?|regress(?:e|a|ar|em|o)|retroced(?:a|e|er))(?:\s+(?:atras|novamente|de\s+novo))?"
        r"\s+(?:ao|aos|a|as|para(?:\s+[oa])?|ate(?:\s+[oa])?)"
        rf"|(?:repit(?:a|am|amos)|repetem?|repetir|repete(?:m)?-se|repita-se|refaca|refazer|refacam|refaz|repeticao)(?:\s+{_WHOLE})?(?:\s+(?:{_FROM}|de))?"
        rf"|(?:recomec(?:e|a|ar|em)|reinici(?:e|a|ar|em)|retom(?:e|a|ar|em))(?:\s+{_WHOLE})?(?:\s+{_FROM})?"
        rf"|(?:comec(?:e|a|ar|em)|inici(?:e|ar))(?:\s+{_WHOLE})?\s+(?:de\s+novo|novamente|outra\s+vez)\s+{_FROM}"
        r"|de\s+volta\s+(?:ao|a|para\s+o)"
    ),
    go=(
        r"(?:va|vai|vao|ir|pul(?:e|a|ar|em)|salt(?:e|a|ar|em)|pass(?:e|a|ar|em|a-se)|continu(?:e|a|ar|em)|avanc(?:e|a|ar|em)"
        r"|prossig(?:a|am)|prosseguir|prossegue|sig(?:a|am)|seguir|segue|proced(?:a|er))(?:\s+(?:direto|diretamente|entao))?"
        r"\s+(?:aos?|as?|para(?:\s+[oa])?|com|no|na|do|da|ate(?:\s+[oa])?)"
    ),
    skip=r"(?:pul(?:e|a|ar|em)|salt(?:e|a|ar|em)|omit(?:a|ir|am)|ignor(?:e|ar|em)|desconsider(?:e|ar))",
    ends_back=(
        r"(?:deve|devem|devera|tem\s+de|tem\s+que|pode|e|sao|sera)\s+(?:ser\s+)?(?:repetid[oa]s?|refeit[oa]s?)|repetem?-se|(?:de\s+novo|novamente|outra\s+vez)(?=\s*(?:[.,;:)]|\Z))"
        r"|se\s+repetem?"
    ),
    ends_go=r"(?!)",
    ends_skip=r"(?:pode|podem|deve|devem)\s+ser\s+(?:pulad[oa]s?|omitid[oa]s?|saltad[oa]s?)",
    ending=r"entao|tambem",
    over=(
        r"(?:comec(?:e|a|ar|em)|recomec(?:e|a|ar|em)|inici(?:e|ar)|reinici(?:e|a|ar|em)|volt(?:e|a|ar|em)(?:\s+a\s+comecar)?|retorn(?:e|ar)|regress(?:e|ar)|repit(?:a|am)|repetir|refaca|refazer|retom(?:e|ar))"
        rf"(?:\s+(?:{_WHOLE}|de\s+novo|novamente|outra\s+vez))*\s+(?:do|desde\s+o|ao|pelo|no|a\s+partir\s+do|para\s+o)\s+(?:inicio|comeco|zero|principio)(?!\s+d[ae]\s+(?:pagina|linha))"
        r"|(?:comec(?:e|a|ar|em)|inici(?:e|ar))(?:\s+tudo)?\s+(?:de\s+novo|novamente|outra\s+vez)(?!\s+(?:do|no|da|na|pelo|a\s+partir)\b)"
        r"|(?:volt(?:e|ar|em))\s+a\s+comecar|(?:recomec(?:e|ar|em)|comec(?:e|ar))\s+tudo(?:\s+de\s+novo)?"
        r"|(?:repit(?:a|am)|repetir|refaca|refazer)\s+(?:tudo|todos\s+os\s+passos(?:\s+anteriores)?|todas\s+as\s+etapas|todo\s+o\s+(?:processo|procedimento))"
    ),
    again=(
        r"(?:repit(?:a|am)|repetir)(?:\s+(?:o\s+(?:processo|procedimento|ciclo)|a\s+operacao|isto|isso|estes\s+passos|esses\s+passos))?"
        r"(?=\s*(?:[.;!)\n]|\Z|,|(?:ate|enquanto|se|quantas|tantas|para\s+(?:cada|todos|todas)|com\s+(?:cada|o|a)|no\s+maximo|sempre|conforme|[0-9]+\s+vezes"
        r"|(?:duas|tres|quatro|cinco)\s+vezes)\b))"
        r"|tent(?:e|ar|em)\s+(?:novamente|de\s+novo|outra\s+vez)|volt(?:e|ar)\s+a\s+tentar|experiment(?:e|ar)\s+(?:de\s+novo|novamente)"
    ),
    stepping=r"(?:volt(?:e|ar|a)|retroced(?:a|er)|recu(?:e|ar)|regress(?:e|ar))(?:\s+atras)?\s+(?P<count>COUNT)\s+(?:passos?|etapas?)",
    stir=r"repit\w*|repet\w*|volt(?:e|a|ar|em)|retorn\w*|regress\w*|pul(?:e|ar)|salt(?:e|ar)|omit\w*|prossig\w*|recomec\w*|reinici\w*|retom\w*|refaz\w*|refac\w*",
    idle=(
        r"de|do|da|dos|das|no|na|nos|em|ver|veja|como|conforme|segundo|durante|apos|depois|antes|seguir|por|entre|e|ou|cada|sobre|com"
    ),
    plain=(
        r"(?:so\s+|somente\s+|apenas\s+|mesmo\s+)?(?:se|quando|caso(?!\s+contrario)|no\s+caso\s+de|em\s+caso\s+de|na\s+eventualidade\s+de|assim\s+que|logo\s+que|uma\s+vez\s+que|sempre\s+que)"
    ),
    kept=(
        r"a\s+menos\s+que|a\s+nao\s+ser\s+que|salvo(?:\s+(?:se|que|em\s+caso\s+de))?|exceto(?:\s+(?:se|quando|que|em\s+caso\s+de))?|ate\s+que|ate(?!\s+(?:[oa]\s+(?:passo|etapa|ponto)|[0-9]))"
        r"|enquanto|conforme|desde\s+que|contanto\s+que|a\s+condicao\s+de|se\s+necessario|quando\s+necessario|antes\s+que|a\s+medida\s+que"
    ),
    opening=r"sem|na\s+ausencia\s+de|na\s+falta\s+de|ao\s+(?=[a-z]+(?:ar|er|ir)\b)|com|para(?!\s+(?:cada|todos|todas))|nao\s+havendo|havendo",
    otherwise=r"senao|caso\s+contrario|do\s+contrario|se\s+nao(?=\s*(?:[.,:;→>-]|\Z))|de\s+outro\s+modo|de\s+outra\s+forma|em\s+caso\s+contrario",
    answer=r"sim|nao|verdadeiro|falso|ok",
    then=r"entao|depois|em\s+seguida|nesse\s+caso|neste\s+caso",
    joined=r"entao|e|ou|mas|deve|devem|se|por\s+favor|o|a|os|as|deve-se|e\s+preciso|e\s+necessario|voce|tem\s+de|de|que",
    and_then=r"e|ou|entao|depois|deve",
    asked=r"verifi(?:que|car|ca)|veja|ver|pergunt(?:e|ar)|saber|decidir|confira|olh(?:e|ar)",
    inside=r"(?:se|quando|antes\s+de|depois\s+de|apos|ao|para|que)(?:\s+(?:voce|voces))?(?:\s+(?:quiser|desejar|precisar|deve))?",
    never=r"nao|nunca|jamais|sem|em\s+vez\s+de|ao\s+inves\s+de|evit(?:e|ar)|nao\s+e\s+(?:necessario|preciso)|em\s+nenhum\s+caso|em\s+hipotese\s+alguma",
    hardly=r"(?!)",
    other=(
        r"(?:do|da|dos|das|no|na|deste|desta|desse)\s+(?!(?:processo|procedimento|ciclo|inicio|fase)\b)(?:[a-z-]+\s+)?"
        r"(?:manual|guia|formulario|documento|instrucoes|livro|receita|protocolo|anexo|capitulo|lista|site|tutorial|folheto|ficha|caderno|assistente)\b"
    ),
    time=r"vez|vezes|tentativas?|rodadas?|repeticoes|x|ciclos",
    more=r"mais|outras?|outros|adicionais",
    limit=(
        r"(?:mas\s+)?(?:no\s+maximo|ao\s+maximo|(?:por\s+|ate\s+)?um\s+maximo\s+de|maximo(?:\s+de)?|max\.?|ate(?:\s+um\s+maximo\s+de)?|nao\s+mais\s+(?:de|que|do\s+que)|limite\s+de)"
    ),
    limited=r"no\s+maximo|maximo|ao\s+todo|no\s+total",
    multiples=multiples("uma_vez|uma_so_vez|mais_uma_vez duas_vezes tres_vezes quatro_vezes cinco_vezes"),
    relative=relative(
        "anterior anteriores previo previos precedente precedentes acima", "seguinte seguintes proximo proxima proximos proximas abaixo",
        "este esta esse essa atual mesmo mesma estes esses", "ultimo ultima ultimos ultimas final",
    ),
    both=("ambos",),
)  # fmt: skip
