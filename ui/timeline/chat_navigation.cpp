#include "ui/timeline/chat_navigation.h"

#include "ui/session/reading/read_undo.h"
#include "ui/timeline/timeline_view.h"

#include <QScrollBar>

namespace tidemark {

using Anchor = TimelineQuery::Anchor;

namespace {
constexpr int closeToEnd = 60;   ///< pixels; this close to the end, no button is needed
constexpr int unseenOffset = 48; ///< pixels above the first unseen message, for what was seen before it
} // namespace

ChatNavigation::ChatNavigation(OpenConversation& chat, const ConversationListModel& conversations,
                               MentionJump& mentions, TimelineView& view, QObject* parent)
    : QObject(parent), m_chat(chat), m_conversations(conversations), m_mentions(mentions), m_view(view)
{
    TimelineModel& model = chat.timeline();
    connect(&model, &TimelineModel::positioned, this, &ChatNavigation::position);
    // Before the reset, because the place is computed from the rows.
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, &ChatNavigation::keepPlace);
    connect(&chat, &OpenConversation::currentChanged, this, &ChatNavigation::leave);
    connect(&mentions, &MentionJump::found, this, [this](ConversationId conversation, Seq seq) {
        if (conversation != m_chat.current()) {
            return;
        }
        m_lastMention = seq;
        jumpTo(conversation, seq);
    });
    connect(&mentions, &MentionJump::notFound, this, &ChatNavigation::mentionNotFound);
}

// ---- places

ReturnPlace ChatNavigation::here() const
{
    const RowsOnScreen::Place place = m_view.onScreen().place();
    return {m_chat.timeline().conversation(), place.seq, place.offset, m_view.isFollowing()};
}

/// Called before the user leaves the conversation. It opens again at this place unless new messages arrive.
void ChatNavigation::keepPlace()
{
    const ReturnPlace place = here();
    if (!place.conversation.isValid()) {
        return;
    }
    m_offsets[place.conversation] = place.offset;
    m_chat.keepPlace(place.conversation, place.isAtEnd ? Seq() : place.seq);
}

void ChatNavigation::leave()
{
    if (m_visited == m_chat.current()) {
        return;
    }
    m_visited = m_chat.current();
    m_lastMention = {};
    m_mentions.end();
}

// ---- jumps

void ChatNavigation::jumpTo(ConversationId conversation, Seq seq)
{
    if (m_conversations.summary(conversation) == nullptr || !seq.isValid()) {
        return;
    }
    TimelineModel& model = m_chat.timeline();
    const bool isHere = conversation == m_chat.current();
    const int row = isHere ? model.rowCovering(seq) : -1;
    m_view.settleNow();
    if (model.rowOfSeq(seq) >= 0 && isHere && m_view.onScreen().showsWhole(row)) {
        m_view.setCurrentIndex(model.index(row));
        m_view.flash(row);
        return;
    }
    if (m_chat.current().isValid()) {
        m_stack.push(here());
    }
    m_landing = {seq, std::nullopt};
    if (!isHere) {
        m_chat.open(conversation, seq);
    }
    m_chat.reading().jump();
    if (isHere) {
        model.showAround(seq);
    }
}

bool ChatNavigation::goBack()
{
    const std::optional<ReturnPlace> place = m_stack.pop();
    if (!place) {
        return false;
    }
    show(*place);
    return true;
}

void ChatNavigation::show(const ReturnPlace& place)
{
    const bool isHere = place.conversation == m_chat.current();
    // The user may have left the conversation since.
    if (m_conversations.summary(place.conversation) == nullptr) {
        return;
    }
    m_landing.reset();
    if (place.isAtEnd || !place.seq.isValid()) {
        m_chat.keepPlace(place.conversation, {});
        m_chat.open(place.conversation);
        if (isHere) {
            m_chat.showEnd();
        }
        return;
    }
    m_landing = {place.seq, place.offset};
    m_chat.reading().expectArrival();
    if (isHere) {
        m_chat.timeline().showAround(place.seq);
    } else {
        m_chat.open(place.conversation, place.seq);
    }
}

void ChatNavigation::position(Anchor anchor, Seq seq)
{
    switch (anchor) {
    case Anchor::FirstUnread:
        m_view.scrollToNewMessages();
        Q_EMIT arrived();
        return;
    case Anchor::Around:
        land(seq);
        return;
    case Anchor::End:
    case Anchor::Before:
    case Anchor::After:
        m_view.scrollToEnd();
        Q_EMIT arrived();
        return;
    }
}

void ChatNavigation::land(Seq seq)
{
    const int row = m_chat.timeline().rowCovering(seq);
    const std::optional<Landing> landing = std::exchange(m_landing, std::nullopt);
    const auto kept = m_offsets.find(m_chat.current());
    if (landing && landing->seq == seq && landing->offset) {
        m_view.scrollToPlace(row, *landing->offset);
        Q_EMIT arrived();
    } else if (!landing && kept != m_offsets.end() && m_chat.keptPlace(m_chat.current()) == seq) {
        m_view.scrollToPlace(row, kept->second);
        Q_EMIT arrived();
    } else {
        m_view.scrollToRow(row);
        m_view.flash(row);
    }
}

// ---- down

ChatNavigation::Down ChatNavigation::down() const
{
    const TimelineModel& model = m_chat.timeline();
    const QScrollBar* bar = m_view.verticalScrollBar();
    const bool isFar = !model.window().reachesEnd() || bar->value() < bar->maximum() - closeToEnd;
    if (!m_chat.current().isValid() || model.rowCount() == 0 || (!isFar && !hidesUnread())) {
        return Down::Nowhere;
    }
    if (m_stack.below(here())) {
        return Down::Back;
    }
    const Seq divider = model.dividerAt();
    const bool isBeyond = divider.isValid() && model.window().last() < divider;
    return isBeyond || m_view.onScreen().isDividerBelow() ? Down::NewMessages : Down::End;
}

/// Returns whether an unread message near the end is not shown whole. It would not be read there.
bool ChatNavigation::hidesUnread() const
{
    const ConversationSummary* summary = m_chat.summary();
    return summary != nullptr && hasUnread(*summary)
           && m_view.onScreen().seenThrough() < m_chat.timeline().window().last();
}

void ChatNavigation::goDown()
{
    switch (down()) {
    case Down::Nowhere:
        // So close to the end no button is shown, but the last message may be cut off.
        if (!m_chat.current().isValid()
            || m_view.verticalScrollBar()->value() == m_view.verticalScrollBar()->maximum()) {
            return;
        }
        m_chat.showEnd();
        break;
    case Down::Back:
        show(*m_stack.popBelow(here()));
        return;
    case Down::NewMessages:
        m_chat.reading().expectArrival();
        m_chat.timeline().showNewMessages();
        break;
    case Down::End:
        m_chat.showEnd();
        break;
    }
    Q_EMIT wentOn();
}

void ChatNavigation::goToUnseen()
{
    const Seq seq = m_chat.reading().firstUnseen();
    if (seq.isValid()) {
        show({m_chat.current(), seq, unseenOffset, false});
    }
}

// ---- mentions

ConversationId ChatNavigation::nextWithMentions() const
{
    const ConversationListModel& list = m_conversations;
    const int count = list.rowCount();
    const int current = list.rowOfConversation(m_chat.current());
    for (int step = 1; step <= count; ++step) {
        const ConversationId id = list.conversationAt((current + step) % count);
        const ConversationSummary* summary = list.summary(id);
        if (summary != nullptr && summary->counts.mentions > 0) {
            return id;
        }
    }
    return {};
}

void ChatNavigation::goToMention()
{
    const ConversationSummary* summary = m_chat.summary();
    if (summary == nullptr || summary->counts.mentions == 0) {
        const ConversationId next = nextWithMentions();
        summary = m_conversations.summary(next);
        if (summary == nullptr) {
            return;
        }
        m_chat.open(next);
    }
    m_mentions.ask(m_chat.current(), m_lastMention, summary->counts.mentions);
}

} // namespace tidemark
