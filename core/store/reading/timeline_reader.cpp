#include "core/store/reading/timeline_reader.h"

#include "core/store/tables/entry_columns.h"
#include "core/store/tables/ignore_table.h"

#include <algorithm>
#include <iterator>

namespace tidemark {

namespace {

// `answered`: the message that a message answers, or that a notice is about. A notice does not quote an
// ignored user.
#define TIDEMARK_SELECT_ITEM                                                                                 \
    "SELECT " TIDEMARK_ENTRY_COLUMNS ", author.name, other.name, answered.text, change.at,"                  \
    " e.conversation, answered.flags >> 4 > 0 AND answered.recalled_by = 0, " TIDEMARK_FORWARDED_NAME        \
    ", author.deleted FROM entries e"                                                                        \
    " LEFT JOIN shown_users author ON author.id = e.author"                                                  \
    " LEFT JOIN shown_users other ON e.ref_user <> 0 AND other.id = e.ref_user"                              \
    " LEFT JOIN entries answered ON e.kind IN (0, 3) AND e.ref_seq <> 0"                                     \
    " AND answered.conversation = e.conversation AND answered.seq = e.ref_seq"                               \
    " AND (e.kind = 0 OR answered.author NOT IN (" TIDEMARK_IGNORED "))"                                     \
    " LEFT JOIN entries change ON e.edited_by <> 0"                                                          \
    " AND change.conversation = e.conversation AND change.seq = e.edited_by"                                 \
    " WHERE e.conversation = ? AND e.seq BETWEEN ? AND ? AND " TIDEMARK_NOT_HIDDEN

#define TIDEMARK_SHOWN_AS_ITEM " AND e.kind NOT IN (1, 2)"

SeqRange rangeAround(const RangeSet& held, Seq seq)
{
    for (const SeqRange& range : held.ranges()) {
        if (range.contains(seq)) {
            return range;
        }
    }
    return {seq, previous(seq)};
}

std::optional<Attachment> firstOf(const std::vector<Attachment>& attachments)
{
    return attachments.empty() ? std::nullopt : std::optional(attachments.front());
}

bool isShownWhilePending(const PendingMessage& message)
{
    const EntryKind kind = kindOf(message.content);
    return kind == EntryKind::Message || (isChange(kind) && message.state == PendingMessage::State::Failed);
}

TimelineItem pendingItem(const PendingMessage& message, UserId reader)
{
    TimelineItem item;
    item.uuid = message.uuid;
    item.author = reader;
    item.isOwn = true;
    item.at = message.createdAt;
    item.isPaused = message.isPaused;
    item.kind = kindOf(message.content);
    item.setContent(fieldsOf(message.content));
    switch (message.state) {
    case PendingMessage::State::Queued:
        item.delivery = Delivery::Pending;
        break;
    case PendingMessage::State::Acked:
        item.delivery = Delivery::Sent;
        break;
    case PendingMessage::State::Failed:
        item.delivery = Delivery::Failed;
        item.error = message.error;
        break;
    }
    return item;
}

} // namespace

TimelineReader::TimelineReader(Database& database, StoreTables& tables)
    : m_conversations(tables.conversations), m_attachments(tables.attachments), m_entries(tables.entries),
      m_outbox(tables.outbox), m_reactions(tables.reactions),
      m_up(database, TIDEMARK_SELECT_ITEM TIDEMARK_SHOWN_AS_ITEM " ORDER BY e.seq LIMIT ?"),
      m_down(database, TIDEMARK_SELECT_ITEM TIDEMARK_SHOWN_AS_ITEM " ORDER BY e.seq DESC LIMIT ?"),
      m_selectItem(database, TIDEMARK_SELECT_ITEM),
      m_selectTarget(database,
                     "SELECT ref_seq FROM entries WHERE conversation = ? AND seq = ? AND kind IN (1, 2)"),
      m_selectName(database, "SELECT name FROM shown_users WHERE id = ?")
{
}

TimelineItem TimelineReader::itemOf(const Run& run, const Viewer& viewer,
                                    const LocalConversation& conversation)
{
    Entry entry = entryOf(run);
    TimelineItem item;
    item.seq = entry.seq;
    item.uuid = entry.uuid;
    item.kind = entry.kind();
    item.author = entry.author;
    item.authorName = run.text(entryColumnCount);
    item.isOwn = entry.author == viewer.self;
    item.at = entry.at;
    item.mentionsReader = mentions(entry, viewer.self);
    item.setContent(fieldsOf(std::move(entry.content)));
    (item.kind == EntryKind::Notice ? item.subjectName : item.replyToName) = run.text(entryColumnCount + 1);
    item.replyToText = run.text(entryColumnCount + 2);
    item.editedAt = UnixMs{run.number(entryColumnCount + 3)};
    const ConversationId id{run.id<ConversationId>(entryColumnCount + 4)};
    item.forwardedName = run.text(entryColumnCount + 6);
    item.isAuthorDeleted = run.flag(entryColumnCount + 7);
    if (hasFiles(run)) {
        item.attachments = m_attachments.of(id, item.seq);
    }
    if (run.flag(entryColumnCount + 5)) {
        item.replyToFile = firstOf(m_attachments.of(id, item.target.isValid() ? item.target : item.replyTo));
    }
    if (item.isOwn && item.kind == EntryKind::Message) {
        item.delivery = deliveryOf(entry.seq, conversation.deliveredToOthers, conversation.seenByOthers);
    }
    return item;
}

TimelinePage TimelineReader::page(ConversationId conversation, const Viewer& viewer, TimelineQuery query)
{
    TimelinePage page;
    page.conversation = conversation;
    std::optional<LocalConversation> found = m_conversations.find(conversation);
    if (!found) {
        return page;
    }
    Context context{std::move(*found), m_conversations.held(conversation), viewer};
    const bool holdsStart = context.held.contains(Seq(1));
    if (const Seq trimmed = context.conversation.trimmedThrough; trimmed.isValid()) {
        // Trimmed entries that are not held will never arrive, so a page need not end there.
        context.held.add({Seq(1), trimmed});
    }
    query.limit = std::max(query.limit, 1);
    if (query.anchor == TimelineQuery::Anchor::FirstUnread) {
        const Seq read = query.seq.isValid() ? query.seq : effectiveRead(context.conversation);
        query.seq = firstUnread(context, read);
        if (rangeAround(context.held, query.seq).contains(next(read))) {
            page.firstUnread = query.seq;
        }
        query.anchor = query.seq.isValid() ? TimelineQuery::Anchor::Around : TimelineQuery::Anchor::End;
    }
    fill(page, context, query);
    markChanging(page);
    addReactions(page);
    const Seq head = context.conversation.serverHead;
    page.reachesStart = page.first <= Seq(1);
    page.startTrimmed = page.reachesStart && context.conversation.trimmedThrough.isValid() && !holdsStart;
    page.startCleared =
        page.startTrimmed && context.conversation.clearedThrough == context.conversation.trimmedThrough;
    page.reachesEnd = page.last >= head;
    page.gapBelow = page.first > Seq(1) && !context.held.contains(previous(page.first));
    page.gapAbove = page.last < head && !context.held.contains(next(page.last));
    if (page.last >= context.held.top()) {
        addPending(page, context);
    }
    return page;
}

Seq TimelineReader::firstUnread(const Context& context, Seq read)
{
    return m_entries.firstUnread(context.conversation.id, context.viewer, read).value_or(Seq());
}

NextMention TimelineReader::nextMention(ConversationId conversation, const Viewer& viewer, Seq after)
{
    NextMention next;
    next.conversation = conversation;
    next.after = after;
    const std::optional<LocalConversation> found = m_conversations.find(conversation);
    if (!found) {
        return next;
    }
    const Seq read = effectiveRead(*found);
    const EntryTable::Mentions mentions = m_entries.unreadMentions(conversation, viewer, read, after);
    next.seq = mentions.next;
    next.held = mentions.count;
    // Skip the held ranges that are contiguous with the start.
    Seq from = std::max(after, read);
    const Seq through = next.seq.isValid() ? previous(next.seq) : found->serverHead;
    const RangeSet held = m_conversations.held(conversation);
    for (const SeqRange& range : held.ranges()) {
        if (range.first <= tidemark::next(from) && range.last > from) {
            from = range.last;
        }
        if (range.first > tidemark::next(from) && from < through) {
            next.missingAfter = from;
            next.missingThrough = std::min(through, previous(range.first));
            return next;
        }
    }
    if (from < through) {
        next.missingAfter = from;
        next.missingThrough = through;
    }
    return next;
}

void TimelineReader::fill(TimelinePage& page, const Context& context, TimelineQuery query)
{
    using Anchor = TimelineQuery::Anchor;
    switch (query.anchor) {
    case Anchor::Before: {
        const Seq from = previous(query.seq);
        const SeqRange range = rangeAround(context.held, from);
        page.first = query.seq;
        page.last = from;
        if (range.contains(from)) {
            addBelow(page, context, from, range.first, query.limit);
        }
        return;
    }
    case Anchor::After: {
        const Seq from = next(query.seq);
        const SeqRange range = rangeAround(context.held, from);
        page.first = from;
        page.last = query.seq;
        if (range.contains(from)) {
            addAbove(page, context, from, range.last, query.limit);
        }
        return;
    }
    case Anchor::Around:
    case Anchor::FirstUnread: {
        const SeqRange range = rangeAround(context.held, query.seq);
        page.first = query.seq;
        page.last = previous(query.seq);
        if (range.contains(query.seq)) {
            addAbove(page, context, query.seq, range.last, query.limit - query.limit / 2);
            const int left = query.limit - static_cast<int>(page.items.size());
            if (left > 0 && range.first < query.seq) {
                addBelow(page, context, previous(query.seq), range.first, left);
            }
        }
        return;
    }
    case Anchor::End:
        if (context.held.empty()) {
            return;
        }
        const SeqRange& range = context.held.ranges().back();
        page.first = next(range.last);
        page.last = range.last;
        addBelow(page, context, range.last, range.first, query.limit);
        return;
    }
}

void TimelineReader::addBelow(TimelinePage& page, const Context& context, Seq from, Seq lowest, int limit)
{
    std::vector<TimelineItem> below;
    {
        Run run(m_down, context.conversation.id, lowest, from, limit);
        while (run.next()) {
            below.push_back(itemOf(run, context.viewer, context.conversation));
        }
    }
    page.first = static_cast<int>(below.size()) < limit ? lowest : below.back().seq;
    std::reverse(below.begin(), below.end());
    page.items.insert(page.items.begin(), std::make_move_iterator(below.begin()),
                      std::make_move_iterator(below.end()));
}

void TimelineReader::addAbove(TimelinePage& page, const Context& context, Seq from, Seq highest, int limit)
{
    const std::size_t before = page.items.size();
    Run run(m_up, context.conversation.id, from, highest, limit);
    while (run.next()) {
        page.items.push_back(itemOf(run, context.viewer, context.conversation));
    }
    const auto added = static_cast<int>(page.items.size() - before);
    page.last = added < limit ? highest : page.items.back().seq;
}

void TimelineReader::markChanging(TimelinePage& page)
{
    for (const PendingMessage& message : m_outbox.pendingOf(page.conversation)) {
        const Seq target = fieldsOf(message.content).target;
        if (!isChange(kindOf(message.content)) || message.state != PendingMessage::State::Queued) {
            continue;
        }
        const auto found =
            std::find_if(page.items.begin(), page.items.end(),
                         [target](const TimelineItem& item) { return item.seq == target && item.isOwn; });
        if (found != page.items.end()) {
            found->delivery = Delivery::Pending;
        }
    }
}

void TimelineReader::addReactions(TimelinePage& page)
{
    if (page.items.empty()) {
        return;
    }
    auto reactions = m_reactions.shown(page.conversation, page.items.front().seq, page.items.back().seq);
    for (TimelineItem& item : page.items) {
        if (const auto found = reactions.find(item.seq); found != reactions.end() && !item.isRecalled) {
            item.reactions = std::move(found->second);
        }
    }
}

void TimelineReader::addPending(TimelinePage& page, const Context& context)
{
    const auto nameOf = [this](UserId user) {
        Run run(m_selectName, user);
        return run.next() ? run.text(0) : std::string();
    };
    for (const PendingMessage& message : m_outbox.pendingOf(context.conversation.id)) {
        if (!isShownWhilePending(message) || context.held.contains(message.seq)) {
            continue;
        }
        TimelineItem item = pendingItem(message, context.viewer.self);
        item.authorName = nameOf(context.viewer.self);
        if (item.forwarded.isValid()) {
            item.forwardedName = nameOf(item.forwarded.from);
        }
        if (item.replyTo.isValid()) {
            if (const auto answered = m_entries.entry(context.conversation.id, item.replyTo)) {
                item.replyToName = answered->authorName;
                item.replyToText = textOf(answered->entry);
                item.replyToFile = firstOf(fieldsOf(answered->entry.content).attachments);
            }
        }
        page.pending.push_back(std::move(item));
    }
}

PinnedMessages TimelineReader::pinned(ConversationId conversation, const Viewer& viewer)
{
    PinnedMessages found{conversation, {}};
    if (const auto local = m_conversations.find(conversation)) {
        for (const Seq seq : shownPinned(local->pinned, local->countedHead, local->clearedThrough,
                                         m_outbox.pendingOf(conversation))) {
            if (!std::ranges::binary_search(local->hidden, seq)) {
                found.messages.push_back({seq, item(conversation, viewer, seq)});
            }
        }
    }
    return found;
}

std::optional<TimelineItem> TimelineReader::item(ConversationId conversation, const Viewer& viewer, Seq seq)
{
    const std::optional<LocalConversation> found = m_conversations.find(conversation);
    std::optional<TimelineItem> item;
    {
        Run run(m_selectItem, conversation, seq, seq);
        if (run.next()) {
            item = itemOf(run, viewer, found.value_or(LocalConversation()));
        }
    }
    if (item && !item->isRecalled) {
        item->reactions = m_reactions.shown(conversation, seq, seq)[seq];
    }
    return item;
}

std::optional<TimelineItem> TimelineReader::target(ConversationId conversation, const Viewer& viewer, Seq seq)
{
    Seq found;
    {
        Run run(m_selectTarget, conversation, seq);
        if (run.next()) {
            found = run.id<Seq>(0);
        }
    }
    return found.isValid() ? item(conversation, viewer, found) : std::nullopt;
}

} // namespace tidemark
