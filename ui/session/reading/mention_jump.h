#pragma once

#include "core/client/client_values.h"

#include <QObject>

#include <functional>

namespace tidemark {

/// Finds the user's next unread mention in a conversation. Pulls missing entries that may contain one, oldest
/// first, until it finds one. Speaks to the client only by signals. Lives on the GUI thread.
class MentionJump : public QObject {
    Q_OBJECT
public:
    explicit MentionJump(std::function<CommandId()> commands, QObject* parent = nullptr);

    /// Finds the first mention after `after`, or else the first of all; ends with `found` or `notFound`.
    /// `expected` is the badge's number of mentions. Replaces an earlier request.
    void ask(ConversationId conversation, Seq after, quint64 expected);
    void end() { m_conversation = {}; }

    // ---- from the client
    void take(const NextMention& mention);
    void takeCommandDone(const change::CommandDone& done);

Q_SIGNALS:
    // ---- to the client
    void mentionWanted(tidemark::ConversationId conversation, tidemark::Seq after);
    void submitted(const tidemark::Input& input);

    // ---- to the window
    void found(tidemark::ConversationId conversation, tidemark::Seq seq);
    /// This device holds no mention, and it cannot ask the server.
    void notFound(tidemark::ConversationId conversation);

private:
    void want(Seq after);

    std::function<CommandId()> m_commands;
    ConversationId m_conversation; ///< 0: nothing is requested
    Seq m_after;
    quint64 m_expected = 0;
    CommandId m_loading;    ///< the command that pulls missing entries; 0: none
    bool m_canPull = true;  ///< no pull was refused so far
    bool m_isAsked = false; ///< the store's answer is on its way
    bool m_hasWrapped = false;
};

} // namespace tidemark
