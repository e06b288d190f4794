"""A server that a benchmark starts, in a directory of its own on a free port, stopped by its own
process."""

import os
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

    def processor_seconds(self):
        """What all its threads have taken so far, in the kernel, too."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        user_ticks, kernel_ticks = int(fields[11]), int(fields[12])
        return (user_ticks + kernel_ticks) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)
        self.log.close()
        shutil.rmtree(self.directory, ignore_errors=True)
