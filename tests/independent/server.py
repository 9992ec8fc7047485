"""The server under test: a process that can be killed, started again and given another clock."""

import contextlib
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess

LISTENING = "listening on "
START_TIMEOUT_S = 20
FAKETIME_PLACES = ("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1", "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1")


def faketime_library():
    """The path of Debian's libfaketime, or None."""
    for place in FAKETIME_PLACES:
        if pathlib.Path(place).exists():
            return place
    found = sorted(pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
    return str(found[0]) if found else None


class Server:
    """A tidemark-server on a database of its own in `folder`."""

    def __init__(self, program, folder, fakes_time):
        self._program = program
        self._folder = pathlib.Path(folder)
        self._clock = self._folder / "clock"
        self._library = faketime_library() if fakes_time else None
        self._process = None
        self._port = 0
        self.url = None
        self.kills = 0
        self.set_clock(0)

    @property
    def fakes_time(self):
        return self._library is not None

    def set_clock(self, offset_s):
        """Moves the server's wall clock, also while it runs, by this many seconds from the real time."""
        fresh = self._clock.with_suffix(".new")
        fresh.write_text(f"{offset_s:+d}s\n")
        fresh.rename(self._clock)

    def _environment(self):
        environment = dict(os.environ)
        if self._library:
            environment.update(
                LD_PRELOAD=self._library,
                FAKETIME_TIMESTAMP_FILE=str(self._clock),
                FAKETIME_NO_CACHE="1",
                FAKETIME_DONT_FAKE_MONOTONIC="1",
                DONT_FAKE_MONOTONIC="1",
                FAKETIME_DONT_RESET="1",
            )
        return environment

    def start(self):
        log = open(self._folder / "server.log", "ab")
        self._process = subprocess.Popen(
            [
                self._program,
                "serve",
                "--listen",
                f"127.0.0.1:{self._port}",
                "--database",
                str(self._folder / "server.db"),
                "--password-memory",
                "8",
                "--password-passes",
                "1",
                "--restart-window",
                "1",
                "--adding",
                "everybody",
            ],
            stdout=subprocess.PIPE,
            stderr=log,
            env=self._environment(),
        )
        log.close()
        ready, _, _ = select.select([self._process.stdout], [], [], START_TIMEOUT_S)
        line = self._process.stdout.readline().decode() if ready else ""
        if not line.startswith(LISTENING):
            raise RuntimeError(f"the server did not start: {line!r}\n{self.log_end()}")
        self.url = line.removeprefix(LISTENING).strip()
        self._port = int(self.url.rsplit(":", 1)[1])

    def kill(self):
        """Sends SIGKILL. Uncommitted changes are gone."""
        self._end(signal.SIGKILL)
        self.kills += 1

    def stop(self):
        if self._process is not None:
            self._end(signal.SIGTERM)

    def _end(self, number):
        self._process.send_signal(number)
        self._process.wait(START_TIMEOUT_S)
        self._process.stdout.close()
        self._process = None

    def log_end(self):
        path = self._folder / "server.log"
        return "\n".join(path.read_text(errors="replace").splitlines()[-20:]) if path.exists() else ""

    def files(self):
        """The content of all files that the server has written, by name."""
        return {path.name: path.read_bytes() for path in sorted(self._folder.iterdir()) if path.is_file()}

    def kept_files(self):
        """The sizes of the files of messages on the disk, by hash."""
        found = {}
        for path in (self._folder / "server.db.files/files").glob("*/*"):
            with contextlib.suppress(FileNotFoundError):  # the server may remove it now
                found[path.name] = path.stat().st_size
        return found

    def stats(self):
        """The output of `stats`, run while the server runs."""
        command = [self._program, "stats", "--json", "--database", str(self._folder / "server.db")]
        return json.loads(subprocess.run(command, check=True, capture_output=True, timeout=START_TIMEOUT_S).stdout)

    def remove(self):
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
        shutil.rmtree(self._folder, ignore_errors=True)
