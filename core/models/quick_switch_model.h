#pragma once

#include "core/models/conversation_row.h"
#include "core/models/fuzzy_match.h"

#include <QAbstractListModel>

#include <vector>

namespace tidemark {

/// One conversation that can be switched to.
struct SwitchRow {
    ConversationRow row;
    QList<TextPart> parts; ///< of the title, that fit what was typed

    friend bool operator==(const SwitchRow&, const SwitchRow&) = default;
};

/// The conversations that fit what was typed, best first. While nothing is typed: those with something
/// unread, mentions before the others and muted ones not counted, then those that were open lately, then by
/// last activity. Lives on the GUI thread; a snapshot, taken by begin().
class QuickSwitchModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        RowRole = Qt::UserRole + 1, ///< the whole SwitchRow
    };
    static constexpr int mostRows = 50;

    using QAbstractListModel::QAbstractListModel;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// DisplayRole: title; AccessibleTextRole: title and unread in words.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] const std::vector<SwitchRow>& rows() const { return m_rows; }

    /// `recent`: what was open lately, newest first; the first one is open now and comes last while nothing
    /// is typed.
    void begin(const std::vector<const ConversationSummary*>& all, const QList<ConversationId>& recent,
               QDate today);
    void setTyped(const QString& typed);

private:
    struct Candidate {
        ConversationRow row;
        int group = 0; ///< while nothing is typed, ascending
        qint64 age = 0;
    };

    std::vector<Candidate> m_candidates; ///< as they are shown while nothing is typed
    std::vector<SwitchRow> m_rows;
};

} // namespace tidemark

Q_DECLARE_METATYPE(tidemark::SwitchRow)
