"""The YAML language server that editors use, driven as an editor drives it.

In: texts of files. Out: what the server says of them: complaints, completions, what it shows for
a word. The server comes from npm; it is installed once into a folder of the user's cache.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any

PACKAGE = "yaml-language-server"
"""any version; tested with 1.25.0 on node 20"""
PATIENCE = 30.0
"""seconds before an answer that does not come is a failure"""
SNIPPET = 7
"""the kind of a completion that is a whole piece of a file"""
CAPABILITIES = {
    "textDocument": {
        "completion": {"completionItem": {"documentationFormat": ["markdown", "plaintext"]}},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "publishDiagnostics": {},
    },
    "workspace": {"configuration": True},
}


class NotThere(Exception):
    """The server cannot be had here, with the reason."""


def installed() -> Path:
    """The server's program, installed if it is not yet. Raises NotThere."""
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            raise NotThere(f"{tool} is not installed")
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "trickplay-tests"
    program = cache / PACKAGE / "node_modules" / ".bin" / PACKAGE
    if not program.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as folder:
            _install(Path(folder) / "new")
            shutil.rmtree(cache / PACKAGE, ignore_errors=True)
            os.replace(Path(folder) / "new", cache / PACKAGE)
    return program


def _install(folder: Path) -> None:
    folder.mkdir()
    command = ["npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", PACKAGE]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=180, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired:
        raise NotThere("npm did not come to an end") from None
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip()]
        raise NotThere(f"npm cannot install {PACKAGE}: {' '.join(said[:3])}")


class Server:
    """A running server. `folder` is where the files are that it is asked about."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [str(program), "--stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.came: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.asked = self.files = 0
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        params = {"processId": None, "rootUri": folder.as_uri(), "capabilities": CAPABILITIES}
        self.ask("initialize", params)
        self._tell("initialized", {})

    def close(self) -> None:
        """End the server."""
        self.ask("shutdown", None)
        self._tell("exit", None)
        self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()

    def complaints(self, text: str) -> list[dict[str, Any]]:
        """What the server finds wrong with a file, in the order of the file."""
        uri = self._open(text)
        while True:
            message = self._next()
            params = message.get("params", {})
            if message.get("method") == "textDocument/publishDiagnostics" and params["uri"] == uri:
                found: list[dict[str, Any]] = params["diagnostics"]
                return sorted(found, key=lambda d: tuple(d["range"]["start"].values()))

    def completions(self, text: str) -> dict[str, str]:
        """What can stand at the `|` in a file, with the documentation of each."""
        answer: Any = self._at("completion", text)
        items: list[Any] = answer["items"] if isinstance(answer, dict) else answer or []
        items = [item for item in items if item["kind"] != SNIPPET]
        return {item["label"]: _words(item.get("documentation") or "") for item in items}

    def shown(self, text: str) -> str:
        """What is shown for the word at the `|` in a file."""
        answer = self._at("hover", text)
        return _words(answer["contents"]) if answer else ""

    def _at(self, what: str, text: str) -> Any:
        before, after = text.split("|")
        line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
        document = {"uri": self._open(before + after)}
        position = {"line": line, "character": column}
        return self.ask(f"textDocument/{what}", {"textDocument": document, "position": position})

    def _open(self, text: str) -> str:
        """Open a new file; its address."""
        self.files += 1
        uri = (self.folder / f"{self.files}.yaml").as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self._tell("textDocument/didOpen", {"textDocument": document})
        return uri

    def ask(self, method: str, params: Any) -> Any:
        """The answer to a request."""
        self.asked += 1
        self._send({"id": self.asked, "method": method, "params": params})
        while True:
            message = self._next()
            if message.get("id") == self.asked and "method" not in message:
                assert "error" not in message, message
                return message["result"]

    def _tell(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def _next(self) -> dict[str, Any]:
        """The next message; questions of the server are answered: no setting is set."""
        message = self.came.get(timeout=PATIENCE)
        assert message is not None, "the server has ended"
        if "method" in message and "id" in message:
            items = message.get("params", {}).get("items", [])
            asked = message["method"] == "workspace/configuration"
            self._send({"id": message["id"], "result": [{} for _ in items] if asked else None})
        return message

    def _read(self) -> None:
        """Put everything that comes into the queue, and None at the end."""
        assert self.process.stdout is not None
        while True:
            length = 0
            while (line := self.process.stdout.readline().strip()) != b"":
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            if not length:
                self.came.put(None)
                return
            self.came.put(json.loads(self.process.stdout.read(length)))


def _words(content: Any) -> str:
    """A text of the protocol, marked up or not."""
    if isinstance(content, list):
        return "\n".join(map(_words, content))
    return str(content["value"] if isinstance(content, dict) else content)
