"""Portuguese ways to say where to go on; `OTHERS` were read once the rules stood."""

from tests.core.phrasings.table import Phrase

PHRASES: tuple[Phrase, ...] = (
    ("Se a junta vazar, retornar ao passo 2.", ((2, None, "vazar"),)),
    ("Repita os passos 2 a 3 até que a água saia limpa.", ((2, None, "até"),)),
    ("Repetir as etapas 1-3 no máximo quatro vezes.", ((1, 4, "-"),)),
    ("Se o selo falhar, repete-se o passo 3.", ((3, None, "falhar"),)),
    ("A menos que o cliente pague, volte ao segundo passo.", ((2, None, "menos"),)),
    ("Pule o próximo passo se a caixa estiver fechada.", ((6, None, "fechada"),)),
    ("Está cheio? Sim: vá para o passo 6. Não: volte ao passo 3.",
     ((6, None, "sim"), (3, None, "não"))),
    ("Em caso de erro, recomece a partir do passo 1, não mais de duas vezes.",
     ((1, 2, "erro"),)),
    ("Senão, prossiga para a etapa 6.", ((6, None, "senão"),)),
    ("Enquanto houver farinha, repetir os dois passos anteriores.", ((2, None, "farinha"),)),
    ("Se falhar, tente novamente.", "ask"),
    ("Repetir até acabar a pilha.", "ask"),
    ("Nunca volte ao passo 1.", "none"),
    ("Anotar o resultado do passo 2.", "none"),
)  # fmt: skip

OTHERS: tuple[Phrase, ...] = (
    ("Quando o forno esfriar, volta para a etapa 2.", ((2, None, "esfriar"),)),
    ("O passo 3 deve ser repetido se a peça se mexer.", ((3, None, "mexer"),)),
    ("Caso contrário, retomar a partir do passo 2.", ((2, None, "contrário"),)),
    ("Se já estiver pintado, ignore o passo 5.", ((6, None, "pintado"),)),
    ("Siga para o passo 6, exceto se o alarme tocar.", ((6, None, "exceto"),)),
    ("Voltem ao passo anterior caso o corte seja irregular.", ((3, None, "irregular"),)),
    ("Se houver bolhas, comece tudo de novo.", ((1, None, "bolhas"),)),
    ("Sem resposta, voltar ao passo 2, no máximo três tentativas.", ((2, 3, "resposta"),)),
    ("Ainda está sujo? Volte ao passo 1.", ((1, None, "sujo"),)),
    ("Se necessário, repita.", "ask"),
    ("Não repita o passo 2.", "none"),
    ("Sem voltar ao passo 1, abrir a segunda caixa.", "none"),
    ("Repetir o nome do cliente.", "none"),
    ("Voltar ao armazém.", "none"),
    ("Se o teste falhar, retome o processo a partir do passo 1.", ((1, None, "falhar"),)),
    ("Salte o passo 5 quando o cliente já tiver assinado.", ((6, None, "assinado"),)),
    ("Se sim, vá para a etapa 6; senão, repita o passo 3.", ((6, None, "sim"), (3, None, "senão"))),
    ("Repita este passo até três vezes.", ((4, 3, "-"),)),
    ("Voltar ao passo 2 em caso de dúvida.", ((2, None, "dúvida"),)),
    ("Enquanto houver caixas, volte ao ponto 1.", ((1, None, "caixas"),)),
    ("Nunca pule o passo 5.", "none"),
    ("Repetir a pergunta.", "none"),
    ("Tentar de novo se falhar.", "ask"),
)  # fmt: skip
