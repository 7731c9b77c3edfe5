"""A recorder that runs, and the session that it leaves."""
import collections, contextlib, glob, json, os, sqlite3, subprocess, threading, time

from .rows import require

# The distance of two samples of the stand-ins, in nanoseconds.
SPACING = 10_000_000
# What a recorder may take, in megabytes.
LARGEST_MEMORY = 200
Usage = collections.namedtuple("Usage", "processor resident peak")


def usage(pid):
    """Processor seconds, resident megabytes and the most of them that a process had; zeros when it has ended."""
    try:
        with open("/proc/%d/stat" % pid) as file:
            fields = file.read().rsplit(")", 1)[1].split()
        with open("/proc/%d/status" % pid) as file:
            sizes = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in file if line.startswith("Vm")}
        return Usage((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), sizes.get("VmRSS", 0), sizes.get("VmHWM", 0))
    except (OSError, ProcessLookupError):
        return Usage(0, 0, 0)


def children(pid):
    """The processes that a process started, and those that they started."""
    found = []
    for path in glob.glob("/proc/%d/task/*/children" % pid):
        with contextlib.suppress(OSError), open(path) as file:
            found += [int(word) for word in file.read().split()]
    return found + [grandchild for child in found for grandchild in children(child)]


class Recording:
    """A recorder that runs; `before` are words before its own, as of strace."""

    def __init__(self, settings, gpsd, iio=("none",), name="s", seconds=None, environment=None, before=(), more=()):
        self.settings, self.seconds = settings, seconds
        self.session = os.path.join(settings.folder, name + ".odograph")
        self.runtime, self.log = self.session + ".run", self.session + ".log"
        words = [*before, settings.program, "record", "--gpsd", gpsd, "--output", self.session, "--runtime-folder",
                 self.runtime, "--allow-sleep", *(word for uri in iio for word in ("--iio", uri)), *more]
        words += ["--duration", str(seconds)] if seconds else []
        self.started, self.begun, self.errors, self.end = time.time(), None, "", None
        self.peak = self.together = self.processor = 0.0
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(words, stdout=log, stderr=subprocess.PIPE, env={
                **os.environ, "HOME": settings.folder, "ODOGRAPH_LIBRARY": self.session + ".library", **(environment or {})})
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self):
        for line in self.process.stderr:
            # A busy machine takes its time to start a program; the duration is the recording's.
            if self.begun is None and line.startswith(b"Recording into"):
                self.begun = time.time()
            self.errors += line.decode(errors="replace")

    @property
    def output(self):
        with open(self.log, errors="replace") as log:
            return log.read()

    def await_begin(self, limit=60):
        end = time.time() + limit
        while self.begun is None:
            require(self.process.poll() is None and time.time() < end, "did not begin: " + self.errors[-200:])
            time.sleep(0.02)
        return self

    def look(self):
        members = [usage(pid) for pid in [self.process.pid, *children(self.process.pid)]]
        self.processor, self.peak = max(self.processor, members[0].processor), max(self.peak, members[0].peak)
        self.together = max(self.together, sum(member.resident for member in members))

    def wait(self, limit, kills=True):
        """Waits for the end, for some seconds at most; what hangs is killed, or left alone."""
        end = time.time() + limit
        while self.process.poll() is None:
            self.look()
            if time.time() > end:
                if not kills:
                    return self
                self.process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(0.1)
        self.end = self.end or time.time()
        self.listener.join(5)
        return self

    def stop(self, limit):
        """The time at which the end was asked for, and the seconds that it took."""
        asked = time.time()
        self.process.terminate()
        self.wait(limit)
        return asked, self.end - asked

    def sound(self, fixes=0):
        """What was seen; raises if it died, grew, missed its duration or left a file that does not open."""
        self.wait((self.seconds or 0) + 60)
        late = self.end - (self.begun or self.started) - self.seconds
        require(self.process.returncode == 0, "ended with %d: %s" % (self.process.returncode, self.errors.strip()[-200:]))
        require(max(self.peak, self.together) < LARGEST_MEMORY, "%.0f MB" % max(self.peak, self.together))
        require(late <= self.settings.late, "%.1f s over its duration" % late)
        kept = Session(self.settings.program, self.session)
        require(len(kept.fixes) >= fixes, "%d fixes instead of %d" % (len(kept.fixes), fixes))
        return "%d fixes, %.0f MB, %.1f %% of a core" % (len(kept.fixes), self.together, 100 * self.share)

    @property
    def share(self):
        return self.processor / (self.end - self.started)


class Session:
    """A session read back; raises if it is not sound."""

    def __init__(self, program, path):
        info = subprocess.run([program, "info", path, "--json"], capture_output=True, text=True)
        require(info.returncode == 0, "info: " + info.stderr.strip())
        self.info = json.loads(info.stdout)
        self.database = sqlite3.connect(path)
        require(self.ask("PRAGMA integrity_check")[0][0] == "ok", "integrity_check failed")
        fixes = self.ask("SELECT sequence, received FROM fix WHERE latitude NOT NULL ORDER BY id")
        require(all(a[0] < b[0] for a, b in zip(fixes, fixes[1:])), "out of order")
        self.fixes = [received / 1e9 for _, received in fixes]
        self.ends = {stream: last / 1e9 for stream, last in self.ask(
            "SELECT stream, max(time + (count - 1) * %d) FROM chunk GROUP BY stream" % SPACING)}
        if self.fixes:
            self.ends["fix"] = self.fixes[-1]

    def ask(self, question):
        return self.database.execute(question).fetchall()

    @property
    def longest_gap(self):
        return max((b - a for a, b in zip(self.fixes, self.fixes[1:])), default=99)

    def missing(self, moment):
        """Seconds that each stream lacks of what there was at a moment."""
        return {stream: moment - last for stream, last in self.ends.items()}


def remove(session):
    for suffix in ("", "-wal", "-shm", "-journal"):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(session + suffix)
