#include "core/models/notifications/notification_plan.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

namespace tidemark::notification_plan_test {

using namespace Qt::StringLiterals;

namespace {

constexpr ConversationId group{1};
constexpr ConversationId direct{2};
constexpr Milliseconds soon{300};

} // namespace

/// Plays a device: its conversations, the time, and the notifications that must then be shown. Orders are
/// written as words: "show 1 through 5 unread 2", "quiet …", "digest 4 in 2", "withdraw 1".
class TestNotificationPlan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        test::failOnAnyWarning();
        m_plan = NotificationPlan();
        m_now = Instant(Milliseconds(1000000));
        m_all.clear();
        add(group, ConversationKind::Group);
        add(direct, ConversationKind::Direct);
        m_plan.takeAll({m_all[group], m_all[direct]});
        m_plan.noteCaughtUp(m_now);
        QCOMPARE(decide(), QString());
    }

    void aMessageOfAnotherUserIsShownAfterAMoment()
    {
        arrives(group);
        QCOMPARE(decide(), QString());
        QCOMPARE(m_plan.wakeAt(), std::optional(m_now + soon));
        QCOMPARE(later(soon), u"show 1 upto 11 unread 1"_s);
        QCOMPARE(later(soon), QString());
        QVERIFY(!m_plan.wakeAt());
    }

    void theNextOneTakesItsPlace()
    {
        arrives(group);
        QCOMPARE(later(soon), u"show 1 upto 11 unread 1"_s);
        arrives(group);
        QCOMPARE(later(soon), u"show 1 upto 12 unread 2"_s);
    }

    void ownMessagesAreNoNews()
    {
        writes(group);
        QCOMPARE(later(soon), QString());
        // A notification does not hide what came before it in the same turn either.
        arrives(group, false);
        writes(group);
        QCOMPARE(later(soon), u"show 1 upto 13 unread 1 textless"_s);
    }

    void aMessageThatIsReadAtOnceIsNotShown()
    {
        arrives(group);
        QCOMPARE(decide(), QString());
        reads(group, 11);
        QCOMPARE(later(soon), QString());
    }

    void readingOnAnyDeviceTakesItBack()
    {
        arrives(group);
        arrives(direct);
        QCOMPARE(later(soon), u"show 1 upto 11 unread 1; show 2 upto 11 unread 1"_s);
        reads(group, 11);
        QCOMPARE(decide(), u"withdraw 1"_s);
        QCOMPARE(decide(), QString());
    }

    void aPartialReadPutsTheNumberRight()
    {
        arrives(group);
        arrives(group);
        QCOMPARE(later(soon), u"show 1 upto 12 unread 2"_s);
        reads(group, 11);
        QCOMPARE(decide(), u"quiet 1 upto 12 unread 1"_s);
        reads(group, 12);
        QCOMPARE(decide(), u"withdraw 1"_s);
    }

    void aPartialReadAndAMessageInOneTurnAreNews()
    {
        for (int i = 0; i < 5; ++i) {
            arrives(group);
        }
        QCOMPARE(later(soon), u"show 1 upto 15 unread 5"_s);
        reads(group, 13, false);
        arrives(group);
        QCOMPARE(later(soon), u"show 1 upto 16 unread 3"_s);
    }

    void aRecallOfTheOnlyOneTakesItBack()
    {
        arrives(group);
        QCOMPARE(later(soon), u"show 1 upto 11 unread 1"_s);
        ConversationSummary& summary = m_all[group];
        summary.head = Seq(12);
        summary.counts.unread = 0;
        summary.lastLine = ConversationSummary::LastLine::Recalled;
        m_plan.take(summary, m_now);
        QCOMPARE(decide(), u"withdraw 1"_s);
    }

    void anEditPutsTheTextRightQuietly()
    {
        arrives(group);
        (void)later(soon);
        ConversationSummary& summary = m_all[group];
        summary.head = Seq(12);
        summary.lastText = "otherwise";
        m_plan.take(summary, m_now);
        QCOMPARE(decide(), u"quiet 1 upto 11 unread 1"_s);
    }

    void anExpiredNotificationIsNotShownAgainButWithdrawn()
    {
        arrives(group);
        arrives(group);
        (void)later(soon);
        m_plan.noteExpired(group);
        reads(group, 11);
        QCOMPARE(decide(), QString());
        reads(group, 12);
        QCOMPARE(decide(), u"withdraw 1"_s);
    }

    void aDismissedNotificationStaysAwayUntilAMessageComes()
    {
        arrives(group);
        (void)later(soon);
        m_plan.noteDismissed(group);
        m_all[group].lastText = "otherwise";
        m_plan.take(m_all[group], m_now);
        QCOMPARE(later(soon), QString());
        arrives(group);
        QCOMPARE(later(soon), u"show 1 upto 12 unread 2"_s);
    }

    void markingAsUnreadIsNoNews()
    {
        reads(group, 10);
        ConversationSummary& summary = m_all[group];
        summary.cursor = {1, Seq(5)};
        summary.counts.unread = 5;
        m_plan.take(summary, m_now);
        QCOMPARE(later(soon), QString());
        arrives(group);
        QCOMPARE(later(soon), u"show 1 upto 11 unread 6"_s);
    }

    void mutedOnesAreSilentUnlessTheyMention()
    {
        m_all[group].settings.muted = true;
        arrives(group);
        QCOMPARE(later(soon), QString());
        m_all[group].counts.mentions = 1;
        arrives(group);
        QCOMPARE(later(soon), u"show 1 upto 12 unread 2"_s);
        // The mention is still unread, but no longer new.
        m_plan.noteDismissed(group);
        arrives(group);
        QCOMPARE(later(soon), QString());
    }

    void archivedAndLeftOnesAreSilent()
    {
        m_all[group].settings.archived = true;
        arrives(group);
        QCOMPARE(later(soon), QString());
        arrives(direct);
        QCOMPARE(later(soon), u"show 2 upto 11 unread 1"_s);
        m_all[direct].isMember = false;
        m_plan.take(m_all[direct], m_now);
        QCOMPARE(decide(), u"withdraw 2"_s);
    }

    void theUserChoosesWhatToBeNotifiedOf()
    {
        using About = NotificationRules::About;
        m_plan.setRules({About::DirectAndMentions, {}, true});
        arrives(group);
        arrives(direct);
        QCOMPARE(later(soon), u"show 2 upto 11 unread 1"_s);
        m_plan.setRules({About::Nothing, {}, true});
        arrives(direct);
        QCOMPARE(later(soon), u"withdraw 2"_s);
    }

    void channelsNotifyOnlyWhereTheyMentionTheUser()
    {
        const ConversationId channel(3);
        add(channel, ConversationKind::Channel);
        m_plan.take(m_all[channel], m_now);
        arrives(channel);
        QCOMPARE(later(soon), QString());
        m_all[channel].counts.mentions = 1;
        arrives(channel);
        QVERIFY(later(soon).startsWith(u"show 3 upto 12"_s));
    }

    void theOpenConversationIsNotNotified()
    {
        m_plan.setLookedAt(group);
        arrives(group);
        QCOMPARE(later(soon), QString());
        m_plan.setLookedAt({});
        QCOMPARE(later(soon), QString());
        arrives(group);
        QCOMPARE(later(soon), u"show 1 upto 12 unread 2"_s);
        m_plan.setLookedAt(group);
        QCOMPARE(decide(), u"withdraw 1"_s);
    }

    void itIsHeldBackWhileAnotherDeviceIsActive()
    {
        m_plan.setActiveElsewhere(true);
        arrives(group);
        arrives(direct);
        QCOMPARE(later(soon), QString());
        QVERIFY(!m_plan.wakeAt());
        reads(direct, 11);
        m_plan.setActiveElsewhere(false);
        QCOMPARE(decide(), u"show 1 upto 11 unread 1"_s);
    }

    void anActiveUserIsNotifiedHere()
    {
        m_plan.setActiveElsewhere(true);
        m_plan.setActiveHere(true);
        arrives(group);
        QCOMPARE(later(soon), u"show 1 upto 11 unread 1"_s);
    }

    void theUserMayChooseNotToWait()
    {
        m_plan.setRules({NotificationRules::About::Everything, {}, false});
        m_plan.setActiveElsewhere(true);
        arrives(group);
        QCOMPARE(later(soon), u"show 1 upto 11 unread 1"_s);
    }

    void theDesktopsQuietIsKept()
    {
        m_plan.setInhibited(true);
        arrives(group);
        QCOMPARE(later(soon), QString());
        m_plan.setInhibited(false);
        QCOMPARE(decide(), u"show 1 upto 11 unread 1"_s);
    }

    void manyAtOnceComeAsOne()
    {
        std::vector<ConversationId> more;
        for (std::uint64_t i = 3; i <= 4; ++i) {
            add(ConversationId(i), ConversationKind::Group);
            m_plan.take(m_all[ConversationId(i)], m_now);
        }
        for (std::uint64_t i = 1; i <= 4; ++i) {
            arrives(ConversationId(i));
        }
        QCOMPARE(later(soon), u"digest 4 in 4"_s);
        reads(direct, 11);
        QCOMPARE(decide(), u"quiet digest 3 in 3"_s);
        // A message with its own notification is not in the digest.
        arrives(group);
        QCOMPARE(later(soon), u"show 1 upto 12 unread 2; quiet digest 2 in 2"_s);
        reads(ConversationId(3), 11);
        reads(ConversationId(4), 11);
        QCOMPARE(decide(), u"withdraw 0"_s);
    }

    void aLongAbsenceIsSummedUpOnce()
    {
        m_plan.noteOffline(m_now);
        m_now += Milliseconds(600000);
        for (int i = 0; i < 20; ++i) {
            arrives(group, i % 2 == 0);
            arrives(direct, i % 3 == 0);
            QCOMPARE(later(soon), QString());
        }
        m_plan.take(m_all[group], m_now);
        m_plan.take(m_all[direct], m_now);
        m_plan.noteCaughtUp(m_now);
        QCOMPARE(decide(), QString());
        QCOMPARE(later(Milliseconds(1000)), u"digest 40 in 2"_s);
        arrives(group);
        QCOMPARE(later(soon), u"show 1 upto 31 unread 21; quiet digest 20 in 1"_s);
    }

    void messagesReadElsewhereMeanwhileAreNotNotified()
    {
        m_plan.noteOffline(m_now);
        m_now += Milliseconds(600000);
        arrives(group);
        arrives(group);
        reads(group, 12);
        m_plan.noteCaughtUp(m_now);
        QCOMPARE(later(Milliseconds(1000)), QString());
        // This also holds if the range comes after the cursor has passed it.
        m_plan.take(m_all[group], m_now);
        QCOMPARE(later(soon), QString());
    }

    void historyThatComesAfterCatchingUpIsNoNewsAgain()
    {
        m_plan.noteOffline(m_now);
        ConversationSummary summary = m_all[group];
        summary.head = Seq(20);
        summary.counts.unread = 10;
        m_plan.take(summary, m_now);
        m_plan.noteCaughtUp(m_now);
        QCOMPARE(later(Milliseconds(1000)), u"show 1 upto 20 unread 10 textless"_s);
        m_plan.noteDismissed(group);
        for (std::uint64_t seq = 11; seq <= 20; ++seq) {
            summary.lastSeq = Seq(seq);
            summary.lastText = "pulled";
            m_plan.take(summary, m_now);
            QCOMPARE(later(soon), QString());
        }
    }

    void aShortAbsenceIsNone()
    {
        m_plan.noteOffline(m_now);
        m_now += Milliseconds(5000);
        arrives(group);
        arrives(direct);
        m_plan.noteCaughtUp(m_now);
        QCOMPARE(later(Milliseconds(1000)), u"show 1 upto 11 unread 1; show 2 upto 11 unread 1"_s);
    }

    void storedUnreadMessagesAreNotNotifiedAfterARestart()
    {
        arrives(group);
        (void)later(soon);
        NotificationPlan next;
        next.takeAll({m_all[group], m_all[direct]});
        next.noteCaughtUp(m_now);
        m_plan = next;
        QCOMPARE(later(Milliseconds(1000)), QString());
        arrives(direct);
        QCOMPARE(later(soon), u"show 2 upto 11 unread 1"_s);
    }

    void messagesFromBeforeTheStartAreSummedUp()
    {
        NotificationPlan next;
        next.takeAll({m_all[group], m_all[direct]});
        m_plan = next;
        arrives(group);
        arrives(direct);
        m_plan.noteCaughtUp(m_now);
        QCOMPARE(later(Milliseconds(1000)), u"digest 2 in 2"_s);
    }

    void aNewMemberIsNotNotifiedOfHistory()
    {
        NotificationPlan next;
        next.takeAll({});
        m_plan = next;
        arrives(group);
        m_plan.noteCaughtUp(m_now);
        QCOMPARE(later(Milliseconds(1000)), QString());
        arrives(group);
        QCOMPARE(later(soon), u"show 1 upto 12 unread 2"_s);
    }

    void aConversationThatBeginsIsNews()
    {
        const ConversationId fresh(9);
        ConversationSummary summary;
        summary.id = fresh;
        m_all[fresh] = summary;
        arrives(fresh);
        QCOMPARE(later(soon), u"show 9 upto 1 unread 1"_s);
    }

    void aFailedMessageOfOnesOwnAtTheEndHidesNothing()
    {
        ConversationSummary& summary = m_all[group];
        summary.head = Seq(11);
        summary.counts.unread = 1;
        summary.lastLine = ConversationSummary::LastLine::Failed;
        summary.lastIsOwn = true;
        summary.lastSeq = {};
        m_plan.take(summary, m_now);
        QCOMPARE(later(soon), u"show 1 upto 11 unread 1 textless"_s);
    }

    void messagesOfAnIgnoredUserAreNoNewsAlsoWhenTheyCountAgain()
    {
        ConversationSummary& summary = m_all[group];
        summary.head = summary.newestSeq = Seq(11);
        m_plan.take(summary, m_now);
        QCOMPARE(later(soon), QString());
        summary.lastSeq = Seq(11);
        summary.counts.unread = 1;
        m_plan.take(summary, m_now);
        QCOMPARE(later(soon), QString());
        arrives(group);
        QCOMPARE(later(soon), u"show 1 upto 12 unread 2"_s);
    }

    void signingOutTakesEverythingBack()
    {
        arrives(group);
        (void)later(soon);
        m_plan.clear();
        QCOMPARE(decide(), u"withdraw 1"_s);
        m_plan.take(m_all[group], m_now);
        QCOMPARE(later(soon), QString());
    }

    void reactionsInDirectChatsAreShown()
    {
        reacts(direct, 1);
        QCOMPARE(decide(), QString());
        QCOMPARE(later(soon), u"show 2 reactions 1"_s);
        reacts(direct, 2);
        QCOMPARE(later(soon), u"show 2 reactions 2"_s);
        // One is taken back, then both have been seen, here or on another device.
        reacts(direct, 1);
        QCOMPARE(later(soon), u"quiet 2 reactions 1"_s);
        reacts(direct, 0);
        QCOMPARE(later(soon), u"withdraw 2"_s);
    }

    void theUserChoosesWhereReactionsNotify()
    {
        reacts(group, 1);
        QCOMPARE(later(soon), QString());
        NotificationRules rules;
        rules.reactions = NotificationRules::Reactions::Everywhere;
        m_plan.setRules(rules);
        reacts(group, 2);
        QCOMPARE(later(soon), u"show 1 reactions 2"_s);
        rules.reactions = NotificationRules::Reactions::Nowhere;
        m_plan.setRules(rules);
        reacts(direct, 1);
        QCOMPARE(later(soon), QString());
    }

    void reactionsKeepTheOtherRules()
    {
        m_all[direct].settings.muted = true;
        reacts(direct, 1);
        QCOMPARE(later(soon), QString());
        m_all[direct].settings.muted = false;
        m_plan.setLookedAt(direct);
        reacts(direct, 2);
        QCOMPARE(later(soon), QString());
        m_plan.setLookedAt({});
        NotificationRules rules;
        rules.about = NotificationRules::About::Nothing;
        m_plan.setRules(rules);
        reacts(direct, 3);
        QCOMPARE(later(soon), QString());
        // Paused by the desktop: they wait.
        m_plan.setRules({});
        m_plan.setInhibited(true);
        reacts(direct, 4);
        QCOMPARE(later(soon), QString());
        m_plan.setInhibited(false);
        QCOMPARE(later(soon), u"show 2 reactions 4"_s);
    }

    void reactionsOfAnAbsenceAreShown()
    {
        m_plan.noteOffline(m_now);
        m_now += std::chrono::hours(1);
        reacts(direct, 2);
        m_plan.noteCaughtUp(m_now);
        QCOMPARE(later(std::chrono::seconds(1)), u"show 2 reactions 2"_s);
    }

    void messagesAndReactionsShareANotification()
    {
        arrives(direct);
        QCOMPARE(later(soon), u"show 2 upto 11 unread 1"_s);
        reacts(direct, 1);
        QCOMPARE(later(soon), u"show 2 upto 11 unread 1 reactions 1"_s);
        reads(direct, 11);
        QCOMPARE(later(soon), u"quiet 2 reactions 1"_s);
        // Old unread messages are no news beside a reaction.
        m_plan.noteDismissed(direct);
        reads(direct, 9);
        reacts(direct, 2);
        QCOMPARE(later(soon), u"show 2 reactions 2"_s);
    }

    void manyMessagesLeaveReactionsToTheList()
    {
        add(ConversationId(3), ConversationKind::Group);
        add(ConversationId(4), ConversationKind::Group);
        reacts(direct, 1);
        arrives(group);
        arrives(ConversationId(3));
        arrives(ConversationId(4));
        QCOMPARE(later(soon), u"digest 3 in 3"_s);
    }

private:
    /// Others have reacted to the user's messages; `unread` of these reactions are unread now.
    void reacts(ConversationId id, std::uint64_t unread)
    {
        m_all[id].unreadReactions = unread;
        m_plan.take(m_all[id], m_now);
    }
    void add(ConversationId id, ConversationKind kind)
    {
        ConversationSummary summary;
        summary.id = id;
        summary.kind = kind;
        summary.head = summary.lastSeq = Seq(10);
        summary.cursor.readSeq = Seq(10);
        summary.lastLine = ConversationSummary::LastLine::Message;
        m_all[id] = summary;
    }
    void arrives(ConversationId id, bool isNotified = true)
    {
        ConversationSummary& summary = m_all[id];
        summary.head = summary.lastSeq = Seq(summary.head.value + 1);
        summary.lastLine = ConversationSummary::LastLine::Message;
        summary.lastIsOwn = false;
        summary.lastText = "text " + std::to_string(summary.head.value);
        ++summary.counts.unread;
        if (isNotified) {
            m_plan.take(summary, m_now);
        }
    }
    void writes(ConversationId id)
    {
        ConversationSummary& summary = m_all[id];
        summary.head = summary.lastSeq = Seq(summary.head.value + 1);
        summary.lastIsOwn = true;
        m_plan.take(summary, m_now);
    }
    /// Every entry after the cursor counts as an unread message.
    void reads(ConversationId id, std::uint64_t through, bool isNotified = true)
    {
        ConversationSummary& summary = m_all[id];
        summary.cursor.readSeq = Seq(through);
        summary.counts.unread = summary.head.value - through;
        if (isNotified) {
            m_plan.take(summary, m_now);
        }
    }

    static QString wordsOf(const NotificationOrder& order)
    {
        if (const auto* one = std::get_if<NotifyConversation>(&order)) {
            const QString reactions = one->reactions > 0 ? u" reactions %1"_s.arg(one->reactions) : QString();
            if (!one->hasMessages) {
                return u"%1 %2%3"_s.arg(one->isQuiet ? u"quiet"_s : u"show"_s)
                    .arg(one->summary.id.value)
                    .arg(reactions);
            }
            return u"%1 %2 upto %3 unread %4%5%6"_s.arg(one->isQuiet ? u"quiet"_s : u"show"_s)
                .arg(one->summary.id.value)
                .arg(one->through.value)
                .arg(one->summary.counts.unread)
                .arg(one->hasText ? QString() : u" textless"_s, reactions);
        }
        if (const auto* one = std::get_if<NotifyDigest>(&order)) {
            return u"%1digest %2 in %3"_s.arg(one->isQuiet ? u"quiet "_s : QString())
                .arg(one->unread)
                .arg(one->conversations);
        }
        return u"withdraw %1"_s.arg(std::get<WithdrawNotification>(order).conversation.value);
    }
    QString decide()
    {
        QStringList words;
        for (const NotificationOrder& order : m_plan.decide(m_now)) {
            words += wordsOf(order);
        }
        return words.join(u"; "_s);
    }
    QString later(Milliseconds time)
    {
        m_now += time;
        return decide();
    }

    NotificationPlan m_plan;
    Instant m_now{};
    std::map<ConversationId, ConversationSummary> m_all;
};

TIDEMARK_SUITE(TestNotificationPlan, QCoreApplication)

} // namespace tidemark::notification_plan_test

#include "test_notification_plan.moc"
