"""Bits as machine instructions, for numba. This text is put into every native module.

In: what numba gives to an intrinsic. Out: its type, and the function that writes LLVM code for it.
Nothing here is ever called by the package itself: numba's cache on disk does not see a change in a
module that it only imports, so the text stands in the file whose hash is its name.
"""

from __future__ import annotations

from typing import Any


def native_popcount(context: Any, x: Any) -> Any:
    """How many cards."""
    from numba.core import types

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


def native_lowest(context: Any, x: Any) -> Any:
    """The lowest card of a set that is not empty."""
    from numba.core import types

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir

        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


def native_width(context: Any, x: Any) -> Any:
    """How many bits a number has that is not negative and below 2**32."""
    from numba.core import types

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir

        half = ir.IntType(32)
        zeros = builder.ctlz(builder.trunc(args[0], half), ir.Constant(ir.IntType(1), 0))
        return builder.zext(builder.sub(ir.Constant(half, 32), zeros), ir.IntType(64))

    return types.int64(types.int64), generate


def native_index(context: Any, x: Any) -> Any:
    """A number that is not negative, as an index; numba counts negative ones from the end."""
    from numba.core import types

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return args[0]

    return types.uint64(types.int64), generate


def native_nth(context: Any, x: Any, k: Any) -> Any:
    """Card number `k` of a set: its bit is deposited where the set has its own, and found there."""
    from numba.core import types

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir

        word = ir.IntType(64)
        deposit = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", fnty=ir.FunctionType(word, [word, word])
        )
        bit = builder.shl(ir.Constant(word, 1), args[1])
        return builder.cttz(builder.call(deposit, [bit, args[0]]), ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64, types.int64), generate


def has_deposit() -> bool:
    """Whether machine code is made for a processor with the instruction pdep."""
    from llvmlite.binding import get_host_cpu_features
    from numba.core import config

    if config.CPU_NAME or config.CPU_FEATURES:
        return "+bmi2" in (config.CPU_FEATURES or "").split(",")
    return bool(get_host_cpu_features().get("bmi2", False))


OPTIONS = {"error_model": "numpy", "nogil": True, "_nrt": False}
"""no division needs a check, other threads may run, and nothing is allocated or counted"""
INNER = {**OPTIONS, "forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""a function that is never called from Python is put in the place of its calls, which LLVM does as
well as numba and faster"""


def bind(names: dict[str, Any]) -> dict[str, Any]:
    """Make the functions of a native module ready to call each other. The functions themselves, as
    Python has them.

    names: those of the module. Its tables become arrays, which are constants to numba as well.
    """
    from types import FunctionType

    import numpy
    from numba import njit
    from numba.extending import intrinsic

    functions = {
        name: value
        for name, value in names.items()
        if isinstance(value, FunctionType) and not value.__annotations__
    }
    for name, table in names.items():
        if isinstance(table, tuple) and all(isinstance(number, int) for number in table):
            names[name] = numpy.array(table, numpy.int64)
    for name, function in functions.items():
        names[name] = njit(**INNER)(function)
    names["popcount"] = intrinsic(names["native_popcount"])
    names["lowest"] = intrinsic(names["native_lowest"])
    names["index"] = intrinsic(names["native_index"])
    names["width"] = intrinsic(names["native_width"])
    if has_deposit():
        names["nth"] = intrinsic(names["native_nth"])
    return functions


def compiled(function: Any, cache: bool) -> Any:
    """A function that is compiled when it is first called, or with `cache` read from the disk."""
    from numba import njit

    return njit(cache=cache, **OPTIONS)(function)
