#include "core/store/reading/summary_reader.h"

#include "core/domain/hidden.h"
#include "core/store/tables/entry_columns.h"
#include "core/store/tables/ignore_table.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

// The last line is not by an ignored user, and does not show the words of one. The subqueries step down the
// primary key to the newest message or notice; few edits and recalls are above it.
#define TIDEMARK_SELECT_SUMMARY                                                                              \
    "SELECT c.id, c.kind, c.title, c.peer, c.member_count, c.is_member, c.muted, c.archived, c.pinned,"      \
    " c.server_head, c.cursor_epoch, c.cursor_seq, c.floor, c.unread, c.mentions, c.exact, "                 \
    "c.seen_by_others,"                                                                                      \
    " c.last_activity, e.seq, e.kind, e.author, e.recalled_by, e.notice,"                                    \
    " CASE WHEN e.forwarded_from <> 0 AND e.forwarded_from IN (" TIDEMARK_IGNORED                            \
    ") THEN x'' ELSE e.text END,"                                                                            \
    " author.name, subject.name,"                                                                            \
    " peer.name, drafts.text, intents.conversation IS NOT NULL,"                                             \
    " EXISTS (SELECT 1 FROM outbox o WHERE o.conversation = c.id), c.receipts, c.replies,"                   \
    " c.delivered_to_others, c.muted_until, c.role, c.feed_unread, c.feed_exact,"                            \
    " e.flags >> 4 > 0 AND e.recalled_by = 0,"                                                               \
    " CASE WHEN c.reactions_seen > c.reactions_confirmed THEN 0 ELSE c.unread_reactions END,"                \
    " c.kind = 0 AND EXISTS (SELECT 1 FROM ignored_users i WHERE i.user = c.peer"                            \
    " AND CASE WHEN i.uuid IS NULL THEN i.level ELSE i.pending END = 2),"                                    \
    " (SELECT n.seq FROM entries n WHERE n.conversation = c.id AND n.kind IN (0, 3)"                         \
    " ORDER BY n.seq DESC LIMIT 1),"                                                                         \
    " drafts.base, drafts.reply_to, drafts.uuid IS NOT NULL AND drafts.server_version <> drafts.base,"       \
    " drafts.server_text, drafts.server_device_name, drafts.server_at, c.cleared_upto, e.at,"                \
    " c.pinned_messages, c.counted_head, c.forwarding_forbidden, e.forwarded_from <> 0,"                     \
    " CASE WHEN c.wanted_pin_order > 0 THEN c.wanted_pin_order ELSE c.pin_order END,"                        \
    " c.hidden, peer.deleted"                                                                                \
    " FROM conversations c"                                                                                  \
    " LEFT JOIN entries e ON e.conversation = c.id AND e.seq = (SELECT n.seq FROM entries n"                 \
    " WHERE n.conversation = c.id AND n.kind IN (0, 3) AND n.author NOT IN (" TIDEMARK_IGNORED ")"           \
    " AND NOT (n.kind = 0 AND n.recalled_by = n.seq)"                                                        \
    " ORDER BY n.seq DESC LIMIT 1)"                                                                          \
    " LEFT JOIN shown_users author ON author.id = e.author"                                                  \
    " LEFT JOIN shown_users subject ON e.kind = 3 AND subject.id = e.ref_user"                               \
    " LEFT JOIN shown_users peer ON peer.id = c.peer"                                                        \
    " LEFT JOIN drafts ON drafts.conversation = c.id"                                                        \
    " LEFT JOIN intents ON intents.conversation = c.id"

using LastLine = ConversationSummary::LastLine;

void readLastLine(const Run& run, const Viewer& viewer, ConversationSummary& summary)
{
    if (run.isNull(18)) {
        return;
    }
    summary.lastSeq = run.id<Seq>(18);
    const bool isNotice = static_cast<EntryKind>(run.number(19)) == EntryKind::Notice;
    const bool isRecalled = run.number(21) != 0;
    summary.lastLine = isNotice ? LastLine::Notice : isRecalled ? LastLine::Recalled : LastLine::Message;
    summary.lastIsOwn = run.id<UserId>(20) == viewer.self;
    summary.lastNotice = static_cast<NoticeKind>(run.number(22));
    summary.lastText = run.text(23);
    if (!summary.lastIsOwn) {
        summary.lastSender = run.text(24);
    }
    summary.lastSubject = run.text(25);
    summary.lastIsForwarded = run.flag(52);
}

ConversationSummary summaryOf(const Run& run, const Viewer& viewer)
{
    ConversationSummary summary;
    summary.id = run.id<ConversationId>(0);
    summary.kind = static_cast<ConversationKind>(run.number(1));
    summary.peer = run.id<UserId>(3);
    summary.title = summary.kind == ConversationKind::Direct ? run.text(26) : run.text(2);
    summary.memberCount = static_cast<std::uint32_t>(run.number(4));
    summary.isMember = run.flag(5);
    summary.settings = {run.flag(6),
                        run.flag(7),
                        run.flag(8),
                        static_cast<ReceiptPrivacy>(run.number(30)),
                        UnixMs{run.number(33)},
                        static_cast<std::uint32_t>(run.number(53))};
    summary.head = run.id<Seq>(9);
    summary.cursor = {static_cast<std::uint32_t>(run.number(10)), run.id<Seq>(11)};
    summary.floor = run.id<Seq>(12);
    summary.counts = {static_cast<std::uint64_t>(run.number(13)), static_cast<std::uint64_t>(run.number(14)),
                      static_cast<std::uint64_t>(run.number(31))};
    summary.exact = run.flag(15);
    summary.seenByOthers = run.id<Seq>(16);
    summary.deliveredToOthers = run.id<Seq>(32);
    summary.role = static_cast<Role>(run.number(34));
    summary.feedUnread = static_cast<std::uint64_t>(run.number(35));
    summary.feedExact = run.flag(36);
    summary.unreadReactions = static_cast<std::uint64_t>(run.number(38));
    summary.isBlocked = run.flag(39);
    summary.newestSeq = run.isNull(40) ? Seq() : run.id<Seq>(40);
    summary.lastActivity = UnixMs{run.number(17)};
    readLastLine(run, viewer, summary);
    if (summary.lastSeq.isValid() && summary.newestSeq > summary.lastSeq) {
        // An ignored user has written since: that neither moves the conversation up nor is its time.
        summary.lastActivity = UnixMs{run.number(48)};
    }
    summary.draft = run.text(27);
    summary.draftVersion = static_cast<std::uint64_t>(run.number(41));
    summary.draftReplyTo = run.id<Seq>(42);
    if (run.flag(43)) { // isInConflict()
        summary.otherDraft = run.text(44);
    }
    summary.draftDevice = run.text(45);
    summary.draftAt = UnixMs{run.number(46)};
    summary.clearedThrough = run.id<Seq>(47);
    summary.pinnedMessages = missingIn(seqsFromColumn(run.bytes(54)), seqsFromColumn(run.bytes(49)));
    summary.forwardingForbidden = run.flag(51);
    summary.isPeerDeleted = summary.kind == ConversationKind::Direct && run.flag(55);
    summary.readUnsent = run.flag(28);
    return summary;
}

bool hasPending(const Run& run)
{
    return run.flag(29);
}

Seq countedHeadIn(const Run& run)
{
    return run.id<Seq>(50);
}

bool lastLineHasFiles(const Run& run)
{
    return run.flag(37);
}

void addFiles(ConversationSummary& summary, const std::vector<Attachment>& attachments)
{
    summary.lastFiles = static_cast<std::uint32_t>(attachments.size());
    summary.lastFilesArePictures =
        !attachments.empty() && std::all_of(attachments.begin(), attachments.end(), isPicture);
    summary.lastFileName = attachments.empty() ? std::string() : attachments.front().name;
}

} // namespace

SummaryReader::SummaryReader(Database& database, StoreTables& tables)
    : m_attachments(tables.attachments), m_outbox(tables.outbox),
      m_selectAll(database, TIDEMARK_SELECT_SUMMARY " ORDER BY c.id"),
      m_selectOne(database, TIDEMARK_SELECT_SUMMARY " WHERE c.id = ?"),
      m_selectNewestPending(
          database,
          "SELECT text, state, created_at, uuid, forwarded_from <> 0 FROM outbox o WHERE conversation = ? "
          "AND kind = 0"
          " AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.conversation = o.conversation AND e.seq = o.seq)"
          " ORDER BY position DESC LIMIT 1")
{
}

std::vector<ConversationSummary> SummaryReader::all(const Viewer& viewer)
{
    std::vector<ConversationSummary> found;
    std::vector<std::size_t> withFiles;
    std::vector<std::pair<std::size_t, Seq>> withPending;
    {
        Run run(m_selectAll);
        while (run.next()) {
            if (lastLineHasFiles(run)) {
                withFiles.push_back(found.size());
            }
            if (hasPending(run)) {
                withPending.emplace_back(found.size(), countedHeadIn(run));
            }
            found.push_back(summaryOf(run, viewer));
        }
    }
    for (const std::size_t index : withFiles) {
        addFiles(found[index], m_attachments.of(found[index].id, found[index].lastSeq));
    }
    for (const auto& [index, counted] : withPending) {
        addPending(found[index], counted);
    }
    return found;
}

std::optional<ConversationSummary> SummaryReader::one(ConversationId conversation, const Viewer& viewer)
{
    std::optional<ConversationSummary> found;
    bool files = false;
    std::optional<Seq> pending; // the counted head, if there is any
    {
        Run run(m_selectOne, conversation);
        if (run.next()) {
            found = summaryOf(run, viewer);
            files = lastLineHasFiles(run);
            pending = hasPending(run) ? std::optional(countedHeadIn(run)) : std::nullopt;
        }
    }
    if (found && files) {
        addFiles(*found, m_attachments.of(conversation, found->lastSeq));
    }
    if (found && pending) {
        addPending(*found, *pending);
    }
    return found;
}

void SummaryReader::addPending(ConversationSummary& summary, Seq counted)
{
    summary.pinnedMessages = shownPinned(std::move(summary.pinnedMessages), counted, summary.clearedThrough,
                                         m_outbox.pendingOf(summary.id));
    Run run(m_selectNewestPending, summary.id);
    if (!run.next()) {
        return;
    }
    const auto state = static_cast<PendingMessage::State>(run.number(1));
    summary.lastLine = state == PendingMessage::State::Failed  ? LastLine::Failed
                       : state == PendingMessage::State::Acked ? LastLine::Message
                                                               : LastLine::Pending;
    summary.lastIsOwn = true;
    summary.lastSender.clear();
    summary.lastNotice = NoticeKind::None;
    summary.lastSubject.clear();
    summary.lastSeq = Seq();
    summary.lastText = run.text(0);
    summary.lastIsForwarded = run.flag(4);
    addFiles(summary, m_outbox.attachmentsOf(run.uuid(3)));
    summary.lastActivity = std::max(summary.lastActivity, UnixMs{run.number(2)});
}

} // namespace tidemark
