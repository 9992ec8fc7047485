#include "core/models/words/emoji.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

namespace tidemark::emoji_test {

using namespace Qt::StringLiterals;

class TestEmoji : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void countsWhatAReaderCounts_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("count");
        QTest::newRow("nothing") << QString() << 0;
        QTest::newRow("blanks") << u" \n "_s << 0;
        QTest::newRow("one") << u"🎉"_s << 1;
        QTest::newRow("three with blanks") << u"👍 🚀\n😀"_s << 3;
        QTest::newRow("skin tone") << u"👍🏽"_s << 1;
        QTest::newRow("family") << u"👨‍👩‍👧‍👦"_s << 1;
        QTest::newRow("couple with skin tones") << u"👩🏻‍❤️‍💋‍👨🏿"_s << 1;
        QTest::newRow("flags") << u"🇩🇪🇨🇳"_s << 2;
        QTest::newRow("half a flag") << u"🇩"_s << 0;
        QTest::newRow("flag of tags") << u"🏴󠁧󠁢󠁳󠁣󠁴󠁿"_s << 1;
        QTest::newRow("rainbow flag") << u"🏳️‍🌈"_s << 1;
        QTest::newRow("keycap") << u"1️⃣"_s << 1;
        QTest::newRow("a number is no emoji") << u"1"_s << 0;
        QTest::newRow("heart as emoji") << u"❤️"_s << 1;
        QTest::newRow("heart as a sign") << u"❤"_s << 0;
        QTest::newRow("copyright") << u"©"_s << 0;
        QTest::newRow("copyright as emoji") << u"©️"_s << 1;
        QTest::newRow("of two styles, beyond the basic plane") << u"\U0001F321"_s << 1;
        QTest::newRow("of Unicode 15") << u"\U0001FAE8"_s << 1;
        QTest::newRow("scissors are emoji") << u"\u2702\uFE0F"_s << 1;
        QTest::newRow("the upper blade of scissors is no emoji") << u"\u2701\uFE0F"_s << 0;
        QTest::newRow("a picture that is no emoji") << u"\U0001F322"_s << 0;
        QTest::newRow("asked to be text") << u"⌚︎"_s << 0;
        QTest::newRow("in the basic plane") << u"⭐✅"_s << 2;
        QTest::newRow("with a letter") << u"🎉x"_s << 0;
        QTest::newRow("Chinese") << u"好"_s << 0;
        QTest::newRow("two hundred") << u"🎉"_s.repeated(200) << 200;
        QTest::newRow("half a surrogate") << QString(QChar(0xD83C)) << 0;
    }
    void countsWhatAReaderCounts()
    {
        QFETCH(QString, text);
        QTEST(loneEmoji(text), "count");
    }
};

TIDEMARK_SUITE(TestEmoji, QCoreApplication)

} // namespace tidemark::emoji_test

#include "test_emoji.moc"
