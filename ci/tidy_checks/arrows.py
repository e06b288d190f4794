"""Which room may see which: the one place that says so.

Checked against every #include and against what the keemun_room() calls of CMake declare. CMake lets
a room see only what it declares, so an include has to pass twice: it must be declared, and what is
declared must be allowed here.
"""

import re

from tidy_checks.tree import Violation, room_of

MAY_SEE = {
    "base": "",
    "resp": "base",
    "runtime": "base",
    "ports": "resp base",
    "format": "base",
    "types": "base",
    # Redis' own way to write a value, beside ours.
    "rdb": "types base",
    "encodings": "types format ports resp base",
    "keyspace": "encodings types format ports base",
    # A handler opens a store by name and never knows which encoding or engine it runs on.
    "commands": "keyspace types rdb resp base",
    # Lua, and what a script may call; of keys it knows nothing.
    "scripts": "resp base",
    # What a user may do, from rules and back; whoever serves asks.
    "acl": "commands resp base",
    "session": "commands scripts keyspace runtime format ports resp base",
    "gc": "keyspace format ports base",
    "cluster": "format ports base",
    # The oracle is an independent witness.
    "model": "resp base",
    "sim": "base resp ports format keyspace commands scripts session gc cluster runtime model",
    "backends": "ports format base",
    "verify": "sim model commands resp base",
    "server": "base resp ports format keyspace commands scripts session gc runtime acl backends",
    "programs": "base resp ports format commands sim backends verify server",
    "tests": "base resp ports format types rdb encodings keyspace commands scripts session gc "
    "cluster runtime acl model sim backends verify server",
}

ROOM_CALL = re.compile(r"\bkeemun_room\s*\(([^)]*)\)")


def rooms_by_include(tree):
    """The first folder of an include → the room that owns it. A target may be a part of a room, with
    an include root of its own: sim/plan/plan.h is included as "plan/plan.h" and belongs to sim."""
    owners = {}
    for path, text in tree.texts.items():
        room = room_of(path)
        if room in (None, "tests"):
            continue
        owners.setdefault(room, room)
        if path.endswith("CMakeLists.txt"):
            for call in ROOM_CALL.finditer(text):
                owners[call.group(1).split()[0]] = room
    return owners


def check_includes(tree):
    owners = rooms_by_include(tree)
    for file in tree.cpp:
        room = file.room
        if room is None:
            continue
        if room not in MAY_SEE:
            yield Violation(file.path, 1, "arrow", f"room {room} is not in ci/tidy_checks/arrows.py")
            continue
        for line, path, quoted in file.includes:
            seen = owners.get(path.split("/")[0]) if quoted and "/" in path else None
            if seen and seen != room and seen not in MAY_SEE[room].split():
                yield Violation(file.path, line, "arrow", f"{room} may not see {seen}")


def check_declarations(tree):
    owners = rooms_by_include(tree)
    for path, text in tree.texts.items():
        room = room_of(path)
        if not path.endswith("CMakeLists.txt") or room not in MAY_SEE:
            continue
        for call in ROOM_CALL.finditer(text):
            line = text.count("\n", 0, call.start()) + 1
            for word in declared(call.group(1)):
                seen = owners.get(word)
                if seen and seen != room and seen not in MAY_SEE[room].split():
                    message = f"{room} declares {word}, but {room} may not see {seen}"
                    yield Violation(path, line, "arrow", message)


def check_uses(tree):
    """An arrow that nobody goes says more than there is."""
    here = "ci/tidy_checks/arrows.py"
    if here not in tree.texts:
        return
    owners = rooms_by_include(tree)
    used = set()
    for file in tree.cpp:
        for _, path, quoted in file.includes:
            if quoted and "/" in path:
                used.add((file.room, owners.get(path.split("/")[0])))
    for room, seen in MAY_SEE.items():
        for one in seen.split():
            if (room, one) not in used:
                yield Violation(here, 1, "unused-arrow", f"no file of {room} sees {one}")


def declared(arguments):
    """The words behind SEES and HIDES in the arguments of one keemun_room() call."""
    listing = False
    for word in re.sub(r"#[^\n]*", "", arguments).split():
        if word in ("SOURCES", "SEES", "HIDES", "LINKS"):
            listing = word in ("SEES", "HIDES")
        elif listing:
            yield word


def check(tree):
    yield from check_includes(tree)
    yield from check_declarations(tree)
    yield from check_uses(tree)
