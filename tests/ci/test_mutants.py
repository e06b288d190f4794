"""ci/mutants: what counts as found."""

import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
LOADER = importlib.machinery.SourceFileLoader("mutants", str(ROOT / "ci/mutants"))
mutants = importlib.util.module_from_spec(importlib.util.spec_from_loader("mutants", LOADER))
LOADER.exec_module(mutants)


class Finding(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        mutants.BUILD = pathlib.Path(folder.name)
        mutants.FOUND = mutants.BUILD / "found"

    def found(self, script):
        """What is found by a simulator that does this."""
        program = mutants.BUILD / "keemun"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        return mutants.simulate("1", [])[:2]

    def test_a_broken_law_is_found(self):
        law = "law broken: canary at event 1 of failure-1.plan"
        self.assertEqual(self.found(f"echo seed; echo '{law}'; exec sleep 60"), (law, None))

    def test_a_simulator_that_cannot_run_has_found_nothing(self):
        self.assertEqual(self.found("exit 2"), (None, "exit status 2"))

    def test_a_simulator_that_ends_itself_has_found_nothing(self):
        self.assertEqual(self.found("exit 134"), (None, "exit status 134"))

    def test_silence_is_no_trouble(self):
        self.assertEqual(self.found("exit 0"), (None, None))
        self.assertEqual(self.found("exit 124"), (None, None))


if __name__ == "__main__":
    unittest.main()
