"""A test that fails leaves nothing alive for those after it."""

import weakref

from tests.conftest import let_go


class Window:
    pass


def test_an_error_lets_go_of_what_its_functions_had() -> None:
    kept: list[weakref.ref[Window]] = []

    def draws() -> None:
        window = Window()
        kept.append(weakref.ref(window))
        raise ValueError(window.__class__.__name__)

    def fails() -> None:
        window = Window()
        kept.append(weakref.ref(window))
        try:
            draws()
        except ValueError as error:
            raise ExceptionGroup("both", [RuntimeError(str(error))]) from error

    try:
        fails()
    except ExceptionGroup as error:
        traced = error.__traceback__
        while traced is not None:
            assert traced.tb_frame.f_locals  # as a report does, which makes a copy
            traced = traced.tb_next
        let_go(error)
        assert [one() for one in kept] == [None, None]
    assert len(kept) == 2
