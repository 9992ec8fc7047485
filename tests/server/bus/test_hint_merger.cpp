#include "server-stub/bus/hint_merger.h"
#include "tests/main/suite.h"
#include "tests/server/bus/random_hints.h"

#include <QTest>

namespace tidemark::hint_merger_test {

using namespace tidemark::server;

namespace {

Hint moved(std::uint64_t conversation, std::uint64_t epoch, std::uint64_t head)
{
    return hint::LogMoved{{ConversationId(conversation), LogEpoch(epoch), Seq(head)}};
}

Hint seen(std::uint64_t conversation, std::uint64_t reader, std::uint64_t through)
{
    return hint::SeenMoved{ConversationId(conversation), UserId(reader), Seq(through)};
}

Hint activity(std::uint64_t user, std::uint64_t device, bool isActive)
{
    return hint::Activity{UserId(user), DeviceId(device), isActive};
}

std::vector<Hint> merged(const std::vector<Hint>& hints)
{
    HintMerger merger(100);
    for (const Hint& hint : hints) {
        merger.add(hint);
    }
    return merger.take();
}

} // namespace

class TestHintMerger : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theNewestHeadOfALogIsSent()
    {
        QVERIFY(merged({moved(1, 7, 1), moved(2, 7, 1), moved(1, 7, 3), moved(1, 7, 2)})
                == std::vector<Hint>({moved(1, 7, 3), moved(2, 7, 1)}));
        QVERIFY2(merged({moved(1, 7, 9), moved(1, 8, 2)}) == std::vector<Hint>({moved(1, 8, 2)}),
                 "heads of different epochs are not compared");
    }

    void theGreatestSeqOfAReaderIsSent()
    {
        QVERIFY(merged({seen(1, 5, 4), seen(1, 6, 9), seen(1, 5, 8), seen(1, 5, 2), seen(2, 5, 1)})
                == std::vector<Hint>({seen(1, 5, 8), seen(1, 6, 9), seen(2, 5, 1)}));
    }

    void theNewestHintOfADeviceIsSent()
    {
        QVERIFY(merged({activity(1, 1, true), activity(1, 2, true), activity(1, 1, false)})
                == std::vector<Hint>({activity(1, 1, false), activity(1, 2, true)}));
    }

    void equalHintsAreSentOnceInOrder()
    {
        SplitMix64 random(1);
        std::vector<Hint> once;
        for (const Hint& hint : oneOfEachKind(random)) {
            if (!std::holds_alternative<hint::SignInTried>(hint)) {
                once.push_back(hint);
            }
        }
        std::vector<Hint> twice = once;
        twice.insert(twice.end(), once.begin(), once.end());
        QVERIFY(merged(twice) == once);
        const std::vector<Hint> different{
            hint::StateChanged{UserId(1), ConversationId(2)},
            hint::StateChanged{UserId(2), ConversationId(1)},
            hint::ConversationChanged{ConversationId(1)},
            hint::DeliveredMoved{ConversationId(1)},
            hint::AccountChanged{UserId(1)},
            hint::DotsChanged{UserId(1)},
            hint::DotsChanged{UserId()},
            hint::AvatarChanged{UserId(1), ConversationId()},
            hint::AvatarChanged{UserId(), ConversationId(1)},
            hint::MuteSet{UnixMs{1}},
            hint::MuteSet{UnixMs{2}},
        };
        QVERIFY(merged(different) == different);
    }

    void attemptsToSignInAreCountedOneByOne()
    {
        const std::vector<Hint> tried(3, hint::SignInTried{});
        QVERIFY(merged(tried) == tried);
    }

    void takenHintsWaitNoLonger()
    {
        HintMerger merger(2);
        merger.add(moved(1, 7, 2));
        QVERIFY(!merger.isEmpty());
        QVERIFY(merger.take() == std::vector<Hint>({moved(1, 7, 2)}));
        QVERIFY(merger.isEmpty());
        merger.add(moved(1, 7, 1));
        QVERIFY(merger.waiting() == std::vector<Hint>({moved(1, 7, 1)}));
    }

    void hintsBeyondTheLimitAreDropped()
    {
        HintMerger merger(2);
        for (const std::uint64_t conversation : {1, 2, 3, 4}) {
            merger.add(moved(conversation, 7, 1));
        }
        merger.add(moved(2, 7, 5)); // it is covered and takes no room
        QCOMPARE(merger.dropped(), std::uint64_t(2));
        QVERIFY(merger.waiting() == std::vector<Hint>({moved(1, 7, 1), moved(2, 7, 5), hint::HintsLost{}}));
    }
};

TIDEMARK_SUITE(TestHintMerger, QCoreApplication)

} // namespace tidemark::hint_merger_test

#include "test_hint_merger.moc"
