#pragma once

#include "core/client/client_values.h"
#include "ui/widgets/prompts.h"

namespace tidemark {

class ChatSession;

/// Asks for the old password and, twice, for the new one. It stays open until the server has accepted the
/// change.
class PasswordPrompt : public Prompt {
    Q_OBJECT
public:
    explicit PasswordPrompt(ChatSession& session, QWidget* parent = nullptr);

Q_SIGNALS:
    void changed();

private:
    QLineEdit* addPassword(const QString& label, const QString& name);
    void submit();
    void take(const QString& why);

    ChatSession& m_session;
    QLineEdit* m_old = nullptr;
    QLineEdit* m_new = nullptr;
    QLineEdit* m_repeated = nullptr;
    QCheckBox* m_signsOutOthers = nullptr;
    CommandId m_command;
};

} // namespace tidemark
