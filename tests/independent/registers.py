"""Data of one account beside the logs: drafts, folders and invitations. Others see none of it, and no number depends on it."""

from checks import differ
from model import GROUP, JOINED, MEMBER, MESSAGE
from schedules import Schedules
from wire import conversation as conv
from wire import draft, folder, invitation, log as logs, session

MAX_FOLDERS = 20
RULES = (folder.FOLDER_RULE_NONE, folder.FOLDER_RULE_UNREAD, folder.FOLDER_RULE_GROUPS, folder.FOLDER_RULE_MUTED)


class Own:
    """The drafts and folders of one user."""

    def __init__(self):
        self.drafts = {}  # Draft by conversation, as the server must have it
        self.draft_head = 0
        self.folders = []  # in the user's order
        self.folders_version = 0


def draft_fields(one):
    return (one.conversation, one.text, one.reply_to, one.version, one.uuid, one.device)


def folder_fields(folders):
    return [(one.id, one.title, one.rule, list(one.conversations)) for one in folders]


class Registers(Schedules):
    def __init__(self, world):
        super().__init__(world)
        self._own = {}  # Own by user

    def own(self, user):
        return self._own.setdefault(user.number, Own())

    # ---- drafts

    async def write_draft(self, user, device):
        """Writes, clears, or changes an older version, which must be a conflict."""
        log = self.own_log(user)
        if log is None:
            return None
        own = self.own(user)
        old = own.drafts.get(log.number) or draft.Draft(conversation=log.number)
        request = draft.SetDraft(conversation=log.number, base_version=old.version, uuid=self._world.bytes(16))
        if not old.text or self.chance(80):
            request.text = f"draft {self._random.randrange(10**6)}"
            request.reply_to = self._random.randint(0, log.head)
        is_late = old.version > 0 and self.chance(20)
        if is_late:
            request.base_version = self._random.randrange(old.version)
        else:
            own.draft_head += 1
            new = draft.Draft(conversation=log.number, text=request.text, reply_to=request.reply_to, uuid=request.uuid)
            new.version, new.device = own.draft_head, device.number
            old = own.drafts[log.number] = new
        for _ in range(2 if self.chance(30) else 1):  # the answer was lost
            result = (await self._world.ask(device, "set_draft", request))[0].draft_result
            self._world.checker.compared += 1
            if draft_fields(result.draft) != draft_fields(old) or result.conflict != is_late:
                differ(device, f"draft in {log.number}", "answer", (draft_fields(old), is_late), result)
        return f"draft in {log.number}"

    async def send_draft(self, user, device):
        """Sends a draft as a message, which clears it."""
        own = self.own(user)
        written = [one for one in own.drafts.values() if one.text]
        log = self._model.logs[self._random.choice(written).conversation] if written else None
        if log is None or not self.may_post(user, log):
            return None
        old = own.drafts[log.number]
        send, kind, fields = self.plan_send(user, log)
        send.text.text = fields["text"] = old.text
        # Another device may clear only the version that it knows.
        is_known = self.chance(70) or old.device == device.number
        send.draft_version = old.version if is_known else self._random.randrange(old.version)
        ack = (await self._world.ask(device, "send", send))[0].send_ack
        self.accept(device, log, (send, kind, fields), ack)
        if is_known:
            own.draft_head += 1
            own.drafts[log.number] = draft.Draft(
                conversation=log.number, version=own.draft_head, uuid=send.uuid, device=device.number
            )
        if ack.draft_version != (own.draft_head if is_known else 0):
            differ(device, f"draft in {log.number}", "version after sending", own.draft_head if is_known else 0, ack)
        return f"send the draft in {log.number}"

    async def see_drafts(self, user, device):
        """All drafts that have changed after a version."""
        own = self.own(user)
        after = self._random.randint(0, own.draft_head)
        expected = sorted((one for one in own.drafts.values() if one.version > after), key=lambda one: one.version)
        pages = await self.pages(device, "get_drafts", draft.GetDrafts, "drafts", after, own.draft_head)
        told = [one for page in pages for one in page.drafts]
        self._world.checker.compared += len(expected) + 1
        if [draft_fields(one) for one in told] != [draft_fields(one) for one in expected]:
            differ(device, "drafts", "changes", expected, told)
        return "see the drafts"

    # ---- folders

    async def set_folder(self, user, device):
        """Makes, changes, moves or removes a folder."""
        own = self.own(user)
        request = folder.SetFolder(uuid=self._world.bytes(16))
        old = self._random.choice(own.folders) if own.folders and self.chance(70) else None
        request.folder.id = old.id if old else self._world.bytes(16)
        request.removed = old is not None and self.chance(25)
        if old is None and len(own.folders) >= MAX_FOLDERS:
            request.folder.title = self.title()
            await self._world.ask(device, "set_folder", request, ("TOO_MANY_FOLDERS",))
            return "one folder too many"
        if not request.removed:
            request.folder.title = self.title()
            request.folder.rule = self._random.choice(RULES)
            numbers = self._random.sample(list(self._model.logs), min(5, len(self._model.logs)))
            request.folder.conversations.extend(sorted(numbers))
        if self.chance(40):
            request.position = self._random.randrange(MAX_FOLDERS + 5)
        place = own.folders.index(old) if old else len(own.folders)
        others = [one for one in own.folders if one is not old]
        if not request.removed:
            others.insert(request.position if request.HasField("position") else place, request.folder)
        own.folders = others
        for _ in range(2 if self.chance(30) else 1):  # the answer was lost
            self._take_folders(device, own, (await self._world.ask(device, "set_folder", request))[0].folders)
        return f"{len(own.folders)} folders"

    async def see_folders(self, user, device):
        own = self.own(user)
        before = own.folders_version
        self._take_folders(device, own, (await self._world.ask(device, "get_folders", folder.GetFolders()))[0].folders)
        if own.folders_version != before:
            differ(device, "folders", "version without a change", before, own.folders_version)
        return "see the folders"

    def _take_folders(self, device, own, told):
        self._world.checker.compared += 1
        if folder_fields(told.folders) != folder_fields(own.folders) or told.version < own.folders_version:
            differ(device, "folders", f"list after version {own.folders_version}", folder_fields(own.folders), told)
        own.folders_version = told.version

    # ---- invitations

    async def invite(self, user, device):
        """Invites a user who wants to be asked, and who accepts, refuses, or joins."""
        log = self.own_log(user, (GROUP,))
        if log is None or (log.invite_only and log.members[user.number].row.role == MEMBER):
            return None
        strangers = [
            one
            for one in self._world.users
            if one.number not in log.members and self._world.any_device(one) is not None
        ]
        if not strangers:
            return None
        guest = self._random.choice(strangers)
        own = self._world.any_device(guest)
        await self._let_add(own, session.ADDING_POLICY_NOBODY)
        await self._add_guest(device, log, guest)
        await self._invitations(own, log, 1)
        if self.chance(60):
            if self.chance(20) and not log.invite_only:
                change = lambda: self._admit(log, guest, JOINED, guest.number)
                await self.ask_states(own, "join", conv.Join(conversation=log.number), change=change)
            else:
                await self._answer(own, log, True)
                self._admit(log, guest, JOINED, guest.number)
            await self.ask_states(own, "get_states", conv.GetStates(conversations=[log.number]))
        else:
            await self._answer(own, log, False)
            await self._add_guest(device, log, guest)  # it is answered as before, and nothing happens
        await self._invitations(own, log, 0)
        await self._let_add(own, session.ADDING_POLICY_EVERYBODY)
        return f"invite {guest.name} to {log.number}"

    async def _let_add(self, device, policy):
        settings = session.AccountSettings(receipts=device.user.receipts, adding=policy)
        told = (await self._world.ask(device, "set_account_settings", session.SetAccountSettings(settings=settings)))[0]
        if told.account_settings.adding != policy:
            differ(device, "account settings", "adding", policy, told.account_settings)

    async def _add_guest(self, device, log, guest):
        """The answer says that the guest is asked, and the group stays as it is."""
        request = conv.AddMember(conversation=log.number, name=guest.name)
        frames = await self._world.ask(device, "add_member", request)
        self._world.take_answer(device, frames)
        invited = [one.id for one in frames[0].states.invited]
        if invited != [guest.number]:
            differ(device, f"conversation {log.number}", "invited", [guest.number], invited)

    async def _invitations(self, device, log, count):
        told = (await self._world.ask(device, "get_invitations", invitation.GetInvitations()))[0].invitations
        found = [one.title for one in told.invitations if one.conversation == log.number]
        self._world.checker.compared += 1
        if found != [log.title(log.head)] * count:
            differ(device, f"conversation {log.number}", "invitations", [log.title(log.head)] * count, told)

    async def _answer(self, device, log, accept):
        request = invitation.AnswerInvitation(conversation=log.number, accept=accept)
        told = (await self._world.ask(device, "answer_invitation", request))[0].invitations
        if any(one.conversation == log.number for one in told.invitations):
            differ(device, f"conversation {log.number}", "invitations after the answer", "none", told)

    # ---- what a user removes from the own devices

    async def hide(self, user, device):
        """Hides messages of others from the user alone. They count in nothing."""
        log = self.own_log(user)
        if log is None or not log.epoch:
            return None
        member = log.members[user.number]
        seen = [one.seq for one in self.targets(user, log) if one.author != user.number and not one.attachments]
        if not seen:
            return None
        seqs = self._random.sample(seen, min(len(seen), self._random.choice([1, 1, 3])))
        request = conv.HideMessages(
            conversation=log.number, log_epoch=log.epoch, generation=member.row.generation, seqs=seqs
        )

        def change():
            member.row.hidden |= frozenset(seqs)
            member.keep()

        await self.ask_states(device, "hide_messages", request, change=change)
        return f"hide {seqs} in {log.number}"

    async def clear(self, user, device):
        """Removes the entries through a seq from the user's devices."""
        log = self.own_log(user)
        if log is None or not log.epoch:
            return None
        member = log.members[user.number]
        upto = self._random.randint(0, log.head)
        request = conv.ClearHistory(
            conversation=log.number, log_epoch=log.epoch, generation=member.row.generation, upto=upto
        )
        await self.ask_states(device, "clear_history", request, change=lambda: log.clear(user.number, upto))
        return f"clear {log.number} through {upto}"

    # ---- forwarding

    async def forward(self, user, device):
        """Forwards a message without files to a conversation."""
        log = self.own_log(user)
        source = self.own_log(user)
        if log is None or not source.epoch or not self.may_post(user, log):
            return None
        readable = [one for one in self.targets(user, source) if not one.attachments]
        if not readable:
            return None
        one = self._random.choice(readable)
        send = logs.Send(conversation=log.number, uuid=self._world.bytes(16))
        send.forward.conversation, send.forward.log_epoch, send.forward.seq = source.number, source.epoch, one.seq
        fields = {"text": source.text_of(one), "forwarded_from": one.forwarded_from or one.author}
        ack = (await self._world.ask(device, "send", send))[0].send_ack
        log.append(MESSAGE, user.number, send.uuid, **fields)
        if ack.seq != log.head:
            differ(device, f"conversation {log.number}", "acknowledged", log.head, ack.seq)
        return f"forward {source.number}/{one.seq} to {log.number}"
