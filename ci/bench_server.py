"""A server that a benchmark starts, in a directory of its own on a free port, stopped by its own
process."""

import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    def __init__(self, name, command):
        self.name = name
        self.port = free_port()
        self.directory = tempfile.mkdtemp(prefix=f"bench-{name}-")
        self.log = open(Path(self.directory) / "log", "w+")
        (Path(self.directory) / "data").mkdir()
        command = command + ["--port", str(self.port), "--dir", f"{self.directory}/data"]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        self.wait_until_it_answers()

    def wait_until_it_answers(self):
        while self.ask("PING") != "PONG":
            if self.process.poll() is not None:
                self.log.seek(0)
                sys.exit(f"{self.name} did not start:\n{self.log.read()}")
            time.sleep(0.05)

    def ask(self, *words):
        done = subprocess.run(["redis-cli", "-p", str(self.port), *words], capture_output=True, text=True)
        return done.stdout.strip()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)
        self.log.close()
        shutil.rmtree(self.directory, ignore_errors=True)
