"""How long a program on a screen takes until it has settled: from its start to the last moment that it was busy."""
import os
import signal
import subprocess
import time

QUIET = 0.4
"""Seconds without work after which a program has settled."""
TICK = os.sysconf("SC_CLK_TCK")


class Screen:
    """A display of its own, with the cairo renderer and a home without a past."""

    def __init__(self, folder):
        # Viking asks a question at its very first start, which it knows by this folder.
        os.makedirs(f"{folder}/config/viking", exist_ok=True)
        reader, writer = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"], pass_fds=[writer],
            stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as answer:
            display = answer.readline().strip()
        self.environment = {**os.environ, "DISPLAY": f":{display}", "GSK_RENDERER": "cairo", "GTK_A11Y": "none",
                            "NO_AT_BRIDGE": "1", "DBUS_SESSION_BUS_ADDRESS": "disabled:",
                            "GSETTINGS_BACKEND": "memory", "HOME": folder,
                            "XDG_DATA_HOME": f"{folder}/data", "XDG_CONFIG_HOME": f"{folder}/config",
                            "XDG_CACHE_HOME": f"{folder}/cache"}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()

    def settles(self, *words, patience=60):
        """Returns the seconds from a program's start until it, and its children, ceased to work; then ends it."""
        start = time.perf_counter()
        program = subprocess.Popen([str(word) for word in words], env=self.environment, start_new_session=True,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        busy, used = start, 0
        try:
            while (now := time.perf_counter()) - start < patience:
                time.sleep(0.01)
                if program.poll() is not None:
                    raise ChildProcessError(f"{words[0]} ended with {program.returncode}")
                ticks = processor(program.pid)
                if ticks > used:
                    busy, used = now, ticks
                elif now - busy > QUIET and used > 0:
                    return busy - start
            raise TimeoutError(f"{words[0]} does not settle")
        finally:
            if program.poll() is None:
                os.killpg(program.pid, signal.SIGKILL)
                program.wait()


def processor(pid):
    """Returns the clock ticks that a process and its threads used."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rsplit(") ", 1)[1].split()
        return int(fields[11]) + int(fields[12])
    except OSError:
        return 0
