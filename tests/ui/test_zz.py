import gc

from PySide6.QtWidgets import QApplication

from tests.ui.test_sub_steps import *


def test_a(cold):
    pass


def test_b(qapp):
    print(
        [(type(w).__name__) for w in QApplication.topLevelWidgets()], len(QApplication.allWidgets())
    )
    tl = [w for w in QApplication.topLevelWidgets()]
    import shiboken6

    for w in tl:
        print(
            type(w).__name__,
            shiboken6.ownedByPython(w),
            shiboken6.createdByPython(w),
            w.isVisible(),
            len(gc.get_referrers(w)),
            [type(r).__name__ for r in gc.get_referrers(w)],
        )
    qapp.processEvents()
    from PySide6.QtCore import QCoreApplication, QEvent

    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    print(len(QApplication.allWidgets()))
    del w, tl
    gc.collect()
    print(len(QApplication.allWidgets()))
