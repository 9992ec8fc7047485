#pragma once

#include "ui/list_dialog.h"

namespace tidemark {

/// "Read by 5 of 7", the readers with their times.
class ReadersDialog : public ListDialog {
    Q_OBJECT
public:
    struct Message {
        ConversationId conversation;
        Seq seq;
    };
    ReadersDialog(ChatSession& session, Message message, const Theme& theme, QWidget* parent = nullptr);

protected:
    [[nodiscard]] CommandId ask() override;
    void take(const change::CommandDone& result) override;

private:
    Message m_message;
};

/// "Read by 5 of 7": of all members but the one who asks.
[[nodiscard]] QString readersText(const change::CommandDone& readers);

} // namespace tidemark
