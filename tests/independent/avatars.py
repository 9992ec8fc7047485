"""Avatars: pictures of users and groups, who sees them, and their bytes."""

from checks import Wrong, differ
from files import Files
from model import CHANNEL, DIRECT, GROUP
from wire import avatar as av, blob

LARGEST = 262_144


class Shown:
    """The newest avatar of an owner, which the server has confirmed."""

    def __init__(self):
        self.version = 0
        self.sha256 = b""
        self.data = b""


class Avatars(Files):
    def __init__(self, world):
        super().__init__(world)
        self._avatars = {}  # Shown by (user, conversation), of which one is 0

    def _shown(self, user, log):
        return self._avatars.setdefault((user, log), Shown())

    def _compare(self, device, owner, told, shown):
        user, log = owner
        expected = av.Avatar(user=user, conversation=log, version=shown.version, sha256=shown.sha256, size=len(shown.data))
        if told != expected:
            differ(device, f"avatar of user {user}, conversation {log}", "avatar", expected, told)
        self._world.checker.compared += 1

    async def set_avatar(self, user, device):
        """Sets, repeats or removes the user's own avatar, or that of a group."""
        log = self.own_log(user, (GROUP,)) if self.chance(50) else None
        owner = (0, log.number) if log else (user.number, 0)
        shown = self._shown(*owner)
        own = [
            one
            for one in self._uploads
            if one.user is user and one.is_complete and not one.may_vanish and len(one.data) <= LARGEST
        ]
        side = self._random.randint(1, 512)
        request = av.SetAvatar(conversation=owner[1], mime="image/png", width=side, height=side)
        upload = self._random.choice(own) if own and self.chance(80) else None
        if upload is not None:
            request.sha256 = upload.sha256
            request.size = len(upload.data)
        if upload is not None and self.chance(10):
            field, value = self._random.choice([("mime", "image/gif"), ("width", 513), ("height", 0), ("size", LARGEST + 1)])
            setattr(request, field, value)
            await self._world.ask(device, "set_avatar", request, ("AVATAR_INVALID",))
            return "refused avatar"
        frames = await self._world.ask(device, "set_avatar", request)
        if request.sha256 != shown.sha256:
            shown.version += 1
            shown.sha256 = request.sha256
            shown.data = upload.data if upload else b""
            # The avatar has taken the place of the user's uploads of this file.
            self._uploads = [one for one in self._uploads if one.user is not user or one.sha256 != request.sha256]
        self._compare(device, owner, frames[0].avatars.avatars[0], shown)
        return f"avatar of {owner}"

    def _sees(self, user, log, other):
        if log.kind == GROUP:
            return log.is_member(user.number) and (other == 0 or log.is_member(other))
        if not log.is_member(user.number) or not other or not log.is_member(other):
            return False
        return log.kind == DIRECT or (log.kind == CHANNEL and (user.number == other or log.creator in (user.number, other)))

    async def see_avatars(self, user, device):
        """Any avatars, of which only those come that the user may see; and the bytes of one."""
        places = [(None, 0)]
        for log in self._random.sample(list(self._model.logs.values()), min(3, len(self._model.logs))):
            others = [one.number for one in self._world.users]
            places += [(log, 0), (log, self._random.choice(others))]
        asked = [av.GetAvatars.Place(conversation=log.number if log else 0, user=other) for log, other in places]
        frames = await self._world.ask(device, "get_avatars", av.GetAvatars(places=asked))
        seen = [(log, other) for log, other in places if log is None or self._sees(user, log, other)]
        told = list(frames[0].avatars.avatars)
        if len(told) != len(seen):
            differ(device, "avatars", "number", len(seen), len(told))
        for (log, other), one in zip(seen, told):
            owner = (user.number, 0) if log is None else (other, 0) if other else (0, log.number)
            self._compare(device, owner, one, self._shown(*owner))
        log, other = self._random.choice(places)
        return await self._fetch_avatar(user, device, log, other)

    async def _fetch_avatar(self, user, device, log, other):
        may_see = log is None or self._sees(user, log, other)
        owner = (user.number, 0) if log is None else (other, 0) if other else (0, log.number)
        shown = self._shown(*owner)
        request = blob.GetBlob(conversation=log.number if log else 0, user=other, avatar_version=shown.version)
        if not may_see or not shown.sha256:
            refusals = ("NO_SUCH_ENTRY", "NO_SUCH_CONVERSATION", "NOT_MEMBER")
            await self._world.ask(device, "get_blob", request, refusals)
            return f"refused avatar of {owner}"
        part = (await self._world.ask(device, "get_blob", request))[0].blob_part
        if part.bytes != shown.data or part.size != len(shown.data):
            raise Wrong(f"{device}: the avatar of {owner} has other bytes")
        return f"bytes of the avatar of {owner}"
