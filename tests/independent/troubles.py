"""Faults: repeated old requests, devices that come and go, kills during many requests, and clocks that jump."""

import asyncio
import time

from checks import Wrong, differ
from device import Connection, Lost, Refused
from model import ACCOUNT_DELETED, ADDED, GROUP, INHERIT, MEMBER, NOTICE, PRIVATE, PUBLIC, RECALL
from registers import Registers
from wire import VERSION, conversation as conv, error_name, log as logs, read, session

# A repeated mark as unread changes nothing, if at most this many marks came in between.
MARKS_KEPT = 64
# The server removes a deleted account after its answer.
REMOVAL_TIMEOUT_S = 20
# Offsets of the server's clock from the real one, in seconds.
CLOCKS_S = [0, -3600, 3600, -86400 * 40, 86400 * 40, 86400 * 365 * 3, "1970"]


class Troubles(Registers):
    """`now_s` returns the real time."""

    def __init__(self, world, now_s):
        super().__init__(world)
        self._now_s = now_s
        self._gone = 0

    # ---- repetition

    async def again(self, user, device):
        """Repeats a request that was answered long ago, from any device of the user."""
        mine = [one for one in self.answered if one[1] is user]
        if not mine:
            return None
        kind, _, log, message, answered = self._random.choice(mine)
        await getattr(self, f"_again_{kind}")(device, log, message, answered)
        return f"{kind} again in {log.number}"

    async def _again_send(self, device, log, send, seq):
        other = logs.Send()
        other.CopyFrom(send)
        if self.chance(20):
            other.text.text = "the same uuid with another text"
            await self._world.ask(device, "send", other, ("UUID_CONFLICT",))
            return
        frames = await self._world.ask(device, "send", send)
        ack = frames[0].send_ack
        if ack.seq != seq or not ack.duplicate:
            differ(device, f"conversation {log.number}", "sent again", (seq, True), (ack.seq, ack.duplicate))

    async def _again_mark(self, device, log, mark, _):
        user = device.user
        marks = [one for one in self.answered if one[0] == "mark" and one[1] is user and one[2] is log]
        since = len(marks) - next(index for index, one in enumerate(marks) if one[3] is mark)
        if since <= MARKS_KEPT:
            await self._of_that_membership(device, log, "mark_unread", mark, mark.generation, None)

    async def _again_read(self, device, log, intent, _):
        message = read.Read(intents=[intent])
        change = lambda: self.do_read(device.user, intent)
        await self._of_that_membership(device, log, "read", message, intent.generation, change)

    async def _of_that_membership(self, device, log, field, message, generation, change):
        row = log.members[device.user.number].row
        if not row.is_member:
            await self.refused_or_states(device, field, message, "NOT_MEMBER")
        elif row.generation != generation:
            await self.refused_or_states(device, field, message, "OLD_GENERATION")
        else:
            await self.ask_states(device, field, message, change=change)

    async def _again_create(self, device, log, request, _):
        await self.ask_states(device, *request)

    async def register_again(self, user, device):
        first = user.devices[0]
        request = session.Register(
            protocol_version=VERSION, name=user.name, password=user.password, token=first.token, device=first.number
        )
        answer = await self._world.stranger("register", request)
        if answer.authenticated.user.id != user.number:
            differ(device, "register again", "user", user.number, answer)
        return "register again"

    # ---- devices and accounts

    async def account_settings(self, user, device):
        receipts = self._random.choice([INHERIT, PUBLIC, PRIVATE])
        request = session.SetAccountSettings(settings=session.AccountSettings(receipts=receipts))
        frames = await self._world.ask(device, "set_account_settings", request)
        if frames[0].account_settings.receipts != receipts:
            differ(device, "account settings", "receipts", receipts, frames[0].account_settings.receipts)
        user.receipts = receipts
        return "account settings"

    async def go_offline(self, user, device):
        await device.disconnect()
        return "offline"

    async def come_back(self):
        away = self._world.devices(is_connected=False)
        if not away:
            return None
        device = self._random.choice(away)
        if self.chance(20):
            device.held.clear()  # a new installation with the old token
        self._world.lose_reactions(device)
        await self._world.connect(device)
        await self._world.compare_after_hello(device)
        await self._world.settle(device)
        return f"{device} comes back"

    async def another_device(self, user, device):
        if not user.password or len(user.devices) >= 3:
            return None
        added = await self._world.add_device(user, totals_only=self.chance(30))
        return f"{added} signs in"

    async def delete_account(self, user, device):
        """One more user joins a group of `user`, writes there, and deletes the account. Its messages stay."""
        log = self.own_log(user, (GROUP,))
        if log is None or (log.invite_only and log.members[user.number].row.role == MEMBER):
            return None
        self._gone += 1
        leaver = await self._world.sign_up(f"gone {self._gone}", has_password=True)
        self._world.users.remove(leaver)  # nobody else has to do with this user
        own = leaver.devices[0]
        await self._world.connect(own)
        request = conv.AddMember(conversation=log.number, name=leaver.name)
        await self.ask_states(device, "add_member", request, change=lambda: self._admit(log, leaver, ADDED, user.number))
        for _ in range(self._random.randrange(4)):
            send, kind, fields = self.plan_send(leaver, log)
            frames = await self._world.ask(own, "send", send)
            added = log.append(kind, leaver.number, send.uuid, **fields)
            if frames[0].send_ack.seq != added.seq:
                differ(own, f"conversation {log.number}", "acknowledged", added.seq, frames[0].send_ack.seq)
        guess = session.DeleteAccount(password="a guess")
        await self._world.ask(own, "delete_account", guess, ("BAD_CREDENTIALS",))
        frames = await self._world.ask(own, "delete_account", session.DeleteAccount(password=leaver.password))
        if frames[0].WhichOneof("frame") != "done":
            raise Wrong(f"{own}: the account was not deleted: {frames[0]}")
        await self._world.ask(device, "open_direct", conv.OpenDirect(name=leaver.name), ("ACCOUNT_DELETED",))
        await self._await_removal(device, log, leaver)
        await own.disconnect()
        await self._is_gone(leaver, own)
        return f"{leaver.name} is deleted, and leaves {log.number}"

    async def _await_removal(self, device, log, leaver):
        """Until the group has the notice, which is all that the members notice."""
        deadline = time.monotonic() + REMOVAL_TIMEOUT_S
        question = conv.GetStates(conversations=[log.number])
        frames = await self._world.ask(device, "get_states", question)
        while frames[0].states.states[0].head == log.head:
            if time.monotonic() > deadline:
                raise Wrong(f"{device}: the deleted account does not leave conversation {log.number}")
            await asyncio.sleep(0.02)
            frames = await self._world.ask(device, "get_states", question)
        log.append(NOTICE, leaver.number, notice=ACCOUNT_DELETED)
        log.dismiss(leaver.number)
        self._world.take_answer(device, frames)

    async def _is_gone(self, leaver, own):
        """Neither token nor password work any more, and the name stays taken."""
        sign_in = session.SignIn(
            protocol_version=VERSION, name=leaver.name, password=leaver.password, token=self._world.bytes(32), device=own.number
        )
        register = session.Register(
            protocol_version=VERSION, name=leaver.name, password="", token=self._world.bytes(32), device=own.number
        )
        for field, request, expected in (
            ("hello", own.hello(), "ACCOUNT_DELETED"),
            ("sign_in", sign_in, "ACCOUNT_DELETED"),
            ("register", register, "NAME_TAKEN"),
        ):
            try:
                answer = await self._world.stranger(field, request)
                raise Wrong(f"{leaver.name} was deleted, and {field} was answered with {answer}")
            except Refused as refused:
                if error_name(refused.error.code) != expected:
                    raise Wrong(f"{leaver.name}: {field} was refused with {error_name(refused.error.code)}") from refused

    async def revoke(self, user, device):
        others = [one for one in user.devices[1:] if one is not device]
        if not others or not self.chance(20):
            return None
        other = others[-1]
        await self._world.ask(device, "revoke_device", session.RevokeDevice(device=other.number))
        await other.disconnect()
        user.devices.remove(other)
        connection = await Connection.open(self._world.server.url)
        try:
            await connection.ask("hello", other.hello())
        except Refused as refused:
            if error_name(refused.error.code) != "TOKEN_REVOKED":
                raise Wrong(f"{other}: revoked, and refused with {error_name(refused.error.code)}") from refused
        else:
            raise Wrong(f"{other}: revoked, and welcomed")
        finally:
            await connection.close()
        return f"{other} is signed out"

    async def other_version(self, user, device):
        """The server refuses version 0, and speaks the lower one of both versions otherwise."""
        version = self._random.choice([0, 1, 2, 99])
        connection = await Connection.open(self._world.server.url)
        hello = device.hello(version)
        hello.silent = True
        try:
            frame = await connection.take(await connection.send("hello", hello))
        finally:
            await connection.close()
        if version == 0:
            if frame.error.code == 0 or error_name(frame.error.code) != "PROTOCOL_VERSION":
                differ(device, f"version {version}", "answer", "PROTOCOL_VERSION", frame)
        elif frame.welcome.protocol_version != VERSION:
            differ(device, f"version {version}", "answer", f"welcome with version {VERSION}", frame)
        return f"version {version}"

    async def other_number(self, user, device):
        """Sends a token with the number of another device of the user."""
        others = [one for one in user.devices if one is not device]
        if not others:
            return None
        hello = device.hello()
        hello.device = self._random.choice(others).number
        hello.keeps_token = False
        hello.silent = True
        connection = await Connection.open(self._world.server.url)
        try:
            frame = await connection.take(await connection.send("hello", hello))
        finally:
            await connection.close()
        if error_name(frame.error.code) != "TOKEN_REVOKED":
            differ(device, "the number of another device", "answer", "TOKEN_REVOKED", frame)
        return "another device's number is refused"

    # ---- many at once

    def _plan_burst(self):
        """Requests that do not depend on each other's order: (device, field, message, what the model does)."""
        planned = []
        taken = set()  # (user, log): one request of the burst changes this user's state there
        targets = set()  # (log, seq): one request of the burst changes this message
        reacted = set()  # logs in which one request of the burst is a reaction
        for _ in range(self._random.randrange(2, 16)):
            user, device = self.user_and_device()
            log = self.own_log(user) if device else None
            if log is None or log.epoch is None:
                continue
            kind = self._random.choice(["send", "send", "send", "read", "mark", "settings", "react", "react", "see"])
            if kind == "send":
                self._plan_burst_send(planned, targets, taken, device, log)
            elif kind == "react":
                self._plan_burst_react(planned, targets, taken, reacted, device, log)
            elif (user.number, log.number) not in taken and log.head:
                taken.add((user.number, log.number))
                planned.append(self._plan_burst_state(kind, device, log))
        return planned

    def _plan_burst_react(self, planned, targets, taken, reacted, device, log):
        """A reaction changes the state of the message's author. Its answer has only one value: the log has no other one."""
        excluded = {seq for number, seq in targets if number == log.number}
        request = None if log.number in reacted else self.plan_react(device.user, log, excluded)
        if request is None:
            return
        author = (log.entry(request.target).author, log.number)
        user = device.user
        if author in taken or log.may_react(user.number, request.target, request.emoji, request.on) != {None}:
            return
        taken.add(author)
        targets.add((log.number, request.target))
        reacted.add(log.number)
        planned.append((device, "react", request, lambda: self.do_react(user, request)))

    def _plan_burst_send(self, planned, targets, taken, device, log):
        if not self.may_post(device.user, log):
            return
        excluded = {seq for number, seq in targets if number == log.number}
        send = (self.plan_change(device.user, log, excluded) if self.chance(30) else None) or self.plan_send(
            device.user, log
        )
        if send[1] == RECALL and log.change_of_reactions(send[2]["target"]):
            if (device.user.number, log.number) in taken:
                return  # the recall of a message with reactions changes the state of its author
            taken.add((device.user.number, log.number))
        if "target" in send[2]:
            targets.add((log.number, send[2]["target"]))
        planned.append((device, "send", send[0], (log, send)))

    def _plan_burst_state(self, kind, device, log):
        user = device.user
        if kind == "read":
            intent = self.plan_read(user, log)
            return device, "read", read.Read(intents=[intent]), lambda: self.do_read(user, intent)
        if kind == "mark":
            mark = self.plan_mark(user, log)
            first = getattr(mark, "from")

            def change():
                self._model.mark_unread(log, user.number, first)
                self.answered.append(("mark", user, log, mark, None))

            return device, "mark_unread", mark, change
        if kind == "see":
            see = self.plan_see(user, log)
            see.upto = min(see.upto, log.reaction_head)  # so that reactions of the burst stay unseen in any order
            return device, "see_reactions", see, lambda: log.see_reactions(user.number, see.upto)
        request = self.plan_settings(user, log)
        return device, "set_settings", request, lambda: self.do_settings(user, log, request)

    async def burst(self):
        """Sends many requests at once, without waiting for any."""
        planned = self._plan_burst()
        requests = [await device.connection.send(field, message) for device, field, message, _ in planned]
        answers = [await self._late_answer(one[0].connection, request) for one, request in zip(planned, requests)]
        await self._ask_again(planned, answers)
        self._take_burst(planned, answers)
        return f"{len(planned)} at once"

    async def killed_burst(self):
        """Does the same while the server is killed. Unanswered requests are sent again unchanged."""
        planned = self._plan_burst()
        requests = [await device.connection.send(field, message) for device, field, message, _ in planned]
        await asyncio.sleep(self._random.choice([0, 0.001, 0.003, 0.01, 0.03]))
        connected = self._world.devices()
        self._world.server.kill()
        answers = [await self._late_answer(one[0].connection, request) for one, request in zip(planned, requests)]
        inboxes = []
        for device in connected:
            connection = device.connection
            await device.disconnect()
            inboxes.append((device, connection.inbox))
        self._world.server.start()
        told = []
        for device, inbox in inboxes:
            told.append((device, inbox, await self._world.connect(device, is_now=False)))
        lost = await self._ask_again(planned, answers)
        self._take_burst(planned, answers)
        for device, inbox, states in told:
            device.connection.inbox[:0] = inbox
            self._world.take_states(device, states, is_now=False)
        self._world.drain()
        await self._world.settle_all()
        return f"killed amid {len(planned)}, {lost} of them without an answer"

    @staticmethod
    async def _late_answer(connection, request):
        """None if there was no answer, or if the request must be sent again later."""
        try:
            return await connection.answer(request)
        except Lost:
            return None
        except Refused as refused:
            if error_name(refused.error.code) != "TOO_FAST":
                raise
            await asyncio.sleep(refused.error.retry_after_ms / 1000)
            return None

    @staticmethod
    async def _ask_again(planned, answers):
        """Sends the requests without an answer again, unchanged. Returns their number."""
        lost = 0
        for index, (device, field, message, _) in enumerate(planned):
            while answers[index] is None:
                request = await device.connection.send(field, message)
                answers[index] = await Troubles._late_answer(device.connection, request)
                lost += 1
                if not device.is_connected:
                    raise Lost()
        return lost

    def _take_burst(self, planned, answers):
        """The log has the order of the messages. The other requests may come in any order."""
        sends = []
        for (device, field, _, effect), frames in zip(planned, answers):
            if field == "send":
                sends.append((effect[0].number, frames[0].send_ack.seq, device, effect, frames[0].send_ack))
            else:
                effect()
        for _, _, device, (log, send), ack in sorted(sends, key=lambda one: one[:2]):
            self.accept(device, log, send, ack)
        for (device, field, message, _), frames in zip(planned, answers):
            if field == "react":
                self.take_react(device, message, frames[0].reactions)
            elif field != "send":
                self._world.take_answer(device, frames, is_now=False)

    # ---- clocks

    async def move_clock(self):
        """No number depends on the server's clock."""
        # A later clock would send what is scheduled, a few at a time.
        if not self._world.server.fakes_time or not await self.cancel_all_scheduled():
            return None
        offset = self._random.choice(CLOCKS_S)
        offset = 1000 - self._now_s if offset == "1970" else offset
        self._world.server.set_clock(offset)
        self._world.clock_offset_s = offset
        self.note_moved_clock()
        return f"the server's clock is off by {offset} s"

    # ---- at the end

    async def everything(self):
        """Every device must agree, every log must be complete, the disk must have the files, and none a secret."""
        await self._world.settle_all()
        for log in self._model.logs.values():
            for number in log.present():
                device = self._world.any_device(self._model.users[number])
                if device is not None and log.epoch:
                    await self.pull_all(device, log)
                    break
        await self.the_disk_has_the_files()
        self._no_secret_is_written()
        return "everything"

    def _no_secret_is_written(self):
        secrets = {user.name: user.password.encode() for user in self._world.users if user.password}
        secrets |= {str(device): device.token for user in self._world.users for device in user.devices}
        for name, content in self._world.server.files().items():
            for whose, secret in secrets.items():
                if secret in content:
                    raise Wrong(f"{whose}: a password or token is in {name}")

