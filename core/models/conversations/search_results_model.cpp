#include "core/models/conversations/search_results_model.h"

#include "core/models/words/clean_text.h"
#include "core/models/words/file_text.h"
#include "core/models/words/identity.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/moment.h"
#include "core/models/words/utf8_text.h"

#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

/// Maximum distance of the first match from the beginning of the line.
constexpr int maxCharactersBefore = 32;
constexpr int maxSnippetLength = 240;

/// The emoji of others on a message of the user, and how many these are: "👍🎉 5".
QString reactionsOf(const SearchHit& hit)
{
    constexpr int maxEmoji = 3;
    QString emoji;
    int shown = 0;
    quint64 number = 0;
    for (const ReactionCount& one : hit.item.reactions) {
        const std::uint32_t byOthers = one.count - (one.isMine ? 1 : 0);
        if (byOthers > 0 && shown++ < maxEmoji) {
            emoji += QString::fromStdString(one.emoji);
        }
        number += byOthers;
    }
    return number > 1 ? u"%1 %2"_s.arg(emoji, QLocale().toString(number)) : emoji;
}

QString aboutOf(const SearchHit& hit)
{
    if (hit.isReactedTo) {
        return reactionsOf(hit);
    }
    const QString mention = hit.item.mentionsReader ? u"@"_s : QString();
    return hit.answersReader ? mention + u"↩"_s : mention;
}

/// Returns the name of the file that was found by its name, or else what the list of conversations says.
QString filesOf(const SearchHit& hit, const QString& typed)
{
    for (const Attachment& attachment : hit.item.attachments) {
        const QString name = fileNameText(attachment);
        if (!occurrences(typed, name).isEmpty()) {
            return name;
        }
    }
    return filesText(hit.item.attachments);
}

SearchRow rowOfHit(const SearchHit& hit, const QString& title, const QString& typed, QDate today)
{
    SearchRow row;
    row.conversation = hit.conversation;
    row.seq = hit.item.seq;
    row.title = title;
    row.sender =
        hit.item.isOwn ? SearchResultsModel::tr("You") : oneLine(QString::fromStdString(hit.item.authorName));
    row.time = listTime(hit.item.at, today);
    // Isolated first, because that may change the places of the matches.
    row.text = isolated(snippetOf(messageLine(filesOf(hit, typed), textFromUtf8(hit.item.text)), typed));
    row.parts = occurrences(typed, row.text);
    row.initials = initialsOf(title);
    row.hue = hueOf(hit.conversation.value);
    row.about = aboutOf(hit);
    row.isUnread = hit.isUnread;
    row.isReactedTo = hit.isReactedTo;
    return row;
}

QString spokenName(const SearchRow& row)
{
    QStringList parts{row.sender, row.title, row.text, row.time};
    if (row.isReactedTo) {
        parts.append(SearchResultsModel::tr("reactions: %1").arg(row.about));
    }
    if (row.isUnread) {
        parts.append(SearchResultsModel::tr("unread"));
    }
    return parts.join(u", ");
}

/// Whether both list the same messages, even if their content differs.
bool areSame(const std::vector<SearchRow>& before, const std::vector<SearchRow>& after)
{
    return std::equal(before.begin(), before.end(), after.begin(), after.end(),
                      [](const SearchRow& a, const SearchRow& b) {
                          return a.conversation == b.conversation && a.seq == b.seq;
                      });
}

} // namespace

QString snippetOf(const QString& text, const QString& typed)
{
    const QString line = oneLine(text);
    const QList<TextPart> parts = occurrences(typed, line);
    int from = parts.isEmpty() ? 0 : parts.first().start - maxCharactersBefore;
    if (from <= 0) {
        return line.left(maxSnippetLength);
    }
    // Begin at a word if one is near, and never within a surrogate pair.
    const auto space = line.indexOf(u' ', from);
    if (space >= 0 && space < parts.first().start) {
        from = static_cast<int>(space) + 1;
    } else if (line.at(from).isLowSurrogate()) {
        ++from;
    }
    return u"…"_s + line.mid(from, maxSnippetLength);
}

SearchResultsModel::SearchResultsModel(Titles titles, QObject* parent)
    : QAbstractListModel(parent), m_titles(std::move(titles))
{
}

int SearchResultsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant SearchResultsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const SearchRow& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return row.text;
    case Qt::AccessibleTextRole:
        return spokenName(row);
    case RowRole:
        return QVariant::fromValue(row);
    default:
        return {};
    }
}

void SearchResultsModel::setHits(const QList<SearchHit>& hits, const QString& typed, QDate today)
{
    std::vector<SearchRow> next;
    next.reserve(static_cast<std::size_t>(hits.size()));
    for (const SearchHit& hit : hits) {
        next.push_back(rowOfHit(hit, m_titles(hit.conversation), typed, today));
        if (m_hues) {
            next.back().hue = m_hues(hit.conversation);
        }
    }
    if (next == m_rows) {
        return;
    }
    if (areSame(m_rows, next)) {
        m_rows = std::move(next);
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    // If hits are only appended, keep the selection and the scroll position.
    const bool goesOn = !m_rows.empty() && next.size() > m_rows.size()
                        && std::equal(m_rows.begin(), m_rows.end(), next.begin());
    if (goesOn) {
        beginInsertRows({}, rowCount(), static_cast<int>(next.size()) - 1);
        m_rows = std::move(next);
        endInsertRows();
        return;
    }
    beginResetModel();
    m_rows = std::move(next);
    endResetModel();
}

} // namespace tidemark
