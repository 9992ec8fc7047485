"""Reactions: emoji on messages, who has made them, and which of them their author has not seen."""

import asyncio

from avatars import Avatars
from checks import Wrong, differ
from device import Connection, Refused
from model import CHANNEL, DIRECT, GROUP, MAX_EMOJI, MESSAGE, UUIDS_KEPT
from wire import conversation as conv
from wire import error_name, reaction, read

EMOJI = [
    "👍", "👎", "😂", "😮", "😢", "🙏", "🎉", "🔥", "👀", "💯", "🚀", "🌊", "🦊", "🍰", "🎈", "❤️", "☕", "✅", "⚠️", "1️⃣", "#️⃣",
    "👏🏽", "👋🏿", "🇩🇪", "🇨🇳", "👩‍💻", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏳️‍🌈", "👩🏽‍🚀",
]  # fmt: skip
BAD_EMOJI = [
    "", "a", "1", "#", "❤", "👍👍", "👍 ", " 👍", "🇩", "👩‍", "\ufe0f", "\u200d", ":+1:", "<b>👍</b>", "&#128077;", "👍\n", "1\u20e3",
    "👍" * 17,
]  # fmt: skip
FEW = 6  # most reactions use the first emoji, so that registers change often
# Reactions may change these fields of a state.
ASIDE = ("version", "reaction_head", "reactions_seen", "unread_reactions")


class Reactions(Avatars):
    # ---- choosing

    def emoji(self):
        return self._random.choice(EMOJI[:FEW] if self.chance(75) else EMOJI)

    def plan_react(self, user, log, excluded=()):
        """A reaction that the server must answer with Reactions or by a bound; None if there is no message."""
        targets = [one.seq for one in self.targets(user, log)[-30 if self.chance(80) else 0 :] if one.seq not in excluded]
        if not targets:
            return None
        popular = [seq for seq in targets if log.change_of_reactions(seq)]
        target = self._random.choice(popular if popular and self.chance(60) else targets)
        emoji = self.emoji()
        own = [key[2] for key, one in log.registers.items() if key[:2] == (target, user.number) and one.first]
        if own and self.chance(40):
            emoji = self._random.choice(sorted(own))
        is_on = log.register(target, user.number, emoji).on
        return self.reaction(log, target, emoji, not is_on if self.chance(85) else is_on)

    def reaction(self, log, target, emoji, on):
        return reaction.React(
            conversation=log.number, log_epoch=log.epoch, target=target, emoji=emoji, on=on, uuid=self._world.bytes(16)
        )

    # ---- asking

    async def ask_react(self, device, request):
        """(Reactions, None) or (None, name of the error). Waits while the user's bucket is empty."""
        while True:
            try:
                return (await device.ask("react", request))[0].reactions, None
            except Refused as refused:
                if error_name(refused.error.code) != "TOO_FAST":
                    return None, error_name(refused.error.code)
                await asyncio.sleep(refused.error.retry_after_ms / 1000)

    async def refuse_react(self, device, request, refusals):
        _, error = await self.ask_react(device, request)
        if error not in refusals:
            raise Wrong(f"{device}: react was answered with {error}, not with {' or '.join(refusals)}: {request}")

    def do_react(self, user, request):
        log = self._model.logs[request.conversation]
        log.react(user.number, request.target, request.emoji, request.on, request.uuid)
        self.answered.append(("react", user, log, request, None))

    async def choose(self, device, log, request):
        """Sends a new choice. Returns the error, or None."""
        allowed = log.may_react(device.user.number, request.target, request.emoji, request.on)
        told, error = await self.ask_react(device, request)
        if error not in allowed:
            differ(device, f"conversation {log.number}", f"answer to {request}", allowed, error)
        if error is None:
            self.do_react(device.user, request)
            self.take_react(device, request, told)
        return error

    def take_react(self, device, request, told):
        """The answer has the message, if it has any reactions."""
        log = self._model.logs[request.conversation]
        self._world.take_reactions(device, log, told)
        seqs = [one.seq for one in told.messages]
        if seqs != [request.target] and (seqs or log.reactions_to(request.target)):
            differ(device, f"conversation {log.number}", "messages in the answer to React", [request.target], seqs)

    # ---- actions

    async def react(self, user, device):
        log = self.own_log(user)
        request = self.plan_react(user, log) if log and log.epoch else None
        if request is None:
            return None
        watcher = None
        if self.chance(30):
            author = self._model.users[log.entry(request.target).author]
            watcher = self._world.any_device(author) if log.is_member(author.number) else device
        before = await self._beside(watcher, log)
        await self.choose(device, log, request)
        after = await self._beside(watcher, log)
        if before != after:
            differ(watcher, f"conversation {log.number}", "R-I1: everything but reactions", before, after)
        return f"react {request.emoji} {'on' if request.on else 'off'} to {log.number}/{request.target}"

    async def _beside(self, device, log):
        """The state and the totals without what reactions may change."""
        if device is None:
            return None
        frames = await self._world.ask(device, "get_states", conv.GetStates(conversations=[log.number]))
        state = conv.ConversationState()
        state.CopyFrom(self._world.take_answer(device, frames)[0])
        for name in ASIDE:
            state.ClearField(name)
        totals = (await self._world.ask(device, "get_totals", read.GetTotals()))[0].totals
        totals.ClearField("version")
        return state, totals

    async def react_wrongly(self, user, device):
        """Sends reactions that the server must refuse. They must change nothing."""
        log = self.own_log(user)
        request = self.plan_react(user, log) if log and log.epoch else None
        if request is None:
            return None
        case = self._random.choice(["emoji", "entry", "hidden", "recalled", "stranger", "epoch", "uuid"])
        if case == "emoji":
            request.emoji = self._random.choice(BAD_EMOJI)
            refusals = ("EMOJI_INVALID",)
        elif case == "entry":
            others = [one.seq for one in log.entries[log.members[user.number].hidden_upto :] if one.kind != MESSAGE]
            request.target = self._random.choice([*others, 0, log.head + 1, 2**63])
            refusals = ("NO_SUCH_ENTRY",)
        elif case == "hidden":
            hidden = [one for one in log.entries[: log.members[user.number].hidden_upto] if one.kind == MESSAGE]
            if not hidden:
                return None
            request.target = self._random.choice(hidden).seq
            refusals = ("NO_SUCH_ENTRY",)
        elif case == "recalled":
            visible = log.entries[log.members[user.number].hidden_upto :]
            recalled = [one.seq for one in visible if one.recalled_by]
            if not recalled:
                return None
            request.target = self._random.choice(recalled)
            refusals = ("ALREADY_RECALLED",)
        elif case == "stranger":
            return await self._stranger(device)
        elif case == "epoch":
            request.log_epoch ^= 1
            refusals = ("LOG_EPOCH_CHANGED",)
        else:
            request.uuid = b""
            return await self._malformed(device, request)
        await self.refuse_react(device, request, refusals)
        return f"refused reaction to {log.number} ({case})"

    async def _stranger(self, device):
        """A user who is not a member can neither react nor learn who has."""
        others = [one for one in self._model.logs.values() if not one.is_member(device.user.number) and one.epoch]
        if not others:
            return None
        log = self._random.choice(others)
        seq = self._random.randint(1, max(log.head, 1))
        refusals = ("NO_SUCH_CONVERSATION", "NOT_MEMBER")
        await self.refuse_react(device, self.reaction(log, seq, self.emoji(), True), refusals)
        number = log.number
        requests = [
            ("pull_reactions", reaction.PullReactions(conversation=number, log_epoch=log.epoch)),
            ("get_reactors", reaction.GetReactors(conversation=number, seq=seq)),
            ("see_reactions", reaction.SeeReactions(conversation=number, log_epoch=log.epoch, generation=1, upto=1)),
        ]
        for field, message in requests:
            await self._world.ask(device, field, message, refusals)
        return f"refused reaction to {number} (stranger)"

    async def _malformed(self, device, request):
        connection = await Connection.open(self._world.server.url)
        hello = device.hello()
        hello.silent = True
        try:
            await connection.answer(await connection.send("hello", hello), after_welcome=False)
            await connection.ask("react", request)
        except Refused as refused:
            if error_name(refused.error.code) != "MALFORMED":
                raise Wrong(f"{device}: a reaction without uuid is refused with {refused}") from refused
        else:
            raise Wrong(f"{device}: a reaction without uuid was accepted")
        finally:
            await connection.close()
        return "refused reaction (uuid)"

    def plan_see(self, user, log):
        """Sees through the position of an older state, through the present one, or beyond it."""
        row = log.members[user.number].row
        upto = self._random.choice([self._random.randint(0, log.reaction_head), log.reaction_head, log.reaction_head + 50])
        return reaction.SeeReactions(
            conversation=log.number, log_epoch=log.epoch, generation=row.generation, upto=upto
        )

    async def see_reactions(self, user, device):
        log = self._log_with_reactions(user)
        if log is None:
            return None
        request = self.plan_see(user, log)
        held = device.held.get(log.number)
        if held is not None and held.state.is_member and self.chance(50):
            request.upto = held.state.reaction_head
        if self.chance(10):
            request.generation -= 1
            await self._world.ask(device, "see_reactions", request, ("OLD_GENERATION",))
            return f"refused see reactions in {log.number}"
        if self.chance(5):
            request.log_epoch ^= 1
            await self._world.ask(device, "see_reactions", request, ("LOG_EPOCH_CHANGED",))
            return f"refused see reactions in {log.number}"
        change = lambda: log.see_reactions(user.number, request.upto)
        await self.ask_states(device, "see_reactions", request, change=change)
        self.answered.append(("see", user, log, request, None))
        return f"see reactions in {log.number} through {request.upto}"

    def _log_with_reactions(self, user):
        """Preferably one in which the user has unread reactions."""
        own = [log for log in self._model.logs_of(user.number) if log.epoch and log.reaction_head]
        unread = [log for log in own if log.members[user.number].row.unread_reactions]
        chosen = unread if unread and self.chance(70) else own
        return self._random.choice(chosen) if chosen else None

    async def pull_reactions(self, user, device):
        log = self._log_with_reactions(user)
        if log is None:
            return None
        limit = self._random.choice([0, 1, 2, 5])
        if log.number in device.held and self.chance(50):
            await self._world.catch_up_reactions(device, log, limit)
            return f"catch up with reactions in {log.number}"
        after = self._random.randint(0, log.reaction_head)
        while after < log.reaction_head:
            told = await self._world.pull_reactions(device, log, after, limit)
            if told.after != after or told.upto <= after:
                differ(device, f"conversation {log.number}", f"reactions after {after}", "a later position", told)
            after = told.upto
        if self.chance(10):
            question = reaction.PullReactions(conversation=log.number, log_epoch=log.epoch ^ 1)
            await self._world.ask(device, "pull_reactions", question, ("LOG_EPOCH_CHANGED",))
        return f"pull reactions of {log.number}"

    async def reactors(self, user, device):
        """Asks page by page for the users who reacted to a message, or for the unread reactions."""
        log = self._log_with_reactions(user)
        if log is None:
            return None
        hidden = log.members[user.number].hidden_upto
        seq = 0 if self.chance(40) else self._random.choice(sorted({key[0] for key in log.registers} | {log.head}))
        if seq and log.kind == CHANNEL and log.creator != user.number:
            question = reaction.GetReactors(conversation=log.number, seq=seq)
            await self._world.ask(device, "get_reactors", question, ("NOT_ALLOWED",))
            return f"refused reactors in {log.number}"
        entry = log.entry(seq)
        if seq and (seq <= hidden or entry.kind != MESSAGE or entry.recalled_by):
            question = reaction.GetReactors(conversation=log.number, seq=seq)
            await self._world.ask(device, "get_reactors", question, ("NO_SUCH_ENTRY", "ALREADY_RECALLED"))
            return f"refused reactors in {log.number}"
        if seq:
            is_hidden = seq in log.members[user.number].row.hidden
            expected = [] if is_hidden else [(first, seq, emoji, other) for first, emoji, other in log.reactions_to(seq)]
        else:
            expected = log.unread_reactions(user.number)
            if log.kind == CHANNEL and log.creator != user.number:
                return await self._reactors_for_follower(device, log)
        told = await self._reactor_pages(device, log, seq, self._random.choice([0, 1, 2, 3]))
        if told != expected:
            differ(device, f"conversation {log.number}", f"reactors of {seq}", expected, told)
        return f"reactors in {log.number}"

    async def _reactors_for_follower(self, device, log):
        """The documents leave open whether a follower gets NOT_ALLOWED or an empty list."""
        question = reaction.GetReactors(conversation=log.number)
        try:
            page = (await device.ask("get_reactors", question))[0].reactors
        except Refused as refused:
            if error_name(refused.error.code) != "NOT_ALLOWED":
                raise Wrong(f"{device}: a follower asks for unread reactions: {refused}") from refused
        else:
            if page.reactors:
                differ(device, f"conversation {log.number}", "unread reactions of a follower", "none", page)
        return f"unread reactions of a follower of {log.number}"

    async def _reactor_pages(self, device, log, seq, limit):
        told = []
        while True:
            question = reaction.GetReactors(
                conversation=log.number, seq=seq, after=told[-1][0] if told else 0, limit=limit
            )
            page = (await self._world.ask(device, "get_reactors", question))[0].reactors
            named = {one.id: one.name for one in page.users}
            for one in page.reactors:
                if named.get(one.user) != self._model.users[one.user].name:
                    differ(device, f"conversation {log.number}", "name of a reactor", self._model.users[one.user].name, named)
            if len(page.reactors) > (limit or 200) or (page.more and not page.reactors):
                differ(device, f"conversation {log.number}", f"page of reactors of {seq}", limit, page)
            told += [(one.first, one.seq, one.emoji, one.user) for one in page.reactors]
            self._world.checker.compared += len(page.reactors)
            if not page.more:
                return told

    # ---- bounds and races

    async def fill_reactions(self, user, device):
        """Several members, or one who takes some back, use so many emoji on one message that one is refused."""
        log = self.own_log(user)
        targets = [one.seq for one in self.targets(user, log)[-5:]] if log and log.epoch else []
        if not targets:
            return None
        target = self._random.choice(targets)
        helpers = [one for one in log.present() if log.members[one].hidden_upto < target]
        devices = [one for one in map(self._world.any_device, map(self._model.users.get, helpers)) if one is not None]
        is_alone = self.chance(30)
        refused = 0
        for index, emoji in enumerate(self._random.sample(EMOJI, MAX_EMOJI + 6)):
            chosen = device if is_alone else self._random.choice(devices)
            error = await self.choose(chosen, log, self.reaction(log, target, emoji, True))
            refused += error is not None
            if is_alone and index % 6 == 0 and error is None:
                await self.choose(chosen, log, self.reaction(log, target, emoji, False))
        if not refused:
            raise Wrong(f"{device}: message {target} of conversation {log.number} took {MAX_EMOJI + 6} emoji")
        for emoji in self._random.sample(sorted(log.summary(target, user.number)), min(3, len(log.summary(target, user.number)))):
            await self.choose(device, log, self.reaction(log, target, emoji, True))
        return f"{MAX_EMOJI} emoji on {log.number}/{target}, {refused} refused"

    async def toggle_reaction(self, user, device):
        """Several choices for one register from any device, of which some change nothing; then earlier ones are repeated."""
        log = self.own_log(user)
        first = self.plan_react(user, log) if log and log.epoch else None
        if first is None:
            return None
        requests = []
        for _ in range(self._random.randint(2, 5)):
            request = self.reaction(log, first.target, first.emoji, self.chance(50))
            if await self.choose(self._world.any_device(user), log, request) is None:
                requests.append(request)
        for request in self._random.sample(requests, min(2, len(requests))):
            await self._again_react(self._world.any_device(user), log, request, None)
        return f"toggle {first.emoji} on {log.number}/{first.target}"

    async def race_reactions(self, user, device):
        """Two devices of a user choose at once. One choice is the last one, and all devices must say which."""
        log = self.own_log(user, (GROUP, DIRECT))
        first = self.plan_react(user, log) if log and log.epoch else None
        others = [one for one in user.devices if one.is_connected and not one.totals_only and one is not device]
        if first is None or not others:
            return None
        if log.may_react(user.number, first.target, first.emoji, True) != {None}:
            return None
        second = self.reaction(log, first.target, first.emoji, not first.on)
        other = self._random.choice(others)
        requests = [(device, first), (other, second)]
        sent = [await one.connection.send("react", request) for one, request in requests]
        answers = []
        for (one, request), number in zip(requests, sent):
            try:
                answers.append((await one.connection.answer(number))[0].reactions)
            except Refused as refused:
                if error_name(refused.error.code) != "TOO_FAST":
                    raise Wrong(f"{one}: react was refused with {refused}: {request}") from refused
                answers.append(None)
        if None in answers:
            done = [one for one, answer in zip(requests, answers) if answer is not None]
            for one, request in done:
                self.do_react(user, request)
            for one, request in requests:
                if (one, request) not in done:
                    await self.choose(one, log, request)
            return f"race in {log.number} was too fast"
        self._take_race(log, requests, answers)
        return f"race for {first.emoji} on {log.number}/{first.target}"

    def _take_race(self, log, requests, answers):
        """The last answer has the final summary. Both orders are allowed."""
        user = requests[0][0].user
        head = log.reaction_head
        was_on = log.register(requests[0][1].target, user.number, requests[0][1].emoji).on
        newest = max(answers, key=lambda one: one.head)
        for order in (requests, requests[::-1]):
            effective = sum(1 for before, (_, one) in zip([was_on, order[0][1].on], order) if before != one.on)
            if head + effective == newest.head:
                for _, request in order:
                    self.do_react(user, request)
                self._world.take_reactions(requests[answers.index(newest)][0], log, newest)
                return
        differ(requests[0][0], f"conversation {log.number}", "reaction_head after a race", f"{head + 1} or {head + 2}", newest.head)

    # ---- repetition

    async def _again_react(self, device, log, request, _):
        """Changes nothing, whatever has happened since."""
        user = device.user.number
        if not log.is_member(user):
            await self.refuse_react(device, request, ("NOT_MEMBER", "NO_SUCH_CONVERSATION"))
            return
        entry = log.entry(request.target)
        allowed = {None}
        if entry.recalled_by:
            allowed = {None, "ALREADY_RECALLED"}
        elif entry.seq <= log.members[user].hidden_upto:
            allowed = {None, "NO_SUCH_ENTRY"}
        elif not self._may_repeat(log.register(entry.seq, user, request.emoji), request.uuid):
            return
        else:
            allowed |= log.may_react(user, entry.seq, request.emoji, request.on)
        told, error = await self.ask_react(device, request)
        if error not in allowed:
            differ(device, f"conversation {log.number}", f"answer to a repeated {request}", allowed, error)
        if told is not None:
            self._world.take_reactions(device, log, told)

    @staticmethod
    def _may_repeat(register, uuid):
        """A server remembers the user's 8 latest requests, but not one that took back a reaction that was never made."""
        is_remembered = register.uuids.get(uuid, 0) > 0 and register.requests_since(uuid) < UUIDS_KEPT
        return register.knows(uuid) and is_remembered

    async def _again_see(self, device, log, request, _):
        change = lambda: log.see_reactions(device.user.number, request.upto)
        await self._of_that_membership(device, log, "see_reactions", request, request.generation, change)
