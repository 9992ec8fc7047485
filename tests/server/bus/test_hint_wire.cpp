#include "server-stub/bus/hint_codec.h"
#include "tests/main/suite.h"
#include "tests/server/bus/random_hints.h"

#include <QTest>

#include <algorithm>
#include <string>

namespace tidemark::hint_wire_test {

using namespace tidemark::server;

namespace {

constexpr std::size_t plenty = 100000;

/// A batch of another version. `element` is the bytes of one of its hints.
std::string batchWith(const std::string& element)
{
    std::string bytes("\x09\x07\0\0\0\0\0\0\0", 9);
    bytes += '\x12';
    bytes += static_cast<char>(element.size());
    return bytes + element;
}

} // namespace

class TestHintWire : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKindSurvives()
    {
        SplitMix64 random(1);
        for (int round = 0; round < 200; ++round) {
            const HintBatch batch{NodeId(random.next()), oneOfEachKind(random)};
            for (std::size_t kind = 0; kind < hintKinds; ++kind) {
                QCOMPARE(batch.hints[kind].index(), kind);
            }
            const auto encoded = encodeHints(batch.from, batch.hints, plenty);
            QCOMPARE(encoded.size(), std::size_t(1));
            const auto decoded = decodeHints(encoded.front());
            QVERIFY(decoded);
            QVERIFY(*decoded == batch);
        }
    }

    void aLargeBatchBecomesSeveral()
    {
        SplitMix64 random(2);
        std::vector<Hint> hints;
        for (int i = 0; i < 1000; ++i) {
            hints.push_back(randomHint(random.below(hintKinds), random));
        }
        for (const std::size_t maxBytes : {200, 1000, 5997}) {
            std::vector<Hint> arrived;
            std::size_t longest = 0;
            for (const std::string& bytes : encodeHints(NodeId(5), hints, maxBytes)) {
                QVERIFY(bytes.size() <= maxBytes);
                longest = std::max(longest, bytes.size());
                const auto batch = decodeHints(bytes);
                QVERIFY(batch);
                QCOMPARE(batch->from.value, std::uint64_t(5));
                arrived.insert(arrived.end(), batch->hints.begin(), batch->hints.end());
            }
            QVERIFY(arrived == hints);
            QVERIFY2(longest * 10 > maxBytes * 6, "hints share a batch while there is room");
        }
        QVERIFY(encodeHints(NodeId(5), {}, plenty).empty());
    }

    void aHintThatDoesNotFitIsLeftOut()
    {
        const std::vector<Hint> hints{
            hint::Here{}, hint::Typing{ConversationId(1), {UserId(1), std::string(300, 'a')}}, hint::Gone{}};
        const auto encoded = encodeHints(NodeId(1), hints, 100);
        QCOMPARE(encoded.size(), std::size_t(1));
        QVERIFY(decodeHints(encoded.front())->hints == std::vector<Hint>({hint::Here{}, hint::Gone{}}));
    }

    void hintsOfALaterVersionAreSkipped()
    {
        const std::string unknown = batchWith(std::string("\xa2\x06\x01x", 4));
        const auto decoded = decodeHints(unknown);
        QVERIFY(decoded);
        QCOMPARE(decoded->from.value, std::uint64_t(7));
        QVERIFY(decoded->hints.empty());
        // The known hints of such a batch arrive.
        const std::vector<Hint> known{hint::AccountChanged{UserId(3)}};
        const auto both = decodeHints(unknown + encodeHints(NodeId(7), known, plenty).front());
        QVERIFY(both && both->hints == known);
        // This version does not know the outcome 9.
        QVERIFY(decodeHints(batchWith(std::string("\x62\x02\x20\x09", 4)))->hints.empty());
    }

    void anyBytesAreDecodedOrRefused()
    {
        QVERIFY(!decodeHints(""));
        QVERIFY(!decodeHints("garbage"));
        QVERIFY2(!decodeHints(std::string("\x09\0\0\0\0\0\0\0\0", 9)), "a batch without a sender is refused");
        QVERIFY2(!decodeHints(batchWith(std::string("\x4a\x03\x1a\x01\xff", 5))),
                 "a name that is not UTF-8 is refused");
        SplitMix64 random(3);
        const std::string bytes = encodeHints(NodeId(1), oneOfEachKind(random), plenty).front();
        for (std::size_t length = 0; length < bytes.size(); ++length) {
            static_cast<void>(decodeHints(std::string_view(bytes).substr(0, length)));
        }
        for (int round = 0; round < 5000; ++round) {
            std::string damaged = bytes;
            for (int i = 0; i < 3; ++i) {
                damaged[random.below(damaged.size())] = static_cast<char>(random.next());
            }
            static_cast<void>(decodeHints(damaged));
        }
    }
};

TIDEMARK_SUITE(TestHintWire, QCoreApplication)

} // namespace tidemark::hint_wire_test

#include "test_hint_wire.moc"
