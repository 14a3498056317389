"""A real scheduler and two workers on this machine, one of which ends in mid-run."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")

from commands import Run
from helpers import ROOT, changed

from interpreter import load
from interpreter.study.simulation import Simulation, executors, planned, simulate
from interpreter.study.simulation.executors import Unreachable, over_cluster

CACHE = str(ROOT / ".pytest_cache" / "native")
PATIENCE = 30.0


@contextmanager
def running(*args: str) -> Iterator[subprocess.Popen[bytes]]:
    """A program of Dask, with nothing of this test's folder but the package."""
    command = [sys.executable, "-m", "dask", *args]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TRICKPLAY_CACHE": CACHE}
    process = subprocess.Popen(
        command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler on the loopback, and its two workers."""
    file, here = tmp_path / "scheduler.json", ("--host", "127.0.0.1", "--no-dashboard")
    scheduler = ("scheduler", *here, "--port", "0", "--scheduler-file", str(file))
    worker = ("worker", *here, "--no-nanny", "--nthreads", "1", "--scheduler-file", str(file))
    folders = [("--local-directory", str(tmp_path / name)) for name in "ab"]
    with ExitStack() as stack:
        stack.enter_context(running(*scheduler))
        workers = [stack.enter_context(running(*worker, *folder)) for folder in folders]
        until = time.monotonic() + PATIENCE
        while not (file.exists() and file.read_text()) and time.monotonic() < until:
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"], workers


def test_a_worker_ends_in_mid_run(
    cluster: tuple[str, list[subprocess.Popen[bytes]]], tmp_path: Path, trickplay: Run
) -> None:
    """The same totals; and the workers never see the file of the ruleset."""
    address, workers = cluster
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=PATIENCE)
    own = changed(tmp_path, "points: 50", "points: 60")
    (tmp_path / "chouine.yaml").unlink()
    players = ("greedy", "random")
    asked, ended = planned(own, 40, 5, players), list[int]()

    def tick(done: int) -> None:
        if done and not ended:
            ended.append(done)
            workers[0].kill()
            workers[0].wait()

    simulation = Simulation(asked)
    over_cluster(simulation, "table", address, tick)
    assert workers[0].poll() == -signal.SIGKILL
    assert ended[0] < 40, "it was ended in the middle"
    assert simulation.found == simulate(own, 40, seed=5, players=players).totals
    args = ("simulate", "chouine", "-n", "20", "--players", "greedy,random")
    ran = trickplay(*args, "--cluster", address)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == trickplay(*args).out
    failing = Simulation(planned(load("chouine"), 5000, players=players))

    def lose(done: int) -> None:
        if done and workers[1].poll() is None:
            workers[1].kill()
            os.kill(scheduler_of(address), signal.SIGKILL)

    with pytest.raises(Unreachable, match=r"^the cluster has failed: "):
        over_cluster(failing, "table", address, lose)
    assert 0 < failing.found.count < 5000


def scheduler_of(address: str) -> int:
    """The process of the scheduler of this test."""
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        pid: int = client.run_on_scheduler(os.getpid)
    return pid


def test_nobody_there(trickplay: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "PATIENCE", "1s")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    args = ("simulate", "chouine", "-n", "7", "--players", "greedy,greedy", "--cluster")
    ran = trickplay(*args, f"tcp://127.0.0.1:{port}")
    assert ran.code == 1
    assert ran.err.startswith(f"no scheduler answers at tcp://127.0.0.1:{port}: ")
    assert ran.err.count("\n") == 1
    assert ran.out.endswith("\n\nNothing was played.\n")
    ran = trickplay(*args, "nonsense")
    assert ran.code == 1
    assert ran.err.startswith("no scheduler answers at nonsense: ")


def test_somebody_else_there(trickplay: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that does not speak the language of Dask."""
    monkeypatch.setattr(executors, "PATIENCE", "1s")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        threading.Thread(target=_mumble, args=(server,), daemon=True).start()
        args = ("simulate", "chouine", "-n", "7", "--players", "greedy,greedy", "--cluster")
        ran = trickplay(*args, f"tcp://127.0.0.1:{port}")
    assert ran.code == 1
    assert ran.err.startswith(f"no scheduler answers at tcp://127.0.0.1:{port}: ")


def _mumble(server: socket.socket) -> None:
    """Let people in and say something."""
    while True:
        try:
            guest, _address = server.accept()
            guest.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            guest.close()
        except OSError:
            return
