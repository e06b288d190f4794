"""Words that may not stand in a room: each rule with its reason, each exception with its own.

The core computes and never waits: clocks, chance, threads and sockets come through ports. Patterns
are matched line by line against code without its comments and strings (an #include counts as code),
but for the rules of TEXT_RULES, which read every text file of the repository as it is written.
"""

import re
from dataclasses import dataclass, field

from tidy_checks.arrows import MAY_SEE
from tidy_checks.tree import INCLUDE, Violation

EVERYWHERE = set(MAY_SEE)
PRODUCT = EVERYWHERE - {"tests"}
CORE = PRODUCT - {"backends", "verify", "server", "programs"}


@dataclass
class WordRule:
    name: str
    pattern: str
    rooms: set
    message: str
    # Path prefix → why the word may stand there.
    allowed: dict = field(default_factory=dict)


RULES = [
    WordRule(
        "clock",
        r"\b(system_clock|steady_clock|high_resolution_clock|gettimeofday|clock_gettime|localtime"
        r"|gmtime)\b|\btime\((nullptr|NULL|0)\)",
        CORE,
        "time comes from ports::Clock",
    ),
    WordRule(
        "chance",
        r"\b(random_device|arc4random|getrandom|drand48)\b|\bs?rand\(",
        CORE,
        "chance comes from ports::Random, so that a seed decides everything",
    ),
    WordRule(
        "sleep",
        r"\b(sleep_for|sleep_until|nanosleep|usleep)\b|\bsleep\(",
        CORE | {"tests"},
        "nothing sleeps: wait for the event itself",
        {
            "tests/integration/": "another process or a thread of the engine does its part, or has time for what it must not",
        },
    ),
    WordRule(
        "thread",
        r"\bstd::(thread|jthread|mutex|shared_mutex|recursive_mutex|timed_mutex|atomic\w*|future"
        r"|async|condition_variable\w*|lock_guard|unique_lock|scoped_lock|call_once)\b|\bpthread_\w+",
        CORE,
        "the core knows no threads: whoever hosts it does",
    ),
    WordRule(
        "thread-local",
        r"\bthread_local\b",
        PRODUCT,
        "state that hangs on a thread is hidden state",
        {
            "src/runtime/": "the fiber that runs on this thread has to be found by suspend()",
            "src/server/requests/time_slice.h": "whose time it is has to be found where others are let in",
            "src/programs/frames_passed.cc": "a memory of what never changes, for nobody to see",
        },
    ),
    WordRule(
        "socket",
        r"<sys/socket\.h>|<netinet/|<sys/epoll\.h>|\basio\b|\bepoll_\w+|(?<!\w)::(socket|send|recv)\(",
        CORE,
        "sockets live in server and backends",
    ),
    WordRule("environment", r"\b(getenv|setenv|putenv)\b", CORE, "configuration is passed in"),
    WordRule(
        "output",
        r"\bstd::(cout|cerr|clog)\b|\b(printf|fprintf|puts|fputs|putchar)\(|<iostream>",
        CORE | {"backends"},
        "the core is silent: it answers by values",
        {"src/base/check.cc": "the last words of a process that ends itself"},
    ),
    WordRule(
        "cast",
        r"\breinterpret_cast\b|\b(memcpy|memmove)\(",
        PRODUCT - {"base", "format", "runtime", "backends"},
        "bytes are read and written through base and format only",
        {
            "src/server/net/sockets.cc": "the system takes every kind of address as a sockaddr",
            "src/rdb/little_endian.h": "the base of Redis' own form, as base is of ours",
        },
    ),
    WordRule("rtti", r"\bdynamic_cast\b|\btypeid\b", PRODUCT, "built without RTTI: use a virtual"),
    WordRule(
        "engine",
        r"\brocksdb::|\bredis(Reply|Context|AsyncContext)\b|<(hiredis|rocksdb)/",
        CORE | {"server", "programs"},
        "engine types stay behind the port, in backends",
    ),
    WordRule(
        "macro",
        r"^\s*#\s*define\b",
        PRODUCT,
        "no macros but CHECK and DCHECK",
        {"src/base/check.h": "defines CHECK and DCHECK"},
    ),
    WordRule("assert", r"(?<!_)\bassert\(", PRODUCT, "use CHECK: it stays on in release"),
    WordRule(
        "using-namespace",
        r"\busing\s+namespace\b(?!\s+std::(string_view_|string_|chrono_)?literals)",
        PRODUCT,
        "name what you use",
    ),
    WordRule(
        "skipped-test",
        r"\bDISABLED_|\bGTEST_SKIP\b",
        EVERYWHERE,
        "a test runs or is not there",
    ),
]

UNORDERED = re.compile(r"\bunordered_(multi)?(map|set)\s*<")
UNORDERED_ROOMS = CORE
UNORDERED_EXCUSE = "// order never seen"

# The tables of words that are looked for have to hold them, and so has the test of those tables.
# What a fuzzer begins with (corpus/) is data.
TEXT_EXEMPT = ("ci/tidy_checks/words.py", "tests/ci/")
TEXT_RULES = [
    ("mark", re.compile(r"\b(TODO|FIXME|XXX|HACK)\b"), "finish it, or open an issue"),
    (
        "machine-path",
        re.compile(r"(?<![\w.}/~-])/(work|home/\w+|tmp/keemun|root|Users)/"),
        "a path of one machine means nothing on another",
    ),
]


def check_words(tree):
    for rule in RULES:
        pattern = re.compile(rule.pattern, re.MULTILINE)
        for file in tree.cpp:
            if file.room not in rule.rooms or any(map(file.path.startswith, rule.allowed)):
                continue
            if not pattern.search(file.text):
                continue
            for number, line in enumerate(file.code_lines, 1):
                written = file.lines[number - 1]
                if pattern.search(written if INCLUDE.match(written) else line):
                    yield Violation(file.path, number, rule.name, rule.message)


def check_unordered(tree):
    for file in tree.cpp:
        if file.room not in UNORDERED_ROOMS:
            continue
        for number, line in enumerate(file.code_lines, 1):
            around = file.lines[max(0, number - 2) : number]
            if UNORDERED.search(line) and not any(UNORDERED_EXCUSE in near for near in around):
                message = f"its order must not reach a reply; if it cannot, say `{UNORDERED_EXCUSE}`"
                yield Violation(file.path, number, "unordered", message)


CATCH_ALL = re.compile(r"\bcatch\s*\(\s*\.\.\.\s*\)\s*\{")
RETHROW = re.compile(r"\bthrow\s*;|\bstd::(current_exception|rethrow_exception)\b")


def check_catch_all(tree):
    """A dropped fiber unwinds by an exception: whoever swallows everything keeps it alive."""
    for file in tree.cpp:
        if file.room not in PRODUCT:
            continue
        for match in CATCH_ALL.finditer(file.code):
            if not RETHROW.search(block_from(file.code, match.end())):
                message = "catch (...) must throw again: a dropped fiber unwinds through here"
                yield Violation(file.path, file.line_of(match.start()), "swallow", message)


def block_from(code, start):
    """The text from `start`, just behind an opening brace, to the brace that closes it."""
    depth = 1
    for brace in re.finditer(r"[{}]", code[start:]):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return code[start : start + brace.start()]
    return code[start:]


def check_texts(tree):
    for path, text in tree.texts.items():
        if text is None or path.startswith(TEXT_EXEMPT) or "/corpus/" in path:
            continue
        for name, pattern, message in TEXT_RULES:
            for match in pattern.finditer(text):
                yield Violation(path, text.count("\n", 0, match.start()) + 1, name, message)


def check(tree):
    yield from check_words(tree)
    yield from check_unordered(tree)
    yield from check_catch_all(tree)
    yield from check_texts(tree)
