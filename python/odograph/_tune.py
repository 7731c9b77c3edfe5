"""Searching parameters that suit a receiver."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Literal, cast

import numpy as np
import pandas as pd

from ._columns import Frame
from ._events import Events
from ._library import OdographError, Value
from ._run import Parameters, Track, parameters, run
from ._score import score

#: Computes what is to be small, from a track and its reference (None if there is none).
Cost = Callable[[Track, Any], float]

#: How values are searched: downhill from the first ones, or over the whole range with a model of the trials so far.
Search = Literal["simplex", "tpe"]

#: Places of parameters within their ranges, each 0 to 1, to the cost there.
_Evaluation = Callable[[Any], float]


@dataclass(frozen=True)
class Tuning:
    """What a search found."""

    #: The best values by name.
    parameters: dict[str, Value]
    #: Their cost, the mean over the frames.
    cost: float
    #: The cost of the values that the search began with.
    start: float
    #: Every trial: the values by name, and the column cost.
    trials: pd.DataFrame

    def flags(self) -> str:
        """Return the values as options of odographctl: --set NAME=VALUE."""
        return " ".join(f"--set {name}={_text(value)}" for name, value in self.parameters.items())

    def to_json(self) -> str:
        """Return the values as JSON, which odographctl reads with --parameters."""
        return json.dumps(self.parameters, indent=2)


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def tune(
    frames: Frame | Events | Sequence[Frame | Events],
    *,
    reference: Frame | Sequence[Frame] | None = None,
    parameters: Sequence[str],
    cost: Cost | None = None,
    start: Parameters | None = None,
    trials: int = 60,
    threads: int | None = None,
    search: Search | None = None,
) -> Tuning:
    """Search values of parameters that make a cost small over one or several sessions.

    Arguments:
        frames: What `run` accepts, or a list of such.
        reference: The true track of each frame, as `score` accepts it. None uses those of simulated Events; if there is
            none, the cost is how far the filter's own innovations are from what it states.
        parameters: The names of numbers to vary, each within its range (`parameters()` lists them).
        cost: What to make small; by default the root mean square of the distance to the reference, in metres.
        start: Values to begin with, and values of other parameters to keep.
        trials: How many sets of values are tried at most.
        threads: Sessions that run at a time; by default one per processor.
        search: "simplex" goes downhill from the first values (Nelder-Mead, of scipy) and suits up to about five
            parameters; "tpe" looks over the whole range (tree-structured Parzen estimator, of optuna) and suits many or
            costs with several minima. None takes "simplex", or "tpe" if only optuna is installed.

    Parameters whose range spans more than a factor of ten are searched on a logarithmic scale. The same call makes the
    same trials. Raises OdographError if what the search needs is not installed.
    """
    seek = _searcher(search)
    sessions = list(frames) if isinstance(frames, Sequence) else [frames]
    truths = _references(sessions, reference)
    kept = dict(start or {})
    scales = [_Scale.of(name, kept.get(name)) for name in parameters]
    if not scales or not sessions:
        raise OdographError("Name at least one session and one parameter to tune.")
    measure = cost or _default_cost
    tried: list[dict[str, Any]] = []

    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:

        def evaluate(point: Any) -> float:
            values = {scale.name: scale.value(x) for scale, x in zip(scales, point, strict=True)}
            chosen = {**kept, **values}
            costs = list(
                pool.map(lambda pair: measure(run(pair[0], chosen), pair[1]), zip(sessions, truths, strict=True))
            )
            mean = float(np.mean(costs))
            tried.append({**values, "cost": mean})
            return mean

        first = np.array([scale.first for scale in scales])
        begun = evaluate(first)
        if trials > 1:
            seek(evaluate, first, begun, trials - 1)
    frame = pd.DataFrame(tried)
    best = min(tried, key=lambda trial: float(trial["cost"]))
    values = {name: value for name, value in best.items() if name != "cost"}
    return Tuning({**kept, **values}, best["cost"], begun, frame)


def _searcher(search: Search | None) -> Callable[[_Evaluation, Any, float, int], None]:
    """Return the search of that name; raises OdographError if there is none or if what it needs is missing."""
    known = {"simplex": (_simplex, "scipy"), "tpe": (_tpe, "optuna")}
    if search is not None and search not in known:
        raise OdographError(f"There is no search named “{search}”: give “simplex” or “tpe”.")
    for name in known if search is None else [search]:
        seek, module = known[name]
        if find_spec(module) is not None:
            return seek
    wanted = "scipy or optuna" if search is None else known[search][1]
    raise OdographError(f"Tuning needs {wanted}: pip install 'odograph[tune]'.")


def _simplex(evaluate: _Evaluation, first: Any, begun: float, trials: int) -> None:
    from scipy.optimize import minimize

    steps = np.where(first > 0.8, -0.15, 0.15)
    simplex = np.vstack([first, first + np.diag(steps)])
    options = {"maxfev": trials, "xatol": 0.005, "fatol": 1e-4 * abs(begun), "initial_simplex": simplex}
    minimize(evaluate, first, method="Nelder-Mead", bounds=[(0, 1)] * len(first), options=options)


def _tpe(evaluate: _Evaluation, first: Any, begun: float, trials: int) -> None:
    import optuna

    names = [str(index) for index in range(len(first))]
    ranges: dict[str, optuna.distributions.BaseDistribution] = {
        name: optuna.distributions.FloatDistribution(0, 1) for name in names
    }
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=1, multivariate=len(names) > 1))
    point = dict(zip(names, map(float, first), strict=True))
    study.add_trial(optuna.trial.create_trial(params=point, distributions=ranges, value=begun))
    for _ in range(trials):
        trial = study.ask(ranges)
        study.tell(trial, evaluate([trial.params[name] for name in names]))


def _references(sessions: Sequence[Any], reference: Any) -> list[Any]:
    if reference is None:
        return [session.truth if isinstance(session, Events) else None for session in sessions]
    references = list(reference) if isinstance(reference, list | tuple) else [reference]
    if len(references) != len(sessions):
        raise OdographError(f"There are {len(sessions)} sessions and {len(references)} references; each needs its own.")
    return references


def _default_cost(track: Track, truth: Any) -> float:
    if truth is not None:
        return score(track, truth).rms
    squared = track.summary["normalized_innovation_squared"]
    return abs(float(np.log(squared / 2))) if squared > 0 else float("inf")


@dataclass(frozen=True)
class _Scale:
    """A parameter's range as 0 to 1, logarithmic if it spans more than a factor of ten above zero."""

    name: str
    low: float
    high: float
    first: float
    is_logarithmic: bool

    @staticmethod
    def of(name: str, start: Value | None) -> _Scale:
        table = parameters(coefficients=True)
        if name not in table.index:
            raise OdographError(f"There is no parameter named “{name}”; `odograph.parameters()` lists them.")
        row = table.loc[name]
        low, high = float(cast(float, row["minimum"])), float(cast(float, row["maximum"]))
        if not np.isfinite([low, high]).all():
            raise OdographError(f"The parameter {name} is not a number, so it cannot be tuned.")
        value = float(start if start is not None else cast(str, row["default"]))
        if not low <= value <= high:
            raise OdographError(f"“{value}” does not fit {name}: give a number from {low} to {high}.")
        floor = low if low > 0 else high / 1e4
        is_logarithmic = low >= 0 and high > 10 * floor and value > 0
        if is_logarithmic:
            low = floor
        scale = _Scale(name, low, high, 0, is_logarithmic)
        return _Scale(name, low, high, float(np.clip(scale._place(value), 0, 1)), is_logarithmic)

    def _place(self, value: float) -> float:
        if self.is_logarithmic:
            return float(np.log(max(value, self.low) / self.low) / np.log(self.high / self.low))
        return (value - self.low) / (self.high - self.low)

    def value(self, place: float) -> float:
        place = float(np.clip(place, 0, 1))
        if self.is_logarithmic:
            return float(np.clip(self.low * (self.high / self.low) ** place, self.low, self.high))
        return self.low + place * (self.high - self.low)
