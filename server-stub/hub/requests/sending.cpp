#include "server-stub/hub/requests/sending.h"

#include "core/base/overloaded.h"
#include "server-stub/hub/contract/mention_finder.h"
#include "server-stub/hub/contract/payload_hash.h"
#include "server-stub/hub/contract/text_rules.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

using protocol::ErrorCode;

Answer Sending::send(const Caller& caller, const protocol::Send& send)
{
    if (!send.uuid.isValid()) {
        return refusal(ErrorCode::Malformed, "the send has no UUID");
    }
    const auto conversation = m_context.store().conversation(send.conversation);
    if (!conversation) {
        return refusal(ErrorCode::NoSuchConversation);
    }
    if (conversation->kind == ConversationKind::NoticeList) {
        return refusal(ErrorCode::NotAllowed);
    }
    const std::uint64_t hash = payloadHash(send.content);
    // Check this first: an accepted message stays accepted, even after its author has left.
    if (const auto earlier = m_context.store().sent(send.conversation, caller.user, send.uuid)) {
        if (earlier->payloadHash != hash) {
            return refusal(ErrorCode::UuidConflict);
        }
        return protocol::ServerFrame(protocol::SendAck{send.conversation, conversation->logEpoch, send.uuid,
                                                       earlier->seq, earlier->at, true});
    }
    Prepared prepared = prepare(caller, *conversation, send);
    if (!prepared) {
        return Unexpected(prepared.error());
    }
    prepared->payloadHash = hash;
    const Entry entry = m_context.append(*prepared, conversation->logEpoch, caller.target).entry;
    return protocol::ServerFrame(
        protocol::SendAck{send.conversation, conversation->logEpoch, send.uuid, entry.seq, entry.at, false});
}

Milliseconds Sending::paceOf(const Caller& caller, const ConversationRecord& conversation)
{
    const std::uint32_t maxMembers = m_context.config.limits.largeGroupMembers;
    return maxMembers == 0 || conversation.memberCount <= maxMembers
               ? Milliseconds(0)
               : m_context.limiter.takeLargeGroup(caller.user, conversation.id, m_context.now);
}

Sending::Prepared Sending::prepare(const Caller& caller, const ConversationRecord& conversation,
                                   const protocol::Send& send)
{
    const auto row = m_context.store().member(send.conversation, caller.user);
    if (!row || !row->isMember) {
        return refusal(HubContext::whyNotMember(conversation, row));
    }
    if (!mayPost(conversation.kind, roleIn(conversation, *row))) {
        return refusal(ErrorCode::NotAllowed);
    }
    if (send.after.isValid() && !isLogged(send.conversation, send.after)) {
        return refusal(ErrorCode::PredecessorMissing);
    }
    if (const Milliseconds wait = paceOf(caller, conversation); wait > Milliseconds(0)) {
        ++m_context.stats.refusedTooFast;
        return Unexpected(protocol::Error{ErrorCode::TooFast, wait, {}});
    }
    NewEntry entry;
    entry.conversation = send.conversation;
    entry.author = caller.user;
    entry.at = m_context.wall;
    entry.uuid = send.uuid;
    return std::visit(Overloaded{[&](const protocol::TextContent& content) {
                                     return prepareText(std::move(entry), content, row->hiddenThrough);
                                 },
                                 [&](const protocol::EditContent& content) {
                                     return prepareEdit(std::move(entry), content, row->hiddenThrough);
                                 },
                                 [&](const protocol::RecallContent& content) {
                                     return prepareRecall(std::move(entry), content, row->hiddenThrough);
                                 }},
                      send.content);
}

Sending::Prepared Sending::prepareText(NewEntry entry, const protocol::TextContent& content,
                                       Seq hiddenThrough)
{
    if (const auto error = refusalOfText(content.text, m_context.config.limits.maxTextBytes)) {
        return Unexpected(*error);
    }
    if (content.replyTo.isValid()) {
        const auto answered = m_context.store().entry(entry.conversation, content.replyTo);
        if (!answered || answered->entry.kind != EntryKind::Message || content.replyTo <= hiddenThrough) {
            return refusal(ErrorCode::NoSuchEntry);
        }
        entry.replyTo = content.replyTo;
        entry.replyToAuthor = answered->entry.author;
    }
    entry.kind = EntryKind::Message;
    entry.text = content.text;
    entry.isAction = content.isAction;
    entry.mentionsAll = content.mentionsAll;
    entry.mentions = content.mentions;
    addNamed(entry);
    std::sort(entry.mentions.begin(), entry.mentions.end());
    entry.mentions.erase(std::unique(entry.mentions.begin(), entry.mentions.end()), entry.mentions.end());
    std::erase_if(entry.mentions, [&](UserId user) {
        const auto row = m_context.store().member(entry.conversation, user);
        return !row || !row->isMember;
    });
    return entry;
}

void Sending::addNamed(NewEntry& entry)
{
    if (entry.text.find('@') == std::string::npos) {
        return;
    }
    const MentionFinder finder(entry.text, [&](std::string_view name) {
        const auto account = m_context.store().accountCalled(name);
        const auto row = account ? m_context.store().member(entry.conversation, account->id) : std::nullopt;
        if (row && row->isMember) {
            entry.mentions.push_back(account->id);
        }
        return row && row->isMember;
    });
    entry.mentionsAll |= finder.isForAll();
}

Sending::Prepared Sending::prepareEdit(NewEntry entry, const protocol::EditContent& content,
                                       Seq hiddenThrough)
{
    if (const auto error = refusalOfText(content.text, m_context.config.limits.maxTextBytes)) {
        return Unexpected(*error);
    }
    entry.kind = EntryKind::Edit;
    entry.text = content.text;
    return prepareChange(std::move(entry), content.target, hiddenThrough);
}

Sending::Prepared Sending::prepareRecall(NewEntry entry, const protocol::RecallContent& content,
                                         Seq hiddenThrough)
{
    entry.kind = EntryKind::Recall;
    return prepareChange(std::move(entry), content.target, hiddenThrough);
}

Sending::Prepared Sending::prepareChange(NewEntry entry, Seq target, Seq hiddenThrough)
{
    const auto conversation = m_context.store().conversation(entry.conversation);
    const auto changed = m_context.store().entry(entry.conversation, target);
    const bool isTrimmed = conversation && target <= conversation->trimmedThrough;
    if (!changed || changed->entry.kind != EntryKind::Message || isTrimmed) {
        return refusal(ErrorCode::NoSuchEntry);
    }
    if (changed->entry.author != entry.author) {
        return refusal(target <= hiddenThrough ? ErrorCode::NoSuchEntry : ErrorCode::NotAllowed);
    }
    if (changed->entry.recalledBy.isValid()) {
        return refusal(ErrorCode::AlreadyRecalled);
    }
    entry.target = target;
    entry.targetAuthor = changed->entry.author;
    if (entry.kind == EntryKind::Recall) {
        // Used for targetMentionsReader and targetRepliesToReader, which depend on the reader.
        entry.mentions = changed->entry.mentions;
        entry.mentionsAll = changed->entry.mentionsAll;
        entry.replyToAuthor = changed->entry.replyToAuthor;
    }
    return entry;
}

bool Sending::isLogged(ConversationId conversation, MessageUuid uuid)
{
    const auto last = m_context.lastUuid.find(conversation);
    return (last != m_context.lastUuid.end() && last->second == uuid)
           || m_context.store().hasUuid(conversation, uuid);
}

} // namespace tidemark::server
