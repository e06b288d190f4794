"""The layout of C++ files is what clang-format makes of them (.clang-format)."""

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

from tidy_checks.tree import Violation

FILES_AT_ONCE = 50
COMPLAINT = re.compile(r"^(?P<path>[^:\n]+):(?P<line>\d+):\d+: error: ", re.MULTILINE)


def badly_laid_out(root, paths):
    """A violation for the first line of each file that clang-format would lay out otherwise."""

    def complaints(batch):
        command = ["clang-format", "--dry-run", "-Werror", "--ferror-limit=1", "--", *batch]
        ended = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
        places = COMPLAINT.findall(ended.stderr)
        if (ended.returncode != 0) != bool(places):
            raise RuntimeError(f"clang-format ended with {ended.returncode}: {ended.stderr}")
        return places

    batches = [paths[at : at + FILES_AT_ONCE] for at in range(0, len(paths), FILES_AT_ONCE)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [place for places in pool.map(complaints, batches) for place in places]
    message = "clang-format lays this out otherwise: clang-format -i"
    return [Violation(path, int(line), "layout", message) for path, line in found]
