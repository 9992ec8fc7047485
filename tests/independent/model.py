"""The promises of the protocol, as plain sets and maxima.

A log is a list of entries. A member is one cursor and some settings. Every number is counted from them on request. The
model follows the documents, never the server: if a document leaves something open, the model allows every possibility.
"""

import copy

MESSAGE, EDIT, RECALL, NOTICE = range(4)
GROUP, DIRECT, CHANNEL = range(3)
MEMBER, MODERATOR, OWNER = range(3)
INHERIT, PUBLIC, PRIVATE = range(3)
CREATED, JOINED, LEFT, ADDED, REMOVED, RENAMED, PINNED, UNPINNED = range(1, 9)
ACCOUNT_DELETED = 11
MAX_PINNED = 100
MAX_EMOJI = 20  # of a message
MAX_EMOJI_OF_USER = 100  # that one user has ever used on a message
UUIDS_KEPT = 8  # a repeated reaction changes nothing until its register has changed so often since


class User:
    def __init__(self, name, number, password):
        self.name = name
        self.number = number
        self.password = password
        self.devices = []
        self.receipts = INHERIT


class Entry:
    def __init__(self, seq, kind, author, uuid=b"", text="", **more):
        self.seq = seq
        self.kind = kind
        self.author = author
        self.uuid = uuid
        self.text = text
        self.mentions = frozenset(more.get("mentions", ()))
        self.mentions_all = more.get("mentions_all", False)
        self.reply_to = more.get("reply_to", 0)
        self.target = more.get("target", 0)
        self.notice = more.get("notice", 0)
        self.subject = more.get("subject", 0)
        self.attachments = list(more.get("attachments", ()))
        self.forwarded_from = more.get("forwarded_from", 0)
        self.edited_by = 0
        self.recalled_by = 0


class Row:
    """One user in one conversation: the values that the server sends the user's devices."""

    def __init__(self):
        self.is_member = False
        self.generation = 0
        self.epoch = 0
        self.read_seq = 0
        self.floor = 0
        self.muted = False
        self.archived = False
        self.pinned = False
        self.receipts = INHERIT
        self.role = MEMBER
        self.snapshot = 0  # of the "Following" entry
        self.reactions_seen = 0
        self.unread_reactions = 0
        self.hidden = frozenset()  # the messages that the user has hidden from themselves

    def visible(self):
        return tuple(sorted(vars(self).items(), key=lambda item: item[0]))


class Membership:
    """The row with the marks of others, and all its earlier values."""

    def __init__(self):
        self.row = Row()
        self.rows = []  # every row there ever was, in order
        self.rows_of_version = {}  # indexes of the rows that fit each version of the server, in ascending order
        self.seen = 0
        self.delivered = 0
        self.hidden_upto = 0
        self.cleared_upto = 0
        self.is_banned = False

    def keep(self):
        """Must be called after every change of the row."""
        if not self.rows or self.rows[-1].visible() != self.row.visible():
            self.rows.append(copy.copy(self.row))

    def range_of_version(self, version):
        """(least, greatest) index of the row of this version, since later versions belong to later rows or to the same one."""
        least, most = 0, len(self.rows) - 1
        for other in sorted(self.rows_of_version):
            if other < version:
                least = next(index for index in self.rows_of_version[other] if index >= least)
        for other in sorted(self.rows_of_version, reverse=True):
            if other > version:
                most = next(index for index in reversed(self.rows_of_version[other]) if index <= most)
        return least, most


class Register:
    """The reaction of one user with one emoji to one message."""

    def __init__(self):
        self.on = False
        self.first = 0  # the position at which it was first made; 0: never
        self.last = 0
        self.changes = 0
        self.uuids = {}  # in the order of the requests: `changes` after each

    def knows(self, uuid):
        return uuid in self.uuids and self.changes - self.uuids[uuid] < UUIDS_KEPT

    def requests_since(self, uuid):
        return len(self.uuids) - 1 - list(self.uuids).index(uuid)


class Log:
    """A conversation."""

    def __init__(self, number, kind, creator, uuid=b""):
        self.number = number
        self.kind = kind
        self.creator = creator
        self.uuid = uuid
        self.epoch = None  # told with the first state
        self.entries = []
        self.members = {}  # Membership by user number
        self.history_open = False
        self.invite_only = False
        self.registers = {}  # Register by (target, user, emoji)
        self.reaction_head = 0

    @property
    def head(self):
        return len(self.entries)

    def entry(self, seq):
        return self.entries[seq - 1] if 1 <= seq <= self.head else None

    def append(self, kind, author, uuid=b"", text="", **more):
        added = Entry(self.head + 1, kind, author, uuid, text, **more)
        self.entries.append(added)
        target = self.entry(added.target)
        if kind == EDIT:
            target.edited_by = added.seq
        elif kind == RECALL:
            target.recalled_by = added.seq
            self.drop_reactions(target)
        return added

    def title(self, head):
        titles = [one.text for one in self.entries[:head] if one.kind == NOTICE and one.notice in (CREATED, RENAMED)]
        return titles[-1] if titles else ""

    def pinned(self, head, gone=0):
        """The seqs of the pinned messages at `head`, ascending, without those through `gone`."""
        pinned = set()
        for one in self.entries[:head]:
            if one.kind == NOTICE and one.notice == PINNED:
                pinned.add(one.target)
            elif one.kind == RECALL or (one.kind == NOTICE and one.notice == UNPINNED):
                pinned.discard(one.target)
        return sorted(seq for seq in pinned if seq > gone)

    def text_of(self, entry):
        """The present text of the entry: the newest edit, and no text if it was recalled."""
        if entry.kind == RECALL or entry.recalled_by or (entry.kind == EDIT and self.entry(entry.target).recalled_by):
            return ""
        return self.entry(entry.edited_by).text if entry.edited_by else entry.text

    def present(self):
        return sorted(user for user, one in self.members.items() if one.row.is_member)

    def membership(self, user):
        return self.members.setdefault(user, Membership())

    def is_member(self, user):
        return user in self.members and self.members[user].row.is_member

    def admit(self, user, floor, hidden_upto=0, role=MEMBER):
        one = self.membership(user)
        row = one.row
        row.is_member = True
        row.generation += 1
        row.read_seq = floor
        row.floor = floor
        row.snapshot = 0
        row.reactions_seen = self.reaction_head
        row.unread_reactions = 0
        row.role = OWNER if self.kind == CHANNEL and self.creator == user else role
        one.hidden_upto = max(hidden_upto, one.cleared_upto)
        one.keep()

    def clear(self, user, upto):
        """The user removes the entries through `upto` from their own devices."""
        one = self.members[user]
        one.cleared_upto = max(one.cleared_upto, upto)
        one.hidden_upto = max(one.hidden_upto, upto)
        one.row.floor = max(one.row.floor, upto)
        one.keep()
        self.count_reactions(user)

    def dismiss(self, user):
        one = self.members[user]
        one.row.is_member = False
        one.row.role = OWNER if self.kind == CHANNEL and self.creator == user else MEMBER
        one.keep()

    def set_role(self, user, role):
        self.members[user].row.role = role
        self.members[user].keep()

    def pass_on(self, leaver):
        """The last owner leaves. The moderator with the smallest id, or else such a member, becomes owner."""
        if self.members[leaver].row.role != OWNER:
            return
        others = [user for user in self.present() if user != leaver]
        if any(self.members[user].row.role == OWNER for user in others):
            return
        moderators = [user for user in others if self.members[user].row.role == MODERATOR]
        heirs = moderators or others
        if heirs:
            self.set_role(heirs[0], OWNER)

    # ---- numbers

    def unread_set(self, user, above, head):
        """The messages of others above `above` that are not recalled at `head`."""
        part = self.entries[above:head]
        recalled = {one.target for one in part if one.kind == RECALL}
        return {one.seq for one in part if one.kind == MESSAGE and one.author != user and one.seq not in recalled}

    def numbers(self, user, row, head):
        """All counts of a user at `head`."""
        none = {"unread": 0, "mentions": 0, "replies": 0, "first_unread": 0, "feed_unread": 0}
        if not row.is_member:
            return none
        unread = self.unread_set(user, max(row.read_seq, row.floor), head) - row.hidden
        about = [self.entry(seq) for seq in unread]
        none["unread"] = len(unread)
        none["mentions"] = sum(1 for one in about if user in one.mentions or one.mentions_all)
        none["replies"] = sum(1 for one in about if one.reply_to and self.entry(one.reply_to).author == user)
        none["first_unread"] = min(unread, default=0)
        if self.kind == CHANNEL:
            none["feed_unread"] = len(self.unread_set(user, max(row.snapshot, row.floor), head) - row.hidden)
        return none

    # ---- reactions

    def register(self, target, user, emoji):
        return self.registers.get((target, user, emoji)) or Register()

    def react(self, user, target, emoji, on, uuid):
        """In the order in which the server has accepted the changes."""
        one = self.registers.setdefault((target, user, emoji), Register())
        if one.knows(uuid):
            return
        if one.on != on:
            self.reaction_head += 1
            one.on = on
            one.last = self.reaction_head
            one.first = one.first or one.last
            one.changes += 1
        one.uuids[uuid] = one.changes
        self.count_reactions(self.entry(target).author)

    def see_reactions(self, user, upto):
        row = self.members[user].row
        row.reactions_seen = max(row.reactions_seen, min(upto, self.reaction_head))
        self.count_reactions(user)

    def drop_reactions(self, target):
        self.registers = {key: one for key, one in self.registers.items() if key[0] != target.seq}
        self.count_reactions(target.author)

    def reactions_to(self, target):
        """(first, emoji, user) of those that are on, in ascending order."""
        return sorted((one.first, key[2], key[1]) for key, one in self.registers.items() if key[0] == target and one.on)

    def summary(self, target, user):
        """{emoji: (number, whether `user` is one of them)}"""
        found = self.reactions_to(target)
        return {
            emoji: (sum(1 for one in found if one[1] == emoji), any(one[1:] == (emoji, user) for one in found))
            for _, emoji, _ in found
        }

    def orders_of_emoji(self, target):
        """The emoji that was used first comes first. Whether a use that was taken back counts is left open."""
        on = [emoji for _, emoji, _ in self.reactions_to(target)]
        ever = sorted((one.first, key[2]) for key, one in self.registers.items() if key[0] == target and one.first)
        orders = [list(dict.fromkeys(on)), list(dict.fromkeys(emoji for _, emoji in ever if emoji in on))]
        return orders

    def unread_reactions(self, user):
        """(first, target, emoji, user) of others' reactions, on and first made later, to messages that the user sees and wrote."""
        seen = self.members[user].row.reactions_seen
        hidden = self.members[user].hidden_upto
        return sorted(
            (one.first, target, emoji, other)
            for (target, other, emoji), one in self.registers.items()
            if one.on and one.first > seen and other != user and target > hidden and self.entry(target).author == user
        )

    def count_reactions(self, user):
        if self.is_member(user):
            self.members[user].row.unread_reactions = len(self.unread_reactions(user))
            self.members[user].keep()

    def change_of_reactions(self, target):
        """The newest position of a change of the message; 0: there was none."""
        return max((one.last for key, one in self.registers.items() if key[0] == target), default=0)

    def changed_reactions(self, user, after, upto):
        """The messages in the sight of `user` whose reactions have changed last at one of these positions."""
        hidden = self.members[user].hidden_upto
        return {
            target
            for target in {key[0] for key in self.registers}
            if target > hidden and after < self.change_of_reactions(target) <= upto
        }

    def may_react(self, user, target, emoji, on):
        """The answers that are allowed for a new choice: errors, and None for Reactions."""
        others = {key: one for key, one in self.registers.items() if key[0] == target and key[2] != emoji and one.first}
        mine = [key for key in others if key[1] == user]
        if not on or self.register(target, user, emoji).on:
            return {None}
        if len(mine) >= MAX_EMOJI_OF_USER or len({key[2] for key, one in others.items() if one.on}) >= MAX_EMOJI:
            return {"TOO_MANY_REACTIONS"}
        return {None}

    # ---- marks of others

    def seen_by_others(self, user):
        """(least, greatest) allowed value: members who have left may count or not."""
        return self._of_others(user, lambda one: one.seen)

    def delivered_to_others(self, user):
        return self._of_others(user, lambda one: one.delivered)

    def _of_others(self, user, register):
        others = [(one, register(one)) for number, one in self.members.items() if number != user]
        least = max((value for one, value in others if one.row.is_member), default=0)
        return least, max((value for _, value in others), default=0)


class Model:
    """The whole service."""

    def __init__(self):
        self.users = {}  # by number
        self.logs = {}  # by number

    def logs_of(self, user):
        return [log for log in self.logs.values() if log.is_member(user)]

    def reads_privately(self, user, row):
        own = self.users[user].receipts
        return (own if row.receipts == INHERIT else row.receipts) == PRIVATE

    # ---- read state

    def read(self, log, user, epoch, seq, private):
        """`seq` is at most the head, and the generation is the present one."""
        one = log.members[user]
        if epoch == one.row.epoch and seq > one.row.read_seq:
            one.row.read_seq = seq
            one.keep()
        if epoch <= one.row.epoch and not private and not self.reads_privately(user, one.row):
            one.seen = max(one.seen, seq)

    @staticmethod
    def mark_unread(log, user, first):
        one = log.members[user]
        one.row.epoch += 1
        one.row.read_seq = min(max(first - 1, 0), log.head)
        one.keep()

    def totals(self, user):
        """The present value of Totals."""
        sums = dict.fromkeys(("unread", "conversations", "mentions", "muted_unread", "muted_conversations", "feed"), 0)
        for log in self.logs_of(user):
            row = log.members[user].row
            numbers = log.numbers(user, row, log.head)
            counts = 1 if numbers["unread"] else 0
            if row.archived:
                continue
            if log.kind == CHANNEL:
                sums["feed"] += 0 if row.muted else numbers["feed_unread"]
            elif row.muted:
                sums["muted_unread"] += numbers["unread"]
                sums["muted_conversations"] += counts
            else:
                sums["unread"] += numbers["unread"]
                sums["mentions"] += numbers["mentions"]
                sums["conversations"] += counts
        return sums
