#include "core/models/formats/export_formats.h"
#include "core/models/words/moment.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace tidemark::export_formats_test {

using namespace Qt::StringLiterals;
using test::fileNamed;
using test::messageItem;
using test::ownItem;
using test::pendingItem;
using test::pictureNamed;
using test::someMoment;
using test::summaryOf;

namespace {

QJsonObject objectOf(const std::string& text)
{
    const QByteArray line = QByteArray::fromStdString(text);
    return line.endsWith('\n') && line.count('\n') == 1 ? QJsonDocument::fromJson(line).object()
                                                        : QJsonObject();
}

TimelineItem noticeItem()
{
    TimelineItem item = messageItem(4, {}, 2);
    item.kind = EntryKind::Notice;
    item.notice = NoticeKind::Added;
    item.subjectName = "Bo";
    return item;
}

} // namespace

class TestExportFormats : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void jsonBeginsWithTheConversation()
    {
        const auto format = makeExportFormat(ExportKind::JsonLines);
        ConversationSummary summary = summaryOf(7, "Crew \"one\"");
        const QJsonObject line = objectOf(format->begin({summary, "anna", UnixMs{someMoment}}));
        QCOMPARE(line[u"kind"], u"conversation"_s);
        QCOMPARE(line[u"conversation"].toInteger(), 7);
        QCOMPARE(line[u"type"], u"group"_s);
        QCOMPARE(line[u"title"], u"Crew \"one\""_s);
        QCOMPARE(line[u"exported_by"], u"anna"_s);
        QCOMPARE(line[u"exported_at"], u"2026-11-19T14:02:00.000Z"_s);
        QVERIFY(!line.contains(u"deleted"));
        summary.isPeerDeleted = true;
        QVERIFY(objectOf(format->begin({summary, "anna", UnixMs{someMoment}}))[u"deleted"].toBool());
    }

    void jsonHasALineAMessage()
    {
        const auto format = makeExportFormat(ExportKind::JsonLines);
        TimelineItem item = messageItem(5, "a\nb");
        item.isEdited = true;
        item.editedAt = UnixMs{someMoment};
        item.replyTo = Seq(3);
        QCOMPARE(QString::fromUtf8(format->item(item, {})),
                 u"{\"seq\":5,\"kind\":\"message\",\"from\":\"User 2\",\"at\":\"2026-11-19T14:02:05.000Z\","
                 "\"text\":\"a\\nb\",\"edited\":true,\"recalled\":false,\"reply_to\":3,"
                 "\"edited_at\":\"2026-11-19T14:02:00.000Z\",\"action\":false,\"unsent\":false}\n"_s);
        item.isAuthorDeleted = true;
        QVERIFY(objectOf(format->item(item, {}))[u"deleted"].toBool());
        const QJsonObject unsent = objectOf(format->item(pendingItem(1), {}));
        QVERIFY(unsent[u"seq"].isNull());
        QVERIFY(unsent[u"unsent"].toBool());
        QCOMPARE(objectOf(format->item(noticeItem(), {}))[u"text"], u"added Bo"_s);
    }

    void jsonListsTheFiles()
    {
        const auto format = makeExportFormat(ExportKind::JsonLines);
        QVERIFY(!format->begin({summaryOf(7, "Crew"), "anna", UnixMs{someMoment}}).empty());
        TimelineItem item = messageItem(5, "look");
        QVERIFY(!objectOf(format->item(item, {})).contains(u"attachments"));
        item.attachments = {pictureNamed("a.jpg"), fileNamed("../x\u202ey\n.pdf")};
        item.heldFiles = 2;
        const QJsonArray files = objectOf(format->item(item, {}))[u"attachments"].toArray();
        QCOMPARE(files.size(), 2);
        const QString hash = u"ab"_s.repeated(32);
        QCOMPARE(QJsonDocument(files[0].toObject()).toJson(QJsonDocument::Compact),
                 QJsonDocument(QJsonObject{{u"conversation"_s, 7},
                                           {u"seq"_s, 5},
                                           {u"index"_s, 0},
                                           {u"name"_s, u"a.jpg"_s},
                                           {u"mime"_s, u"image/jpeg"_s},
                                           {u"size"_s, 20480},
                                           {u"width"_s, 640},
                                           {u"height"_s, 480},
                                           {u"sha256"_s, hash},
                                           {u"held"_s, false}})
                     .toJson(QJsonDocument::Compact));
        QCOMPARE(files[1][u"name"], u"xy.pdf"_s);
        QCOMPARE(files[1][u"index"].toInteger(), 1);
        QVERIFY(files[1][u"held"].toBool());

        TimelineItem unsent = pendingItem(1);
        unsent.attachments = item.attachments;
        QVERIFY(objectOf(format->item(unsent, {}))[u"attachments"].toArray()[0][u"seq"].isNull());
        // More files than any server takes.
        item.attachments.resize(1000);
        QVERIFY(!objectOf(format->item(item, {}))[u"attachments"].toArray()[99][u"held"].toBool());
    }

    void jsonSaysWhatIsMissing()
    {
        const auto format = makeExportFormat(ExportKind::JsonLines);
        const QJsonObject gap = objectOf(format->gap({Seq(3), Seq(8)}, false));
        QCOMPARE(gap[u"kind"], u"gap"_s);
        QCOMPARE(gap[u"first_seq"].toInteger(), 3);
        QCOMPARE(gap[u"last_seq"].toInteger(), 8);
        QCOMPARE(gap[u"entries"].toInteger(), 6);
        QCOMPARE(gap[u"why"], u"not-held"_s);
        QCOMPARE(objectOf(format->gap({Seq(1), Seq(2)}, true))[u"why"], u"not-kept"_s);
    }

    void textIsReadLineByLine_data()
    {
        QTest::addColumn<TimelineItem>("item");
        QTest::addColumn<QString>("words");
        TimelineItem item = messageItem(5, "hello");
        QTest::newRow("plain") << item << u"User 2: hello"_s;
        item.isEdited = true;
        QTest::newRow("edited") << item << u"User 2: hello (edited)"_s;
        item.isRecalled = true;
        QTest::newRow("taken back") << item << u"User 2: (this message was deleted)"_s;
        item = messageItem(5, "waves");
        item.isAction = true;
        QTest::newRow("action") << item << u"* User 2 waves"_s;
        item = messageItem(5, "yes");
        item.replyTo = Seq(3);
        item.replyToName = "Bo";
        item.replyToText = "first\nsecond";
        QTest::newRow("answer") << item << u"User 2 (replying to Bo, “first…”): yes"_s;
        item.replyToText.clear();
        QTest::newRow("answer to a missing message") << item << u"User 2 (replying to Bo): yes"_s;
        QTest::newRow("notice") << noticeItem() << u"— User 2 added Bo —"_s;
        item = noticeItem();
        item.isOwn = true;
        QTest::newRow("own notice") << item << u"— User 2 added Bo —"_s;
        QTest::newRow("unsent") << pendingItem(1, "later") << u"User 1: later (not sent)"_s;
        item = messageItem(5, "look");
        item.attachments = {pictureNamed("a.jpg"), fileNamed("b\n[2026] Bo: two.pdf")};
        QTest::newRow("files") << item
                               << u"User 2: look\n    [photo: a.jpg, 20.5 kB]\n"
                                  "    [file: b [2026] Bo: two.pdf, 20.5 kB]"_s;
        item.text.clear();
        item.attachments.pop_back();
        QTest::newRow("file without text") << item << u"User 2: [photo: a.jpg, 20.5 kB]"_s;
        item = messageItem(5, "nice");
        item.replyTo = Seq(3);
        item.replyToName = "Bo";
        item.replyToFile = fileNamed("b.pdf");
        QTest::newRow("answer to a file") << item << u"User 2 (replying to Bo, “b.pdf”): nice"_s;
        item.replyToText = "look";
        QTest::newRow("answer to a file with text")
            << item << u"User 2 (replying to Bo, “b.pdf, look”): nice"_s;
        // No message can look like a line of another message.
        QTest::newRow("lines") << messageItem(5, "one\n[2026-11-19 14:02] Bo: two\r\nthree")
                               << u"User 2: one\n    [2026-11-19 14:02] Bo: two\n    three"_s;
        QTest::newRow("percent") << messageItem(5, "%1 %2") << u"User 2: %1 %2"_s;
    }
    void textIsReadLineByLine()
    {
        QFETCH(TimelineItem, item);
        QFETCH(QString, words);
        const auto format = makeExportFormat(ExportKind::Text);
        QCOMPARE(QString::fromUtf8(format->item(item, {})),
                 u"["_s + copiedMoment(item.at) + u"] "_s + words + u'\n');
    }

    void reactionsStandWithTheirMessage()
    {
        TimelineItem item = messageItem(5, "done");
        const auto json = makeExportFormat(ExportKind::JsonLines);
        const auto text = makeExportFormat(ExportKind::Text);
        QVERIFY(!objectOf(json->item(item, {})).contains(u"reactions"));
        item.reactions = {{"\U0001F44D", 2, true}, {"\u2764\uFE0F", 1, false}};
        const QJsonArray lines = objectOf(json->item(item, {}))[u"reactions"].toArray();
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0][u"emoji"].toString(), u"\U0001F44D"_s);
        QCOMPARE(lines[0][u"count"].toInteger(), 2);
        QCOMPARE(lines[0][u"mine"].toBool(), true);
        QVERIFY(QString::fromUtf8(text->item(item, {})).endsWith(u"\n    [\U0001F44D 2, \u2764\uFE0F 1]\n"));
    }

    void textSaysWhereTheCopyOfAFileIs()
    {
        const auto format = makeExportFormat(ExportKind::Text);
        TimelineItem item = messageItem(5, {});
        item.attachments = {pictureNamed("a.jpg"), fileNamed("b.pdf")};
        QCOMPARE(QString::fromUtf8(format->item(item, {"crew.txt.files/5-0-a.jpg", {}})),
                 u"["_s + copiedMoment(item.at)
                     + u"] User 2: [photo: crew.txt.files/5-0-a.jpg, 20.5 kB]\n"
                       "    [file: b.pdf, 20.5 kB]\n"_s);
    }

    /// A name can neither turn the words around it nor begin a line.
    void namesInTextAreIsolated()
    {
        const auto format = makeExportFormat(ExportKind::Text);
        const std::string name = "a\u202eb\n[2026-11-19 14:02] Bo";
        const QString shown = u"\u2068a\u202eb [2026-11-19 14:02] Bo\u2069"_s;
        TimelineItem item = messageItem(5, "yes");
        item.authorName = name;
        QString time = u"["_s + copiedMoment(item.at) + u"] "_s;
        const auto lineOf = [&] { return QString::fromUtf8(format->item(item, {})); };
        QCOMPARE(lineOf(), time + shown + u": yes\n"_s);
        item.replyTo = Seq(3);
        item.replyToName = name;
        item.replyToText = "x\u2067";
        QCOMPARE(lineOf(),
                 time + shown + u" (replying to "_s + shown + u", “\u2068x\u2067\u2069\u2069”): yes\n"_s);
        item.isAction = true;
        QCOMPARE(lineOf(), time + u"* "_s + shown + u" yes\n"_s);
        item.isRecalled = true;
        QCOMPARE(lineOf(), time + shown + u": (this message was deleted)\n"_s);
        item = noticeItem();
        item.authorName = item.subjectName = name;
        time = u"["_s + copiedMoment(item.at) + u"] "_s;
        QCOMPARE(lineOf(), time + u"— "_s + shown + u" added "_s + shown + u" —\n"_s);
        const QString head =
            QString::fromUtf8(format->begin({summaryOf(7, "Crew\nof\u2028ten"), name, UnixMs{someMoment}}));
        QVERIFY2(head.startsWith(u"Crew of ten\nExported from Tidemark by "_s + shown + u" on "_s),
                 qPrintable(head));
    }

    void textBeginsWithTitleAndZone()
    {
        const auto format = makeExportFormat(ExportKind::Text);
        const QString head =
            QString::fromUtf8(format->begin({summaryOf(7, "Crew"), "anna", UnixMs{someMoment}}));
        QVERIFY2(head.startsWith(u"Crew\nExported from Tidemark by anna on "_s), qPrintable(head));
        QVERIFY(head.contains(copiedMoment(UnixMs{someMoment})));
        QVERIFY(head.endsWith(u".\n\n"_s));
    }

    void textSaysWhatIsMissing()
    {
        const auto format = makeExportFormat(ExportKind::Text);
        QCOMPARE(QString::fromUtf8(format->gap({Seq(3), Seq(8)}, false)),
                 u"… entries not on this device: 6 …\n"_s);
        QCOMPARE(QString::fromUtf8(format->gap({Seq(3), Seq(8)}, true)), u"… entries not available: 6 …\n"_s);
    }
};

TIDEMARK_SUITE(TestExportFormats, QCoreApplication)

} // namespace tidemark::export_formats_test

#include "test_export_formats.moc"
