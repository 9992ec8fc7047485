#pragma once

#include "core/client/client_values.h"
#include "core/models/conversations/conversation_list_model.h"
#include "core/models/timeline/timeline_model.h"
#include "ui/session/reading/reading_watch.h"

#include <QList>
#include <QObject>

#include <unordered_map>

namespace tidemark {

class Commands;
class ServerConnection;

/// The conversation that the window shows: its timeline and how the user reads it. Also keeps the place at
/// which each conversation opens again. Lives on the GUI thread.
class OpenConversation : public QObject {
    Q_OBJECT
public:
    OpenConversation(Commands& commands, ConversationListModel& conversations,
                     const ServerConnection& connection, ReadingSetup reading, QObject* parent = nullptr);

    /// 0 while no conversation is open.
    [[nodiscard]] ConversationId current() const { return m_current; }
    /// Returns null while no conversation is open.
    [[nodiscard]] const ConversationSummary* summary() const { return m_conversations.summary(m_current); }
    /// Whether a conversation is open in which the user can write.
    [[nodiscard]] bool mayWrite() const;
    [[nodiscard]] TimelineModel& timeline() { return m_timeline; }
    [[nodiscard]] const TimelineModel& timeline() const { return m_timeline; }
    [[nodiscard]] ReadingWatch& reading() { return m_reading; }
    [[nodiscard]] const ReadingWatch& reading() const { return m_reading; }

    // ---- what the user does
    /// Does nothing if the conversation is already open; waits for it if it is unknown. The timeline begins
    /// at `showAt`; with 0 it begins at the first unread message, else at the place that was kept, else at
    /// the end.
    void open(ConversationId conversation, Seq showAt = {});
    void close();
    /// Keeps the place at which the conversation opens again, if nothing in it is unread; 0: the end.
    void keepPlace(ConversationId conversation, Seq seq) { m_places[conversation] = seq; }
    [[nodiscard]] Seq keptPlace(ConversationId conversation) const;
    /// The user reads what is on screen: they have scrolled, clicked or sent.
    void readOn();
    /// Shows the end at the user's request.
    void showEnd();
    /// The user has sent a message, which appears at the end.
    void showSent();

    // ---- the user's own marks
    void endBeginning() { m_timeline.endBeginning(); }
    void noteMarkedUnread(ConversationId conversation, Seq from);
    void noteUndoing(const Input& input);
    /// Call when the server has refused the mark.
    void forgetMark() { m_markedFrom = {}; }

    // ---- from the client
    /// Call when the list of conversations was replaced.
    void takeList();
    /// Call when some conversations of the list have changed.
    void takeChanges(const QList<ConversationSummary>& changed);
    void takeTimeline(const TimelinePage& page, quint64 tag);
    void takeGrowth(ConversationId conversation, Seq first, Seq last, const QList<Seq>& marked);
    void takeReactions(ConversationId conversation, const QList<Seq>& messages);
    void takeNames() { m_timeline.noteNames(); }
    void takeDropped(ConversationId conversation);
    void takePendingChange(ConversationId conversation);
    /// Closes the conversation and forgets all places.
    void forget();

Q_SIGNALS:
    // ---- to the client
    void timelineWanted(tidemark::ConversationId conversation, const tidemark::TimelineQuery& query,
                        quint64 tag);

    // ---- to the window
    void currentChanged();
    void summaryChanged();
    /// Looking at the messages has read more than a screenful at once; emitted before the cursor moves.
    void leapt(tidemark::ConversationId conversation);

private:
    void connectTimeline();
    void noteSummary();
    void noteMark(const ConversationSummary& summary);
    void noteComing(const ConversationSummary& summary, bool isMark);
    void noteOpening();
    void openWhenKnown();

    Commands& m_commands;
    ConversationListModel& m_conversations;
    const ServerConnection& m_connection;
    TimelineModel m_timeline;
    ReadingWatch m_reading;
    std::unordered_map<ConversationId, Seq> m_places;
    ConversationId m_current;
    ConversationId m_toOpen; ///< requested, but not yet in the list
    Cursor m_cursor;         ///< the last known cursor of the open conversation
    bool m_hadUnread = false;
    bool m_isComing = false; ///< messages come while the user is away, and none was unread before
    Cursor m_comingAfter;    ///< the cursor when the last of them came
    Seq m_markedFrom; ///< the user's own "mark as unread" that the cursor does not include yet; 0: none
    std::unordered_map<quint64, TimelineQuery> m_queries; ///< sent to the store for the open conversation
    quint64 m_lastTag = 0;
};

} // namespace tidemark
