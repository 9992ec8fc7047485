"""Files of messages: uploads that are broken off and go on, messages that name files, and downloads."""

import asyncio
import hashlib

from checks import Wrong, differ
from gatherings import Gatherings
from model import MESSAGE
from wire import blob, log as logs

CHUNK = 256 * 1024
CONTENTS = 12  # different files, so that several users send the same one
LARGEST = 700_000
SWEEP_S = 15  # the server removes files within seconds


class Upload:
    """One upload of a user, which any of the user's devices may continue."""

    def __init__(self, user, uuid, data, sha256):
        self.user = user
        self.uuid = uuid
        self.data = data
        self.sha256 = sha256  # the hash that the server is told
        self.received = 0  # the greatest offset that the server has called safe
        self.is_complete = False
        self.may_be_gone = False  # the server's clock has moved, and unused uploads last a day
        self.is_borrowed = False  # complete because the user had the file elsewhere, so only as long as that lasts

    @property
    def may_vanish(self):
        return self.may_be_gone or self.is_borrowed

    def begin(self):
        return blob.BeginUpload(uuid=self.uuid, sha256=self.sha256, size=len(self.data))


class Files(Gatherings):
    def __init__(self, world):
        super().__init__(world)
        self._contents = []
        self._uploads = []

    def note_moved_clock(self):
        for upload in self._uploads:
            upload.may_be_gone = True

    # ---- who may do what

    def _content(self):
        if len(self._contents) < CONTENTS:
            size = self._random.choice([1, 1000, CHUNK - 1, CHUNK, CHUNK + 1, self._random.randint(1, LARGEST)])
            self._contents.append(self._world.bytes(size))
        return self._random.choice(self._contents)

    def _readable(self, user):
        """The messages with files that the user may read, as (log, entry)."""
        return [
            (log, entry)
            for log in self._model.logs_of(user.number)
            for entry in log.entries[log.members[user.number].hidden_upto :]
            if entry.attachments and not entry.recalled_by
        ]

    def _may_name(self, user, sha256):
        return any(file.sha256 == sha256 for _, entry in self._readable(user) for file in entry.attachments)

    # ---- uploads

    async def upload(self, user, device):
        """Begins or continues an upload, sends some of it, and finishes it if that was all."""
        own = [one for one in self._uploads if one.user is user and not one.is_complete]
        if own and self.chance(70):
            upload = self._random.choice(own)
        else:
            data = self._content()
            is_right = self.chance(90)
            sha256 = hashlib.sha256(data if is_right else b"other" + data).digest()
            upload = Upload(user, self._world.bytes(16), data, sha256)
            self._uploads.append(upload)
        state = await self._ask(device, "begin_upload", upload.begin())
        self._take_state(device, upload, state, is_begin=True)
        at = state.received
        while not upload.is_complete and at < len(upload.data) and self.chance(80):
            at = await self._send_chunk(device, upload, at)
        if not upload.is_complete and (at == len(upload.data) or self.chance(20)):
            await self._finish(device, upload, at == len(upload.data))
        return f"upload of {len(upload.data)} bytes"

    async def _ask(self, device, field, message):
        frames = await self._world.ask(device, field, message)
        return frames[0].upload_state

    def _take_state(self, device, upload, state, is_begin=False):
        where = f"upload {upload.uuid.hex()}"
        own = [one for one in self._uploads if one.user is upload.user and one.sha256 == upload.sha256 and one.is_complete]
        must_be = self._may_name(upload.user, upload.sha256) or any(not one.may_vanish for one in own)
        if state.complete and not (must_be or own):
            differ(device, where, "complete", False, True)
        if is_begin and must_be and not state.complete:
            differ(device, where, "complete, because the user has the file", True, False)
        least = 0 if upload.may_be_gone and is_begin else upload.received
        if not state.complete and not least <= state.received <= len(upload.data):
            differ(device, where, "received", f"{least} to {len(upload.data)}", state.received)
        if is_begin and state.complete and (not upload.is_complete or upload.may_be_gone):
            upload.is_borrowed = True
        upload.received = state.received
        upload.is_complete = state.complete
        if is_begin:
            upload.may_be_gone = False

    async def _send_chunk(self, device, upload, at):
        """Returns the end of what the server has."""
        offset, is_beyond = at, at + 1 < len(upload.data) and self.chance(10)
        if is_beyond:
            offset = self._random.randint(at + 1, len(upload.data) - 1)
        elif self.chance(20):
            offset = self._random.randint(0, at)  # some of it again
        end = min(offset + self._random.choice([CHUNK, self._random.randint(1, CHUNK)]), len(upload.data))
        chunk = blob.UploadChunk(uuid=upload.uuid, offset=offset, bytes=upload.data[offset:end])
        state = await self._ask(device, "upload_chunk", chunk)
        self._take_state(device, upload, state)
        at = at if is_beyond else max(at, end)
        if state.received > at:
            differ(device, "upload", "received", f"at most {at}", state.received)
        return at

    async def _finish(self, device, upload, is_all):
        finish = blob.FinishUpload(uuid=upload.uuid)
        is_right = hashlib.sha256(upload.data).digest() == upload.sha256
        if is_all and not is_right:
            await self._world.ask(device, "finish_upload", finish, ("HASH_MISMATCH",))
            self._uploads.remove(upload)
            await self._world.ask(device, "finish_upload", finish, ("NO_SUCH_UPLOAD",))
            return
        state = await self._ask(device, "finish_upload", finish)
        if state.complete != is_all:
            differ(device, "upload", "complete after its end", is_all, state.complete)
        upload.is_complete = state.complete
        upload.received = max(upload.received, state.received)

    async def cancel_upload(self, user, device):
        own = [one for one in self._uploads if one.user is user]
        if not own:
            return None
        upload = self._random.choice(own)
        self._uploads.remove(upload)
        await self._world.ask(device, "cancel_upload", blob.CancelUpload(uuid=upload.uuid))
        return "cancel an upload"

    # ---- messages

    def _attachment(self, sha256, size):
        width, height = self._random.choice([(0, 0), (1, 1), (4000, 3000)])
        return blob.Attachment(
            sha256=sha256,
            size=size,
            mime=self._random.choice(["image/png", "application/pdf", "text/plain"]),
            name=self._random.choice(["Garten.png", "花园.pdf", "\u00e9t\u00e9 2026.txt"]),
            width=width,
            height=height,
            preview=self._world.bytes(self._random.choice([0, 10, 2048])),
        )

    async def send_files(self, user, device):
        """Sends a message with files that the user has uploaded or may read."""
        log = self.own_log(user)
        uploads = [one for one in self._uploads if one.user is user and one.is_complete]
        known = [file for _, entry in self._readable(user) for file in entry.attachments]
        if log is None or not self.may_post(user, log) or not uploads and not known:
            return None
        chosen = self._random.sample(uploads, min(len(uploads), self._random.randint(1, 3)))
        files = [self._attachment(one.sha256, len(one.data)) for one in chosen]
        for file in self._random.sample(known, min(len(known), self._random.randrange(2) if files else 1)):
            files.append(self._attachment(file.sha256, file.size))
        text = self._random.choice(["", "look 花园"])
        content = logs.TextContent(text=text, attachments=files)
        send = logs.Send(conversation=log.number, uuid=self._world.bytes(16), text=content)
        gone = [one for one in chosen if one.may_vanish]
        try:
            frames = await self._world.ask(device, "send", send)
        except Wrong as wrong:
            if not gone or "refused with BLOB_MISSING" not in str(wrong):
                raise
            for one in gone:
                self._uploads.remove(one)
            return "an upload has ended"
        self.accept(device, log, (send, MESSAGE, {"text": text, "attachments": files}), frames[0].send_ack)
        for one in chosen:
            self._uploads.remove(one)  # the message has taken its place
        return f"{len(files)} files to {log.number}"

    async def send_missing_file(self, user, device):
        """A file that the user has neither uploaded nor may read, whether the server has it or not."""
        log = self.own_log(user)
        if log is None or not self.may_post(user, log):
            return None
        data = self._content()
        sha256 = hashlib.sha256(data).digest()
        own = any(one.user is user and one.sha256 == sha256 for one in self._uploads)
        if own or self._may_name(user, sha256):
            return None
        content = logs.TextContent(text="not mine", attachments=[self._attachment(sha256, len(data))])
        send = logs.Send(conversation=log.number, uuid=self._world.bytes(16), text=content)
        await self._world.ask(device, "send", send, ("BLOB_MISSING",))
        probe = blob.BeginUpload(uuid=self._world.bytes(16), sha256=sha256, size=len(data))
        state = await self._ask(device, "begin_upload", probe)
        if state.complete or state.received:
            differ(device, "upload of a foreign file", "state", "nothing", state)
        await self._world.ask(device, "cancel_upload", blob.CancelUpload(uuid=probe.uuid))
        return f"refused file to {log.number}"

    # ---- downloads

    async def fetch(self, user, device):
        """Any file of any message. Only those who may read the message get it."""
        found = [
            (log, entry)
            for log in self._model.logs.values()
            for entry in log.entries
            if entry.attachments and (entry.recalled_by or self.chance(60))
        ]
        if not found:
            return None
        log, entry = self._random.choice(found)
        index = self._random.randrange(len(entry.attachments))
        may_read = (log, entry) in self._readable(user)
        request = blob.GetBlob(conversation=log.number, seq=entry.seq, index=index)
        if not may_read or self.chance(5):
            if may_read:
                request.index = len(entry.attachments)
            refusals = ("NO_SUCH_ENTRY", "NO_SUCH_CONVERSATION", "NOT_MEMBER")
            await self._world.ask(device, "get_blob", request, refusals)
            return f"refused file {entry.seq} of {log.number}"
        file = entry.attachments[index]
        data = b""
        while len(data) < file.size:
            request.offset = len(data)
            request.limit = self._random.choice([0, 1000, CHUNK])
            part = (await self._world.ask(device, "get_blob", request))[0].blob_part
            limit = request.limit or CHUNK
            if part.size != file.size or part.offset != len(data) or len(part.bytes) != min(limit, file.size - len(data)):
                differ(device, f"file {entry.seq} of {log.number}", "part", (file.size, len(data)), (part.size, part.offset))
            data += part.bytes
            if request.limit == 1000 and file.size > 20_000:
                return f"some of file {entry.seq} of {log.number}"
        if hashlib.sha256(data).digest() != file.sha256:
            differ(device, f"file {entry.seq} of {log.number}", "hash", file.sha256.hex(), "another one")
        self._world.checker.compared += 1
        return f"file {entry.seq} of {log.number}"

    # ---- at the end

    async def the_disk_has_the_files(self):
        """The disk has the files that messages name, and what the operator's command counts."""
        named = {
            file.sha256.hex(): file.size
            for log in self._model.logs.values()
            for entry in log.entries
            if entry.attachments and not entry.recalled_by
            for file in entry.attachments
        }
        server = self._world.server
        for _ in range(2 * SWEEP_S):
            held, stats = server.kept_files(), server.stats()
            if (stats["files"], stats["file_bytes"]) == (len(held), sum(held.values())):
                break
            await asyncio.sleep(0.5)
        missing = {name for name, size in named.items() if held.get(name) != size}
        if missing:
            raise Wrong(f"{len(missing)} files of messages are not on the disk")
        # A server that is killed between a commit and the removal of a file leaves it for a day.
        is_equal = (len(held), sum(held.values())) == (stats["files"], stats["file_bytes"])
        if not is_equal and (server.kills == 0 or len(held) < stats["files"]):
            raise Wrong(f"the disk has {len(held)} files of {sum(held.values())} bytes, stats says {stats}")
        self._world.checker.compared += 1
