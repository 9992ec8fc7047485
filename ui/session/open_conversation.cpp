#include "ui/session/open_conversation.h"

#include "ui/session/commands.h"
#include "ui/session/reading/read_undo.h"
#include "ui/session/server_connection.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace tidemark {

namespace {

TimelineOpening openingOf(const ConversationSummary& summary)
{
    TimelineOpening opening;
    opening.conversation = summary.id;
    opening.isDirect = summary.kind == ConversationKind::Direct;
    opening.readThrough = effectiveRead(summary.floor, summary.cursor.readSeq);
    opening.unread = summary.counts.unread;
    opening.unreadExact = summary.exact;
    opening.seenByOthers = summary.seenByOthers;
    opening.deliveredToOthers = summary.deliveredToOthers;
    opening.head = summary.head;
    return opening;
}

} // namespace

OpenConversation::OpenConversation(Commands& commands, ConversationListModel& conversations,
                                   const ServerConnection& connection, ReadingSetup reading, QObject* parent)
    : QObject(parent), m_commands(commands), m_conversations(conversations), m_connection(connection),
      m_reading(std::move(reading), this)
{
    connect(&m_reading, &ReadingWatch::read, this, [this](Seq through, bool isLeap) {
        m_timeline.endBeginning();
        if (isLeap) {
            Q_EMIT leapt(m_current);
        }
        m_commands.submit(input::MarkRead{{}, m_current, through});
    });
    connect(&connection, &ServerConnection::cameOnline, &m_timeline, &TimelineModel::askAgain);
    connect(&connection, &ServerConnection::caughtUp, this, &OpenConversation::noteOpening);
    connectTimeline();
}

bool OpenConversation::mayWrite() const
{
    const ConversationSummary* open = summary();
    return open != nullptr && mayWriteIn(*open);
}

void OpenConversation::connectTimeline()
{
    connect(&m_timeline, &TimelineModel::aroundMissing, this, [this](Seq seq) {
        const std::uint64_t half = TimelineModel::pageRows / 2;
        const Seq after(seq.value > half ? seq.value - half : 0);
        const CommandId command = m_commands.expect({tr("This message cannot be shown now"), {}, {}});
        m_commands.submit(input::LoadRange{command, m_current, after, Seq(seq.value + half)});
    });
    connect(&m_timeline, &TimelineModel::pageWanted, this, [this](const TimelineQuery& query) {
        m_queries[++m_lastTag] = query;
        Q_EMIT timelineWanted(m_timeline.conversation(), query, m_lastTag);
    });
    connect(&m_timeline, &TimelineModel::olderMissing, this, [this](Seq before) {
        m_commands.submit(input::LoadOlder{m_current, before});
    });
    connect(&m_timeline, &TimelineModel::newerMissing, this, [this](Seq after) {
        const Seq through(after.value + static_cast<std::uint64_t>(TimelineModel::pageRows));
        m_commands.submit(input::LoadRange{{}, m_current, after, through});
    });
}

// ---- what the user does

void OpenConversation::open(ConversationId conversation, Seq showAt)
{
    m_toOpen = {};
    if (conversation == m_current) {
        return;
    }
    const ConversationSummary* summary = m_conversations.summary(conversation);
    if (summary == nullptr) {
        m_toOpen = conversation;
        return;
    }
    m_current = conversation;
    m_cursor = summary->cursor;
    m_hadUnread = hasUnread(*summary);
    m_isComing = false;
    m_markedFrom = {};
    m_conversations.setOpen(conversation);
    m_queries.clear();
    m_reading.open(*summary);
    const Seq kept = summary->counts.unread == 0 && summary->exact ? keptPlace(conversation) : Seq();
    m_commands.submit(input::LookAt{conversation});
    TimelineOpening opening = openingOf(*summary);
    opening.showAt = showAt.isValid() ? showAt : kept;
    m_timeline.open(opening);
    noteOpening();
    Q_EMIT currentChanged();
}

void OpenConversation::close()
{
    if (!m_current.isValid()) {
        return;
    }
    m_current = {};
    m_conversations.setOpen({});
    m_queries.clear();
    m_timeline.close();
    m_reading.close();
    m_commands.submit(input::LookAt{});
    Q_EMIT currentChanged();
}

Seq OpenConversation::keptPlace(ConversationId conversation) const
{
    const auto found = m_places.find(conversation);
    return found == m_places.end() ? Seq() : found->second;
}

void OpenConversation::readOn()
{
    m_timeline.endBeginning();
    m_reading.resume();
}

void OpenConversation::showEnd()
{
    m_reading.expectArrival();
    m_timeline.showEnd();
}

void OpenConversation::showSent()
{
    readOn();
    if (m_timeline.isFollowing()) {
        showEnd();
        return;
    }
    // Sending is not reading (I15): the user did not ask for the messages that their own brings on screen.
    m_reading.jump();
    m_timeline.showEnd();
}

// ---- the user's own marks

void OpenConversation::noteMarkedUnread(ConversationId conversation, Seq from)
{
    if (conversation != m_current) {
        return;
    }
    m_reading.pause();
    m_markedFrom = from;
}

/// Undoing "mark as read" pauses reading: the messages must not become read again because they are on screen.
/// Undoing "mark as unread" lets reading go on.
void OpenConversation::noteUndoing(const Input& input)
{
    const auto* mark = std::get_if<input::MarkUnread>(&input);
    if (mark == nullptr) {
        m_reading.resume();
        m_timeline.restoreDivider();
        return;
    }
    m_reading.pause();
    if (mark->conversation == m_current) {
        m_markedFrom = mark->from;
    }
}

// ---- from the client

void OpenConversation::takeList()
{
    noteSummary();
    openWhenKnown();
}

void OpenConversation::takeChanges(const QList<ConversationSummary>& changed)
{
    const bool isAboutOpen = std::any_of(changed.begin(), changed.end(),
                                         [this](const auto& summary) { return summary.id == m_current; });
    if (isAboutOpen) {
        noteSummary();
    }
    openWhenKnown();
}

void OpenConversation::noteSummary()
{
    if (!m_current.isValid()) {
        return;
    }
    const ConversationSummary* now = summary();
    if (now == nullptr || !isListed(*now)) {
        close();
        return;
    }
    m_reading.update(*now);
    m_timeline.setReached(now->deliveredToOthers, now->seenByOthers);
    const bool isMark = now->cursor.epoch > m_cursor.epoch;
    noteMark(*now);
    noteComing(*now, isMark);
    noteOpening();
    Q_EMIT summaryChanged();
}

/// Moves the divider to the first unread message after a mark on this or another device.
void OpenConversation::noteMark(const ConversationSummary& summary)
{
    const Cursor before = std::exchange(m_cursor, summary.cursor);
    const bool isHere = m_markedFrom.isValid() && summary.cursor.readSeq == previous(m_markedFrom);
    if (!isHere && summary.cursor.epoch <= before.epoch) {
        return;
    }
    m_markedFrom = {};
    m_timeline.moveDivider(openingOf(summary));
}

/// Puts the divider above what comes while the user is away from a conversation that was read.
void OpenConversation::noteComing(const ConversationSummary& summary, bool isMark)
{
    const bool isUnread = hasUnread(summary);
    const bool begins = isUnread && !std::exchange(m_hadUnread, isUnread) && !isMark;
    // A read on another device does not move the divider.
    const bool goesOn = m_isComing && summary.cursor == m_comingAfter;
    m_isComing = isUnread && (begins || goesOn) && !m_reading.isAttending();
    m_comingAfter = summary.cursor;
    if (m_isComing) {
        m_timeline.beginAgain(openingOf(summary));
    }
}

void OpenConversation::noteOpening()
{
    using Received = TimelineModel::Received;
    const bool isConnected =
        m_connection.status().phase == ConnectionPhase::Syncing || m_connection.isOnline();
    const Received received = m_connection.hasCaughtUp() ? Received::All
                              : isConnected              ? Received::Part
                                                         : Received::Nothing;
    if (const ConversationSummary* now = summary()) {
        m_timeline.updateOpening(openingOf(*now), received);
    }
}

void OpenConversation::openWhenKnown()
{
    if (m_toOpen.isValid() && m_conversations.summary(m_toOpen) != nullptr) {
        open(m_toOpen);
    }
}

void OpenConversation::takeTimeline(const TimelinePage& page, quint64 tag)
{
    // The query is gone if the user has left the conversation that the answer is about.
    const auto asked = m_queries.find(tag);
    if (asked == m_queries.end()) {
        return;
    }
    const TimelineQuery query = asked->second;
    m_queries.erase(asked);
    m_timeline.takePage(page, query);
}

void OpenConversation::takeGrowth(ConversationId conversation, Seq first, Seq last, const QList<Seq>& marked)
{
    if (conversation == m_current) {
        m_timeline.noteGrowth(first, last, marked);
    }
}

void OpenConversation::takeReactions(ConversationId conversation, const QList<Seq>& messages)
{
    if (conversation == m_current) {
        m_timeline.noteReactions(messages);
    }
}

void OpenConversation::takeDropped(ConversationId conversation)
{
    if (conversation == m_current) {
        m_reading.forgetLog();
        m_timeline.noteDropped();
    }
}

void OpenConversation::takePendingChange(ConversationId conversation)
{
    if (conversation == m_current) {
        m_timeline.notePending();
    }
}

void OpenConversation::forget()
{
    close();
    m_places.clear();
}

} // namespace tidemark
