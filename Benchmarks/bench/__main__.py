"""Measures Odograph, compares it with its peers, and trains its models.

scripts/bench measure NAME... [--data FOLDER] [--write]     a table of each, below; --write puts it into RESULTS.md
scripts/bench compare NAME...|all [--check] [--write]       filter simplify gpx attitude, against their peers
scripts/bench final --data FOLDER                           the recordings kept for the end, once per commit
scripts/bench train modes|vehicles|activity                 the coefficients and trees of Sources/FusionCore/Decision
scripts/bench sets --data FOLDER                            whether every recording has a use
"""
import argparse
import json
import os
import sys

from . import page

MATRIX, README = os.path.join(page.HERE, "position.md"), os.path.join(page.HERE, "../README.md")
MEASURES = {
    "position": "simulated receivers in every scenario against the truth",
    "receivers": "three receivers on one way, 20 rides: share of the errors said without truth within 15 % of the true ones, and their "
                 "median ratios; error of the fused track relative to that of the best receiver of all rides, and of each ride",
    "recordings": "recorded positions against a truth or a line",
    "outages": "errors at the end of fixes withheld from recorded drives: median / mean / largest in m, median share of the "
               "distance, share inside the 95 % circle (outages)",
    "days": "simulated days: visits, those found, false stops, median error of the edges in s, moving time in the right mode",
    "rests": "all time of simulated days: right activity, rests reported as such, calibration error",
    "people": "made-up people whose paces are drawn wide: share of each mode's moving time in it, items under 45 s an hour, "
              "calibration error",
    "reliability": "share of the activities that are right for each tenth of their probability (share of the time); the curves of "
                   "motion need --models",
    "sports": "files that state their sport, without the statement: share of the moving time in it",
    "rates": "dense files at longer intervals: share of the time decided as at full rate",
    "trips": "GeoLife's labels: ten-second points in the right mode, changes with an edge nearby",
    "steps": "steps of phones, feet and wrists by acceleration alone",
    "broad": "attitude of BROAD: total / heading / inclination error, degrees RMS in motion",
    "gravity": "vertical of MotionSense, degrees RMS, mean of runs; the reference comes from no filter",
    "cameras": "vertical of phones before cameras, degrees RMS", "floors": "gain of height in New York's buildings, m",
    "motion": "activities by acceleration and a simulated speed, a data set left out; needs --models",
    "motion-alone": "activities by acceleration alone, a user left out; needs --models",
}
DATA = {"recordings", "outages", "reliability", "sports", "rates", "trips", "steps", "broad", "gravity", "cameras", "floors", "motion",
        "motion-alone"}
"""The measures that read recordings."""
USES = ("tuning", "validation")


def arguments():
    parser = argparse.ArgumentParser(prog="bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog="measures:\n" + "\n".join(f"  {name:18} {text}" for name, text in MEASURES.items()))
    parser.add_argument("what", choices=("measure", "compare", "final", "train", "sets"))
    parser.add_argument("names", nargs="*", help="what to measure, compare or train; all")
    parser.add_argument("--data", help="the folder with the public recordings")
    parser.add_argument("--use", choices=USES, help="the sets to measure (default: both)")
    parser.add_argument("--seeds", type=int, default=5, help="sessions per cell of position (default: 5)")
    parser.add_argument("--receiver", help="receivers of position, separated by commas (default: all)")
    parser.add_argument("--scenario", help="scenarios of position, separated by commas (default: all)")
    parser.add_argument("--json", help="the file to keep the figures in")
    parser.add_argument("--against", help="figures of position kept before: what changed by more than 5 %%")
    parser.add_argument("--models", help="the folder of the models without each data set")
    parser.add_argument("--minutes", type=float, default=0, help="how long to search (default: 0, scores alone)")
    parser.add_argument("--mobilitynet", help="a copy of that repository")
    parser.add_argument("--output", help="the file to write trained coefficients to")
    parser.add_argument("--write", action="store_true", help="put the tables into their pages")
    parser.add_argument("--check", action="store_true", help="fail if a peer gained on Odograph")
    words = parser.parse_args()
    if words.data and not os.path.isdir(words.data):
        sys.exit(f"bench: there is no folder {words.data}.")
    if words.seeds < 1:
        sys.exit("bench: --seeds is at least 1.")
    if words.write and (reason := page.untraceable()):
        sys.exit(f"bench: {reason}.")
    if words.write and (words.receiver or words.scenario or words.use):
        sys.exit("bench: --write needs all cells and both uses.")
    return words


def figures(name, options):
    """The figures of a measure, and the lines of its table."""
    data, uses = options.data, [options.use] if options.use else USES
    by_use = lambda work, *words: {f"{use}, {row}": of for use in uses for row, of in work(*words, use).items()}
    if name == "position":
        from .position import matrix
        return matrix.position(options)
    if name == "recordings":
        from .data.tracks import all_recordings
        from .position import pages
        from .sets import Sets
        sets = Sets()
        rows = [recording.figures() for recording in
                all_recordings(data, lambda source: sets.use(source) in ("tuning", "validation"))]
        return rows, pages.recordings(rows)
    if name == "outages":
        from .outages import outages
        return None, outages(data, uses)
    if name in ("days", "rests"):
        from .activity import days
        found = by_use(getattr(days, name))
    elif name == "receivers":
        from .receivers import receivers
        found = receivers()
    elif name == "people":
        from .activity import people
        found = by_use(people.people)
    elif name == "reliability":
        from .activity import reliability
        found = reliability.measure(data, options.models)
    elif name in ("sports", "rates"):
        from .activity import files
        found = by_use(getattr(files, name), data)
    elif name == "trips":
        from .activity import trips
        found = by_use(trips.trips, data)
    elif name == "steps":
        from .steps import steps
        return None, steps(data)
    elif name in ("broad", "gravity", "cameras", "floors"):
        from . import attitude
        return None, getattr(attitude, name)(data)
    else:
        from .activity.motion import motion
        if not options.models:
            sys.exit("bench: motion needs --models, the folder that “train activity --models” wrote.")
        found = motion(data, options.models, has_speed=name == "motion")
    return found, page.grid(found)


def measure(options):
    names = [name for name in MEASURES if not name.startswith("motion")] if options.names == ["all"] else options.names
    kept = {}
    for name in names or sys.exit(f"bench: name one of {', '.join(MEASURES)}, or all."):
        if name not in MEASURES:
            sys.exit(f"bench: there is no measure “{name}”; there are: {', '.join(MEASURES)}.")
        if name in DATA and not options.data:
            sys.exit(f"bench: {name} reads recordings; name their folder with --data.")
        found, lines = figures(name, options)
        kept[name] = found
        print("\n".join([f"{MEASURES[name]}", "", *lines]), flush=True)
        if name == "position" and options.against:
            from .position import matrix
            with open(options.against) as file:
                print("\n".join(matrix.changes(found, json.load(file)["position"])))
        if options.write:
            command = " ".join([f"measure {name}", *["--data DATA"] * (name in DATA),
                                *["--models FOLDER"] * name.startswith("motion"),
                                *[f"--seeds {options.seeds}"] * (name == "position")])
            page.put(name, [MEASURES[name][0].upper() + MEASURES[name][1:] + ".", "", *lines], command,
                     MATRIX if name in ("position", "recordings") else page.RESULTS)
            if name == "position":
                from .position import pages
                page.put(name, pages.summary(found, pages.FEW_KINDS), command, README, has_title=False)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(kept, file, indent=1)


def train(options):
    more = {"output": options.output} if options.output else {}
    if options.names == ["modes"] and options.data:
        from .train.modes import modes
        modes(options.data, options.minutes, **more)
    elif options.names == ["vehicles"] and options.mobilitynet:
        from .train.vehicles import vehicles
        vehicles(options.mobilitynet, **more)
    elif options.names == ["activity"] and options.data:
        from .train.activity import activity
        activity(options.data, models=options.models, **more)
    else:
        sys.exit("bench: train modes --data FOLDER, vehicles --mobilitynet REPOSITORY, or activity --data FOLDER.")


def main():
    options = arguments()
    if options.what == "measure":
        measure(options)
    elif options.what == "train":
        train(options)
    elif options.what == "compare":
        from .peers.rounds import compare
        sys.exit(not compare(options.names or ["all"], options.check, options.write))
    elif not options.data:
        sys.exit(f"bench: {options.what} needs --data.")
    elif options.what == "final":
        from .final import final
        final(options.data)
    else:
        from .sets import Sets
        wrong, counts = Sets().check(options.data)
        print("\n".join(wrong) or ", ".join(f"{use} {count}" for use, count in counts.items()) + " files")
        sys.exit(bool(wrong))


if __name__ == "__main__":
    try:
        main()
    except RuntimeError as error:
        sys.exit(f"bench: {error}")
