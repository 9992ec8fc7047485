#pragma once

#include "core/domain/view.h"
#include "core/store/conversation_table.h"
#include "core/store/entry_table.h"
#include "core/store/mention_view.h"
#include "core/store/outbox_table.h"
#include "core/store/statement.h"

#include <optional>

namespace tidemark {

/// Composes pages of a timeline, names resolved. A page lies within one held range: it never crosses a gap.
class TimelineReader {
public:
    TimelineReader(Database& database, ConversationTable& conversations, EntryTable& entries,
                   OutboxTable& outbox);

    [[nodiscard]] TimelinePage page(ConversationId conversation, UserId reader, TimelineQuery query);
    /// One entry as an item; an edit or recall too. Nothing when it is not held.
    [[nodiscard]] std::optional<TimelineItem> item(ConversationId conversation, UserId reader, Seq seq);
    /// The message that the edit or recall at `seq` changes.
    [[nodiscard]] std::optional<TimelineItem> target(ConversationId conversation, UserId reader, Seq seq);
    /// The first unread mention above `after`, and what has to be pulled to be sure of it.
    [[nodiscard]] NextMention nextMention(ConversationId conversation, UserId reader, Seq after);

private:
    struct Context {
        LocalConversation conversation;
        RangeSet held;
        UserId reader;
    };

    /// The first one that is held.
    [[nodiscard]] Seq firstUnread(const Context& context, Seq read);
    void fill(TimelinePage& page, const Context& context, TimelineQuery query);
    /// Items downwards from `from` (included), at most `limit`, put before the page's own.
    void addBelow(TimelinePage& page, const Context& context, Seq from, Seq lowest, int limit);
    /// Items upwards from `from` (included), at most `limit`, put after the page's own.
    void addAbove(TimelinePage& page, const Context& context, Seq from, Seq highest, int limit);
    /// Own messages whose edit or recall is on its way are pending again.
    void markChanging(TimelinePage& page);
    void addPending(TimelinePage& page, const Context& context);

    ConversationTable& m_conversations;
    EntryTable& m_entries;
    OutboxTable& m_outbox;
    Statement m_up;
    Statement m_down;
    Statement m_selectItem;
    Statement m_selectTarget;
    Statement m_selectName;
};

} // namespace tidemark
