"""What a person says about a request, done off the GUI thread. Public name: `Deciding`."""

from PySide6.QtCore import QObject, Signal

from app.core.agents import consent, requests
from app.core.agents.consent import Rule
from app.core.agents.requests import Answer, Request, State
from app.core.words import _
from app.ui.context import AppContext


class Deciding(QObject):
    """`decided(number of the request)` when it is done, or was not."""

    decided = Signal(int)

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._busy: set[int] = set()

    def is_busy(self, request: Request) -> bool:
        """Whether it is being decided about just now."""
        return request.id in self._busy

    def always(self, request: Request) -> None:
        """Allow what this client does of this kind from now on, and this request."""
        group = self._context.agents.group(request.tool)
        if group is not None:
            vault, client = self._context.vault, request.caller.client
            self._context.writes.write(
                self, _("Saving"), lambda: consent.decide(vault, client, group, Rule.ALLOW)
            )
        self.decide(request, Answer.ALLOW)

    def decide(self, request: Request, answer: Answer) -> None:
        """Say it once; a second time, while that goes on, changes nothing."""
        if request.id in self._busy:
            return
        self._busy.add(request.id)
        agents, vault = self._context.agents, self._context.vault

        def work() -> Request:
            agents.decide(request.id, answer)
            return requests.request(vault, request.id)

        self._context.jobs.start(
            self,
            _("Answering an agent"),
            lambda _job: work(),
            lambda stands: self._done(stands, answer),
            lambda error: self._failed(request, error),
            stoppable=False,
        )

    def _done(self, stands: Request, answer: Answer) -> None:
        self._busy.discard(stands.id)
        if answer is Answer.ALLOW and stands.state in (State.PROPOSED, State.FAILED):
            self._context.say.warn(stands.answer or _("This could not be done."))
        elif answer is Answer.ALLOW:
            self._context.say.tell(_("Allowed, and done."))
        self.decided.emit(stands.id)

    def _failed(self, request: Request, error: Exception) -> None:
        self._busy.discard(request.id)
        self._context.jobs.explain(self, error, self._context.say.explain)
        self.decided.emit(request.id)
