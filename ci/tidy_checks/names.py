"""Names are words: an identifier made with an abbreviation is named with its replacement.

Only declarations are ours to judge: what follows `.`, `->` or `::` was named elsewhere, and names in
capitals are macros of libraries. One violation per name and file.
"""

import re

from tidy_checks.tree import Violation

REPLACEMENT = {
    "addr": "address",
    "arr": "array, items",
    "attr": "attribute",
    "buf": "buffer",
    "cb": "callback, on_…",
    "cfg": "config",
    "cmd": "command",
    "cnt": "count",
    "conf": "config",
    "conn": "connection",
    "ctx": "context, or what it really is",
    "cur": "current",
    "dst": "to, destination",
    "elem": "element",
    "enc": "encoding",
    "err": "error",
    "expr": "expression",
    "fn": "function, or what it does",
    "func": "function",
    "hdr": "header",
    "idx": "index",
    "iter": "it, iterator",
    "len": "size",
    "mgr": "what it does",
    "msg": "message",
    "num": "count, number",
    "obj": "what it is",
    "params": "parameters",
    "prev": "previous",
    "ptr": "pointer, or the name of what it points to",
    "req": "request",
    "ret": "result",
    "sz": "size",
    "src": "from, source",
    "str": "text",
    "tbl": "table",
    "tmp": "what it holds",
    "util": "what it does",
    "utils": "what it does",
    "val": "value",
    "ver": "version",
}
# Functions and types of OpenSSL, which has no namespace, and what an iterator of RocksDB overrides.
FOREIGN = re.compile(r"(SSL|ERR|EVP|PEM|X509)_[A-Za-z]|ssl_ctx_st$|(SeekFor)?Prev$")

IDENTIFIER = re.compile(r"(?<![\w.:>])([A-Za-z_][A-Za-z0-9_]*)")
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
CANDIDATE = re.compile("|".join(REPLACEMENT), re.IGNORECASE)


def abbreviation_in(name):
    if name.upper() == name or FOREIGN.match(name):
        return None
    return next((word.lower() for word in WORD.findall(name) if word.lower() in REPLACEMENT), None)


def check(tree):
    for file in tree.cpp:
        if file.room is None:
            continue
        seen = set()
        for number, line in enumerate(file.code_lines, 1):
            if line.lstrip().startswith("#") or not CANDIDATE.search(line):
                continue
            for match in IDENTIFIER.finditer(line):
                name = match.group(1)
                word = abbreviation_in(name) if name not in seen else None
                seen.add(name)
                if word:
                    message = f"{name}: not `{word}` but {REPLACEMENT[word]}"
                    yield Violation(file.path, number, "name", message)
    for path in tree.texts:
        stem = path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
        if path.endswith((".h", ".cc")) and abbreviation_in(stem):
            yield Violation(path, 1, "name", f"the file's name holds `{abbreviation_in(stem)}`")
