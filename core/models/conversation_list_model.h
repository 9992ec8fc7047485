#pragma once

#include "core/models/conversation_row.h"
#include "core/models/unsynced_marks.h"

#include <QAbstractListModel>
#include <QDate>

#include <memory>
#include <unordered_map>
#include <vector>

namespace tidemark {

/// The conversation list: pinned ones first, archived ones last, then by last activity. Lives on the GUI
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
    /// Shows only titles that contain `words`, whatever their case; empty shows all.
    void setFilter(const QString& words);
    /// Without a connection, what is read here shows at once that it is not synced.
    void setOffline(bool offline) { m_unsynced.setOffline(offline); }
    /// Days have passed: the times are written anew.
    void setToday(QDate today);

    /// The newest state of a conversation, listed or not; null: never heard of. Valid until the next change.
    [[nodiscard]] const ConversationSummary* summary(ConversationId id) const;
    /// All that are known, in no order.
    [[nodiscard]] std::vector<const ConversationSummary*> summaries() const;
    /// -1: not in the list, or filtered out.
    [[nodiscard]] int rowOfConversation(ConversationId id) const;
    [[nodiscard]] ConversationId conversationAt(int row) const;
    /// The next conversation of the list with something unread, downwards or with a negative `step` upwards
    /// from `from`, around the end. Muted and archived ones count only where there is no other. Invalid:
    /// none.
    [[nodiscard]] ConversationId nextUnread(ConversationId from, int step) const;

private:
    struct Item;
    struct SortKey;

    [[nodiscard]] bool isShown(const Item& item) const;
    [[nodiscard]] std::size_t placeOf(const Item& item) const;
    void updateOne(const ConversationSummary& summary);
    void showUnsynced(ConversationId conversation);
    void rebuild();

    QDate m_today;
    QString m_filter;
    UnsyncedMarks m_unsynced;
    std::unordered_map<ConversationId, std::unique_ptr<Item>> m_items;
    std::vector<Item*> m_rows; ///< what is shown, sorted
};

} // namespace tidemark
