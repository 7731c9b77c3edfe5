"""faults: what a gpsd, a disk and a capture child can say and do."""
import json, os, random, re, shutil, signal, subprocess, threading, time

from .recordings import Recording, children, usage
from .rows import Skip, require, row
from .stands import Receiver, flood, hostile, iiod, silent, steady, tpv

ACTING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def fault(name, what):
    return row("faults", name, what)


# MARK: gpsd

def recorded(settings, receiver, fixes=0, share=1.0, **how):
    with receiver:
        recording = Recording(settings, receiver.address, **{"seconds": settings.seconds, **how})
        seen = recording.sound(fixes)
    require(recording.share <= share, "%.1f %% of a core" % (100 * recording.share))
    return seen


FLOODS = {
    "one-time": ("more than 16 MiB of gpsd's lines with one time within 2 s",
                 lambda start: tpv(start + (time.time() - start) // 2 * 2, padding=30_000) * 20),
    "flood-positions": ("positions as fast as the socket carries them",
                        lambda start: b"".join(tpv(time.time() + i / 1000) for i in range(100))),
    "flood-sky": ("sky views of 30 kB as fast as the socket carries them",
                  lambda start: (b'{"class":"SKY","device":"/dev/ttyACM0","x":"' + b"y" * 30_000
                                 + b'","satellites":[{"PRN":1}]}\r\n') * 20),
    "flood-devices": ("news of devices as fast as the socket carries them",
                      lambda start: b"".join(
                          b'{"class":"DEVICE","path":"/dev/%d","driver":"%d","activated":"2026-01-01T00:00:00Z"}\r\n' % (
                              random.randrange(10_000), random.randrange(10_000)) for _ in range(100))),
    "flood-line": ("a line without an end", lambda start: b"x" * 1_000_000),
}
for name, (what, make) in FLOODS.items():
    fault(name, what)(lambda settings, make=make: recorded(settings, flood(make)))


@fault("odd-numbers", "numbers at the ends of every range, and values of other types")
def odd_numbers(settings):
    odd = ["1e308", "-1e308", "1e-320", "9223372036854775807", "-9223372036854775808", "18446744073709551616", "null",
           "true", '"x"', "[]", "{}", "1e999", "-0"]
    fields = ["lat", "lon", "alt", "altHAE", "speed", "track", "climb", "eph", "epv", "mode", "time", "status", "device",
              "cycle", "activated", "uSat", "hdop", "PRN", "el", "az", "used"]

    def speak(receiver, connection):
        for kind in ["TPV", "SKY", "GST", "DEVICE", "DEVICES", "VERSION", "WATCH", "ERROR"]:
            for field in fields:
                for value in odd:
                    body = '"%s":%s' % (field, value)
                    connection.sendall(('{"class":"%s","device":"/dev/ttyACM0","path":"/dev/ttyACM0",%s,"devices":[{%s}],'
                                        '"satellites":[{%s}]}\r\n' % (kind, body, body, body)).encode())
        while not receiver.ended.wait(0.2):
            connection.sendall(tpv(time.time()))
    return recorded(settings, Receiver(speak), fixes=5)


@fault("owed-answer", "a gpsd with a silent receiver that owes the answer to ?DEVICES")
def owed_answer(settings):
    return recorded(settings, silent(), share=0.02, seconds=20)


@fault("ten-hertz", "a receiver that speaks ten times per second")
def ten_hertz(settings):
    return recorded(settings, steady(10), fixes=150, share=0.03, seconds=20)


@fault("escapes", "control characters in a title, a receiver's path and gpsd's errors")
def escapes(settings):
    text = "\x1b]0;owned\x07\x9b31m\nfake: line\u202egpj"

    def speak(receiver, connection):
        path = "/dev/tty" + text
        connection.sendall(json.dumps({"class": "DEVICE", "path": path, "driver": text, "activated": "2026"}).encode() + b"\r\n")
        while not receiver.ended.wait(0.5):
            connection.sendall(tpv(time.time(), device=path))
            connection.sendall(json.dumps({"class": "ERROR", "message": text}).encode() + b"\r\n")
    with Receiver(speak) as receiver:
        recording = Recording(settings, receiver.address, seconds=4, more=["--title", text])
        seen = recording.sound(fixes=2)
    shown = [recording.output, recording.errors]
    for more in ([], ["--json"]):
        info = subprocess.run([settings.program, "info", recording.session] + more, capture_output=True, text=True)
        shown += [info.stdout, info.stderr]
    for part in shown:
        require(not ACTING.search(part) and "\nfake" not in part, "a control character reaches the terminal")
    return seen


# MARK: Disk

def on_disk(settings, size, during):
    """Records for 20 s on a separate disk; `during` is a shell script with $D, the disk, and $L, the status lines."""
    if os.geteuid() != 0 or not shutil.which("unshare"):
        raise Skip("needs root")
    disk, log, library = (os.path.join(settings.folder, name) for name in ("disk", "log", "library"))
    os.makedirs(disk)
    script = """mount -t tmpfs -o size=%s disk $D && : > $L
        "$0" record --gpsd "$1" --iio none --output $D/s.odograph --runtime-folder $D.run --duration 20 >> $L 2>&1 & P=$!
        ( %s ) & wait $P; echo "ended with $?"; ls -l $D""" % (size, during)
    with steady(50) as receiver:
        ran = subprocess.run(
            ["unshare", "-m", "/bin/sh", "-c", script, settings.program, receiver.address], capture_output=True, text=True,
            env={**os.environ, "D": disk, "L": log, "ODOGRAPH_LIBRARY": library, "HOME": library}, timeout=90)
    with open(log) as file:
        lines = file.read().strip().split("\n")
    require("ended with 0" in ran.stdout, lines[-1][-150:])
    return lines


@fault("full-disk", "a disk that fills up and has room again")
def full_disk(settings):
    lines = on_disk(settings, "12m", "sleep 4; cat /dev/zero > $D/filler 2>/dev/null; sleep 6; rm $D/filler")
    states = ["NOT WRITTEN" in line for line in lines if " fixes " in line and line[:2].isdigit()]
    require(True in states, "a full disk was not said")
    require(not states[-1], "NOT WRITTEN with room again")
    return "said for %d s, then %s" % (states.count(True), lines[-1][:60])


@fault("full-log", "how large the log next to a session gets")
def full_log(settings):
    sizes = os.path.join(settings.folder, "sizes")
    on_disk(settings, "64m", "for i in 1 2 3 4 5 6 7 8 9; do sleep 2; ls -l $D | grep wal >> %s; done" % sizes)
    with open(sizes) as file:
        largest = max(int(line.split()[4]) for line in file)
    require(largest <= 4_500_000, "%.1f MB" % (largest / 1e6))
    return "%.1f MB at most" % (largest / 1e6)


@fault("moved-folder", "a folder that is moved while it is recorded into")
def moved_folder(settings):
    folder, library = os.path.join(settings.folder, "here"), os.path.join(settings.folder, "home")
    os.makedirs(folder)
    os.makedirs(library)
    threading.Timer(3, lambda: os.rename(folder, folder + "-moved")).start()
    with steady(10) as receiver:
        recording = Recording(settings._replace(folder=folder), receiver.address, seconds=8,
                              environment={"ODOGRAPH_LIBRARY": library + "/library", "HOME": library}).wait(60)
    said = recording.errors
    require("full" not in said and "did not fit" not in said, "a moved folder is called full")
    require("was moved or removed" in said, "nothing is said: " + said[-120:])
    require(any(name.endswith(".odograph") for name in os.listdir(library)), "the rest is not in $HOME")
    return "said; the rest is in $HOME"


@fault("lock-link", "a recorder.lock that is a link to another file")
def lock_link(settings):
    run, target = (os.path.join(settings.folder, name) for name in ("s.odograph.run", "target"))
    os.makedirs(run, mode=0o700)
    with open(target, "w") as file:
        file.write("kept")
    os.symlink(target, os.path.join(run, "recorder.lock"))
    seen = recorded(settings, silent(), seconds=2)
    with open(target) as file:
        require(file.read() == "kept", "the link's target was written")
    return seen


# MARK: Capture children

@fault("capture-child", "a capture child that is killed every 3 s")
def capture_child(settings):
    killed = 0
    with steady(10) as receiver, iiod("good") as (address, _):
        recording = Recording(settings, receiver.address, [address], seconds=settings.seconds).await_begin()
        while recording.wait(min(3, settings.seconds / 3), kills=False).process.poll() is None:
            for child in children(recording.process.pid):
                # The program itself, not what holds a lock for it.
                if os.path.realpath("/proc/%d/exe" % child) == os.path.realpath(settings.program):
                    os.kill(child, signal.SIGKILL)
                    killed += 1
        seen = recording.sound(fixes=(settings.seconds - 2) * 9)
    require(killed, "there was no capture child")
    return "%d killed; %s" % (killed, seen)


@fault("capture-day", "the memory of a capture child that reads hours of samples at 100 Hz in a moment")
def capture_day(settings):
    rate, sample, delivered = 100, 6, 0

    def read(case, words, connection):
        nonlocal delivered
        delivered += int(words[-1]) // sample
        return b"%d\n00000007\n" % int(words[-1]) + case.scans(int(words[-1]))
    case = hostile.Case("day", READBUF=read)
    case.listen()
    address = "ip:127.0.0.1:%d" % case.port
    child = subprocess.Popen([settings.program, "capture-sensors", address, "0", address], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    threading.Thread(target=lambda: all(iter(lambda: child.stdout.read(65536), b"")), daemon=True).start()
    seen, marks = [], [mark for mark in (1 / 60, 1, 6) if mark < settings.hours] + [settings.hours]
    try:
        last, moved = 0, time.time()
        while len(seen) < len(marks):
            time.sleep(0.05)
            if delivered != last:
                last, moved = delivered, time.time()
            require(child.poll() is None and time.time() - moved < 60, "ended after %.2f h" % (delivered / rate / 3600))
            if delivered >= marks[len(seen)] * 3600 * rate:
                seen.append(usage(child.pid).resident)
    finally:
        child.stdin.close()
        child.wait()
    require(seen[-1] <= seen[0] + 2, "%.1f MB, then %.1f MB" % (seen[0], seen[-1]))
    return ", ".join("%.1f MB at %s" % (size, "%g h" % mark if mark >= 1 else "%.0f min" % (mark * 60)) for mark, size in zip(marks, seen))
