#pragma once

#include "core/client/client_values.h"
#include "ui/plain_list.h"

#include <QDialog>
#include <QTimer>

class QLabel;

namespace tidemark {

class ChatSession;

/// A dialog with a list that the server is asked for. Asks when it opens and again when the connection comes
/// back. Deletes itself.
class ListDialog : public QDialog {
    Q_OBJECT
public:
    ListDialog(ChatSession& session, const Theme& theme, QWidget* parent = nullptr);

protected:
    /// To be called when the dialog is ready to show an answer.
    void begin();
    /// Keeps the answer fresh while the dialog is open.
    void askEvery(std::chrono::milliseconds interval);
    [[nodiscard]] virtual CommandId ask() = 0;
    virtual void take(const change::CommandDone& result) = 0;

    void setHeadline(const QString& words);
    void setRows(const QList<PlainRow>& rows);
    /// Below the list, in quiet letters.
    void setFoot(const QString& words);
    [[nodiscard]] ChatSession& session() { return m_session; }

private:
    void askAgain();

    ChatSession& m_session;
    QLabel* m_headline;
    PlainList* m_list;
    QLabel* m_foot;
    QLabel* m_state;
    QTimer m_timer;
    CommandId m_command;
    bool m_isAsked = false;
};

} // namespace tidemark
