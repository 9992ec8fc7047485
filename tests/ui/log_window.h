#pragma once

#include "core/models/timeline/timeline_model.h"
#include "tests/support/items.h"
#include "ui/chat/chat_pane.h"
#include "ui/chat/composer/composer.h"
#include "ui/chat/unseen_bar.h"
#include "ui/conversations/conversation_list_view.h"
#include "ui/timeline/chat_navigation.h"
#include "ui/timeline/jump_button.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/main_window.h"
#include "ui/window/side_pane.h"

#include <QApplication>
#include <QScrollBar>
#include <QToolButton>

#include <map>
#include <set>

namespace tidemark::test {

/// The window over conversation 7, a log 1..head that is unread beyond `readThrough`, and 8, ten read
/// messages. answer() answers requests for pages and mentions; nothing waits for time.
class LogWindow {
public:
    LogWindow(std::uint64_t head, std::uint64_t readThrough, QSize size = {900, 700});
    ~LogWindow();
    LogWindow(const LogWindow&) = delete;
    LogWindow& operator=(const LogWindow&) = delete;

    void open(ConversationId conversation = someConversation);
    void answer();
    /// Others send `count` messages.
    void grow(std::uint64_t count);
    void readElsewhere(std::uint64_t through);
    /// The store has the newest read that the window asked for.
    void commit();
    /// These messages mention the reader, and the badge says so.
    void setMentions(std::set<std::uint64_t> seqs);
    /// Others and the user have reacted so to this message.
    void setReactions(std::uint64_t seq, std::vector<ReactionCount> reactions);
    /// These messages are the user's own.
    void setOwn(std::set<std::uint64_t> seqs) { m_own = std::move(seqs); }
    /// These messages are pinned. Those that are missing are not held.
    void setPinned(std::set<std::uint64_t> seqs);
    void setUnreadReactions(std::uint64_t count);
    void goOnline();
    /// first..last are not held until they are pulled.
    void setMissing(std::uint64_t first, std::uint64_t last);
    void pulled();
    /// The user looks at the messages on screen for long enough, and touches nothing.
    void look();
    void press(int key, Qt::KeyboardModifiers modifiers = {});
    void click(QWidget* widget);
    void jumpTo(std::uint64_t seq);

    [[nodiscard]] int rowOf(std::uint64_t seq) const { return session.chat().timeline().rowOfSeq(Seq(seq)); }
    [[nodiscard]] int topOf(std::uint64_t seq) const;
    [[nodiscard]] bool isOnScreen(std::uint64_t seq) const;
    [[nodiscard]] bool isAtEnd() const;
    /// The requests of type T to the client.
    template <typename T>
    [[nodiscard]] std::vector<T> all() const
    {
        std::vector<T> found;
        for (const Input& input : submitted) {
            if (const auto* one = std::get_if<T>(&input)) {
                found.push_back(*one);
            }
        }
        return found;
    }

    std::uint64_t lastCommand = 0;
    std::vector<Input> submitted;
    QList<Seq> reads;
    Instant now{std::chrono::hours(1)};
    mutable ChatSession session;
    MainWindow window{session};
    SidePane* side = window.findChild<SidePane*>();
    ChatPane* chat = window.findChild<ChatPane*>();
    TimelineView* view = window.findChild<TimelineView*>();
    ComposerField* field = window.findChild<ComposerField*>();
    JumpButton* down = window.findChild<JumpButton*>();
    UnseenBar* unseen = window.findChild<UnseenBar*>();
    MentionButton* mention = window.findChild<MentionButton*>();

private:
    struct Asked {
        ConversationId conversation;
        TimelineQuery query;
        quint64 tag;
    };

    [[nodiscard]] ConversationSummary summary() const;
    [[nodiscard]] static ConversationSummary otherSummary();
    [[nodiscard]] TimelinePage pageFor(ConversationId conversation, const TimelineQuery& query) const;
    [[nodiscard]] TimelinePage heldPage(std::uint64_t head, const TimelineQuery& query) const;
    [[nodiscard]] static TimelinePage around(std::uint64_t seq, std::uint64_t limit, std::uint64_t head);
    [[nodiscard]] static TimelinePage missingPage(std::uint64_t seq, std::uint64_t head);
    [[nodiscard]] NextMention mentionAfter(Seq after) const;

    std::uint64_t m_head;
    std::uint64_t m_readThrough;
    std::set<std::uint64_t> m_mentions;
    std::map<std::uint64_t, std::vector<ReactionCount>> m_reactions;
    std::set<std::uint64_t> m_own;
    std::set<std::uint64_t> m_pinned;
    std::uint64_t m_unreadReactions = 0;
    std::uint64_t m_missingFirst = 0;
    std::uint64_t m_missingLast = 0;
    QList<Asked> m_asked;
    QList<Seq> m_mentionsAsked;
};

} // namespace tidemark::test
