#include "core/models/conversations/quick_switch_model.h"

#include "core/models/words/identity.h"
#include "core/models/words/isolated_text.h"

#include <algorithm>
#include <tuple>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

// Without typed text: mentions, other unread ones, then recent ones in order, then all others.
constexpr int mentionedGroup = 0;
constexpr int unreadGroup = 1;
constexpr int firstRecentGroup = 2;
constexpr int otherGroup = 1000;
constexpr int archivedGroup = 1001;
constexpr int openGroup = 1002;

int groupOf(const ConversationRow& row, const QList<ConversationId>& recent)
{
    const auto place = recent.indexOf(row.id);
    if (place == 0) {
        return openGroup;
    }
    if (row.isArchived) {
        return archivedGroup;
    }
    if (!row.isMuted && row.isMentioned) {
        return mentionedGroup;
    }
    if (!row.isMuted && !row.badge.isEmpty()) {
        return unreadGroup;
    }
    return place > 0 ? firstRecentGroup + static_cast<int>(place) : otherGroup;
}

} // namespace

int QuickSwitchModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant QuickSwitchModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const SwitchRow& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return row.row.title;
    case Qt::AccessibleTextRole:
        return row.row.spoken;
    case RowRole:
        return QVariant::fromValue(row);
    default:
        return {};
    }
}

void QuickSwitchModel::begin(const std::vector<const ConversationSummary*>& all,
                             const QList<ConversationId>& recent, QDate today)
{
    m_candidates.clear();
    for (const ConversationSummary* summary : all) {
        if (!isListed(*summary)) {
            continue;
        }
        Candidate candidate{rowOf(*summary, today), 0, -summary->lastActivity.value};
        candidate.group = groupOf(candidate.row, recent);
        m_candidates.push_back(std::move(candidate));
    }
    std::sort(m_candidates.begin(), m_candidates.end(), [](const Candidate& a, const Candidate& b) {
        return std::tuple(a.group, a.age, a.row.id) < std::tuple(b.group, b.age, b.row.id);
    });
    setTyped({});
}

void QuickSwitchModel::setTyped(const QString& typed)
{
    m_typed = typed.simplified();
    struct Scored {
        int score = 0;
        SwitchRow row;
    };
    std::vector<Scored> fitting;
    for (const Candidate& candidate : m_candidates) {
        if (const auto match = fuzzyMatch(typed, candidate.row.title)) {
            fitting.push_back({match->score, {candidate.row, match->parts}});
        }
    }
    // Equal scores keep the order without typed text.
    std::stable_sort(fitting.begin(), fitting.end(),
                     [](const Scored& a, const Scored& b) { return a.score > b.score; });
    beginResetModel();
    m_rows.clear();
    for (Scored& one : fitting) {
        if (m_rows.size() < static_cast<std::size_t>(maxRows)) {
            m_rows.push_back(std::move(one.row));
        }
    }
    if (!m_typed.isEmpty()) {
        addPeople();
        addMessages();
    }
    endResetModel();
}

void QuickSwitchModel::setPeople(const QList<User>& people)
{
    m_people = people;
    if (!m_typed.isEmpty()) {
        setTyped(m_typed);
    }
}

void QuickSwitchModel::addPeople()
{
    QStringList names;
    names.reserve(m_people.size());
    for (const User& user : m_people) {
        names.append(QString::fromStdString(user.name));
    }
    for (const QString& name : bestNames(m_typed, names, maxPeople)) {
        SwitchRow person;
        person.kind = SwitchRow::Kind::Person;
        person.row.title = name;
        person.row.initials = initialsOf(name);
        person.row.hue = hueOf(m_people[names.indexOf(name)].id.value);
        person.row.spoken = tr("Start a chat with %1").arg(isolatedLine(name));
        person.parts = fuzzyMatch(m_typed, name).value_or(FuzzyMatch()).parts;
        m_rows.push_back(std::move(person));
    }
}

void QuickSwitchModel::addMessages()
{
    SwitchRow messages;
    messages.kind = SwitchRow::Kind::Messages;
    messages.row.title = tr("Search messages for “%1”").arg(isolatedLine(m_typed));
    messages.row.spoken = messages.row.title;
    m_rows.push_back(std::move(messages));
}

} // namespace tidemark
