#!/usr/bin/env python3
"""Writes the property lists of this folder with Python's plistlib, and in expected.txt what each of them holds.

plistlib is a reader and writer that shares nothing with ours: each file is read back with it, and what it holds is
written down in a form of this script's own, which PropertyListVectorTests writes too.
"""
import datetime
import pathlib
import plistlib
import struct

folder = pathlib.Path(__file__).parent
epoch = datetime.datetime(2001, 1, 1)


def bits(number):
    return struct.pack(">d", number).hex()


def text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ",".join("s" + key.encode().hex() + ":" + text(inner) for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(text(inner) for inner in value) + "]"
    if isinstance(value, str):
        return "s" + value.encode().hex()
    if isinstance(value, int):
        return f"i{value}"
    if isinstance(value, float):
        return "r" + bits(value)
    if isinstance(value, datetime.datetime):
        return "d" + bits((value - epoch).total_seconds())
    if isinstance(value, bytes):
        return "x" + value.hex()
    if isinstance(value, plistlib.UID):
        return f"u{value.data}"
    raise TypeError(value)


lists = {
    "scalars": {
        "integers": [0, 1, 255, 256, 65535, 65536, 2**32, 2**63 - 1, 2**63, 2**64 - 1, -1, -128, -(2**63)],
        "reals": [0.0, 0.1, -1.5e300, 5e-324, float("inf"), float("-inf")],
        "booleans": [True, False],
        "dates": [epoch, datetime.datetime(1970, 1, 1), datetime.datetime(2000, 2, 29, 23, 59, 59),
                  datetime.datetime(2026, 11, 23, 12, 0, 1), datetime.datetime(1, 1, 1),
                  datetime.datetime(9999, 12, 31, 23, 59, 59)],
        "data": [b"", b"a", b"ab", b"abc", bytes(range(256))],
        "strings": ["", "plain", " blanks \t\n ", "<&>'\"", "]]>", "é", "日本語", "😀 and more", "a" * 14, "a" * 15,
                    "é" * 14, "é" * 15, "a" * 300, "é" * 300],
    },
    "nested": {"a": {"b": {"c": [[[[{"d": []}]]], {}]}}, "": "an empty key", "é": ["same", "same", "same"]},
    "manyObjects": {"numbers": list(range(300)), "words": [f"word {number}" for number in range(300)]},
    "long": ["a" * 70000, b"b" * 70000],
    "root": ["a root that is an array"],
    "info": {
        "CFBundleIdentifier": "com.example.door",
        "NSNearbyInteractionUsageDescription": "Opens the door when you come near.",
        "NSBluetoothAlwaysUsageDescription": "Talks to the door.",
        "UIBackgroundModes": ["bluetooth-central", "nearby-interaction"],
    },
}
expected = []


def shortened(holds):
    """The text itself, or the FNV-1a hash of a long one."""
    if len(holds) <= 4000:
        return holds
    value = 0xCBF29CE484222325
    for byte in holds.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"0x{value:016x}"


def write(name, content, holds):
    (folder / name).write_bytes(content)
    read = plistlib.loads(content)
    assert text(read) == text(holds), name
    expected.append(f"{name}\t{shortened(text(holds))}\n")


for name, value in lists.items():
    for form, kind in ((plistlib.FMT_XML, "xml"), (plistlib.FMT_BINARY, "binary")):
        if name == "long" and kind == "xml":
            continue
        write(f"{name}.{kind}.plist", plistlib.dumps(value, fmt=form, sort_keys=False), value)
write("references.binary.plist", plistlib.dumps([plistlib.UID(1), plistlib.UID(2**40)], fmt=plistlib.FMT_BINARY),
      [plistlib.UID(1), plistlib.UID(2**40)])
info = plistlib.dumps(lists["info"] | {"é😀": "é😀"}, sort_keys=False).decode()
for name, encoding in (("UTF-16LE", "utf-16-le"), ("UTF-16BE", "utf-16-be")):
    content = ("\ufeff" + info.replace("UTF-8", "UTF-16")).encode(encoding)
    write(f"info.{name}.plist", content, lists["info"] | {"é😀": "é😀"})
write("info.bom.plist", b"\xef\xbb\xbf" + info.encode(), lists["info"] | {"é😀": "é😀"})
(folder / "expected.txt").write_text("".join(expected))
