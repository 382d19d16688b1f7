"""The private parts of uvicorn on which limits and supervision rest; nothing else imports them.

pyproject.toml admits the versions of uvicorn with which `tests/server/test_uvicorn_internals.py` passes; it
lists the methods and attributes that we use.
"""

from uvicorn.config import STARTUP_FAILURE
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.supervisors.multiprocess import Multiprocess, Process

__all__ = [
    "STARTUP_FAILURE",
    "FlowControl",
    "HttpToolsProtocol",
    "Multiprocess",
    "Process",
    "RequestResponseCycle",
    "WebSocketsSansIOProtocol",
]
