"""What we use of uvicorn's private classes is imported by one module, listed here, and there."""

import ast
import inspect
from importlib.metadata import version
from pathlib import Path
from types import FunctionType

import pytest

import fivedice
from fivedice.server import supervisor
from fivedice.server.protection import protocols, uvicorn_internals
from fivedice.server.protection.uvicorn_internals import (
    FlowControl,
    HttpToolsProtocol,
    Multiprocess,
    Process,
    RequestResponseCycle,
    WebSocketsSansIOProtocol,
)

USED = {
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
SOURCE = Path(fivedice.__file__).parent
OURS = (
    protocols.Connection,
    protocols.SequentialFlowControl,
    protocols.WebSocketProtocol,
    supervisor.Worker,
    supervisor.Workers,
)


def names_of(kind: type) -> set[str]:
    """The methods of a class, and the attributes that they name."""
    methods = [method for one in kind.__mro__[:-1] for method in vars(one).values()]
    named = {name for one in methods if isinstance(one, FunctionType) for name in one.__code__.co_names}
    return named | {name for one in kind.__mro__[:-1] for name in vars(one) if not name.startswith("__")}


def used_by(kind: type) -> set[str]:
    """What a class of ours defines, and what it says of `self` and `super()`."""
    nodes = list(ast.walk(ast.parse(inspect.getsource(kind))))
    said = [node for node in nodes if isinstance(node, ast.Attribute)]
    return {one.attr for one in said if ast.unparse(one.value) in ("self", "super()")} | set(vars(kind))


@pytest.mark.parametrize("kind", USED)
def test_uvicorn_has_what_we_use_of_its_private_classes(kind: type) -> None:
    lacks = ", ".join(sorted(set(USED[kind].split()) - names_of(kind)))
    assert not lacks, (
        f"uvicorn {version('uvicorn')} has no {lacks} in {kind.__name__}: adapt our subclass to it,"
        " or do not admit this version in pyproject.toml."
    )


@pytest.mark.parametrize("ours", OURS)
def test_our_subclasses_use_nothing_else_and_take_the_same_arguments(ours: type) -> None:
    theirs = ours.__mro__[1]
    assert used_by(ours) & names_of(theirs) - set(USED[theirs].split()) == set()
    both = [name for name in vars(ours) if isinstance(vars(theirs).get(name), FunctionType)]
    for name in set(both) - {"__init__"}:
        expected, given = (inspect.signature(getattr(one, name)).parameters for one in (theirs, ours))
        assert len(given) == len(expected), f"uvicorn {version('uvicorn')} calls {name} with {[*expected]}."


def test_no_other_module_imports_private_parts_of_uvicorn() -> None:
    importing = {
        path
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("uvicorn.")
    }
    assert importing == {Path(uvicorn_internals.__file__)}
