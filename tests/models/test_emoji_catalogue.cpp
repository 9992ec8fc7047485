#include "core/models/emoji/emoji_catalogue.h"
#include "core/models/words/emoji.h"
#include "core/models/words/reaction_text.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

#include <QLocale>
#include <QScopeGuard>

namespace tidemark::emoji_catalogue_test {

using namespace Qt::StringLiterals;

namespace {

QStringList textsOf(const QList<qsizetype>& indices)
{
    QStringList texts;
    for (const qsizetype index : indices) {
        texts += emojiCatalogue().all()[index].text;
    }
    return texts;
}

ReactionCount thumbs(std::uint32_t count, bool isMine)
{
    return {"👍", count, isMine};
}

} // namespace

/// The table of emoji, which the build makes from Unicode's data, and the words about reactions.
class TestEmojiCatalogue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void hasAllGroupsInUnicodesOrder()
    {
        QStringList titles;
        qsizetype next = 0;
        for (const EmojiCatalogue::Group& group : emojiCatalogue().groups()) {
            titles += group.title;
            QCOMPARE(group.first, next);
            QVERIFY(group.count > 50);
            next += group.count;
        }
        QCOMPARE(titles, QStringList({u"Smileys & Emotion"_s, u"People & Body"_s, u"Animals & Nature"_s,
                                      u"Food & Drink"_s, u"Travel & Places"_s, u"Activities"_s, u"Objects"_s,
                                      u"Symbols"_s, u"Flags"_s}));
        QCOMPARE(next, emojiCatalogue().all().size());
        QVERIFY(next > 1700);
        QVERIFY(emojiCatalogue().unicodeVersion().toDouble() >= 15);
        QVERIFY(emojiCatalogue().cldrVersion().toDouble() >= 41);
    }

    void everyEntryIsOneEmojiWithAName()
    {
        QSet<QString> seen;
        for (const Emoji& emoji : emojiCatalogue().all()) {
            QVERIFY2(loneEmoji(emoji.text) == 1, qPrintable(emoji.text));
            QVERIFY2(!emoji.english.isEmpty(), qPrintable(emoji.text));
            QVERIFY2(!seen.contains(emoji.text), qPrintable(emoji.text));
            seen.insert(emoji.text);
            QVERIFY(emoji.toned.isEmpty() || emoji.toned.size() == 5);
            for (const QString& toned : emoji.toned) {
                QVERIFY2(loneEmoji(toned) == 1 && toned != emoji.text, qPrintable(toned));
            }
        }
    }

    void skinTonesAreThoseOfUnicode()
    {
        const Emoji* thumb = emojiCatalogue().find(u"👍"_s);
        QVERIFY(thumb != nullptr);
        QCOMPARE(thumb->inTone(0), u"👍"_s);
        QCOMPARE(thumb->inTone(1), u"👍🏻"_s);
        QCOMPARE(thumb->inTone(5), u"👍🏿"_s);
        QCOMPARE(emojiCatalogue().find(u"👍🏽"_s), thumb);
        // The variation selector goes where the tone comes.
        QCOMPARE(emojiCatalogue().find(u"🕵️‍♀️"_s)->inTone(3), u"🕵🏽‍♀️"_s);
        // Both people get the tone.
        QCOMPARE(emojiCatalogue().find(u"🧑‍🤝‍🧑"_s)->inTone(2), u"🧑🏼‍🤝‍🧑🏼"_s);
        // A rocket has none.
        QCOMPARE(emojiCatalogue().find(u"🚀"_s)->inTone(4), u"🚀"_s);
    }

    void searchFindsByName_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("emoji");
        QTest::addColumn<bool>("isFirst");
        QTest::newRow("the name") << u"thumbs up"_s << u"👍"_s << true;
        QTest::newRow("its beginning, in capitals") << u"THUMBS U"_s << u"👍"_s << true;
        QTest::newRow("words in another order") << u"up thumbs"_s << u"👍"_s << false;
        QTest::newRow("a search word") << u"+1"_s << u"👍"_s << false;
        QTest::newRow("Chinese name") << u"拇指向上"_s << u"👍"_s << true;
        QTest::newRow("Chinese search word") << u"赞成"_s << u"👍"_s << false;
        QTest::newRow("part of a Chinese name") << u"向上"_s << u"👍"_s << false;
        QTest::newRow("the emoji") << u" 👍 "_s << u"👍"_s << true;
        QTest::newRow("the emoji in a skin tone") << u"👍🏿"_s << u"👍"_s << true;
        QTest::newRow("a country") << u"Germany"_s << u"🇩🇪"_s << false;
        QTest::newRow("a Chinese country") << u"德国"_s << u"🇩🇪"_s << false;
        QTest::newRow("without diacritics") << u"pinata"_s << u"🪅"_s << true;
    }
    void searchFindsByName()
    {
        QFETCH(QString, typed);
        QFETCH(QString, emoji);
        QFETCH(bool, isFirst);
        const QStringList found = textsOf(emojiCatalogue().search(typed));
        QVERIFY2(found.contains(emoji), qPrintable(found.join(u' ')));
        if (isFirst) {
            QCOMPARE(found.first(), emoji);
        }
    }

    void searchWithoutAMatchFindsNothing()
    {
        QVERIFY(emojiCatalogue().search(u"xyzzy"_s).isEmpty());
        QVERIFY(emojiCatalogue().search(u"thumbs xyzzy"_s).isEmpty());
        QVERIFY(emojiCatalogue().search(u"  "_s).isEmpty());
    }

    void namesAreInTheLanguageOfTheWindow()
    {
        const auto restore = qScopeGuard([before = QLocale()] { QLocale::setDefault(before); });
        QLocale::setDefault(QLocale(QLocale::English));
        QCOMPARE(emojiName(u"👍🏽"_s), u"thumbs up"_s);
        QLocale::setDefault(QLocale(QLocale::Chinese));
        QCOMPARE(emojiName(u"👍"_s), u"拇指向上"_s);
        QCOMPARE(emojiName(u"no emoji"_s), u"no emoji"_s);
    }

    void namesOfReactorsAreBounded()
    {
        QStringList names;
        for (int i = 0; i < 30; ++i) {
            names += u"User %1"_s.arg(i);
        }
        QCOMPARE(reactorsText({}, thumbs(3, false)), u"3 people"_s);
        QCOMPARE(reactorsText({}, thumbs(1, false)), u"1 person"_s);
        QCOMPARE(reactorsText({}, thumbs(1, true)), u"You"_s);
        QCOMPARE(reactorsText({u"Anna"_s}, thumbs(2, true)), u"You and Anna"_s);
        QCOMPARE(reactorsText({u"Anna"_s, u"Bo"_s}, thumbs(7, false)), u"Anna, Bo and 5 more"_s);
        const QString many = reactorsText(names, thumbs(30, true));
        QVERIFY(many.startsWith(u"You, User 0, User 1"_s));
        QVERIFY(many.endsWith(u"User 6 and 22 more"_s));
        // A reaction that was just taken back: the list of names is older than the number.
        QCOMPARE(reactorsText({u"Anna"_s, u"Bo"_s}, thumbs(1, false)), u"Anna"_s);
        QVERIFY(reactorsText({u"x"_s.repeated(5000)}, thumbs(1, false)).size() < 60);
    }

    void reactionsAreSpoken()
    {
        const QList<ReactionCount> reactions{thumbs(3, true), {"❤️", 1, false}};
        QCOMPARE(spokenReactions(reactions), u"reactions: thumbs up 3, with yours; red heart 1"_s);
        // Text from a faulty server stays one line of plain text.
        QCOMPARE(spokenReaction({"<b>%1\n%2</b>", 2, false}), u"<b>%1 %2</b> 2"_s);
    }
};

TIDEMARK_SUITE(TestEmojiCatalogue, QCoreApplication)

} // namespace tidemark::emoji_catalogue_test

#include "test_emoji_catalogue.moc"
