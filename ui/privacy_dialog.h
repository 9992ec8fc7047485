#pragma once

#include "core/domain/conversation.h"

#include <QDialog>

class QBoxLayout;
class QComboBox;
class QLabel;
class QPushButton;
class QRadioButton;

namespace tidemark {

class ChatSession;

/// When what the user sees counts as read, on all devices and on this one, and whether others see it, for all
/// conversations that have no setting of their own. Opened with open(); deletes itself. It stays until the
/// server has taken the change; what concerns this device alone needs no server.
class PrivacyDialog : public QDialog {
    Q_OBJECT
public:
    explicit PrivacyDialog(ChatSession& session, QWidget* parent = nullptr);

private:
    void addReading(QBoxLayout& column);
    void addReceipts(QBoxLayout& column);
    void orderFocus();
    void refresh();
    void save();
    void saveDevice();
    [[nodiscard]] ReadingPolicy chosenPolicy() const;
    [[nodiscard]] ReceiptPrivacy chosenReceipts() const;
    [[nodiscard]] bool changesAccount() const;

    ChatSession& m_session;
    QList<QRadioButton*> m_policies; ///< in the order of ReadingPolicy
    QComboBox* m_device;
    QRadioButton* m_public;
    QRadioButton* m_private;
    QLabel* m_explanation;
    QLabel* m_state;
    QPushButton* m_save = nullptr;
    bool m_isBusy = false;
};

} // namespace tidemark
