"""What ci/bench says of figures that are given to it."""

import sys
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "ci"))
from bench_report import Result, chart, table  # noqa: E402


def result_of(pairs, goal=0.5):
    result = Result("set", 16, goal)
    for ours, theirs in pairs:
        result.add("keemun", ours, 1e6 / ours)
        result.add("redis", theirs, 1e6 / theirs)
    return result


class Ratio(unittest.TestCase):
    def test_is_the_median_of_rounds(self):
        self.assertEqual(result_of([(50, 100), (90, 100), (400, 1000)]).ratio(), 0.5)

    def test_misses_its_goal_only_below_it(self):
        self.assertFalse(result_of([(50, 100)]).misses())
        self.assertTrue(result_of([(49, 100)]).misses())


class Table(unittest.TestCase):
    def test_marks_what_is_below_its_goal(self):
        lines = table([result_of([(10, 100)]), result_of([(90, 100)])]).splitlines()
        self.assertTrue(lines[2].endswith("below"))
        self.assertFalse(lines[3].endswith("below"))


    def test_tells_the_processor_time_of_a_request(self):
        line = table([result_of([(10, 100), (20, 100), (40, 100)])]).splitlines()[2]
        self.assertEqual(line.split()[6:8], ["10000.0", "50000.0"])


class Chart(unittest.TestCase):
    def test_is_a_picture_with_a_bar_for_each_result(self):
        picture = ElementTree.fromstring(chart([result_of([(10, 100)]), result_of([(200, 100)])], "title"))
        bars = picture.findall("{http://www.w3.org/2000/svg}rect")
        self.assertEqual(len(bars), 3)  # and the ground
        self.assertEqual(bars[2].get("width"), "640.0")


if __name__ == "__main__":
    unittest.main()
