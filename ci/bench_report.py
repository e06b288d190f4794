"""What ci/bench says of its figures: a table for the terminal and a chart for the page."""

from dataclasses import dataclass, field
from statistics import median

OURS, THEIRS = "keemun", "redis"


@dataclass
class Result:
    """The rounds of one test at one pipeline: of each server its requests per second, and the
    microseconds of processor time that it took for each of them."""

    test: str
    pipeline: int
    goal: float
    rounds: dict = field(default_factory=lambda: {OURS: [], THEIRS: []})
    processor: dict = field(default_factory=lambda: {OURS: [], THEIRS: []})

    def add(self, server, requests_per_second, processor_microseconds):
        self.rounds[server].append(requests_per_second)
        self.processor[server].append(round(processor_microseconds, 2))

    def median(self, server):
        return median(self.rounds[server])

    def processor_median(self, server):
        return median(self.processor[server])

    def ratio(self):
        """Of rounds, not of medians: the two figures of a round were measured one after the other."""
        return median(ours / theirs for ours, theirs in zip(self.rounds[OURS], self.rounds[THEIRS]))

    def misses(self):
        return self.ratio() < self.goal

    def line(self):
        ours, theirs = self.rounds[OURS][-1], self.rounds[THEIRS][-1]
        return f"-P {self.pipeline} {self.test}: {ours:,.0f} of {theirs:,.0f} a second = {ours / theirs:.2f}"

    def as_json(self):
        return {"test": self.test, "pipeline": self.pipeline, "goal": self.goal, "ratio": round(self.ratio(), 3),
                "requests_per_second": self.rounds, "processor_microseconds": self.processor}


def table(results):
    lines = ["", f"{'pipeline':>8} {'test':12} {'redis/s':>12} {'keemun/s':>12} {'ratio':>7} {'goal':>6}"
             f" {'redis us':>9} {'keemun us':>9}"]
    for result in results:
        mark = "  below" if result.misses() else ""
        lines.append(f"{result.pipeline:8} {result.test:12} {result.median(THEIRS):12,.0f} "
                     f"{result.median(OURS):12,.0f} {result.ratio():7.2f} {result.goal:6.2f} "
                     f"{result.processor_median(THEIRS):9.1f} {result.processor_median(OURS):9.1f}{mark}")
    return "\n".join(lines) + "\n"


def chart(results, title):
    """One bar a result, as long as its ratio; a tick where its goal is."""
    row, left, scale, top = 18, 130, 320, 40
    longest = max([1.2] + [result.ratio() for result in results])
    width, height = left + int(scale * longest) + 70, top + row * len(results) + 10
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="11">',
             f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
             f'<text x="10" y="18" font-size="14">{title}</text>',
             f'<line x1="{left + scale}" y1="{top - 8}" x2="{left + scale}" y2="{height - 8}" stroke="#999999"/>',
             f'<text x="{left + scale - 22}" y="{top - 10}" fill="#666666">redis = 1</text>']
    for index, result in enumerate(results):
        y = top + index * row
        goal = left + scale * result.goal
        colour = "#c0392b" if result.misses() else "#2e7d5b"
        parts += [f'<text x="10" y="{y + 11}">-P {result.pipeline} {result.test}</text>',
                  f'<rect x="{left}" y="{y + 1}" width="{scale * result.ratio():.1f}" height="{row - 6}" fill="{colour}"/>',
                  f'<line x1="{goal:.1f}" y1="{y - 1}" x2="{goal:.1f}" y2="{y + row - 3}" stroke="#000000"/>',
                  f'<text x="{left + scale * result.ratio() + 4:.1f}" y="{y + 11}">{result.ratio():.2f}</text>']
    return "\n".join(parts + ["</svg>"]) + "\n"
