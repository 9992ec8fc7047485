#include "ui/session/reading/unread_explainer.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

/// Returns the range that is examined entry by entry, if this device lacks part of it.
std::optional<ExplainedRange> missingIn(const Explanation& explanation)
{
    const Seq read = effectiveRead(explanation.floor, explanation.cursor.readSeq);
    const Seq head = explanation.countedHead;
    const std::uint64_t all = head.value - std::min(head, read).value;
    const std::uint64_t beyond = all - std::min(all, maxExplainedEntries);
    if (explanation.notLookedAt <= beyond) {
        return std::nullopt;
    }
    return explainedRange(read, head);
}

} // namespace

UnreadExplainer::UnreadExplainer(std::function<CommandId()> commands, QObject* parent)
    : QObject(parent), m_commands(std::move(commands))
{
}

void UnreadExplainer::ask(ConversationId conversation)
{
    m_conversation = conversation;
    m_loading = {};
    m_isAsked = false;
    want();
}

void UnreadExplainer::end()
{
    m_conversation = {};
}

void UnreadExplainer::repair()
{
    m_isRepairing = true;
    Q_EMIT repairWanted();
}

/// Sends one request at a time, however often the badge changes.
void UnreadExplainer::want()
{
    m_isStale = m_isAsked;
    if (!std::exchange(m_isAsked, true)) {
        Q_EMIT explanationWanted(m_conversation);
    }
}

void UnreadExplainer::takeExplanation(const BadgeExplained& answer)
{
    if (!m_conversation.isValid() || answer.conversation != m_conversation) {
        return;
    }
    m_isAsked = false;
    if (std::exchange(m_isStale, false)) {
        want();
    }
    if (!answer.explanation) {
        return;
    }
    const auto missing = missingIn(*answer.explanation);
    if (missing && !m_loading.isValid()) {
        m_loading = m_commands();
        Q_EMIT submitted(input::LoadRange{m_loading, m_conversation, missing->after, missing->through});
    }
    Q_EMIT explained(*answer.explanation);
}

void UnreadExplainer::takeChanges(const QList<ConversationSummary>& changed)
{
    const bool isAbout = std::any_of(changed.begin(), changed.end(), [this](const ConversationSummary& one) {
        return one.id == m_conversation;
    });
    if (isAbout) {
        want();
    }
}

void UnreadExplainer::takeCommandDone(const change::CommandDone& done)
{
    if (m_conversation.isValid() && m_loading.isValid() && done.command == m_loading && !done.error) {
        want();
    }
}

void UnreadExplainer::takeAudit(const AuditReport& report)
{
    if (!std::exchange(m_isRepairing, false)) {
        return;
    }
    Q_EMIT audited(report);
    if (m_conversation.isValid()) {
        want();
    }
}

} // namespace tidemark
