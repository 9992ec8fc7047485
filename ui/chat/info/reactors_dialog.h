#pragma once

#include "ui/widgets/list_dialog.h"
#include "ui/widgets/list_page.h"

namespace tidemark {

class ChatSession;
class ReactionWriter;

/// Shows who has reacted to a message, in the order of their first reactions. If there are many, more load as
/// the user scrolls.
class ReactorsPage : public ListPage {
    Q_OBJECT
public:
    struct Message {
        ConversationId conversation;
        Seq seq;
    };
    /// A `message` with seq 0: lists the unread reactions to the user's messages, which the user can choose.
    ReactorsPage(ChatSession& session, Message message, const Theme& theme, QWidget* parent);

Q_SIGNALS:
    void messageChosen(tidemark::ConversationId conversation, tidemark::Seq seq);

protected:
    [[nodiscard]] CommandId ask() override;
    void take(const change::CommandDone& result) override;

private:
    [[nodiscard]] bool isAboutUser() const { return !m_message.seq.isValid(); }
    [[nodiscard]] PlainRow rowOf(const protocol::Reactor& reactor, const std::vector<User>& users) const;
    void loadMore();

    ReactionWriter& m_writer;
    Message m_message;
    QList<PlainRow> m_rows; ///< the rows of the pages received so far
    ReactionSeq m_last;     ///< the last reaction in m_rows; 0: none
    bool m_hasMore = false;
};

/// Shows the ReactorsPage as a dialog.
class ReactorsDialog : public ListDialog {
    Q_OBJECT
public:
    ReactorsDialog(ChatSession& session, ReactorsPage::Message message, const Theme& theme,
                   QWidget* parent = nullptr);
};

} // namespace tidemark
