#include "core/base/random.h"
#include "server-stub/hub/state/block_cache.h"
#include "tests/hub/hub_world.h"

namespace tidemark::server::block_cache_test {

namespace {

/// A log of `messages` of one author.
struct Log {
    MemoryStore store;
    ConversationId id;
    Seq head;

    explicit Log(int messages)
    {
        store.begin();
        id = store.conversations().insert({}, {});
        for (int i = 0; i < messages; ++i) {
            append("text " + std::to_string(i));
        }
        REQUIRE(store.commit());
    }
    void append(const std::string& text) { append(content::Message{text}); }
    void append(const std::string& text, Seq target) { append(content::Edit{target, text}); }
    void append(EntryContent content)
    {
        NewEntry entry;
        entry.conversation = id;
        entry.author = UserId(1);
        entry.content = std::move(content);
        head = store.log().append(entry).entry.seq;
    }
    std::vector<Entry> from(BlockCache& cache, std::uint64_t after, std::uint64_t through)
    {
        return cache.entries(store, {id, Seq(after), Seq(through), head});
    }
    std::vector<Entry> real(std::uint64_t after, std::uint64_t through)
    {
        return store.log().entries(id, Seq(after), Seq(through), 100000, false);
    }
};

constexpr std::size_t plenty = 1U << 24U;

} // namespace

TEST_CASE("a block is read once, whichever part of it is requested")
{
    Log log(300);
    BlockCache cache(plenty);
    CHECK(log.from(cache, 0, 300) == log.real(0, 300));
    CHECK(cache.misses() == 1);
    for (std::uint64_t after = 0; after < 300; after += 7) {
        for (std::uint64_t through = after + 1; through <= 300; through += 31) {
            CHECK(log.from(cache, after, through) == log.real(after, through));
        }
    }
    CHECK(cache.misses() == 1);
    CHECK(cache.hits() > 100);
}

TEST_CASE("parts in any order equal the store's entries")
{
    Log log(1000);
    SplitMix64 random(1);
    BlockCache cache(40000); // room for some of the blocks
    for (int i = 0; i < 2000; ++i) {
        if (random.below(20) == 0) {
            const Seq target(1 + random.below(900));
            log.append("edited " + std::to_string(i), target);
            cache.changed(log.id, target);
        }
        if (random.below(30) == 0) {
            const Seq target(1 + random.below(900));
            log.append(content::Recall{target});
            cache.recalled(log.id, target);
        }
        if (random.below(200) == 0) {
            const Seq through(1 + random.below(500));
            log.store.log().trim(log.id, through);
            cache.trimmed(log.id, through);
        }
        const std::uint64_t after = random.below(log.head.value);
        const std::uint64_t through =
            after + 1 + random.below(std::min<std::uint64_t>(log.head.value - after, 200));
        REQUIRE(log.from(cache, after, through) == log.real(after, through));
        CHECK(cache.bytes() <= 40000);
    }
    CHECK(cache.hits() > 0);
}

TEST_CASE("a part is found from either end, up to a number of bytes, whatever is cached")
{
    Log log(0);
    SplitMix64 random(7);
    for (int i = 0; i < 700; ++i) {
        log.append(std::string(random.below(10) == 0 ? 30000 : random.below(200), 'a'));
    }
    BlockCache cache(600000); // room for some of the blocks
    for (int i = 0; i < 1000; ++i) {
        const std::uint64_t after = random.below(log.head.value);
        const std::uint64_t through = after + 1 + random.below(log.head.value - after);
        const bool fromEnd = random.below(2) == 0;
        const std::size_t maxTextBytes = 1 + random.below(400000);
        REQUIRE(cache.entries(log.store, {log.id, Seq(after), Seq(through), log.head, fromEnd, maxTextBytes})
                == log.store.log().part({log.id, Seq(after), Seq(through), 100000, fromEnd, maxTextBytes}));
        CHECK(cache.bytes() <= 600000);
    }
    CHECK(cache.hits() > 0);
}

TEST_CASE("little more of long texts is read than is requested")
{
    Log log(0);
    for (int i = 0; i < 300; ++i) {
        log.append(std::string(20000, 'a'));
    }
    constexpr std::size_t wanted = 100000;
    for (const bool fromEnd : {false, true}) {
        for (const std::uint64_t at : {0U, 40U, 63U, 64U, 150U}) {
            BlockCache cache(plenty);
            const std::size_t before = log.store.textBytesRead();
            const std::vector<Entry> found =
                cache.entries(log.store, {log.id, Seq(at), Seq(at + 150), log.head, fromEnd, wanted});
            CHECK(found.size() == 5);
            CHECK(log.store.textBytesRead() - before < 2 * wanted + BlockCache::surplusTextBytes + 40000);
        }
    }
}

TEST_CASE("only new entries of the newest part are read")
{
    Log log(10);
    BlockCache cache(plenty);
    log.from(cache, 9, 10);
    log.append("eleven");
    CHECK(textOf(log.from(cache, 10, 11).front()) == "eleven");
    CHECK(cache.misses() == 2);
    log.from(cache, 0, 11);
    CHECK(cache.misses() == 2);
}

TEST_CASE("without room, and for a log with holes, the store is read each time")
{
    Log log(10);
    BlockCache none(0);
    log.from(none, 0, 10);
    log.from(none, 0, 10);
    CHECK(none.misses() == 2);
    BlockCache cache(plenty);
    CHECK(cache.entries(log.store, {log.id, Seq(5), Seq(20), Seq(20)}).size() == 5);
    CHECK(cache.bytes() == 0);
}

TEST_CASE("many readers of a page cause one read of the store, and each sees only own uuids")
{
    HubWorld world;
    Client ada(world, "ada");
    ada.enter();
    Client bob(world, "bob");
    bob.enter();
    const ConversationId group = ada.createGroup("group", {"bob"});
    for (int i = 0; i < 100; ++i) {
        ada.send(group, "hello");
        bob.send(group, "hello");
    }
    const LogEpoch ofEpoch = bob.state(group).logEpoch;
    const std::vector<Entry> ofAda = ada.pullAll(group);
    const std::uint64_t misses = world.stats().blockMisses;
    const std::vector<Entry> ofBob = bob.pullAll(group);
    CHECK(world.stats().blockMisses == misses);
    REQUIRE(ofAda.size() == ofBob.size());
    for (std::size_t i = 0; i < ofAda.size(); ++i) {
        CHECK(ofAda[i].uuid.isValid()
              == (ofAda[i].author == ada.user && ofAda[i].kind() == EntryKind::Message));
        CHECK(ofBob[i].uuid.isValid()
              == (ofBob[i].author == bob.user && ofBob[i].kind() == EntryKind::Message));
    }
    ada.recall(group, Seq(2));
    CHECK(isRecalled(bob.pullAll(group)[1]));
    world.store.failNextCommit();
    ada.post(ada.message(group, "lost"));
    bob.post(protocol::Pull{group, ofEpoch, Seq(), Seq(), Seq(), 1000});
    world.turn();
    CHECK(bob.pullAll(group).size() == ofAda.size() + 1);
}

} // namespace tidemark::server::block_cache_test
