#pragma once

#include "core/models/conversations/conversation_row.h"
#include "core/models/matching/fuzzy_match.h"

#include <QAbstractListModel>

#include <vector>

namespace tidemark {

/// A conversation in the quick switcher.
struct SwitchRow {
    ConversationRow row;
    QList<TextPart> parts; ///< the parts of the title that match the typed text

    friend bool operator==(const SwitchRow&, const SwitchRow&) = default;
};

/// The conversations that match the typed text, best first. Without typed text: first conversations with
/// unread messages (mentions first, muted ones excluded), then recently opened ones, then by last activity.
/// Lives on the GUI thread; shows the snapshot that begin() takes.
class QuickSwitchModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        RowRole = Qt::UserRole + 1, ///< the whole SwitchRow
    };
    static constexpr int maxRows = 50;

    using QAbstractListModel::QAbstractListModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// DisplayRole: title; AccessibleTextRole: title and unread count in words.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] const std::vector<SwitchRow>& rows() const { return m_rows; }

    /// `recent`: recently opened conversations, newest first. The first one is open now and comes last while
    /// nothing is typed.
    void begin(const std::vector<const ConversationSummary*>& all, const QList<ConversationId>& recent,
               QDate today);
    void setTyped(const QString& typed);

private:
    struct Candidate {
        ConversationRow row;
        int group = 0; ///< order while nothing is typed, ascending
        qint64 age = 0;
    };

    std::vector<Candidate> m_candidates; ///< in the order without typed text
    std::vector<SwitchRow> m_rows;
};

} // namespace tidemark

Q_DECLARE_METATYPE(tidemark::SwitchRow)
