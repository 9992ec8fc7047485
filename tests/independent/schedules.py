"""Scheduled messages: registers of their author alone, which become messages once."""

import time

from checks import Wrong, differ
from model import MESSAGE
from reactions import Reactions
from wire import schedule as sched

DAY_MS = 86_400_000
MAX_AHEAD_DAYS = 366
OPEN = (sched.SCHEDULED_STATE_WAITING, sched.SCHEDULED_STATE_FAILED)


class Kept:
    """The scheduled messages of one user."""

    def __init__(self):
        self.head = 0
        self.registers = {}  # Scheduled by uuid, as the server must have it

    def open(self):
        return [one for one in self.registers.values() if one.state in OPEN]

    def put(self, register):
        self.head += 1
        register.version = self.head
        self.registers[register.uuid] = register
        return register


def shown(register):
    """The fields that must agree. Mentions are a set, and the server says when a sent message was due."""
    text = register.text
    due = 0 if register.state == sched.SCHEDULED_STATE_SENT else register.due_at_ms
    content = (text.text, frozenset(text.mentions), text.mentions_all, text.reply_to)
    return (register.uuid, register.conversation, *content, due, register.version, register.change, register.state, register.seq)


class Schedules(Reactions):
    def __init__(self, world):
        super().__init__(world)
        self._kept = {}  # Kept by user

    def kept(self, user):
        return self._kept.setdefault(user.number, Kept())

    def _server_ms(self):
        return int((time.time() + self._world.clock_offset_s) * 1000)

    def _later(self):
        return self._server_ms() + self._random.randint(60, MAX_AHEAD_DAYS - 60) * DAY_MS

    def _scheduled_text(self, user, log):
        send, _, _ = self.plan_send(user, log)
        send.text.reply_to = 0
        return send.text

    def _request(self, user, log, register, **more):
        request = sched.Schedule(
            conversation=log.number, uuid=register.uuid, base_version=register.version, change=self._world.bytes(16)
        )
        request.text.CopyFrom(self._scheduled_text(user, log))
        request.due_at_ms = more.get("due", self._later())
        request.cancel = more.get("cancel", False)
        return request

    async def _expect(self, device, request, expected, outcome=sched.SCHEDULE_OUTCOME_DONE):
        """Sends a request whose answer must have this register and outcome."""
        frames = await self._world.ask(device, "schedule", request)
        result = frames[0].schedule_result
        self._world.checker.compared += 1
        if (shown(result.message), result.outcome) != (shown(expected), outcome):
            differ(device, f"scheduled message in {request.conversation}", "answer", (outcome, expected), result)

    def _changed(self, request):
        """The register after the change; its version follows."""
        register = sched.Scheduled(
            uuid=request.uuid, conversation=request.conversation, due_at_ms=request.due_at_ms, change=request.change
        )
        register.text.CopyFrom(request.text)
        return register

    async def schedule(self, user, device):
        """Schedules a message, or changes one that is waiting."""
        kept = self.kept(user)
        waiting = [one for one in kept.open() if self.may_post(user, self._model.logs[one.conversation])]
        if waiting and self.chance(50):
            old = self._random.choice(waiting)
            log = self._model.logs[old.conversation]
        else:
            log = self.own_log(user)
            old = sched.Scheduled(uuid=self._world.bytes(16))
            if log is None or not self.may_post(user, log) or len(kept.open()) >= 90:
                return None
        request = self._request(user, log, old)
        if self.chance(10):
            request.due_at_ms = self._server_ms() + (MAX_AHEAD_DAYS + 2) * DAY_MS
            await self._world.ask(device, "schedule", request, ("DUE_TOO_FAR",))
            return "refused to schedule"
        register = kept.put(self._changed(request))
        await self._expect(device, request, register)
        if self.chance(30):  # the answer was lost
            await self._expect(self._world.any_device(user), request, register)
        return f"schedule in {log.number}"

    async def send_scheduled(self, user, device):
        """Sends a message now that waits, or one that did not exist."""
        waiting = [one for one in self.kept(user).open() if self.may_post(user, self._model.logs[one.conversation])]
        old = self._random.choice(waiting) if waiting else sched.Scheduled(uuid=self._world.bytes(16))
        log = self._model.logs[old.conversation] if waiting else self.own_log(user)
        if log is None or not self.may_post(user, log):
            return None
        request = self._request(user, log, old, due=self._random.choice([0, 1, self._server_ms() - DAY_MS]))
        register = self._changed(request)
        register.ClearField("text")
        register.state = sched.SCHEDULED_STATE_SENT
        content = request.text
        mentions = [number for number in content.mentions if log.is_member(number)]
        entry = log.append(
            MESSAGE, user.number, request.uuid, text=content.text, mentions=mentions, mentions_all=content.mentions_all
        )
        register.seq = entry.seq
        await self._expect(device, request, self.kept(user).put(register))
        return f"send the scheduled message {log.number}/{entry.seq}"

    async def cancel_scheduled(self, user, device):
        waiting = self.kept(user).open()
        if not waiting:
            return None
        await self._cancel(user, device, self._random.choice(waiting))
        return "cancel a scheduled message"

    async def _cancel(self, user, device, old):
        request = self._request(user, self._model.logs[old.conversation], old, cancel=True)
        register = self._changed(request)
        register.due_at_ms = old.due_at_ms
        register.ClearField("text")
        register.state = sched.SCHEDULED_STATE_CANCELLED
        await self._expect(device, request, self.kept(user).put(register))

    async def schedule_late(self, user, device):
        """Changes what has ended, or an older version. Nothing must happen."""
        registers = [one for one in self.kept(user).registers.values() if self.may_post(user, self._model.logs[one.conversation])]
        if not registers:
            return None
        old = self._random.choice(registers)
        request = self._request(user, self._model.logs[old.conversation], old, cancel=self.chance(30))
        if old.state == sched.SCHEDULED_STATE_SENT:
            outcome = sched.SCHEDULE_OUTCOME_ALREADY_SENT
        elif old.state == sched.SCHEDULED_STATE_CANCELLED:
            outcome = sched.SCHEDULE_OUTCOME_DONE if request.cancel else sched.SCHEDULE_OUTCOME_CANCELLED
        else:
            request.base_version = self._random.randrange(old.version)
            outcome = sched.SCHEDULE_OUTCOME_CONFLICT
        await self._expect(device, request, old, outcome)
        return "a late change of a scheduled message"

    async def see_scheduled(self, user, device):
        """All changes after a version; after 0 only what has not ended."""
        kept = self.kept(user)
        after = self._random.randint(0, kept.head) if self.chance(50) else 0
        expected = sorted(
            (one for one in kept.registers.values() if one.version > after and (after or one.state in OPEN)),
            key=lambda one: one.version,
        )
        pages = await self.pages(device, "get_scheduled", sched.GetScheduled, "scheduled_messages", after, kept.head)
        told = [one for page in pages for one in page.messages]
        self._world.checker.compared += len(expected) + 1
        # A later page begins after a version that is not 0, so it has messages that have ended too.
        told = [one for one in told if shown(one) in set(map(shown, expected)) or one.state in OPEN]
        if [shown(one) for one in told] != [shown(one) for one in expected]:
            differ(device, "scheduled messages", "changes", expected, told)
        return "see the scheduled messages"

    async def pages(self, device, field, question, answer, after, head):
        """All pages of changes after a version, which must come to the head."""
        pages = []
        while True:
            frames = await self._world.ask(device, field, question(after=after, limit=self._random.choice([0, 1, 3])))
            page = getattr(frames[0], answer)
            if page.head != head or page.after != after:
                differ(device, answer, "head and after", (head, after), (page.head, page.after))
            pages.append(page)
            if page.upto >= head:
                return pages
            if page.upto <= after:
                raise Wrong(f"{device}: a page of {answer} brings nothing: {page}")
            after = page.upto

    async def cancel_all_scheduled(self):
        """Returns whether nothing is scheduled any more."""
        for user in self._world.users:
            device = self._world.any_device(user)
            for one in self.kept(user).open():
                if device is None:
                    return False
                await self._cancel(user, device, one)
        return True
