#pragma once

#include "core/models/conversation_filter.h"
#include "core/models/conversation_row.h"
#include "core/models/unsynced_marks.h"

#include <QAbstractListModel>
#include <QDate>

#include <memory>
#include <unordered_map>
#include <vector>

namespace tidemark {

/// The conversation list: what the filter shows, pinned ones first, then by last activity. Lives on the GUI
/// thread. A change of one row costs O(log n) comparisons, moves at most that row and names the roles that
/// changed.
class ConversationListModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        RowRole = Qt::UserRole + 1, ///< the whole ConversationRow
        IdRole,                     ///< quint64
        TitleRole,
        PreviewRole,
        TimeRole,
        BadgeRole,
        StateRole, ///< muted, pinned, archived, read but unsent
    };

    explicit ConversationListModel(QObject* parent = nullptr);
    ~ConversationListModel() override;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// DisplayRole: title; ToolTipRole: what the badge means; AccessibleTextRole: title and unread in words.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

    /// Replaces everything.
    void setConversations(const QList<ConversationSummary>& all);
    /// New or changed conversations; those that were left disappear.
    void update(const QList<ConversationSummary>& changed);
    /// Shows only titles that contain `words`, whatever their case; empty shows all. Under the filter All,
    /// archived ones are found too, and stand last.
    void setFilter(const QString& words);
    void setKind(ConversationFilter filter);
    [[nodiscard]] ConversationFilter kind() const { return m_kind; }
    /// The conversation that is open stays in the list while it is, also when it has been read meanwhile;
    /// 0: none.
    void setOpen(ConversationId conversation);
    [[nodiscard]] const FilterTally& tally() const { return m_tally; }
    /// Without a connection, what is read here shows at once that it is not synced.
    void setOffline(bool offline) { m_unsynced.setOffline(offline); }
    /// Days have passed: the times are written anew.
    void setToday(QDate today);

    /// The newest state of a conversation, listed or not; null: never heard of. Valid until the next change.
    [[nodiscard]] const ConversationSummary* summary(ConversationId id) const;
    /// All that are known, in no order.
    [[nodiscard]] std::vector<const ConversationSummary*> summaries() const;
    /// Of notices to everybody; invalid: there is none.
    [[nodiscard]] ConversationId noticeList() const;
    [[nodiscard]] bool knowsAny() const { return !m_items.empty(); }
    /// -1: not in the list, or filtered out.
    [[nodiscard]] int rowOfConversation(ConversationId id) const;
    [[nodiscard]] ConversationId conversationAt(int row) const;
    /// The next conversation of the list with something unread, downwards or with a negative `step` upwards
    /// from `from`, around the end. Muted and archived ones count only where there is no other. Invalid:
    /// none.
    [[nodiscard]] ConversationId nextUnread(ConversationId from, int step) const;

Q_SIGNALS:
    void tallyChanged();

private:
    struct Item;
    struct SortKey;

    [[nodiscard]] const ConversationRow& shownRow(Item& item) const;
    [[nodiscard]] bool isShown(const Item& item) const;
    [[nodiscard]] bool isOpenAndPasses(const ConversationSummary& summary) const;
    [[nodiscard]] std::size_t placeOf(const Item& item) const;
    void updateOne(const ConversationSummary& summary);
    void showUnsynced(ConversationId conversation);
    void tellTally(const FilterTally& before);
    void rebuild();

    QDate m_today;
    QString m_filter;
    ConversationFilter m_kind = ConversationFilter::All;
    FilterTally m_tally;
    ConversationId m_open;
    ConversationId m_kept; ///< m_open, once the filter has shown it
    UnsyncedMarks m_unsynced;
    std::unordered_map<ConversationId, std::unique_ptr<Item>> m_items;
    std::vector<Item*> m_rows; ///< what is shown, sorted
};

} // namespace tidemark
