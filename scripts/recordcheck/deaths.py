"""kill and power-cut: recorders that end without a word."""
import os, random, re, shutil, time

from .recordings import Recording, Session, remove
from .rows import Fault, Skip, require, row, spread
from .stands import sensors, steady

SECTOR = 512
CALLS = "openat,pwrite64,write,ftruncate,fsync,fdatasync,unlink,link,rename"
NAME, TEXT = r'\d+<((?:\\x[0-9a-f]{2}|[^>\\])*)>', r'"((?:\\x[0-9a-f]{2})*)"'
FORMS = [("write", rf"pwrite64\({NAME}, {TEXT}, \d+, (\d+)\) += (\d+)"), ("truncate", rf"ftruncate\({NAME}, (\d+)\) += 0"),
         ("sync", rf"f(?:data)?sync\({NAME}\) += 0"), ("make", rf"openat\([^,]*, {TEXT}, [^)]*O_CREAT[^)]*\) += \d+"),
         ("link", rf"link\({TEXT}, {TEXT}\) += 0"), ("rename", rf"rename\({TEXT}, {TEXT}\) += 0"), ("unlink", rf"unlink\({TEXT}\) += 0")]
# Seconds that a recorder may live before it is killed, and by which any stream may lack what arrived.
LONGEST_LIFE, LOST_BY_KILL, LOST_BY_CUT = 4.0, 1.0, 2.0


def kills(settings, addresses):
    missing, early, unmade, faults = {}, 0, 0, []
    with steady(50) as receiver:
        for start in range(0, settings.kills, len(addresses)):
            running = [(time.time() + random.uniform(0, LONGEST_LIFE),
                        Recording(settings, receiver.address, [address], str(start + slot)))
                       for slot, address in enumerate(addresses[:settings.kills - start])]
            for due, recording in sorted(running, key=lambda entry: entry[0]):
                time.sleep(max(0, due - time.time()))
                killed = time.time()
                recording.process.kill()
                recording.wait(10)
                if not os.path.exists(recording.session):
                    unmade += 1
                    continue
                try:
                    lost = Session(settings.program, recording.session).missing(killed)
                except Fault as fault:
                    faults.append("%s: %s" % (os.path.basename(recording.session), fault))
                    continue
                early += "fix" not in lost
                for stream, seconds in lost.items():
                    missing.setdefault(stream, []).append(seconds)
                remove(recording.session)
    fixes, samples = missing.pop("fix", []), [seconds for stream in missing.values() for seconds in stream]
    seen = "%d killed, %d before a file, %d before a fix; of fixes missing %s; of samples %s" % (
        settings.kills, unmade, early, spread(fixes), spread(samples))
    over = sum(seconds > LOST_BY_KILL for seconds in fixes + samples)
    require(not faults and not over and fixes, "; ".join(faults[:3]) + " %d lack more than %g s; " % (over, LOST_BY_KILL) + seen)
    return seen


@row("kill", "kill", "recorders of a receiver, killed (SIGKILL) at random instants")
def kill(settings):
    return kills(settings, ["none"] * settings.at_once)


@row("kill", "kill-sensors", "recorders of a receiver and two sensors, killed")
def kill_sensors(settings):
    with sensors(settings.folder, ["accel", "anglvel"], settings.at_once) as addresses:
        return kills(settings, addresses)


def trace(settings, environment):
    """Records under strace; the operations on the session's files as (time, kind, file, ...)."""
    log = os.path.join(settings.folder, "trace")
    before = ["strace", "-f", "-y", "-ttt", "-xx", "-s", "2000000", "-e", "trace=" + CALLS, "-o", log,
              *(word for pair in environment.items() for word in ("-E", "%s=%s" % pair))]
    with steady(50) as receiver:
        recording = Recording(settings, receiver.address, seconds=settings.cut_seconds, before=before)
        recording.wait(settings.cut_seconds + 120)
    require(recording.process.returncode == 0, recording.errors[-200:])
    operations, pending = [], {}
    with open(log) as file:
        for line in file:
            match = re.match(r"(\d+) +([\d.]+) (.*)", line)
            if not match:
                continue
            thread, at, text = match[1], float(match[2]), match[3]
            if text.endswith("<unfinished ...>"):
                pending[thread] = text[:-len("<unfinished ...>")].rstrip()
                continue
            if resumed := re.match(r"<\.\.\. \w+ resumed>(.*)", text):
                text = pending.pop(thread, "") + resumed[1]
            operation = parse(text)
            if operation and operation[1].startswith(settings.folder):
                operations.append((at,) + operation)
    return recording.session, operations


def plain(text):
    return bytes.fromhex(text.replace("\\x", "")) if text.startswith("\\x") else text.encode()


def parse(text):
    for kind, form in FORMS:
        if match := re.match(form, text):
            words = [word if word.isdigit() else plain(word) for word in match.groups()]
            if kind == "write":
                return kind, words[0].decode(), int(words[2]), words[1][:int(words[3])]
            return kind, words[0].decode(), *(int(word) if kind == "truncate" else word.decode() for word in words[1:])
    return None


class Disk:
    """What is safely on a disk and what is not yet: contents of files, and the names that folders have for them.

    A name belongs to a file, and a name that was taken off leaves no content to the next file that gets it. Contents
    are safe with a sync of the file, names with one of the folder; without, a cut may keep any part of the contents,
    and of the changes of each name those up to any one.
    """

    def __init__(self):
        self.safe, self.pending, self.made = {}, {}, 0
        self.names, self.history = {}, {}       # now; what each name meant since its folder was synced, oldest first

    def name(self, path, file):
        self.history.setdefault(path, [self.names.get(path)]).append(file)
        self.names[path] = file

    def file(self, path):
        if self.names.get(path) is None:
            self.made += 1
            self.name(path, self.made)
        return self.names[path]

    def do(self, kind, path, *rest):
        if kind in ("write", "truncate"):
            self.pending.setdefault(self.file(path), []).append((kind,) + rest)
        elif kind == "make":
            self.file(path)
        elif kind == "sync" and os.path.isdir(path):
            for name in [name for name in self.history if os.path.dirname(name) == path.rstrip("/")]:
                del self.history[name]
        elif kind == "sync":
            file = self.file(path)
            for change in self.pending.pop(file, []):
                self.apply(self.safe.setdefault(file, bytearray()), change)
        elif kind == "link":
            self.name(rest[0], self.file(path))
        elif kind == "rename":
            self.name(rest[0], self.file(path))
            self.name(path, None)
        elif kind == "unlink" and self.names.get(path) is not None:
            self.name(path, None)

    @staticmethod
    def apply(content, change, keep=lambda: True):
        if change[0] == "truncate":
            if keep():
                content[change[1]:] = bytes(max(0, change[1] - len(content)))
            return
        offset, data = change[1], change[2]
        for at in range(0, len(data), SECTOR):
            if keep():
                part = data[at:at + SECTOR]
                end = offset + at + len(part)
                content.extend(bytes(max(0, end - len(content))))
                content[offset + at:end] = part

    def cut(self, path, rng):
        """The content of a file after a power cut; None where it was never there, or is there no longer."""
        meant = self.history.get(path, [self.names.get(path)])
        file = meant[rng.choice([0, -1, rng.randrange(len(meant))])]
        if file is None:
            return None
        content = bytearray(self.safe.get(file, b""))
        share = rng.choice([0, 1, rng.random()])
        for change in self.pending.get(file, []):
            self.apply(content, change, keep=lambda: rng.random() < share)
        return content


def power_cut(settings, cuts, bar, environment):
    """Cuts the power of a recorder at random instants, as far as its disk can tell.

    From every write, truncation and sync of the session and its log, the disk is made as a power cut may leave it:
    everything up to the last sync of each file, and of what was written after it any part, torn at sectors; a file that
    was made, removed or renamed may be so or not until its folder is synced.
    """
    if not shutil.which("strace"):
        raise Skip("needs strace")
    rng, missing, early, faults = random.Random(settings.seed), [], 0, []
    session, operations = trace(settings, environment)
    # From the moment when the session has its name for good.
    made = next(i for i, o in enumerate(operations) if o[1] in ("link", "rename") and o[3] == session)
    made = next(i for i, o in enumerate(operations) if i > made and o[1] == "sync" and os.path.isdir(o[2]))
    # Every fourth one falls into the first or last operations, where files come, change and go.
    every = range(made + 1, len(operations) + 1)
    edges = list(every[:40]) + list(every[-60:])
    disk, done, target = Disk(), 0, os.path.join(settings.folder, "cut.odograph")
    for cut in sorted(rng.choice(edges if number % 4 == 0 else every) for number in range(cuts)):
        for operation in operations[done:cut]:
            disk.do(*operation[1:])
        done = cut
        for suffix in ("", "-wal", "-journal"):
            content = disk.cut(session + suffix, rng)
            if content is not None:
                with open(target + suffix, "wb") as file:
                    file.write(content)
        try:
            lost = Session(settings.program, target).missing(operations[cut - 1][0])
            early += "fix" not in lost
            missing += [lost["fix"]] if "fix" in lost else []
        except Exception as fault:
            faults.append("after operation %d of %d: %s" % (cut, len(operations), fault))
        remove(target)
    seen = "%d cuts, %d before a fix, missing %s" % (cuts, early, spread(missing))
    require(not faults and missing and max(missing) <= bar, "; ".join(faults[:3] + [seen]))
    return seen


@row("power-cut", "power-cut", "power that fails at random instants")
def fast(settings):
    return power_cut(settings, settings.cuts, LOST_BY_CUT, {})
