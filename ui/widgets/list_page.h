#pragma once

#include "core/client/client_values.h"
#include "ui/widgets/plain_list.h"

#include <QTimer>
#include <QWidget>

#include <chrono>

class QLabel;

namespace tidemark {

class Commands;
class ServerConnection;

/// A list that the server sends, with texts above and below. Requests it when the page is shown, and again
/// when the connection comes back.
class ListPage : public QWidget {
    Q_OBJECT
public:
    ListPage(const Commands& commands, const ServerConnection& connection, const Theme& theme,
             QWidget* parent);

    void setTheme(const Theme& theme) { m_list->setTheme(theme); }

protected:
    void showEvent(QShowEvent* event) override;

    /// Requests the list again at this interval while the page is shown.
    void askEvery(std::chrono::milliseconds interval);
    /// Requests the list, or shows that there is no connection.
    void askNow();
    [[nodiscard]] virtual CommandId ask() = 0;
    /// `command` requests more than ask() did; take() gets its answer too.
    void awaitAnswer(CommandId command) { m_command = command; }
    [[nodiscard]] bool isAwaitingAnswer() const { return m_command.isValid(); }
    virtual void take(const change::CommandDone& result) = 0;

    void setHeadline(const QString& words);
    void setRows(const QList<PlainRow>& rows);
    /// Shows dim text below the list.
    void setFoot(const QString& words);
    /// Shows an error other than that of ask(); empty: no error.
    void setProblem(const QString& words);
    [[nodiscard]] PlainList& list() { return *m_list; }
    [[nodiscard]] const ServerConnection& connection() const { return m_connection; }

private:
    void followConnection();
    void setAskProblem(const QString& words);

    const ServerConnection& m_connection;
    QLabel* m_headline;
    PlainList* m_list;
    QLabel* m_foot;
    QLabel* m_state;
    QTimer m_timer;
    CommandId m_command; ///< the command whose answer is awaited
    bool m_isAsked = false;
    bool m_hasAskProblem = false;
};

} // namespace tidemark
