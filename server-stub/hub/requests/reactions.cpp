#include "server-stub/hub/requests/reactions.h"

#include "core/base/require.h"
#include "core/domain/request_caps.h"
#include "core/names/emoji.h"
#include "server-stub/hub/contract/counts.h"
#include "server-stub/hub/contract/recent_uuids.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

/// Heads in one pushed frame.
constexpr std::ptrdiff_t headsInFrame = 1000;

} // namespace

Answer Reactions::react(const Caller& caller, const protocol::React& request)
{
    if (!request.uuid.isValid()) {
        return refusal(ErrorCode::Malformed, "the reaction has no UUID");
    }
    if (emojiOf(request.emoji, caps::maxEmojiBytes) != request.emoji) {
        return refusal(ErrorCode::EmojiInvalid);
    }
    const auto member = membership(caller, request.conversation, request.logEpoch);
    if (!member) {
        return Unexpected(member.error());
    }
    const auto target = targetOf(*member, request.target);
    if (!target) {
        return Unexpected(target.error());
    }
    const auto before = m_context.store().reactions().find(
        {request.conversation, request.target, caller.user, request.emoji});
    const bool isOn = before && before->isOn;
    if ((before && isKnown(before->recentUuids, request.uuid)) || (!before && !request.on)) {
        return answerFor(caller, request, false);
    }
    if (request.on && !isOn) {
        if (const auto error = refusalOfMore(request, caller.user, !before)) {
            return Unexpected(*error);
        }
    }
    ReactionRecord record = before.value_or(ReactionRecord{.conversation = request.conversation,
                                                           .target = request.target,
                                                           .user = caller.user,
                                                           .emoji = request.emoji,
                                                           .targetAuthor = target->author});
    record.isOn = request.on;
    remember(record.recentUuids, request.uuid, maxRecentReactionUuids);
    if (isOn == request.on) {
        m_context.store().reactions().put(record);
    } else {
        change(caller, member->conversation, std::move(record));
    }
    return answerFor(caller, request, isOn != request.on);
}

Expected<Membership, protocol::Error> Reactions::membership(const Caller& caller, ConversationId conversation,
                                                            LogEpoch epoch)
{
    auto found = m_context.membership(conversation, caller.user);
    if (!found) {
        return found;
    }
    if (found->conversation.kind == ConversationKind::NoticeList) {
        return refusal(ErrorCode::NotAllowed);
    }
    if (found->conversation.logEpoch != epoch) {
        return refusal(ErrorCode::LogEpochChanged);
    }
    return found;
}

Expected<Entry, protocol::Error> Reactions::targetOf(const Membership& member, Seq target)
{
    auto found = m_context.store().log().entry(member.conversation.id, target);
    if (!found || found->entry.kind() != EntryKind::Message
        || target <= goneFor(member.conversation, member.member)) {
        return refusal(ErrorCode::NoSuchEntry);
    }
    if (isRecalled(found->entry)) {
        return refusal(ErrorCode::AlreadyRecalled);
    }
    return std::move(found->entry);
}

std::optional<protocol::Error> Reactions::refusalOfMore(const protocol::React& request, UserId user,
                                                        bool isNew)
{
    ReactionStore& reactions = m_context.store().reactions();
    const auto summaries =
        reactions.summaries(request.conversation, previous(request.target), request.target, user);
    const bool isFull = !summaries.empty() && summaries.front().counts.size() >= caps::maxReactionKinds
                        && std::ranges::none_of(summaries.front().counts, [&](const ReactionCount& one) {
                               return one.emoji == request.emoji;
                           });
    const bool hasAll =
        isNew && reactions.countOf(request.conversation, request.target, user) >= caps::maxReactionsOfUser;
    return isFull || hasAll ? std::optional(protocol::Error{ErrorCode::TooManyReactions, Milliseconds(0), {}})
                            : std::nullopt;
}

void Reactions::change(const Caller& caller, const ConversationRecord& conversation, ReactionRecord record)
{
    record.seq = ReactionSeq(conversation.reactionHead.value + 1);
    if (!record.first.isValid()) {
        record.first = record.seq;
    }
    require(record.first <= record.seq, "a register was first set before its last change");
    m_context.store().reactions().put(record);
    m_context.turn().reacted({conversation.id, conversation.logEpoch, conversation.head, record.seq},
                             caller.target, m_context.sharesReceipts(conversation));
    if (record.targetAuthor != record.user) {
        notifyAuthor(record);
    }
}

void Reactions::takeBack(ReactionRecord record)
{
    require(record.isOn, "only a reaction that is on is taken back");
    const auto conversation = m_context.store().conversations().find(record.conversation);
    require(conversation.has_value(), "a reaction is to a message of a conversation");
    record.isOn = false;
    const UserId user = record.user;
    change({{}, {}, user}, *conversation, std::move(record));
}

void Reactions::notifyAuthor(const ReactionRecord& changed)
{
    auto row = m_context.store().members().find(changed.conversation, changed.targetAuthor);
    if (row && row->isMember && changed.first > row->reactionsSeen) {
        ++row->version;
        m_context.putMember(*row);
        m_context.turn().stateChanged(changed.targetAuthor, changed.conversation, std::nullopt);
    }
}

Answer Reactions::answerFor(const Caller& caller, const protocol::React& request, bool hasChanged)
{
    Store& store = m_context.store();
    const auto conversation = store.conversations().find(request.conversation);
    const ReactionSeq head = conversation ? conversation->reactionHead : ReactionSeq();
    std::vector<MessageReactions> messages = store.reactions().summaries(
        request.conversation, previous(request.target), request.target, caller.user);
    m_context.chargeRead(caller.user, reactionsIn(messages));
    if (messages.empty()) {
        messages.push_back({request.target, {}});
    }
    return protocol::ServerFrame(protocol::Reactions{request.conversation, request.logEpoch,
                                                     hasChanged ? ReactionSeq(head.value - 1) : head, head,
                                                     head, std::move(messages)});
}

Answer Reactions::pull(const Caller& caller, const protocol::PullReactions& request)
{
    const auto member = membership(caller, request.conversation, request.logEpoch);
    if (!member) {
        return Unexpected(member.error());
    }
    const ReactionSeq head = member->conversation.reactionHead;
    const ReactionSeq after = std::min(request.after, head);
    const std::uint32_t maxLimit = protocol::PullReactions::maxChanges;
    const std::uint32_t limit = request.limit == 0 ? maxLimit : std::min(request.limit, maxLimit);
    ReactionStore& reactions = m_context.store().reactions();
    const std::vector<ReactionChange> changes = reactions.changes(request.conversation, after, limit);
    protocol::Reactions answer{request.conversation,
                               request.logEpoch,
                               after,
                               changes.size() < limit ? head : changes.back().seq,
                               head,
                               {}};
    if (!changes.empty()) {
        std::vector<MessageReactions> summaries =
            reactions.changedSummaries(request.conversation, after, limit, caller.user);
        m_context.chargeRead(caller.user, reactionsIn(summaries));
        const Seq gone = goneFor(member->conversation, member->member);
        std::set<Seq> bare;
        for (const ReactionChange& change : changes) {
            bare.insert(change.target);
        }
        for (MessageReactions& one : summaries) {
            bare.erase(one.seq);
            answer.messages.push_back(std::move(one));
        }
        for (const Seq target : bare) {
            answer.messages.push_back({target, {}});
        }
        std::erase_if(answer.messages, [gone](const MessageReactions& one) { return one.seq <= gone; });
        std::ranges::sort(answer.messages, {}, &MessageReactions::seq);
    }
    return protocol::ServerFrame(std::move(answer));
}

Answer Reactions::see(const Caller& caller, const protocol::SeeReactions& request)
{
    auto member = membership(caller, request.conversation, request.logEpoch);
    if (!member) {
        return Unexpected(member.error());
    }
    MemberRecord& row = member->member;
    if (row.generation != request.generation) {
        return refusal(ErrorCode::OldGeneration);
    }
    const ReactionSeq seen = std::min(request.through, member->conversation.reactionHead);
    if (seen > row.reactionsSeen) {
        row.reactionsSeen = seen;
        ++row.version;
        m_context.putMember(row);
        m_context.turn().stateChanged(caller.user, request.conversation, caller.target);
        m_context.chargePush(caller.user);
    }
    return m_context.stateAnswer(request.conversation, caller);
}

namespace {

/// The first `count` unread reactions to messages that are not `hidden` (ascending), or all if there are
/// fewer.
std::vector<ReactionRecord> unreadNotHidden(ReactionStore& reactions, UnreadReactionsOf of,
                                            const std::vector<Seq>& hidden, std::size_t count)
{
    constexpr std::uint32_t page = protocol::GetReactors::maxReactors + 1;
    std::vector<ReactionRecord> found;
    while (true) {
        std::vector<ReactionRecord> next = reactions.unread(of, page);
        const bool isLast = next.size() < page;
        if (!isLast) {
            of.after = next.back().first;
        }
        std::erase_if(
            next, [&](const ReactionRecord& one) { return std::ranges::binary_search(hidden, one.target); });
        found.insert(found.end(), std::make_move_iterator(next.begin()), std::make_move_iterator(next.end()));
        if (isLast || found.size() >= count) {
            found.resize(std::min(found.size(), count));
            return found;
        }
    }
}

} // namespace

Answer Reactions::reactors(const Caller& caller, const protocol::GetReactors& request)
{
    const auto member = m_context.membership(request.conversation, caller.user);
    if (!member) {
        return Unexpected(member.error());
    }
    const std::uint32_t maxLimit = protocol::GetReactors::maxReactors;
    const std::uint32_t limit = request.limit == 0 ? maxLimit : std::min(request.limit, maxLimit);
    ReactionStore& reactions = m_context.store().reactions();
    std::vector<ReactionRecord> found;
    // One more shows whether there are further ones.
    if (request.seq.isValid()) {
        if (!mayListMembers(member->conversation, member->member)) {
            return refusal(ErrorCode::NotAllowed);
        }
        if (const auto target = targetOf(*member, request.seq); !target) {
            return Unexpected(target.error());
        }
        if (!std::ranges::binary_search(member->member.hidden, request.seq)) {
            found = reactions.reactors(request.conversation, request.seq, request.after, limit + 1);
        }
    } else {
        UnreadReactionsOf of =
            unreadReactionsOf(member->conversation, member->member, m_context.viewer(caller.user));
        of.after = std::max(of.after, request.after);
        found = unreadNotHidden(reactions, std::move(of), member->member.hidden, limit + 1);
    }
    protocol::Reactors answer{request.conversation, request.seq, {}, {}, found.size() > limit};
    found.resize(std::min<std::size_t>(found.size(), limit));
    std::set<UserId> users;
    for (ReactionRecord& one : found) {
        users.insert(one.user);
        answer.reactors.push_back({one.target, std::move(one.emoji), one.user, one.first});
    }
    answer.users = m_context.store().accounts().users({users.begin(), users.end()});
    return protocol::ServerFrame(std::move(answer));
}

void Reactions::compare(const Caller& caller, std::optional<std::uint64_t> digest,
                        const std::vector<MemberRecord>& rows)
{
    if (!digest) {
        return;
    }
    std::vector<ReactionHead> known;
    std::vector<protocol::Head> heads;
    for (const MemberRecord& row : rows) {
        const auto conversation =
            row.isMember ? m_context.store().conversations().find(row.conversation) : std::nullopt;
        if (conversation && conversation->reactionHead.isValid() && m_context.sharesReceipts(*conversation)) {
            known.push_back({conversation->id, conversation->logEpoch, conversation->reactionHead});
            heads.push_back(reactionHeadOf(*conversation));
        }
    }
    if (*digest == digestOfReactions(known)) {
        return;
    }
    for (auto begin = heads.cbegin(); begin != heads.cend();) {
        const auto end = begin + std::min(std::distance(begin, heads.cend()), headsInFrame);
        m_context.turn().add(Push{{caller.target}, protocol::Notify{{begin, end}, {}}});
        begin = end;
    }
}

} // namespace tidemark::server
