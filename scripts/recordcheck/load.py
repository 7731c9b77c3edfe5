"""load: what a recorder costs."""
import os, time

from .recordings import Recording, Session, children, usage
from .rows import require, row
from .stands import mock, steady

# Of a core, for all processes together; of the samples that were sent, the rest being in the start; in megabytes.
LARGEST_SHARE, SMALLEST_PART, LARGEST_GAIN = 0.03, 0.97, 16
KINDS = ["accel", "anglvel", "magn", "pressure"]
# Of a stream that is not recorded at 100 Hz: a recorder asks for fewer samples of the pressure.
RATES = {"pressure": 25}


@row("load", "load", "four sensors at 100 Hz and a receiver at 10 Hz")
def load(settings):
    with steady(10) as receiver:
        recording = Recording(settings, receiver.address, ["local:"], seconds=settings.load_seconds,
                              before=mock(settings.folder, KINDS)).await_begin()
        time.sleep(4)
        recorder = next(pid for pid in children(recording.process.pid)
                        if os.readlink("/proc/%d/exe" % pid) == os.path.realpath(settings.program))
        begin, first, last, sizes = time.monotonic(), {}, {}, []
        while usage(recorder).resident:
            for pid in [recorder, *children(recorder)]:
                used = usage(pid)
                first.setdefault(pid, used)
                last[pid] = used if used.resident else last.get(pid, used)
            sizes.append(last[recorder].resident)
            elapsed = time.monotonic() - begin
            time.sleep(min(5, settings.load_seconds / 20))
        recording.wait(60)
    kept = Session(settings.program, recording.session)
    counts = dict(kept.ask("SELECT stream, sum(count) FROM chunk GROUP BY stream"))
    stored = dict(kept.ask("SELECT stream, sum(length(samples)) FROM chunk GROUP BY stream"))
    vectors = [stream for stream in counts if stream not in ("pressure", "temperature")]
    dropped = kept.ask("SELECT count(*) FROM event WHERE kind = 'drop'")[0][0]
    share = {pid: (last[pid].processor - first[pid].processor) / elapsed for pid in first}
    seen = "%.1f %% of a core, %.1f %% in the recorder; %s MB, others %.0f MB; %d fixes, %s samples, %d dropped; " \
        "%.1f bytes a 3-axis sample, %.2f MB" % (
            100 * sum(share.values()), 100 * share[recorder], ", ".join(
                "%.0f" % sizes[i * (len(sizes) - 1) // 6] for i in range(7)),
            sum(last[pid].resident for pid in last if pid != recorder), len(kept.fixes), sorted(counts.values()), dropped,
            sum(stored[s] for s in vectors) / sum(counts[s] for s in vectors), os.path.getsize(recording.session) / 1e6)
    expected = settings.load_seconds * SMALLEST_PART - 3
    require(recording.process.returncode == 0 and not dropped and len(kept.fixes) >= 10 * expected
            and len(counts) == len(KINDS) and all(count >= RATES.get(stream, 100) * expected for stream, count in counts.items())
            and sum(share.values()) <= LARGEST_SHARE and sizes[-1] - sizes[len(sizes) // 2] <= LARGEST_GAIN, seen)
    return seen
