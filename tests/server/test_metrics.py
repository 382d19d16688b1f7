"""Metrics for Prometheus: what is counted, and what is never told. Log lines for programs."""

import json
import logging
import re
import sys
from pathlib import Path

import httpx
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families as families

from fivedice.match.events import Throw
from fivedice.server import metrics
from fivedice.server.monitoring import JsonLines
from fivedice.table.log import Happened, SeatTaken
from tests.server.proxies import free_port
from tests.server.serving import process

DASHBOARD = Path(__file__).parents[2] / "examples" / "grafana.json"
METRIC = re.compile(r"fivedice_\w+")
TABLE = {"game": "traditional", "name": "Secretname", "chairs": ["", "greedy"]}


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


def test_entries_and_their_dice_are_counted() -> None:
    before = {name: value("fivedice_dice_total", value=name) for name in "16"}
    entries = value("fivedice_entries_total")
    metrics.count([SeatTaken(0, "Ann", "x"), Happened(Throw(0, (1, 1, 2, 3, 6)))])
    assert value("fivedice_entries_total") == entries + 2
    assert value("fivedice_dice_total", value="1") == before["1"] + 2
    assert value("fivedice_dice_total", value="6") == before["6"] + 1


def test_only_refusals_are_counted() -> None:
    before = value("fivedice_refusals_total", status="429")
    for status in (200, 304, 429):
        metrics.count_answer(status)
    assert value("fivedice_refusals_total", status="429") == before + 1
    assert value("fivedice_refusals_total", status="304") == 0


def test_a_server_exports_what_the_dashboard_shows_and_no_name(tmp_path: Path) -> None:
    """Every metric of the dashboard is there after a match has begun; no code, token or name is."""
    address = f"127.0.0.1:{free_port()}"
    with process(tmp_path, "--metrics", address) as server:
        opened = httpx.post(f"{server.url}/api/tables", json=TABLE).json()
        assert httpx.get(f"{server.url}/nowhere").status_code == 404
        exported = httpx.get(f"http://{address}/metrics").text
    shown = set(METRIC.findall(DASHBOARD.read_text()))
    samples = {sample.name for family in families(exported) for sample in family.samples}
    assert shown - samples == {"fivedice_dice_total"}  # nobody is there, so nobody throws
    for secret in (opened["code"], opened["token"], "Secretname"):
        assert secret not in exported


def test_the_dashboard_is_one() -> None:
    """Each panel asks one question of one source."""
    dashboard = json.loads(DASHBOARD.read_text())
    assert all(len(panel["targets"]) == 1 for panel in dashboard["panels"])
    assert len({panel["title"] for panel in dashboard["panels"]}) == len(dashboard["panels"])


def test_a_line_of_the_log_is_one_object() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("fivedice.x", logging.ERROR, "", 1, "a\n%s", ("九",), sys.exc_info())
    line = JsonLines().format(record)
    assert "\n" not in line
    fields = json.loads(line)
    assert (fields["level"], fields["logger"], fields["message"]) == ("error", "fivedice.x", "a\n九")
    assert fields["traceback"].endswith("ValueError: two\nlines")
    assert fields["time"].endswith("+00:00")
