"""Sixteen numbers side by side as one value in compiled code; knows nothing of what they stand for.

Left to itself the compiler checks before every short loop whether rows of an array overlap, and works
off what does not fill a vector one number at a time. Here a row is exactly one vector, so the plain
Python of a kernel says "load a row, add a row, store it" and nothing stands between.

Arrays of rows are contiguous float64 of shape (n, LANES); they are addressed by row, and no bound is checked.
Those that `blank` makes begin where a line of the processor's cache begins; elsewhere every load
of half a row touches two lines, and work on it takes up to twice as long.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic, models, register_model
from numpy.typing import NDArray

from fivedice.core.worth import Worth
from fivedice.solve.kernel.compile import compiled
from fivedice.solve.kernel.width import LANES

LINE = 64 // 8
"""How many numbers a line of the cache holds."""

Rows = NDArray[np.float64]
Lanes = Any
"""One row, while a compiled function holds it."""

_VECTOR = ir.VectorType(ir.DoubleType(), LANES)
_INT = ir.IntType(32)


class _LanesType(types.Type):
    """What the compiler calls such a value."""


class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, lanes_type: Any) -> None:
        super().__init__(manager, lanes_type, _VECTOR)  # type: ignore[no-untyped-call]


register_model(_LanesType)(_LanesModel)
_lanes = _LanesType("Lanes")


def _row(context: Any, builder: Any, array_type: Any, array: Any, row: Any) -> Any:
    """The address of a row."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.gep(builder.bitcast(data, _VECTOR.as_pointer()), [row])


def _row_from(context: Any, builder: Any, array_type: Any, array: Any, place: Any) -> Any:
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [place]), _VECTOR.as_pointer())


def _spread(builder: Any, number: Any) -> Any:
    nothing = ir.Constant(_VECTOR, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.Constant(_INT, 0))
    return builder.shuffle_vector(first, nothing, ir.Constant(ir.VectorType(_INT, LANES), [0] * LANES))


def _loading(address: Callable[..., Any]) -> Callable[..., Any]:
    def load(_typing: Any, array: Any, place: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.load(address(context, builder, signature.args[0], *args), align=8)

        return _lanes(array, place), code

    return load


def _storing(address: Callable[..., Any]) -> Callable[..., Any]:
    def store(_typing: Any, array: Any, place: Any, lanes: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            builder.store(args[2], address(context, builder, signature.args[0], *args[:2]), align=8)
            return context.get_dummy_value()

        return types.void(array, place, lanes), code

    return store


def _add(_typing: Any, one: Any, other: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.fadd(*args)

    return _lanes(one, other), code


def _larger(_typing: Any, one: Any, other: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", *args), *args)

    return _lanes(one, other), code


def _raised(_typing: Any, lanes: Any, number: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.fadd(args[0], _spread(builder, args[1]))

    return _lanes(lanes, number), code


def _times(_typing: Any, lanes: Any, number: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.fmul(args[0], _spread(builder, args[1]))

    return _lanes(lanes, number), code


def _alike(_typing: Any, number: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return _spread(builder, *args)

    return _lanes(number), code


def _where(_typing: Any, worths: Any, least: Any, numbers: Any, others: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">=", *args[:2]), *args[2:])

    return _lanes(worths, least, numbers, others), code


def _preferred(
    _typing: Any, own: Any, then: Any, other: Any, after: Any, one: Any, left: Any, same: Any
) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        own, then, other, after, one, left, same = args
        more, near = builder.fsub(own, other), _spread(builder, same)
        nothing = ir.Constant(_VECTOR, None)
        as_good = builder.fcmp_ordered(">=", more, builder.fsub(nothing, near))
        follows = builder.and_(as_good, builder.fcmp_ordered(">", then, after))
        return builder.select(builder.or_(builder.fcmp_ordered(">", more, near), follows), one, left)

    return _lanes(own, then, other, after, one, left, same), code


def _ones(_typing: Any, bits: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(bits), code


load = cast(Callable[[Rows, int], Lanes], intrinsic(_loading(_row)))
"""A row of an array."""
store = cast(Callable[[Rows, int, Lanes], None], intrinsic(_storing(_row)))
"""Writes a row of an array."""
load_from = cast(Callable[[Worth, int], Lanes], intrinsic(_loading(_row_from)))
"""Sixteen numbers of an array of one dimension, from any place on."""
store_from = cast(Callable[[Worth, int, Lanes], None], intrinsic(_storing(_row_from)))
"""Writes sixteen numbers there."""
add = cast(Callable[[Lanes, Lanes], Lanes], intrinsic(_add))
"""The sum of two rows, number by number."""
larger = cast(Callable[[Lanes, Lanes], Lanes], intrinsic(_larger))
"""The larger of two rows, number by number."""
raised = cast(Callable[[Lanes, float], Lanes], intrinsic(_raised))
"""A row with one number added to each of its numbers."""
times = cast(Callable[[Lanes, float], Lanes], intrinsic(_times))
"""A row with each of its numbers multiplied by one number."""
alike = cast(Callable[[float], Lanes], intrinsic(_alike))
"""A row of one number throughout."""
where = cast(Callable[[Lanes, Lanes, Lanes, Lanes], Lanes], intrinsic(_where))
"""Where the first row is at least the second, the third, and elsewhere the fourth."""

preferred = cast(Callable[[Lanes, Lanes, Lanes, Lanes, Lanes, Lanes, float], Lanes], intrinsic(_preferred))
"""The fifth row where the first is more than the third, or the same but for so much and the second more than
the fourth; elsewhere the sixth."""
ones = cast(Callable[[Any], int], intrinsic(_ones))
"""How many bits of a number are set."""


@compiled
def blank(count: int) -> Rows:
    """Rows of zeros, at the beginning of a line of the cache."""
    raw = np.zeros(count * LANES + LINE)
    begin = -(raw.ctypes.data // raw.itemsize) % LINE
    return raw[begin : begin + count * LANES].reshape(count, LANES)
