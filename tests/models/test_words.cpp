// Small functions turn values into words: initials, hues, times, spans, errors and notices.
#include "core/models/matching/mention_names.h"
#include "core/models/matching/text_spans.h"
#include "core/models/words/error_text.h"
#include "core/models/words/file_text.h"
#include "core/models/words/identity.h"
#include "core/models/words/moment.h"
#include "core/models/words/notice_text.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

#include <QDateTime>
#include <QElapsedTimer>

#include <set>

namespace tidemark::words_test {

using namespace Qt::StringLiterals;

namespace {

UnixMs at(const QString& iso)
{
    return {QDateTime::fromString(iso, Qt::ISODate).toMSecsSinceEpoch()};
}

} // namespace

class TestWords : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void initials_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("letters");
        QTest::newRow("two words") << u"Anna Meier"_s << u"AM"_s;
        QTest::newRow("one word") << u"ubuntu"_s << u"UB"_s;
        QTest::newRow("three words") << u"Jean Luc Picard"_s << u"JL"_s;
        QTest::newRow("one letter") << u"x"_s << u"X"_s;
        QTest::newRow("Chinese") << u"张伟"_s << u"张伟"_s;
        QTest::newRow("Chinese with emoji") << u"产品讨论组 🚀"_s << u"产品"_s;
        QTest::newRow("Japanese in two words") << u"山田 太郎"_s << u"山田"_s;
        QTest::newRow("emoji only") << u"🚀🚀"_s << u"🚀"_s;
        QTest::newRow("punctuation first") << u"#rust beginners"_s << u"RB"_s;
        QTest::newRow("letter beyond the first plane") << u"𠮷野家"_s << u"𠮷野"_s;
        QTest::newRow("empty") << QString() << u"?"_s;
        QTest::newRow("blank") << u"  "_s << u"?"_s;
    }
    void initials()
    {
        QFETCH(QString, name);
        QTEST(initialsOf(name), "letters");
    }

    void neighboursHaveDifferentHues()
    {
        for (const std::uint64_t start :
             {std::uint64_t{1}, std::uint64_t{9999}, ~std::uint64_t{0} - hueCount}) {
            std::set<int> seen;
            for (std::uint64_t id = start; id < start + hueCount; ++id) {
                const int hue = hueOf(id);
                QVERIFY(hue >= 0 && hue < hueCount);
                seen.insert(hue);
            }
            QCOMPARE(seen.size(), static_cast<std::size_t>(hueCount));
        }
    }

    void filesInOneLine_data()
    {
        QTest::addColumn<std::vector<Attachment>>("files");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("line");
        using test::fileNamed;
        using test::pictureNamed;
        const Attachment photo = pictureNamed("IMG_2041.jpg");
        const Attachment report = fileNamed("report.pdf");
        using Files = std::vector<Attachment>;
        QTest::newRow("text") << Files{} << u"hello"_s << u"hello"_s;
        QTest::newRow("photo") << Files{photo} << QString() << u"Photo"_s;
        QTest::newRow("photo with text") << Files{photo} << u"look"_s << u"Photo, look"_s;
        QTest::newRow("photos") << Files{photo, photo, photo} << QString() << u"3 photos"_s;
        QTest::newRow("file") << Files{report} << QString() << u"report.pdf"_s;
        QTest::newRow("file with text") << Files{report} << u"as asked"_s << u"report.pdf, as asked"_s;
        QTest::newRow("files") << Files{photo, report} << u"%2"_s << u"2 files, %2"_s;
        QTest::newRow("a name that turns")
            << Files{fileNamed("../a\u202egpj.exe\nb")} << QString() << u"../agpj.exe b"_s;
        QTest::newRow("a name from right to left")
            << Files{fileNamed("\u05d0.txt")} << u"x"_s << u"\u2068\u05d0.txt\u2069, x"_s;
        QTest::newRow("no name") << Files{fileNamed("")} << QString() << u"File"_s;
    }
    void filesInOneLine()
    {
        QFETCH(std::vector<Attachment>, files);
        QFETCH(QString, text);
        QTEST(messageLine(filesText(files), text), "line");
        ConversationSummary summary;
        summary.lastFiles = static_cast<std::uint32_t>(files.size());
        summary.lastFilesArePictures = !files.empty() && std::all_of(files.begin(), files.end(), isPicture);
        summary.lastFileName = files.empty() ? std::string() : files.front().name;
        QTEST(messageLine(filesText(summary), text), "line");
    }

    void listTimes()
    {
        const QDate today(2026, 11, 20);
        QCOMPARE(listTime(at(u"2026-11-20T14:32:10Z"_s), today), u"14:32"_s);
        QCOMPARE(listTime(at(u"2026-11-19T14:32:10Z"_s), today), u"Thu"_s);
        QCOMPARE(listTime(at(u"2026-11-14T14:32:10Z"_s), today), u"Sat"_s);
        QCOMPARE(listTime(at(u"2026-11-13T14:32:10Z"_s), today), u"13 Nov"_s);
        QCOMPARE(listTime(at(u"2025-11-20T14:32:10Z"_s), today), u"20/11/2025"_s);
        QCOMPARE(listTime(at(u"2026-11-21T00:10:00Z"_s), today), u"21 Nov"_s);
        QCOMPARE(listTime({}, today), QString());
    }

    void dayLabels()
    {
        const QDate today(2026, 11, 20);
        QCOMPARE(dayLabel(today, today), u"Today"_s);
        QCOMPARE(dayLabel(today.addDays(-1), today), u"Yesterday"_s);
        QCOMPARE(dayLabel(today.addDays(-8), today), u"Thursday, 12 November"_s);
        QCOMPARE(dayLabel(QDate(2024, 2, 29), today), u"Thursday, 29 February 2024"_s);
    }

    void links_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shown");
        QTest::addColumn<QString>("address");
        QTest::newRow("plain") << u"see https://example.org/a?b=c#d now"_s << u"https://example.org/a?b=c#d"_s
                               << u"https://example.org/a?b=c#d"_s;
        QTest::newRow("message of a conversation")
            << u"see tidemark:conversation/12/message/345."_s << u"tidemark:conversation/12/message/345"_s
            << u"tidemark:conversation/12/message/345"_s;
        QTest::newRow("conversation") << u"(tidemark:conversation/12)"_s << u"tidemark:conversation/12"_s
                                      << u"tidemark:conversation/12"_s;
        QTest::newRow("end of sentence")
            << u"see http://example.org."_s << u"http://example.org"_s << u"http://example.org"_s;
        QTest::newRow("in brackets") << u"(http://example.org/x)"_s << u"http://example.org/x"_s
                                     << u"http://example.org/x"_s;
        QTest::newRow("with brackets")
            << u"https://en.wikipedia.org/wiki/Tide_(sea)"_s << u"https://en.wikipedia.org/wiki/Tide_(sea)"_s
            << u"https://en.wikipedia.org/wiki/Tide_(sea)"_s;
        QTest::newRow("in angles") << u"<https://example.org>"_s << u"https://example.org"_s
                                   << u"https://example.org"_s;
        QTest::newRow("www") << u"www.example.org/x,"_s << u"www.example.org/x"_s
                             << u"https://www.example.org/x"_s;
        QTest::newRow("in Chinese") << u"请看https://example.org/a，谢谢"_s << u"https://example.org/a"_s
                                    << u"https://example.org/a"_s;
    }
    void links()
    {
        QFETCH(QString, text);
        const QList<TextSpan> spans = spansOf(text);
        QCOMPARE(spans.size(), 1);
        QCOMPARE(spans.first().kind, TextSpan::Kind::Link);
        QTEST(text.mid(spans.first().start, spans.first().length), "shown");
        QTEST(spans.first().url.toString(), "address");
    }

    void targetsCannotPassForOthers_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("shown");
        QTest::newRow("plain") << u"https://example.org/a?b=c#d"_s << u"https://example.org/a?b=c#d"_s;
        QTest::newRow("port") << u"http://example.org:8080/"_s << u"http://example.org:8080/"_s;
        QTest::newRow("user") << u"https://example.com@evil.org/x"_s << u"https://evil.org/x"_s;
        QTest::newRow("German") << u"https://münchen.de/"_s << u"https://münchen.de/"_s;
        QTest::newRow("Chinese") << u"https://例子.中国/路"_s << u"https://例子.中国/路"_s;
        QTest::newRow("one Cyrillic letter")
            << u"https://p\u0430ypal.com/"_s << u"https://xn--pypal-4ve.com/"_s;
        QTest::newRow("all Cyrillic")
            << u"https://\u0430\u0440\u0440\u04cf\u0435.com/"_s << u"https://xn--80ak6aa92e.com/"_s;
        QTest::newRow("Greek omicron") << u"https://g\u03bfogle.com/"_s << u"https://xn--gogle-rce.com/"_s;
        QTest::newRow("turned around")
            << u"https://example.org/\u202egpj.exe"_s << u"https://example.org/%E2%80%AEgpj.exe"_s;
        QTest::newRow("mail") << u"mailto:me@example.org"_s << u"mailto:me@example.org"_s;
    }
    void targetsCannotPassForOthers()
    {
        QFETCH(QString, address);
        QTEST(targetText(QUrl(address)), "shown");
    }

    void onlyTheWebAndMailAreOpened_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<bool>("opens");
        QTest::newRow("https") << u"https://example.org"_s << true;
        QTest::newRow("http") << u"http://example.org"_s << true;
        QTest::newRow("mail") << u"mailto:me@example.org"_s << true;
        QTest::newRow("no host") << u"http:///etc/passwd"_s << false;
        QTest::newRow("file") << u"file:///etc/passwd"_s << false;
        QTest::newRow("script") << u"javascript:alert(1)"_s << false;
        QTest::newRow("another program") << u"steam://run/1"_s << false;
        QTest::newRow("our own program") << u"tidemark:conversation/12"_s << false;
        QTest::newRow("nothing") << QString() << false;
    }
    void onlyTheWebAndMailAreOpened()
    {
        QFETCH(QString, address);
        QTEST(isOpenable(QUrl(address)), "opens");
    }

    void hardTextsAreLookedThroughQuickly_data()
    {
        QTest::addColumn<QString>("part");
        for (const char* part : {"@", "a@", "a.", "a@a.", "www.", "http://", "http://(", "@a-", "x"}) {
            QTest::newRow(part) << QString::fromLatin1(part);
        }
    }
    void hardTextsAreLookedThroughQuickly()
    {
        QFETCH(QString, part);
        const QString text = u"@www.://"_s + part.repeated(64 * 1024 / part.size());
        QElapsedTimer timer;
        timer.start();
        QList<TextSpan> spans = spansOf(text);
        addMentions(spans, text, MentionNames({u"Lin"_s}));
        QVERIFY2(timer.elapsed() < 500,
                 qPrintable(u"%1 ms, %2 spans"_s.arg(timer.elapsed()).arg(spans.size())));
    }

    void mentionsAreTheNamesThatAreMeant_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("mentioned");
        QTest::newRow("a blank") << u"hi @Anna Meier, there"_s << u"@Anna Meier"_s;
        QTest::newRow("in another case") << u"@anna MEIER"_s << u"@anna MEIER"_s;
        QTest::newRow("the longest") << u"@Anna and"_s << u"@Anna"_s;
        QTest::newRow("a word that goes on") << u"@Anna Meiers"_s << u"@Anna"_s;
        QTest::newRow("a longer name first") << u"@Annabel Lee, @anna"_s << u"@anna"_s;
        QTest::newRow("no blank behind it") << u"@张伟你好"_s << u"@张伟"_s;
        QTest::newRow("a mark inside") << u"@O'Neil is here"_s << u"@O'Neil"_s;
        QTest::newRow("no letter in front") << u"hi @-- mole, there"_s << u"@-- mole"_s;
        QTest::newRow("a sign in front") << u"(@★ STERN)"_s << u"@★ STERN"_s;
        QTest::newRow("only a sign") << u"@👍👍"_s << u"@👍"_s;
        QTest::newRow("behind Chinese letters") << u"你好@张伟，在吗"_s << u"@张伟"_s;
        QTest::newRow("everybody, behind Chinese letters") << u"你好@all，在吗"_s << u"@all"_s;
        QTest::newRow("behind another @") << u"@@Anna"_s << u"@Anna"_s;
        QTest::newRow("accents that stand alone") << u"@Zoe\u0308!"_s << u"@Zoe\u0308"_s;
        QTest::newRow("one letter for two") << u"@STRAUSS!"_s << u"@STRAUSS"_s;
        QTest::newRow("a long name") << u"hi @"_s + QString(64, u'N') + u" there"_s
                                     << u'@' + QString(64, u'N');
    }
    void mentionsAreTheNamesThatAreMeant()
    {
        QFETCH(QString, text);
        QFETCH(QString, mentioned);
        QList<TextSpan> spans;
        addMentions(
            spans, text,
            MentionNames({u"Anna"_s, u"Anna Meier"_s, u"张伟"_s, u"O'Neil"_s, u"-- mole"_s, u"★ Stern"_s,
                          u"Zoë"_s, u"Strauß"_s, u"👍"_s, QString(64, u'n'), QString()}));
        QCOMPARE(spans.size(), 1);
        QCOMPARE(spans[0].kind, TextSpan::Kind::Mention);
        QCOMPARE(text.mid(spans[0].start, spans[0].length), mentioned);
    }

    void anUncountedNameIsNoMention_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("no such name") << u"@Annabel and @somebody"_s;
        QTest::newRow("not everybody") << u"@ALL and @allies"_s;
        QTest::newRow("in a link") << u"see https://example.org/@Anna now"_s;
        QTest::newRow("in an address") << u"mail x@Anna"_s;
        QTest::newRow("over two lines") << u"@★★a\nb"_s;
        QTest::newRow("longer than the server looks") << u'@' + QString(65, u'n');
        QTest::newRow("more words than the server looks at")
            << u"@a b c d e f g h i j k l m n o p q r s t u v w x y"_s;
    }
    void anUncountedNameIsNoMention()
    {
        QFETCH(QString, text);
        const QList<TextSpan> links = spansOf(text);
        QList<TextSpan> spans = links;
        addMentions(spans, text,
                    MentionNames({u"Anna"_s, u"★★a b"_s, QString(65, u'n'),
                                  u"a b c d e f g h i j k l m n o p q r s t u v w x y"_s}));
        QCOMPARE(spans, links);
    }

    void mentionsPastTheFiftiethDoNotCount()
    {
        QList<TextSpan> spans;
        addMentions(spans, u"@★ "_s.repeated(60), MentionNames({u"★"_s}));
        QCOMPARE(spans.size(), 50);
    }

    void mentionsAndLinksAreInOrder()
    {
        const QString text = u"@Lin ask https://a.org or @张伟 www.b.org, not me@example.org or @"_s;
        QList<TextSpan> spans = spansOf(text);
        addMentions(spans, text, MentionNames({u"Lin"_s, u"张伟 www.b.org"_s}));
        QStringList parts;
        for (const TextSpan& span : spans) {
            parts.append(text.mid(span.start, span.length));
        }
        QCOMPARE(parts,
                 QStringList({u"@Lin"_s, u"https://a.org"_s, u"@张伟 www.b.org"_s, u"me@example.org"_s}));
    }

    void namesOfNobodyAreFound_data()
    {
        QTest::addColumn<QString>("text"); // the cursor is at |
        QTest::addColumn<QString>("nameless");
        QTest::newRow("nobody") << u"@zack, hello|"_s << u"@zack"_s;
        QTest::newRow("a member") << u"@Lin, hello|"_s << QString();
        QTest::newRow("all") << u"@all hello|"_s << QString();
        QTest::newRow("two words") << u"@Anna Lee hello|"_s << QString();
        QTest::newRow("half a name") << u"@An hello|"_s << u"@An"_s;
        QTest::newRow("half a name, being written") << u"hello @an|"_s << QString();
        QTest::newRow("nobody, being written") << u"hello @zack|"_s << u"@zack"_s;
        QTest::newRow("the second") << u"@Lin and @bob|"_s << u"@bob"_s;
        QTest::newRow("a mail address") << u"me@example.org|"_s << QString();
        QTest::newRow("in a link") << u"https://a.org/@zack|"_s << QString();
        QTest::newRow("a time") << u"see you @5pm|"_s << QString();
        QTest::newRow("an @ alone") << u"@ and @|"_s << QString();
        QTest::newRow("Chinese") << u"@张伟你好|"_s << QString();
        QTest::newRow("Chinese, nobody") << u"@小明 你好|"_s << u"@小明"_s;
    }

    void namesOfNobodyAreFound()
    {
        QFETCH(QString, text);
        QFETCH(QString, nameless);
        const qsizetype cursor = text.indexOf(u'|');
        text.remove(cursor, 1);
        const MentionNames names({u"Lin"_s, u"Anna Lee"_s, u"张伟"_s});
        QCOMPARE(firstNameless(text, names, cursor), nameless);
    }

    void ownMentions()
    {
        const QString text = u"@lin @Linda @all @Bo"_s;
        QList<TextSpan> spans;
        addMentions(spans, text, MentionNames({u"Lin"_s, u"Linda"_s, u"Bo"_s}));
        markOwnMentions(spans, text, u"Lin"_s);
        QCOMPARE(spans.size(), 4);
        QCOMPARE(spans.at(0).kind, TextSpan::Kind::OwnMention);
        QCOMPARE(spans.at(1).kind, TextSpan::Kind::Mention);
        QCOMPARE(spans.at(2).kind, TextSpan::Kind::OwnMention);
        QCOMPARE(spans.at(3).kind, TextSpan::Kind::Mention);
    }

    void noLinks()
    {
        QCOMPARE(spansOf(u"javascript://alert(1) file:///etc/passwd"_s).size(), 0);
        QCOMPARE(spansOf(u"http:// and www. and ://"_s).size(), 0);
        QCOMPARE(spansOf(QString()).size(), 0);
    }

    void everyErrorHasASentence()
    {
        for (int code = 0; code <= static_cast<int>(protocol::lastErrorCode); ++code) {
            const QString words = errorText(static_cast<protocol::ErrorCode>(code));
            QVERIFY2(words.endsWith(u'.') && words.size() > 10, qPrintable(words));
        }
        QVERIFY(errorText(protocol::ErrorCode::BadCredentials) != errorText(protocol::ErrorCode::NameTaken));
    }

    void notices()
    {
        QCOMPARE(noticeText(NoticeKind::Added, {}, u"Bo"_s, {}), u"You added Bo"_s);
        QCOMPARE(noticeText(NoticeKind::Added, {}, {}, {}), u"You added someone"_s);
        QCOMPARE(noticeText(NoticeKind::Pinned, u"Anna"_s, {}, u"the plan"_s), u"Anna pinned “the plan”"_s);
        QCOMPARE(noticeText(NoticeKind::Unpinned, {}, {}, {}), u"You unpinned a message"_s);
        QCOMPARE(noticeText(NoticeKind::ForwardingForbidden, {}, {}, {}),
                 u"You turned off forwarding in this conversation"_s);
        QCOMPARE(noticeText(NoticeKind::Created, u"Anna"_s, {}, u"Crew"_s), u"Anna created “Crew”"_s);
        QCOMPARE(noticeText(NoticeKind::Created, u"Anna"_s, {}, {}), u"Anna started the conversation"_s);
        QVERIFY(noticeText(NoticeKind::Unknown, u"Anna"_s, {}, {}).contains(u"Update Tidemark"));
    }
};

TIDEMARK_SUITE(TestWords, QCoreApplication)

} // namespace tidemark::words_test

#include "test_words.moc"
