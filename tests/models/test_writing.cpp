#include "core/models/matching/mention_query.h"
#include "core/models/words/clean_text.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

namespace tidemark::writing_test {

using namespace Qt::StringLiterals;

namespace {

std::optional<MentionQuery> atEnd(const QString& text)
{
    return mentionAt(text, int(text.size()));
}

const QStringList people{u"Anna Meier"_s, u"Anna"_s, u"Bo"_s, u"张伟"_s, u"Müller"_s, u"all"_s};

QStringList choices(const QString& typed)
{
    return mentionChoices({0, typed}, people);
}

} // namespace

/// A text changes while it is written.
class TestWriting : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aMentionBeginsWhereTheServerSeesOne()
    {
        QCOMPARE(atEnd(u"@"_s), (MentionQuery{0, {}}));
        QCOMPARE(atEnd(u"hi @an"_s), (MentionQuery{3, u"an"_s}));
        QCOMPARE(atEnd(u"(@an"_s), (MentionQuery{1, u"an"_s}));
        QCOMPARE(atEnd(u"你好@张"_s), (MentionQuery{2, u"张"_s}));
        QCOMPARE(atEnd(u"@Anna Me"_s), (MentionQuery{0, u"Anna Me"_s}));
        QVERIFY(!atEnd(u"mail me@an"_s));
        QVERIFY(!atEnd(u"_@an"_s));
        QVERIFY(!atEnd(u"at @ noon"_s));
        QVERIFY(!atEnd(u"@an\nna"_s));
        QVERIFY(!atEnd(u"nothing"_s));
        QVERIFY(!atEnd(u'@' + QString(70, u'x')));
        QCOMPARE(mentionAt(u"@anna and more"_s, 3), (MentionQuery{0, u"an"_s}));
        QVERIFY(!mentionAt({}, 0));
    }

    void namesThatFitComeBestFirst()
    {
        QCOMPARE(choices({}).size(), people.size());
        QCOMPARE(choices(u"b"_s).first(), u"Bo"_s);
        QCOMPARE(choices(u"mei"_s), QStringList{u"Anna Meier"_s});
        QCOMPARE(choices(u"mul"_s), QStringList{u"Müller"_s});
        QCOMPARE(choices(u"张"_s), QStringList{u"张伟"_s});
        QVERIFY(choices(u"zzz"_s).isEmpty());
        QCOMPARE(mentionChoices({0, {}}, people, 2).size(), 2);
    }

    void aSentenceBehindAMentionBringsNoList()
    {
        QCOMPARE(choices(u"anna m"_s), QStringList{u"Anna Meier"_s});
        QVERIFY(choices(u"Anna "_s).isEmpty());
        QVERIFY(choices(u"Bo is here"_s).isEmpty());
        QVERIFY(choices(u"a M"_s).isEmpty());
    }

    void textFromElsewhereIsCleaned()
    {
        QCOMPARE(cleanText(u"a\r\nb\rc\u2028d\u2029e\vf"_s), u"a\nb\nc\nd\ne\nf"_s);
        QCOMPARE(cleanText(QString(u"a"_s + QChar(0) + u"b\u0007\u001b[0m\u009f\tc"_s)), u"ab[0m\tc"_s);
        QCOMPARE(cleanText(u"👩‍👩‍👧 ok"_s), u"👩‍👩‍👧 ok"_s);
        QCOMPARE(cleanText(QString(QChar(0xd83d)) + u"x"_s + QChar(0xdc69)), u"x"_s);
        QCOMPARE(cleanText(u"a\r\r\n\nb"_s), u"a\n\n\nb"_s);
    }
};

TIDEMARK_SUITE(TestWriting, QCoreApplication)

} // namespace tidemark::writing_test

#include "test_writing.moc"
