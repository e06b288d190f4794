"""The repository's files as the checks see them.

A Tree maps paths to texts; it is read from disk once, or given as a dict by a test. A SourceFile
keeps a C++ file twice: as written, and as `code`, where comments, strings and characters are
blanked out and every line keeps its number.
"""

import os
import re
import subprocess
from dataclasses import dataclass
from functools import cached_property

CPP_SUFFIXES = (".h", ".cc")

NOT_CODE = re.compile(
    r"""
      //[^\n]*
    | /\*.*?\*/
    | R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"
    | "(?:\\.|[^"\\\n])*"
    | (?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'
    """,
    re.DOTALL | re.VERBOSE,
)
INCLUDE = re.compile(r'^\s*#\s*include\s*(?P<quote>["<])(?P<path>[^">]+)[">]')


@dataclass(frozen=True, order=True)
class Violation:
    path: str
    line: int
    rule: str
    message: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.rule}: {self.message}"


def blank(match):
    text = match.group(0)
    around = text[0] if text[0] in "\"'" else '"' if text[0] == "R" else ""
    return around + "\n" * text.count("\n") + around


class SourceFile:
    def __init__(self, path, text):
        self.path = path
        self.text = text
        self.lines = text.split("\n")

    @cached_property
    def code(self):
        return NOT_CODE.sub(blank, self.text)

    @cached_property
    def code_lines(self):
        return self.code.split("\n")

    @cached_property
    def includes(self):
        """(line, path, is it in quotes) of every #include."""
        found = []
        for number, line in enumerate(self.lines, 1):
            match = INCLUDE.match(line)
            if match:
                found.append((number, match["path"], match["quote"] == '"'))
        return found

    @property
    def room(self):
        return room_of(self.path)

    def line_of(self, offset):
        """The line of an offset into `code`."""
        return self.code.count("\n", 0, offset) + 1


def room_of(path):
    """src/base/x.h → base, spec/model/x.h → model, backends/rocks/x.h → backends, tests/... → tests."""
    parts = path.split("/")
    if parts[0] == "src" and len(parts) > 2:
        return parts[1]
    if parts[:2] == ["spec", "model"]:
        return "model"
    if parts[0] in ("sim", "backends", "tests"):
        return parts[0]
    return None


class Tree:
    def __init__(self, texts):
        self.texts = dict(sorted(texts.items()))
        self.cpp = [
            SourceFile(path, text)
            for path, text in self.texts.items()
            if path.endswith(CPP_SUFFIXES) and text is not None
        ]

    @staticmethod
    def from_disk(root="."):
        texts = {}
        for path in list_files(root):
            try:
                with open(os.path.join(root, path), encoding="utf-8") as file:
                    texts[path] = file.read()
            except UnicodeDecodeError:
                texts[path] = None  # binary: a seed of a fuzzer's corpus
            except FileNotFoundError:
                pass  # deleted, and the deletion not committed yet
        return Tree(texts)


def list_files(root="."):
    """What git tracks or would add; every file but those of build/ where there is no git."""
    # Whoever owns the checkout: a container often runs as another user than the one who cloned.
    command = ["git", "-c", "safe.directory=*", "-C", root, "ls-files", "-z"]
    command += ["--cached", "--others", "--exclude-standard"]
    try:
        output = subprocess.run(command, capture_output=True, check=True).stdout
        return sorted(set(os.fsdecode(output).split("\0")) - {""})
    except (OSError, subprocess.CalledProcessError):
        pass
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in (".git", "build", "__pycache__")]
        found += [os.path.relpath(os.path.join(folder, name), root) for name in files]
    return sorted(found)
