#!/usr/bin/env python3
"""Adds up what ci/test ran: python3 ci/test_results.py STAGES-AND-CHECKS RESULTS...

The first folder holds `stages` (name, seconds) and `checks` (passed or failed, name), one a line
with a tab between. Every other folder is a results/ of a build: ctest.xml, what CTest saw of each
binary, and for each binary the JSON in which GoogleTest wrote its cases. A binary that crashed or
ran out of time left no JSON and counts as one failed case; one that failed though all its cases
passed (a leak, for one) counts as one failed case more.

Prints what was slow, what was left out (`left_out` beside a results/, a line each) and what failed;
the last line is `N passed, M failed`.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

SLOWEST = 10


@dataclass
class Case:
    name: str
    seconds: float
    failed: bool


def cases_of_binary(path):
    """The cases that ran, as GoogleTest wrote them; a disabled or skipped case is none."""
    for suite in json.loads(path.read_text()).get("testsuites", []):
        for case in suite["testsuite"]:
            if case.get("result") == "COMPLETED":
                name = f"{suite['name']}.{case['name']}"
                yield Case(name, float(case["time"].rstrip("s")), bool(case.get("failures")))


def cases_of_build(results):
    """The cases of every binary that CTest started in one build."""
    build = results.parent.name
    if not (results / "ctest.xml").exists():
        yield Case(f"{build} (ctest wrote no results)", 0.0, True)
        return
    for test in ElementTree.parse(results / "ctest.xml").getroot().iter("testcase"):
        binary = f"{build}/{test.get('name')}"
        crashed = test.get("status") != "run"
        written = results / f"{test.get('name')}.json"
        try:
            cases = list(cases_of_binary(written)) if written.exists() else []
        except (ValueError, KeyError):
            cases, crashed = [], True
        for case in cases:
            yield Case(f"{binary} {case.name}", case.seconds, case.failed)
        if crashed and not any(case.failed for case in cases):
            yield Case(f"{binary} (crashed, ran out of time or failed at exit)", 0.0, True)
        elif not crashed and not cases:
            yield Case(f"{binary} (no cases of its own)", float(test.get("time", 0)), False)


def left_out(builds):
    for results in builds:
        listed = results.parent / "left_out"
        if listed.exists():
            yield from (f"{results.parent.name}/{line}" for line in listed.read_text().splitlines())


def read_pairs(path):
    if not path.exists():
        return []
    return [line.split("\t", 1) for line in path.read_text().splitlines()]


def print_table(title, rows):
    if rows:
        print(f"\n{title}")
    for seconds, name in rows:
        print(f"{seconds:9.2f} s  {name}")


def main(arguments):
    work, *builds = [Path(argument) for argument in arguments]
    cases = [Case(name, 0.0, state != "passed") for state, name in read_pairs(work / "checks")]
    for results in builds:
        cases += cases_of_build(results)

    slowest = [case for case in cases if case.seconds >= 0.01]
    slowest = sorted(slowest, key=lambda case: -case.seconds)[:SLOWEST]
    print_table("the slowest cases", [(case.seconds, case.name) for case in slowest])
    stages = [(float(seconds), name) for name, seconds in read_pairs(work / "stages")]
    print_table("the stages", stages)

    failed = [case.name for case in cases if case.failed]
    for title, names in (("left out", list(left_out(builds))), ("failed", failed)):
        if names:
            print(f"\n{title}")
        for name in names:
            print(f"  {name}")
    print(f"\n{len(cases) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
