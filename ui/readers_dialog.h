#pragma once

#include "ui/list_dialog.h"
#include "ui/list_page.h"

namespace tidemark {

/// "Read by 5 of 7", the readers with their times.
class ReadersPage : public ListPage {
    Q_OBJECT
public:
    struct Message {
        ConversationId conversation;
        Seq seq;
    };
    ReadersPage(ChatSession& session, Message message, const Theme& theme, QWidget* parent);

protected:
    [[nodiscard]] CommandId ask() override;
    void take(const change::CommandDone& result) override;

private:
    Message m_message;
};

/// The ReadersPage as a dialog.
class ReadersDialog : public ListDialog {
    Q_OBJECT
public:
    ReadersDialog(ChatSession& session, ReadersPage::Message message, const Theme& theme,
                  QWidget* parent = nullptr);
};

/// "Read by 5 of 7": of all members but the one who asks.
[[nodiscard]] QString readersText(const change::CommandDone& readers);

} // namespace tidemark
