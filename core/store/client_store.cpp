#include "core/store/client_store_p.h"
#include "core/store/upkeep/textless_copy.h"

#include <algorithm>
#include <limits>

namespace tidemark {

ClientStore::ClientStore(std::unique_ptr<Private> state) : m_state(std::move(state)) {}

ClientStore::~ClientStore() = default;

Snapshot ClientStore::load() const
{
    Snapshot snapshot;
    snapshot.device = m_state->tables.account.device();
    snapshot.account = m_state->tables.account.account();
    snapshot.conversations = m_state->tables.conversations.allWithHeld();
    snapshot.intents = m_state->tables.outbox.allIntents();
    snapshot.pending = m_state->tables.outbox.allPending();
    snapshot.totals = m_state->tables.account.totals();
    snapshot.dots = m_state->tables.account.dots();
    snapshot.avatars = m_state->tables.account.avatars();
    snapshot.reactions = m_state->tables.reactions.allPending();
    snapshot.ignores = m_state->tables.ignores.get();
    snapshot.drafts = m_state->tables.drafts.all();
    snapshot.draftProgress = m_state->tables.drafts.progress();
    snapshot.scheduled = m_state->tables.schedules.all();
    snapshot.scheduledThrough = m_state->tables.schedules.through();
    snapshot.folders = m_state->tables.folders.get();
    snapshot.invitations = m_state->tables.invitations.get();
    return m_state->settled(std::move(snapshot));
}

bool ClientStore::apply(const std::vector<Write>& writes)
{
    if (writes.empty()) {
        return true;
    }
    m_state->database->setWaitForDisk(std::any_of(writes.begin(), writes.end(), isIrreplaceable));
    const bool done = m_state->transact([&] {
        for (const Write& write : writes) {
            m_state->applier.apply(write);
        }
    });
    if (!done) {
        m_state->search.forgetBehind();
    } else if (std::any_of(writes.begin(), writes.end(), changesAccount)) {
        m_state->readAccount();
    }
    m_state->settle();
    return done;
}

const StoreError& ClientStore::lastError() const
{
    return m_state->lastError;
}

std::uint64_t ClientStore::failures() const
{
    return m_state->failures;
}

ReadCounts ClientStore::countUnread(ConversationId conversation, const Viewer& viewer, Seq after, Seq through,
                                    Seq atHead) const
{
    return m_state->settled(
        m_state->tables.entries.countUnread(conversation, viewer, after, through, atHead));
}

CountDelta ClientStore::contributions(ConversationId conversation, const Viewer& viewer, Seq after,
                                      Seq through, Seq readSeq) const
{
    return m_state->settled(
        m_state->tables.entries.contributions(conversation, viewer, after, through, readSeq));
}

std::vector<PinChange> ClientStore::pinChanges(ConversationId conversation, Seq after, Seq through) const
{
    return m_state->settled(m_state->tables.entries.pinChanges(conversation, after, through));
}

std::vector<ConversationSummary> ClientStore::summaries() const
{
    return m_state->settled(m_state->summaries.all(m_state->viewer));
}

std::optional<ConversationSummary> ClientStore::summary(ConversationId conversation) const
{
    return m_state->settled(m_state->summaries.one(conversation, m_state->viewer));
}

TimelinePage ClientStore::timeline(ConversationId conversation, TimelineQuery query) const
{
    return m_state->settled(m_state->timeline.page(conversation, m_state->viewer, query));
}

std::optional<Seq> ClientStore::firstUnread(ConversationId conversation) const
{
    const std::optional<LocalConversation> found = m_state->tables.conversations.find(conversation);
    if (!found || (found->exact && found->counts.unread == 0)) {
        return m_state->settled(std::optional<Seq>());
    }
    EntryTable& entries = m_state->tables.entries;
    const Seq read = effectiveRead(*found);
    const std::optional<Seq> held = entries.firstUnread(conversation, m_state->viewer, read);
    if (held && m_state->tables.conversations.held(conversation).covers(read, *held)) {
        return m_state->settled(held);
    }
    // Below the held entries only the server knows the first unread message, and a read on this device may
    // have passed the server's value.
    const Seq stored = found->firstUnread;
    const bool isAbove = stored > read && effectiveRead(found->floor, found->confirmed.readSeq) <= read;
    return m_state->settled(isAbove && !entries.isRecalled(conversation, stored) ? std::optional(stored)
                                                                                 : std::nullopt);
}

NextMention ClientStore::nextMention(ConversationId conversation, Seq after) const
{
    return m_state->settled(m_state->timeline.nextMention(conversation, m_state->viewer, after));
}

PinnedMessages ClientStore::pinned(ConversationId conversation) const
{
    return m_state->settled(m_state->timeline.pinned(conversation, m_state->viewer));
}

std::vector<User> ClientStore::people(int limit) const
{
    return m_state->settled(m_state->tables.account.users(limit));
}

std::vector<ConversationId> ClientStore::groupsWith(UserId person) const
{
    return m_state->settled(m_state->tables.entries.groupsWith(person));
}

std::vector<IgnoredPerson> ClientStore::ignored() const
{
    return m_state->settled(m_state->tables.ignores.people());
}

std::vector<ScheduledItem> ClientStore::scheduled() const
{
    std::vector<ScheduledItem> items;
    for (const LocalScheduled& one : m_state->tables.schedules.all()) {
        items.push_back(itemOf(one));
    }
    std::ranges::stable_sort(items, {}, &ScheduledItem::due);
    return m_state->settled(std::move(items));
}

std::optional<HistoryEntry> ClientStore::entry(ConversationId conversation, Seq seq) const
{
    return m_state->settled(m_state->tables.entries.entry(conversation, seq));
}

std::vector<HistoryEntry> ClientStore::history(ConversationId conversation, Seq after, Seq before,
                                               int limit) const
{
    const bool fromEnd = before.isValid() || !after.isValid();
    const Seq bound = before.isValid() ? before : Seq(std::numeric_limits<std::int64_t>::max());
    std::vector<HistoryEntry> found =
        m_state->tables.entries.history(conversation, after, bound, limit, fromEnd);
    if (!found.empty()) {
        auto reactions =
            m_state->tables.reactions.shown(conversation, found.front().entry.seq, found.back().entry.seq);
        for (HistoryEntry& one : found) {
            if (!isRecalled(one.entry) && reactions.contains(one.entry.seq)) {
                one.reactions = std::move(reactions[one.entry.seq]);
            }
        }
    }
    return m_state->settled(std::move(found));
}

std::vector<AttachmentItem> ClientStore::attachments(const AttachmentQuery& query) const
{
    return m_state->settled(m_state->tables.attachments.find(query, m_state->viewer.self));
}

bool ClientStore::namesFile(const BlobHash& hash) const
{
    return m_state->settled(m_state->tables.attachments.names(hash));
}

std::vector<BlobHash> ClientStore::filesInUse() const
{
    std::vector<BlobHash> files = m_state->tables.attachments.all();
    for (const Avatar& avatar : m_state->tables.account.avatars()) {
        if (avatar.hash.isValid()) {
            files.push_back(avatar.hash);
        }
    }
    std::ranges::sort(files);
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return m_state->settled(std::move(files));
}

HeldLog ClientStore::heldLog(ConversationId conversation) const
{
    HeldLog log;
    if (const auto found = m_state->tables.conversations.find(conversation)) {
        log = {m_state->tables.conversations.held(conversation), found->serverHead, found->trimmedThrough};
    }
    return m_state->settled(std::move(log));
}

StoreContents ClientStore::contents() const
{
    StoreContents contents = m_state->file->sizes();
    for (const Snapshot::Conversation& one : m_state->tables.conversations.allWithHeld()) {
        ++contents.conversations;
        contents.entries += one.held.size();
    }
    contents.indexed = m_state->search.indexedEntries();
    return m_state->settled(contents);
}

QString ClientStore::setting(const QString& key) const
{
    return m_state->settled(m_state->tables.account.setting(key));
}

void ClientStore::nameDeletedAccounts(const QString& words)
{
    m_state->tables.names.nameDeleted(words);
    m_state->settle();
}

bool ClientStore::setSetting(const QString& key, const QString& value)
{
    return m_state->transact([&] { m_state->tables.account.setSetting(key, value); });
}

bool ClientStore::copyWithoutText(const QString& path) const
{
    const auto copied = tidemark::copyWithoutText(*m_state->database, path);
    if (!copied) {
        m_state->lastError = copied.error();
    }
    return copied.has_value();
}

bool ClientStore::indexSome(int maxRows)
{
    if (!m_state->search.hasMore()) {
        return false;
    }
    bool hasMore = false;
    return m_state->transact([&] { hasMore = m_state->search.indexSome(maxRows); }) && hasMore;
}

std::vector<SearchHit> ClientStore::search(const QString& words, ConversationId onlyIn, int limit) const
{
    return m_state->settled(m_state->search.find(words, onlyIn, m_state->viewer.self, limit));
}

std::vector<SearchHit> ClientStore::aboutReader(const AboutReaderQuery& query) const
{
    std::vector<SearchHit> hits;
    for (const AboutReaderTable::Found& found : m_state->tables.aboutReader.find(query)) {
        if (auto item = m_state->timeline.item(found.conversation, m_state->viewer, found.seq)) {
            hits.push_back({found.conversation, *std::move(item), found.answersReader, found.isUnread,
                            found.isReactedTo});
        }
    }
    return m_state->settled(std::move(hits));
}

bool ClientStore::clearIndex()
{
    const bool done = m_state->transact([&] { m_state->search.clear(); });
    m_state->search.forgetBehind();
    return done;
}

bool ClientStore::isIndexSound() const
{
    const bool isSound = m_state->search.isSound();
    // The error concerns only the index, which can be rebuilt.
    static_cast<void>(m_state->database->takeError());
    return isSound;
}

std::vector<StoreDifference> ClientStore::audit() const
{
    return m_state->settled(m_state->auditor.checkAll());
}

bool ClientStore::repair()
{
    const bool done = m_state->transact([&] { m_state->auditor.repairAll(); });
    m_state->search.forgetBehind();
    m_state->settle();
    return done;
}

} // namespace tidemark
