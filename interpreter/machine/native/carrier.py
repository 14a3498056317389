"""A compiled ruleset on one of its carriers: CPython, or numba if that is there.

In: a Ruleset. Out: its functions, states for them, and whole deals and matches at random. Both
carriers do the same with the same numbers; native code does it two hundred times as fast, but it
takes seconds to compile once, and a call from Python costs more than the move that it makes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from ...rules.ruleset import Ruleset
from ...text.messages import _
from ..module import Machine, machine
from ..packs import DEALS, WORD, Stream
from .layout import Columns, columns, width
from .text import KERNELS, loop_functions, loop_text, native_text

KINDS = ("auto", "native", "python")
MOST_CARDS = 63
"""a set of cards, or of calls, is one signed integer of 64 bits"""
ROWS = 4000
"""how many deals a table has room for; with a power of two its columns would crowd each other out
of the processor's cache"""
SMALL = {"pack": "u1"}
"""fields whose numbers take less than 64 bits: the less a state takes, the more are at hand"""
SELDOM = (
    *("dealer", "deals", "repeats", "champion", "wins", "round", "rounds"),
    *("drawn", "order", "seated", "points", "winner"),
)
"""fields that are read or written once a deal: they stand last in a record, out of the way"""
PACKS = ("deal", "start", "draw_lot", "draw_again", "find_seats")
"""functions whose second argument is a list of cards"""
Tell = Callable[[str], object]


class Table:
    """What came of some deals, by column: `table["winner"]` has one number for each deal,
    `table["points"]` one such row for each seat. `layout.columns` says what there is."""

    def __init__(self, places: Columns, data: Any, room: int, rows: int) -> None:
        self.places, self.data, self.room, self.rows = places, data, room, rows

    def __len__(self) -> int:
        return self.rows

    def __getitem__(self, name: str) -> Any:
        at, length = self.places[name]
        found = [self._column(at + i) for i in range(max(length, 1))]
        return found if length else found[0]

    def _column(self, at: int) -> Any:
        return self.data[at * self.room : at * self.room + self.rows]


class Carrier:
    """What both carriers offer. Functions of the module are attributes: `carrier.start(s, pack)`.

    kind: `native` or `python`. notice: why it is not native though nobody asked for that.
    """

    kind = ""

    def __init__(self, r: Ruleset, m: Machine, notice: str = "") -> None:
        self.ruleset, self.machine, self.notice = r, m, notice
        self.places = columns(r.players, r.sides)

    def call(self, name: str, *args: Any) -> Any:
        """Call a function of the module or a loop by name."""
        raise NotImplementedError

    def states(self, n: int) -> Any:
        """So many states, in a row."""
        raise NotImplementedError

    def integers(self, values: Sequence[int]) -> Any:
        """A list of integers as the functions take it."""
        raise NotImplementedError

    def zeros(self, n: int) -> Any:
        """So many zeros, as the functions take them."""
        return self.integers([0] * n)

    def room(self, n: int) -> Any:
        """Room for so many numbers, whatever is in it."""
        return self.zeros(n)

    def __getattr__(self, name: str) -> Any:
        machine_ = self.__dict__.get("machine")  # a copy has none at first
        if name.startswith("_") or not hasattr(machine_, name):
            raise AttributeError(name)
        value = getattr(machine_, name)
        if not callable(value) or isinstance(value, type):
            return value
        return self._with_pack(name) if name in PACKS else partial(self.call, name)

    def _with_pack(self, name: str) -> Callable[..., Any]:
        return lambda s, pack: self.call(name, s, self.integers(pack))

    def pack(self, seed: int, number: int, stream: int = DEALS) -> list[int]:
        """The pack of a seed, as `Stream(seed, stream, number).shuffled` gives it."""
        low, high = halves(seed)
        pack = self.zeros(self.ruleset.deck.size)
        work = self.zeros(4)
        self.call("shuffle", pack, work, 0, low, high, stream, number)
        return list(map(int, pack))

    def deals(self, seed: int, count: int, first: int = 1) -> Iterator[Table]:
        """Deals `first`, `first` + 1 … of a seed, each by itself, dealt by each seat in turn.

        Deal n has the pack of deal n of `Game.match(seed=…)`; seat p chooses as a random player
        does, by `Stream(seed, BOTS + p, n)`. Tables hold at most ROWS deals. Raises ValueError for
        a bad seed, and for numbers below 1 or above 2**32 - 1.
        """
        low, high = halves(seed)
        check_range(first, count, 1)
        work = self._work()
        for begun in range(first, first + count, ROWS):
            rows = min(ROWS, first + count - begun)
            data = self.zeros(width(self.places) * rows)
            self.call("play_deals", *work, data, rows, low, high, begun)
            yield Table(self.places, data, rows, rows)

    def matches(self, seed: int, count: int, first: int = 0) -> Iterator[Table]:
        """Matches `first`, `first` + 1 … of a seed, deal by deal, each in one table.

        Match n is `Game.match(seed=match_seed(seed, n))` among random players. Raises as `deals`.
        """
        low, high = halves(seed)
        check_range(first, count, 0)
        work, rows, done = self._work(), ROWS, 0
        while done < count:
            data = self.zeros(width(self.places) * rows)
            some = min(count - done, ROWS)
            played, used = self.call(
                "play_matches", *work, data, rows, low, high, first + done, some
            )
            if played:
                yield Table(self.places, data, rows, int(used))
            else:
                rows *= 2  # one match is longer than the table
            done += int(played)

    def _work(self) -> tuple[Any, Any, Any]:
        """A state and the lists that the loops work in."""
        r = self.ruleset
        words = self.zeros(6 * r.players + 4)
        return self.states(1)[0], words, self.zeros(r.deck.size)


class PythonCarrier(Carrier):
    """The module as CPython runs it."""

    kind = "python"

    def __init__(self, r: Ruleset, m: Machine, notice: str = "") -> None:
        super().__init__(r, m, notice)
        module = ModuleType(r.name)
        module.__dict__.update(vars(m))
        exec(compile(loop_text(r), f"<loops of {r.name}>", "exec"), module.__dict__)
        self._module = module

    def call(self, name: str, *args: Any) -> Any:
        return getattr(self._module, name)(*args)

    def states(self, n: int) -> Any:
        return [self.machine.State() for _i in range(n)]

    def integers(self, values: Sequence[int]) -> Any:
        return list(values)


class NativeCarrier(Carrier):
    """The module as machine code. A state is a record of a structured array."""

    kind = "native"

    def __init__(self, r: Ruleset, m: Machine, tell: Tell) -> None:
        import numpy

        from .cache import Library

        super().__init__(r, m)
        self._numpy = numpy
        fields = sorted(m.FIELDS.items(), key=lambda field: field[0] in SELDOM)
        self.dtype = numpy.dtype(
            [(name, SMALL.get(name, "i8"), (n,)) if n else (name, "i8") for name, n in fields],
            align=True,
        )
        text = native_text(m.TEXT, loop_functions(r))
        line = _("compiling {name} as machine code; the next time it is there at once")
        told: list[str] = []

        def once(_function: str) -> None:
            if not told:
                told.append(line.format(name=r.name))
                tell(told[0])

        self.library = Library(f"{r.name[:40]}_{r.hash}", text, once, KERNELS)

    def call(self, name: str, *args: Any) -> Any:
        return self.library(name, *args)

    def states(self, n: int) -> Any:
        return self._numpy.zeros(n, self.dtype).view(self._numpy.recarray)

    def integers(self, values: Sequence[int]) -> Any:
        return self._numpy.array(values, self._numpy.int64)

    def zeros(self, n: int) -> Any:
        return self._numpy.zeros(n, self._numpy.int64)

    def room(self, n: int) -> Any:
        return self._numpy.empty(n, self._numpy.int64)


def carrier(
    r: Ruleset, kind: str = "auto", tell: Tell | None = None, made: Machine | None = None
) -> Carrier:
    """The carrier of a ruleset. `auto`: native if that can be, else Python, with a line that says
    why; `native` and `python` force one of them.

    tell: is told in a line what a person should know: that there is no native carrier, or that it
    is compiled now. Without it the first is logged as a warning, the second as information. made:
    the compiled module, if there is one already.
    Raises ValueError for another kind, RuntimeError if there is no native carrier and it was asked
    for.
    """
    if kind not in KINDS:
        raise ValueError(f"a carrier is one of {', '.join(KINDS)}")
    log, m = logging.getLogger("trickplay"), made or machine(r)
    why_not = "" if kind == "python" else obstacle(r, m)
    if why_not and kind == "native":
        raise RuntimeError(why_not)
    if kind == "native" or (kind == "auto" and not why_not):
        return NativeCarrier(r, m, tell or log.info)
    if why_not:
        (tell or log.warning)(why_not)
    return PythonCarrier(r, m, why_not)


def obstacle(r: Ruleset, m: Machine) -> str:
    """Why there is no machine code for a ruleset here; empty if there is."""
    slow = _("{name} runs as plain Python: {reason}")
    if r.deck.size > MOST_CARDS:
        reason = _("its pack has {n} cards, and machine code takes {m}")
        return slow.format(name=r.name, reason=reason.format(n=r.deck.size, m=MOST_CARDS))
    if len(m.CALLS) > MOST_CARDS:
        reason = _("it has {n} calls, and machine code takes {m}")
        return slow.format(name=r.name, reason=reason.format(n=len(m.CALLS), m=MOST_CARDS))
    missing = [name for name in ("numpy", "numba") if find_spec(name) is None]
    if missing:
        reason = _("{module} is not installed: `pip install 'trickplay[fast]'`")
        return slow.format(name=r.name, reason=reason.format(module=missing[0]))
    try:
        off = switched_off()
    except Exception as error:  # a numba that does not fit its numpy says so in many ways
        return slow.format(name=r.name, reason=f"numba: {error}".splitlines()[0])
    if off:
        return slow.format(name=r.name, reason=_("{name} is set").format(name="NUMBA_DISABLE_JIT"))
    return ""


def switched_off() -> bool:
    """Whether numba was told not to compile anything."""
    from numba.core import config

    return bool(config.DISABLE_JIT)


def halves(seed: int) -> tuple[int, int]:
    """The low and the high 32 bits of a seed. Raises ValueError for a bad one."""
    Stream(seed, DEALS, 0)
    return seed & WORD, seed >> 32


def check_range(first: int, count: int, lowest: int) -> None:
    """Raises ValueError if these numbers are not those of deals or matches."""
    if first < lowest or count < 0 or first + count - 1 > WORD:
        raise ValueError(f"numbers are from {lowest} to {WORD}")
