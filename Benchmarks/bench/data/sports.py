"""Track files that may state their sport: those of DATA, and of the repositories of activities.tsv."""
import glob
import os
import re

from .. import HERE
from ..sets import Sets

ACTIVITIES = os.environ.get("ACTIVITIES")


def sport_files(data, use):
    sets = Sets()
    paths = sorted(glob.glob(f"{data}/wild/*") + glob.glob(f"{data}/sport-tracks/*/*"))
    return [p for p in paths if re.search(r"\.(gpx|tcx|fit)(\.gz)?$", p.lower()) and
            sets.use(os.path.relpath(p, data)) == use] + activities(use)


def activities(use):
    """The files of activities.tsv that are there, of one use: ACTIVITIES/OWNER/NAME/PATH for each path of a repository."""
    if not ACTIVITIES:
        return []
    with open(os.path.join(HERE, "activities.tsv")) as file:
        rows = [line.rstrip("\n").split("\t") for line in list(file)[1:]]
    paths = [os.path.join(ACTIVITIES, repository, path) for repository, of, *files in rows if of == use for path in files]
    return [path for path in paths if os.path.exists(path)]
