#include "server-stub/hub/contract/audit.h"

#include "core/domain/pinned.h"
#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/counts.h"
#include "server-stub/hub/contract/file_audit.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace tidemark::server {

namespace {

constexpr std::uint32_t pageSize = 1000;

std::string textOf(ReadCounts counts)
{
    return "unread " + std::to_string(counts.unread) + " mentions " + std::to_string(counts.mentions)
           + " replies " + std::to_string(counts.replies);
}

class ConversationAudit {
public:
    ConversationAudit(Store& store, ConversationRecord conversation, FileAudit& files,
                      std::vector<std::string>& findings)
        : m_store(store), m_conversation(std::move(conversation)), m_files(files), m_findings(findings)
    {
    }

    void run()
    {
        checkLog();
        checkPinned();
        checkReactions();
        const std::vector<UserId> members = m_store.members().present(m_conversation.id);
        const bool countsMembers = m_conversation.kind != ConversationKind::NoticeList;
        expect((countsMembers ? members.size() : 0) == m_conversation.memberCount,
               "the member count differs from the number of members");
        for (const UserId user : members) {
            checkMember(user);
        }
    }

private:
    void checkLog()
    {
        Seq last;
        while (last < m_conversation.head) {
            const std::vector<Entry> page =
                m_store.log().entries(m_conversation.id, last, m_conversation.head, pageSize, false);
            for (const Entry& entry : page) {
                expect(entry.seq == next(last),
                       "seq " + std::to_string(entry.seq.value) + " follows " + std::to_string(last.value));
                last = entry.seq;
                expect(entry.seq > m_conversation.trimmedThrough || bytesIn(entry.content) == 0,
                       "entry " + std::to_string(entry.seq.value) + " was trimmed but has content");
                checkPrefix(entry);
                noteFiles(entry);
                notePin(entry);
                m_files.note(entry);
            }
            if (page.empty()) {
                expect(false, "entries are missing after " + std::to_string(last.value));
                return;
            }
        }
        checkFiles();
        expect(m_conversation.trimmedThrough <= m_conversation.head, "the log is trimmed beyond the head");
        expect(m_countable == m_conversation.headCountable,
               "the prefix count at the head differs from the log");
        expect(m_store.log().entries(m_conversation.id, last, Seq(~std::uint64_t{0} >> 1U), 1, false).empty(),
               "the log has entries beyond the head");
    }

    void checkPrefix(const Entry& entry)
    {
        std::uint64_t& own = m_own[entry.author];
        if (isCountable(entry.kind())) {
            ++m_countable;
            ++own;
        }
        const PrefixCounts stored = m_store.log().prefix(m_conversation.id, entry.seq, entry.author);
        expect(stored == PrefixCounts{m_countable, own},
               "wrong prefix counts at entry " + std::to_string(entry.seq.value));
    }

    /// Collects the pinned messages that follow from the log.
    void notePin(const Entry& entry)
    {
        if (const auto change = pinChangeIn(entry.content)) {
            if (change->isPinned) {
                m_pinned.insert(change->target);
            } else {
                m_pinned.erase(change->target);
            }
        }
    }

    void checkPinned()
    {
        std::vector<Seq> stored = m_conversation.pinned;
        dropTrimmed(stored, m_conversation.trimmedThrough);
        m_pinned.erase(m_pinned.begin(), m_pinned.upper_bound(m_conversation.trimmedThrough));
        expect(stored == std::vector(m_pinned.begin(), m_pinned.end()),
               "the pinned messages differ from the log");
        expect(m_pinned.size() <= caps::maxPinned, "too many messages are pinned");
    }

    void noteFiles(const Entry& entry)
    {
        const auto* message = entry.as<content::Message>();
        if (message == nullptr) {
            return;
        }
        for (const Attachment& attachment : message->attachments) {
            m_references.insert({attachment.hash, m_conversation.id, entry.seq});
            const auto file = m_store.blobs().blob(attachment.hash);
            expect(file && file->size == attachment.size,
                   "a file of entry " + std::to_string(entry.seq.value) + " is not known");
        }
    }

    void checkFiles()
    {
        const std::vector<BlobReference> stored = m_store.blobs().references(m_conversation.id);
        expect(std::set(stored.begin(), stored.end()) == m_references,
               "the references to files differ from the log");
    }

    void checkMember(UserId user)
    {
        const auto member = m_store.members().find(m_conversation.id, user);
        const std::string who = "user " + std::to_string(user.value) + ": ";
        if (!member) {
            return expect(false, who + "the member row is missing");
        }
        expect(member->isMember, who + "the row says not a member");
        expect(member->cursor.readSeq <= m_conversation.head, who + "the cursor is beyond the head");
        expect(member->floor <= m_conversation.head, who + "the floor is beyond the head");
        expect(member->hiddenThrough <= member->floor, who + "entries above the floor are hidden");
        expect(member->clearedThrough <= member->hiddenThrough, who + "cleared entries are not hidden");
        const auto& hidden = member->hidden;
        expect(hidden.size() <= caps::maxHidden && std::ranges::is_sorted(hidden, std::less_equal<>())
                   && (hidden.empty() || hidden.back() <= m_conversation.head),
               who + "the hidden messages are too many, out of order or beyond the head");
        expect(!member->banned, who + "a banned user is a member");
        expect(member->seen <= m_conversation.head, who + "the receipt is beyond the head");
        const Viewer viewer = viewerOf(user, m_store.ignores().of(user));
        checkFeed(*member, viewer, who);
        checkUnreadReactions(*member, viewer, who);
        const ReadCounts fast = countsOf(m_store, m_conversation, *member, viewer);
        const Seq read = effectiveRead(member->floor, member->cursor.readSeq);
        const Viewer reader = readerOf(*member, viewer);
        const ReadCounts slow = m_store.log().recount(m_conversation.id, read, reader);
        expect(fast == slow, who + textOf(fast) + ", recounted " + textOf(slow));
        const Seq first = firstUnreadOf(m_store, m_conversation, *member, viewer, fast);
        const bool isFirst =
            fast.unread == 0
                ? !first.isValid()
                : first > read
                      && m_store.log().recount(m_conversation.id, first, reader).unread == fast.unread - 1;
        expect(isFirst, who + "wrong first unread message " + std::to_string(first.value));
    }

    void checkFeed(const MemberRecord& member, const Viewer& viewer, const std::string& who)
    {
        expect(member.feedSnapshot <= m_conversation.head, who + "the feed snapshot is beyond the head");
        if (m_conversation.kind == ConversationKind::Channel) {
            const Seq opened = effectiveRead(member.floor, member.feedSnapshot);
            const std::uint64_t fast = feedOf(m_store, m_conversation, member, viewer);
            const std::uint64_t slow =
                m_store.log().recount(m_conversation.id, opened, readerOf(member, viewer)).unread;
            expect(fast == slow,
                   who + "feed " + std::to_string(fast) + ", recounted " + std::to_string(slow));
        }
    }

    void checkReactions()
    {
        m_reactions = m_store.reactions().all(m_conversation.id);
        for (const ReactionRecord& one : m_reactions) {
            const std::string what = "reaction " + std::to_string(one.seq.value) + ": ";
            expect(one.first.isValid() && one.first <= one.seq && one.seq <= m_conversation.reactionHead,
                   what + "its positions are out of order");
            const auto target = m_store.log().entry(m_conversation.id, one.target);
            const bool isMessage = target && target->entry.kind() == EntryKind::Message;
            expect(isMessage && !isRecalled(target->entry) && one.target > m_conversation.trimmedThrough,
                   what + "its message is not there");
            expect(isMessage && target->entry.author == one.targetAuthor,
                   what + "its message has another author");
        }
    }

    void checkUnreadReactions(const MemberRecord& member, const Viewer& viewer, const std::string& who)
    {
        expect(member.reactionsSeen <= m_conversation.reactionHead,
               who + "the seen reactions are beyond their head");
        std::uint64_t slow = 0;
        for (const ReactionRecord& one : m_reactions) {
            const bool counts = one.isOn && one.targetAuthor == member.user && viewer.counts(one.user)
                                && one.first > member.reactionsSeen
                                && one.target > goneFor(m_conversation, member)
                                && !std::ranges::binary_search(member.hidden, one.target);
            slow += counts ? 1 : 0;
        }
        const std::uint64_t fast = countUnreadReactions(m_store, m_conversation, member, viewer);
        expect(fast == slow,
               who + std::to_string(fast) + " unread reactions, recounted " + std::to_string(slow));
    }

    void expect(bool holds, const std::string& finding)
    {
        if (!holds) {
            m_findings.push_back("conversation " + std::to_string(m_conversation.id.value) + ": " + finding);
        }
    }

    Store& m_store;
    ConversationRecord m_conversation;
    FileAudit& m_files;
    std::vector<std::string>& m_findings;
    std::uint64_t m_countable = 0;
    std::map<UserId, std::uint64_t> m_own;
    std::vector<ReactionRecord> m_reactions;
    std::set<Seq> m_pinned;
    std::set<BlobReference> m_references; ///< that follow from the log
};

} // namespace

std::vector<std::string> audit(Store& store)
{
    std::vector<std::string> findings;
    FileAudit files(store, findings);
    for (const ConversationId id : store.conversations().all()) {
        if (const auto conversation = store.conversations().find(id)) {
            ConversationAudit(store, *conversation, files, findings).run();
        } else {
            findings.push_back("conversation " + std::to_string(id.value) + ": cannot be read");
        }
    }
    files.run();
    return findings;
}

} // namespace tidemark::server
