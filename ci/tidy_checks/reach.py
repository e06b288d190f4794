"""Dead files: a source that no CMakeLists.txt names, a folder that CMake never enters, a header that
nobody includes, a file with nothing in it.
"""

import posixpath
import re

from tidy_checks.tree import Violation

SOURCE_WORD = re.compile(r"[^\s()\"]+\.cc\b")


def without_comments(cmake):
    return re.sub(r"#[^\n]*", "", cmake)


def cmake_lists(tree):
    """Folder → text without comments, for each CMakeLists.txt."""
    return {
        posixpath.dirname(path): without_comments(text)
        for path, text in tree.texts.items()
        if posixpath.basename(path) == "CMakeLists.txt"
    }


def check_sources(tree, lists):
    named = set()
    for folder, text in lists.items():
        for word in SOURCE_WORD.findall(text):
            word = word.replace("${CMAKE_CURRENT_SOURCE_DIR}/", "")
            if word.startswith("${CMAKE_SOURCE_DIR}/"):
                named.add(word[len("${CMAKE_SOURCE_DIR}/") :])
            else:
                named.add(posixpath.normpath(posixpath.join(folder, word)))
    for file in tree.cpp:
        if file.path.endswith(".cc") and file.path not in named:
            yield Violation(file.path, 1, "not-built", "no CMakeLists.txt names this file")


def is_entered(folder, lists):
    """Does CMake come to this folder: from the top, from its parent, or by the globs for tests?"""
    top = lists.get("", "")
    parts = folder.split("/")
    if parts[0] == "tests" and 1 < len(parts) <= 3:
        return True
    if parts[0] == "backends" and len(parts) == 2:
        return True
    if re.search(rf"(?<![\w/]){re.escape(folder)}(?![\w/])", top):
        return True
    parent, name = posixpath.split(folder)
    return bool(re.search(rf"add_subdirectory\(\s*{re.escape(name)}\b", lists.get(parent, "")))


def check_folders(lists):
    for folder in lists:
        if folder and not is_entered(folder, lists):
            path = f"{folder}/CMakeLists.txt"
            yield Violation(path, 1, "not-entered", "CMake never comes to this folder")


def check_headers(tree):
    included = {path for file in tree.cpp for _, path, _ in file.includes}
    for file in tree.cpp:
        if not file.path.endswith(".h"):
            continue
        parts = file.path.split("/")
        if not any("/".join(parts[start:]) in included for start in range(len(parts))):
            yield Violation(file.path, 1, "not-included", "nobody includes this header")


def check_empty(tree):
    for path, text in tree.texts.items():
        # An empty seed is a seed; an empty __init__.py makes a folder a package.
        if path.startswith("tests/fuzz/") or path.endswith("__init__.py"):
            continue
        if text is not None and not text.strip():
            yield Violation(path, 1, "empty", "there is nothing in this file")


def check(tree):
    lists = cmake_lists(tree)
    yield from check_sources(tree, lists)
    yield from check_folders(lists)
    yield from check_headers(tree)
    yield from check_empty(tree)
