#include "ui/emoji/emoji_grid_model.h"

#include "core/models/emoji/emoji_catalogue.h"
#include "ui/widgets/plain_text.h"

#include <algorithm>
#include <iterator>

namespace tidemark {

void EmojiGridModel::setSections(const QList<Section>& sections)
{
    beginResetModel();
    m_lines.clear();
    m_begins.clear();
    for (const Section& section : sections) {
        m_begins.append(static_cast<int>(m_lines.size()));
        if (!section.title.isEmpty()) {
            m_lines.append({section.title, {}});
        }
        for (qsizetype from = 0; from < section.emoji.size(); from += columns) {
            m_lines.append({{}, section.emoji.mid(from, columns)});
        }
    }
    endResetModel();
}

int EmojiGridModel::sectionAt(int line) const
{
    const auto after = std::upper_bound(m_begins.begin(), m_begins.end(), line);
    return std::max(0, static_cast<int>(std::distance(m_begins.begin(), after)) - 1);
}

QModelIndex EmojiGridModel::firstCell() const
{
    const auto found =
        std::find_if(m_lines.begin(), m_lines.end(), [](const Line& line) { return !line.emoji.isEmpty(); });
    return found == m_lines.end() ? QModelIndex()
                                  : index(static_cast<int>(std::distance(m_lines.begin(), found)), 0);
}

QModelIndex EmojiGridModel::along(const QModelIndex& from, int by) const
{
    int line = from.row();
    int column = from.column() + by;
    const int step = by < 0 ? -1 : 1;
    while (column < 0 || column >= m_lines[line].emoji.size()) {
        const int before = static_cast<int>(m_lines[line].emoji.size());
        line += step;
        if (line < 0 || line >= m_lines.size()) {
            return from;
        }
        column = by < 0 ? column + static_cast<int>(m_lines[line].emoji.size()) : column - before;
    }
    return index(line, column);
}

QModelIndex EmojiGridModel::down(const QModelIndex& from, int by) const
{
    const int step = by < 0 ? -1 : 1;
    int line = from.row();
    int found = -1;
    for (int left = std::abs(by); left > 0;) {
        line += step;
        if (line < 0 || line >= m_lines.size()) {
            break;
        }
        if (!m_lines[line].emoji.isEmpty()) {
            found = line;
            --left;
        }
    }
    if (found < 0) {
        return {};
    }
    return index(found, std::min(from.column(), static_cast<int>(m_lines[found].emoji.size()) - 1));
}

int EmojiGridModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int EmojiGridModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : columns;
}

QVariant EmojiGridModel::data(const QModelIndex& index, int role) const
{
    const Line& line = m_lines[index.row()];
    if (!line.title.isEmpty()) {
        const bool isText = role == Qt::DisplayRole || role == Qt::AccessibleTextRole;
        return isText && index.column() == 0 ? QVariant(line.title) : QVariant();
    }
    const QString emoji = line.emoji.value(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return emoji;
    case Qt::AccessibleTextRole:
        return emojiName(emoji);
    case Qt::ToolTipRole: // lint-allow: plain-role (the next line makes it plain)
        return emoji.isEmpty() ? QVariant() : plainTip(emojiName(emoji));
    default:
        return {};
    }
}

Qt::ItemFlags EmojiGridModel::flags(const QModelIndex& index) const
{
    const bool isCell = index.column() < m_lines[index.row()].emoji.size();
    return isCell ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren : Qt::NoItemFlags;
}

} // namespace tidemark
