"""The private parts of uvicorn on which limits and supervision rest; nothing else imports them.

pyproject.toml admits the versions of uvicorn with which `tests/server/test_uvicorn_internals.py` passes.
"""

from collections.abc import Mapping

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

USED: Mapping[type, str] = {
    FlowControl: "resume_reading",
    HttpToolsProtocol: "app_state client connection_lost connection_made cycle data_received flow "
    "handle_websocket_upgrade headers loop on_body on_header on_headers_complete on_message_complete parser "
    "pipeline scope send_400_response transport",
    RequestResponseCycle: "disconnected response_complete response_started scope",
    WebSocketsSansIOProtocol: "app_state close_sent conn connection_lost connection_made curr_msg_data_type "
    "frames handle_connect handle_cont handle_events handle_parser_exception handshake_complete scope send "
    "send_receive_event_to_app transport",
    Multiprocess: "config handle_hup handle_signals handle_ttin init_processes keep_subprocess_alive "
    "processes processes_num restart_all run should_exit signal_queue sockets terminate_all",
    Process: "_healthcheck exitcode is_alive is_ready join kill parent_conn pid process start terminate",
}
"""The methods and attributes that our subclasses override, call, read or set."""
