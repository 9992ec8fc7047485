#pragma once

#include "core/client/client_values.h"
#include "core/domain/conversation.h"
#include "ui/settings_page.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QRadioButton;

namespace tidemark {

class ChatSession;

/// When what the user sees counts as read, on all devices and on this one, and whether others see it, for all
/// conversations that have no setting of their own. What is the account's is told to the server at once; what
/// it refuses is taken back, and why is said. What concerns this device alone needs no server.
class ReadingPage : public SettingsPage {
    Q_OBJECT
public:
    explicit ReadingPage(ChatSession& session, QWidget* parent = nullptr);

private:
    [[nodiscard]] QWidget* makePolicies();
    void addDevice();
    void addReceipts();
    void changeAccount();
    void changeDevice(int index);
    void takeAnswer(CommandId command, const QString& why);
    /// What the account says, unless a change of it is on its way.
    void refresh();
    [[nodiscard]] ReadingPolicy chosenPolicy() const;

    ChatSession& m_session;
    QList<QRadioButton*> m_policies; ///< in the order of ReadingPolicy
    QCheckBox* m_public = nullptr;
    SettingRow* m_receipts = nullptr;
    QLabel* m_state;
    CommandId m_command; ///< the last change, while it has no answer
};

} // namespace tidemark
