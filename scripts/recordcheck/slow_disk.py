"""disk: recordings on a slow disk, such as an SD card or a busy hard disk."""
import contextlib, functools, json, os, random, shutil, socket, sqlite3, struct, subprocess, tempfile, threading, time

from . import deaths
from .recordings import Recording, Session, usage
from .rows import Skip, require, row
from .stands import sensors, steady

LATENCIES = (0.05, 0.15, 0.3, 0.5, 1, 3)
KINDS = ["accel", "anglvel", "magn"]
HANG, HANG_AFTER = 60, 10
# The bars: seconds beyond the disk's own; by how much the live view may be later than on a fast disk; megabytes that a
# recorder may gain once it runs, of which it keeps 8 for a file that vanishes.
REST, LIVE, GAIN = 1.0, 0.3, 16
# The time of a sync, in seconds, from which a disk is to be called slow.
SLOW = 1


def shim(folder):
    """The environment that slows a recorder's disk, without its figures."""
    compiler = shutil.which("cc") or shutil.which("clang")
    if not compiler:
        raise Skip("needs a C compiler")
    library = os.path.join(folder, "slow-sync.so")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "slow-sync.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-lpthread"], check=True)
    return {"LD_PRELOAD": library}


class Follower(threading.Thread):
    """Reads the live socket: how late the first event of each batch arrives, when statuses arrive, what they say."""

    def __init__(self, recording):
        super().__init__(daemon=True)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(os.path.join(recording.runtime, "recorder.socket"))
        self.late, self.statuses = [], []
        self.start()

    def run(self):
        with self.socket.makefile("rb") as stream:
            while len(head := stream.read(5)) == 5:
                length, kind = struct.unpack("<IB", head)
                body = stream.read(length - 1)
                if kind == ord("E"):
                    received = struct.unpack_from("<q", body, 12)[0] / 1e9
                    self.late.append((time.time(), time.time() - received))
                elif kind == ord("S"):
                    self.statuses.append((time.time(), json.loads(body)))

    def latest(self, since):
        """The longest that an event took to the follower, and that it waited for a status."""
        times = [at for at, _ in self.statuses if at > since]
        require(len(times) > 2, "no status on the live socket")
        return max(late for at, late in self.late if at > since), max(b - a for a, b in zip(times, times[1:]))


class Watch:
    """A recording on a slow disk, watched: the file's age, the recorder's memory, the live view."""

    def __init__(self, settings, iio, environment, seconds, patience=60):
        with steady(10) as receiver:
            self.recording = Recording(settings, receiver.address, iio, environment=environment).await_begin(120)
            self.begun, self.ages, self.sizes = time.time(), [], []
            self.follower = Follower(self.recording)
            try:
                self.look(seconds)
                self.asked, self.stopping = self.recording.stop(patience)
            finally:
                self.recording.process.kill()
        self.session = Session(settings.program, self.recording.session)

    def look(self, seconds):
        with contextlib.closing(sqlite3.connect("file:%s?mode=ro" % self.recording.session, uri=True)) as database:
            while time.time() < self.begun + seconds:
                last = database.execute("SELECT max(received) FROM fix WHERE latitude NOT NULL").fetchone()[0]
                now = time.time()
                self.ages.append((now, now - (last / 1e9 if last else self.begun)))
                self.sizes.append(usage(self.recording.process.pid).resident)
                time.sleep(0.1)

    @property
    def slow(self):
        """Whether a status line called the disk slow."""
        return "The disk is slow" in self.recording.output

    def hung(self):
        """When the disk was first said to hang; None if it never was."""
        return next((at for at, status in self.follower.statuses if "does not respond" in status.get("fileTrouble", "")), None)

    def verdict(self, latency, fast, hang=0, faults=()):
        """The figures; raises where one is beyond its bar."""
        bar = 2 * latency + REST
        begin, hung = self.recording.started + HANG_AFTER, self.hung() or 0
        over = begin + hang + bar if hang else 0
        age = max(age for _, age in self.ages)
        settled = self.sizes[len(self.sizes) // 4:]
        gain = max(settled) - settled[0]
        late, silence = self.follower.latest(self.begun + 3)
        lost = self.asked - self.session.fixes[-1]
        found = [text for text, fails in [*faults,
            ("the file is %.1f s old" % age, any(age > bar + (hang if at < over else 0) for at, age in self.ages)),
            ("a stop takes %.1f s" % self.stopping, self.stopping > 3 * latency + REST),
            ("it ended with %d, saying %s" % (self.recording.process.returncode, self.recording.errors.strip()[-200:]),
             self.recording.process.returncode != 0),
            ("%.1f s are missing at the end" % lost, lost > REST),
            ("%.1f s between two fixes" % self.session.longest_gap, self.session.longest_gap > REST / 2),
            ("the live view is %.1f s late instead of %.1f s" % (late, fast[0]), late > fast[0] + LIVE),
            ("no status for %.1f s" % silence, silence > fast[1] + LIVE),
            ("the signal is called lost", any(status["isSignalLost"] for _, status in self.follower.statuses[5:])),
            ("memory grows by %.0f MB" % gain, gain > GAIN),
            ("the disk is called slow", latency < SLOW and not hang and self.slow),
            ("the disk is not called slow", latency >= SLOW and not self.slow),
            ("the disk is said to hang", hung and not hang),
            ("the hang is said late or never", hang and not begin < hung < begin + 7)] if fails]
        seen = "file %.2f s old at most, stop %.2f s, live %.2f s (a fast disk: %.2f s), %.0f MB + %.0f" % (
            age, self.stopping, late, fast[0], settled[0], gain)
        require(not found, "; ".join(found) + " | " + seen)
        return seen


@functools.cache
def fast_disk(settings):
    """How late the live view is here on a disk that is not slow: an event, and the wait for a status."""
    with tempfile.TemporaryDirectory(prefix="record-check-") as folder, sensors(folder, KINDS) as iio:
        watch = Watch(settings._replace(folder=folder), iio, {}, settings.slow_seconds)
        return watch.follower.latest(watch.begun + 3)


def killed(settings, environment):
    """Kills four recorders, one of them with sensors, and returns what each stream lacks, in seconds."""
    lost = []
    with steady(10) as receiver, sensors(settings.folder, KINDS) as iio:
        running = [Recording(settings, receiver.address, [uri], "k%d" % number, environment=environment)
                   for number, uri in enumerate([*iio, "none", "none", "none"])]
        for recording in running:
            recording.await_begin(120)
        for recording in running:
            time.sleep(random.uniform(2, 5))
            at = time.time()
            recording.process.kill()
            recording.wait(10)
            lost += Session(settings.program, recording.session).missing(at).values()
    return lost


def played(settings, latency):
    environment = {**shim(settings.folder), "SYNC_SECONDS": str(latency)}
    with sensors(settings.folder, KINDS) as iio:
        watch = Watch(settings, iio, environment, settings.slow_seconds)
    lost = killed(settings, environment)
    seen = watch.verdict(latency, fast_disk(settings._replace(folder="")), faults=[
        ("a kill loses %.1f s" % max(lost), max(lost) > 2 * latency + REST)])
    return "%s; a kill loses %.2f s at most" % (seen, max(lost))


for seconds in LATENCIES:
    row("disk", "sync-%g" % seconds, "a disk whose syncs take %g s" % seconds)(functools.partial(played, latency=seconds))


@row("disk", "sync-hangs", "a disk that hangs for %d s" % HANG)
def hangs(settings):
    environment = {**shim(settings.folder), "HANG_AFTER": str(HANG_AFTER), "HANG_SECONDS": str(HANG)}
    with sensors(settings.folder, KINDS) as iio:
        watch = Watch(settings, iio, environment, settings.slow_seconds + HANG)
    return watch.verdict(0, fast_disk(settings._replace(folder="")), hang=HANG)


@row("disk", "sync-power-cut", "power that fails while syncs take 0.3 s")
def power_cut(settings):
    return deaths.power_cut(settings, 50, 2 * 0.3 + REST, {**shim(settings.folder), "SYNC_SECONDS": "0.3"})
