#!/usr/bin/env python3
"""Writes ardb_*.txt beside itself from the byte tables of spec/encodings/ardb.md.

It is a second reading of those tables and shares nothing with src/: run it after a change of the
tables, read the difference, and commit it. A line is one vector, as in generate_camellia.py:

    kind name=value ... => bytes, or the verdict corrupt, or how two elements compare

Elements are n (nil), i and a decimal int64, d and the hex of the bits of IEEE 754, s and hex bytes,
with commas between; "-" for none. PRINTED holds what Ardb's own codec printed for these values: the
tables are held to it before anything is written.
"""

import pathlib
import struct
from fractions import Fraction

META, STRING, HASH, HASH_FIELD, LIST, LIST_ELEMENT, SET, SET_MEMBER = range(1, 9)
ZSET, ZSET_SORT, ZSET_SCORE, STREAM, STREAM_ELEMENT, STREAM_PENDING = range(9, 15)
TTL_SORT, MERGE = 29, 30
METAS = (STRING, HASH, LIST, SET, ZSET, STREAM)
TTL_NAMESPACE = b"__TTL_DB__"
STREAM_ID = struct.pack(">QQ", 1500000000123, 0)


def bits_of(number):
    return struct.unpack(">q", struct.pack(">d", number))[0]


def varint(number):
    out = b""
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def zigzag(number):
    return varint((number << 1 ^ number >> 63) & 2**64 - 1)


def element(value):
    if value is None:
        return b"\x00"
    if isinstance(value, int):
        return b"\x01" + zigzag(value)
    if isinstance(value, float):
        return b"\x02" + zigzag(bits_of(value))
    return b"\x04" + varint(len(value)) + value


def elements(values):
    return bytes([len(values)]) + b"".join(map(element, values))


def exact_key(namespace, key, kind, values):
    front = b"" if namespace is None else element(namespace)
    return front + varint(len(key)) + key + bytes([kind]) + elements(values)


def exact_value(kind, values, expire=0, size=0, sequential=1, last_id=b"", command=0):
    out = bytes([kind])
    if kind in METAS:
        out += b"\x00" + zigzag(expire)
        if kind != STRING:
            out += zigzag(size)
        if kind == LIST:
            out += bytes([sequential])
        if kind == STREAM:
            out += element(last_id)
    if kind == MERGE:
        out += struct.pack("<H", command)
    return out + elements(values)


def sortable_string(data):
    return data.replace(b"\x00", b"\x00\xff") + b"\x00\x00"


def ordered_double(number):
    bits = bits_of(number + 0.0) & 2**64 - 1
    return struct.pack(">Q", bits ^ (2**64 - 1 if bits >> 63 else 2**63))


def floor_of(number):
    """The largest double that is not above an int64."""
    nearest = float(number)
    if Fraction(nearest) <= number:
        return nearest
    bits = bits_of(nearest)
    return struct.unpack(">d", struct.pack(">q", bits + (1 if nearest < 0 else -1)))[0]


def sortable(value):
    if value is None:
        return b"\x00"
    if isinstance(value, int):
        floor = floor_of(value)
        return b"\x01" + ordered_double(floor) + struct.pack(">H", 2 * (value - int(floor)))
    if isinstance(value, float):
        return b"\x01" + ordered_double(value) + b"\x00\x01"
    return b"\x04" + sortable_string(value)


def ordered_key(namespace, key, kind, values):
    return (b"a#" + sortable_string(namespace) + sortable_string(key) + bytes([kind, len(values)])
            + b"".join(map(sortable, values)))


# What Ardb's codec printed, compiled and run by itself; key "A".
PRINTED = [
    ("04 01 30", element(b"0")),
    ("01 41 01 00", exact_key(None, b"A", META, ())),
    ("02 00 00 01 04 01 78", exact_value(STRING, (b"x",))),
    ("02 00 f6e1bcefa757 01 01 54", exact_value(STRING, (42,), expire=1500000000123)),
    ("02 00 00 01 01 0d", exact_value(STRING, (-7,))),
    ("02 00 00 01 04 03 303037", exact_value(STRING, (b"007",))),
    ("02 00 00 01 02 80808080808080f87f", exact_value(STRING, (1.5,))),
    ("01 41 04 01 04 01 66", exact_key(None, b"A", HASH_FIELD, (b"f",))),
    ("01 41 04 01 01 18", exact_key(None, b"A", HASH_FIELD, (12,))),
    ("03 00 00 02 00", exact_value(HASH, (), size=1)),
    ("03 00 00 01 00", exact_value(HASH, (), size=-1)),
    ("04 01 04 03 76616c", exact_value(HASH_FIELD, (b"val",))),
    ("01 41 08 01 04 01 6d", exact_key(None, b"A", SET_MEMBER, (b"m",))),
    ("08 00", exact_value(SET_MEMBER, ())),
    ("07 00 00 04 02 04 01 6d 04 01 7a", exact_value(SET, (b"m", b"z"), size=2)),
    ("01 41 06 01 01 00", exact_key(None, b"A", LIST_ELEMENT, (0,))),
    ("01 41 06 01 01 01", exact_key(None, b"A", LIST_ELEMENT, (-1,))),
    ("01 41 06 01 02 80808080808080e07f", exact_key(None, b"A", LIST_ELEMENT, (0.5,))),
    ("05 00 00 06 01 02 01 00 01 04", exact_value(LIST, (0, 2), size=3)),
    ("05 00 00 06 00 02 01 00 01 04", exact_value(LIST, (0, 2), size=3, sequential=0)),
    ("06 01 04 01 65", exact_value(LIST_ELEMENT, (b"e",))),
    ("01 41 0a 02 02 80808080808080f07f 04 05 6669727374", exact_key(None, b"A", ZSET_SORT, (1.0, b"first"))),
    ("01 41 0a 02 02 ffffffffffffff8f8001 04 05 6669727374", exact_key(None, b"A", ZSET_SORT, (-1.0, b"first"))),
    ("01 41 0a 02 02 00 04 05 6669727374", exact_key(None, b"A", ZSET_SORT, (0.0, b"first"))),
    ("01 41 0b 01 04 05 6669727374", exact_key(None, b"A", ZSET_SCORE, (b"first",))),
    ("01 41 0b 01 04 02 3132", exact_key(None, b"A", ZSET_SCORE, (b"12",))),
    ("09 00 00 04 02 04 05 6669727374 04 06 7365636f6e64", exact_value(ZSET, (b"first", b"second"), size=2)),
    ("0b 01 02 80808080808080f07f", exact_value(ZSET_SCORE, (1.0,))),
    ("00 1d 03 01 f6e1bcefa757 04 01 30 04 01 41",
     exact_key(None, b"", TTL_SORT, (1500000000123, b"0", b"A"))),
    ("04 0a 5f5f54544c5f44425f5f 00 1d 03 01 f6e1bcefa757 04 01 30 04 01 41",
     exact_key(TTL_NAMESPACE, b"", TTL_SORT, (1500000000123, b"0", b"A"))),
    ("1d 00", exact_value(TTL_SORT, ())),
    ("1e 70 00 01 01 0a", exact_value(MERGE, (5,), command=112)),
    ("0c 00 00 02 04 10 0000015d3ef7987b0000000000000000 01 04 01 66",
     exact_value(STREAM, (b"f",), size=1, last_id=STREAM_ID)),
    ("01 41 0d 01 04 10 0000015d3ef7987b0000000000000000", exact_key(None, b"A", STREAM_ELEMENT, (STREAM_ID,))),
    ("01 41 0e 02 04 01 67 00", exact_key(None, b"A", STREAM_PENDING, (b"g", None))),
    ("01 41 0e 02 04 01 67 04 10 0000015d3ef7987b0000000000000000",
     exact_key(None, b"A", STREAM_PENDING, (b"g", STREAM_ID))),
]

NAMESPACES = [b"0", b"", b"a:b", b"\x00", b"\xff\xff", b"n" * 200]
KEYS = [b"A", b"", b"AB", b"A\x00", b"A\x00\xff", b"\x00\x00", b"\xff", b"user:1000", b"k" * 300]
NAMES = [b"first", b"", b"12", b"\x00", b"\x00\x00", b"a\x00b", b"\xff\xff", b"m" * 127, b"m" * 128]
INTS = [0, 1, -1, 12, 63, 64, -64, -65, 2**53 - 1, 2**53, 2**53 + 1, -(2**53), -(2**53) - 1, 2**62 + 513,
        2**63 - 1, 2**63 - 1024, -(2**63), -(2**63) + 1]
DOUBLES = [0.0, -0.0, 0.5, 1.0, -1.0, -1.5, 12.0, 2.0**53, 2.0**53 + 2, -(2.0**53), 2.0**63, -(2.0**63), 1e300,
           -1e300, 5e-324, -5e-324, float("inf"), float("-inf")]


def show_element(value):
    if value is None:
        return "n"
    if isinstance(value, int):
        return "i%d" % value
    if isinstance(value, float):
        return "d" + struct.pack(">d", value).hex()
    return "s" + value.hex()


def show(value):
    if isinstance(value, tuple):
        return ",".join(map(show_element, value)) or "-"
    if isinstance(value, bytes):
        return value.hex() or "-"
    return str(value)


def line(kind, fields, result):
    return " ".join([kind] + ["%s=%s" % (name, show(value)) for name, value in fields.items()] + ["=>", show(result)])


def logical_keys():
    for namespace in NAMESPACES:
        yield namespace, b"A", META, ()
    for key in KEYS:
        yield b"0", key, META, ()
        yield b"0", key, HASH_FIELD, (b"f",)
    for name in NAMES:
        for kind in (HASH_FIELD, SET_MEMBER, ZSET_SCORE):
            yield b"0", b"A", kind, (name,)
        yield b"0", b"A", ZSET_SORT, (1.5, name)
    for number in INTS + DOUBLES:
        yield b"0", b"A", LIST_ELEMENT, (number,)
    for number in INTS:
        yield b"0", b"A", HASH_FIELD, (number,)
    for score in DOUBLES:
        yield b"0", b"A", ZSET_SORT, (score, b"first")
    yield b"0", b"A", STREAM_ELEMENT, (STREAM_ID,)
    yield b"0", b"A", STREAM_PENDING, (b"g", None)
    yield b"0", b"A", STREAM_PENDING, (b"g", STREAM_ID)
    yield b"0", b"A", STREAM_ELEMENT, (STREAM_ID, 0)
    yield b"0", b"A", STREAM_PENDING, (None,)
    yield b"0", b"A", STREAM_PENDING, (b"g", b"c", None)
    yield b"0", b"A", STREAM_PENDING, (b"g", b"c", STREAM_ID)
    yield TTL_NAMESPACE, b"", TTL_SORT, (1500000000123, b"0", b"A")
    yield TTL_NAMESPACE, b"0", TTL_SORT, (1500000000123, b"A")


def exact_lines():
    for namespace, key, kind, values in logical_keys():
        at = {"key": key, "type": kind, "elements": values}
        yield line("ardb_key_outside", at, exact_key(None, key, kind, values))
        yield line("ardb_key", {"namespace": namespace} | at, exact_key(namespace, key, kind, values))

    def value(kind, values, **meta):
        whole = {"expire": 0, "size": 0, "sequential": 1, "last_id": b"", "command": 0} | meta
        return line("ardb_value", {"type": kind, "elements": values} | whole, exact_value(kind, values, **whole))

    for content in [b"x", b"", b"007", b"v" * 200, 42, -7, 1.5] + INTS:
        for expire in (0, 1, 1500000000123, 2**63 - 1):
            yield value(STRING, (content,), expire=expire)
        yield value(HASH_FIELD, (content,))
        yield value(LIST_ELEMENT, (content,))
    for size in (-1, 0, 1, 63, 64, 2**31, 2**63 - 1):
        yield value(HASH, (), size=size, expire=1500000000123)
        yield value(SET, (), size=size)
        yield value(SET, (b"m", b"z"), size=size)
        yield value(ZSET, (b"first", b"second"), size=size)
        for sequential in (0, 1):
            yield value(LIST, (0, 2), size=size, sequential=sequential)
            yield value(LIST, (-0.5, 2**62), size=size, sequential=sequential)
    for kind in (SET_MEMBER, ZSET_SORT, TTL_SORT):
        yield value(kind, ())
    for score in DOUBLES:
        yield value(ZSET_SCORE, (score,))
    yield value(STREAM, (b"f",), size=1, last_id=STREAM_ID)
    yield value(STREAM, (), size=0, last_id=bytes(16), expire=1500000000123)
    yield value(STREAM_ELEMENT, (1, 42))
    yield value(STREAM_ELEMENT, (2, b"v", 7, b"f", b"g"))
    yield value(STREAM_ELEMENT, (128,))
    yield value(STREAM_ELEMENT, (b"f", b"v", b"12", 12))
    yield value(STREAM_PENDING, (STREAM_ID,))
    yield value(STREAM_PENDING, (STREAM_ID, -1))
    yield value(STREAM_PENDING, (b"c", 1500000000123, 1))
    yield value(STREAM_PENDING, (1500000000123, 2))
    yield value(STREAM_PENDING, ())
    for command in (112, 0, 0xFFFF, 0x0100):
        yield value(MERGE, (5,), command=command)


def ordered_lines():
    for namespace, key, kind, values in logical_keys():
        written = tuple(0.0 if value == 0.0 and isinstance(value, float) else value for value in values)
        yield line("ardb_row", {"namespace": namespace, "key": key, "type": kind, "elements": written},
                   ordered_key(namespace, key, kind, values))


def sign(number):
    return (number > 0) - (number < 0)


def meant(a, b):
    kinds = [0 if value is None else 2 if isinstance(value, bytes) else 1 for value in (a, b)]
    if kinds[0] != kinds[1]:
        return sign(kinds[0] - kinds[1])
    if kinds[0] != 1:
        return 0 if a == b else -1 if a is not None and a < b else 1
    infinite = [isinstance(value, float) and value in (float("inf"), float("-inf")) for value in (a, b)]
    if any(infinite):
        first, second = (value if is_infinite else 0.0 for value, is_infinite in zip((a, b), infinite))
        return sign((first > second) - (first < second))
    first, second = Fraction(a), Fraction(b)
    if first != second:
        return -1 if first < second else 1
    return sign(isinstance(a, float) - isinstance(b, float))


def compared(a, b):
    """As Ardb's comparator does it."""
    if isinstance(a, int) and isinstance(b, int):
        difference = (a - b) & 2**64 - 1
        return sign(difference - 2**64 if difference >> 63 else difference)
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return (float(a) > float(b)) - (float(a) < float(b))
    return meant(a, b)


def order_lines():
    values = [None] + INTS + DOUBLES + NAMES
    for a in values:
        for b in values:
            yield line("ardb_order", {"a": (a,), "b": (b,), "meant": meant(a, b)}, compared(a, b))


def refused_lines():
    good = exact_key(b"0", b"A", ZSET_SORT, (1.0, b"m"))
    for row in ([good[:size] for size in range(len(good))] +
                [good + b"\x00", b"\x01" + good[1:], b"\x03" + good[1:],
                 exact_key(b"0", b"A", META, (1,)), exact_key(b"0", b"A", STRING, ()), exact_key(b"0", b"A", 31, ()),
                 exact_key(b"0", b"A", MERGE, ()), exact_key(b"0", b"A", 0, ()),
                 element(b"0") + b"\x81\x00" + b"A" + b"\x01\x00",  # a length that is not the shortest
                 element(b"0") + b"\x01A\x08\x01\x03\x01m",  # the tag of a borrowed string
                 element(b"0") + b"\x01A\x06\x01\x01" + b"\xff" * 9 + b"\x02"]):
        yield "ardb_key row=%s => corrupt" % show(row)
    string, member = exact_value(STRING, (b"x",)), exact_value(SET_MEMBER, ())
    for row in (b"", string[:1], string[:2], string[:3], string[:-1], string + b"\x00", b"\x02\x01" + string[2:],
                b"\x02\x00\x01\x00", exact_value(STRING, ()), exact_value(STRING, (b"x",), expire=-1),
                exact_value(STRING, (b"x", b"y")), exact_value(STRING, (None,)), exact_value(HASH_FIELD, (None,)),
                exact_value(LIST_ELEMENT, (None,)), exact_value(HASH, (), size=-2), exact_value(HASH, (1, 2)),
                exact_value(SET, (b"m",)), exact_value(LIST, ()), exact_value(LIST, (b"a", b"b")),
                exact_value(LIST, (0, 1), sequential=2), exact_value(LIST, (None, 1)), member + b"\x00", member[:1],
                exact_value(SET_MEMBER, (1,)), exact_value(ZSET_SCORE, (1,)), exact_value(ZSET_SCORE, ()),
                exact_value(STREAM, (), last_id=b"short"), exact_value(MERGE, (), command=1)[:2], b"\x00\x00",
                b"\x01\x00", b"\x1f\x00", b"\xff\x00"):
        yield "ardb_value row=%s => corrupt" % show(row)
    good = ordered_key(b"0", b"A", ZSET_SORT, (1.0, b"m"))
    head = ordered_key(b"0", b"A", LIST_ELEMENT, ())[:-1] + b"\x01"
    for row in ([good[:size] for size in range(len(good))] +
                [good + b"\x00", b"b" + good[1:], good.replace(b"\x00\x00", b"\x00\x01"),
                 ordered_key(b"0", b"A", META, (1,)), ordered_key(b"0", b"A", STRING, ()), head + b"\x02",
                 head + b"\x01" + ordered_double(0.5) + b"\x00\x00",  # an int with a fraction
                 head + b"\x01" + ordered_double(1.0) + b"\x00\x02",  # a floor that is not the largest
                 head + b"\x01" + ordered_double(1.0) + b"\x00\x03",
                 head + b"\x01" + ordered_double(2.0**63) + b"\x00\x00",
                 head + b"\x01" + ordered_double(2.0**62) + struct.pack(">H", 2048),
                 head + b"\x01" + b"\x7f" + b"\xff" * 7 + b"\x00\x01",  # a negative zero
                 head + b"\x01" + b"\xff" * 8 + b"\x00\x01"]):  # NaN
        yield "ardb_row row=%s => corrupt" % show(row)


def main():
    for printed, made in PRINTED:
        assert bytes.fromhex(printed) == made, (printed, made.hex())
    folder = pathlib.Path(__file__).parent
    for name, lines in (("exact", exact_lines()), ("ordered", ordered_lines()), ("order", order_lines()),
                        ("refused", refused_lines())):
        (folder / ("ardb_%s.txt" % name)).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
