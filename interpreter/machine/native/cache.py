"""Machine code on disk: every native module has a file of its own, named by the hash of its text.

In: the text of a native module. Out: its functions, compiled when they are first called, or read
from the disk. numba keeps machine code beside the file of a function and looks at nothing but that
file, so the hash covers all that the code is made from: tables, engine, loops, intrinsics, and the
versions and the processor for which it is made. Such a file never changes: processes that write it
at the same time write the same. If the folder cannot be used, code is made anew each time.
"""

from __future__ import annotations

import hashlib
import linecache
import os
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = "TRICKPLAY_CACHE"
"""the environment variable that names another folder"""
PREFIX = "trickplay_native_"

Function = Callable[..., Any]


def folder() -> Path:
    """Where machine code is kept: a folder of the user's cache."""
    import platformdirs

    named = os.environ.get(FOLDER)
    return Path(named) if named else Path(platformdirs.user_cache_dir("trickplay")) / "native"


def processor() -> str:
    """What machine code depends on besides the text: versions, settings of numba, processor."""
    import llvmlite
    import numba
    from llvmlite import binding
    from numba.core import config

    features = config.CPU_FEATURES or binding.get_host_cpu_features().flatten()
    name = config.CPU_NAME or binding.get_host_cpu_name()
    versions = f"numba {numba.__version__}, llvmlite {llvmlite.__version__}"
    settings = f"{sys.implementation.cache_tag}, {config.OPT}, {config.BOUNDSCHECK}"
    return f"{versions}, {settings}, {sys.platform}, {name}: {features}"


class Library:
    """The functions of a native module, by name.

    name: what the file is called besides its hash. tell: is given the name of a function before it
    is compiled, if it is not on the disk: what takes seconds should not be silent. fixed: functions
    that are always called with the same types.
    """

    def __init__(
        self, name: str, text: str, tell: Callable[[str], object], fixed: Collection[str] = ()
    ) -> None:
        text = f"# {processor()}\n{text}"
        self.key = hashlib.sha256(text.encode()).hexdigest()[:32]
        self.text, self.tell, self.fixed = text, tell, fixed
        self._kept: list[Function] = []
        self.path = kept(text, f"{name}_{self.key}.py")
        self._bind(cache=self.path is not None)

    def _bind(self, cache: bool) -> None:
        """Run the module's text; with `cache` machine code is read from the disk and kept there."""
        file = str(self.path) if cache else f"<{PREFIX}{self.key}>"
        if not cache:
            self.path = None
            linecache.cache[file] = (len(self.text), None, self.text.splitlines(True), file)
        module = ModuleType(PREFIX + self.key)
        module.__file__ = file
        sys.modules[module.__name__] = module  # numba looks functions from the disk up there
        exec(compile(self.text, file, "exec"), module.__dict__)
        self._plain: dict[str, Function] = module.__dict__["bind"](module.__dict__)
        self._compiled: Callable[[Function, bool], Function] = module.__dict__["compiled"]
        self._ready: dict[str, Function] = {}

    def __call__(self, name: str, *args: object) -> Any:
        """Call a function, which is compiled for that if it has to be."""
        ready = self._ready.get(name)
        return self._first(name, args) if ready is None else ready(*args)

    def _first(self, name: str, args: tuple[object, ...]) -> Any:
        """The first call of a function. What the disk has spoilt is done again without it."""
        from numba.core.errors import NumbaError

        plain = self._plain[name]
        if not self.warm(name):
            self.tell(name)
        try:
            function = self._compiled(plain, self.path is not None)
            result = function(*args)
        except NumbaError:
            raise
        except Exception:
            if self.path is None:
                raise
            self._bind(cache=False)
            return self._first(name, args)
        self._ready[name] = self._direct(function) if name in self.fixed else function
        return result

    def _direct(self, function: Function) -> Function:
        """The compiled function without the search for the right one by types, which numba makes at
        each call, and which takes longer than a step of a small batch."""
        compiled = list(getattr(function, "overloads", {}).values())
        if len(compiled) != 1:
            return function
        self._kept.append(function)
        entry: Function = compiled[0].entry_point
        return entry

    def warm(self, name: str) -> bool:
        """Whether the function has been compiled, in this process or before."""
        return name in self._ready or any(self._stored(name))

    def _stored(self, name: str) -> Iterator[Path]:
        from numba.core import config

        if self.path is None:
            return iter(())
        place = Path(config.CACHE_DIR) if config.CACHE_DIR else self.path.parent
        return place.glob(f"*/{self.path.stem}.{name}-*.nbc")


def kept(text: str, name: str) -> Path | None:
    """The file with this text in the folder, written if it is not there; None if that fails.

    It is written under another name and then renamed, so that nobody ever reads half of it.
    """
    path = folder() / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
            file.write(text.encode())
        try:
            if path.is_file() and path.read_bytes() == text.encode():
                os.unlink(file.name)
            else:
                os.utime(file.name, (0, 0))  # the same for everybody who writes it
                os.replace(file.name, path)
        except OSError:
            os.unlink(file.name)
            raise
    except OSError:
        return None
    return path
