"""Compares the server's answers with the model. The first difference raises Wrong."""

import itertools

from device import summary_of
from model import DIRECT, EDIT, MESSAGE, NOTICE, RECALL


class Wrong(Exception):
    """The server broke a promise."""


def differ(device, where, what, expected, told):
    raise Wrong(f"{device}, {where}: {what}: expected {expected}, told {told}")


ROW_FIELDS = {
    "is_member": lambda state: state.is_member,
    "generation": lambda state: state.generation,
    "epoch": lambda state: state.cursor_epoch,
    "read_seq": lambda state: state.read_seq,
    "floor": lambda state: state.floor,
    "muted": lambda state: state.settings.muted,
    "archived": lambda state: state.settings.archived,
    "pinned": lambda state: state.settings.pinned,
    "receipts": lambda state: state.settings.receipts,
    "role": lambda state: state.role,
    "snapshot": lambda state: state.feed_snapshot,
}


def row_difference(log, user, row, state):
    """(what, expected, told) of the first difference, or None."""
    for name, told in ROW_FIELDS.items():
        if getattr(row, name) != told(state):
            return name, getattr(row, name), told(state)
    hidden = [seq for seq in sorted(row.hidden) if seq > state.trimmed_upto]
    if list(itertools.accumulate(state.hidden)) != hidden:
        return "hidden", hidden, state.hidden
    if row.is_member:
        for name, expected in log.numbers(user, row, state.head).items():
            if getattr(state, name) != expected:
                return f"{name} at head {state.head}", expected, getattr(state, name)
        for name in ("reactions_seen", "unread_reactions"):
            if getattr(row, name) != getattr(state, name):
                return name, getattr(row, name), getattr(state, name)
    elif state.unread_reactions:
        return "unread reactions of a conversation that was left", 0, state.unread_reactions
    elif state.unread or state.mentions or state.replies or state.feed_unread:
        return "numbers of a conversation that was left", 0, state.unread
    return None


class Checker:
    def __init__(self, model):
        self._model = model
        self.compared = 0  # numbers

    def state(self, device, state, is_now):
        """`is_now`: the state answers a request, so it must be the present one."""
        user = device.user.number
        where = f"conversation {state.id}"
        self.compared += 1
        log = self._model.logs.get(state.id)
        if log is None or user not in log.members:
            if state.is_member or state.head or state.unread or state.title:
                differ(device, where, "a conversation that is not this user's", "nothing", state)
            return
        log.epoch = log.epoch or state.log_epoch
        if state.log_epoch != log.epoch:
            differ(device, where, "log_epoch", log.epoch, state.log_epoch)
        if state.head > log.head or (is_now and state.is_member and state.head != log.head):
            differ(device, where, "head", log.head, state.head)
        if state.reaction_head > log.reaction_head or (
            is_now and state.is_member and state.reaction_head != log.reaction_head
        ):
            differ(device, where, "reaction_head", log.reaction_head, state.reaction_head)
        self._row(device, log, state, is_now)
        if state.kind != log.kind:
            differ(device, where, "kind", log.kind, state.kind)
        title = "" if log.kind == DIRECT else log.title(state.head)
        if state.title != title:
            differ(device, where, "title", title, state.title)
        if state.is_member:
            self._others(device, log, state, is_now)

    def _row(self, device, log, state, is_now):
        """The version must belong to one of the earlier rows, and later versions to later rows."""
        user = device.user.number
        one = log.members[user]
        known = one.rows_of_version
        least, most = one.range_of_version(state.version)
        if is_now:
            least = len(one.rows) - 1
        possible = [index for index in known.get(state.version, range(least, most + 1)) if least <= index <= most]
        differences = [row_difference(log, user, one.rows[index], state) for index in possible]
        fitting = [index for index, difference in zip(possible, differences) if difference is None]
        if fitting:
            known[state.version] = fitting
            return
        what, expected, told = (
            differences[-1] if differences else ("version", "a later version, because the state has changed", state.version)
        )
        differ(device, f"conversation {log.number} version {state.version}", what, expected, told)

    def _others(self, device, log, state, is_now):
        where = f"conversation {log.number}"
        for name, (least, most) in (
            ("seen_by_others", log.seen_by_others(device.user.number)),
            ("delivered_to_others", log.delivered_to_others(device.user.number)),
        ):
            told = getattr(state, name)
            if told > most or (is_now and told < least):
                differ(device, where, name, f"{least} to {most}", told)
        pinned = log.pinned(state.head, state.trimmed_upto)
        if list(state.pinned) != pinned:
            differ(device, where, f"pinned at {state.head}", pinned, list(state.pinned))
        if is_now and state.member_count != len(log.present()):
            differ(device, where, "member_count", len(log.present()), state.member_count)

    def totals(self, device, told):
        expected = self._model.totals(device.user.number)
        self.compared += len(expected)
        for name, value in expected.items():
            if getattr(told, name) != value:
                differ(device, "totals", name, value, getattr(told, name))

    def receipts(self, device, receipts):
        for receipt in receipts:
            self.compared += 1
            log = self._model.logs[receipt.conversation]
            user = device.user.number
            where = f"conversation {log.number}"
            if receipt.seen > log.seen_by_others(user)[1]:
                differ(device, where, "receipt", f"at most {log.seen_by_others(user)[1]}", receipt.seen)
            if receipt.delivered > log.delivered_to_others(user)[1]:
                differ(device, where, "delivered", f"at most {log.delivered_to_others(user)[1]}", receipt.delivered)

    def settled(self, device):
        """No frame is on its way, so the device must hold the model's state."""
        user = device.user.number
        own = {log.number: log for log in self._model.logs_of(user)}
        held = {number for number, one in device.held.items() if one.state.is_member}
        if held != set(own):
            differ(device, "all", "conversations", sorted(own), sorted(held))
        for number, log in own.items():
            one = device.held[number]
            row = log.members[user].row
            where = f"conversation {number}"
            if one.head != log.head:
                differ(device, where, "head", log.head, one.head)
            if one.cursor != (row.epoch, row.read_seq):
                differ(device, where, "cursor", (row.epoch, row.read_seq), one.cursor)
            for name, told, (least, most) in (
                ("seen_by_others", one.seen, log.seen_by_others(user)),
                ("delivered_to_others", one.delivered, log.delivered_to_others(user)),
            ):
                if not least <= told <= most:
                    differ(device, where, name, f"{least} to {most}", told)
            for name in ("reactions_seen", "unread_reactions"):
                if getattr(one.state, name) != getattr(row, name):
                    differ(device, where, f"{name} that the device shows", getattr(row, name), getattr(one.state, name))
            self.compared += 6
            self._badge(device, log, one, row)

    def marks(self, device):
        """After a heartbeat the last marks sent are the present ones, or include those of members who have left."""
        for number, log in ((log.number, log) for log in self._model.logs_of(device.user.number)):
            _, seen, delivered = device.connection.told_marks.get(number, (0, 0, 0))
            user = device.user.number
            for name, told, (least, most) in (
                ("seen_by_others", seen, log.seen_by_others(user)),
                ("delivered_to_others", delivered, log.delivered_to_others(user)),
            ):
                self.compared += 1
                if not least <= told <= most:
                    differ(device, f"conversation {number}", f"{name} that was told last", f"{least} to {most}", told)

    def _badge(self, device, log, one, row):
        """The number that the device shows: its state's number, changed by the entries above the state's head."""
        if log.head - one.state.head != len(one.above):
            return  # it has not pulled them
        shown = {"unread": one.state.unread, "mentions": one.state.mentions, "replies": one.state.replies}
        read = max(row.read_seq, row.floor)
        user = device.user.number
        for seq, (entry, author) in sorted(one.above.items()):
            if entry.kind == MESSAGE and author != user and seq > read and not entry.recalled_by_ahead:
                shown["unread"] += 1
                shown["mentions"] += user in entry.mentions or entry.mentions_all
                shown["replies"] += entry.reply_to_author == user
            elif entry.kind == RECALL:
                target = seq - entry.target_back
                if read < target <= one.state.head and entry.target_author != user and target not in row.hidden:
                    shown["unread"] -= 1
                    shown["mentions"] -= entry.target_mentions_reader
                    shown["replies"] -= entry.target_replies_to_reader
        expected = log.numbers(user, row, log.head)
        for name, value in shown.items():
            self.compared += 1
            if value != expected[name]:
                differ(device, f"conversation {log.number}", f"{name} that the device derives", expected[name], value)

    # ---- reactions

    def _summaries(self, device, log, messages):
        """Each summary must be the present one of a message that the user may see. Returns their seqs."""
        user = device.user.number
        where = f"conversation {log.number}"
        seqs = [message.seq for message in messages]
        if len(set(seqs)) != len(seqs):
            differ(device, where, "messages with reactions", "each one once", seqs)
        for message in messages:
            self.compared += 1
            entry = log.entry(message.seq)
            if entry is None or entry.kind != MESSAGE or message.seq <= log.members[user].hidden_upto:
                differ(device, where, f"reactions to {message.seq}", "no message that the user may see", message)
            self._summary(device, log, message.seq, summary_of(message), "reactions")
        return set(seqs)

    @staticmethod
    def _summary(device, log, seq, told, what):
        where = f"conversation {log.number}"
        expected = log.summary(seq, device.user.number)
        if {emoji: (count, mine) for emoji, count, mine in told} != expected or len(told) != len(expected):
            differ(device, where, f"{what} to {seq}", expected, told)
        order = [emoji for emoji, _, _ in told]
        if order not in log.orders_of_emoji(seq):
            differ(device, where, f"order of emoji on {seq}", log.orders_of_emoji(seq), order)

    def reactions(self, device, log, told):
        """Reactions that answer a request. They must have all messages that have changed in (after, upto]."""
        user = device.user.number
        where = f"conversation {log.number}"
        if (told.conversation, told.log_epoch, told.head) != (log.number, log.epoch, log.reaction_head):
            differ(device, where, "Reactions", (log.epoch, log.reaction_head), (told.log_epoch, told.head))
        if told.upto > told.head and told.upto != told.after:
            differ(device, where, "Reactions.upto", f"at most {told.head}", told.upto)
        seqs = self._summaries(device, log, told.messages)
        missing = log.changed_reactions(user, told.after, told.upto) - seqs
        if missing:
            differ(device, where, f"messages with reactions in ({told.after}, {told.upto}]", sorted(missing), sorted(seqs))

    def range_reactions(self, device, log, part):
        """A Range has the reactions to its entries that have any."""
        where = f"conversation {log.number}"
        if part.reaction_head != log.reaction_head:
            differ(device, where, "reaction_head of a Range", log.reaction_head, part.reaction_head)
        seqs = self._summaries(device, log, part.reactions)
        inside = range(part.after + 1, part.after + 1 + len(part.entries))
        expected = {key[0] for key, one in log.registers.items() if one.on and key[0] in inside}
        if not expected <= seqs <= set(inside):
            differ(device, where, "messages with reactions in a Range", sorted(expected), sorted(seqs))

    def reaction_heads(self, device):
        """After a digest was compared, the device must know every reaction head."""
        for log in self._model.logs_of(device.user.number):
            self.compared += 1
            known = device.held[log.number].reaction_head
            if known != log.reaction_head:
                differ(device, f"conversation {log.number}", "reaction_head after the digest", log.reaction_head, known)

    def settled_reactions(self, device):
        """The device has pulled all changes, so it must hold the present summaries."""
        user = device.user.number
        for log in self._model.logs_of(user):
            one = device.held[log.number]
            where = f"conversation {log.number}"
            if one.reactions_upto != log.reaction_head:
                differ(device, where, "position of reactions", log.reaction_head, one.reactions_upto)
            missing = log.changed_reactions(user, one.reactions_from, log.reaction_head) - set(one.reactions)
            if missing:
                differ(device, where, "messages whose reactions were pulled", sorted(missing), sorted(one.reactions))
            for seq, told in one.reactions.items():
                if seq > log.members[user].hidden_upto and not log.entry(seq).recalled_by:
                    self.compared += 1
                    self._summary(device, log, seq, told, "reactions that the device holds")

    # ---- entries

    def entries(self, device, log, part):
        """A Range must be dense and folded, and have only entries that the user may see."""
        user = device.user.number
        hidden = log.members[user].hidden_upto
        where = f"conversation {log.number}"
        author = 0
        result = []
        if part.entries and part.after < hidden:
            differ(device, where, "entries that were hidden from who joined", f"after {hidden}", part.after)
        for seq, entry in enumerate(part.entries, part.after + 1):
            author = entry.author if entry.HasField("author") else author
            if result and entry.at_delta_ms < 0:
                differ(device, where, f"time of entry {seq}", "not before the one before it", entry.at_delta_ms)
            self._entry(device, log, entry, author, seq)
            result.append((seq, entry, author))
            self.compared += 1
        return result

    @staticmethod
    def _entry(device, log, entry, author, seq):
        known = log.entry(seq)
        where = f"conversation {log.number}"
        if known is None:
            differ(device, where, f"entry {seq}", "none", entry)
        fields = [
            ("kind", known.kind, entry.kind),
            ("author", known.author, author),
            ("uuid", known.uuid if known.author == device.user.number else b"", entry.uuid),
            ("text", log.text_of(known), entry.text),
        ]
        if known.kind == MESSAGE:
            fields.append(("recalled_by", known.recalled_by, at(seq, entry.recalled_by_ahead)))
        if known.kind == MESSAGE and not known.recalled_by:
            fields.append(("edited_by", known.edited_by, at(seq, entry.edited_by_ahead)))
            fields.append(("mentions", known.mentions, frozenset(entry.mentions)))
            fields.append(("mentions_all", known.mentions_all, entry.mentions_all))
            fields.append(("forwarded_from", known.forwarded_from, entry.forwarded_from))
            fields.append(("reply_to", known.reply_to, at(seq, -entry.reply_to_back)))
        if known.kind == MESSAGE:
            files = [] if known.recalled_by else known.attachments
            fields.append(("files", files, list(entry.attachments)))
        if known.kind in (EDIT, RECALL):
            fields.append(("target", known.target, seq - entry.target_back))
        if known.kind == NOTICE:
            fields.append(("notice", known.notice, entry.notice))
            fields.append(("target", known.target, at(seq, -entry.target_back)))
            fields.append(("subject", known.subject, entry.subject))
        for what, expected, told in fields:
            if expected != told:
                differ(device, where, f"{what} of entry {seq}", expected, told)


def at(seq, distance):
    """The seq at this distance; 0 if the distance says that there is none."""
    return seq + distance if distance else 0
