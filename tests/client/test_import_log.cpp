#include "app/cli/importing/import_identity.h"
#include "app/cli/importing/import_log.h"
#include "tests/main/suite.h"

#include <QTemporaryFile>
#include <QTest>

#include <functional>
#include <vector>

namespace tidemark::import_log_test {

using namespace tidemark::cli;

/// Chat logs are read, and identities made from them.
class TestImportLog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsLines();
    void keepsAMarkAtTheBeginning();
    void refusesBadLines_data();
    void refusesBadLines();
    void checksTheWholeFileAndReadsItAgain();
    void namesTheBadLine();
    void aMissingFileIsAnError();
    void identitiesAreStableAndApart();
    void roomsHaveTitlesThatAServerTakes();

private:
    static void write(QTemporaryFile& file, const QByteArray& content)
    {
        QVERIFY(file.open());
        file.write(content);
        QVERIFY(file.flush());
    }
};

void TestImportLog::readsLines()
{
    const auto line = parseImportLine(
        R"({"room": "rust", "at": "2018-05-29T21:20:37Z", "from": " talchas ", "text": "你好 \"x\"", "action": true})",
        7);
    QVERIFY(line.has_value());
    QCOMPARE(line->number, 7U);
    QCOMPARE(line->room, std::string("rust"));
    QCOMPARE(line->from, std::string("talchas"));
    QCOMPARE(line->text, std::string("你好 \"x\""));
    QCOMPARE(line->atMs, 1527628837000);
    QVERIFY(line->isAction);
}

void TestImportLog::keepsAMarkAtTheBeginning()
{
    for (const QByteArray& text : {QByteArray("\ufeffa"), QByteArray("\\ufeffa")}) {
        const auto line = parseImportLine(
            "\ufeff{\"room\":\"r\",\"at\":\"2018-05-29T21:20:37Z\",\"from\":\"a\",\"text\":\"" + text + "\"}",
            1);
        QVERIFY(line.has_value());
        QCOMPARE(line->text, std::string("\ufeffa"));
    }
}

void TestImportLog::refusesBadLines_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("no JSON") << QByteArray("hello");
    QTest::newRow("array") << QByteArray("[]");
    QTest::newRow("no room") << QByteArray(R"({"at":"2018-05-29T21:20:37Z","from":"a","text":"b"})");
    QTest::newRow("no author") << QByteArray(R"({"room":"r","at":"2018-05-29T21:20:37Z","text":"b"})");
    QTest::newRow("no text") << QByteArray(
        R"({"room":"r","at":"2018-05-29T21:20:37Z","from":"a","text":""})");
    QTest::newRow("text is a number")
        << QByteArray(R"({"room":"r","at":"2018-05-29T21:20:37Z","from":"a","text":5})");
    QTest::newRow("no time") << QByteArray(R"({"room":"r","at":"yesterday","from":"a","text":"b"})");
    QTest::newRow("long") << R"({"room":"r","at":"2018-05-29T21:20:37Z","from":"a","text":")"
                                 + QByteArray(70000, 'x') + R"("})";
}

void TestImportLog::refusesBadLines()
{
    QFETCH(QByteArray, json);
    const auto line = parseImportLine(json, 3);
    QVERIFY(!line.has_value());
    QVERIFY2(line.error().startsWith(QStringLiteral("line 3: ")), qPrintable(line.error()));
}

void TestImportLog::checksTheWholeFileAndReadsItAgain()
{
    QTemporaryFile file;
    write(file, R"({"room":"r","at":"2018-05-29T21:20:37Z","from":"a","text":"1"})"
                "\n\n"
                R"({"room":"s","at":"2018-05-29T21:20:38Z","from":"b","text":"2"})"
                "\n"
                R"({"room":"r","at":"2018-05-29T21:20:39Z","from":"a","text":"3"})");
    ImportLog log(file.fileName());
    const auto summary = log.check();
    QVERIFY(summary.has_value());
    QCOMPARE(summary->lines, 3U);
    QVERIFY((summary->rooms == std::vector<std::string>{"r", "s"}));
    QCOMPARE(summary->sha256.size(), 32);
    for (int pass = 0; pass < 2; ++pass) {
        std::vector<std::uint64_t> numbers;
        while (const auto line = log.next()) {
            numbers.push_back(line->number);
        }
        QVERIFY((numbers == std::vector<std::uint64_t>{1, 3, 4}));
        log.rewind();
    }
}

void TestImportLog::namesTheBadLine()
{
    QTemporaryFile file;
    write(file, R"({"room":"r","at":"2018-05-29T21:20:37Z","from":"a","text":"1"})"
                "\nbroken\n");
    ImportLog log(file.fileName());
    const auto summary = log.check();
    QVERIFY(!summary.has_value());
    QVERIFY2(summary.error().startsWith(QStringLiteral("line 2: ")), qPrintable(summary.error()));
}

void TestImportLog::aMissingFileIsAnError()
{
    ImportLog log(QStringLiteral("/nowhere/log.jsonl"));
    QVERIFY(!log.check().has_value());
}

void TestImportLog::identitiesAreStableAndApart()
{
    const ImportLine line{.number = 1, .room = "r", .from = "a", .text = "t", .atMs = 5, .isAction = false};
    QVERIFY(messageUuidOf(line) == messageUuidOf(line));
    for (const auto& change : std::vector<std::function<void(ImportLine&)>>{
             [](ImportLine& one) { one.number = 2; }, [](ImportLine& one) { one.room = "s"; },
             [](ImportLine& one) { one.from = "b"; }, [](ImportLine& one) { one.text = "u"; },
             [](ImportLine& one) { one.atMs = 6; }, [](ImportLine& one) { one.isAction = true; }}) {
        ImportLine other = line;
        change(other);
        QVERIFY(messageUuidOf(other) != messageUuidOf(line));
    }
    QCOMPARE(authorIdentity("secret", "a").token.size(), 32U);
    QVERIFY(authorIdentity("secret", "a").token == authorIdentity("secret", "a").token);
    QVERIFY(authorIdentity("secret", "a").token != authorIdentity("secret", "b").token);
    QVERIFY(authorIdentity("secret", "a").token != authorIdentity("other", "a").token);
    QVERIFY(groupUuidOf("r") != groupUuidOf("s"));
    QCOMPARE(accountName("a", "r", 0), std::string("a"));
    QCOMPARE(accountName("a", "r", 1), std::string("a@r"));
    QCOMPARE(accountName("a", "r", 3), std::string("a@r-3"));
    QVERIFY(plainName("^^") != plainName("||"));
}

void TestImportLog::roomsHaveTitlesThatAServerTakes()
{
    QCOMPARE(roomTitle("rust"), std::string("rust"));
    QCOMPARE(roomTitle("\t 港口\nnorth\x7f "), std::string("港口 north"));
    QCOMPARE(roomTitle("\x01\x02"), std::string("room"));
    QCOMPARE(roomTitle("Cafe\xcc\x81"), std::string("Caf\xc3\xa9"));
    QCOMPARE(roomTitle("har\xe2\x80\x8b"
                       "bour"),
             plainName("har\xe2\x80\x8b"
                       "bour"));
    QCOMPARE(roomTitle(std::string(300, 'a')), std::string(200, 'a'));
    std::string anchors;
    for (int i = 0; i < 60; ++i) {
        anchors += "⚓";
    }
    QCOMPARE(roomTitle("a" + anchors + anchors).size(), std::size_t{199});
    std::string waves;
    for (int i = 0; i < 60; ++i) {
        waves += "🌊";
    }
    QCOMPARE(roomTitle("a" + waves).size(), std::size_t{197});
}

TIDEMARK_SUITE(TestImportLog, test::NoApplication)

} // namespace tidemark::import_log_test

#include "test_import_log.moc"
