#include "ui/session/pin_board.h"

#include "core/models/words/error_text.h"
#include "ui/session/commands.h"
#include "ui/session/open_conversation.h"

#include <algorithm>

namespace tidemark {

PinBoard::PinBoard(Commands& commands, const OpenConversation& chat, QObject* parent)
    : QObject(parent), m_commands(commands), m_chat(chat)
{
}

bool PinBoard::isPinned(Seq seq) const
{
    const ConversationSummary* open = m_chat.summary();
    return open != nullptr && std::ranges::binary_search(open->pinnedMessages, seq);
}

bool PinBoard::mayPin() const
{
    const ConversationSummary* open = m_chat.summary();
    return open != nullptr && open->isMember && tidemark::mayPin(open->kind, open->role);
}

void PinBoard::change(Seq seq, NoticeKind kind)
{
    if (!seq.isValid() || !mayPin()) {
        return;
    }
    const MessageUuid uuid = m_commands.ids().uuid();
    m_sent.insert(uuid);
    m_commands.submit(input::Send{m_chat.current(), uuid, content::Notice{.kind = kind, .target = seq}});
}

void PinBoard::refresh()
{
    const ConversationSummary* open = m_chat.summary();
    const bool isOther = m_chat.current() != m_pinned.conversation;
    const std::vector<Seq> listed = open == nullptr ? std::vector<Seq>() : open->pinnedMessages;
    if (!isOther && listed == m_listed) {
        return;
    }
    m_listed = listed;
    if (isOther) {
        m_asked.clear();
    }
    if (isOther || m_listed.empty()) {
        // The messages of another conversation must not be shown here for a moment.
        m_pinned = {m_chat.current(), {}};
        Q_EMIT changed();
    }
    if (!m_listed.empty()) {
        Q_EMIT wanted(m_chat.current());
    }
}

void PinBoard::askAgain()
{
    m_asked.clear();
    askForMissing();
}

void PinBoard::takeNames()
{
    if (!m_listed.empty()) {
        Q_EMIT wanted(m_chat.current());
    }
}

void PinBoard::askForMissing()
{
    for (const PinnedMessage& one : m_pinned.messages) {
        if (!one.item && m_asked.insert(one.seq).second) {
            m_commands.submit(input::LoadRange{{}, m_pinned.conversation, previous(one.seq), one.seq});
        }
    }
}

void PinBoard::take(const PinnedMessages& pinned)
{
    if (pinned.conversation != m_chat.current() || pinned == m_pinned) {
        return;
    }
    m_pinned = pinned;
    askForMissing();
    Q_EMIT changed();
}

void PinBoard::takeGrowth(ConversationId conversation, Seq first, Seq last, const QList<Seq>& marked)
{
    const bool concerns =
        conversation == m_pinned.conversation && std::ranges::any_of(m_listed, [&](Seq seq) {
            return (first <= seq && seq <= last) || marked.contains(seq);
        });
    if (concerns) {
        Q_EMIT wanted(conversation);
    }
}

void PinBoard::takeFailure(ConversationId /*conversation*/, const MessageUuid& uuid,
                           protocol::ErrorCode error)
{
    using protocol::ErrorCode;
    // Nothing is lost if another member was faster.
    const bool isAsWanted = error == ErrorCode::AlreadyPinned || error == ErrorCode::NotPinned;
    if (m_sent.erase(uuid) > 0 && !isAsWanted) {
        Q_EMIT m_commands.refused(tr("Could not change the pinned messages"), errorText(error));
    }
}

} // namespace tidemark
