#pragma once

#include "core/domain/next_mention.h"
#include "core/domain/view.h"
#include "core/store/file/statement.h"
#include "core/store/tables/store_tables.h"

#include <optional>

namespace tidemark {

/// Builds pages of a timeline, with names resolved. A page lies within one held range: it never crosses a
/// gap.
class TimelineReader {
public:
    TimelineReader(Database& database, StoreTables& tables);

    [[nodiscard]] TimelinePage page(ConversationId conversation, const Viewer& viewer, TimelineQuery query);
    /// Returns one entry as an item, also an edit or recall. Empty if it is not held.
    [[nodiscard]] std::optional<TimelineItem> item(ConversationId conversation, const Viewer& viewer,
                                                   Seq seq);
    /// Returns the message that the edit or recall at `seq` changes.
    [[nodiscard]] std::optional<TimelineItem> target(ConversationId conversation, const Viewer& viewer,
                                                     Seq seq);
    /// Returns the pinned messages, with the user's changes that are still to be sent.
    [[nodiscard]] PinnedMessages pinned(ConversationId conversation, const Viewer& viewer);
    /// Returns the first unread mention above `after`, and the range to pull to be sure that it is the first.
    [[nodiscard]] NextMention nextMention(ConversationId conversation, const Viewer& viewer, Seq after);

private:
    struct Context {
        LocalConversation conversation;
        RangeSet held;
        const Viewer& viewer;
    };

    /// Reads an item from the columns of a select statement of this class.
    [[nodiscard]] TimelineItem itemOf(const Run& run, const Viewer& viewer,
                                      const LocalConversation& conversation);
    /// Returns the first held unread message.
    [[nodiscard]] Seq firstUnread(const Context& context, Seq read);
    void fill(TimelinePage& page, const Context& context, TimelineQuery query);
    /// Adds at most `limit` items downwards from `from` (inclusive), before the page's items.
    void addBelow(TimelinePage& page, const Context& context, Seq from, Seq lowest, int limit);
    /// Adds at most `limit` items upwards from `from` (inclusive), after the page's items.
    void addAbove(TimelinePage& page, const Context& context, Seq from, Seq highest, int limit);
    /// Shows own messages as pending while their edit or recall is on its way.
    void markChanging(TimelinePage& page);
    void addPending(TimelinePage& page, const Context& context);
    void addReactions(TimelinePage& page);

    ConversationTable& m_conversations;
    AttachmentTable& m_attachments;
    EntryTable& m_entries;
    OutboxTable& m_outbox;
    ReactionTable& m_reactions;
    Statement m_up;
    Statement m_down;
    Statement m_selectItem;
    Statement m_selectTarget;
    Statement m_selectName;
};

} // namespace tidemark
