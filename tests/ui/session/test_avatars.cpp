#include "tests/main/suite.h"
#include "tests/ui/recorded_session.h"
#include "ui/session/files/avatars.h"

#include <QPainter>
#include <QSignalSpy>
#include <QTemporaryFile>

namespace tidemark::avatars_test {

using namespace Qt::StringLiterals;

namespace {

constexpr int side = 44;
const UserId self(1);
const UserId anna(2);

BlobHash hashOf(std::uint8_t number)
{
    BlobHash hash;
    hash.bytes.fill(number);
    return hash;
}

/// Avatars of a session with the conversations 7, a group, 8, a direct chat with anna, and 9, a channel. The
/// test decodes.
struct Shown : test::RecordedSession {
    Shown()
        : avatars(
            {session.commands(), session.account(), session.conversations(), session.chat()},
            [this](FileDescriptor opened, QSize room, int /*frame*/, PictureDecoder::Answer answer) {
                isOpen = opened.isOpen();
                size = room;
                decoded = std::move(answer);
            },
            [this]() -> PictureDecoder& { return session.pictureDecoder(); })
    {
        QObject::connect(&avatars, &Avatars::wanted, &avatars,
                         [this](const AvatarPlace& place) { wanted.push_back(place); });
        session.account().take(u"Me"_s, self);
        ConversationSummary direct = test::summaryOf(8, "anna");
        direct.kind = ConversationKind::Direct;
        direct.peer = anna;
        ConversationSummary channel = test::summaryOf(9, "news");
        channel.kind = ConversationKind::Channel;
        session.takeConversations({test::summaryOf(7, "group"), direct, channel});
        static_cast<void>(file.open());
    }
    /// The client reports a picture that is held.
    void has(const AvatarOwner& owner, std::uint8_t number)
    {
        avatars.take({{owner, number, hashOf(number), 10}, file.fileName()});
    }
    void decode(const QColor& colour)
    {
        QImage image(128, 64, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::green);
        QPainter(&image).fillRect(32, 0, 64, 64, colour);
        std::exchange(decoded, {})(DecodedPicture{image, image.size(), 1, {}});
    }

    Avatars avatars;
    std::vector<AvatarPlace> wanted;
    QTemporaryFile file;
    PictureDecoder::Answer decoded;
    QSize size;
    bool isOpen = false;
};

} // namespace

class TestAvatars : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aPictureIsAskedForOnceWhereItIsSeen()
    {
        Shown shown;
        QVERIFY(shown.avatars.ofConversation(ConversationId(7), side).isNull());
        QVERIFY(shown.avatars.ofConversation(ConversationId(7), side).isNull());
        QVERIFY(shown.avatars.ofConversation(ConversationId(8), side).isNull());
        QVERIFY(shown.avatars.ofConversation(ConversationId(9), side).isNull());
        QVERIFY(shown.avatars.ownAvatar(side).isNull());
        QVERIFY(shown.avatars.ofMember(anna, side).isNull());
        QVERIFY2(
            shown.wanted
                == std::vector<AvatarPlace>({{ConversationId(7), {}}, {ConversationId(8), anna}, {{}, {}}}),
            "a channel has none, and no conversation is open");
        shown.session.chat().open(ConversationId(7));
        QVERIFY(shown.avatars.ofMember(UserId(3), side).isNull());
        QVERIFY(shown.avatars.ofMember(self, side).isNull());
        QCOMPARE(shown.wanted.size(), 4U);
        QVERIFY((shown.wanted.back() == AvatarPlace{ConversationId(7), UserId(3)}));
    }

    void initialsStayUntilThePictureIsDecoded()
    {
        Shown shown;
        const QSignalSpy changes(&shown.avatars, &Avatars::changed);
        shown.has({.user = anna}, 1);
        QCOMPARE(changes.size(), 1);
        QVERIFY(shown.avatars.ofConversation(ConversationId(8), side).isNull());
        QVERIFY(shown.isOpen);
        shown.decode(Qt::red);
        QCOMPARE(changes.size(), 2);
        const QImage disc = shown.avatars.ofConversation(ConversationId(8), side).toImage();
        QCOMPARE(disc.size(), QSize(side, side));
        QCOMPARE(disc.pixelColor(side / 2, side / 2), QColor(Qt::red));
        QVERIFY2(disc.pixelColor(4, side / 2).red() > 200, "only the middle of a wide picture is shown");
        QCOMPARE(disc.pixelColor(0, 0).alpha(), 0);
    }

    void aBrokenOrRemovedPictureGivesInitialsAgain()
    {
        Shown shown;
        shown.has({.user = anna}, 1);
        static_cast<void>(shown.avatars.ofConversation(ConversationId(8), side));
        std::exchange(shown.decoded, {})(Unexpected(PictureProblem::Damaged));
        QVERIFY(shown.avatars.ofConversation(ConversationId(8), side).isNull());
        shown.has({.user = anna}, 2);
        static_cast<void>(shown.avatars.ofConversation(ConversationId(8), side));
        shown.decode(Qt::red);
        QVERIFY(!shown.avatars.ofConversation(ConversationId(8), side).isNull());
        shown.avatars.take({{{.user = anna}, 3, {}, 0}, {}});
        QVERIFY(shown.avatars.ofConversation(ConversationId(8), side).isNull());
    }

    void nothingIsKeptForAnotherUser()
    {
        Shown shown;
        shown.has({.user = self}, 1);
        QVERIFY(shown.avatars.hasOwn());
        shown.avatars.forget();
        QVERIFY(!shown.avatars.hasOwn());
        shown.session.account().take({}, {});
        QVERIFY(shown.avatars.ownAvatar(side).isNull());
        QVERIFY(shown.wanted.empty());
    }

    void aFileThatIsNoPictureIsRefused()
    {
        Shown shown;
        const QSignalSpy refused(&shown.session.commands(), &Commands::refused);
        const QSignalSpy set(&shown.avatars, &Avatars::setWanted);
        shown.avatars.set({}, u"/nonexistent/file"_s);
        QTRY_COMPARE(refused.size(), 1);
        QVERIFY(!refused.first().at(1).toString().isEmpty());
        QCOMPARE(set.size(), 0);
    }

    void aRemovalIsACommand()
    {
        Shown shown;
        QSignalSpy set(&shown.avatars, &Avatars::setWanted);
        const QSignalSpy refused(&shown.session.commands(), &Commands::refused);
        shown.avatars.remove(ConversationId(7));
        QCOMPARE(set.size(), 1);
        const auto asked = set.first().first().value<OutgoingAvatar>();
        QVERIFY(asked.bytes.isEmpty() && asked.conversation == ConversationId(7));
        shown.session.commands().take({asked.command, protocol::ErrorCode::Unavailable});
        QCOMPARE(refused.size(), 1);
    }
};

TIDEMARK_SUITE(TestAvatars, QApplication)

} // namespace tidemark::avatars_test

#include "test_avatars.moc"
