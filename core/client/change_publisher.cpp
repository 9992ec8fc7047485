#include "core/client/change_publisher.h"

#include "core/store/client_store.h"

#include <algorithm>
#include <utility>

namespace tidemark {

ChangePublisher::ChangePublisher(CoreEvents& events, const Clock& clock, QObject* parent)
    : QObject(parent), m_events(events), m_clock(clock), m_timer(this)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ChangePublisher::publishNow);
}

void ChangePublisher::setStore(const ClientStore* store)
{
    m_store = store;
    m_published.clear();
}

void ChangePublisher::add(const std::vector<Change>& changes)
{
    for (const Change& change : changes) {
        add(change);
    }
}

void ChangePublisher::add(const Change& change)
{
    m_batch.add(change);
    m_hasChanges = true;
}

void ChangePublisher::setFlushed(bool flushed)
{
    m_hasChanges |= flushed != m_flushed;
    m_newFlushed = flushed;
}

void ChangePublisher::setQuiescent(bool quiescent)
{
    m_hasChanges |= quiescent != m_quiescent;
    m_newQuiescent = quiescent;
}

void ChangePublisher::publishSoon()
{
    if (!m_hasChanges || m_timer.isActive()) {
        return;
    }
    const Milliseconds sinceLast = m_lastPublished ? m_clock.now() - *m_lastPublished : spacing;
    if (sinceLast >= spacing) {
        publishNow();
    } else {
        m_timer.start(spacing - sinceLast);
    }
}

void ChangePublisher::publishNow()
{
    m_timer.stop();
    if (!m_hasChanges) {
        return;
    }
    m_hasChanges = false;
    publish(std::exchange(m_batch, {}));
    if (m_newFlushed && *m_newFlushed != m_flushed) {
        m_flushed = *m_newFlushed;
        Q_EMIT m_events.flushedChanged(m_flushed);
    }
    if (m_newQuiescent && *m_newQuiescent != m_quiescent) {
        m_quiescent = *m_newQuiescent;
        Q_EMIT m_events.quiescentChanged(m_quiescent);
    }
    m_lastPublished = m_clock.now();
}

void ChangePublisher::publish(const ChangeBatch& batch)
{
    if (batch.deleted) {
        QStringList unsent;
        for (const std::string& text : batch.deleted->unsent) {
            unsent << QString::fromStdString(text);
        }
        Q_EMIT m_events.accountDeleted(QString::fromStdString(batch.deleted->name), unsent);
    }
    if (batch.connection) {
        publishConnection(*batch.connection);
    }
    if (batch.account) {
        const auto& user = batch.account->user;
        Q_EMIT m_events.accountChanged(user ? QString::fromStdString(user->name) : QString(),
                                       user ? user->id : UserId());
    }
    if (batch.settings) {
        Q_EMIT m_events.settingsChanged(*batch.settings);
    }
    if (batch.totals) {
        Q_EMIT m_events.totalsChanged(*batch.totals);
    }
    if ((batch.areIgnoredChanged || batch.areNamesChanged) && m_store) {
        const std::vector<IgnoredPerson> ignored = m_store->ignored();
        Q_EMIT m_events.ignoredChanged({ignored.begin(), ignored.end()});
    }
    // Listeners may still know the message and its text.
    for (const change::ScheduledSent& one : batch.scheduledSent) {
        Q_EMIT m_events.scheduledSent(one.conversation, one.uuid, one.seq);
    }
    if (batch.areScheduledChanged && m_store) {
        const std::vector<ScheduledItem> scheduled = m_store->scheduled();
        Q_EMIT m_events.scheduledChanged({scheduled.begin(), scheduled.end()});
    }
    publishConversations(batch);
    if (batch.areNamesChanged) {
        Q_EMIT m_events.namesChanged();
    }
    if (batch.folders) {
        Q_EMIT m_events.foldersChanged({batch.folders->begin(), batch.folders->end()});
    }
    if (batch.invitations) {
        Q_EMIT m_events.invitationsChanged({batch.invitations->begin(), batch.invitations->end()});
    }
    publishMessages(batch);
    for (const change::Mismatch& one : batch.mismatches) {
        Q_EMIT m_events.mismatch(one.conversation, QString::fromStdString(one.detail));
    }
    if (batch.activeElsewhere) {
        Q_EMIT m_events.activeElsewhereChanged(*batch.activeElsewhere);
    }
    if (batch.dots) {
        Q_EMIT m_events.dotsChanged({batch.dots->begin(), batch.dots->end()});
    }
    if (batch.progress) {
        Q_EMIT m_events.progress(batch.progress->pulled, batch.progress->remaining);
    }
    for (const change::CommandDone& one : batch.commands) {
        Q_EMIT m_events.commandDone(one);
    }
    if (batch.caughtUp) {
        Q_EMIT m_events.caughtUp();
    }
}

void ChangePublisher::publishConnection(const ConnectionStatus& status)
{
    const int retryInMs =
        status.retryAt ? int(std::max<Milliseconds>(*status.retryAt - m_clock.now(), Milliseconds(0)).count())
                       : -1;
    Q_EMIT m_events.connectionChanged(status, retryInMs);
}

void ChangePublisher::publishConversations(const ChangeBatch& batch)
{
    for (const ConversationId conversation : batch.dropped) {
        Q_EMIT m_events.timelineDropped(conversation);
    }
    for (const change::EntriesAdded& one : batch.grown) {
        const QList<Seq> marked(one.marked.begin(), one.marked.end());
        Q_EMIT m_events.timelineGrew(one.conversation, one.first, one.last, marked, one.live);
    }
    for (const auto& [conversation, messages] : batch.reactions) {
        Q_EMIT m_events.reactionsChanged(conversation, {messages.begin(), messages.end()});
    }
    for (const change::ReactionRefused& one : batch.refusedReactions) {
        Q_EMIT m_events.reactionRefused(one.conversation, one.target, one.error);
    }
    QList<ConversationSummary> rows;
    std::set<ConversationId> changed = batch.conversations;
    if (batch.areIgnoredChanged || batch.areNamesChanged) {
        // Last lines may be by users who are ignored or deleted now, or no longer.
        for (const auto& [conversation, row] : m_published) {
            changed.insert(conversation);
        }
    }
    for (const ConversationId conversation : changed) {
        const auto row = m_store ? m_store->summary(conversation) : std::nullopt;
        if (row && m_published[conversation] != *row) {
            m_published[conversation] = *row;
            rows.append(*row);
        }
    }
    if (!rows.isEmpty()) {
        Q_EMIT m_events.conversationsChanged(rows);
    }
}

void ChangePublisher::publishMessages(const ChangeBatch& batch)
{
    for (const ConversationId conversation : batch.pending) {
        Q_EMIT m_events.pendingChanged(conversation);
    }
    for (const change::MessageAcked& one : batch.acked) {
        Q_EMIT m_events.messageAcked(one.conversation, one.uuid, one.seq);
    }
    for (const change::MessageFailed& one : batch.failed) {
        Q_EMIT m_events.messageFailed(one.conversation, one.uuid, one.error);
    }
    for (const auto& [conversation, one] : batch.typing) {
        Q_EMIT m_events.typingChanged(one);
    }
    for (const auto& [conversation, time] : batch.sendCooldowns) {
        Q_EMIT m_events.sendCooldown(conversation, static_cast<int>(time.count()));
    }
}

} // namespace tidemark
