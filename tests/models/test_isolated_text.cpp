#include "core/models/conversations/conversation_row.h"
#include "core/models/timeline/timeline_row.h"
#include "core/models/words/clean_text.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/notice_text.h"
#include "core/models/words/utf8_text.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "tests/support/odd_texts.h"

namespace tidemark::isolated_text_test {

using namespace Qt::StringLiterals;

namespace {

constexpr char16_t rightToLeftOverride = 0x202e;
const QString opening(QChar(0x2068));
const QString closing(QChar(0x2069));

/// Whether no character of `text` has an effect beyond it: UAX #9, BD9, with paragraphs.
bool isClosed(const QString& text)
{
    int depth = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t code = text[i].unicode();
        if (code >= 0x2066 && code <= 0x2068) {
            ++depth;
        } else if (code == 0x2069 && --depth < (i + 1 < text.size() ? 1 : 0)) {
            return false;
        } else if (code == 0x2029 || code == u'\n') {
            return false;
        }
    }
    return depth == 0;
}

} // namespace

/// Names and titles stand in the middle of our sentences.
class TestIsolatedText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void textWithoutMarksOfDirectionStaysAsItIs()
    {
        for (const QString& name :
             {u"Anna"_s, u"张伟 (2)"_s, u"R&D \U0001f680"_s, u"e\u0301\u200d"_s, QString()}) {
            QCOMPARE(isolated(name), name);
        }
    }

    void textThatTurnsIsIsolated()
    {
        for (const QString& name : {u"שלום"_s, u"مرحبا"_s, u"a\u202eb"_s, u"\u061c"_s, u"1 ٣"_s}) {
            QCOMPARE(isolated(name), opening + name + closing);
        }
    }

    void nothingReachesOut()
    {
        QCOMPARE(isolated(u"a\u2069\u202eb"_s), opening + u"a\u202eb"_s + closing);
        QCOMPARE(isolated(u"\u2067a"_s), opening + u"\u2067a"_s + closing + closing);
        QCOMPARE(isolated(u"\u2067a\u2069\u2069b"_s), opening + u"\u2067a\u2069b"_s + closing);
        QCOMPARE(isolated(u"א\u2029ב"_s), opening + u"א ב"_s + closing);
        for (const std::string& text : test::manyTexts(500, 3)) {
            const QString shown = isolated(textFromUtf8(text));
            QVERIFY2(shown == textFromUtf8(text) || isClosed(shown),
                     QByteArray::fromStdString(text).toHex().constData());
        }
    }

    void oldNamesAreOneLine()
    {
        QCOMPARE(isolatedLine(u" Anna\n\u0007 Meier\u2028"_s), u"Anna Meier"_s);
        QCOMPARE(isolatedLine(u"a\u202eb\nc"_s), opening + u"a\u202eb c"_s + closing);
    }

    void namesAreIsolatedInNotices_data()
    {
        QTest::addColumn<int>("notice");
        for (int notice = int(NoticeKind::Created); notice < int(NoticeKind::AccountDeleted); ++notice) {
            QTest::addRow("%d", notice) << notice;
        }
    }
    void namesAreIsolatedInNotices()
    {
        QFETCH(int, notice);
        const QString evil = u"א"_s + QChar(rightToLeftOverride) + u"evil"_s;
        const QString words = noticeText(NoticeKind(notice), evil, evil, evil);
        QVERIFY(words.contains(evil));
        QCOMPARE(words.count(evil), words.count(opening + evil + closing));
        const QString own = noticeText(NoticeKind(notice), {}, evil, evil);
        QCOMPARE(own.count(evil), own.count(opening + evil + closing));
    }

    void noNoticeNamesADeletedAccount()
    {
        QVERIFY(!noticeText(NoticeKind::AccountDeleted, u"evil"_s, u"evil"_s, {}).contains(u"evil"));
    }

    void namesAreIsolatedInRows()
    {
        const std::string evil = "\u05d0\u202eevil";
        const QString shown = opening + QString::fromStdString(evil) + closing;
        TimelineItem item = test::messageItem(1, "waves");
        item.authorName = evil;
        item.isAction = true;
        const TimelineRow row = rowOf(item);
        QCOMPARE(row.text, u"* "_s + shown + u" waves"_s);
        QCOMPARE(writtenPart(row), u"waves"_s);
        ConversationSummary summary = test::summaryOf(1, evil);
        summary.lastSender = evil;
        QVERIFY(rowOf(summary, QDate(2026, 11, 20)).sender.contains(shown));
        summary.kind = ConversationKind::Direct;
        summary.memberCount = 1;
        QCOMPARE(titleOf(summary), u"Notes to self"_s);
    }

    void noByteOrderMarkIsDropped()
    {
        for (const std::string& text : test::manyTexts(500, 4)) {
            QCOMPARE(textFromUtf8(text).toStdString(), text);
        }
    }

    void writtenTextIsCleaned()
    {
        QCOMPARE(writtenText(u" \n hello\r\nthere\u2028 you\u00a0 \t"_s), u"hello\nthere\n you"_s);
        QCOMPARE(writtenText(u"\ufeff\u200dx\u202e"_s), u"\ufeff\u200dx\u202e"_s);
        QCOMPARE(writtenText(u"a\u001b[31mb\u009b"_s + QChar(0)), u"a[31mb"_s);
        QCOMPARE(writtenText(u" \r\n\t\u3000"_s), QString());
    }
};

TIDEMARK_SUITE(TestIsolatedText, QCoreApplication)

} // namespace tidemark::isolated_text_test

#include "test_isolated_text.moc"
