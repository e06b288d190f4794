"""The shape of a file and of its functions: lengths, parameters, the opening comment, include order.

No compiler is asked: functions are found by their braces, in code without comments and strings. It
sees what people write here, not all that C++ allows.
"""

import re
from dataclasses import dataclass

from tidy_checks.tree import Violation

FILE_LINES_GOOD = 400
FILE_LINES_MAX = 600
TEST_LINES_MAX = 900
FUNCTION_LINES_MAX = 60
PARAMETERS_MAX = 5

TEMPLATE = re.compile(r"\btemplate\s*<[^{}();]*?>\s*(?=\b(class|struct|\w))")
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.)*", re.MULTILINE | re.DOTALL)
ACCESS = re.compile(r"\b(public|private|protected)\s*:(?!:)")
INITIALISERS = re.compile(r"\)\s*(noexcept\s*)?:(?!:)")
ANGLES = re.compile(r"<[^<>()]*(\([^()]*\)[^<>()]*)*>")
OPERATOR = re.compile(r"\boperator\s*(\(\)|\[\]|[^\w\s(]+)")


@dataclass
class Function:
    name: str
    parameters: int
    first_line: int
    last_line: int


def plain(head):
    """The head of a block or declaration without templates, access and operator signs."""
    head = ACCESS.sub("", head)
    head = OPERATOR.sub("operator_sign", head)
    while True:
        shorter = ANGLES.sub("", head)
        if shorter == head:
            return head.strip()
        head = shorter


def kind_of(head):
    head = plain(head)
    head = re.sub(r"^template\s*", "", head)
    outside = re.sub(r"\([^()]*(\([^()]*\)[^()]*)*\)", "()", head)
    if re.match(r"(inline\s+)?namespace\b", head) or head == 'extern ""':
        return "scope"
    if re.match(r"(enum|concept)\b", head):
        return "inner"
    if re.match(r"(class|struct|union)\b", head) and "(" not in head:
        return "scope"
    if "=" in outside:
        return "inner"
    if INITIALISERS.search(outside) and re.search(r"[\w>]$", head):
        return "inner"
    return "function" if "(" in head else "inner"


def named(head):
    """(name, count of parameters) of a function's head, or None."""
    head = plain(head)
    match = re.search(r"([\w~:]+)\s*\(", head)
    if not match or match.group(1) in ("static_assert", "requires", "decltype", "alignas"):
        return None
    depth, commas, text = 1, 0, ""
    for sign in head[match.end() :]:
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0:
            break
        commas += sign == "," and depth == 1
        text += sign
    return match.group(1), commas + 1 if text.strip() not in ("", "void") else 0


def functions_of(file):
    """Every function with a body, and every declaration of one (a declaration is one line long)."""
    code = DIRECTIVE.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), file.code)
    blocks, head_start, depth = [], 0, 0
    for token in re.finditer(r"[{}();]", code):
        sign, at = token.group(), token.start()
        in_scopes = depth == 0 and all(kind == "scope" for kind, _, _ in blocks)
        head = code[head_start:at]
        if sign in "()":
            depth += 1 if sign == "(" else -1
        elif sign == "{":
            kind = kind_of(head) if in_scopes else "inner"
            blocks.append((kind, slice(head_start, at), depth))
            head_start, depth = at + 1, 0
        elif sign == "}" and blocks:
            kind, span, depth = blocks.pop()
            if kind == "function":
                yield function_at(code, span, at)
            outer = all(kind == "scope" for kind, _, _ in blocks) and depth == 0
            head_start = span.start if kind == "inner" and outer else at + 1
        elif sign == ";" and in_scopes:
            if is_declaration(head):
                yield function_at(code, slice(head_start, at), head_start)
            head_start = at + 1


def is_declaration(head):
    """Of a function, that is: not of a value that is initialised by a call."""
    head = re.sub(r"=\s*(0|default|delete)\s*$", "", head)
    return "(" in head and "=" not in re.sub(r"\(.*\)", "", head, flags=re.DOTALL)


def function_at(code, span, end):
    head = code[span]
    name, parameters = named(head) or ("", 0)
    first = span.start + len(head) - len(head.lstrip())
    first_line = code.count("\n", 0, first) + 1
    return Function(name, parameters, first_line, max(first_line, code.count("\n", 0, end) + 1))


def check_functions(file):
    for function in functions_of(file):
        length = function.last_line - function.first_line + 1
        if length > FUNCTION_LINES_MAX:
            message = f"{function.name} has {length} lines, {FUNCTION_LINES_MAX} are allowed"
            yield Violation(file.path, function.first_line, "function-length", message)
        # A constructor takes what its object is made of.
        constructor = function.name.split("::")[-1][:1].isupper()
        if function.parameters > PARAMETERS_MAX and not constructor:
            message = f"{function.name} has {function.parameters} parameters, {PARAMETERS_MAX} are allowed"
            yield Violation(file.path, function.first_line, "parameters", message)


def check_lengths(tree):
    for path, text in tree.texts.items():
        if text is None or not (path.startswith("ci/") or path.endswith((".h", ".cc", ".py"))):
            continue
        limit = TEST_LINES_MAX if path.startswith("tests/") else FILE_LINES_MAX
        count = text.count("\n")
        if count > limit:
            yield Violation(path, limit + 1, "file-length", f"{count} lines, {limit} are allowed")


def long_files(tree):
    """(path, lines) of files that are allowed and still longer than is good."""
    for file in tree.cpp:
        count = file.text.count("\n")
        if count > FILE_LINES_GOOD and file.room != "tests":
            yield file.path, count


def check_header(file):
    if not file.lines[0].startswith("//"):
        yield Violation(file.path, 1, "header-comment", "a header opens by saying what it is")
    first = next((n for n, line in enumerate(file.code_lines, 1) if line.strip()), 1)
    if file.lines[first - 1].strip() != "#pragma once":
        yield Violation(file.path, first, "pragma-once", "#pragma once comes before any code")


def check_own_header(file, tree):
    own = file.path[: -len(".cc")] + ".h"
    if own not in tree.texts or not file.includes:
        return
    line, first, _ = file.includes[0]
    if not f"/{own}".endswith(f"/{first}"):
        message = f"{own.rsplit('/', 1)[-1]} comes first: it shows that the header stands alone"
        yield Violation(file.path, line, "own-header-first", message)


def check(tree):
    yield from check_lengths(tree)
    for file in tree.cpp:
        yield from check_functions(file)
        if file.path.endswith(".h"):
            yield from check_header(file)
        else:
            yield from check_own_header(file, tree)
