#pragma once

#include "core/client/client_values.h"
#include "core/domain/conversation.h"
#include "ui/settings/settings_page.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QRadioButton;

namespace tidemark {

class ChatSession;

/// Settings that say when a message counts as read, on all devices or on this one, and whether other users
/// see it; and who may add the user to groups. They apply to all conversations without a setting of their
/// own. Account settings go to the server at once. If the server refuses one, the page reverts it and says
/// why. Settings for this device alone need no connection.
class ReadingPage : public SettingsPage {
    Q_OBJECT
public:
    explicit ReadingPage(ChatSession& session, QWidget* parent = nullptr);

private:
    [[nodiscard]] QWidget* makePolicies();
    void addDevice();
    void addReceipts();
    void addAdding();
    void changeAccount();
    void changeDevice(int index);
    void takeAnswer(CommandId command, const QString& why);
    /// Shows the account's settings, unless the server has not answered a change of them yet.
    void refresh();
    [[nodiscard]] ReadingPolicy chosenPolicy() const;

    ChatSession& m_session;
    QList<QRadioButton*> m_policies; ///< in the order of ReadingPolicy
    QCheckBox* m_public = nullptr;
    SettingRow* m_receipts = nullptr;
    QComboBox* m_adding = nullptr;
    QLabel* m_state;
    CommandId m_command; ///< the last change that is still without an answer
};

} // namespace tidemark
