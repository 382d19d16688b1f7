"""The token of a request: a bearer header from programs, a cookie from pages."""

from typing import Annotated

from fastapi import Depends
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer

from fivedice.server.tables import codes

COOKIE = "fivedice_seat"
"""Links and downloads can carry nothing else; the pages set it for the paths of one table."""

_bearer = HTTPBearer(auto_error=False, description="The token of a seat at this table.")
_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="The same, for links of the pages.")


def _holder(
    bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
    cookie: Annotated[str | None, Depends(_cookie)],
) -> str:
    return codes.digest(bearer.credentials if bearer else cookie or "")


Holder = Annotated[str, Depends(_holder)]
"""The digest of the token that a request shows, which may hold a seat; empty where it shows none."""
