#!/usr/bin/env python3
"""Writes camellia_*.txt beside itself from the byte tables of spec/encodings/camellia.md.

It is a second reading of those tables and shares nothing with src/: run it after a change of the
tables, read the difference, and commit it. A line is one vector:

    kind name=value ... => bytes

Bytes are in hex ("-" for none), doubles are the hex of their IEEE 754 bits, other numbers decimal.
A line of camellia_refused.txt ends in the verdict instead: not_ours or corrupt.
"""

import binascii
import hashlib
import pathlib
import struct

INFINITY = float("inf")
LAYOUTS = ("plain", "md5", "slot")

NAMESPACES = [b"d", b"", b"a:b", b"\xff\xff", b"\x00", "caf\u00e9".encode()]
KEYS = [
    b"k", b"", b"user:1000", b"\x00", b"\xff\xff", b"a\x00b", b"{user}:1", b"x{user}y", b"{}x",
    b"a{{b}}c", b"{open", b"long-" + b"k" * 300,
]
VERSIONS = [0, 1, 1724900000000, 2**44 - 1, 1724900000000 << 20, (2**43 - 1) << 20 | 0xFFFFF,
            2**63 - 1]
MEMBERS = [
    b"", b"f", b"\x00", b"\xff\xff", b"a\x00b", b"m" * 13, b"m" * 14, b"m" * 15, b"m" * 16,
    b"\xff" * 14, b"\x01" + b"\xff" * 16, bytes(range(256)),
]
SCORES = [
    0.0, -0.0, 1.0, -1.0, 1.5, -1.5, 0.1, 0.1 + 0.2, 100.0, -273.15, 1e-3, 9.99e-4, 1.25e-3, 9999999.0,
    1e7, 12345678.9, 123456.789, 2.0**53 - 1, 2.0**53 + 2, 1e21, 1e22, 1e23, 2e23, -1e100, 1e-100,
    5e-324, 1e-323, 1.5e-323, 2e-323, 2.2250738585072014e-308, 1.7976931348623157e308, INFINITY, -INFINITY,
]
IDS = [(0, 0), (0, 1), (1, 0), (1724900000000, 7), (2**64 - 1, 2**64 - 1)]
POSITIONS = [0, 1, -1, 255, 256, -256, 2**31, -(2**31), 2**63 - 1, -(2**63)]

STRING, HASH, ZSET, LIST, SET, STREAM = 1, 2, 3, 4, 5, 6
COUNTED = {HASH: (0, 2), ZSET: (0, 1, 2), SET: (0, 2)}


def md5(data):
    return hashlib.md5(data).digest()


def slot_of(key):
    start = key.find(b"{")
    if start >= 0:
        end = key.find(b"}", start + 1)
        if end > start + 1:
            key = key[start + 1:end]
    return binascii.crc_hqx(key, 0) % 16384


def head(layout, letter, namespace, key):
    front = md5(b"%d" % slot_of(key))[:8] if layout == "slot" else b""
    spread = md5(key)[:8] if layout == "md5" else b""
    return front + letter + b"#" + namespace + spread


def generation(layout, letter, namespace, key, version):
    return head(layout, letter, namespace, key) + struct.pack(">i", len(key)) + key + struct.pack(">q", version)


def ordered_score(score):
    bits = struct.unpack(">Q", struct.pack(">d", score + 0.0))[0]  # -0.0 + 0.0 is 0.0
    return struct.pack(">Q", bits ^ (2**64 - 1 if bits >> 63 else 2**63))


def ordered_position(position):
    return struct.pack(">Q", position + 2**63)


def member_index(member):
    return b"\x00" + member if len(member) < 15 else b"\x01" + md5(member)


def score_text(score):
    """What Double.toString prints since JDK 19."""
    sign = "-" if struct.pack(">d", score)[0] & 0x80 else ""
    size = abs(score)
    if size == INFINITY:
        return sign + "Infinity"
    if size == 0:
        return sign + "0.0"
    mantissa, exponent = next(
        text for text in ("%.*e" % (digits, size) for digits in range(1, 17)) if float(text) == size).split("e")
    digits, exponent = mantissa.replace(".", "").rstrip("0"), int(exponent)
    if 1e-3 <= size < 1e7:
        if exponent < 0:
            return sign + "0." + "0" * (-exponent - 1) + digits
        digits = digits.ljust(exponent + 2, "0")
        return sign + digits[:exponent + 1] + "." + digits[exponent + 1:]
    digits = digits.ljust(2, "0")
    return "%s%s.%sE%d" % (sign, digits[0], digits[1:], exponent)


def meta_value(version, key_type, key_version, expire, count, first, value):
    extra = value
    if key_type == LIST:
        extra = struct.pack(">qi", first, count)
    elif version in COUNTED.get(key_type, ()):
        extra = struct.pack(">i", count)
    return struct.pack(">bbqq", version, key_type, key_version, expire) + extra


def stream_id(ms_and_sequence):
    return struct.pack(">QQ", *ms_and_sequence)


def sized(data):
    return struct.pack(">i", len(data)) + data


def stream_meta(key_version, expire, last, first, deleted, added, count):
    return (struct.pack(">bbqq", 0, STREAM, key_version, expire) + stream_id(last) + stream_id(first)
            + stream_id(deleted) + struct.pack(">qi", added, count))


def show(value):
    if isinstance(value, float):
        return struct.pack(">d", value).hex()
    if isinstance(value, tuple):
        return stream_id(value).hex()
    if isinstance(value, list):
        return ",".join(map(show, value))
    return (value.hex() or "-") if isinstance(value, bytes) else str(value)


def line(kind, fields, result):
    pairs = " ".join("%s=%s" % (name, show(value)) for name, value in fields.items())
    return "%s %s => %s" % (kind, pairs, show(result))


def key_lines():
    def spread(index):  # every key in one namespace, every namespace with a few keys
        return [(NAMESPACES[0], key) for key in KEYS] if index == 0 else [(NAMESPACES[index], key) for key in KEYS[:5]]

    for layout in LAYOUTS:
        for index in range(len(NAMESPACES)):
            for number, (namespace, key) in enumerate(spread(index)):
                at = {"layout": layout, "namespace": namespace, "key": key}
                yield line("meta_key", at, head(layout, b"m", namespace, key) + key)
                version = VERSIONS[(index + number) % len(VERSIONS)]
                at["version"] = version
                for member in MEMBERS if index == 0 and number < 2 else MEMBERS[number % 12:][:2]:
                    yield line("sub_key", at | {"member": member},
                               generation(layout, b"s", namespace, key, version) + member)
                    score = SCORES[(number * 5 + len(member)) % len(SCORES)]
                    yield line("score_key", at | {"score": score, "member": member},
                               generation(layout, b"k", namespace, key, version) + ordered_score(score) + member)
                    if len(member) >= 15:
                        yield line("index_key", at | {"member": member},
                                   generation(layout, b"i", namespace, key, version) + member_index(member))
                position = POSITIONS[(index + number) % len(POSITIONS)]
                yield line("list_key", at | {"position": position},
                           generation(layout, b"s", namespace, key, version) + ordered_position(position))


def value_lines():
    for key_type in (STRING, HASH, ZSET, LIST, SET):
        for version in (0,) if key_type in (STRING, LIST) else (0, 1, 2, 3):
            for number, key_version in enumerate(VERSIONS):
                expire = (-1, 0, 1, 1724900000123, 2**63 - 1)[number % 5]
                count = (1, 2, 0, 2**31 - 1, 256)[number % 5]
                first = POSITIONS[number] if key_type == LIST else 0
                value = (b"v", b"", b"\x00\xff", b"x" * 40)[number % 4] if key_type == STRING else b""
                counted = key_type == LIST or version in COUNTED.get(key_type, ())
                first = min(first, 2**63 - 1 - count)
                yield line("meta_value", {
                    "type": key_type, "encode_version": version, "version": key_version, "expire": expire,
                    "count": count if counted else 0, "first": first, "value": value,
                }, meta_value(version, key_type, key_version, expire, count, first, value))
    for score in SCORES:
        yield line("ordered_score", {"score": score}, ordered_score(score))
        yield line("score_text", {"score": score}, score_text(score).encode())
        yield line("score_row_value", {"score": score}, b"-" if score_text(score) == "-0.0" else b"")
    for member in MEMBERS:
        yield line("member_index", {"member": member}, member_index(member))
    for position in POSITIONS:
        yield line("list_position", {"position": position}, ordered_position(position))


def stream_lines():
    for number, last in enumerate(IDS):
        first, deleted, key_version = IDS[(number + 1) % 5], IDS[(number + 3) % 5], VERSIONS[number]
        expire, count = (-1, 0, 1724900000123)[number % 3], (0, 1, 256, 2**31 - 1, 2)[number]
        added = (0, 1, 2**40, 2**63 - 1, 2)[number]
        yield line("stream_meta", {
            "version": key_version, "expire": expire, "last": last, "first": first, "deleted": deleted, "added": added,
            "count": count,
        }, stream_meta(key_version, expire, last, first, deleted, added, count))
    names = [b"g", b"", b"\x00", b"g\x00", b"a" * 300]
    for number, at in enumerate(IDS):
        group, consumer = names[number], names[(number + 2) % 5]
        named = {"group": group, "consumer": consumer, "id": at}
        yield line("stream_entry_member", {"id": at}, b"\x01" + stream_id(at))
        yield line("stream_group_member", {"group": group}, b"\x02" + group)
        yield line("stream_consumer_member", {"group": group, "consumer": consumer},
                   b"\x03" + sized(group) + consumer)
        yield line("stream_pending_member", {"group": group, "id": at}, b"\x04" + sized(group) + stream_id(at))
        yield line("stream_owned_member", named, b"\x05" + sized(group) + sized(consumer) + stream_id(at))
        words = [names[(number + i) % 5] for i in range(2 * (1 + number % 3))]
        yield line("stream_entry", {"words": words}, b"".join(map(sized, words)))
        read = (-1, 0, 1, 2**40, 2**63 - 1)[number]
        yield line("stream_group", {"last": at, "read": read}, stream_id(at) + struct.pack(">q", read))
        seen, pending = (0, 1, 1724900000123, 2**43, 2**63 - 1)[number], (0, 1, 2, 2**31, 2**63 - 1)[number]
        yield line("stream_consumer", {"seen": seen, "pending": pending}, struct.pack(">qq", seen, pending))
        yield line("stream_pending", {"delivered": seen, "deliveries": pending, "consumer": consumer},
                   struct.pack(">qq", seen, pending) + consumer)


def name_lines():
    for namespace in NAMESPACES[:3]:
        for number, key in enumerate(KEYS):
            version = VERSIONS[number % len(VERSIONS)]
            member = MEMBERS[number]
            at = {"namespace": namespace, "key": key, "version": version}
            collection = b"c#" + namespace + b"{" + key + b"}" + b"%d" % version
            yield line("collection_name", at, collection)
            yield line("field_name", at | {"field": member},
                       b"f#" + namespace + b"%d{%s}%d:" % (len(key), key, version) + member)
            yield line("member_name", at | {"member": member}, collection + member_index(member))


def record_lines():
    for namespace in NAMESPACES:
        for letter, kind in ((b"n", "namespace"), (b"g", "gc_progress"), (b"l", "gc_lease")):
            yield line(kind + "_record_key", {"namespace": namespace}, b"x#" + letter + namespace)
    for family in (1, 2, 3):
        for layout in range(3):
            yield line("namespace_record", {"family": family, "layout": LAYOUTS[layout], "score_form": 0},
                       bytes([1, family, layout, 0]))
    for issuer in (0, 1, 255):
        yield line("version_reservation_key", {"issuer": issuer}, b"x#v" + bytes([issuer]))
    for until in (0, 1724900000000, 2**43):
        yield line("version_reservation", {"until": until}, b"\x01" + struct.pack(">q", until))
    for name in (b"f", b"a_1", b"Z" * 40):
        yield line("function_library_key", {"name": name}, b"x#f" + name)
    for code in (b"", b"#!lua name=f\n", b"#!lua name=f\r\n\0\xff"):
        yield line("function_library", {"code": code}, b"\1" + code)
    yield line("database_order_key", {}, b"x#d")
    for order in ((), (0,), (1, 0), (0, 2, 1, 3), tuple(range(15, -1, -1))):
        yield line("database_order", {"order": ",".join(map(str, order)) or "-"},
                   b"\x01" + b"".join(struct.pack(">i", place) for place in order))
    for share in (0, 63, 16383):
        for letter, kind in ((b"o", "share_owner"), (b"b", "share_beat")):
            yield line(kind + "_key", {"share": share}, b"x#" + letter + struct.pack(">H", share))
    for epoch, node in ((1, b""), (7, b"10.0.0.1:6379"), (2**63 - 1, b"\x00\xff")):
        yield line("share_owner", {"epoch": epoch, "node": node}, b"\x01" + struct.pack(">q", epoch) + node)
    for left, beat, horizon in ((0, 0, 0), (1, 8, 1724900000000), (0, 2**63 - 1, 2**63 - 1)):
        yield line("share_beat", {"left": left, "beat": beat, "horizon": horizon},
                   struct.pack(">BBqq", 1, left, beat, horizon))
    for ms, issuer, counter in ((2**24, 0, 0), (1724900000000, 7, 4095), (2**43 - 1, 255, 4095)):
        yield line("key_version", {"ms": ms, "issuer": issuer, "counter": counter},
                   struct.pack(">q", ms * 2**20 + issuer * 2**12 + counter))
    for slot in (0, 1, 1649, 3504, 9999, 16383):
        yield line("slot_prefix", {"slot": slot}, md5(b"%d" % slot)[:8])
    for key in KEYS:
        yield line("slot_of_key", {"key": key}, struct.pack(">H", slot_of(key)))


def refused_lines():
    def refuse(decoder, layout, row, verdict):
        return "%s layout=%s namespace=64 row=%s => %s" % (decoder, layout, show(row), verdict)

    for layout in LAYOUTS:
        meta = head(layout, b"m", b"d", b"key") + b"key"
        yield refuse("meta_key", layout, b"", "not_ours")
        yield refuse("meta_key", layout, meta.replace(b"m#d", b"m#e"), "not_ours")
        yield refuse("meta_key", layout, meta.replace(b"m#d", b"s#d"), "not_ours")
        yield refuse("meta_key", layout, meta.replace(b"m#d", b"m$d"), "not_ours")
        if layout != "plain":
            yield refuse("meta_key", layout, meta + b"x", "corrupt")  # another key: other spreading bytes
        for letter, tail in ((b"s", b"field"), (b"k", ordered_score(1.0) + b"m"), (b"i", b"\x01" + b"x" * 16)):
            decoder = {b"s": "sub_key", b"k": "score_key", b"i": "index_key"}[letter]
            front = head(layout, letter, b"d", b"key")
            yield refuse(decoder, layout, b"", "not_ours")
            yield refuse(decoder, layout, front[:-1] if layout != "md5" else front[:2], "not_ours")
            for rest in (b"", b"\x00\x00\x00", b"\x00\x00\x00\x03ke", b"\x00\x00\x00\x04key",
                         b"\x00\x00\x00\x03key" + bytes(7), b"\x7f\xff\xff\xffkey" + bytes(8),
                         b"\xff\xff\xff\xffkey" + bytes(8), b"\x80\x00\x00\x03key" + bytes(8) + tail,
                         b"\x00\x00\x00\x03key\x80" + bytes(7) + tail):
                yield refuse(decoder, layout, front + rest, "corrupt")
            if layout != "plain":
                yield refuse(decoder, layout, front + b"\x00\x00\x00\x03kez" + bytes(8) + tail, "corrupt")
        score = generation(layout, b"k", b"d", b"key", 1)
        for bad in (b"", bytes(7), b"\x7f" + b"\xff" * 7, b"\xff" * 8, bytes(8), b"\xff\xf0" + bytes(5) + b"\x01"):
            yield refuse("score_key", layout, score + bad, "corrupt")
        index = generation(layout, b"i", b"d", b"key", 1)
        for bad in (b"", b"\x00", b"\x00abc", b"\x00" + b"m" * 15, b"\x01" + b"m" * 15, b"\x01" + b"m" * 17,
                    b"\x02" + b"m" * 16):
            yield refuse("index_key", layout, index + bad, "corrupt")
    yield refuse("meta_key", "slot", b"\x00" * 8 + b"m#dkey", "not_ours")  # no slot has this prefix
    yield refuse("sub_key", "slot", b"\x00" * 8 + b"s#d", "not_ours")

    good = struct.pack(">bbqq", 0, HASH, 1, -1) + struct.pack(">i", 1)
    for row in (b"", good[:17], good[:18], good[:-1], good + b"\x00", b"\x04" + good[1:], b"\x7f" + good[1:],
                b"\xff" + good[1:], b"\x00\x00" + good[2:], b"\x00\x06" + good[2:], b"\x00\xff" + good[2:],
                b"\x01" + good[1:], b"\x01\x01" + good[2:], b"\x01\x04" + good[2:], good[:2] + b"\x80" + good[3:],
                good[:18] + b"\x80\x00\x00\x00", good[:18] + b"\xff\xff\xff\xff",
                b"\x01\x03" + good[2:18],  # the later numbering's zset version 1
                b"\x03\x03" + good[2:], b"\x00\x04" + good[2:], b"\x00\x04" + good[2:18],
                b"\x00\x04" + good[2:18] + struct.pack(">qi", 2**63 - 1, 1),
                b"\x00\x04" + good[2:18] + struct.pack(">qi", 0, -1),
                b"\x00\x04" + good[2:18] + struct.pack(">qi", 0, 1) + b"\x00"):
        yield "meta_value row=%s => corrupt" % show(row)
    for text in ("", " 1", "1 ", "1x", "nan", "NaN", "0x10", "--1", "+-1", "++1", "+", "-", ".", "e5", "1e", "1e999",
                 "-1e999", "1e-999", "1,5", "1\x00", "Infinit", "1.0d"):
        yield "score_text row=%s => corrupt" % show(text.encode())
    for row in (b"", b"\x01", b"\x01\x01\x00", b"\x01\x01\x00\x00\x00", b"\x02\x01\x00\x00", b"\x01\x00\x00\x00",
                b"\x01\x04\x00\x00", b"\x01\x01\x03\x00", b"\x01\x01\x00\x01"):
        yield "namespace_record row=%s => corrupt" % show(row)
    for row in (b"", b"\x01" + bytes(7), b"\x01" + bytes(9), b"\x02" + bytes(8), b"\x01\x80" + bytes(7),
                b"\x01" + struct.pack(">q", 2**43 + 1)):
        yield "version_reservation row=%s => corrupt" % show(row)
    one, two = struct.pack(">i", 0), struct.pack(">i", 1)
    for row in (b"", b"\0", b"\2#!lua name=f\n"):
        yield "function_library row=%s => corrupt" % show(row)
    for row in (b"", b"\x02", b"\x01" + one[:3], b"\x01" + two, b"\x01" + one + one, b"\x01" + one + two[:3],
                b"\x01\xff\xff\xff\xff"):
        yield "database_order row=%s => corrupt" % show(row)
    for row in (b"", b"\x01", b"\x01" + bytes(8), b"\x02" + bytes(7) + b"\x01", b"\x01\xff" + bytes(7)):
        yield "share_owner row=%s => corrupt" % show(row)
    for row in (b"", b"\x01" + bytes(16), b"\x01" + bytes(18), b"\x02" + bytes(17), b"\x01\x02" + bytes(16),
                b"\x01\x00\x80" + bytes(15), b"\x01" + bytes(9) + b"\x80" + bytes(7)):
        yield "share_beat row=%s => corrupt" % show(row)
    good = stream_meta(1, -1, (2, 0), (1, 0), (1, 0), 2, 1)
    for row in (good[:-1], good + b"\x00", b"\x01" + good[1:], good[:18], good[:-4] + b"\x80\x00\x00\x00"):
        yield "meta_value row=%s => corrupt" % show(row)
    for row in (b"", sized(b"f"), sized(b"f") + b"\x00\x00\x00\x05v", sized(b"f") + sized(b"v") + b"\x00",
                b"\xff\xff\xff\xff", sized(b"f") + sized(b"v") + sized(b"f")):
        yield "stream_entry row=%s => corrupt" % show(row)
    for row in (b"", bytes(23), bytes(25)):
        yield "stream_group row=%s => corrupt" % show(row)
    for row in (b"", bytes(15), bytes(17), bytes(8) + b"\x80" + bytes(7)):
        yield "stream_consumer row=%s => corrupt" % show(row)
    for row in (b"", bytes(15)):
        yield "stream_pending row=%s => corrupt" % show(row)
    for row in (b"", bytes(7), bytes(9)):
        yield "list_position row=%s => corrupt" % show(row)


def main():
    folder = pathlib.Path(__file__).parent
    for name, lines in (("keys", key_lines()), ("values", value_lines()), ("streams", stream_lines()), ("names", name_lines()),
                        ("records", record_lines()), ("refused", refused_lines())):
        (folder / ("camellia_%s.txt" % name)).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
