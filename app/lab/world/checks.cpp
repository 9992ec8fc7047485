#include "app/lab/world/checks.h"

#include "app/lab/world/servers/sim_ignoring.h"
#include "app/lab/world/sim_hiding.h"
#include "core/domain/pinned.h"
#include "server-stub/hub/contract/audit.h"
#include "server-stub/hub/contract/counts.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace tidemark::sim {

namespace {

constexpr std::uint32_t everything = 1000000;

std::string describe(const Entry& entry)
{
    const content::Fields fields = fieldsOf(entry.content);
    std::ostringstream out;
    out << "seq " << entry.seq.value << " kind " << static_cast<int>(entry.kind()) << " author "
        << entry.author.value << " text '" << fields.text << "' target " << fields.target.value << " edited "
        << fields.editedBy.value << " recalled " << fields.recalledBy.value << " notice "
        << static_cast<int>(fields.notice) << " reply " << fields.replyTo.value;
    return out.str();
}

/// All devices must show the same, except the fields for a single reader.
bool isSame(const Entry& one, const Entry& other)
{
    const content::Fields a = fieldsOf(one.content);
    const content::Fields b = fieldsOf(other.content);
    return one.seq == other.seq && one.kind() == other.kind() && one.author == other.author
           && one.at == other.at && a.text == b.text && a.isAction == b.isAction && a.replyTo == b.replyTo
           && a.editedBy == b.editedBy && a.recalledBy == b.recalledBy && a.target == b.target
           && a.notice == b.notice && a.subject == b.subject && a.attachments == b.attachments;
}

void checkLog(SimDevice& device, server::Store& store, const server::ConversationRecord& record,
              const server::MemberRecord& member)
{
    const std::string where = device.label() + ", conversation " + std::to_string(record.id.value) + ": ";
    const RangeSet* held = device.engine().held(record.id);
    // The device need not have trimmed or hidden entries; it keeps those that it pulled before.
    const Seq trimmed = server::goneFor(record, member);
    if (held == nullptr || !held->covers(trimmed, record.head)) {
        throw Violation("I10: " + where + "the log is not held to the end");
    }
    const std::vector<Entry> theirs = store.log().entries(record.id, trimmed, record.head, everything, false);
    auto ours = device.store().history(record.id, Seq(), Seq(), everything);
    std::erase_if(ours, [trimmed](const HistoryEntry& one) { return one.entry.seq <= trimmed; });
    if (ours.size() != theirs.size()) {
        throw Violation("I1: " + where + std::to_string(ours.size()) + " entries, the server has "
                        + std::to_string(theirs.size()));
    }
    for (std::size_t i = 0; i < theirs.size(); ++i) {
        // checkHidden() looks at these.
        const bool isForUserAlone = std::ranges::binary_search(member.hidden, theirs[i].seq)
                                    || std::ranges::binary_search(member.hidden, targetOf(theirs[i]));
        // An edit of a message that the user hid in an earlier membership, and that is gone in this one.
        const bool isOfGone = theirs[i].kind() == EntryKind::Edit && targetOf(theirs[i]) <= trimmed
                              && textOf(ours[i].entry).empty();
        if (!isForUserAlone && !isOfGone && !isSame(ours[i].entry, theirs[i])) {
            throw Violation("I1: " + where + "device: " + describe(ours[i].entry)
                            + "; server: " + describe(theirs[i]));
        }
    }
}

/// The number of a channel's messages in the "Following" entry.
std::uint64_t feedOf(server::Store& store, const server::MemberRecord& member)
{
    return store.log()
        .recount(member.conversation, effectiveRead(member.floor, member.feedSnapshot),
                 readerIn(store, member))
        .unread;
}

void checkFeed(const LocalConversation& ours, server::Store& store, const server::ConversationRecord& record,
               const server::MemberRecord& member, const std::string& where)
{
    const bool isChannel = record.kind == ConversationKind::Channel;
    const std::uint64_t truth = isChannel ? feedOf(store, member) : 0;
    if (ours.feed.snapshot != member.feedSnapshot || ours.feed.unread != truth || !ours.feed.exact) {
        throw Violation(where + "the feed counts " + std::to_string(ours.feed.unread)
                        + (ours.feed.exact ? "" : " (not exact)") + " above "
                        + std::to_string(ours.feed.snapshot.value) + ", recount " + std::to_string(truth)
                        + " above " + std::to_string(member.feedSnapshot.value));
    }
    if (ours.role != server::roleIn(record, member)) {
        throw Violation(where + "another role than on the server");
    }
}

std::string textOf(const Cursor& cursor)
{
    return "(" + std::to_string(cursor.epoch) + "," + std::to_string(cursor.readSeq.value) + ")";
}

void checkBadge(SimDevice& device, server::Store& store, const server::ConversationRecord& record,
                const server::MemberRecord& member)
{
    const std::string where = device.label() + ", conversation " + std::to_string(record.id.value) + ": ";
    const LocalConversation& ours = *device.engine().conversation(record.id);
    if (ours.confirmed != member.cursor || ours.cursor != member.cursor || ours.version != member.version) {
        throw Violation("I6: " + where + "cursor " + textOf(ours.cursor) + ", confirmed "
                        + textOf(ours.confirmed) + " of version " + std::to_string(ours.version)
                        + ", the server has " + textOf(member.cursor) + " of version "
                        + std::to_string(member.version));
    }
    // A device may learn late of a trim, when it requests the entries in vain.
    if (ours.floor != member.floor || ours.trimmedThrough > server::goneFor(record, member)) {
        throw Violation("I5: " + where + "floor " + std::to_string(ours.floor.value) + ", trimmed up to "
                        + std::to_string(ours.trimmedThrough.value) + ", the server has "
                        + std::to_string(member.floor.value) + " and "
                        + std::to_string(server::goneFor(record, member).value));
    }
    const ReadCounts truth = store.log().recount(
        record.id, effectiveRead(member.floor, member.cursor.readSeq), readerIn(store, member));
    if (!ours.exact || ours.counts != truth || ours.countedHead != record.head) {
        throw Violation("I4: " + where + "unread " + std::to_string(ours.counts.unread) + "/"
                        + std::to_string(ours.counts.mentions) + "/" + std::to_string(ours.counts.replies)
                        + (ours.exact ? "" : " (not exact)") + " at " + std::to_string(ours.countedHead.value)
                        + ", recount " + std::to_string(truth.unread) + "/" + std::to_string(truth.mentions)
                        + "/" + std::to_string(truth.replies) + " at " + std::to_string(record.head.value));
    }
    checkFeed(ours, store, record, member, where);
    if (ours.settings != member.settings) {
        throw Violation(where + "other settings than the server");
    }
}

void checkTotals(SimDevice& device, server::Store& store, UserId self)
{
    Totals truth;
    for (const server::MemberRecord& member : store.members().ofUser(self)) {
        const ReadCounts counts = store.log().recount(
            member.conversation, effectiveRead(member.floor, member.cursor.readSeq), readerIn(store, member));
        const ConversationKind kind = store.conversations().find(member.conversation)->kind;
        if (countsInTotal(kind, member.isMember, member.settings)) {
            truth.unread += counts.unread;
            truth.mentions += counts.mentions;
        } else if (countsInFeed(kind, member.isMember, member.settings)) {
            truth.feed += feedOf(store, member);
        }
    }
    const Totals stored = device.store().load().totals;
    if (stored.unread != truth.unread || stored.mentions != truth.mentions
        || device.engine().totals().unread != truth.unread) {
        throw Violation("I11: " + device.label() + ": total " + std::to_string(stored.unread) + "/"
                        + std::to_string(stored.mentions) + ", the server has " + std::to_string(truth.unread)
                        + "/" + std::to_string(truth.mentions));
    }
    if (stored.feed != truth.feed || device.engine().totals().feed != truth.feed) {
        throw Violation("I11: " + device.label() + ": the feed shows " + std::to_string(stored.feed)
                        + ", by its definition it is " + std::to_string(truth.feed));
    }
}

const Entry* findUuid(const std::vector<Entry>& entries, UserId author, MessageUuid uuid)
{
    const Entry* found = nullptr;
    for (const Entry& entry : entries) {
        if (entry.author == author && entry.uuid == uuid) {
            if (found != nullptr) {
                throw Violation("I2: one uuid stands twice in the log");
            }
            found = &entry;
        }
    }
    return found;
}

/// A forward names the first author of what it says, and calls nobody.
void checkForward(const SimDevice& device, server::Store& store, const SentContent& composed,
                  const Entry& entry)
{
    const auto* sent = std::get_if<content::Message>(&composed);
    if (sent == nullptr || !sent->source.isValid()) {
        return;
    }
    const auto* forward = entry.as<content::Message>();
    if (!forward->mentions.empty() || forward->mentionsAll || forward->replyTo.isValid()) {
        throw Violation(device.label() + ": a forward mentions or answers somebody");
    }
    const ForwardSource& from = sent->source;
    const auto source = store.log().entries(from.conversation, Seq(from.seq.value - 1), from.seq, 1, false);
    if (source.size() != 1 || isRecalled(source.front())
        || from.seq <= store.conversations().find(from.conversation)->trimmedThrough) {
        return; // trimmed or recalled meanwhile
    }
    const auto* said = source.front().as<content::Message>();
    if (said == nullptr) {
        throw Violation(device.label() + ": something was forwarded that nobody has said");
    }
    const Forwarded first =
        said->forwarded.isValid() ? said->forwarded : Forwarded{source.front().author, source.front().at};
    if (forward->forwarded != first || forward->attachments != said->attachments) {
        throw Violation(device.label() + ": a forward names user "
                        + std::to_string(forward->forwarded.from.value) + " at "
                        + std::to_string(forward->forwarded.at.value) + " with "
                        + std::to_string(forward->attachments.size()) + " files, its source user "
                        + std::to_string(first.from.value) + " at " + std::to_string(first.at.value)
                        + " with " + std::to_string(said->attachments.size()));
    }
}

void checkComposed(const SimDevice& device, server::Store& store, UserId self)
{
    std::map<ConversationId, std::vector<Entry>> logs;
    const Diary& diary = device.diary();
    for (const auto& [uuid, composed] : diary.composed) {
        const auto record = store.conversations().find(composed.conversation);
        // When a log was lost, the device gives up its pins, also those that the server had acknowledged.
        const bool isGivenUp = kindOf(composed.content) == EntryKind::Notice && diary.failed.contains(uuid);
        if (!record || isGivenUp) {
            continue;
        }
        auto [log, isNew] = logs.try_emplace(composed.conversation);
        if (isNew) {
            log->second = store.log().entries(record->id, Seq(), record->head, everything, false);
        }
        const Entry* entry = findUuid(log->second, self, uuid);
        const auto acked = diary.acked.find(uuid);
        if (acked != diary.acked.end() && (entry == nullptr || entry->seq != acked->second)) {
            throw Violation("I12: " + device.label()
                            + ": an acknowledged message is not in the log where it was said to be");
        }
        if (entry == nullptr && !diary.failed.contains(uuid)) {
            throw Violation(device.label()
                            + ": a message that was written is neither in the log nor shown as failed");
        }
        if (const auto* sent = std::get_if<content::Message>(&composed.content);
            sent != nullptr && !sent->source.isValid() && entry != nullptr && !isRecalled(*entry)
            && entry->as<content::Message>()->attachments != sent->attachments) {
            throw Violation(device.label() + ": a message has other files than it was written with");
        }
        // A trimmed message does not say any more who said it.
        if (entry != nullptr && !isRecalled(*entry) && entry->seq > record->trimmedThrough) {
            checkForward(device, store, composed.content, *entry);
        }
        // Every text is sent once. A second copy is a message that was sent twice under another uuid.
        if (const auto* text = std::get_if<content::Message>(&composed.content)) {
            const auto copies = std::count_if(log->second.begin(), log->second.end(), [&](const Entry& one) {
                const auto* message = one.as<content::Message>();
                return message != nullptr && !message->forwarded.isValid() && !message->text.empty()
                       && message->text == text->text;
            });
            if (copies > 1) {
                throw Violation("I2: " + device.label() + ": a message stands " + std::to_string(copies)
                                + " times in the log");
            }
        }
    }
}

} // namespace

/// The server's set is what follows from its log (server::audit()), so the device's must be the same.
void checkPinned(const SimDevice& device, const server::ConversationRecord& record,
                 const server::MemberRecord& member, const LocalConversation& ours)
{
    std::vector<Seq> theirs = record.pinned;
    std::vector<Seq> held = ours.pinned;
    dropTrimmed(theirs, server::goneFor(record, member));
    dropTrimmed(held, server::goneFor(record, member));
    if (held != theirs) {
        throw Violation("I8: " + device.label() + ", conversation " + std::to_string(record.id.value) + ": "
                        + std::to_string(held.size()) + " pinned messages, the server has "
                        + std::to_string(theirs.size()));
    }
}

void checkDevice(SimDevice& device, server::Store& store)
{
    const UserId self = device.engine().account()->user.id;
    for (const server::MemberRecord& member : store.members().ofUser(self)) {
        const auto record = store.conversations().find(member.conversation);
        const LocalConversation* ours = device.engine().conversation(member.conversation);
        if (ours == nullptr || ours->isMember != member.isMember) {
            if (member.isMember || (ours != nullptr && ours->isMember)) {
                throw Violation(device.label() + ": membership of conversation "
                                + std::to_string(record->id.value) + " differs");
            }
            continue;
        }
        if (member.isMember) {
            checkLog(device, store, *record, member);
            checkBadge(device, store, *record, member);
            checkPinned(device, *record, member, *ours);
        }
    }
    checkTotals(device, store, self);
    for (const PendingMessage& message : device.store().load().pending) {
        if (message.state != PendingMessage::State::Failed) {
            throw Violation(device.label() + ": the outbox is not empty");
        }
    }
    const auto differences = device.store().audit();
    if (!differences.empty()) {
        throw Violation(device.label() + ": the store's own audit finds " + std::to_string(differences.size())
                        + " differences: " + differences.front().what + ", stored "
                        + differences.front().stored + ", computed " + differences.front().computed);
    }
}

void checkDiaries(const std::vector<SimDevice*>& devices, server::Store& store)
{
    const UserId self = devices.front()->engine().account()->user.id;
    std::map<ConversationId, std::uint32_t> marked;
    for (const SimDevice* device : devices) {
        for (const auto& [conversation, times] : device->diary().markedUnread) {
            marked[conversation] += times;
        }
    }
    for (const server::MemberRecord& member : store.members().ofUser(self)) {
        if (member.cursor.epoch > marked[member.conversation]) {
            throw Violation("I6: conversation " + std::to_string(member.conversation.value) + " was marked "
                            + std::to_string(marked[member.conversation]) + " times, its cursor is "
                            + textOf(member.cursor));
        }
    }
    for (const SimDevice* device : devices) {
        checkComposed(*device, store, self);
        for (const auto& [where, furthest] : device->diary().reads) {
            const auto& [conversation, generation] = where;
            const auto member = store.members().find(conversation, self);
            if (member && member->isMember && member->generation == generation && marked[conversation] == 0
                && member->cursor.readSeq < furthest) {
                throw Violation("I13: " + device->label() + ", conversation "
                                + std::to_string(conversation.value) + ": read to "
                                + std::to_string(furthest.value) + ", the server has "
                                + std::to_string(member->cursor.readSeq.value));
            }
        }
    }
}

void checkDots(SimDevice& device, server::Store& store, const SimDatabase::DotHistory& history)
{
    const UserId self = device.engine().account()->user.id;
    const std::vector<Dot> ours = device.engine().dots();
    std::vector<Dot> stored;
    for (const LocalDot& one : device.store().load().dots) {
        stored.push_back(one.dot);
    }
    if (stored != ours) {
        throw Violation("I11: " + device.label() + ": other dots in the store than in memory");
    }
    for (const Dot& dot : store.dots().ofUser(self)) {
        const std::string where = device.label() + ", dot " + dot.name + ": ";
        const auto found =
            std::find_if(ours.begin(), ours.end(), [&](const Dot& one) { return one.name == dot.name; });
        if (found == ours.end() || *found != dot) {
            throw Violation(where + "version " + std::to_string(found == ours.end() ? 0 : found->version)
                            + " seen " + std::to_string(found == ours.end() ? 0 : found->seen)
                            + ", the server has " + std::to_string(dot.version) + " and "
                            + std::to_string(dot.seen));
        }
        const auto before = history.newestBefore.find(self);
        if (isLit(*found) && before != history.newestBefore.end() && dot.version <= before->second) {
            throw Violation(where + "lit although it is older than the account");
        }
        const auto seen = device.diary().seenDots.find(dot.name);
        if (seen != device.diary().seenDots.end() && dot.seen < seen->second) {
            throw Violation("I13: " + where + "seen up to " + std::to_string(seen->second)
                            + ", the server has " + std::to_string(dot.seen));
        }
    }
}

void checkOpenings(const std::vector<SimDevice*>& devices, server::Store& store)
{
    const UserId self = devices.front()->engine().account()->user.id;
    for (const server::MemberRecord& member : store.members().ofUser(self)) {
        const auto record = store.conversations().find(member.conversation);
        Seq opened;
        for (const SimDevice* device : devices) {
            const auto& feeds = device->diary().feeds;
            const auto found = feeds.find({record->id, record->logEpoch, member.generation});
            opened = std::max(opened, found == feeds.end() ? Seq() : found->second);
        }
        if (member.isMember && member.feedSnapshot != opened) {
            throw Violation("I13: " + devices.front()->userName() + ", conversation "
                            + std::to_string(record->id.value) + ": the feed was opened up to "
                            + std::to_string(opened.value) + ", the server has "
                            + std::to_string(member.feedSnapshot.value));
        }
    }
}

void checkPrivacy(const std::vector<SimDevice*>& devices, server::Store& store)
{
    const UserId self = devices.front()->engine().account()->user.id;
    std::map<ConversationId, Seq> shown;
    for (const SimDevice* device : devices) {
        for (const auto& [conversation, seq] : device->diary().shownReads) {
            shown[conversation] = std::max(shown[conversation], seq);
        }
    }
    for (const server::MemberRecord& member : store.members().ofUser(self)) {
        if (member.seen > shown[member.conversation]) {
            throw Violation("I7: " + devices.front()->userName() + ", conversation "
                            + std::to_string(member.conversation.value) + ": others see a read up to "
                            + std::to_string(member.seen.value) + ", shown was "
                            + std::to_string(shown[member.conversation].value));
        }
    }
}

void checkDelivered(const SimDevice& device, const std::vector<const SimDevice*>& others,
                    const std::function<bool(ConversationId)>& isExempt)
{
    for (const LocalConversation& ours : device.engine().conversations()) {
        if (isExempt(ours.id)) {
            continue;
        }
        Seq furthest;
        for (const SimDevice* other : others) {
            furthest = std::max(furthest, other->reached(ours.id, ours.logEpoch));
        }
        if (ours.deliveredToOthers > furthest) {
            throw Violation(device.label() + ", conversation " + std::to_string(ours.id.value)
                            + ": delivered up to " + std::to_string(ours.deliveredToOthers.value)
                            + ", others have held it up to " + std::to_string(furthest.value));
        }
    }
}

void checkTimely(const SimDevice& device, server::Store& store, UnixMs now)
{
    // A block is notified within a second. The rest is for the way to the device.
    constexpr std::int64_t maxDelayMs = 1500;
    if (device.engine().connection().phase != ConnectionPhase::Online) {
        return;
    }
    for (const LocalConversation& one : device.engine().conversations()) {
        const auto conversation = store.conversations().find(one.id);
        const auto member = store.members().find(one.id, device.engine().account()->user.id);
        if (!conversation || !member || !member->isMember || !one.isMember
            || member->generation != one.generation || one.serverHead >= conversation->head) {
            continue;
        }
        const auto missed = store.log().entry(one.id, next(one.serverHead));
        if (missed && now.value - missed->entry.at.value > maxDelayMs) {
            throw Violation(device.label() + " was not told of seq " + std::to_string(missed->entry.seq.value)
                            + " of conversation " + std::to_string(one.id.value) + " for "
                            + std::to_string(now.value - missed->entry.at.value) + " ms");
        }
    }
}

void checkDeliveries(const std::vector<SimDevice*>& devices, server::Store& store)
{
    // While a user blocks a member, the server is not told; it need not be told later.
    if (std::ranges::any_of(devices, [](const SimDevice* one) { return one->diary().hasBlocked; })) {
        return;
    }
    const UserId self = devices.front()->engine().account()->user.id;
    for (const server::MemberRecord& member : store.members().ofUser(self)) {
        const auto record = store.conversations().find(member.conversation);
        if (!member.isMember || record->kind == ConversationKind::NoticeList) {
            continue;
        }
        // Entries that were trimmed before a device pulled them, or are hidden, never get there.
        const std::vector<Entry> later =
            store.log().entries(record->id, std::max(member.delivered, server::goneFor(*record, member)),
                                record->head, everything, false);
        const auto unsaid =
            std::find_if(later.begin(), later.end(), [self](const Entry& one) { return one.author != self; });
        if (unsaid != later.end()) {
            throw Violation(devices.front()->userName() + ", conversation " + std::to_string(record->id.value)
                            + ": entry " + std::to_string(unsaid->seq.value)
                            + " of another is held, but up to " + std::to_string(member.delivered.value)
                            + " is known to be delivered");
        }
    }
}

void checkMarks(const SimDevice& device, server::Store& store)
{
    const UserId self = device.engine().account()->user.id;
    for (const server::MemberRecord& member : store.members().ofUser(self)) {
        const Seq delivered =
            server::deliveredToOthers(store.receipts().furthestDelivered(member.conversation), self);
        const LocalConversation* ours = device.engine().conversation(member.conversation);
        if (member.isMember && ours->deliveredToOthers < delivered) {
            throw Violation(device.label() + ", conversation " + std::to_string(member.conversation.value)
                            + ": delivered up to " + std::to_string(ours->deliveredToOthers.value)
                            + ", the server knows of " + std::to_string(delivered.value));
        }
        const auto record = store.conversations().find(member.conversation);
        const Seq seen = record->kind == ConversationKind::NoticeList
                             ? Seq()
                             : store.receipts().seenByOthers(member.conversation, self);
        if (member.isMember && ours->seenByOthers < seen) {
            throw Violation(device.label() + ", conversation " + std::to_string(member.conversation.value)
                            + ": seen up to " + std::to_string(ours->seenByOthers.value)
                            + ", the server knows of " + std::to_string(seen.value));
        }
    }
}

namespace {

/// A heartbeat notifies devices every half minute.
constexpr std::int64_t maxNotifyDelayMs = 60000;

void checkFloor(server::Store& store, const server::ConversationRecord& record, UserId user, const Plan& plan,
                UnixMs now)
{
    const auto member = store.members().find(record.id, user);
    const std::string where =
        "user " + std::to_string(user.value) + ", conversation " + std::to_string(record.id.value) + ": ";
    if (member->floor < record.trimmedThrough) {
        throw Violation("I5: " + where + "a trimmed message is unread");
    }
    if (!plan.unreadExpiresAfter || plan.clockJumps) {
        return;
    }
    const std::int64_t tooOld = now.value - plan.unreadExpiresAfter->count() - maxNotifyDelayMs;
    // Followed channels count in another number.
    const bool isFeed = isFollowed(record.kind, member->isMember);
    const Seq mark = isFeed ? std::min(member->cursor.readSeq, member->feedSnapshot) : member->cursor.readSeq;
    const Seq read = effectiveRead(member->floor, mark);
    const Viewer viewer = server::viewerOf(user, store.ignores().of(user));
    for (const Entry& entry : store.log().entries(record.id, read, record.head, everything, false)) {
        if (isCountable(entry.kind()) && viewer.counts(entry.author) && !isRecalled(entry)
            && !std::ranges::binary_search(member->hidden, entry.seq) && entry.at.value < tooOld) {
            throw Violation("I5: " + where + "message " + std::to_string(entry.seq.value)
                            + " is too old and counts all the same");
        }
    }
}

} // namespace

void checkServer(server::Store& store, const Plan& plan, UnixMs now, const std::vector<std::string>& gone)
{
    // Floors rise when devices of their user send requests, and these users have gone.
    std::set<UserId> goneUsers;
    for (const std::string& name : gone) {
        if (const auto account = store.accounts().byName(name)) {
            goneUsers.insert(account->id);
        }
    }
    for (const ConversationId id : store.conversations().all()) {
        const auto record = store.conversations().find(id);
        if (plan.keepEntries && record->head.value > *plan.keepEntries + record->trimmedThrough.value) {
            throw Violation("conversation " + std::to_string(id.value) + " was not trimmed");
        }
        for (const UserId user : store.members().present(id)) {
            if (!goneUsers.contains(user)) {
                checkFloor(store, *record, user, plan, now);
            }
        }
    }
    constexpr std::int64_t inTimeMs = 1000;
    for (const server::MuteEnd& end : store.members().muteEnds(1)) {
        if (!plan.clockJumps && end.at.value + inTimeMs < now.value) {
            throw Violation("a mute in conversation " + std::to_string(end.conversation.value)
                            + " did not end");
        }
    }
    const std::vector<std::string> findings = server::audit(store);
    if (!findings.empty()) {
        throw Violation("the server's audit: " + findings.front());
    }
}

} // namespace tidemark::sim
