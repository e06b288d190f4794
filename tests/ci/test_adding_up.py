"""ci/test_results.py: what counts as passed and what as failed."""

import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "ci"))

import test_results  # noqa: E402


def google_test(*cases):
    """The JSON of one suite; a case is (name, what GoogleTest writes of it besides)."""
    written = [{"name": name, "result": "COMPLETED", "time": "0.5s", **more} for name, more in cases]
    return json.dumps({"testsuites": [{"name": "Suite", "testsuite": written}]})


FAILURE = {"failures": [{"failure": "expected 1"}]}


class AddingUp(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = pathlib.Path(folder.name)
        self.results = self.work / "dev/results"
        self.results.mkdir(parents=True)

    def last_line(self, binaries, checks="", stages=""):
        """The last line for {name: (what CTest says, JSON or None)}, and the exit status."""
        lines, status = self.lines(binaries, checks, stages)
        return lines[-1], status

    def lines(self, binaries, checks="", stages=""):
        listed = "".join(
            f'<testcase name="{name}" status="{status}" time="1"/>'
            for name, (status, _) in binaries.items()
        )
        (self.results / "ctest.xml").write_text(f"<testsuite>{listed}</testsuite>")
        for name, (_, cases) in binaries.items():
            if cases is not None:
                (self.results / f"{name}.json").write_text(cases)
        (self.work / "checks").write_text(checks)
        (self.work / "stages").write_text(stages)
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            status = test_results.main([str(self.work), str(self.results)])
        return output.getvalue().splitlines(), status

    def test_every_case_of_every_binary_counts(self):
        binaries = {
            "a": ("run", google_test(("One", {}), ("Two", {}))),
            "b": ("fail", google_test(("Three", FAILURE), ("Four", {}))),
        }
        self.assertEqual(self.last_line(binaries), ("3 passed, 1 failed", 1))

    def test_a_crashed_binary_is_one_failure(self):
        self.assertEqual(self.last_line({"a": ("fail", None)}), ("0 passed, 1 failed", 1))

    def test_a_binary_that_was_never_built_is_one_failure(self):
        self.assertEqual(self.last_line({"a": ("notrun", None)}), ("0 passed, 1 failed", 1))

    def test_a_failure_at_exit_is_a_failure_though_all_cases_passed(self):
        leaking = {"a": ("fail", google_test(("One", {})))}
        self.assertEqual(self.last_line(leaking), ("1 passed, 1 failed", 1))

    def test_half_a_json_is_a_failure(self):
        self.assertEqual(self.last_line({"a": ("run", '{"testsuites"')}), ("0 passed, 1 failed", 1))

    def test_a_skipped_or_disabled_case_did_not_pass(self):
        cases = google_test(("One", {}), ("Two", {"result": "SKIPPED"}), ("Three", {"result": "SUPPRESSED"}))
        self.assertEqual(self.last_line({"a": ("run", cases)}), ("1 passed, 0 failed", 0))

    def test_what_this_machine_cannot_play_is_told(self):
        (self.work / "dev/left_out").write_text("disk_test: nobody may mount\n")
        lines, status = self.lines({"a": ("run", google_test(("One", {})))})
        self.assertEqual((lines[-1], status), ("1 passed, 0 failed", 0))
        self.assertIn("  dev/disk_test: nobody may mount", lines)

    def test_a_test_without_cases_of_its_own_counts_as_one(self):
        self.assertEqual(self.last_line({"a": ("run", None)}), ("1 passed, 0 failed", 0))

    def test_checks_count_as_cases(self):
        checks = "passed\ttidy\nfailed\tformat\n"
        self.assertEqual(self.last_line({}, checks), ("1 passed, 1 failed", 1))

    def test_no_tests_at_all_is_no_failure(self):
        self.assertEqual(self.last_line({}), ("0 passed, 0 failed", 0))

    def test_results_that_were_never_written_are_a_failure(self):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            status = test_results.main([str(self.work), str(self.work / "asan/results")])
        self.assertEqual((output.getvalue().splitlines()[-1], status), ("0 passed, 1 failed", 1))


if __name__ == "__main__":
    unittest.main()
