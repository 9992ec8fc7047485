#pragma once

#include "ui/look/theme.h"
#include "ui/session/chat_session.h"

#include <QWidget>

class QLabel;

namespace tidemark {

class Attaching;
class ChatHeader;
class ChatNavigation;
class Composer;
class ConnectionStrip;
class DraftKeeper;
class DraftOffer;
class DropSign;
class EmojiCompleter;
class EmptyPage;
class FileCommands;
class JumpButtons;
class MentionCompleter;
class MessageActions;
class PinnedBar;
class ReactionActions;
class SendLater;
class TimelineView;
class UndoBar;
class UnseenBar;

/// Shows the open conversation: header, timeline, composer, and the buttons to the end and to mentions.
class ChatPane : public QWidget {
    Q_OBJECT
public:
    explicit ChatPane(ChatSession& session, QWidget* parent = nullptr);
    ~ChatPane() override;

    void setTheme(const Theme& theme);
    void setBackVisible(bool visible);
    void setUnreadElsewhere(const ShownTotal& total);
    void setInfoOpen(bool open);
    void focusComposer();
    /// Inserts a mention into the text in the composer.
    void mention(const QString& name);
    /// Passes a key that was typed elsewhere to the composer.
    void typeIntoComposer(QKeyEvent* event);
    /// Sets how many entries are still to be pulled. Only a narrow window shows it here.
    void setProgress(quint64 remaining);
    /// Returns the part of the open conversation's log that is on screen.
    [[nodiscard]] ReadingScreen screen() const;
    [[nodiscard]] ChatNavigation& navigation() { return *m_navigation; }
    [[nodiscard]] DraftKeeper& drafts() { return *m_drafts; }
    [[nodiscard]] SendLater& later() { return *m_later; }
    [[nodiscard]] MessageActions& actions() { return *m_actions; }
    [[nodiscard]] ReactionActions& reactions() { return *m_reactions; }
    [[nodiscard]] Attaching& attaching() { return *m_attaching; }
    [[nodiscard]] FileCommands& files() { return *m_files; }
    /// Moves the choice to the message above or below, and gives the timeline the keyboard focus.
    void chooseMessage(int step);
    void focusTimeline();
    [[nodiscard]] bool hasTimelineFocus() const;

Q_SIGNALS:
    void backWanted();
    void searchWanted();
    void infoWanted();
    void newDirectWanted();
    /// The user wants to find a conversation by its name.
    void switchWanted();
    void conversationMenuWanted(const QPoint& globalPosition);
    void readersWanted(tidemark::ConversationId conversation, tidemark::Seq seq);
    void hideWanted(tidemark::ConversationId conversation, const QList<tidemark::Seq>& seqs);
    void forwardWanted(tidemark::ConversationId conversation, const QList<tidemark::Seq>& seqs);
    /// The user wants to know why the badge of the open conversation shows its number.
    void whyWanted();
    /// The messages on screen may have changed.
    void moved();
    /// The first page, or the end of the conversation, is on screen now.
    void arrived();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void connectTimeline();
    void connectComposer();
    void readOn();
    void showCurrent();
    void updateEmpty();
    void updateNoMessages();
    void updateComposer();
    void updateHeader();
    void showAvatar();
    void updateTyping();
    void updateWait();
    [[nodiscard]] QRect dropArea() const;
    void takePreferences();
    void connectParts();

    ChatSession& m_session;
    Theme m_theme;
    ChatHeader* m_header;
    PinnedBar* m_pinned;
    TimelineView* m_timeline;
    Composer* m_composer;
    QLabel* m_readOnly; ///< replaces the composer where the user may not write
    UnseenBar* m_unseen;
    QWidget* m_undoPlace; ///< visible in a narrow window, like m_stripPlace
    UndoBar* m_undo;
    QWidget* m_stripPlace; ///< visible in a narrow window; the strip shows and hides itself inside it
    ConnectionStrip* m_strip;
    MentionCompleter* m_completer;
    EmojiCompleter* m_emoji;
    ChatNavigation* m_navigation;
    JumpButtons* m_jumps;
    DraftOffer* m_draftOffer;
    DraftKeeper* m_drafts;
    SendLater* m_later;
    FileCommands* m_files;
    ReactionActions* m_reactions;
    MessageActions* m_actions;
    Attaching* m_attaching;
    EmptyPage* m_empty; ///< while no conversation is open
    DropSign* m_dropSign;
};

} // namespace tidemark
