"""Which recordings constants may be chosen on, and which are kept for the end.

sets.json names a use for every public recording: tuning, validation or final. People, devices and days never have two
uses. The first group whose pattern fits a file has it. Checks that each file of DATA has a use, and that each pattern fits.
Groups with "from" are not part of DATA: they are copies of a public repository.
"""
import collections
import fnmatch
import json
import os
import sys

from . import HERE



class Sets:
    """The table of uses."""

    def __init__(self, path=os.path.join(HERE, "sets.json")):
        with open(path) as file:
            table = json.load(file)
        self.groups, self.beside = table["groups"], table["beside"]
        self.uses = list(table["meaning"])

    def group(self, file):
        """The group of a file, named by its path below the data folder; None if it has none."""
        for group in self.groups:
            if any(fnmatch.fnmatchcase(file, pattern) for pattern in group["files"]):
                return group
        return None

    def use(self, file):
        """The use of a file; an error if it has none, so that nothing is measured that was not placed before."""
        group = self.group(file)
        if not group:
            sys.exit(f"sets: {file} has no use; put it into a group of Benchmarks/sets.json.")
        return group["use"]

    def check(self, data):
        """Lines on what is wrong with the table for a data folder, and the number of files by use."""
        wrong, counts, used = [], collections.Counter(), set()
        for folder, _, names in os.walk(data):
            for name in names:
                file = os.path.relpath(os.path.join(folder, name), data)
                if any(fnmatch.fnmatchcase(file, pattern) for pattern in self.beside):
                    continue
                group = self.group(file)
                if not group:
                    wrong.append(f"{file} has no use")
                    continue
                counts[group["use"]] += 1
                used |= {(group["name"], pattern) for pattern in group["files"] if fnmatch.fnmatchcase(file, pattern)}
        for group in self.groups:
            if group["use"] not in self.uses:
                wrong.append(f"the use of {group['name']} is not one of {', '.join(self.uses)}")
            wrong += [f"no file fits {pattern} of {group['name']}" for pattern in group["files"]
                      if "from" not in group and (group["name"], pattern) not in used]
        return wrong, counts
