"""Operations on memberships of groups, direct chats and channels."""

from model import ADDED, CHANNEL, CREATED, DIRECT, GROUP, JOINED, LEFT, MEMBER, MODERATOR, NOTICE, OWNER, REMOVED, RENAMED, Log
from operations import Operations
from wire import conversation as conv
from wire import follow


class Gatherings(Operations):
    async def create_group(self, user, device):
        others = self._random.sample(self._world.users, self._random.randrange(1, 7))
        request = conv.CreateGroup(
            uuid=self._world.bytes(16),
            title=self.title(),
            members=[one.name for one in others],
            history_open=self.chance(40),
            invite_only=self.chance(20),
        )
        log = await self._create(device, "create_group", request, GROUP)
        log.history_open = request.history_open
        log.invite_only = request.invite_only
        return f"group {log.number}"

    async def create_channel(self, user, device):
        request = follow.CreateChannel(uuid=self._world.bytes(16), title=self.title())
        log = await self._create(device, "create_channel", request, CHANNEL)
        return f"channel {log.number}"

    async def _create(self, device, field, request, kind):
        user = device.user
        frames = await self._world.ask(device, field, request)
        log = Log(frames[0].states.states[0].id, kind, user.number, request.uuid)
        if log.number in self._model.logs:
            raise AssertionError("a new conversation has an old number")
        self._model.logs[log.number] = log
        log.append(NOTICE, user.number, text=request.title, notice=CREATED)
        names = {user.name, *getattr(request, "members", ())}
        for one in self._world.users:
            if one.name in names:
                log.admit(one.number, log.head, role=OWNER if one is user else MEMBER)
        self._world.take_answer(device, frames)
        self.answered.append(("create", user, log, (field, request), None))
        return log

    async def open_direct(self, user, device):
        peer = self._random.choice(self._world.users)
        both = {user.number, peer.number}
        known = next((one for one in self._model.logs.values() if one.kind == DIRECT and set(one.members) == both), None)
        frames = await self._world.ask(device, "open_direct", conv.OpenDirect(name=peer.name))
        if known is None:
            known = Log(frames[0].states.states[0].id, DIRECT, user.number)
            self._model.logs[known.number] = known
            for one in sorted(both):
                known.admit(one, 0)
        self._world.take_answer(device, frames)
        return f"direct chat {known.number}"

    def _admit(self, log, user, notice, author):
        """After a JOINED or ADDED notice: the floor is the head, and in a closed history the notice is the first entry."""
        role = MEMBER if log.present() else OWNER
        log.append(NOTICE, author, notice=notice, subject=user.number if notice == ADDED else 0)
        log.admit(user.number, log.head, 0 if log.history_open else log.head - 1, role)

    async def join(self, user, device):
        log = self.any_log(GROUP)
        if log is None:
            return None
        known = log.members.get(user.number)
        refusals, change = (), None
        if not log.is_member(user.number):
            change = lambda: self._admit(log, user, JOINED, user.number)
            if (known is not None and known.is_banned) or log.invite_only:
                refusals = ("NOT_ALLOWED", "NO_SUCH_CONVERSATION")
        await self.ask_states(device, "join", conv.Join(conversation=log.number), refusals, change)
        return f"join {log.number}"

    async def leave(self, user, device):
        log = self.own_log(user, (GROUP,))
        if log is None:
            return None

        def change():
            log.append(NOTICE, user.number, notice=LEFT)
            log.pass_on(user.number)
            log.dismiss(user.number)

        await self.ask_states(device, "leave", conv.Leave(conversation=log.number), change=change)
        return f"leave {log.number}"

    async def add(self, user, device):
        log = self.own_log(user, (GROUP,))
        if log is None:
            return None
        other = self._random.choice(self._world.users)
        known = log.members.get(other.number)
        refusals, change = (), None
        if log.invite_only and log.members[user.number].row.role == MEMBER:
            refusals = ("NOT_ALLOWED",)
        elif known is not None and known.is_banned:
            refusals = ("NOT_ALLOWED",)
        elif not log.is_member(other.number):
            change = lambda: self._admit(log, other, ADDED, user.number)
        await self.ask_states(
            device, "add_member", conv.AddMember(conversation=log.number, name=other.name), refusals, change
        )
        return f"add {other.name} to {log.number}"

    async def remove(self, user, device):
        log = self.own_log(user, (GROUP,))
        if log is None:
            return None
        other = self._random.choice(self._world.users)
        known = log.members.get(other.number)
        role = log.members[user.number].row.role
        ban = self.chance(40)
        refusals = ()
        if role == MEMBER or other is user:
            refusals = ("NOT_ALLOWED",)
        elif known is None:
            refusals = ("NO_SUCH_USER",)
        elif known.row.role >= role:
            refusals = ("NOT_ALLOWED",)

        def change():
            known.is_banned = ban
            if known.row.is_member:
                log.append(NOTICE, user.number, notice=REMOVED, subject=other.number)
                log.dismiss(other.number)

        request = conv.RemoveMember(conversation=log.number, user=other.number, banned=ban)
        await self.ask_states(device, "remove_member", request, refusals, change)
        return f"remove {other.name} from {log.number}"

    async def set_role(self, user, device):
        log = self.own_log(user, (GROUP,))
        if log is None:
            return None
        other = self._model.users[self._random.choice(log.present())] if self.chance(90) else user
        role = self._random.choice([MEMBER, MODERATOR, OWNER])
        owners = [one for one in log.present() if log.members[one].row.role == OWNER]
        refusals = ()
        if user.number not in owners or (owners == [other.number] and role != OWNER):
            refusals = ("NOT_ALLOWED",)
        request = conv.SetRole(conversation=log.number, user=other.number, role=role)
        await self.ask_states(device, "set_role", request, refusals, lambda: log.set_role(other.number, role))
        return f"role of {other.name} in {log.number}"

    async def rename(self, user, device):
        log = self.own_log(user, (GROUP,))
        if log is None:
            return None
        title = self.title() if self.chance(80) else log.title(log.head)

        def change():
            if title != log.title(log.head):
                log.append(NOTICE, user.number, text=title, notice=RENAMED)

        await self.ask_states(device, "rename", conv.Rename(conversation=log.number, title=title), change=change)
        return f"rename {log.number}"

    async def follow(self, user, device):
        log = self.any_log(CHANNEL)
        if log is None:
            return None
        change = None if log.is_member(user.number) else lambda: log.admit(user.number, log.head)
        await self.ask_states(device, "follow", follow.Follow(conversation=log.number), change=change)
        return f"follow {log.number}"

    async def unfollow(self, user, device):
        log = self.own_log(user, (CHANNEL,))
        if log is None:
            return None
        request = follow.Unfollow(conversation=log.number)
        await self.ask_states(device, "unfollow", request, change=lambda: log.dismiss(user.number))
        return f"unfollow {log.number}"
