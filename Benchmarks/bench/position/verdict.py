"""Which figures of a cell are worse than a reference, and the sentence on how many are."""

import math

MARGIN = 1.05
"""Worse than a reference by more than this factor is worse."""
COVER = (0.88, 0.98)
"""The share of truths inside the 95 % circle."""
CANYON_COVER = (0.8, 1.0)
"""The same for receivers whose error is mostly reflected signals."""
CONSISTENT = (0.5, 4.0)
"""Normalized innovations squared (2 in the mean if all noise is known)."""
CANYONS = ("canyon", "canyon-places", "battered")
"""Receivers most of whose error cannot be seen."""
LIVE_SAVED = ("live", "saved")


def known(row):
    """A row with None for what is not a number."""
    return {key: None if isinstance(value, float) and math.isnan(value) else value for key, value in row.items()}


def judge(row):
    """The keys of a cell's figures that are worse than a reference, or out of their bounds."""
    marks = set()
    bounds = {"live": [row["raw"], row["plainLive"]], "saved": [row["straight"], row["plainSaved"]],
              "speed": [row["rawSpeed"], row["plainSpeed"]]}
    for key, references in bounds.items():
        best = min((value for value in references if value is not None), default=None)
        # A hundredth of a metre or of a metre per second does not count as a difference.
        if row[key] is None or best is not None and row[key] > max(MARGIN * best, best + 0.01):
            marks.add(key)
    for key, plain, true in (("distance", "plainWay", "way"), ("top", "plainFastest", "fastest")):
        # 5 % of the truth; at rest, the plain filter itself is the bound.
        allowed = abs(row[plain] - row[true]) + (MARGIN - 1) * (row[true] or row[plain])
        # No fastest speed at all is right at rest only.
        if abs(row[key] - row[true]) > allowed if row[key] is not None else row[true] > 0:
            marks.add(key)
    low, high = CANYON_COVER if row.get("receiver") in CANYONS else COVER
    marks |= {key for key in ("coverLive", "coverSaved") if row[key] is None or not low <= row[key] <= high}
    if row["nis"] is None or not CONSISTENT[0] <= row["nis"] <= CONSISTENT[1]:
        marks.add("nis")
    if row["refused"] > 0.01:
        marks.add("refused")
    return marks


def worse(rows):
    """A sentence on how many cells have a live or saved place that is worse than a reference, and on the other figures."""
    marks = [judge(row) for row in rows]
    bold = sum(bool(found & set(LIVE_SAVED)) for found in marks)
    names = {"live": "live place", "saved": "saved place", "coverLive": "live circle", "coverSaved": "saved circle",
             "nis": "NIS", "distance": "distance", "speed": "speed", "top": "fastest", "refused": "good fixes rejected"}
    parts = ", ".join(f"{name} {sum(key in found for found in marks)}" for key, name in names.items())
    return f"{bold} of {len(rows)} cells are bold in their live or saved place. By figure: {parts}."
