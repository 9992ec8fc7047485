#!/usr/bin/python3
"""An independent client against the real server, beside a plain model. See --help."""

import argparse
import asyncio
import os
import pathlib
import random
import sys
import tempfile
import time
import traceback

sys.dont_write_bytecode = True  # the sources' folder stays as it is

USERS = [
    "anna", "Børge", "陈晨", "Дарья", "emil", "Fatoumata", "greta", "हरि", "ivo", "Jörg", "κώστας", "lena", "mo", "Núria",
    "otto", "pia", "quentin", "Réka", "sam", "🦊 tod",
]  # fmt: skip

# The weight of each action.
WEIGHTS = {
    "send": 30, "send_wrongly": 3, "read": 18, "read_wrongly": 3, "mark_unread": 6, "open_feed": 3, "delivered": 3,
    "settings": 4, "pull": 8, "states": 3, "totals": 3, "readers": 3, "members": 2, "create_group": 2, "create_channel": 1,
    "open_direct": 3, "join": 3, "leave": 2, "add": 3, "remove": 2, "set_role": 2, "rename": 2, "follow": 3, "unfollow": 1,
    "again": 10, "register_again": 1, "account_settings": 1, "go_offline": 2, "come_back": 4, "another_device": 2,
    "upload": 10, "cancel_upload": 1, "send_files": 8, "send_missing_file": 2, "fetch": 6,
    "set_avatar": 3, "see_avatars": 4,
    "react": 24, "react_wrongly": 4, "see_reactions": 7, "pull_reactions": 5, "reactors": 5, "fill_reactions": 1,
    "toggle_reaction": 3, "race_reactions": 3,
    "write_draft": 6, "send_draft": 5, "see_drafts": 3, "set_folder": 3, "see_folders": 2, "invite": 3,
    "hide": 4, "clear": 2, "forward": 5,
    "schedule": 6, "send_scheduled": 3, "cancel_scheduled": 2, "schedule_late": 3, "see_scheduled": 4,
    "revoke": 1, "delete_account": 1, "other_version": 1, "other_number": 1, "burst": 6, "killed_burst": 1, "move_clock": 1,
}  # fmt: skip
WITHOUT_USER = {"come_back", "burst", "killed_burst", "move_clock"}
SETTLE_EVERY = 10


def parse():
    parser = argparse.ArgumentParser(
        description="Runs random histories of users with several devices against a tidemark-server, by a client that was "
        "written from the protocol's documents alone, beside a plain model of what is promised. Kills the server on the "
        "way, moves its clock, and compares every number that a device is told. The first wrong one is printed with its "
        "seed, step, user, device and conversation.",
        epilog="Exit status: 0 nothing was wrong, 1 something was, 2 wrong use.",
    )
    root = pathlib.Path(__file__).resolve().parents[2]
    parser.add_argument("--server", default=str(root / "build/release/bin/tidemark-server"), help="the program to test")
    parser.add_argument("--from", dest="first", type=int, default=1, metavar="SEED", help="the first seed (default: 1)")
    parser.add_argument("--seeds", type=int, default=1, help="how many histories (default: 1)")
    parser.add_argument("--steps", type=int, default=1500, help="steps of each (default: 1500)")
    parser.add_argument("--seconds", type=float, default=0, help="begin no further history after so long; 0: no limit")
    parser.add_argument("--no-clock", action="store_true", help="leave the server's clock alone")
    parser.add_argument("--self-test", action="store_true", help="only compute the examples of docs/PROTOCOL.md")
    parser.add_argument("--verbose", action="store_true", help="print each step")
    options = parser.parse_args()
    if not options.self_test and not pathlib.Path(options.server).is_file():
        parser.error(f"there is no server at {options.server}")
    return options


async def populate(world, troubles):
    for index, name in enumerate(USERS):
        user = await world.sign_up(name, has_password=index % 4 != 3)
        await world.connect(user.devices[0])
        if index % 2 == 0 and user.password:
            await world.add_device(user, totals_only=index % 8 == 0)
    for _ in range(4):
        user, device = troubles.user_and_device()
        await troubles.create_group(user, device)
        world.drain()


async def run_step(world, troubles, name):
    if name in WITHOUT_USER:
        return await getattr(troubles, name)()
    user, device = troubles.user_and_device()
    if device is None:
        return None
    done = await getattr(troubles, name)(user, device)
    return done and f"{device}: {done}"


class Progress:
    def __init__(self):
        self.step = 0
        self.what = "signing up"
        self.done = 0


async def run(options, seed, server, progress):
    chance = random.Random(seed)
    world = World(server, chance)
    troubles = Troubles(world, int(time.time()))
    await populate(world, troubles)
    names, weights = list(WEIGHTS), list(WEIGHTS.values())
    while progress.step < options.steps:
        progress.step += 1
        name = chance.choices(names, weights)[0]
        progress.what = name
        what = await run_step(world, troubles, name)
        world.drain()
        progress.done += what is not None
        if options.verbose and what:
            print(f"{progress.step} {what}", flush=True)
        if progress.step % SETTLE_EVERY == 0:
            for device in chance.sample(world.devices(), min(3, len(world.devices()))):
                await world.settle(device)
    progress.what = "everything"
    await troubles.everything()
    await world.close()
    server.stop()
    return world


def again(options, seed):
    return f"again with: tests/independent/main.py --server {options.server} --from {seed} --steps {options.steps}"


def run_seed(options, seed):
    """Returns (numbers compared, steps done, kills), or None after it has printed the fault."""
    memory = pathlib.Path("/dev/shm")  # a killed process loses nothing there, and nothing waits for a disk
    folder = tempfile.mkdtemp(prefix="tidemark-independent-", dir=memory if os.access(memory, os.W_OK) else None)
    server = Server(options.server, folder, not options.no_clock)
    progress = Progress()
    try:
        server.start()
        world = asyncio.run(run(options, seed, server, progress))
        return world.checker.compared, progress.done, server.kills
    except Wrong as wrong:
        print(f"WRONG: seed {seed}, step {progress.step} ({progress.what}): {wrong}")
    except Exception:  # pylint: disable=broad-except
        print(f"FAILED: seed {seed}, step {progress.step} ({progress.what}):")
        traceback.print_exc(file=sys.stdout)
        print(server.log_end())
    finally:
        server.remove()
    print(again(options, seed), flush=True)
    return None


def self_test():
    """Prints the examples of docs/PROTOCOL.md exactly as they are there."""
    one = wire.common.HeldState(
        conversation=7, log_epoch=0x0123456789ABCDEF, head=42, cursor_epoch=1, read_seq=40, version=9, upto=42
    )
    other = wire.common.HeldState(conversation=8, log_epoch=0xFEDCBA9876543210, head=3, version=1)
    first = wire.envelope.ClientEnvelope(request=3, heartbeat=wire.session.Heartbeat(digest=wire.digest([one, other])))
    marks = wire.digest_of_marks([(8, 0xFEDCBA9876543210, 0, 0), (7, 0x0123456789ABCDEF, 40, 42)])
    beat = wire.session.Heartbeat(digest=wire.digest([one, other]), marks=marks)
    with_marks = wire.envelope.ClientEnvelope(request=4, heartbeat=beat)
    examples = [
        f"mix(7) = {wire.mix(7):#018x}",
        f"digest of the first = {wire.digest([one]):#018x}",
        f"digest of the second = {wire.digest([other]):#018x}",
        f"digest of both = {wire.digest([other, one]):#018x}",
        f"digest of nothing = {wire.digest([]):#018x}",
        f"digest of the dot = {wire.digest_of_dots([(b'news', 5, 2)]):#018x}",
        f"digest of the marks = {marks:#018x}",
        first.SerializeToString().hex(" "),
        with_marks.SerializeToString().hex(" "),
    ]
    page = (wire.ROOT / "docs" / "PROTOCOL.md").read_text()
    missing = [example for example in examples if example not in page]
    for example in examples:
        print(example)
    for example in missing:
        print(f"docs/PROTOCOL.md does not say: {example}")
    return 1 if missing else 0


def main():
    options = parse()
    if options.self_test:
        return self_test()
    begin = time.monotonic()
    if options.no_clock:
        print("the server's clock is left alone")
    elif faketime_library() is None:
        print("skipped: the server's clock is not moved, because libfaketime is not installed (Debian: faketime)")
    compared = steps = kills = 0
    seeds = 0
    for seed in range(options.first, options.first + options.seeds):
        if options.seconds and time.monotonic() - begin > options.seconds:
            break
        result = run_seed(options, seed)
        if result is None:
            return 1
        seeds += 1
        print(f"seed {seed}: {result[1]} steps, {result[2]} kills, {result[0]} numbers and states compared", flush=True)
        compared, steps, kills = compared + result[0], steps + result[1], kills + result[2]
    print(
        f"{seeds} histories from seed {options.first}: {steps} steps, {kills} kills, {compared} numbers and states compared, "
        f"nothing wrong, in {time.monotonic() - begin:.0f} s"
    )
    return 0


if __name__ == "__main__":
    try:
        import google.protobuf  # noqa: F401
        import websockets  # noqa: F401
    except ImportError as missing:
        print(f"skipped: {missing} (Debian: python3-websockets, python3-protobuf)")
        sys.exit(2)
    import wire
    from checks import Wrong
    from server import Server, faketime_library
    from troubles import Troubles
    from world import World

    sys.exit(main())
