#include "server-stub/hub/requests/sending.h"

#include "core/domain/pinned.h"
#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/attachment_rules.h"
#include "server-stub/hub/contract/mention_finder.h"
#include "server-stub/hub/contract/payload_hash.h"
#include "server-stub/hub/contract/recalls.h"
#include "server-stub/hub/contract/request_cost.h"
#include "server-stub/hub/contract/text_rules.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

/// Makes the content of an entry from what a member of `conversation` sent.
class Preparation {
public:
    using Prepared = Expected<EntryContent, protocol::Error>;

    Preparation(HubContext& context, const ConversationRecord& conversation, const MemberRecord& author)
        : m_context(context), m_conversation(conversation), m_author(author)
    {
    }

    Prepared operator()(content::Message message) const
    {
        if (message.source.isValid()) {
            return forwarded(message.source);
        }
        const bool isBare = message.attachments.empty();
        if (const auto error = isBare || !message.text.empty() ? refusalOf(message.text) : std::nullopt) {
            return Unexpected(*error);
        }
        if (const auto error = refusalOf(message.attachments)) {
            return Unexpected(*error);
        }
        if (message.replyTo.isValid()) {
            const auto answered = m_context.store().log().entry(m_conversation.id, message.replyTo);
            if (!answered || answered->entry.kind() != EntryKind::Message
                || message.replyTo <= m_author.hiddenThrough) {
                return refusal(ErrorCode::NoSuchEntry);
            }
            message.replyToAuthor = answered->entry.author;
        }
        addNamed(message);
        std::vector<UserId>& mentions = message.mentions;
        std::sort(mentions.begin(), mentions.end());
        mentions.erase(std::unique(mentions.begin(), mentions.end()), mentions.end());
        std::erase_if(mentions, [&](UserId user) { return !isMember(user); });
        return EntryContent(std::move(message));
    }

    Prepared operator()(content::Edit edit) const
    {
        const auto changed = ownMessage(edit.target);
        if (!changed) {
            return Unexpected(changed.error());
        }
        if (changed->forwarded.isValid()) {
            return refusal(ErrorCode::NotAllowed); // it would say that another user has said this
        }
        const bool isBare = changed->attachments.empty();
        if (const auto error = isBare || !edit.text.empty() ? refusalOf(edit.text) : std::nullopt) {
            return Unexpected(*error);
        }
        edit.targetAuthor = m_author.user;
        return EntryContent(std::move(edit));
    }

    Prepared operator()(const content::Recall& recall) const
    {
        const auto changed = ownMessage(recall.target);
        if (!changed) {
            return Unexpected(changed.error());
        }
        if (!changed->attachments.empty()) {
            m_context.turn().noteBlobWork();
        }
        return EntryContent(recallOf(recall.target, m_author.user, *changed));
    }

    Prepared operator()(content::Notice pin) const
    {
        const auto change = pinChangeIn(EntryContent(pin));
        if (!change) {
            return refusal(ErrorCode::Malformed, "users write no such notice");
        }
        if (const auto error = refusalOfPin(*change)) {
            return Unexpected(*error);
        }
        return EntryContent(content::Notice{.kind = pin.kind, .target = pin.target});
    }

private:
    /// Makes a message of the one that `source` names. Nothing in it comes from the sender, so nobody can
    /// forge what another user has said.
    [[nodiscard]] Prepared forwarded(const ForwardSource& source) const
    {
        const auto said = messageAt(source);
        if (!said) {
            return Unexpected(said.error());
        }
        const auto& original = std::get<content::Message>(said->content);
        content::Message message{.text = original.text,
                                 .isAction = original.isAction,
                                 .attachments = original.attachments,
                                 .forwarded = original.forwarded};
        if (!message.forwarded.isValid()) {
            message.forwarded = {said->author, said->at};
        }
        m_context.charge(m_author.user, Operation::Send, costOfForwarded(message));
        return EntryContent(std::move(message));
    }

    /// The message that the author may forward.
    [[nodiscard]] Expected<Entry, protocol::Error> messageAt(const ForwardSource& source) const
    {
        const auto from = m_context.membership(source.conversation, m_author.user);
        if (!from) {
            return Unexpected(from.error());
        }
        if (source.logEpoch != from->conversation.logEpoch) {
            return refusal(ErrorCode::LogEpochChanged);
        }
        const auto found = m_context.store().log().entry(source.conversation, source.seq);
        const auto* message = found ? found->entry.as<content::Message>() : nullptr;
        if (message == nullptr || source.seq <= goneFor(from->conversation, from->member)) {
            return refusal(ErrorCode::NoSuchEntry);
        }
        if (message->recalledBy.isValid()) {
            return refusal(ErrorCode::AlreadyRecalled);
        }
        if (from->conversation.forwardingForbidden) {
            return refusal(ErrorCode::ForwardingForbidden);
        }
        if (!found->entry.author.isValid()) {
            return refusal(ErrorCode::NotAllowed); // an announcement
        }
        for (const Attachment& attachment : message->attachments) {
            if (!m_context.store().blobs().mayName(m_author.user, attachment.hash, attachment.size)) {
                return refusal(ErrorCode::NoSuchEntry, "a file is lost");
            }
        }
        return found->entry;
    }

    [[nodiscard]] std::optional<protocol::Error> refusalOfPin(PinChange change) const
    {
        const auto error = [](ErrorCode code) { return protocol::Error{code, Milliseconds(0), {}}; };
        if (change.target <= goneFor(m_conversation, m_author)) {
            return error(ErrorCode::NoSuchEntry);
        }
        const auto found = m_context.store().log().entry(m_conversation.id, change.target);
        if (!found || found->entry.kind() != EntryKind::Message) {
            return error(ErrorCode::NoSuchEntry);
        }
        if (isRecalled(found->entry)) {
            return error(ErrorCode::AlreadyRecalled);
        }
        const std::vector<Seq>& pinned = m_conversation.pinned;
        if (std::binary_search(pinned.begin(), pinned.end(), change.target) == change.isPinned) {
            return error(change.isPinned ? ErrorCode::AlreadyPinned : ErrorCode::NotPinned);
        }
        const auto kept = std::upper_bound(pinned.begin(), pinned.end(), m_conversation.trimmedThrough);
        if (change.isPinned && pinned.end() - kept >= std::ptrdiff_t{caps::maxPinned}) {
            return error(ErrorCode::TooManyPinned);
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<protocol::Error> refusalOf(std::string_view text) const
    {
        return refusalOfText(text, m_context.config().limits.maxTextBytes);
    }

    [[nodiscard]] std::optional<protocol::Error> refusalOf(const std::vector<Attachment>& attachments) const
    {
        for (const Attachment& attachment : attachments) {
            if (auto error = refusalOfAttachment(attachment)) {
                return error;
            }
            if (!m_context.store().blobs().mayName(m_author.user, attachment.hash, attachment.size)) {
                return protocol::Error{ErrorCode::BlobMissing, Milliseconds(0), attachment.name};
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] bool isMember(UserId user) const
    {
        const auto row = m_context.store().members().find(m_conversation.id, user);
        return row && row->isMember;
    }

    /// Adds the members whose names are in the text to the mentions.
    void addNamed(content::Message& message) const
    {
        if (message.text.find('@') == std::string::npos) {
            return;
        }
        const MentionFinder finder(message.text, [&](std::string_view name) {
            const auto account = m_context.store().accounts().meantBy(name);
            const bool isNamed = account && !account->deleted && isMember(account->id);
            if (isNamed) {
                message.mentions.push_back(account->id);
            }
            return isNamed;
        });
        message.mentionsAll |= finder.isForAll();
    }

    /// The message `target`, if the author may still change it.
    [[nodiscard]] Expected<content::Message, protocol::Error> ownMessage(Seq target) const
    {
        const auto found = m_context.store().log().entry(m_conversation.id, target);
        const auto* message = found ? found->entry.as<content::Message>() : nullptr;
        if (message == nullptr || target <= m_conversation.trimmedThrough) {
            return refusal(ErrorCode::NoSuchEntry);
        }
        if (found->entry.author != m_author.user) {
            return refusal(target <= m_author.hiddenThrough ? ErrorCode::NoSuchEntry : ErrorCode::NotAllowed);
        }
        if (message->recalledBy.isValid()) {
            return refusal(ErrorCode::AlreadyRecalled);
        }
        return *message;
    }

    HubContext& m_context;
    const ConversationRecord& m_conversation;
    const MemberRecord& m_author;
};

} // namespace

Answer Sending::send(const Caller& caller, const protocol::Send& send)
{
    if (!send.uuid.isValid()) {
        return refusal(ErrorCode::Malformed, "the send has no UUID");
    }
    const auto conversation = m_context.store().conversations().find(send.conversation);
    if (!conversation) {
        return refusal(ErrorCode::NoSuchConversation);
    }
    if (conversation->kind == ConversationKind::NoticeList) {
        return refusal(ErrorCode::NotAllowed);
    }
    const std::uint64_t hash = payloadHash(send.content);
    // Check this first: an accepted message stays accepted, even after its author has left.
    if (const auto earlier = m_context.store().log().sent(send.conversation, caller.user, send.uuid)) {
        if (earlier->payloadHash != hash) {
            return refusal(ErrorCode::UuidConflict);
        }
        return protocol::ServerFrame(protocol::SendAck{send.conversation, conversation->logEpoch, send.uuid,
                                                       earlier->seq, earlier->at, true,
                                                       m_drafts.clearedBy(caller, send)});
    }
    Prepared prepared = prepare(caller, *conversation, send);
    if (!prepared) {
        return Unexpected(prepared.error());
    }
    prepared->payloadHash = hash;
    const Entry entry = m_context.append(*prepared, conversation->logEpoch, caller.target).entry;
    return protocol::ServerFrame(protocol::SendAck{send.conversation, conversation->logEpoch, send.uuid,
                                                   entry.seq, entry.at, false, m_drafts.clear(caller, send)});
}

Milliseconds Sending::paceOf(const Caller& caller, const ConversationRecord& conversation)
{
    const std::uint32_t maxMembers = m_context.config().limits.largeGroupMembers;
    return maxMembers == 0 || conversation.memberCount <= maxMembers
               ? Milliseconds(0)
               : m_context.limiter().takeLargeGroup(caller.user, conversation.id, m_context.now());
}

Sending::Prepared Sending::prepare(const Caller& caller, const ConversationRecord& conversation,
                                   const protocol::Send& send)
{
    const auto row = m_context.store().members().find(send.conversation, caller.user);
    if (!row || !row->isMember) {
        return refusal(HubContext::whyNotMember(conversation, row));
    }
    if (!mayPost(conversation.kind, roleIn(conversation, *row))) {
        return refusal(ErrorCode::NotAllowed);
    }
    if (std::holds_alternative<content::Message>(send.content) && isToDeleted(conversation, caller.user)) {
        return refusal(ErrorCode::AccountDeleted);
    }
    if (send.after.isValid() && !isLogged(send.conversation, send.after)) {
        return refusal(ErrorCode::PredecessorMissing);
    }
    if (const Milliseconds wait = paceOf(caller, conversation); wait > Milliseconds(0)) {
        m_context.count(&HubStats::refusedTooFast);
        return Unexpected(protocol::Error{ErrorCode::TooFast, wait, {}});
    }
    NewEntry entry;
    entry.conversation = send.conversation;
    entry.author = caller.user;
    entry.at = m_context.wall();
    entry.uuid = send.uuid;
    auto content = std::visit(Preparation(m_context, conversation, *row), send.content);
    if (!content) {
        return Unexpected(content.error());
    }
    entry.content = *std::move(content);
    return entry;
}

bool Sending::isToDeleted(const ConversationRecord& conversation, UserId author)
{
    if (conversation.kind != ConversationKind::Direct || conversation.directLow == conversation.directHigh) {
        return false;
    }
    const UserId peer = conversation.directLow == author ? conversation.directHigh : conversation.directLow;
    const std::vector<User> users = m_context.store().accounts().users({peer});
    return !users.empty() && users.front().isDeleted;
}

bool Sending::isLogged(ConversationId conversation, MessageUuid uuid)
{
    return m_context.isLastAppended(conversation, uuid)
           || m_context.store().log().hasUuid(conversation, uuid);
}

} // namespace tidemark::server
