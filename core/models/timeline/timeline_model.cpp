#include "core/models/timeline/timeline_model.h"

#include "core/models/timeline/row_changes.h"
#include "core/models/words/file_text.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/moment.h"
#include "core/models/words/reaction_text.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

using Anchor = TimelineQuery::Anchor;

bool hasEntries(const TimelinePage& page)
{
    return page.first.isValid() && page.last >= page.first;
}

/// The files of a message, and its text.
QString spokenContent(const TimelineRow& row, const FileWords& fileWords)
{
    QStringList parts;
    if (!row.forwardedLine.isEmpty()) {
        parts += row.forwardedLine;
    }
    for (int file = 0; file < row.files.size(); ++file) {
        parts += fileWords ? fileWords(row, file) : spokenFile(row.files[file]);
    }
    if (!row.text.isEmpty() || parts.isEmpty()) {
        parts += isolated(row.text);
    }
    return parts.join(TimelineModel::tr(", ", "between what a screen reader speaks"));
}

QString spokenText(const TimelineRow& row, const FileWords& fileWords)
{
    if (!row.isMessage()) {
        return row.text;
    }
    QStringList parts{TimelineModel::tr("%1: %2", "who says what")
                          .arg(row.isOwn ? TimelineModel::tr("You") : isolated(row.authorName),
                               spokenContent(row, fileWords)),
                      row.time};
    if (row.isEdited) {
        parts += TimelineModel::tr("edited");
    }
    if (row.delivery == Delivery::Pending) {
        parts +=
            row.seq.isValid() ? TimelineModel::tr("change not sent yet") : TimelineModel::tr("not sent yet");
    } else if (row.delivery == Delivery::Failed) {
        parts += TimelineModel::tr("not sent, %1").arg(row.failure);
    } else if (row.delivery == Delivery::Delivered) {
        parts += TimelineModel::tr("delivered");
    } else if (row.delivery == Delivery::Read) {
        parts += TimelineModel::tr("read");
    }
    if (!row.reactions.isEmpty()) {
        parts += spokenReactions(row.reactions);
    }
    return parts.join(TimelineModel::tr(", ", "between what a screen reader speaks"));
}

QList<int> changedRoles(const TimelineRow& before, const TimelineRow& after)
{
    using Model = TimelineModel;
    QList<int> roles;
    if (before == after) {
        return roles;
    }
    if (before.delivery != after.delivery || before.failure != after.failure || before.seq != after.seq) {
        roles += Model::DeliveryRole;
    }
    if (before.startsGroup != after.startsGroup || before.endsGroup != after.endsGroup
        || before.showsAuthor != after.showsAuthor) {
        roles += Model::GroupRole;
    }
    if (before.time != after.time) {
        roles += Model::TimeRole;
    }
    if (before.coversThrough != after.coversThrough) {
        roles += Model::CoverageRole;
    }
    if (before.text != after.text || before.isEdited != after.isEdited
        || before.isRecalled != after.isRecalled || before.quoteText != after.quoteText
        || before.quoteName != after.quoteName || before.files != after.files
        || before.authorName != after.authorName || before.forwardedLine != after.forwardedLine) {
        roles += {Model::TextRole, Qt::DisplayRole, Qt::AccessibleTextRole};
    } else if (before.reactions != after.reactions) {
        roles += Qt::AccessibleTextRole;
    }
    roles += Model::RowRole;
    return roles;
}

} // namespace

TimelineModel::TimelineModel(QObject* parent) : QAbstractListModel(parent)
{
    m_context.today = QDate::currentDate();
}

int TimelineModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant TimelineModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const TimelineRow& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case TextRole:
        return row.text;
    case Qt::AccessibleTextRole:
        return spokenText(row, m_fileWords);
    case RowRole:
        return QVariant::fromValue(row);
    case KindRole:
        return static_cast<int>(row.key.kind);
    case DeliveryRole:
        return static_cast<int>(row.delivery);
    case GroupRole:
        return row.startsGroup;
    case TimeRole:
        return row.time;
    case CoverageRole:
        return QVariant::fromValue(static_cast<quint64>(row.coversThrough.value));
    default:
        return {};
    }
}

int TimelineModel::rowOfSeq(Seq seq) const
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [seq](const TimelineRow& row) { return row.seq == seq; });
    return seq.isValid() && found != m_rows.end() ? static_cast<int>(found - m_rows.begin()) : -1;
}

int TimelineModel::rowCovering(Seq seq) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [seq](const TimelineRow& row) {
        return row.seq.isValid() && row.coversThrough >= seq;
    });
    return seq.isValid() && found != m_rows.end() ? static_cast<int>(found - m_rows.begin()) : -1;
}

Seq TimelineModel::dividerAt() const
{
    if (!m_conversation.isValid() || m_context.unreadAtOpening == 0) {
        return {};
    }
    return std::max(next(m_context.readThrough), m_context.firstNew);
}

Seq TimelineModel::quietFrom(int row) const
{
    for (int above = row - 1; above >= 0; --above) {
        const TimelineRow& one = m_rows[static_cast<std::size_t>(above)];
        if (one.isMessage() && !one.isOwn && !one.isRecalled) {
            return next(one.seq);
        }
    }
    const Seq divider = dividerAt();
    const bool isNearDivider = divider.isValid() && m_window.first() <= divider;
    return isNearDivider ? std::min(m_window.first(), next(m_context.readThrough)) : m_window.first();
}

bool TimelineModel::hasNoMessages() const
{
    return m_conversation.isValid() && m_window.reachesStart() && !m_window.startTrimmed()
           && m_window.reachesEnd() && std::none_of(m_rows.begin(), m_rows.end(), [](const TimelineRow& row) {
                  return row.isMessage() || row.key.kind == TimelineRowKind::Ignored;
              });
}

void TimelineModel::open(const TimelineOpening& opening)
{
    close();
    m_conversation = opening.conversation;
    m_context.isDirect = opening.isDirect;
    setOpening(opening);
    m_context.seenByOthers = opening.seenByOthers;
    m_context.deliveredToOthers = opening.deliveredToOthers;
    m_showAt = opening.showAt;
    m_isBeginning = !opening.showAt.isValid();
    askFirstPage();
}

void TimelineModel::setOpening(const TimelineOpening& opening)
{
    if (std::exchange(m_context.readThrough, opening.readThrough) != opening.readThrough) {
        m_context.firstNew = {};
    }
    m_context.unreadAtOpening = opening.unread;
    m_context.unreadExact = opening.unreadExact;
    m_newestReceived = opening.head;
}

void TimelineModel::updateOpening(const TimelineOpening& opening, Received received)
{
    if (!m_isBeginning || opening.conversation != m_conversation) {
        return;
    }
    m_received = received;
    // A read on another device does not move the divider.
    if (hasDivider() && opening.readThrough != m_context.readThrough && received != Received::Part) {
        settleBeginning();
        return;
    }
    const bool isSame = opening.readThrough == m_context.readThrough
                        && opening.unread == m_context.unreadAtOpening
                        && opening.unreadExact == m_context.unreadExact;
    setOpening(opening);
    if (!isSame && !m_window.isEmpty()) {
        rebuild();
        showBeginning();
    }
    settleBeginning();
}

void TimelineModel::moveDivider(const TimelineOpening& opening)
{
    if (opening.conversation != m_conversation || !m_conversation.isValid()) {
        return;
    }
    if (opening.readThrough != m_context.readThrough) {
        m_beforeMark = m_context;
    }
    m_isBeginning = false;
    setOpening(opening);
    rebuild();
}

void TimelineModel::beginAgain(const TimelineOpening& opening)
{
    if (opening.conversation != m_conversation || !m_conversation.isValid() || m_isBeginning) {
        return;
    }
    m_beforeMark.reset();
    m_isBeginning = true;
    setOpening(opening);
    rebuild();
}

void TimelineModel::restoreDivider()
{
    const std::optional<TimelineContext> before = std::exchange(m_beforeMark, std::nullopt);
    if (!before) {
        return;
    }
    m_context.readThrough = before->readThrough;
    m_context.firstNew = before->firstNew;
    m_context.unreadAtOpening = before->unreadAtOpening;
    m_context.unreadExact = before->unreadExact;
    rebuild();
}

/// Scrolls to the divider at its current position.
void TimelineModel::showBeginning()
{
    if (m_jumping) {
        return;
    }
    if (hasDivider()) {
        Q_EMIT positioned(Anchor::FirstUnread, {});
    } else if (m_context.unreadAtOpening > 0 && next(m_context.readThrough) < m_window.first()) {
        askFirstPage();
    }
}

void TimelineModel::settleBeginning()
{
    const bool isAsking = m_jumping || m_newer != Asking::None;
    if (m_received != Received::All || isAsking || m_window.isEmpty()) {
        return;
    }
    // Away from the end, new messages cannot push the divider off the screen.
    const bool isAllShown = m_window.last() >= m_newestReceived;
    if (isAllShown || (hasDivider() && !m_following)) {
        m_isBeginning = false;
    }
}

bool TimelineModel::hasDivider() const
{
    return std::any_of(m_rows.begin(), m_rows.end(),
                       [](const TimelineRow& row) { return row.key.kind == TimelineRowKind::NewMessages; });
}

void TimelineModel::close()
{
    beginResetModel();
    m_conversation = {};
    static_cast<TimelineVisit&>(m_context) = TimelineVisit();
    m_window.clear();
    m_rows.clear();
    m_older = m_newer = Asking::None;
    m_newerAgain = m_jumping = m_growsMeanwhile = false;
    m_isBeginning = false;
    m_beforeMark.reset();
    m_received = Received::Nothing;
    m_showAt = m_awaited = m_toDivider = m_newestReceived = {};
    m_following = true;
    endResetModel();
}

void TimelineModel::askFirstPage()
{
    if (m_showAt.isValid()) {
        askAround(std::exchange(m_showAt, {}));
        return;
    }
    m_jumping = true;
    const Anchor anchor = m_context.unreadAtOpening > 0 ? Anchor::FirstUnread : Anchor::End;
    Q_EMIT pageWanted({anchor, m_context.unreadAtOpening > 0 ? m_context.readThrough : Seq(), pageRows});
}

void TimelineModel::takePage(const TimelinePage& page, const TimelineQuery& query)
{
    if (page.conversation != m_conversation || !m_conversation.isValid()) {
        return;
    }
    switch (query.anchor) {
    case Anchor::Before:
        takeOlder(page);
        return;
    case Anchor::After:
        takeNewer(page, query);
        return;
    case Anchor::End:
    case Anchor::FirstUnread:
    case Anchor::Around:
        break;
    }
    takeJump(page, query);
}

void TimelineModel::takeJump(const TimelinePage& page, const TimelineQuery& query)
{
    const bool isAround = query.anchor == Anchor::Around;
    m_jumping = false;
    if (isAround && !hasEntries(page)) {
        // Keep the current rows until the surroundings arrive; a visit that should begin there begins as
        // usual.
        m_awaited = query.seq;
        Q_EMIT aroundMissing(query.seq);
        if (m_window.isEmpty()) {
            askFirstPage();
        } else if (std::exchange(m_growsMeanwhile, false)) {
            notePending();
        }
        return;
    }
    m_window.replace(page);
    m_older = m_newer = Asking::None;
    m_newerAgain = false;
    if (query.anchor == Anchor::FirstUnread && query.seq == m_context.readThrough) {
        m_context.firstNew = page.firstUnread;
    }
    rebuild();
    if ((isAround && query.seq == std::exchange(m_toDivider, {})) || (m_isBeginning && hasDivider())) {
        Q_EMIT positioned(Anchor::FirstUnread, {});
    } else {
        Q_EMIT positioned(query.anchor, query.seq);
    }
    // Entries received since the request may be missing from the page.
    if (m_isBeginning && query.anchor == Anchor::End) {
        showBeginning();
    }
    if (std::exchange(m_growsMeanwhile, false)) {
        notePending();
    }
    settleBeginning();
}

void TimelineModel::takeOlder(const TimelinePage& page)
{
    if (m_older != Asking::Store) {
        return;
    }
    m_older = Asking::None;
    if (hasEntries(page)) {
        m_window.merge(page);
        m_window.dropNewest(maximumRows);
    } else {
        m_window.setLowerEdge(page);
        if (page.gapBelow) {
            m_older = Asking::Server;
            Q_EMIT olderMissing(m_window.first());
        }
    }
    rebuild();
}

void TimelineModel::takeNewer(const TimelinePage& page, const TimelineQuery& query)
{
    const bool isNewer = m_newer == Asking::Store && query.seq == m_newerAskedAfter;
    if (isNewer) {
        m_newer = Asking::None;
    }
    if (hasEntries(page)) {
        m_window.merge(page);
        m_window.dropOldest(maximumRows);
    } else if (isNewer && query.seq == m_window.last()) {
        m_window.setUpperEdge(page);
        if (page.gapAbove) {
            m_newer = Asking::Server;
            Q_EMIT newerMissing(m_window.last());
        }
    }
    rebuild();
    // A following user has not seen the divider yet, and the next messages would push it off the screen.
    if (m_isBeginning && m_following) {
        showBeginning();
    }
    if (isNewer && std::exchange(m_newerAgain, false)) {
        askNewer();
    }
    settleBeginning();
}

void TimelineModel::noteGrowth(Seq first, Seq last, const QList<Seq>& marked)
{
    if (!m_conversation.isValid()) {
        return;
    }
    if (m_awaited.isValid() && m_awaited >= first && m_awaited <= last) {
        askAround(m_awaited);
        return;
    }
    if (m_jumping) {
        m_growsMeanwhile = true;
        return;
    }
    if (m_window.isEmpty()) {
        askFirstPage();
        return;
    }
    if (m_older == Asking::Server && first < m_window.first() && next(last) >= m_window.first()) {
        m_older = Asking::None;
        askOlder();
    }
    if (last > m_window.last()) {
        const bool isFull = m_window.rows().size() >= static_cast<std::size_t>(maximumRows);
        if (m_window.reachesEnd() && isFull && !m_following) {
            m_window.leaveEnd();
            rebuild();
        } else if (m_window.reachesEnd() || m_newer != Asking::None) {
            askNewer();
        }
    }
    reloadShown(marked);
}

void TimelineModel::noteReactions(const QList<Seq>& messages)
{
    reloadShown(messages);
}

void TimelineModel::noteNames()
{
    if (m_conversation.isValid() && !m_window.isEmpty()) {
        reload(m_window.first(), m_window.last());
    }
}

/// Reads those of the messages again that are loaded, also if they are closed.
void TimelineModel::reloadShown(const QList<Seq>& messages)
{
    Seq lowest;
    Seq highest;
    for (const Seq seq : messages) {
        if (!std::ranges::binary_search(m_window.rows(), seq, {}, &TimelineRow::seq)) {
            continue;
        }
        lowest = lowest.isValid() ? std::min(lowest, seq) : seq;
        highest = std::max(highest, seq);
    }
    if (lowest.isValid()) {
        reload(lowest, highest);
    }
}

void TimelineModel::noteDropped()
{
    if (!m_conversation.isValid()) {
        return;
    }
    m_window.clear();
    m_older = m_newer = Asking::None;
    m_awaited = m_toDivider = {};
    rebuild();
    m_jumping = true;
    Q_EMIT pageWanted({Anchor::End, {}, pageRows});
}

void TimelineModel::notePending()
{
    if (!m_conversation.isValid()) {
        return;
    }
    reloadChanging();
    if (m_jumping) {
        m_growsMeanwhile = true;
    } else if (m_window.isEmpty()) {
        showEnd();
    } else if (m_window.reachesEnd() || m_window.gapAbove()) {
        askNewer();
    }
}

void TimelineModel::setReached(Seq delivered, Seq seen)
{
    if (seen <= m_context.seenByOthers && delivered <= m_context.deliveredToOthers) {
        return;
    }
    m_context.seenByOthers = std::max(m_context.seenByOthers, seen);
    m_context.deliveredToOthers = std::max(m_context.deliveredToOthers, delivered);
    rebuild();
}

void TimelineModel::noteFileState(Seq seq, const MessageUuid& uuid)
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const TimelineRow& row) {
        return row.seq == seq && (seq.isValid() || row.key.uuid == uuid) && !row.files.isEmpty();
    });
    if (found != m_rows.end()) {
        const QModelIndex changed = index(static_cast<int>(found - m_rows.begin()));
        Q_EMIT dataChanged(changed, changed, {Qt::AccessibleTextRole});
    }
}

void TimelineModel::askAgain()
{
    if (m_older == Asking::Server) {
        Q_EMIT olderMissing(m_window.first());
    }
    if (m_newer == Asking::Server) {
        Q_EMIT newerMissing(m_window.last());
    }
    if (m_awaited.isValid()) {
        Q_EMIT aroundMissing(m_awaited);
    }
}

void TimelineModel::wantOlder()
{
    if (m_window.isEmpty() || m_jumping || m_window.reachesStart() || m_older != Asking::None) {
        return;
    }
    askOlder();
}

void TimelineModel::wantNewer()
{
    if (m_window.isEmpty() || m_jumping || m_window.reachesEnd() || m_newer != Asking::None) {
        return;
    }
    askNewer();
}

void TimelineModel::askOlder()
{
    m_older = Asking::Store;
    Q_EMIT pageWanted({Anchor::Before, m_window.first(), pageRows});
}

void TimelineModel::askNewer()
{
    if (m_newer == Asking::Store) {
        m_newerAgain = true;
        return;
    }
    m_newer = Asking::Store;
    m_newerAskedAfter = m_window.last();
    Q_EMIT pageWanted({Anchor::After, m_newerAskedAfter, pageRows});
}

void TimelineModel::showEnd()
{
    if (!m_conversation.isValid()) {
        return;
    }
    m_isBeginning = false;
    m_awaited = m_toDivider = {};
    if (m_window.reachesEnd() && !m_window.isEmpty()) {
        Q_EMIT positioned(Anchor::End, {});
        return;
    }
    m_jumping = true;
    Q_EMIT pageWanted({Anchor::End, {}, pageRows});
}

void TimelineModel::showAround(Seq seq)
{
    if (!m_conversation.isValid() || !seq.isValid()) {
        return;
    }
    m_isBeginning = false;
    m_awaited = m_toDivider = {};
    if (rowOfSeq(seq) >= 0) {
        Q_EMIT positioned(Anchor::Around, seq);
    } else {
        askAround(seq);
    }
}

void TimelineModel::askAround(Seq seq)
{
    m_awaited = {};
    m_jumping = true;
    Q_EMIT pageWanted({Anchor::Around, seq, pageRows});
}

void TimelineModel::showNewMessages()
{
    const Seq divider = dividerAt();
    if (!divider.isValid()) {
        showEnd();
    } else if (hasDivider()) {
        m_awaited = m_toDivider = {};
        Q_EMIT positioned(Anchor::FirstUnread, {});
    } else {
        m_toDivider = divider;
        askAround(divider);
    }
}

void TimelineModel::setNames(const QStringList& names)
{
    if (names == m_context.names) {
        return;
    }
    m_context.names = names;
    rebuild();
}

void TimelineModel::setIgnored(std::vector<UserId> users)
{
    if (users == m_context.ignored) {
        return;
    }
    m_context.ignored = std::move(users);
    rebuild();
}

void TimelineModel::openIgnored(int row)
{
    if (row < 0 || row >= rowCount()
        || m_rows[static_cast<std::size_t>(row)].key.kind != TimelineRowKind::Ignored) {
        return;
    }
    const TimelineRow& line = m_rows[static_cast<std::size_t>(row)];
    for (const TimelineRow& message : m_window.rows()) {
        if (message.isMessage() && message.seq >= line.seq && message.seq <= line.coversThrough) {
            m_context.opened.insert(message.seq);
        }
    }
    rebuild();
}

void TimelineModel::setToday(QDate today)
{
    if (today == m_context.today) {
        return;
    }
    m_context.today = today;
    rebuild();
}

void TimelineModel::noteChanging(Seq target)
{
    if (rowOfSeq(target) >= 0) {
        reload(target, target);
    }
}

/// An edit or recall on its way may have failed; its target is then unchanged again.
void TimelineModel::reloadChanging()
{
    const auto isChanging = [](const TimelineRow& row) {
        return row.seq.isValid() && row.delivery == Delivery::Pending;
    };
    const auto first = std::find_if(m_rows.begin(), m_rows.end(), isChanging);
    const auto last = std::find_if(m_rows.rbegin(), m_rows.rend(), isChanging);
    if (first != m_rows.end()) {
        reload(first->seq, last->seq);
    }
}

void TimelineModel::reload(Seq first, Seq last)
{
    const auto count = std::min<std::uint64_t>(last.value - first.value + 1, maximumRows);
    Q_EMIT pageWanted({Anchor::After, previous(first), static_cast<int>(count)});
}

void TimelineModel::rebuild()
{
    const bool nothingHeld = m_window.isEmpty() && m_window.gapAbove();
    const LoadingEnds loading{.older = m_older == Asking::Server,
                              .newer = m_newer == Asking::Server || nothingHeld};
    apply(timelineRows(m_window, m_context, loading));
    if (m_window.reachesEnd() != m_reportedEnd) {
        m_reportedEnd = m_window.reachesEnd();
        Q_EMIT endReachedChanged(m_reportedEnd);
    }
}

void TimelineModel::apply(std::vector<TimelineRow> next)
{
    for (const RowChange& change : rowChanges(m_rows, next)) {
        const auto at = m_rows.begin() + change.at;
        switch (change.kind) {
        case RowChange::Kind::Remove:
            beginRemoveRows({}, change.at, change.at + change.count - 1);
            m_rows.erase(at, at + change.count);
            endRemoveRows();
            break;
        case RowChange::Kind::Insert:
            beginInsertRows({}, change.at, change.at + change.count - 1);
            m_rows.insert(at, next.begin() + change.at, next.begin() + change.at + change.count);
            endInsertRows();
            break;
        case RowChange::Kind::Move:
            beginMoveRows({}, change.from, change.from, {}, change.at);
            std::rotate(at, m_rows.begin() + change.from, m_rows.begin() + change.from + 1);
            endMoveRows();
            break;
        }
    }
    reportDifferences(next);
}

void TimelineModel::reportDifferences(const std::vector<TimelineRow>& next)
{
    for (std::size_t i = 0; i < next.size(); ++i) {
        const QList<int> roles = changedRoles(m_rows[i], next[i]);
        if (roles.isEmpty()) {
            continue;
        }
        m_rows[i] = next[i];
        const QModelIndex changed = index(static_cast<int>(i));
        Q_EMIT dataChanged(changed, changed, roles);
    }
}

} // namespace tidemark
