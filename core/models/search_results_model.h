#pragma once

#include "core/domain/view.h"
#include "core/models/fuzzy_match.h"

#include <QAbstractListModel>
#include <QDate>
#include <QMetaType>

#include <functional>
#include <vector>

namespace tidemark {

/// One message that was found, ready to show.
struct SearchRow {
    ConversationId conversation;
    Seq seq;
    QString title;  ///< of the conversation
    QString sender; ///< "You" for own ones
    QString time;
    QString text;          ///< one line around what was found
    QList<TextPart> parts; ///< of `text`, that were looked for
    QString initials;
    int hue = 0; ///< of the conversation
    // Of messages about the user:
    QString about; ///< why it is one: "@", or "↩" for an answer; both where it is both
    bool isUnread = false;

    friend bool operator==(const SearchRow&, const SearchRow&) = default;
};

/// The line of a long text that has what was looked for near its beginning, spaces joined; begins with "…"
/// where something was left out.
[[nodiscard]] QString snippetOf(const QString& text, const QString& typed);

/// The messages that a search has found, newest first. Lives on the GUI thread. Shows what it is given;
/// showing it reads nothing.
class SearchResultsModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        RowRole = Qt::UserRole + 1, ///< the whole SearchRow
    };
    using Titles = std::function<QString(ConversationId)>;

    explicit SearchResultsModel(Titles titles, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// DisplayRole: the line; AccessibleTextRole: who, where, what and when.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] const std::vector<SearchRow>& rows() const { return m_rows; }

    /// What was found for `typed`. Rows that are the same as before stay.
    void setHits(const QList<SearchHit>& hits, const QString& typed, QDate today);

private:
    Titles m_titles;
    std::vector<SearchRow> m_rows;
};

} // namespace tidemark

Q_DECLARE_METATYPE(tidemark::SearchRow)
