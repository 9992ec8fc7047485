#pragma once

#include "core/client/client_values.h"

#include <QObject>

#include <functional>

namespace tidemark {

/// Finds the next unread mention of the user in a conversation. What is not held and may have one is pulled,
/// oldest first, until one turns up. Speaks to the client only by signals. Lives on the GUI thread.
class MentionJump : public QObject {
    Q_OBJECT
public:
    explicit MentionJump(std::function<CommandId()> commands, QObject* parent = nullptr);

    /// The first one above `after`, else the first of all; ends with `found` or `notFound`. `expected`: how
    /// many there are by the badge. In place of the question before.
    void ask(ConversationId conversation, Seq after, quint64 expected);
    void end() { m_conversation = {}; }

    // ---- what the client tells
    void take(const NextMention& mention);
    void takeCommandDone(const change::CommandDone& done);

Q_SIGNALS:
    // ---- to the client
    void mentionWanted(tidemark::ConversationId conversation, tidemark::Seq after);
    void submitted(const tidemark::Input& input);

    // ---- to the window
    void found(tidemark::ConversationId conversation, tidemark::Seq seq);
    /// There is none here, and the server cannot be asked.
    void notFound(tidemark::ConversationId conversation);

private:
    void want(Seq after);

    std::function<CommandId()> m_commands;
    ConversationId m_conversation; ///< 0: nobody asks
    Seq m_after;
    quint64 m_expected = 0;
    CommandId m_loading;    ///< pulls what is missing; 0: nothing is being pulled
    bool m_canPull = true;  ///< not refused so far
    bool m_isAsked = false; ///< an answer of the store is on its way
    bool m_hasWrapped = false;
};

} // namespace tidemark
