"""Vectors of sixteen numbers as single values in compiled code.

Rows are contiguous float64, (n, LANES); bounds are not checked. Arrays made by `blank` begin at a line of the
processor's cache. Otherwise every load of half a row touches two lines and takes up to twice as long.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model
from numpy.typing import NDArray

from fivedice.core.worth import Worth
from fivedice.solve.kernel.settings import LANES

LINE = 64 // 8
"""The number of float64 numbers in a cache line."""

Rows = NDArray[np.float64]
Lanes = Any
"""One row, while a compiled function holds it."""

_VECTOR = ir.VectorType(ir.DoubleType(), LANES)
_INT = ir.IntType(32)


class _LanesType(types.Type):
    """The compiler's type of a row."""


class _LanesModel(models.PrimitiveModel):
    def __init__(self, manager: Any, lanes_type: Any) -> None:
        super().__init__(manager, lanes_type, _VECTOR)  # type: ignore[no-untyped-call]


register_model(_LanesType)(_LanesModel)
_lanes = _LanesType("Lanes")


def _row(context: Any, builder: Any, array_type: Any, array: Any, row: Any) -> Any:
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


def _computed(code: Callable[..., Any]) -> Any:
    """A function that gives a row, from the code that computes it with a builder and the arguments."""

    @wraps(code)
    def typed(_typing: Any, *arguments: Any) -> Any:
        return _lanes(*arguments), lambda _context, builder, _signature, args: code(builder, *args)

    return intrinsic(typed)


def _unpacked(builder: Any, each: Any) -> Any:
    return cgutils.unpack_tuple(builder, each)  # type: ignore[no-untyped-call]


def _load_each(_typing: Any, arrays: Any, row: Any) -> Any:
    rows = types.UniTuple(_lanes, len(arrays))  # type: ignore[no-untyped-call]

    def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        each = _unpacked(builder, args[0])
        addresses = [_row(context, builder, arrays.dtype, array, args[1]) for array in each]
        return context.make_tuple(builder, rows, [builder.load(at, align=8) for at in addresses])

    return rows(arrays, row), code


def _store_each(_typing: Any, arrays: Any, row: Any, rows: Any) -> Any:
    def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        each, lanes = _unpacked(builder, args[0]), _unpacked(builder, args[2])
        for array, lane in zip(each, lanes, strict=True):
            builder.store(lane, _row(context, builder, arrays.dtype, array, args[1]), align=8)
        return context.get_dummy_value()

    return types.void(arrays, row, rows), code


def _better_of(_typing: Any, rows: Any, others: Any, same: Any) -> Any:
    def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        ones, others = _unpacked(builder, args[0]), _unpacked(builder, args[1])
        near = _spread(builder, args[2])
        far = builder.fsub(ir.Constant(_VECTOR, None), near)
        better = builder.fcmp_ordered(">", ones[-1], others[-1])
        for one, other in list(zip(ones, others, strict=True))[-2::-1]:
            more = builder.fsub(one, other)
            follows = builder.and_(builder.fcmp_ordered(">=", more, far), better)
            better = builder.or_(builder.fcmp_ordered(">", more, near), follows)
        chosen = [builder.select(better, *both) for both in zip(ones, others, strict=True)]
        return context.make_tuple(builder, rows, chosen)

    return rows(rows, others, same), code


def _lowest(_typing: Any, bits: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(bits), code


def _ones(_typing: Any, bits: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(bits), code


load = cast(Callable[[Rows, int], Lanes], intrinsic(_loading(_row)))
"""A row of an array."""
store = cast(Callable[[Rows, int, Lanes], None], intrinsic(_storing(_row)))
"""Writes a row of an array."""
load_from = cast(Callable[[Worth, int], Lanes], intrinsic(_loading(_row_from)))
"""Sixteen numbers of a one-dimensional array, from any place on."""
store_from = cast(Callable[[Worth, int, Lanes], None], intrinsic(_storing(_row_from)))
"""Writes sixteen numbers of a one-dimensional array, from any place on."""
add: Callable[[Lanes, Lanes], Lanes] = _computed(lambda builder, one, other: builder.fadd(one, other))
"""The sum of two rows, number by number."""
larger: Callable[[Lanes, Lanes], Lanes] = _computed(
    lambda builder, one, other: builder.select(builder.fcmp_ordered(">", one, other), one, other)
)
"""The larger of two rows, number by number."""
raised: Callable[[Lanes, float], Lanes] = _computed(
    lambda builder, lanes, number: builder.fadd(lanes, _spread(builder, number))
)
"""A row with one number added to each of its numbers."""
times: Callable[[Lanes, float], Lanes] = _computed(
    lambda builder, lanes, number: builder.fmul(lanes, _spread(builder, number))
)
"""A row with each of its numbers multiplied by one number."""
alike: Callable[[float], Lanes] = _computed(_spread)
"""A row that repeats one number."""
where: Callable[[Lanes, Lanes, Lanes, Lanes], Lanes] = _computed(
    lambda builder, one, least, then, other: builder.select(
        builder.fcmp_ordered(">=", one, least), then, other
    )
)
"""The third row where the first is at least the second, and the fourth row elsewhere."""

load_each = cast(Callable[[tuple[Rows, ...], int], tuple[Lanes, ...]], intrinsic(_load_each))
"""The same row of several arrays."""
store_each = cast(Callable[[tuple[Rows, ...], int, tuple[Lanes, ...]], None], intrinsic(_store_each))
"""Writes the same row of several arrays."""
better_of = cast(
    Callable[[tuple[Lanes, ...], tuple[Lanes, ...], float], tuple[Lanes, ...]], intrinsic(_better_of)
)
"""The better of two choices, number by number; each has a row of worths for every seat. The first seat's
worth decides; within the tolerance, the next seat's, and so on. For the last seat any difference counts."""
ones = cast(Callable[[Any], int], intrinsic(_ones))
"""The number of set bits."""
lowest = cast(Callable[[int], int], intrinsic(_lowest))
"""The place of the lowest set bit; some bit must be set."""


def blank(count: int) -> Rows:
    """Rows of zeros that begin at a cache line."""
    raw = np.zeros(count * LANES + LINE)
    begin = -(raw.ctypes.data // raw.itemsize) % LINE
    return raw[begin : begin + count * LANES].reshape(count, LANES)
