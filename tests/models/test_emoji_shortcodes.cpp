#include "core/models/emoji/emoji_shortcodes.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

namespace tidemark::emoji_shortcodes_test {

using namespace Qt::StringLiterals;

/// The names of emoji that users type between colons.
class TestEmojiShortcodes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aColonAndTwoLettersBegin_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("at");
        QTest::newRow("alone") << u":sm"_s << 0;
        QTest::newRow("after words") << u"well done :thumbs_u"_s << 10;
        QTest::newRow("on a line") << u"one\n:sm"_s << 4;
        QTest::newRow("after a bracket") << u"(:sm"_s << 1;
        QTest::newRow("after an emoji") << u"😄:sm"_s << 2;
        QTest::newRow("a plus") << u":+1"_s << 0;
        QTest::newRow("Chinese, one character") << u":笑"_s << 0;
        QTest::newRow("code that has ended") << u"`a` :sm"_s << 4;
        QTest::newRow("code of another line") << u"`a\n:sm"_s << 3;
    }
    void aColonAndTwoLettersBegin()
    {
        QFETCH(const QString, text);
        QFETCH(const int, at);
        const auto query = emojiQueryAt(text);
        QVERIFY(query);
        QCOMPARE(query->at, at);
        QCOMPARE(query->typed, text.mid(at + 1));
    }

    void otherColonsDoNot_data()
    {
        QTest::addColumn<QString>("text");
        for (const QString& text :
             {u""_s,         u":"_s,     u":s"_s,       u":-)"_s,    u":D"_s,      u"http://"_s,
              u"http:ab"_s,  u"12:30"_s, u"a 12:3"_s,   u":30"_s,    u"::sm"_s,    u"std::min"_s,
              u"note:yes"_s, u"说:笑"_s, u"`a :sm"_s,   u"/:sm"_s,   u"c:\\:sm"_s, u": sm"_s,
              u":sm "_s,     u":sm."_s,  u"no colon"_s, u"foo_:sm"_s}) {
            QTest::newRow(qPrintable(text)) << text;
        }
        QTest::newRow("too long") << u":"_s + QString(80, u'a');
    }
    void otherColonsDoNot()
    {
        QFETCH(const QString, text);
        QVERIFY(!emojiQueryAt(text));
    }

    void usualNamesComeFirst()
    {
        const auto textsFor = [](const QString& typed) {
            QStringList texts;
            for (const qsizetype index : emojiChoices(typed)) {
                texts += emojiCatalogue().all()[index].text;
            }
            return texts;
        };
        QCOMPARE(textsFor(u"smile"_s).first(2), QStringList({u"😄"_s, u"😃"_s}));
        QCOMPARE(textsFor(u"SMI"_s).first(), u"😄"_s);
        QCOMPARE(textsFor(u"red_hea"_s).first(), u"❤️"_s);
        QCOMPARE(textsFor(u"+1"_s), QStringList{u"👍"_s});
        QVERIFY(textsFor(u"熊猫"_s).contains(u"🐼"_s));
        QCOMPARE(textsFor(u"fa"_s).size(), 8);
        QCOMPARE(textsFor(u"qzx"_s), QStringList());
        for (const QString& typed : {u"th"_s, u"he"_s, u"sm"_s}) {
            const QStringList texts = textsFor(typed);
            QCOMPARE(QSet<QString>(texts.begin(), texts.end()).size(), texts.size());
        }
    }

    void completeNamesAreKnown_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("emoji");
        QTest::newRow("usual") << u"smile"_s << u"😄"_s;
        QTest::newRow("capitals") << u"Smile"_s << u"😄"_s;
        QTest::newRow("Unicode's") << u"red_heart"_s << u"❤️"_s;
        QTest::newRow("with a colon") << u"flag_china"_s << u"🇨🇳"_s;
        QTest::newRow("Chinese") << u"熊猫"_s << u"🐼"_s;
        QTest::newRow("sign") << u"+1"_s << u"👍"_s;
        QTest::newRow("only a beginning") << u"smil"_s << QString();
        QTest::newRow("unknown") << u"std"_s << QString();
    }
    void completeNamesAreKnown()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, emoji);
        const Emoji* found = emojiNamed(name);
        QCOMPARE(found == nullptr ? QString() : found->text, emoji);
    }
};

TIDEMARK_SUITE(TestEmojiShortcodes, QCoreApplication)

} // namespace tidemark::emoji_shortcodes_test

#include "test_emoji_shortcodes.moc"
