#pragma once

#include "core/client/client_values.h"
#include "ui/plain_list.h"

#include <QTimer>
#include <QWidget>

#include <chrono>

class QLabel;

namespace tidemark {

class ChatSession;

/// A list that the server is asked for, with words above and below it. Asks when it is shown and again when
/// the connection comes back.
class ListPage : public QWidget {
    Q_OBJECT
public:
    ListPage(ChatSession& session, const Theme& theme, QWidget* parent);

    void setTheme(const Theme& theme) { m_list->setTheme(theme); }

protected:
    void showEvent(QShowEvent* event) override;

    /// Keeps the answer fresh while it is shown.
    void askEvery(std::chrono::milliseconds interval);
    /// Where there is a connection, and says so where there is none.
    void askNow();
    [[nodiscard]] virtual CommandId ask() = 0;
    virtual void take(const change::CommandDone& result) = 0;

    void setHeadline(const QString& words);
    void setRows(const QList<PlainRow>& rows);
    /// Below the list, in quiet letters.
    void setFoot(const QString& words);
    /// What went wrong with something else than asking; empty: nothing.
    void setProblem(const QString& words);
    [[nodiscard]] PlainList& list() { return *m_list; }
    [[nodiscard]] ChatSession& session() { return m_session; }

private:
    void followConnection();
    void setAskProblem(const QString& words);

    ChatSession& m_session;
    QLabel* m_headline;
    PlainList* m_list;
    QLabel* m_foot;
    QLabel* m_state;
    QTimer m_timer;
    CommandId m_command;
    bool m_isAsked = false;
    bool m_hasAskProblem = false;
};

} // namespace tidemark
