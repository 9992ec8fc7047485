#pragma once

#include <QDialog>

class QLabel;
class QPushButton;
class QRadioButton;

namespace tidemark {

class ChatSession;

/// Whether others see what the user reads, for all conversations that have no setting of their own. Opened
/// with open(); deletes itself. It stays until the server has taken the change.
class PrivacyDialog : public QDialog {
    Q_OBJECT
public:
    explicit PrivacyDialog(ChatSession& session, QWidget* parent = nullptr);

private:
    void refresh();
    void save();

    ChatSession& m_session;
    QRadioButton* m_public;
    QRadioButton* m_private;
    QLabel* m_explanation;
    QLabel* m_state;
    QPushButton* m_save;
    bool m_isBusy = false;
};

} // namespace tidemark
