#include "core/models/conversations/conversation_list_model.h"

#include "core/models/conversations/folder_rows.h"
#include "core/models/conversations/pin_rows.h"
#include "core/models/words/badge.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tidemark {

/// Sorts ascending from top to bottom; the id makes the order total.
struct ConversationListModel::SortKey {
    bool isArchived = false;
    bool isUnpinned = true;
    /// As of pinKey(); conversations that are not pinned have no place.
    bool hasNoPlace = true;
    std::uint32_t pinOrder = 0;
    std::int64_t age = 0;
    std::uint64_t id = 0;

    friend auto operator<=>(const SortKey&, const SortKey&) = default;

    static SortKey of(const ConversationSummary& summary)
    {
        const bool isPinned = summary.settings.pinned;
        const auto [hasNoPlace, order, age, id] =
            pinKey({summary.id, isPinned ? summary.settings.pinOrder : 0, summary.lastActivity});
        return {summary.settings.archived, !isPinned, hasNoPlace, order, age, id};
    }
};

struct ConversationListModel::Item {
    Item(const ConversationSummary& newest, bool isUnsyncedNow)
        : summary(newest), key(SortKey::of(newest)), isUnsynced(isUnsyncedNow)
    {
    }

    ConversationSummary summary;
    SortKey key;
    bool isUnsynced;
    std::optional<ConversationRow> row; ///< made on first use: most rows of a long list are never on screen
};

namespace {

/// The roles in which two states of a row differ.
QList<int> changedRoles(const ConversationRow& before, const ConversationRow& after)
{
    using Model = ConversationListModel;
    QList<int> roles;
    if (before.title != after.title || before.initials != after.initials || before.hue != after.hue) {
        roles += {Model::TitleRole, Qt::DisplayRole};
    }
    if (before.preview != after.preview || before.sender != after.sender || before.text != after.text
        || before.delivery != after.delivery) {
        roles += Model::PreviewRole;
    }
    if (before.time != after.time) {
        roles += Model::TimeRole;
    }
    if (before.badge != after.badge || before.badgeHint != after.badgeHint
        || before.isMentioned != after.isMentioned || before.reactions != after.reactions) {
        roles += {Model::BadgeRole, Qt::ToolTipRole}; // lint-allow: plain-role (only numbers)
    }
    if (before.isMuted != after.isMuted || before.isPinned != after.isPinned
        || before.isArchived != after.isArchived || before.isUnsynced != after.isUnsynced
        || before.mutedHint != after.mutedHint) {
        roles += Model::StateRole;
    }
    if (before.spoken != after.spoken) {
        roles += Qt::AccessibleTextRole;
    }
    if (!roles.isEmpty()) {
        roles += Model::RowRole;
    }
    return roles;
}

} // namespace

ConversationListModel::ConversationListModel(QObject* parent)
    : QAbstractListModel(parent), m_today(QDate::currentDate())
{
    connect(&m_unsynced, &UnsyncedMarks::shown, this, &ConversationListModel::showUnsynced);
}

ConversationListModel::~ConversationListModel() = default;

int ConversationListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant ConversationListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const ConversationRow& row = shownRow(*m_rows[static_cast<std::size_t>(index.row())]);
    switch (role) {
    case Qt::DisplayRole:
    case TitleRole:
        return row.title;
    case Qt::ToolTipRole: // lint-allow: plain-role (only numbers)
        return row.badgeHint;
    case Qt::AccessibleTextRole:
        return row.spoken;
    case RowRole:
        return QVariant::fromValue(row);
    case IdRole:
        return QVariant::fromValue(static_cast<quint64>(row.id.value));
    case PreviewRole:
        return row.text;
    case TimeRole:
        return row.time;
    case BadgeRole:
        return row.badge;
    case StateRole:
        return row.isMuted;
    default:
        return {};
    }
}

void ConversationListModel::setConversations(const QList<ConversationSummary>& all)
{
    const FilterTally before = std::exchange(m_tally, {});
    beginResetModel();
    m_rows.clear();
    m_items.clear();
    m_unsynced.clear();
    for (const ConversationSummary& summary : all) {
        m_tally.add(summary);
        m_items[summary.id] = std::make_unique<Item>(summary, m_unsynced.note(summary));
        if (isOpenAndPasses(summary)) {
            m_kept = m_open;
        }
    }
    rebuild();
    endResetModel();
    reportTally(before);
    Q_EMIT summariesChanged();
}

void ConversationListModel::update(const QList<ConversationSummary>& changed)
{
    const FilterTally before = m_tally;
    for (const ConversationSummary& summary : changed) {
        updateOne(summary);
    }
    reportTally(before);
    Q_EMIT summariesChanged();
}

void ConversationListModel::reportTally(const FilterTally& before)
{
    if (m_tally != before) {
        Q_EMIT tallyChanged();
    }
}

void ConversationListModel::setKind(ConversationFilter filter)
{
    if (filter == m_kind) {
        return;
    }
    beginResetModel();
    m_kind = filter;
    const ConversationSummary* open = summary(m_open);
    m_kept = open != nullptr && isOpenAndPasses(*open) ? m_open : ConversationId();
    rebuild();
    endResetModel();
}

void ConversationListModel::setFolder(std::optional<Folder> folder)
{
    if (folder == m_folder) {
        return;
    }
    beginResetModel();
    const bool isSame = folder && m_folder && folder->id == m_folder->id;
    m_folder = std::move(folder);
    const ConversationSummary* open = summary(m_open);
    const bool passesNow = open != nullptr && isOpenAndPasses(*open);
    // A folder that is only edited keeps the conversation that it has shown while it is open.
    m_kept = passesNow || isSame ? (passesNow ? m_open : m_kept) : ConversationId();
    rebuild();
    endResetModel();
}

void ConversationListModel::setOpen(ConversationId conversation)
{
    const int row = rowOfConversation(m_kept);
    const ConversationId before = m_kept;
    m_open = conversation;
    const ConversationSummary* open = summary(conversation);
    m_kept = open != nullptr && isOpenAndPasses(*open) ? conversation : ConversationId();
    if (row < 0 || isShown(*m_items.at(before))) {
        return;
    }
    beginRemoveRows({}, row, row);
    m_rows.erase(m_rows.begin() + row);
    endRemoveRows();
}

void ConversationListModel::setFilter(const QString& words)
{
    const QString filter = words.simplified();
    if (filter == m_filter) {
        return;
    }
    beginResetModel();
    m_filter = filter;
    rebuild();
    endResetModel();
}

void ConversationListModel::setToday(QDate today)
{
    if (today == m_today) {
        return;
    }
    m_today = today;
    for (const auto& [id, item] : m_items) {
        item->row.reset();
    }
    if (!m_rows.empty()) {
        Q_EMIT dataChanged(index(0), index(rowCount() - 1), {TimeRole, RowRole});
    }
}

ConversationId ConversationListModel::noticeList() const
{
    const auto found = std::find_if(m_items.begin(), m_items.end(), [](const auto& one) {
        const ConversationSummary& summary = one.second->summary;
        return summary.kind == ConversationKind::NoticeList && isListed(summary);
    });
    return found == m_items.end() ? ConversationId() : found->first;
}

const ConversationSummary* ConversationListModel::summary(ConversationId id) const
{
    const auto found = m_items.find(id);
    return found == m_items.end() ? nullptr : &found->second->summary;
}

std::vector<const ConversationSummary*> ConversationListModel::summaries() const
{
    std::vector<const ConversationSummary*> all;
    all.reserve(m_items.size());
    for (const auto& [id, item] : m_items) {
        all.push_back(&item->summary);
    }
    return all;
}

int ConversationListModel::rowOfConversation(ConversationId id) const
{
    const auto found = m_items.find(id);
    if (found == m_items.end() || !isShown(*found->second)) {
        return -1;
    }
    return static_cast<int>(placeOf(*found->second));
}

ConversationId ConversationListModel::conversationAt(int row) const
{
    const auto place = static_cast<std::size_t>(row);
    return row >= 0 && place < m_rows.size() ? m_rows[place]->summary.id : ConversationId();
}

ConversationId ConversationListModel::nextUnread(ConversationId from, int step) const
{
    const int count = rowCount();
    const int start = rowOfConversation(from);
    ConversationId quiet;
    for (int i = 1; i <= count; ++i) {
        // If `from` is not in the list, start at the top downwards, or at the bottom upwards.
        const int origin = start >= 0 ? start : (step > 0 ? -1 : count);
        const int row = ((origin + (step > 0 ? i : -i)) % count + count) % count;
        const ConversationSummary& one = m_rows[static_cast<std::size_t>(row)]->summary;
        if (one.id == from || badgeText(one.counts.unread, one.exact).isEmpty()) {
            continue;
        }
        if (countsInTotal(one.kind, one.isMember, one.settings)) {
            return one.id;
        }
        if (!quiet.isValid()) {
            quiet = one.id;
        }
    }
    return quiet;
}

bool ConversationListModel::isMovable(ConversationId conversation) const
{
    const ConversationSummary* known = summary(conversation);
    return known != nullptr && isOrdered(*known) && rowOfConversation(conversation) >= 0;
}

std::vector<PinPlace> ConversationListModel::placesForMove(ConversationId moved, ConversationId before) const
{
    const std::vector<PinPlace> pinned = pinsOf(summaries());
    const auto placeIn = [&pinned](ConversationId id) {
        return std::find_if(pinned.begin(), pinned.end(), [id](const PinPlace& pin) { return pin.id == id; })
               - pinned.begin();
    };
    const auto from = static_cast<std::size_t>(placeIn(moved));
    if (from == pinned.size()) {
        return {};
    }
    std::size_t to = pinned.size();
    if (before.isValid()) {
        to = static_cast<std::size_t>(placeIn(before));
    } else {
        // After the last one that is shown: others, which the filter hides, may follow.
        for (const Item* row : m_rows) {
            if (isOrdered(row->summary)) {
                to = static_cast<std::size_t>(placeIn(row->summary.id)) + 1;
            }
        }
    }
    return placesAfterMove(pinned, moved, to > from ? to - 1 : to);
}

std::vector<PinPlace> ConversationListModel::placesForStep(ConversationId moved, int step) const
{
    const int row = rowOfConversation(moved);
    if (!isMovable(moved) || !isMovable(conversationAt(row + step))) {
        return {};
    }
    const ConversationId before = conversationAt(step < 0 ? row + step : row + step + 1);
    return placesForMove(moved, isMovable(before) ? before : ConversationId());
}

const ConversationRow& ConversationListModel::shownRow(Item& item) const
{
    if (!item.row) {
        item.row = rowOf(item.summary, m_today, item.isUnsynced);
    }
    return *item.row;
}

bool ConversationListModel::isShown(const Item& item) const
{
    const ConversationSummary& summary = item.summary;
    if (!isListed(summary)) {
        return false;
    }
    if (!m_filter.isEmpty() && !titleOf(summary).contains(m_filter, Qt::CaseInsensitive)) {
        return false;
    }
    // An archived conversation disappears even if it is open.
    return belongs(summary) || (summary.id == m_kept && !summary.settings.archived)
           || (m_kind == ConversationFilter::All && !m_folder && !m_filter.isEmpty());
}

/// Whether the list shows the conversation because of its state.
bool ConversationListModel::belongs(const ConversationSummary& summary) const
{
    return m_folder ? isInFolder(summary, *m_folder) : passes(summary, m_kind);
}

bool ConversationListModel::isOpenAndPasses(const ConversationSummary& summary) const
{
    return summary.id == m_open && isListed(summary) && belongs(summary);
}

/// Returns the index of `item` in the sorted rows, or where it would be inserted.
std::size_t ConversationListModel::placeOf(const Item& item) const
{
    const auto place = std::lower_bound(m_rows.begin(), m_rows.end(), item.key,
                                        [](const Item* row, const SortKey& key) { return row->key < key; });
    return static_cast<std::size_t>(place - m_rows.begin());
}

void ConversationListModel::updateOne(const ConversationSummary& summary)
{
    Item next(summary, m_unsynced.note(summary));
    std::unique_ptr<Item>& item = m_items[summary.id];
    const bool isNew = !item;
    if (isNew) {
        item = std::make_unique<Item>(next);
    }
    const bool wasShown = !isNew && isShown(*item);
    const auto from = static_cast<int>(wasShown ? placeOf(*item) : 0);
    if (!isNew) {
        m_tally.remove(item->summary);
    }
    m_tally.add(summary);
    if (isOpenAndPasses(summary)) {
        m_kept = m_open;
    }
    const bool shows = isShown(next);
    const auto place = static_cast<int>(placeOf(next));

    if (wasShown && shows) {
        const QList<int> roles = changedRoles(shownRow(*item), shownRow(next));
        const bool moves = place != from && place != from + 1;
        const int to = place > from ? place - 1 : place;
        if (moves) {
            beginMoveRows({}, from, from, {}, place);
        }
        *item = std::move(next);
        if (moves) {
            const auto begin = m_rows.begin();
            if (to > from) {
                std::rotate(begin + from, begin + from + 1, begin + to + 1);
            } else {
                std::rotate(begin + to, begin + from, begin + from + 1);
            }
            endMoveRows();
        }
        const QModelIndex changed = index(moves ? to : from);
        if (!roles.isEmpty()) {
            Q_EMIT dataChanged(changed, changed, roles);
        }
    } else if (wasShown) {
        beginRemoveRows({}, from, from);
        m_rows.erase(m_rows.begin() + from);
        *item = std::move(next);
        endRemoveRows();
    } else if (shows) {
        beginInsertRows({}, place, place);
        *item = std::move(next);
        m_rows.insert(m_rows.begin() + place, item.get());
        endInsertRows();
    } else {
        *item = std::move(next);
    }
}

void ConversationListModel::showUnsynced(ConversationId conversation)
{
    if (const ConversationSummary* known = summary(conversation)) {
        updateOne(ConversationSummary(*known));
    }
}

void ConversationListModel::rebuild()
{
    m_rows.clear();
    for (const auto& [id, item] : m_items) {
        if (isShown(*item)) {
            m_rows.push_back(item.get());
        }
    }
    std::sort(m_rows.begin(), m_rows.end(), [](const Item* a, const Item* b) { return a->key < b->key; });
}

} // namespace tidemark
