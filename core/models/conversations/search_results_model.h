#pragma once

#include "core/domain/view.h"
#include "core/models/matching/fuzzy_match.h"

#include <QAbstractListModel>
#include <QDate>
#include <QMetaType>

#include <functional>
#include <vector>

namespace tidemark {

/// One search hit, ready to show.
struct SearchRow {
    ConversationId conversation;
    Seq seq;
    QString title;  ///< the conversation's title
    QString sender; ///< "You" for own messages
    QString time;
    QString text;          ///< one line around the match, isolated
    QList<TextPart> parts; ///< the matching parts of `text`
    QString initials;
    int hue = 0; ///< colour of the conversation
    // Only for messages about the user:
    QString about; ///< "@" for a mention, "↩" for an answer, or both; emoji for reactions
    bool isUnread = false;
    bool isReactedTo = false;

    friend bool operator==(const SearchRow&, const SearchRow&) = default;
};

/// Returns one line of a long text with the first match near its beginning and white space collapsed; begins
/// with "…" if something was cut off.
[[nodiscard]] QString snippetOf(const QString& text, const QString& typed);

/// The results of a search, newest first. Lives on the GUI thread. Reads no data itself: it shows the hits
/// that it is given.
class SearchResultsModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        RowRole = Qt::UserRole + 1, ///< the whole SearchRow
    };
    using Titles = std::function<QString(ConversationId)>;

    using Hues = std::function<int(ConversationId)>;

    explicit SearchResultsModel(Titles titles, QObject* parent = nullptr);
    /// Sets the colours of the conversations' avatars, as the list of conversations has them.
    void setHues(Hues hues) { m_hues = std::move(hues); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// DisplayRole: the line; AccessibleTextRole: sender, conversation, text and time.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] const std::vector<SearchRow>& rows() const { return m_rows; }

    /// Sets the hits for `typed`. Unchanged rows stay.
    void setHits(const QList<SearchHit>& hits, const QString& typed, QDate today);

private:
    Titles m_titles;
    Hues m_hues;
    std::vector<SearchRow> m_rows;
};

} // namespace tidemark

Q_DECLARE_METATYPE(tidemark::SearchRow)
