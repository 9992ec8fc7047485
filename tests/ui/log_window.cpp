#include "tests/ui/log_window.h"

#include "tests/support/active_window.h"

namespace tidemark::test {

LogWindow::LogWindow(std::uint64_t head, std::uint64_t readThrough, QSize size)
    : session({[this] { return CommandId(++lastCommand); }, [] { return uuidOf(1); }},
              ReadingSetup([this] { return now; })),
      m_head(head), m_readThrough(readThrough)
{
    QObject::connect(&session.commands(), &Commands::submitted, &session, [this](const Input& input) {
        submitted.push_back(input);
        if (const auto* read = std::get_if<input::MarkRead>(&input)) {
            reads.append(read->through);
        }
    });
    QObject::connect(&session.chat(), &OpenConversation::timelineWanted, &session,
                     [this](ConversationId conversation, const TimelineQuery& query, quint64 tag) {
                         m_asked.append({conversation, query, tag});
                     });
    QObject::connect(&session.mentionJump(), &MentionJump::mentionWanted, &session,
                     [this](ConversationId /*conversation*/, Seq after) { m_mentionsAsked.append(after); });
    QObject::connect(&session.pins(), &PinBoard::wanted, &session, [this](ConversationId conversation) {
        PinnedMessages pinned{conversation, {}};
        for (const std::uint64_t seq : m_pinned) {
            const bool isHeld = seq < m_missingFirst || seq > m_missingLast;
            pinned.messages.push_back({Seq(seq), isHeld ? std::optional(messageItem(seq)) : std::nullopt});
        }
        session.pins().take(pinned);
    });
    session.chat().reading().act(UserAct::Elsewhere);
    session.chat().timeline().setToday(QDate(2026, 11, 20));
    session.takeConversations({summary(), otherSummary()});
    window.look().setThemeChoice(ThemeChoice::Light);
    window.resize(size);
    window.show();
    test::setActiveWindow(&window);
    window.grab();
}

LogWindow::~LogWindow() = default;

void LogWindow::open(ConversationId conversation)
{
    session.chat().open(conversation);
    answer();
    field->setFocus();
    window.grab();
}

void LogWindow::answer()
{
    while (!m_asked.isEmpty() || !m_mentionsAsked.isEmpty()) {
        while (!m_asked.isEmpty()) {
            const Asked asked = m_asked.takeFirst();
            session.chat().takeTimeline(pageFor(asked.conversation, asked.query), asked.tag);
        }
        if (!m_mentionsAsked.isEmpty()) {
            session.mentionJump().take(mentionAfter(m_mentionsAsked.takeFirst()));
        }
    }
    view->settleNow();
}

void LogWindow::grow(std::uint64_t count)
{
    m_head += count;
    session.takeChanges({summary()});
    session.chat().takeGrowth(someConversation, Seq(m_head - count + 1), Seq(m_head), {});
    answer();
}

void LogWindow::readElsewhere(std::uint64_t through)
{
    m_readThrough = through;
    session.takeChanges({summary()});
    answer();
}

void LogWindow::commit()
{
    if (!reads.isEmpty() && reads.last().isValid()) {
        readElsewhere(std::max(m_readThrough, reads.last().value));
    }
}

void LogWindow::setMentions(std::set<std::uint64_t> seqs)
{
    m_mentions = std::move(seqs);
    session.takeChanges({summary()});
}

void LogWindow::setReactions(std::uint64_t seq, std::vector<ReactionCount> reactions)
{
    m_reactions[seq] = std::move(reactions);
    session.chat().takeReactions(someConversation, {Seq(seq)});
    session.reactorNames().takeChange(someConversation, {Seq(seq)});
    answer();
}

void LogWindow::setPinned(std::set<std::uint64_t> seqs)
{
    m_pinned = std::move(seqs);
    session.takeChanges({summary()});
}

void LogWindow::setUnreadReactions(std::uint64_t count)
{
    m_unreadReactions = count;
    session.takeChanges({summary()});
}

void LogWindow::goOnline()
{
    ConnectionStatus status;
    status.phase = ConnectionPhase::Online;
    session.connection().take(status, -1);
    session.connection().takeCaughtUp();
}

void LogWindow::setMissing(std::uint64_t first, std::uint64_t last)
{
    m_missingFirst = first;
    m_missingLast = last;
}

void LogWindow::pulled()
{
    const std::uint64_t first = std::exchange(m_missingFirst, 0);
    session.chat().takeGrowth(someConversation, Seq(first), Seq(std::exchange(m_missingLast, 0)), {});
    answer();
}

void LogWindow::look()
{
    session.chat().reading().setConditions({true, true, true, true});
    session.chat().reading().setScreen(chat->screen());
    now += std::chrono::seconds(2);
    session.chat().reading().look();
}

void LogWindow::press(int key, Qt::KeyboardModifiers modifiers)
{
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClick(focus != nullptr ? focus : &window, Qt::Key(key), modifiers);
    answer();
    window.grab();
}

void LogWindow::click(QWidget* widget)
{
    QTest::mouseClick(widget, Qt::LeftButton);
    answer();
    window.grab();
}

void LogWindow::jumpTo(std::uint64_t seq)
{
    chat->navigation().jumpTo(someConversation, Seq(seq));
    answer();
    window.grab();
}

int LogWindow::topOf(std::uint64_t seq) const
{
    return rowOf(seq) < 0 ? -10000 : view->visualRect(session.chat().timeline().index(rowOf(seq))).top();
}

bool LogWindow::isOnScreen(std::uint64_t seq) const
{
    return rowOf(seq) >= 0
           && view->viewport()->rect().contains(
               view->visualRect(session.chat().timeline().index(rowOf(seq))));
}

bool LogWindow::isAtEnd() const
{
    return view->verticalScrollBar()->value() == view->verticalScrollBar()->maximum()
           && session.chat().timeline().window().reachesEnd();
}

ConversationSummary LogWindow::summary() const
{
    ConversationSummary made = summaryOf(someConversation.value, "seven", someMoment + minute);
    made.head = made.lastSeq = Seq(m_head);
    made.cursor.readSeq = Seq(m_readThrough);
    made.counts.unread = m_head - m_readThrough;
    made.unreadReactions = m_unreadReactions;
    for (const std::uint64_t seq : m_pinned) {
        made.pinnedMessages.emplace_back(seq);
    }
    for (const std::uint64_t seq : m_mentions) {
        made.counts.mentions += seq > m_readThrough ? 1 : 0;
    }
    return made;
}

ConversationSummary LogWindow::otherSummary()
{
    ConversationSummary made = summaryOf(8, "eight");
    made.cursor.readSeq = Seq(10);
    return made;
}

TimelinePage LogWindow::pageFor(ConversationId conversation, const TimelineQuery& query) const
{
    TimelinePage page = heldPage(conversation == someConversation ? m_head : 10, query);
    page.conversation = conversation;
    for (TimelineItem& item : page.items) {
        if (const auto found = m_reactions.find(item.seq.value); found != m_reactions.end()) {
            item.reactions = found->second;
        }
        if (m_own.contains(item.seq.value)) {
            item.isOwn = true;
            item.uuid = uuidOf(static_cast<std::uint8_t>(item.seq.value));
            item.delivery = Delivery::Sent;
        }
    }
    return page;
}

TimelinePage LogWindow::heldPage(std::uint64_t head, const TimelineQuery& query) const
{
    const auto limit = static_cast<std::uint64_t>(query.limit);
    const std::uint64_t seq = query.seq.value;
    switch (query.anchor) {
    case TimelineQuery::Anchor::Before:
        return pageOf(seq > limit ? seq - limit : 1, seq - 1, head);
    case TimelineQuery::Anchor::After:
        return pageOf(seq + 1, std::min(head, seq + limit), head);
    case TimelineQuery::Anchor::Around:
        if (seq >= m_missingFirst && seq <= m_missingLast) {
            return missingPage(seq, head);
        }
        return around(seq, limit, head);
    case TimelineQuery::Anchor::FirstUnread:
        if (m_readThrough < head) {
            return around(m_readThrough + 1, limit, head);
        }
        break;
    case TimelineQuery::Anchor::End:
        break;
    }
    return pageOf(head > limit ? head - limit + 1 : 1, head, head);
}

TimelinePage LogWindow::around(std::uint64_t seq, std::uint64_t limit, std::uint64_t head)
{
    return pageOf(seq > limit / 2 ? seq - limit / 2 : 1, std::min(head, seq + limit / 2), head);
}

TimelinePage LogWindow::missingPage(std::uint64_t seq, std::uint64_t head)
{
    TimelinePage page = pageOf(seq, seq - 1, head);
    page.gapBelow = page.gapAbove = true;
    return page;
}

NextMention LogWindow::mentionAfter(Seq after) const
{
    NextMention next{someConversation, after, {}, 0, {}, {}};
    for (const std::uint64_t seq : m_mentions) {
        const bool isHeld = seq < m_missingFirst || seq > m_missingLast;
        if (seq <= m_readThrough || !isHeld) {
            continue;
        }
        ++next.held;
        if (!next.seq.isValid() && Seq(seq) > after) {
            next.seq = Seq(seq);
        }
    }
    const Seq through = next.seq.isValid() ? previous(next.seq) : Seq(m_head);
    if (m_missingLast > after.value && m_missingFirst <= through.value && m_missingFirst > 0) {
        next.missingAfter = std::max(after, Seq(m_missingFirst - 1));
        next.missingThrough = Seq(m_missingLast);
    }
    return next;
}

} // namespace tidemark::test
