"""Spanish ways to say where to go on; those of `OTHERS` were not looked at for the rules."""

from tests.core.phrasings.table import Phrase

PHRASES: tuple[Phrase, ...] = (
    ("Si la junta gotea, volver al paso 2.", ((2, None, "gotea"),)),
    ("Repita los pasos 2 a 3 hasta que el agua salga clara.", ((2, None, "hasta"),)),
    ("Repetir los pasos del 1 al 3 un máximo de cuatro veces.", ((1, 4, "-"),)),
    ("Si el sello falla, se repite el paso 3.", ((3, None, "falla"),)),
    ("A menos que el cliente pague, regrese al segundo paso.", ((2, None, "menos"),)),
    ("Omita el siguiente paso si la caja está cerrada.", ((6, None, "cerrada"),)),
    ("¿Está lleno? Sí: continúe en el paso 6. No: vuelva al paso 3.",
     ((6, None, "sí"), (3, None, "no"))),
    ("En caso de error, empezar de nuevo desde el paso 1, no más de dos veces.",
     ((1, 2, "error"),)),
    ("Mientras quede harina, repetir los dos pasos anteriores.", ((2, None, "harina"),)),
    ("Si no hay respuesta, vaya al último paso; si la hay, vaya al paso 5.",
     ((6, None, "respuesta"), (5, None, "hay"))),
    ("El paso 2 debe repetirse si la pieza se mueve.", ((2, None, "mueve"),)),
    ("Si falla, inténtelo otra vez.", "ask"),
    ("Repetir hasta terminar la pila.", "ask"),
    ("Nunca vuelva al paso 1.", "none"),
    ("Anotar el resultado del paso 2.", "none"),
    ("Seguir el paso 3 del manual.", "none"),
)  # fmt: skip

OTHERS: tuple[Phrase, ...] = (
    ("Cuando el horno esté frío, retroceda al paso 2.", ((2, None, "frío"),)),
    ("Vuelva a realizar el paso 3 como mucho tres veces.", ((3, 3, "-"),)),
    ("De lo contrario, retomar desde el paso 2.", ((2, None, "contrario"),)),
    ("Si ya está pintado, saltarse el paso 5.", ((6, None, "pintado"),)),
    ("Siga con el paso 6, salvo que suene la alarma.", ((6, None, "salvo"),)),
    ("Regresen al paso anterior si el corte es irregular.", ((3, None, "irregular"),)),
    ("Si hay burbujas, hay que volver a empezar.", ((1, None, "burbujas"),)),
    ("Sin respuesta, volver al paso 2.", ((2, None, "respuesta"),)),
    ("Pase directamente al paso 6 solo si el jefe lo aprueba.", ((6, None, "aprueba"),)),
    ("¿Sigue sucio? Vuelva al paso 1.", ((1, None, "sucio"),)),
    ("Si el número no coincide, repítase el paso 2 hasta tres veces.", ((2, 3, "coincide"),)),
    ("Si es necesario, repetir.", "ask"),
    ("No repita el paso 2.", "none"),
    ("Sin volver al paso 1, abrir la segunda caja.", "none"),
    ("Repetir las palabras del cliente.", "none"),
    ("Volver al almacén.", "none"),
)  # fmt: skip
