"""Stand-ins for gpsd and iiod."""
import contextlib, importlib.machinery, json, math, os, random, socket, subprocess, threading, time

from .rows import Skip

RIG = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "Tests/Rig")
GREETING = b'{"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}\r\n'
DEVICES = (b'{"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0","driver":"u-blox",'
           b'"activated":"2026-01-01T00:00:00.000Z","cycle":1.0}]}\r\n')
WATCH = b'{"class":"WATCH","enable":true,"json":true}\r\n'


def stamp(at):
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at)) + ".%03dZ" % (at % 1 * 1000)


def tpv(at, padding=0, **more):
    report = {"class": "TPV", "device": "/dev/ttyACM0", "mode": 3, "time": stamp(at), "lat": 50.0, "lon": 14.0,
              "altMSL": 250.1, "speed": 1.42, "track": 87.31, "eph": 8.2, "epv": 11.4}
    report.update(more)
    if padding:
        report["x"] = "y" * padding
    return json.dumps(report).encode() + b"\r\n"


class Receiver:
    """A program that listens as gpsd does and says what `speak(receiver, connection)` makes it say, to each client."""

    def __init__(self, speak):
        self.speak, self.ended, self.connections = speak, threading.Event(), []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = "localhost:%d" % self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.connections.append(connection)
            threading.Thread(target=self.converse, args=(connection,), daemon=True).start()

    def converse(self, connection):
        try:
            connection.sendall(GREETING)
            connection.recv(4096)
            connection.sendall(DEVICES + WATCH)
            self.speak(self, connection)
        except OSError:
            pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.ended.set()
        for connection in self.connections + [self.listener]:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            connection.close()


def steady(rate):
    """A receiver that sends fixes with the present time, a number each second."""
    def speak(receiver, connection):
        due = time.monotonic()
        while not receiver.ended.wait(max(0, due - time.monotonic())):
            connection.sendall(tpv(time.time()))
            due = max(due + 1 / rate, time.monotonic() - 1)
    return Receiver(speak)


def silent():
    return Receiver(lambda receiver, connection: receiver.ended.wait())


def flood(make):
    """A receiver that sends a fix each second and between them as much as the socket carries."""
    def speak(receiver, connection):
        start = last = time.time()
        while not receiver.ended.is_set() and time.time() - start < 60:
            connection.sendall(make(start))
            if time.time() - last > 1:
                last = time.time()
                connection.sendall(tpv(last))
    return Receiver(speak)


# A fault of an iiod and the code of those faults, for rows that count what they deliver.
HOSTILE = os.path.join(RIG, "iiod-hostile")
hostile = importlib.machinery.SourceFileLoader("iiod_hostile", HOSTILE).load_module()


@contextlib.contextmanager
def iiod(case):
    """An iiod of Tests/Rig/iiod-hostile in a separate process; its URI, and a list of what was fetched from elsewhere."""
    daemon = subprocess.Popen([HOSTILE, case], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    leaks = []
    try:
        port = json.loads(daemon.stdout.readline())[case]
        threading.Thread(target=lambda: leaks.extend(daemon.stdout), daemon=True).start()
        yield "ip:127.0.0.1:%d" % port, leaks
    finally:
        daemon.stdin.close()
        daemon.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def walk(path, kinds, seconds=60, rate=100):
    """A minute of walking with a phone in a pocket, about: sensors of 16 bits with their noise."""
    noise = random.Random(1)
    deviation = {"accel": 0.03, "anglvel": 0.005, "magn": 0.002, "pressure": 0.0012}
    columns = [kind + axis for kind in kinds for axis in (["_x", "_y", "_z"] if kind != "pressure" else [""])]
    with open(path, "w") as file:
        file.write("t," + ",".join(columns) + "\n")
        for number in range(seconds * rate):
            t = number / rate
            step = 2 * math.pi * 1.9 * t
            values = {"accel": [1.5 * math.sin(step / 2), math.cos(step), 9.81 + 3 * math.sin(step)],
                      "anglvel": [0.8 * math.sin(step / 2), 0.3 * math.cos(step / 2), 0.2 * math.sin(step)],
                      "magn": [0.2 * math.cos(t / 20), 0.2 * math.sin(t / 20), -0.4], "pressure": [101.325]}
            file.write("%.2f,%s\n" % (t, ",".join(
                "%.5f" % (x + noise.gauss(0, deviation[kind])) for kind in kinds for x in values[kind])))


def mock(folder, kinds, more=()):
    """The words before a command that sees sensors at 100 Hz (Tests/Rig/iio-mock)."""
    if os.geteuid() != 0:
        raise Skip("needs root")
    table = os.path.join(folder, "walk.csv")
    if not os.path.exists(table):
        walk(table, kinds)
    return [os.path.join(RIG, "iio-mock"), "--csv", table, "--loop", *more, "--"]


@contextlib.contextmanager
def sensors(folder, kinds, count=1):
    """So many iiods with sensors at 100 Hz; their URIs. An iiod stops the samples of all its clients while one comes or goes."""
    ports = [free_port() for _ in range(count)]
    running = [subprocess.Popen(mock(folder, kinds, ["--iiod", str(port), "--outside"]) + ["sleep", "1000000"],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for port in ports]
    try:
        end = time.monotonic() + 20
        for port in ports:
            while time.monotonic() < end:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.1)
        yield ["ip:127.0.0.1:%d" % port for port in ports]
    finally:
        for process in running:
            process.terminate()
            process.wait()
