"""The token that programs show to `techne serve`. Public name: `ServerToken`."""

from app.core.errors import AppError
from app.core.serve.http import token_file
from app.core.serve.http.token_file import TokenFile
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.settings.section import Line
from app.ui.views.start.clipboard_secret import ClipboardSecret
from app.ui.widgets.buttons import Button


class ServerToken(Line):
    """Copies the token, or puts another in its place, which a running server goes by at once."""

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self.copy = Button(context.theme, _("Copy"), size="small")
        self.copy.setAccessibleName(_("Copy the token of the agent server"))
        self.copy.clicked.connect(self._copy)
        self.renew = Button(context.theme, _("New token"), size="small")
        self.renew.setAccessibleName(_("New token of the agent server"))
        self.renew.clicked.connect(self._renew)
        super().__init__(
            _("Token of the agent server"),
            _("Programs show it to “techne serve”. A new one shuts out all that have the old one."),
            self.copy,
            self.renew,
        )

    def _copy(self) -> None:
        try:
            ClipboardSecret(TokenFile(self._context.vault.home.server_token).token())
        except AppError as error:
            self._context.say.explain(error)
        else:
            self._context.say.tell(_("Copied for a minute"))

    def _renew(self) -> None:
        try:
            token_file.write_new(self._context.vault.home.server_token)
        except AppError as error:
            self._context.say.explain(error)
        else:
            self._context.say.tell(_("The server has a new token"))
