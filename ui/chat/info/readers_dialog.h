#pragma once

#include "ui/widgets/list_dialog.h"
#include "ui/widgets/list_page.h"

namespace tidemark {

class ChatSession;
class ReadMarks;

/// Shows "Read by 5 of 7", and the readers with their times. If there are many, more load as the user
/// scrolls.
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
    void loadMore();

    ReadMarks& m_marks;
    Message m_message;
    QList<PlainRow> m_rows; ///< the rows of the pages received so far
    UserId m_last;          ///< the last reader in m_rows; 0: none
    bool m_hasMore = false;
};

/// Shows the ReadersPage as a dialog.
class ReadersDialog : public ListDialog {
    Q_OBJECT
public:
    ReadersDialog(ChatSession& session, ReadersPage::Message message, const Theme& theme,
                  QWidget* parent = nullptr);
};

/// "Read by 5 of 7": all members except the user are counted.
[[nodiscard]] QString readersText(const protocol::Readers& readers);

} // namespace tidemark
