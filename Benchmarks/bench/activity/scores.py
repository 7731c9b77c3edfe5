"""What activities are called and how they are judged."""
import numpy as np

MODES = ("walking", "running", "cycling", "automotive")
ACTIVITIES = ("stationary",) + MODES + ("unknown",)


def number(activity):
    return ACTIVITIES.index(activity)


def code(item):
    """The number of an item of a day: a stop is stationary, a gap unknown."""
    return number(item["activity"]) if item["type"] == "move" else 0 if item["type"] == "stop" else 5


def thinned(events, seconds):
    """Every fix that comes at least so many seconds after the one before."""
    kept = []
    for event in events:
        if not kept or event["time"] >= kept[-1]["time"] + seconds - 1e-3:
            kept.append(event)
    return kept


def mean(values):
    values = [value for value in values if value is not None]
    return float(np.mean(values)) if values else float("nan")


def median(values):
    return float(np.median(values)) if values else float("nan")


def f1(truth, told, kinds=(1, 3, 4)):
    scores = []
    for kind in kinds:
        right = ((truth == kind) & (told == kind)).sum()
        scores.append(2 * right / max(1, (truth == kind).sum() + (told == kind).sum()))
    return float(np.mean(scores))


def reliability(probability, right):
    """For each tenth of the probability that has any: its mean, the share that is right, and the share of all."""
    tenth = np.minimum(9, (probability * 10).astype(int))
    return [(float(probability[tenth == k].mean()), float(right[tenth == k].mean()), float((tenth == k).mean()))
            for k in range(10) if (tenth == k).any()]


def calibration_error(probability, right):
    """The mean distance of the probability from the share that is right (Naeini et al. 2015, ten bins)."""
    return sum(share * abs(mean - hits) for mean, hits, share in reliability(probability, right))
