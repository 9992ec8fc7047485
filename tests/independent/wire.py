"""The protocol's messages in Python, which protoc makes from proto/, and the digest of the heartbeat.

This folder is a second reading of the protocol. It is written from proto/tidemark/v1 and docs/PROTOCOL.md alone and shares
no code with the programs.
"""

import atexit
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = 1


def _generate():
    target = tempfile.mkdtemp(prefix="tidemark-independent-proto-")
    atexit.register(shutil.rmtree, target, ignore_errors=True)
    sources = sorted((ROOT / "proto" / "tidemark" / "v1").glob("*.proto"))
    subprocess.run(["protoc", f"--proto_path={ROOT / 'proto'}", f"--python_out={target}", *map(str, sources)], check=True)
    sys.path.insert(0, target)


_generate()

from tidemark.v1 import avatar_pb2 as avatar
from tidemark.v1 import blob_pb2 as blob
from tidemark.v1 import common_pb2 as common
from tidemark.v1 import conversation_pb2 as conversation
from tidemark.v1 import draft_pb2 as draft
from tidemark.v1 import entry_pb2 as entry
from tidemark.v1 import envelope_pb2 as envelope
from tidemark.v1 import folder_pb2 as folder
from tidemark.v1 import invitation_pb2 as invitation
from tidemark.v1 import log_pb2 as log
from tidemark.v1 import follow_pb2 as follow
from tidemark.v1 import reaction_pb2 as reaction
from tidemark.v1 import read_pb2 as read
from tidemark.v1 import schedule_pb2 as schedule
from tidemark.v1 import session_pb2 as session

MASK = (1 << 64) - 1


def mix(z):
    """The finaliser of SplitMix64."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def digest(held):
    """The digest of a heartbeat over HeldStates, in any order."""
    total = 0
    for one in held:
        value = mix(one.conversation)
        for part in (one.log_epoch, one.head, one.cursor_epoch, one.read_seq, one.version):
            value = (mix(value ^ part) + 0x9E3779B97F4A7C15) & MASK
        total = (total + value) & MASK
    return total


def digest_of_dots(dots):
    """The digest of a heartbeat over (name, version, seen), in any order. Names are bytes."""
    total = 0
    for name, version, seen in dots:
        value = len(name)
        for byte in name:
            value = mix(value ^ byte)
        for part in (version, seen):
            value = (mix(value ^ part) + 0x9E3779B97F4A7C15) & MASK
        total = (total + value) & MASK
    return total


def digest_of_marks(marks):
    """The digest of a heartbeat over (conversation, log_epoch, seen, delivered), in any order."""
    total = 0
    for number, *parts in marks:
        if parts[1:] == [0, 0]:
            continue
        value = mix(number)
        for part in parts:
            value = (mix(value ^ part) + 0x9E3779B97F4A7C15) & MASK
        total = (total + value) & MASK
    return total


def digest_of_reactions(heads):
    """The digest of Hello and heartbeat over (conversation, log_epoch, reaction_head), in any order."""
    total = 0
    for number, *parts in heads:
        if not parts[-1]:
            continue
        value = mix(number)
        for part in parts:
            value = (mix(value ^ part) + 0x9E3779B97F4A7C15) & MASK
        total = (total + value) & MASK
    return total


def error_name(code):
    return envelope.ErrorCode.Name(code).removeprefix("ERROR_CODE_")
