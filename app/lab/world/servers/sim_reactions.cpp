#include "app/lab/world/servers/sim_reactions.h"

#include "app/lab/world/servers/sim_ignoring.h"
#include "server-stub/hub/contract/counts.h"
#include "server-stub/hub/contract/recent_uuids.h"

#include <algorithm>
#include <utility>

namespace tidemark::sim {

namespace {

constexpr int wholeLog = 1000000;

/// The reactions to a message: for each emoji the number of users, and whether the reader is one of them.
using Counted = std::map<std::string, std::pair<std::uint32_t, bool>>;

std::string textOf(const Counted& counted)
{
    std::string text;
    for (const auto& [emoji, count] : counted) {
        text += emoji + " " + std::to_string(count.first) + (count.second ? " (mine) " : " ");
    }
    return text.empty() ? "none" : text;
}

bool isThere(server::Store& store, const server::ConversationRecord& conversation, Seq target)
{
    const auto entry = store.log().entry(conversation.id, target);
    return entry && entry->entry.kind() == EntryKind::Message && !isRecalled(entry->entry)
           && target > conversation.trimmedThrough;
}

} // namespace

std::optional<server::ReactionRecord> SimReactions::find(const server::ReactionKey& key)
{
    auto found = m_real.find(key);
    if (found && m_defect == Defect::ReactionUuidForgotten) {
        found->recentUuids.clear();
    }
    return found;
}

void SimReactions::put(const server::ReactionRecord& record)
{
    const auto before = m_real.find({record.conversation, record.target, record.user, record.emoji});
    const std::string where = "user " + std::to_string(record.user.value) + ", conversation "
                              + std::to_string(record.conversation.value) + ": ";
    // When an account is deleted, its reactions are taken back without a request.
    const bool isTakenBack = before && before->isOn && !record.isOn;
    const bool isRepeated = before && !record.recentUuids.empty()
                            && server::isKnown(before->recentUuids, record.recentUuids.back())
                            && (record.recentUuids != before->recentUuids || !isTakenBack);
    if (isRepeated) {
        throw Violation("R-I3: " + where + "a repeated request for a reaction was carried out");
    }
    if (record.isOn && (!before || !before->isOn)) {
        const auto conversation = m_store.conversations().find(record.conversation);
        const auto member = m_store.members().find(record.conversation, record.user);
        if (!conversation || !member || !member->isMember || !isThere(m_store, *conversation, record.target)
            || record.target <= server::goneFor(*conversation, *member)) {
            throw Violation("R-I4: " + where + "a reaction to message " + std::to_string(record.target.value)
                            + ", which the user does not see");
        }
    }
    m_real.put(record);
}

std::uint64_t SimReactions::countUnread(const server::UnreadReactionsOf& of)
{
    if (m_defect != Defect::ReactionCountsAgain) {
        return m_real.countUnread(of);
    }
    std::uint64_t unread = 0;
    for (const server::ReactionRecord& one : m_real.all(of.conversation)) {
        unread += one.isOn && one.targetAuthor == of.author && one.user != of.author && one.target > of.above
                          && one.seq > of.after && !std::ranges::binary_search(of.except, one.user)
                      ? 1
                      : 0;
    }
    return unread;
}

std::vector<UserId> SimReactions::remove(ConversationId conversation, Seq after, Seq through)
{
    return m_defect == Defect::RecallKeepsReactions ? std::vector<UserId>()
                                                    : m_real.remove(conversation, after, through);
}

void ReactionTruth::observe(server::Store& store)
{
    for (const ConversationId id : store.conversations().all()) {
        const auto conversation = store.conversations().find(id);
        if (!conversation->reactionHead.isValid()) {
            continue;
        }
        for (const server::ReactionRecord& one : store.reactions().all(id)) {
            m_first.emplace(Key(id, conversation->logEpoch, one.target, one.user, one.emoji), one.first);
        }
    }
}

std::uint64_t ReactionTruth::unreadOf(const server::ConversationRecord& conversation,
                                      const server::MemberRecord& member, server::Store& store) const
{
    const Viewer viewer = viewerIn(store, member.user);
    std::uint64_t unread = 0;
    for (const server::ReactionRecord& one : store.reactions().all(conversation.id)) {
        const auto entry = store.log().entry(conversation.id, one.target);
        const ReactionSeq first =
            m_first.at(Key(conversation.id, conversation.logEpoch, one.target, one.user, one.emoji));
        const bool isToMember = isThere(store, conversation, one.target) && entry->entry.author == member.user
                                && one.target > server::goneFor(conversation, member)
                                && !std::ranges::binary_search(member.hidden, one.target);
        unread += isToMember && one.isOn && viewer.counts(one.user) && first > member.reactionsSeen ? 1 : 0;
    }
    return unread;
}

void ReactionTruth::check(SimDevice& device, server::Store& store) const
{
    const UserId self = device.engine().account()->user.id;
    for (const server::MemberRecord& member : store.members().ofUser(self)) {
        const auto conversation = store.conversations().find(member.conversation);
        if (!member.isMember || conversation->kind == ConversationKind::NoticeList) {
            continue;
        }
        const std::string where =
            device.label() + ", conversation " + std::to_string(conversation->id.value) + ": ";
        const ReactionState& ours = device.engine().conversation(conversation->id)->reactions;
        const std::uint64_t truth = unreadOf(*conversation, member, store);
        if (ours.seen != member.reactionsSeen || shownUnread(ours) != truth) {
            throw Violation("R-I2: " + where + std::to_string(shownUnread(ours)) + " unread reactions above "
                            + std::to_string(ours.seen.value) + ", by their definition "
                            + std::to_string(truth) + " above " + std::to_string(member.reactionsSeen.value));
        }
        std::map<Seq, Counted> theirs;
        for (const server::ReactionRecord& one : store.reactions().all(conversation->id)) {
            if (one.isOn && isThere(store, *conversation, one.target)) {
                auto& [count, isMine] = theirs[one.target][one.emoji];
                ++count;
                isMine = isMine || one.user == self;
            }
        }
        for (const HistoryEntry& entry : device.store().history(
                 conversation->id, server::goneFor(*conversation, member), Seq(), wholeLog)) {
            if (std::ranges::binary_search(member.hidden, entry.entry.seq)) {
                continue;
            }
            Counted shown;
            for (const ReactionCount& one : entry.reactions) {
                shown[one.emoji] = {one.count, one.isMine};
            }
            if (shown != theirs[entry.entry.seq]) {
                throw Violation("R-I5: " + where + "message " + std::to_string(entry.entry.seq.value)
                                + " shows " + textOf(shown) + ", the server has "
                                + textOf(theirs[entry.entry.seq]) + "; known through "
                                + std::to_string(ours.through.value) + " of "
                                + std::to_string(conversation->reactionHead.value));
            }
        }
    }
}

void checkPendingReactions(const std::vector<SimDevice*>& devices, server::Store& store)
{
    const UserId self = devices.front()->engine().account()->user.id;
    std::map<Diary::ReactionKey, std::vector<bool>> wishes;
    for (const SimDevice* device : devices) {
        for (const auto& [key, isOn] : device->diary().reactions) {
            wishes[key].push_back(isOn);
        }
    }
    for (const auto& [key, wished] : wishes) {
        const auto& [id, epoch, target, emoji] = key;
        const bool isRefused =
            std::ranges::any_of(devices, [&, id = id, target = target](const SimDevice* one) {
                return one->diary().refusedReactions.contains({id, target});
            });
        const auto conversation = store.conversations().find(id);
        const auto member = store.members().find(id, self);
        // Of wishes on several devices, the one that arrived last has won.
        if (wished.size() > 1 || isRefused || !conversation || conversation->logEpoch != epoch || !member
            || target <= server::goneFor(*conversation, *member) || !isThere(store, *conversation, target)) {
            continue;
        }
        const auto found = store.reactions().find({id, target, self, emoji});
        if ((found && found->isOn) != wished.front()) {
            throw Violation("R-I3: " + devices.front()->userName() + ", conversation "
                            + std::to_string(id.value) + ": the last wish for a reaction to message "
                            + std::to_string(target.value) + " has not won");
        }
    }
}

void checkSeenReactions(const std::vector<SimDevice*>& devices, server::Store& store)
{
    const UserId self = devices.front()->engine().account()->user.id;
    for (const SimDevice* device : devices) {
        for (const auto& [where, seen] : device->diary().reactionsSeen) {
            const auto& [id, epoch, generation] = where;
            const auto conversation = store.conversations().find(id);
            const auto member = store.members().find(id, self);
            if (conversation && conversation->logEpoch == epoch && member && member->isMember
                && member->generation == generation && member->reactionsSeen < seen) {
                throw Violation("I13: " + device->label() + ", conversation " + std::to_string(id.value)
                                + ": the reactions through " + std::to_string(seen.value)
                                + " were seen, the server has "
                                + std::to_string(member->reactionsSeen.value));
            }
        }
    }
}

} // namespace tidemark::sim
