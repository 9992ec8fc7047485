#pragma once

#include "core/client/client_values.h"
#include "core/domain/view.h"

#include <QList>
#include <QObject>

#include <functional>

namespace tidemark {

/// Answers "why is this unread?" about one conversation, and again whenever its badge changes. What of the
/// unread range is not held is pulled once. Speaks to the client only by signals. Lives on the GUI thread.
class BadgeInquiry : public QObject {
    Q_OBJECT
public:
    explicit BadgeInquiry(std::function<CommandId()> commands, QObject* parent = nullptr);

    /// Ends with `explained`. In place of the question before.
    void ask(ConversationId conversation);
    void end();
    /// Counts everything again and puts right what is wrong; ends with `audited`.
    void repair();

    // ---- what the client tells
    void takeExplanation(const BadgeExplained& answer);
    void takeChanges(const QList<ConversationSummary>& changed);
    void takeCommandDone(const change::CommandDone& done);
    void takeAudit(const AuditReport& report);

Q_SIGNALS:
    // ---- to the client
    void explanationWanted(tidemark::ConversationId conversation);
    void submitted(const tidemark::Input& input);
    void repairWanted();

    // ---- to the window
    void explained(const tidemark::Explanation& explanation);
    void audited(const tidemark::AuditReport& report);

private:
    void want();

    std::function<CommandId()> m_commands;
    ConversationId m_conversation; ///< 0: nobody asks
    CommandId m_loading;           ///< pulls what is missing; 0: not asked for yet
    bool m_isAsked = false;        ///< an answer is on its way
    bool m_isStale = false;        ///< and will be old when it comes
    bool m_isRepairing = false;
};

} // namespace tidemark
