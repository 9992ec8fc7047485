#include "core/store/client_store_p.h"

#include <algorithm>
#include <limits>

namespace tidemark {

ClientStore::ClientStore(std::unique_ptr<Private> state) : d(std::move(state)) {}

ClientStore::~ClientStore() = default;

Snapshot ClientStore::load() const
{
    Snapshot snapshot;
    snapshot.device = d->tables.account.device();
    snapshot.account = d->tables.account.account();
    snapshot.conversations = d->tables.conversations.allWithHeld();
    snapshot.intents = d->tables.outbox.allIntents();
    snapshot.pending = d->tables.outbox.allPending();
    snapshot.totals = d->tables.account.totals();
    return d->settled(std::move(snapshot));
}

bool ClientStore::apply(const std::vector<Write>& writes)
{
    if (writes.empty()) {
        return true;
    }
    d->database->setWaitForDisk(std::any_of(writes.begin(), writes.end(), isIrreplaceable));
    const bool done = d->transact([&] {
        for (const Write& write : writes) {
            d->applier.apply(write);
        }
    });
    if (!done) {
        d->search.forgetBehind();
    } else if (std::any_of(writes.begin(), writes.end(), changesAccount)) {
        d->readAccount();
    }
    d->settle();
    return done;
}

const StoreError& ClientStore::lastError() const
{
    return d->lastError;
}

ReadCounts ClientStore::countUnread(ConversationId conversation, UserId reader, Seq after, Seq upto,
                                    Seq atHead) const
{
    return d->settled(d->tables.entries.countUnread(conversation, reader, after, upto, atHead));
}

CountDelta ClientStore::contributions(ConversationId conversation, UserId reader, Seq after, Seq upto,
                                      Seq readSeq) const
{
    return d->settled(d->tables.entries.contributions(conversation, reader, after, upto, readSeq));
}

std::vector<ConversationSummary> ClientStore::summaries() const
{
    return d->settled(d->summaries.all(d->reader));
}

std::optional<ConversationSummary> ClientStore::summary(ConversationId conversation) const
{
    return d->settled(d->summaries.one(conversation, d->reader));
}

TimelinePage ClientStore::timeline(ConversationId conversation, TimelineQuery query) const
{
    return d->settled(d->timeline.page(conversation, d->reader, query));
}

std::optional<Seq> ClientStore::firstUnread(ConversationId conversation) const
{
    const std::optional<LocalConversation> found = d->tables.conversations.find(conversation);
    return d->settled(found ? d->tables.entries.firstUnread(conversation, d->reader, effectiveRead(*found))
                            : std::nullopt);
}

std::optional<HistoryEntry> ClientStore::entry(ConversationId conversation, Seq seq) const
{
    return d->settled(d->tables.entries.entry(conversation, seq));
}

std::vector<HistoryEntry> ClientStore::history(ConversationId conversation, Seq after, Seq before,
                                               int limit) const
{
    const bool fromEnd = before.isValid() || !after.isValid();
    const Seq bound = before.isValid() ? before : Seq(std::numeric_limits<std::int64_t>::max());
    return d->settled(d->tables.entries.history(conversation, after, bound, limit, fromEnd));
}

bool ClientStore::setDraft(ConversationId conversation, const QString& text)
{
    return d->transact([&] { d->tables.conversations.putDraft(conversation, text); });
}

QString ClientStore::setting(const QString& key) const
{
    return d->settled(d->tables.account.setting(key));
}

bool ClientStore::setSetting(const QString& key, const QString& value)
{
    return d->transact([&] { d->tables.account.setSetting(key, value); });
}

bool ClientStore::indexSome(int maxRows)
{
    if (!d->search.hasMore()) {
        return false;
    }
    bool hasMore = false;
    return d->transact([&] { hasMore = d->search.indexSome(maxRows); }) && hasMore;
}

std::vector<SearchHit> ClientStore::search(const QString& words, ConversationId onlyIn, int limit) const
{
    return d->settled(d->search.find(words, onlyIn, d->reader, limit));
}

std::vector<StoreDifference> ClientStore::audit() const
{
    return d->settled(d->auditor.checkAll());
}

bool ClientStore::repair()
{
    const bool done = d->transact([&] { d->auditor.repairAll(); });
    d->search.forgetBehind();
    d->settle();
    return done;
}

} // namespace tidemark
