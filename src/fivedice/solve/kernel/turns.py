"""The worth of a whole turn from that of its final rolls, compiled as straight code. Knows no game.

Most of solving is this: two throws over the 462 keeps, and the best of them before each. Here every step of
it is an instruction of its own, so nothing is looked up and no address is worked out. One slice after another
is taken, as wide as the processor's vectors: its keeps fit into the nearest cache, and the code into what the
processor holds ready to run. To compile so much takes a second, so it is done once, and not again in every
kernel that calls it.
"""

from collections.abc import Callable
from functools import cache
from itertools import groupby
from typing import Any, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

from fivedice.core.dice import KEEPS
from fivedice.core.worth import FIRST_ROLL
from fivedice.solve.kernel.compile import compiled_at
from fivedice.solve.kernel.lanes import SLICE, Rows
from fivedice.solve.kernel.lattice import KEEP_COUNT, PART, lattice
from fivedice.solve.kernel.width import LANES

SLICES = LANES // SLICE

_NUMBER, _PLACE = ir.DoubleType(), ir.IntType(64)
_VECTOR = ir.VectorType(_NUMBER, SLICE)
_CODE = ir.FunctionType(ir.VoidType(), [_NUMBER.as_pointer()]).as_pointer()

Slice = Any
"""The address of the keeps of a slice, while a compiled function holds it."""


class _Keeps:
    """Writes code that reads and writes the worth of a keep of a slice."""

    def __init__(self, builder: Any, begin: Any) -> None:
        self.builder, self.rows = builder, builder.bitcast(begin, _VECTOR.as_pointer())

    def __getitem__(self, keep: int) -> Any:
        return self.builder.load(self._at(keep), align=8)

    def __setitem__(self, keep: int, worth: Any) -> None:
        self.builder.store(worth, self._at(keep), align=8)

    def _at(self, keep: int) -> Any:
        return self.builder.gep(self.rows, [ir.Constant(_PLACE, keep)])


def _alike(number: float) -> Any:
    return ir.Constant(_VECTOR, [number] * SLICE)


def _dice(keep: int) -> int:
    return len(KEEPS[keep])


def _rest(builder: Any) -> None:
    """What has been stored is read again from here on: it is more than the processor's registers hold.

    So the compiler is done in half the time, too.
    """
    builder.asm(ir.FunctionType(ir.VoidType(), []), "", "~{memory}", [], side_effect=True)


def _throw(builder: Any, keeps: _Keeps) -> None:
    """The worth of every keep of fewer than five dice: the mean over the six faces of its next die."""
    known = lattice()
    for _, alike in groupby(reversed(range(FIRST_ROLL)), _dice):
        for keep in alike:
            first, *others = known.plus_one[keep].tolist()
            total = keeps[first]
            for roll in others:
                total = builder.fadd(total, keeps[roll])
            keeps[keep] = builder.fmul(total, _alike(PART))
        _rest(builder)


def _best_keeps(builder: Any, keeps: _Keeps) -> None:
    """The worth of the best keep inside every keep: itself, or what is best with one die taken away."""
    known = lattice()
    for _, alike in groupby(range(len(known.keeps)), lambda place: _dice(int(known.keeps[place]))):
        for place in alike:
            keep = int(known.keeps[place])
            best = keeps[keep]
            for less in known.less_one[place, : known.faces[place]].tolist():
                other = keeps[less]
                best = builder.select(builder.fcmp_ordered(">", other, best), other, best)
            keeps[keep] = best
        _rest(builder)


def _mean_roll(builder: Any, *slices: _Keeps) -> None:
    """The mean over the rolls of five dice, as the worth of keeping nothing.

    Every sum waits for the one before it, so those of all slices go on side by side.
    """
    totals = [_alike(0.0)] * len(slices)
    for roll, chance in enumerate(lattice().chance.tolist(), FIRST_ROLL):
        shares = [builder.fmul(keeps[roll], _alike(chance)) for keeps in slices]
        totals = [builder.fadd(*both) for both in zip(totals, shares, strict=True)]
    for keeps, total in zip(slices, totals, strict=True):
        keeps[0] = total


def _further(builder: Any, keeps: Any, slices: int) -> Any:
    return builder.gep(keeps, [ir.Constant(_PLACE, slices * KEEP_COUNT * SLICE)])


def _step(write: Callable[..., None], slices: int = 1) -> Any:
    def step(_typing: Any, keeps: Any) -> Any:
        def code(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            write(builder, *(_Keeps(builder, _further(builder, args[0], number)) for number in range(slices)))
            return context.get_dummy_value()

        return types.void(keeps), code

    return step


def _next_slice(_typing: Any, keeps: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return _further(builder, args[0], 1)

    return keeps(keeps), code


def _calling(_typing: Any, straight: Any, keeps: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        first = context.make_array(signature.args[1])(context, builder, args[1]).data
        builder.call(builder.inttoptr(args[0], _CODE), [first])
        return context.get_dummy_value()

    return types.void(straight, keeps), code


throw = cast(Callable[[Slice], None], intrinsic(_step(_throw)))
best_keeps = cast(Callable[[Slice], None], intrinsic(_step(_best_keeps)))
mean_roll = cast(Callable[[Slice], None], intrinsic(_step(_mean_roll, SLICES)))
next_slice = cast(Callable[[Slice], Slice], intrinsic(_next_slice))

turn = cast(Callable[[int, Rows], None], intrinsic(_calling))
"""Writes the worth of a turn into the row of keeping nothing, from those of its final rolls.

Calls the code at an address (`straight`). The keeps come as slices; what they are worth in between is left
in their other rows.
"""


@cache
def straight() -> int:
    """The address of the code; it is compiled, or read from where it is kept, at the first call."""
    number = types.CPointer(types.float64)  # type: ignore[no-untyped-call]
    return compiled_at(_turn, types.void(number))


def _turn(keeps: Slice) -> None:
    at = keeps
    for _ in range(SLICES):
        for _ in range(2):
            throw(at)
            best_keeps(at)
        at = next_slice(at)
    mean_roll(keeps)
