"""hostile: an iiod that says one wrong thing, next to a receiver that speaks ten times per second."""
import functools

from .recordings import Recording, Session
from .rows import require, row
from .stands import hostile, iiod, steady

LONGEST_GAP = 0.5


def recorded(settings, case):
    with steady(10) as receiver, iiod(case) as (address, leaks):
        recording = Recording(settings, receiver.address, [address], seconds=settings.seconds)
        seen = recording.sound(fixes=(settings.seconds - 2) * 9)
    gap = Session(settings.program, recording.session).longest_gap
    require(gap <= LONGEST_GAP, "%.1f s between two fixes" % gap)
    require(not leaks, "something was fetched from elsewhere")
    return "%s, fixes %.2f s apart" % (seen, gap)


for case in hostile.cases():
    row("hostile", case.name, "an iiod: " + case.name.replace("-", " "), shares=True)(functools.partial(recorded, case=case.name))
