"""Actions of users, one at a time, with the results that the model expects."""

from checks import Wrong, differ
from model import CHANNEL, DIRECT, EDIT, GROUP, MAX_PINNED, MESSAGE, NOTICE, PINNED, RECALL, UNPINNED
from wire import conversation as conv
from wire import follow, log as logs, read

WORDS = ["hello", "你好", "Grüße", "👋🏽", "e\u0301", "\ufeffmark", " blank ", "two\nlines", "x" * 300]


class Operations:
    """The actions in one World. Each method is one action of a user, and returns a readable description."""

    def __init__(self, world):
        self._world = world
        self._model = world.model
        self._random = world.random
        self.answered = []  # requests to be sent again later: (kind, user, log, message, what was answered)
        self._titles = 0

    # ---- choosing

    def user_and_device(self):
        user = self._random.choice(self._world.users)
        return user, self._world.any_device(user)

    def own_log(self, user, kinds=(GROUP, DIRECT, CHANNEL)):
        own = [log for log in self._model.logs_of(user.number) if log.kind in kinds]
        if own and self.chance(30):
            return own[0]  # so that one log becomes long
        return self._random.choice(own) if own else None

    def targets(self, user, log):
        """The messages that the user sees."""
        member = log.members[user.number]
        own = log.entries[member.hidden_upto :]
        return [one for one in own if one.kind == MESSAGE and not one.recalled_by and one.seq not in member.row.hidden]

    def any_log(self, kind):
        found = [log for log in self._model.logs.values() if log.kind == kind]
        return self._random.choice(found) if found else None

    def chance(self, percent):
        return self._random.randrange(100) < percent

    def title(self):
        self._titles += 1
        return f"{self._random.choice(['Garden', '花园', 'Ärger'])} {self._titles}"

    async def ask_states(self, device, field, message, refusals=(), change=None):
        """Sends a request, applies it to the model, and checks the States of the answer. Returns whether it was accepted."""
        frames = await self._world.ask(device, field, message, refusals)
        if frames is None:
            return False
        if change is not None:
            change()
        self._world.take_answer(device, frames)
        return True

    # ---- sending

    def plan_send(self, user, log):
        """A message that the server must accept, with the model's result: (Send, kind, entry's fields)."""
        text = f"{self._random.choice(WORDS)} {self._random.randrange(1000)}"
        content = logs.TextContent(text=text)
        named = self._random.sample(self._world.users, self._random.randrange(3)) if self.chance(30) else []
        content.mentions.extend(one.number for one in named)
        content.mentions_all = self.chance(4)
        targets = self.targets(user, log)[-30:]
        if targets and self.chance(25):
            content.reply_to = self._random.choice(targets).seq
        send = logs.Send(conversation=log.number, uuid=self._world.bytes(16), text=content)
        return send, MESSAGE, {
            "text": text,
            "mentions": [one.number for one in named if log.is_member(one.number)],
            "mentions_all": content.mentions_all,
            "reply_to": content.reply_to,
        }

    def plan_change(self, user, log, excluded=()):
        """An edit or a recall of an own message; None if there is no such message."""
        own = [
            one
            for one in log.entries[-60 if self.chance(80) else 0 :]
            if one.kind == MESSAGE and one.author == user.number and not one.recalled_by and one.seq not in excluded
        ]
        if not own:
            return None
        chosen = self._random.choice(own)
        target = chosen.seq
        send = logs.Send(conversation=log.number, uuid=self._world.bytes(16))
        if chosen.forwarded_from or self.chance(50):
            send.recall.target = target
            return send, RECALL, {"target": target}
        send.edit.target = target
        send.edit.text = f"edited {self._random.randrange(1000)}"
        return send, EDIT, {"target": target, "text": send.edit.text}

    def plan_pin(self, user, log):
        """Pins a message that the user can read, or unpins one; None if there is no such message."""
        hidden = log.members[user.number].hidden_upto if log.is_member(user.number) else 0
        seen = [one.seq for one in log.entries[hidden:] if one.kind == MESSAGE and not one.recalled_by]
        pinned = log.pinned(log.head)
        if not seen:
            return None
        target = self._random.choice(seen)
        is_pinned = target in pinned
        if not is_pinned and len(pinned) >= MAX_PINNED:
            return None
        send = logs.Send(conversation=log.number, uuid=self._world.bytes(16))
        send.pin.target = target
        send.pin.pinned = not is_pinned
        return send, NOTICE, {"target": target, "notice": UNPINNED if is_pinned else PINNED}

    def accept(self, device, log, planned, ack):
        """Appends to the model the entry that the server has acknowledged."""
        send, kind, fields = planned
        user = device.user
        if ack.seq != log.head + 1 or ack.uuid != send.uuid or ack.log_epoch != log.epoch:
            differ(device, f"conversation {log.number}", "acknowledged", (log.head + 1, log.epoch), (ack.seq, ack.log_epoch))
        log.append(kind, user.number, send.uuid, **fields)
        self.answered.append(("send", user, log, send, ack.seq))

    def may_post(self, user, log):
        return log.is_member(user.number) and (log.kind != CHANNEL or log.creator == user.number)

    async def send(self, user, device):
        log = self.own_log(user)
        if log is None:
            return None
        planned = (self.plan_change(user, log) if self.chance(30) else None) or self.plan_send(user, log)
        if self.chance(15):
            planned = self.plan_pin(user, log) or planned
        refusals = () if self.may_post(user, log) else ("NOT_ALLOWED",)
        frames = await self._world.ask(device, "send", planned[0], refusals)
        if frames is not None:
            if frames[0].send_ack.duplicate:
                raise Wrong(f"{device}: a new message is a duplicate: {planned[0]}")
            self.accept(device, log, planned, frames[0].send_ack)
        return f"send to {log.number}"

    async def send_wrongly(self, user, device):
        """Sends requests that the server must refuse. They must change nothing."""
        log = self.own_log(user, (GROUP, DIRECT))
        if log is None or not log.head:
            return None
        send = logs.Send(conversation=log.number, uuid=self._world.bytes(16))
        case = self._random.randrange(5)
        if case == 0:
            send.text.text = "after nothing"
            send.after = self._world.bytes(16)
            refusals = ("PREDECESSOR_MISSING",)
        elif case == 1:
            send.recall.target = log.head + 5
            refusals = ("NO_SUCH_ENTRY",)
        elif case == 2:
            send.text.text = ""
            refusals = ("TEXT_EMPTY",)
        elif case == 3:
            others = [one for one in log.entries if one.kind == MESSAGE and one.author != user.number]
            if not others:
                return None
            send.edit.target = self._random.choice(others).seq
            send.edit.text = "not mine"
            refusals = ("NOT_ALLOWED", "NO_SUCH_ENTRY")
        else:
            recalled = [one for one in log.entries if one.recalled_by and one.author == user.number]
            if not recalled:
                return None
            send.recall.target = self._random.choice(recalled).seq
            refusals = ("ALREADY_RECALLED",)
        await self._world.ask(device, "send", send, refusals)
        return f"refused send to {log.number}"

    # ---- reading

    def plan_read(self, user, log):
        row = log.members[user.number].row
        seq = log.head if self.chance(50) else self._random.randint(0, log.head)
        epoch = row.epoch - 1 if row.epoch and self.chance(15) else row.epoch
        return read.ReadIntent(
            conversation=log.number,
            generation=row.generation,
            cursor_epoch=epoch,
            read_seq=seq,
            cause=1,
            private=self.chance(10),
        )

    def do_read(self, user, intent):
        log = self._model.logs[intent.conversation]
        self._model.read(log, user.number, intent.cursor_epoch, intent.read_seq, intent.private)

    async def read(self, user, device):
        own = self._model.logs_of(user.number)
        if not own:
            return None
        chosen = self._random.sample(own, min(len(own), self._random.choice([1, 1, 1, 2, 4])))
        intents = [self.plan_read(user, log) for log in chosen]

        def change():
            for intent in intents:
                self.do_read(user, intent)

        await self.ask_states(device, "read", read.Read(intents=intents), change=change)
        self.answered.append(("read", user, chosen[0], intents[0], None))
        return f"read in {[log.number for log in chosen]}"

    async def read_wrongly(self, user, device):
        """Reads beyond the head, of an earlier membership, or of an unknown epoch. The cursor must not move; the server refuses
        the request, or answers with the present state."""
        log = self.own_log(user)
        if log is None:
            return None
        intent = self.plan_read(user, log)
        if self.chance(30):
            intent.cursor_epoch = log.members[user.number].row.epoch + self._random.randint(1, 5)
            refusal = "MALFORMED"
        elif self.chance(50):
            intent.read_seq = log.head + 1 + self._random.randrange(1000)
            refusal = "CURSOR_BEYOND_HEAD"
        else:
            intent.generation -= 1
            refusal = "OLD_GENERATION"
        await self.refused_or_states(device, "read", read.Read(intents=[intent]), refusal)
        return f"refused read in {log.number}"

    async def refused_or_states(self, device, field, message, refusal):
        try:
            frames = await self._world.ask(device, field, message)
        except Wrong as wrong:
            if f"refused with {refusal}" not in str(wrong):
                raise
            return
        self._world.take_answer(device, frames)

    def plan_mark(self, user, log):
        row = log.members[user.number].row
        first = self._random.randint(1, log.head + 1)
        return read.MarkUnread(
            conversation=log.number, generation=row.generation, **{"from": first}, uuid=self._world.bytes(16)
        )

    async def mark_unread(self, user, device):
        log = self.own_log(user)
        if log is None:
            return None
        mark = self.plan_mark(user, log)
        await self.ask_states(
            device, "mark_unread", mark, change=lambda: self._model.mark_unread(log, user.number, getattr(mark, "from"))
        )
        self.answered.append(("mark", user, log, mark, None))
        return f"mark unread in {log.number}"

    async def open_feed(self, user, device):
        channels = [log for log in self._model.logs_of(user.number) if log.kind == CHANNEL]
        if not channels:
            return None
        request = follow.OpenFeed()
        for log in channels:
            row = log.members[user.number].row
            head = log.head if self.chance(60) else self._random.randint(0, log.head)
            request.snapshots.add(conversation=log.number, log_epoch=log.epoch or 0, head=head, generation=row.generation)

        def change():
            for one in request.snapshots:
                member = self._model.logs[one.conversation].members[user.number]
                member.row.snapshot = max(member.row.snapshot, one.head)
                member.keep()

        await self.ask_states(device, "open_feed", request, change=change)
        return "open the feed"

    async def delivered(self, user, device):
        log = self.own_log(user)
        if log is None or log.epoch is None:
            return None
        upto = self._random.randint(0, log.head)
        message = read.Delivered()
        message.reached.add(conversation=log.number, log_epoch=log.epoch, upto=upto)
        await self._world.ask(device, "delivered", message)
        member = log.members[user.number]
        member.delivered = max(member.delivered, upto)
        return f"delivered in {log.number}"

    # ---- settings

    def plan_settings(self, user, log):
        row = log.members[user.number].row
        settings = conv.ConversationSettings(
            muted=self.chance(25), archived=self.chance(15), pinned=self.chance(20), receipts=self._random.choice([0, 0, 1, 2])
        )
        if self.chance(30):
            settings.ClearField("receipts")
        return conv.SetSettings(conversation=log.number, generation=row.generation, settings=settings, mute_seconds=0)

    @staticmethod
    def do_settings(user, log, request):
        member = log.members[user.number]
        for name in ("muted", "archived", "pinned"):
            setattr(member.row, name, getattr(request.settings, name))
        if request.settings.HasField("receipts"):
            member.row.receipts = request.settings.receipts
        member.keep()

    async def settings(self, user, device):
        log = self.own_log(user)
        if log is None:
            return None
        request = self.plan_settings(user, log)
        await self.ask_states(device, "set_settings", request, change=lambda: self.do_settings(user, log, request))
        return f"settings of {log.number}"

    # ---- queries

    async def pull(self, user, device):
        log = self.own_log(user)
        if log is None or not log.epoch:
            return None
        one = device.held.get(log.number)
        if one is not None and self.chance(60):
            await self.catch_up(device, log, one)
            return f"catch up in {log.number}"
        after = self._random.randint(0, log.head)
        question = logs.Pull(
            conversation=log.number,
            log_epoch=log.epoch,
            after=after,
            upto=self._random.choice([0, self._random.randint(after, log.head)]),
            around=self._random.randint(1, log.head + 1),
            limit=self._random.choice([0, 1, 5, 30]),
            **{"from": self._random.randrange(3)},
        )
        frames = await self._world.ask(device, "pull", question)
        self._world.take_range(device, log, frames[0].range)
        return f"pull from {log.number}"

    async def catch_up(self, device, log, one):
        """Pulls the entries above the device's state, so that it can advance its numbers."""
        after = one.state.head
        while after < log.head:
            question = logs.Pull(conversation=log.number, log_epoch=log.epoch, after=after)
            frames = await self._world.ask(device, "pull", question)
            part = frames[0].range
            if part.after != after or part.head != log.head or not part.entries:
                differ(device, f"conversation {log.number}", "range", (after, log.head), (part.after, part.head))
            for seq, entry, author in self._world.take_range(device, log, part):
                one.above[seq] = (entry, author)
            after += len(part.entries)
        one.head = max(one.head, after)
        one.upto = max(one.upto, after)

    async def pull_all(self, device, log):
        """Pulls the whole log that this user may see."""
        after = log.members[device.user.number].hidden_upto
        while after < log.head:
            question = logs.Pull(conversation=log.number, log_epoch=log.epoch, after=after)
            frames = await self._world.ask(device, "pull", question)
            part = frames[0].range
            if part.after != after or not part.entries:
                differ(device, f"conversation {log.number}", "range after", after, part.after)
            self._world.take_range(device, log, part)
            after += len(part.entries)

    async def states(self, user, device):
        own = self._model.logs_of(user.number)
        numbers = [log.number for log in self._random.sample(own, min(len(own), 3))]
        if self.chance(30):
            numbers += [self._random.choice(list(self._model.logs)), 10**9]  # perhaps another's, and nobody's
        await self.ask_states(device, "get_states", conv.GetStates(conversations=numbers))
        return "get states"

    async def totals(self, user, device):
        frames = await self._world.ask(device, "get_totals", read.GetTotals())
        self._world.checker.totals(device, frames[0].totals)
        return "get totals"

    async def readers(self, user, device):
        log = self.own_log(user, (GROUP, DIRECT))
        if log is None or log.head <= log.members[user.number].hidden_upto:
            return None
        seq = self._random.randint(log.members[user.number].hidden_upto + 1, log.head)
        left_out = {user.number, log.entry(seq).author}
        expected = [one for one in log.present() if log.members[one].seen >= seq and one not in left_out]
        told = await self._reader_pages(device, log, seq, self._random.choice([0, 1, 2, 3]), len(expected))
        if told != expected:
            differ(device, f"conversation {log.number}", f"readers of {seq}", expected, told)
        return f"readers in {log.number}"

    async def _reader_pages(self, device, log, seq, limit, count):
        """The readers of all pages of at most `limit`, in the order of arrival. Each page must have `count`."""
        told = []
        while True:
            after = told[-1] if told else 0
            question = read.GetReaders(conversation=log.number, seq=seq, after_user=after, limit=limit)
            frames = await self._world.ask(device, "get_readers", question)
            page = frames[0].readers
            if page.reader_count != count:
                differ(device, f"conversation {log.number}", f"number of readers of {seq}", count, page.reader_count)
            if len(page.users) > (limit or 200) or any(one.id <= after for one in page.users):
                differ(device, f"conversation {log.number}", f"page of readers after {after}", limit, page.users)
            if not page.users:
                return told
            told += [one.id for one in page.users]

    async def members(self, user, device):
        log = self.own_log(user, (GROUP, DIRECT))
        if log is None:
            return None
        frames = await self._world.ask(device, "get_members", conv.GetMembers(conversation=log.number))
        told = [(one.user.id, one.role, one.seen, one.delivered) for one in frames[0].members.members]
        expected = [
            (one, log.members[one].row.role, log.members[one].seen, log.members[one].delivered) for one in log.present()
        ]
        if told != expected:
            differ(device, f"conversation {log.number}", "members", expected, told)
        return f"members of {log.number}"
