"""A small client: one device of one user with its data."""

import asyncio

import websockets

from model import MESSAGE, RECALL
from wire import VERSION, common, conversation, digest, digest_of_marks, digest_of_reactions, envelope, session

ANSWER_TIMEOUT_S = 20


class Lost(Exception):
    """The connection ended before the answer came."""


class Refused(Exception):
    """The server answered with an error."""

    def __init__(self, error):
        super().__init__(envelope.ErrorCode.Name(error.code))
        self.error = error


class Connection:
    """A WebSocket with envelopes. Answers go to their requests, pushes into `inbox`."""

    def __init__(self, socket):
        self.socket = socket
        self.inbox = []
        self.told_marks = {}  # by conversation: (log_epoch, seen, delivered), as they were told last
        self._last_request = 0
        self._waiting = {}
        self.is_open = True
        self._reader = asyncio.create_task(self._read())

    @staticmethod
    async def open(url):
        return Connection(
            await websockets.connect(url, compression=None, max_size=None, ping_interval=None, close_timeout=1)
        )

    async def _read(self):
        try:
            async for data in self.socket:
                frame = envelope.ServerEnvelope.FromString(data)
                self._note_marks(frame)
                if frame.request in self._waiting:
                    self._waiting[frame.request].put_nowait(frame)
                else:
                    self.inbox.append(frame)
        except (websockets.ConnectionClosed, OSError):
            pass
        self.is_open = False
        for queue in self._waiting.values():
            queue.put_nowait(None)

    def _note_marks(self, frame):
        """Records marks in the order of arrival, because callers take answers before earlier pushes."""
        kind = frame.WhichOneof("frame")
        if kind == "states":
            for state in frame.states.states:
                self.told_marks[state.id] = (state.log_epoch, state.seen_by_others, state.delivered_to_others)
        elif kind == "receipts":
            for receipt in frame.receipts.receipts:
                told = self.told_marks.get(receipt.conversation, (receipt.log_epoch, 0, 0))
                if frame.receipts.standing or told[0] != receipt.log_epoch:
                    told = (receipt.log_epoch, 0, 0)
                marks = (receipt.log_epoch, max(told[1], receipt.seen), max(told[2], receipt.delivered))
                self.told_marks[receipt.conversation] = marks

    async def send(self, field, message, session=0):
        """Sends a request and returns its number, by which its answers are taken."""
        self._last_request += 1
        frame = envelope.ClientEnvelope(request=self._last_request, session=session)
        getattr(frame, field).CopyFrom(message)
        self._waiting[self._last_request] = asyncio.Queue()
        try:
            await self.socket.send(frame.SerializeToString())
        except (websockets.ConnectionClosed, OSError) as ended:
            raise Lost() from ended
        return self._last_request

    async def take(self, request):
        """The next frame with this request's number."""
        frame = await asyncio.wait_for(self._waiting[request].get(), ANSWER_TIMEOUT_S)
        if frame is None:
            raise Lost()
        return frame

    def forget(self, request):
        self._waiting.pop(request, None)

    async def ask(self, field, message):
        """All frames that answer a request. Raises Refused for an error."""
        request = await self.send(field, message)
        return await self.answer(request)

    async def answer(self, request, after_welcome=True):
        frames = []
        while True:
            frame = await self.take(request)
            frames.append(frame)
            kind = frame.WhichOneof("frame")
            if kind == "error":
                self.forget(request)
                raise Refused(frame.error)
            more = (kind == "welcome" and after_welcome) or (kind == "states" and frame.states.remaining > 0)
            if not more:
                self.forget(request)
                return frames

    async def close(self):
        try:
            await self.socket.close()
        except OSError:
            pass
        await self._reader


def summary_of(message):
    return [(one.emoji, one.count, one.mine) for one in message.counts]


class Held:
    """A device's data of one conversation."""

    def __init__(self):
        self.state = None  # the newest ConversationState
        self.cursor = (0, 0)  # the greatest one
        self.head = 0  # the newest head it knows of
        self.upto = 0  # the newest entry it holds
        self.seen = 0  # receipts: the greatest one
        self.delivered = 0
        self.above = {}  # entries above state.head, by seq
        self.reaction_head = 0  # the newest one it knows of
        self.reactions_from = 0  # the reaction_head of its first state
        self.reactions_upto = 0  # it knows all changes from there through here
        self.reactions = {}  # summaries by seq, each as a list of (emoji, count, mine)


class Device:
    """One device of `user`. `number` is its random number for the server."""

    def __init__(self, user, index, number, token, totals_only=False):
        self.user = user
        self.index = index
        self.number = number
        self.token = token
        self.totals_only = totals_only
        self.connection = None
        self.held = {}
        self.totals = None
        self.receipt_members = 0

    def __str__(self):
        return f"{self.user.name} device {self.index}"

    @property
    def is_connected(self):
        return self.connection is not None and self.connection.is_open

    def held_states(self, members_only=False):
        return [
            common.HeldState(
                conversation=number,
                log_epoch=one.state.log_epoch,
                head=one.head,
                cursor_epoch=one.cursor[0],
                read_seq=one.cursor[1],
                version=one.state.version,
                upto=one.upto,
            )
            for number, one in self.held.items()
            if one.state.is_member or not members_only
        ]

    def digest(self):
        return digest(self.held_states(members_only=True))

    def heartbeat(self):
        told = self.connection.told_marks
        marks = [
            (number, *told[number])
            for number, one in self.held.items()
            if number in told
            and one.state.is_member
            and one.state.kind != conversation.CONVERSATION_KIND_NOTICE_LIST
            and one.state.member_count <= self.receipt_members
        ]
        return session.Heartbeat(digest=self.digest(), marks=digest_of_marks(marks), reactions=self.digest_of_reactions())

    def digest_of_reactions(self):
        return digest_of_reactions(
            (number, one.state.log_epoch, one.reaction_head)
            for number, one in self.held.items()
            if one.state.is_member
            and one.state.kind != conversation.CONVERSATION_KIND_NOTICE_LIST
            and (not self.receipt_members or one.state.member_count <= self.receipt_members)
        )

    def hello(self, version=VERSION):
        return session.Hello(
            protocol_version=version,
            token=self.token,
            device=self.number,
            device_name=f"d{self.index}",
            client_name="independent 1",
            held=[] if self.totals_only else self.held_states(),
            reactions=None if self.totals_only else self.digest_of_reactions(),
            totals_only=self.totals_only,
            keeps_token=True,
        )

    async def connect(self, url):
        """Says Hello. Returns Welcome, and the states that followed it."""
        self.connection = await Connection.open(url)
        request = await self.connection.send("hello", self.hello())
        frames = await self.connection.answer(request, after_welcome=not self.totals_only)
        self.totals = None
        self.receipt_members = frames[0].welcome.limits.receipt_members
        return frames[0].welcome, [state for frame in frames[1:] for state in frame.states.states]

    async def disconnect(self):
        if self.connection is not None:
            await self.connection.close()
            self.connection = None

    async def ask(self, field, message):
        if not self.is_connected:
            raise Lost()
        return await self.connection.ask(field, message)

    def apply_state(self, state):
        """Follows the comment on ConversationState: takes the greater cursor, and the rest if the stamp is newer."""
        one = self.held.setdefault(state.id, Held())
        old = one.state
        is_another_log = old is not None and (old.log_epoch != state.log_epoch)
        if is_another_log:
            one = self.held[state.id] = Held()
            old = None
        if old is None:
            one.reactions_from = one.reactions_upto = state.reaction_head
        one.reaction_head = max(one.reaction_head, state.reaction_head)
        cursor = (state.cursor_epoch, state.read_seq)
        one.cursor = max(one.cursor, cursor)
        one.seen = max(one.seen, state.seen_by_others)
        one.delivered = max(one.delivered, state.delivered_to_others)
        if old is None or (state.version, state.head) >= (old.version, old.head):
            one.state = state
            one.head = max(one.head, state.head) if state.is_member else state.head
            one.above = {seq: entry for seq, entry in one.above.items() if seq > state.head}

    def apply_reactions(self, told):
        """Replaces the summaries of these messages."""
        one = self.held.get(told.conversation)
        if one is None or one.state.log_epoch != told.log_epoch:
            return
        one.reaction_head = max(one.reaction_head, told.head)
        one.reactions_upto = min(one.reactions_upto, told.head)
        for message in told.messages:
            one.reactions[message.seq] = summary_of(message)
        if told.after <= one.reactions_upto:
            one.reactions_upto = max(one.reactions_upto, told.upto)

    def apply_range(self, log, part, entries):
        """Messages that have no summary in the Range have no reactions, and neither have recalled ones."""
        one = self.held.get(log)
        if one is None:
            return
        told = {message.seq: summary_of(message) for message in part.reactions}
        for seq, entry, _ in entries:
            if entry.kind == MESSAGE:
                one.reactions[seq] = told.get(seq, [])
            elif entry.kind == RECALL:
                one.reactions.pop(seq - entry.target_back, None)
        one.reactions_upto = min(one.reactions_upto, part.reaction_head)

    def apply_push(self, frame):
        kind = frame.WhichOneof("frame")
        if kind == "states":
            for state in frame.states.states:
                self.apply_state(state)
        elif kind == "notify":
            for head in frame.notify.heads:
                one = self.held.get(head.conversation)
                if one is not None and one.state.log_epoch == head.log_epoch:
                    one.head = max(one.head, head.head)
                    one.reaction_head = max(one.reaction_head, head.reaction_head)
        elif kind == "receipts":
            for receipt in frame.receipts.receipts:
                one = self.held.get(receipt.conversation)
                if one is not None and one.state.log_epoch == receipt.log_epoch:
                    one.seen = max(one.seen, receipt.seen)
                    one.delivered = max(one.delivered, receipt.delivered)
