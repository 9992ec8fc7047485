#pragma once

#include "ui/look/theme.h"
#include "ui/session/chat_session.h"
#include "ui/timeline/message_menu.h"

#include <QObject>

#include <optional>

namespace tidemark {

class Composer;
class DraftKeeper;
class FileCommands;
class SendLater;
class ReactionActions;
class TimelineView;

/// The actions of the user on messages of the open conversation: opens their links, answers, edits and
/// deletes them, and shows their menu.
class MessageActions : public QObject {
    Q_OBJECT
public:
    /// The parts of the pane that actions work with.
    struct Parts {
        TimelineView& timeline;
        Composer& composer;
        DraftKeeper& drafts;
        SendLater& later;
        FileCommands& files;
        ReactionActions& reactions;
        const Theme& theme;
    };
    /// Menus and dialogs stand over `pane`.
    MessageActions(ChatSession& session, const Parts& parts, QWidget& pane);

    /// Begins a reply to the chosen message, or else to the last message of another user.
    void replyToChosen();
    void markUnreadFromChosen();

Q_SIGNALS:
    /// The user has activated a link to a conversation or a message.
    void placeLinkActivated(const QString& link);
    void readersWanted(tidemark::ConversationId conversation, tidemark::Seq seq);
    /// The user forwards messages, which are in ascending order.
    void forwardWanted(tidemark::ConversationId conversation, const QList<tidemark::Seq>& seqs);
    /// The user deletes messages for themselves alone; they are in ascending order.
    void hideWanted(tidemark::ConversationId conversation, const QList<tidemark::Seq>& seqs);
    /// The user edits a message with files that was not sent.
    void editUnsentWanted(const tidemark::TimelineRow& row);

private:
    [[nodiscard]] std::optional<TimelineRow> chosenRow() const;
    [[nodiscard]] MessageMenuScope scopeOfMenu(const QModelIndex& index, const QPoint& at) const;
    [[nodiscard]] bool selectsSeveral(const QModelIndex& index) const;
    void openLink(const QUrl& link);
    void chooseLink(const QList<QUrl>& links, const QPoint& at);
    void showMenu(const QModelIndex& index, const QPoint& at);
    void openClosed(const QModelIndex& index);
    void addAuthor(QMenu& menu, const TimelineRow& row, const QPoint& at);
    void showAuthor(const TimelineRow& row, const QPoint& at);
    void addPin(QMenu& menu, const TimelineRow& row);
    void addForward(QMenu& menu, const QList<TimelineRow>& rows);
    void addHide(MessageMenu& menu, const QList<TimelineRow>& rows);
    void connectMenu(MessageMenu* menu, const TimelineRow& row);
    void askRecall(Seq seq);
    void loadReaders(MessageMenu* menu, const TimelineRow& row);
    void showWhole(const QModelIndex& index);
    void beginReply(const TimelineRow& row);
    void beginEdit(const TimelineRow& row);
    void editLast();
    void writeAgain(const TimelineRow& row);
    void takeText(const TimelineRow& row);

    ChatSession& m_session;
    TimelineView& m_timeline;
    Composer& m_composer;
    DraftKeeper& m_drafts;
    SendLater& m_later;
    FileCommands& m_files;
    ReactionActions& m_reactions;
    const Theme& m_theme;
    QWidget& m_pane;
};

} // namespace tidemark
