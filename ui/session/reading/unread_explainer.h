#pragma once

#include "core/client/client_values.h"
#include "core/domain/view.h"

#include <QList>
#include <QObject>

#include <functional>

namespace tidemark {

/// Answers "why is this unread?" about one conversation, and answers again whenever its badge changes. Pulls
/// the missing part of the unread range once. Speaks to the client only by signals. Lives on the GUI thread.
class UnreadExplainer : public QObject {
    Q_OBJECT
public:
    explicit UnreadExplainer(std::function<CommandId()> commands, QObject* parent = nullptr);

    /// Asks about another conversation. The answer comes as `explained`.
    void ask(ConversationId conversation);
    void end();
    /// Recounts everything and corrects wrong counts; the result comes as `audited`.
    void repair();

    // ---- from the client
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
    ConversationId m_conversation; ///< 0: there is no request
    CommandId m_loading;           ///< the command that pulls missing entries; 0: not sent yet
    bool m_isAsked = false;        ///< an answer is on its way
    bool m_isStale = false;        ///< the answer on its way will be outdated
    bool m_isRepairing = false;
};

} // namespace tidemark
