#pragma once

#include "core/client/client_values.h"
#include "ui/look/theme.h"

#include <QDialog>

class QLabel;
class QPushButton;

namespace tidemark {

class ReactorsPage;
class UnreadExplainer;
class PlainList;

/// Answers "Why is this unread?" for one conversation, and stays up to date while it is open. It does not
/// block the window, so that the user can look at each of the messages.
class WhyDialog : public QDialog {
    Q_OBJECT
public:
    WhyDialog(UnreadExplainer& unreadExplainer, const ConversationSummary& summary, const Theme& theme,
              QWidget* parent = nullptr);
    ~WhyDialog() override;

    /// Shows the unread reactions to the user's messages below the explanation.
    void addReactions(ReactorsPage* page);

Q_SIGNALS:
    void messageWanted(tidemark::ConversationId conversation, tidemark::Seq seq);

private:
    void explain(const Explanation& explanation);
    void showAudit(const AuditReport& report);
    QLabel* addLine(const QString& role);

    UnreadExplainer& m_unreadExplainer;
    QLabel* m_headline;
    QLabel* m_cursor;
    QLabel* m_counted;
    PlainList* m_list;
    QLabel* m_reactions;
    QLabel* m_leftOut;
    QLabel* m_total;
    QLabel* m_result;
    QPushButton* m_repair;
};

} // namespace tidemark
