#pragma once

#include "core/client/client_values.h"
#include "ui/widgets/prompts.h"

namespace tidemark {

class ChatSession;

/// Says what goes and what stays with the account, asks for its password, and deletes it. The button that
/// does this is not the default one. It stays open until the server has deleted the account or refused.
class DeleteAccountPrompt : public Prompt {
    Q_OBJECT
public:
    explicit DeleteAccountPrompt(ChatSession& session, QWidget* parent = nullptr);

private:
    void submit();
    void take(const QString& why);

    ChatSession& m_session;
    QLineEdit* m_password = nullptr;
    CommandId m_command;
};

} // namespace tidemark
