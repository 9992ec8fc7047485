"""The server, the users with their devices, and the model beside them."""

import time

from checks import Checker, Wrong, differ
from device import Connection, Device, Refused
from model import Model, User
from wire import VERSION, error_name, reaction, read, session

CLOCK_TOLERANCE_S = 120
# Pushes that change nothing which devices hold here.
PUSHES_BESIDE = {
    "go_away", "error", "dots", "account_settings", "typing_now", "device_activity", "avatars", "scheduled_messages", "drafts",
    "folders", "invitations",
}  # fmt: skip


class World:
    def __init__(self, server, random):
        self.server = server
        self.random = random
        self.model = Model()
        self.checker = Checker(self.model)
        self.users = []
        self.clock_offset_s = 0

    # ---- users and devices

    def bytes(self, count):
        return self.random.randbytes(count)

    def device_number(self):
        return self.random.getrandbits(63) + 1

    async def sign_up(self, name, has_password):
        password = f"password of {name}" if has_password else ""
        device = Device(None, 1, self.device_number(), self.bytes(32))
        request = session.Register(
            protocol_version=VERSION, name=name, password=password, token=device.token, device=device.number
        )
        authenticated = await self.stranger("register", request)
        user = User(name, authenticated.authenticated.user.id, password)
        if user.number in self.model.users or authenticated.authenticated.user.name != name:
            raise Wrong(f"register {name}: answered {authenticated}")
        device.user = user
        user.devices.append(device)
        self.users.append(user)
        self.model.users[user.number] = user
        return user

    async def add_device(self, user, totals_only=False):
        device = Device(user, len(user.devices) + 1, self.device_number(), self.bytes(32), totals_only)
        request = session.SignIn(
            protocol_version=VERSION, name=user.name, password=user.password, token=device.token, device=device.number
        )
        answer = await self.stranger("sign_in", request)
        if answer.authenticated.user.id != user.number:
            raise Wrong(f"sign in as {user.name}: answered {answer}")
        user.devices.append(device)
        await self.connect(device)
        return device

    async def stranger(self, field, request):
        """Sends a request on a connection of its own, without a session, and returns the only answer."""
        connection = await Connection.open(self.server.url)
        try:
            frames = await connection.ask(field, request)
        finally:
            await connection.close()
        return frames[0]

    def devices(self, is_connected=True):
        return [one for user in self.users for one in user.devices if one.is_connected == is_connected]

    def listeners(self):
        return [one for one in self.devices() if not one.totals_only]

    def any_device(self, user):
        """One of the user's connected devices that hold conversations, or None."""
        usable = [one for one in user.devices if one.is_connected and not one.totals_only]
        return self.random.choice(usable) if usable else None

    async def connect(self, device, is_now=True):
        welcome, states = await device.connect(self.server.url)
        if welcome.protocol_version != VERSION or welcome.user.id != device.user.number:
            raise Wrong(f"{device}: welcomed as {welcome}")
        if welcome.states_to_come != len(states) and not device.totals_only:
            differ(device, "welcome", "states_to_come", len(states), welcome.states_to_come)
        if abs(welcome.server_time_at_ms / 1000 - time.time() - self.clock_offset_s) > CLOCK_TOLERANCE_S:
            differ(device, "welcome", "the server's time", f"{self.clock_offset_s} s from ours", welcome.server_time_at_ms)
        self.note_delivered(device)
        if is_now:
            self.take_states(device, states)
        return states

    def note_delivered(self, device):
        """Hello and Sync report what the device holds, which counts as delivered."""
        for number, one in device.held.items():
            log = self.model.logs.get(number)
            if log is not None and log.is_member(device.user.number) and not device.totals_only:
                member = log.members[device.user.number]
                member.delivered = max(member.delivered, one.upto)

    # ---- requests

    async def ask(self, device, field, message, refusals=()):
        """The answers; None after a refusal. If `refusals` is not empty, the server must refuse with one of them."""
        try:
            frames = await device.ask(field, message)
        except Refused as refused:
            name = error_name(refused.error.code)
            if name in refusals:
                return None
            raise Wrong(f"{device}: {field} was refused with {name} {refused.error.detail}: {message}") from refused
        if refusals:
            raise Wrong(f"{device}: {field} was not refused with {' or '.join(refusals)}: {message}")
        return frames

    def take_states(self, device, states, is_now=True):
        for state in states:
            self.checker.state(device, state, is_now)
            device.apply_state(state)

    def take_answer(self, device, frames, is_now=True):
        """Checks the States that answer a request."""
        states = [state for frame in frames for state in frame.states.states]
        self.take_states(device, states, is_now)
        return states

    def take_range(self, device, log, part):
        entries = self.checker.entries(device, log, part)
        self.checker.range_reactions(device, log, part)
        device.apply_range(log.number, part, entries)
        return entries

    def take_reactions(self, device, log, told):
        self.checker.reactions(device, log, told)
        device.apply_reactions(told)

    async def pull_reactions(self, device, log, after, limit=0):
        """One page, which must be checked by the caller for progress."""
        question = reaction.PullReactions(conversation=log.number, log_epoch=log.epoch, after=after, limit=limit)
        told = (await self.ask(device, "pull_reactions", question))[0].reactions
        self.take_reactions(device, log, told)
        if len(told.messages) > (limit or 500):
            differ(device, f"conversation {log.number}", "messages on a page of reactions", limit, len(told.messages))
        return told

    async def catch_up_reactions(self, device, log, limit=0):
        one = device.held[log.number]
        while one.reactions_upto < one.reaction_head:
            after = one.reactions_upto
            told = await self.pull_reactions(device, log, after, limit)
            if one.reactions_upto <= after:
                differ(device, f"conversation {log.number}", f"reactions after {after}", "a later position", told)

    # ---- pushes

    def drain(self):
        """Checks and applies the pushes to all devices."""
        for device in self.devices():
            inbox, device.connection.inbox = device.connection.inbox, []
            for frame in inbox:
                self._take_push(device, frame)

    def _take_push(self, device, frame):
        kind = frame.WhichOneof("frame")
        if kind == "states":
            self.take_states(device, frame.states.states, is_now=False)
            return
        if kind == "receipts":
            self.checker.receipts(device, frame.receipts.receipts)
        elif kind == "notify":
            self._take_notify(device, frame.notify)
        elif kind not in PUSHES_BESIDE:
            raise Wrong(f"{device}: pushed {frame}")
        device.apply_push(frame)

    def _take_notify(self, device, notify):
        for head in notify.heads:
            log = self.model.logs.get(head.conversation)
            if log is None or head.head > log.head:
                differ(device, f"conversation {head.conversation}", "pushed head", log and log.head, head.head)
            if head.reaction_head > log.reaction_head:
                differ(device, f"conversation {log.number}", "pushed reaction_head", log.reaction_head, head.reaction_head)
        if device.totals_only != notify.HasField("totals"):
            differ(device, "notify", "has totals", device.totals_only, notify.HasField("totals"))
        if notify.HasField("totals"):
            old, new = device.totals, notify.totals
            if old is not None and old.version == new.version and old != new:
                differ(device, "totals", f"version {new.version}", old, new)
            if old is None or new.version >= old.version:
                device.totals = new

    # ---- settling

    async def compare_after_hello(self, device):
        """The digest in Hello has brought the reaction heads, before the answer to another request."""
        await self.ask(device, "get_totals", read.GetTotals())
        self.drain()
        if not device.totals_only:
            self.checker.reaction_heads(device)

    async def settle(self, device):
        """Lets the device compare itself with the server by a heartbeat, and then compares it with the model."""
        if device.totals_only:
            frames = await self.ask(device, "heartbeat", session.Heartbeat())
            self.checker.totals(device, frames[0].heartbeat_ack.totals)
            return
        self._lose_marks(device)
        self.lose_reactions(device)
        frames = await self.ask(device, "heartbeat", device.heartbeat())
        self.drain()
        if not frames[0].heartbeat_ack.agree:
            await self.sync(device)
            frames = await self.ask(device, "heartbeat", device.heartbeat())
            if not frames[0].heartbeat_ack.agree:
                raise Wrong(f"{device}: the heartbeat does not agree after Sync")
            self.drain()
        self.checker.settled(device)
        self.checker.marks(device)
        await self._repeat_heartbeat(device)
        self.checker.reaction_heads(device)
        await self._repeat_reactions(device)
        for log in self.model.logs_of(device.user.number):
            await self.catch_up_reactions(device, log)
        self.checker.settled_reactions(device)
        frames = await self.ask(device, "get_totals", read.GetTotals())
        self.checker.totals(device, frames[0].totals)

    def _lose_marks(self, device):
        """Forgets the server's marks of some conversations, as if their pushes were lost. The heartbeat must bring them again."""
        for number, one in device.held.items():
            if self.random.randrange(4) == 0:
                device.connection.told_marks.pop(number, None)
                one.seen = one.delivered = 0

    def lose_reactions(self, device):
        """Forgets some changes, as if their pushes were lost. Heartbeat and Hello must bring the reaction heads again."""
        for number, one in device.held.items():
            if one.state.is_member and self.random.randrange(4) == 0:
                upto = self.random.randint(min(one.reactions_from, one.reactions_upto), one.reactions_upto)
                for seq in self.model.logs[number].changed_reactions(device.user.number, upto, one.reactions_upto):
                    one.reactions.pop(seq, None)
                one.reactions_upto = one.reaction_head = upto

    async def _repeat_heartbeat(self, device):
        """Marks that agree are not pushed again."""
        await self.ask(device, "heartbeat", device.heartbeat())
        for frame in device.connection.inbox:
            if frame.WhichOneof("frame") == "receipts" and frame.receipts.standing:
                raise Wrong(f"{device}: the marks do not agree after they were told: {frame}")
        self.drain()

    async def _repeat_reactions(self, device):
        """The reaction heads are not pushed for a digest that agrees. Late pushes of some heads may come."""
        expected = {log.number for log in self.model.logs_of(device.user.number) if log.reaction_head}
        for _ in range(3):
            await self.ask(device, "heartbeat", device.heartbeat())
            await self.ask(device, "heartbeat", device.heartbeat())
            pushes = [frame.notify.heads for frame in device.connection.inbox if frame.WhichOneof("frame") == "notify"]
            self.drain()
            if not any(expected <= {head.conversation for head in heads} for heads in pushes):
                return
        if expected:
            differ(device, "heartbeat", "pushes after a digest of reactions that agrees", "none", sorted(expected))

    async def sync(self, device):
        held = device.held_states()
        frames = await self.ask(device, "sync", session.Sync(held=held))
        self.note_delivered(device)
        self.take_answer(device, frames)
        self.drain()

    async def settle_all(self):
        for device in self.devices():
            await self.settle(device)

    async def close(self):
        for device in self.devices():
            await device.disconnect()

