"""What the headings of procedures are called in seven languages: sections, steps and phases."""

import re

from app.core.skills.model import SectionKind
from app.core.skills.reading.folding import fold

_NAMES = {
    SectionKind.PURPOSE: (
        "purpose, objective, objectives, aim, aims, zweck, ziel, ziele, zielsetzung, objet,"
        " objectif, objectifs, but, finalite, objeto, objetivo, objetivos, proposito, finalidad,"
        " scopo, obiettivo, obiettivi, finalita, oggetto, objectivo, objectivos, finalidade, scop,"
        " scopul, obiectiv, obiective, obiectivul, intent"
    ),
    SectionKind.SCOPE: (
        "scope, applicability, field of application, when to use, when to use this, when to use"
        " it, when to use this skill, when not to use, when not to use this skill,"
        " geltungsbereich, anwendungsbereich, gultigkeitsbereich, geltung, wann verwenden, domaine"
        " d'application, champ d'application, portee, perimetre, quand l'utiliser, alcance,"
        " ambito, ambito de aplicacion, campo de aplicacion, cuando usarlo, campo di applicazione,"
        " ambito di applicazione, applicabilita, quando usarlo, escopo, ambito de aplicacao, campo"
        " de aplicacao, abrangencia, quando usar, domeniu, domeniul, domeniu de aplicare, domeniul"
        " de aplicare, aria de aplicare, aplicabilitate, cand se foloseste"
    ),
    SectionKind.DEFINITIONS: (
        "definition, definitions, terms, terminology, abbreviations, acronyms, glossary,"
        " definitionen, begriffe, begriffsbestimmungen, abkurzungen, glossar, termes,"
        " terminologie, abreviations, sigles, glossaire, lexique, definiciones, terminos,"
        " abreviaturas, siglas, glosario, definizioni, termini, abbreviazioni, acronimi,"
        " glossario, definicoes, termos, definitii, termeni, abrevieri"
    ),
    SectionKind.RESPONSIBILITIES: (
        "responsibility, responsibilities, roles, responsible, responsible persons,"
        " accountability, authority, verantwortlichkeit, verantwortlichkeiten, verantwortung,"
        " zustandigkeit, zustandigkeiten, rollen, responsabilite, responsabilites, responsables,"
        " acteurs, responsabilidad, responsabilidades, responsable, responsabilita, ruoli,"
        " responsabili, responsaveis, papeis, responsabilitati, responsabilitate, roluri"
    ),
    SectionKind.INPUT: (
        "input, inputs, eingabe, eingaben, eingang, eingange, entree, entrees, donnees d'entree,"
        " intrants, entrada, entradas, datos de entrada, insumos, ingresso, ingressi, dati in"
        " ingresso, dados de entrada, intrare, intrari, date de intrare"
    ),
    SectionKind.OUTPUT: (
        "output, outputs, deliverables, ausgabe, ausgaben, ergebnis, ergebnisse, sortie, sorties,"
        " donnees de sortie, livrables, salida, salidas, resultado, resultados, uscita, uscite,"
        " risultati, risultato, saida, saidas, iesire, iesiri, rezultat, rezultate, date de iesire"
    ),
    SectionKind.REFERENCES: (
        "reference, references, related documents, applicable documents, reference documents,"
        " related skills, related, resources, reference files, bibliography, see also, further"
        " reading, links, referenzen, mitgeltende dokumente, mitgeltende unterlagen, verweise,"
        " literatur, quellen, documents associes, documents de reference, referencias, documentos"
        " relacionados, documentos de referencia, documentos asociados, riferimenti, riferimenti"
        " normativi, documenti di riferimento, documenti correlati, referinte, documente de"
        " referinta, documente conexe"
    ),
    SectionKind.REVISION_HISTORY: (
        "revision history, document history, change history, change log, changelog, history,"
        " version history, revisions, document control, document change history, historie,"
        " anderungshistorie, revisionshistorie, anderungsverzeichnis, versionshistorie,"
        " anderungsverlauf, anderungsnachweis, revisionsverlauf, historique, historique des"
        " revisions, historique des versions, historique des modifications, suivi des"
        " modifications, historial, historial de revisiones, historial de cambios, historial de"
        " versiones, control de cambios, control de versiones, storico, storico revisioni, storico"
        " delle revisioni, cronologia delle revisioni, cronologia, registro delle revisioni,"
        " registro delle modifiche, stato delle revisioni, historico, historico de revisoes,"
        " historico de alteracoes, historico de versoes, controle de alteracoes, controle de"
        " revisoes, istoric, istoricul reviziilor, istoricul modificarilor, istoricul versiunilor,"
        " istoric revizii, evidenta modificarilor, evidenta reviziilor"
    ),
    SectionKind.SAFETY: (
        "safety, safety precautions, safety instructions, safety notes, safety warnings, safety"
        " requirements, safety information, precautions, warnings, hazards, ppe, personal"
        " protective equipment, health and safety, sicherheit, sicherheitshinweise,"
        " arbeitssicherheit, gefahren, warnhinweise, schutzausrustung, arbeitsschutz, securite,"
        " consignes de securite, mesures de securite, avertissements, dangers, epi, seguridad,"
        " precauciones, advertencias, peligros, epp, medidas de seguridad, normas de seguridad,"
        " sicurezza, avvertenze, precauzioni, dpi, norme di sicurezza, misure di sicurezza,"
        " seguranca, precaucoes, avisos, perigos, medidas de seguranca, normas de seguranca,"
        " siguranta, securitate, securitatea muncii, protectia muncii, masuri de siguranta, masuri"
        " de protectie, precautii, avertismente, eip"
    ),
    SectionKind.MATERIALS: (
        "material, materials, equipment, tools, supplies, ingredients, apparatus, reagents,"
        " required materials, required equipment, required tools, materials needed, you will need,"
        " what you need, what you will need, materialien, werkzeug, werkzeuge, gerate, ausrustung,"
        " hilfsmittel, arbeitsmittel, zutaten, benotigte materialien, benotigtes material, was sie"
        " brauchen, materiel, materiaux, outils, equipement, equipements, fournitures, materiel"
        " necessaire, materiales, equipo, equipos, herramientas, ingredientes, material necesario,"
        " materiali, materiale, attrezzatura, attrezzature, strumenti, ingredienti, utensili,"
        " occorrente, materiale necessario, materiais, equipamento, equipamentos, ferramentas,"
        " echipament, echipamente, unelte, scule, ingrediente, instrumente, materiale necesare"
    ),
    SectionKind.PREREQUISITES: (
        "prerequisite, prerequisites, requirements, preconditions, before you begin, before you"
        " start, before starting, voraussetzung, voraussetzungen, vorbedingungen, anforderungen,"
        " bevor sie beginnen, bevor du beginnst, prerequis, conditions prealables, prealables,"
        " avant de commencer, requisitos, requisitos previos, prerrequisitos, antes de empezar,"
        " antes de comenzar, condiciones previas, prerequisiti, requisiti, condizioni preliminari,"
        " prima di iniziare, prima di cominciare, pre-requisitos, condicoes previas, antes de"
        " comecar, cerinte, conditii prealabile, conditii preliminare, preconditii, premise,"
        " inainte de a incepe, cerinte preliminare"
    ),
    SectionKind.EXAMPLES: (
        "example, examples, worked example, worked examples, usage examples, samples, beispiel,"
        " beispiele, exemple, exemples, ejemplo, ejemplos, esempio, esempi, exemplo, exemplos,"
        " exemplu"
    ),
    SectionKind.CONTENTS: (
        "contents, table of contents, toc, inhalt, inhaltsverzeichnis, sommaire, table des"
        " matieres, contenido, indice, tabla de contenido, tabla de contenidos, sommario,"
        " contenuti, conteudo, sumario, cuprins"
    ),
    SectionKind.OTHER: (
        "overview, introduction, background, notes, note, remarks, troubleshooting, faq,"
        " frequently asked questions, records, record keeping, attachments, appendix, appendices,"
        " annex, annexes, forms, distribution, distribution list, approval, approvals, training,"
        " frequency, summary, best practices, best practices summary, do's, don'ts, dos, donts,"
        " anti-patterns, common pitfalls, common mistakes, common issues, tips, core concepts,"
        " core principles, key concepts, philosophy, quality standards, critical constraints, edge"
        " cases, output format, reference files, fundamental patterns, advanced patterns, contact,"
        " contacts, how it works, how this works, features, key features, principles, limitations,"
        " so funktioniert es, funktionsweise, grundsatze, prinzipien, einschrankungen, comment ca"
        " marche, fonctionnement, fonctionnalites, principes, limites, como funciona, principios,"
        " caracteristicas, limitaciones, come funziona, funzionalita, principi, limitazioni,"
        " funcionalidades, limitacoes, cum functioneaza, functionalitati, principii, limitari,"
        " einleitung, einfuhrung, uberblick, ubersicht, hintergrund, hinweise,"
        " anmerkungen, bemerkungen, anhang, anhange, anlagen, aufzeichnungen, dokumentation,"
        " verteiler, freigabe, genehmigung, schulung, zusammenfassung, fehlersuche, apercu,"
        " presentation, contexte, remarques, annexe, enregistrements, diffusion, approbation,"
        " formation, depannage, introduccion, resumen, contexto, notas, observaciones, anexo,"
        " anexos, registros, distribucion, aprobacion, formacion, introduzione, panoramica,"
        " contesto, osservazioni, allegati, allegato, registrazioni, distribuzione, approvazione,"
        " formazione, introducao, visao geral, observacoes, registos, distribuicao, aprovacao,"
        " formacao, introducere, prezentare, observatii, anexa, anexe, inregistrari, difuzare,"
        " aprobare, instruire, rezumat"
    ),
}
_PROCEDURE = (
    "procedure, procedures, steps, instructions, work instructions, work instruction,"
    " process, workflow, method, step by step, step-by-step, step-by-step instructions,"
    " step-by-step guide, what to do, procedure steps, description of the procedure, procedure"
    " description, execution, the steps, the procedure, ablauf, vorgehen, vorgehensweise,"
    " durchfuhrung, verfahren, arbeitsschritte, schritte, anleitung, arbeitsablauf,"
    " arbeitsanweisung, prozedur, prozess, beschreibung des verfahrens,"
    " verfahrensbeschreibung, mode operatoire, etapes, deroulement, marche a suivre, methode,"
    " processus, realisation, procedimiento, procedimientos, pasos, instrucciones, desarrollo,"
    " proceso, metodo, paso a paso, descripcion del procedimiento, procedura, passi, passaggi,"
    " istruzioni, modalita operative, svolgimento, procedimento, fasi, processo, descrizione"
    " della procedura, procedimentos, passos, etapas, instrucoes, desenvolvimento, passo a"
    " passo, modo operatorio, descricao do procedimento, pasi, pasii, etape, etapele,"
    " instructiuni, desfasurare, mod de lucru, modul de lucru, descrierea procedurii,"
    " descriere procedura, mod de operare"
)
_LIST_OF_STEPS = (
    "steps, process, workflow, instructions, procedure, protocol, schritte, ablauf, anleitung,"
    " verfahren, etapes, pasos, instrucciones, procedimiento, passi, istruzioni, procedura,"
    " passos, instrucoes, procedimento, pasi, pasii, instructiuni"
)
"""What the heading of a list of steps ends with, or in other languages begins with."""
_STEP_WORDS = frozenset(_LIST_OF_STEPS.split(", "))
_KINDS: dict[str, SectionKind | None] = {
    **dict.fromkeys(_PROCEDURE.split(", ")),
    **{name: kind for kind, names in _NAMES.items() for name in names.split(", ")},
}
_BEGINNINGS = frozenset(name[:3] for name in _KINDS)
"""How they begin: most lines are told from them by that."""
_MAY_BEGIN = _BEGINNINGS | {"the"}
_AND = re.compile(r"\s+(?:and|und|et|y|e|si|&)\s+|\s*[/,]\s*")
_OF = re.compile(
    r"\s+(?:of|for|de|del|des|der|du|d'|della|del|do|da|al|a|zum|zur|pour|para|per|pentru)\s"
)
_AROUND = " \t\r\n:.*_#–—-"
LONGEST = 60
"""Characters of a line that may be the name of a section."""


def names_steps(title: str) -> bool:
    """Whether a heading says of the list below that it is one of steps: *Usage instructions*."""
    words = fold(title[:LONGEST]).text.strip(_AROUND).split()
    return bool(words) and (not _STEP_WORDS.isdisjoint((words[0], words[-1])))


def names_nothing(text: str, at: int) -> bool:
    """Whether its first letters tell that what begins there is not called like a section."""
    begins = text[at : at + 3].lower()
    return begins.isalnum() and begins.isascii() and begins not in _MAY_BEGIN


def named(title: str) -> tuple[bool, SectionKind | None]:
    """Whether a heading of that title is a known one, and the kind of its section.

    Its kind is None for the section that holds the steps.
    """
    title = title.strip(_AROUND)
    if not title or len(title) > LONGEST or names_nothing(title, 0):
        return False, None  # as below, without folding what most lines are: sentences
    said = " ".join(fold(title).text.split()).removeprefix("the ")
    if said[:3] not in _BEGINNINGS and said[:1] not in ("/", ","):
        return False, None
    if said in _KINDS:
        return True, _KINDS[said]
    parts = [part for part in _AND.split(said) if part]
    if len(parts) > 1 and all(part in _KINDS for part in parts):
        return True, _KINDS[parts[0]]
    head = _OF.split(said, maxsplit=1)
    if len(head) > 1 and head[0] in _KINDS:
        return True, _KINDS[head[0]]
    return False, None
