#pragma once

#include "core/domain/folder.h"
#include "core/domain/pin_order.h"
#include "core/models/conversations/conversation_filter.h"
#include "core/models/conversations/conversation_row.h"
#include "core/models/conversations/unsynced_marks.h"

#include <QAbstractListModel>
#include <QDate>

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace tidemark {

/// The conversation list: the conversations that the filter shows, pinned ones first, then by last activity.
/// Lives on the GUI thread. A change of one row costs O(log n) comparisons, moves at most that row and
/// reports the changed roles.
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
    /// DisplayRole: title; ToolTipRole: explanation of the badge; AccessibleTextRole: title and unread count
    /// in words.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

    /// Replaces all conversations.
    void setConversations(const QList<ConversationSummary>& all);
    /// Adds or updates conversations; those that the user has left disappear.
    void update(const QList<ConversationSummary>& changed);
    /// Shows only titles that contain `words`, ignoring case; empty: all. Under All, a search also finds
    /// archived conversations and puts them last.
    void setFilter(const QString& words);
    void setKind(ConversationFilter filter);
    /// Shows only the conversations of this folder, whatever the kind is; empty: all.
    void setFolder(std::optional<Folder> folder);
    [[nodiscard]] bool hasFolder() const { return m_folder.has_value(); }
    [[nodiscard]] ConversationFilter kind() const { return m_kind; }
    /// Sets the open conversation, which stays in the list while it is open, even if it is read meanwhile. 0:
    /// none.
    void setOpen(ConversationId conversation);
    [[nodiscard]] const FilterTally& tally() const { return m_tally; }
    /// While offline, reads made here show at once that they are not synced.
    void setOffline(bool offline) { m_unsynced.setOffline(offline); }
    /// Formats the times again after a change of the day.
    void setToday(QDate today);

    /// Returns the newest state of a conversation, listed or not; null: unknown. Valid until the next change.
    [[nodiscard]] const ConversationSummary* summary(ConversationId id) const;
    /// Returns all known conversations, in no particular order.
    [[nodiscard]] std::vector<const ConversationSummary*> summaries() const;
    /// Returns the conversation with the announcements; invalid: there is none.
    [[nodiscard]] ConversationId noticeList() const;
    [[nodiscard]] bool knowsAny() const { return !m_items.empty(); }
    /// Returns -1 if the conversation is not in the list or filtered out.
    [[nodiscard]] int rowOfConversation(ConversationId id) const;
    [[nodiscard]] ConversationId conversationAt(int row) const;
    /// Returns the next conversation with unread messages after `from`, downwards or with a negative `step`
    /// upwards, wrapping around. Prefers conversations that are neither muted nor archived. Invalid: none.
    [[nodiscard]] ConversationId nextUnread(ConversationId from, int step) const;
    /// Whether the user can move the conversation among the pinned ones, which the list shows at its top.
    [[nodiscard]] bool isMovable(ConversationId conversation) const;
    /// Returns the places that have to change so that `moved` stands right before the pinned conversation
    /// `before`; 0: after the last pinned one in the list.
    [[nodiscard]] std::vector<PinPlace> placesForMove(ConversationId moved, ConversationId before) const;
    /// The same for one row downwards, or with `step` -1 upwards; empty if the pinned ones end there.
    [[nodiscard]] std::vector<PinPlace> placesForStep(ConversationId moved, int step) const;

Q_SIGNALS:
    void tallyChanged();
    /// The newest state of a conversation has changed, listed or not.
    void summariesChanged();

private:
    struct Item;
    struct SortKey;

    [[nodiscard]] const ConversationRow& shownRow(Item& item) const;
    [[nodiscard]] bool isShown(const Item& item) const;
    [[nodiscard]] bool belongs(const ConversationSummary& summary) const;
    [[nodiscard]] bool isOpenAndPasses(const ConversationSummary& summary) const;
    [[nodiscard]] std::size_t placeOf(const Item& item) const;
    void updateOne(const ConversationSummary& summary);
    void showUnsynced(ConversationId conversation);
    void reportTally(const FilterTally& before);
    void rebuild();

    QDate m_today;
    QString m_filter;
    ConversationFilter m_kind = ConversationFilter::All;
    std::optional<Folder> m_folder;
    FilterTally m_tally;
    ConversationId m_open;
    ConversationId m_kept; ///< m_open, once the filter has shown it
    UnsyncedMarks m_unsynced;
    std::unordered_map<ConversationId, std::unique_ptr<Item>> m_items;
    std::vector<Item*> m_rows; ///< the visible rows, sorted
};

} // namespace tidemark
