#pragma once

#include "ui/chat/composer.h"
#include "ui/chat/mention_completer.h"
#include "ui/look/theme.h"
#include "ui/session/chat_session.h"
#include "ui/timeline/message_menu.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <unordered_map>

class QLabel;

namespace tidemark {

class ChatHeader;
class ChatNavigation;
class ConnectionStrip;
class JumpButton;
class MentionButton;
class TimelineView;
class UndoBar;

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
    /// Passes a key that was typed elsewhere to the composer.
    void typeIntoComposer(QKeyEvent* event);
    /// Sets how many entries are still to be pulled. Only a narrow window shows it here.
    void setProgress(quint64 remaining);
    /// Saves the draft now instead of after a pause in typing.
    void flushDraft();
    /// Returns the part of the open conversation's log that is on screen.
    [[nodiscard]] ReadingScreen screen() const;
    [[nodiscard]] ChatNavigation& navigation() { return *m_navigation; }
    /// Moves the choice to the message above or below, and gives the timeline the keyboard focus.
    void chooseMessage(int step);
    void focusTimeline();
    [[nodiscard]] bool hasTimelineFocus() const;
    /// Begins a reply to the chosen message, or else to the last message of another user.
    void replyToChosen();
    void markUnreadFromChosen();

Q_SIGNALS:
    void backWanted();
    void searchWanted();
    void infoWanted();
    void conversationMenuWanted(const QPoint& globalPosition);
    void readersWanted(tidemark::ConversationId conversation, tidemark::Seq seq);
    /// The user wants to know why the badge of the open conversation shows its number.
    void whyWanted();
    /// The messages on screen may have changed.
    void moved();
    /// The first page, or the end of the conversation, is on screen now.
    void arrived();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void connectTimeline();
    void connectComposer();
    void readOn();
    void showCurrent();
    void updateEmpty();
    void updateNoMessages();
    void updateComposer();
    /// Returns whether a conversation is open in which the user can write.
    [[nodiscard]] bool canWrite() const;
    void updateHeader();
    void updateTyping();
    void updateWait();
    void takePreferences();
    [[nodiscard]] QList<MentionCompleter::Person> peopleToMention() const;
    void connectJumps();
    void updateJump();
    void placeJump();
    [[nodiscard]] std::optional<TimelineRow> chosenRow() const;
    void beginReply(const TimelineRow& row);
    void showNoMention();
    void openLink(const QUrl& link);
    void chooseLink(const QList<QUrl>& links, const QPoint& at);
    [[nodiscard]] MessageMenuScope scopeOfMenu(const QModelIndex& index, const QPoint& at) const;
    void showMessageMenu(const QModelIndex& index, const QPoint& at);
    void beginEdit(const TimelineRow& row);
    void editLast();
    void showWhole(const QModelIndex& index);

    ChatSession& m_session;
    Theme m_theme;
    ChatHeader* m_header;
    TimelineView* m_timeline;
    Composer* m_composer;
    QLabel* m_readOnly;   ///< replaces the composer where the user may not write
    QWidget* m_undoPlace; ///< visible in a narrow window, like m_stripPlace
    UndoBar* m_undo;
    QWidget* m_stripPlace; ///< visible in a narrow window; the strip shows and hides itself inside it
    ConnectionStrip* m_strip;
    MentionCompleter* m_completer;
    JumpButton* m_jump;
    MentionButton* m_mention;
    ChatNavigation* m_navigation;
    QLabel* m_empty;
    QTimer m_draftTimer;
    ConversationId m_shown;
    std::unordered_map<ConversationId, Composer::Edit> m_edits; ///< unfinished edits of hidden conversations
    std::unordered_map<ConversationId, Composer::Reply> m_replies;
};

} // namespace tidemark
