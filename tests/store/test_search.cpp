#include "core/store/reading/search_text.h"
#include "tests/main/suite.h"
#include "tests/store/builders.h"
#include "tests/support/chat_log.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

namespace tidemark::search_test {

using namespace test;

/// The full-text search finds the current text, newest first.
class TestSearch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void textIsSplitWhereTheTokenizerDoesNot_data();
    void textIsSplitWhereTheTokenizerDoesNot();
    void wordsBecomeQueries_data();
    void wordsBecomeQueries();
    void wordsAreFound_data();
    void wordsAreFound();
    void newestComeFirstAcrossConversations();
    void aSearchCanBeLimitedToOneConversation();
    void aHitIsAWholeItem();
    void editedMessagesAreFoundByTheirCurrentText();
    void recalledMessagesAreNotFound();
    void aDroppedLogIsNotFoundAndItsSuccessorIs();
    void indexingFollowsWhateverOrderEntriesCome();
    void indexingGoesOnAfterARollback();
    void realConversationsAreFoundAsByScanning();

private:
    static std::vector<std::uint64_t> find(const ClientStore& store, const char* words,
                                           ConversationId onlyIn = {});
};

std::vector<std::uint64_t> TestSearch::find(const ClientStore& store, const char* words,
                                            ConversationId onlyIn)
{
    std::vector<std::uint64_t> found;
    for (const SearchHit& hit : store.search(QString::fromUtf8(words), onlyIn, 100)) {
        found.push_back(hit.item.seq.value);
    }
    return found;
}

void TestSearch::textIsSplitWhereTheTokenizerDoesNot_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("indexed");
    QTest::newRow("ascii") << QByteArray("it's 5") << QByteArray("it's 5");
    QTest::newRow("chinese") << QByteArray("你好，世界") << QByteArray(" 你  好 ， 世  界 ");
    QTest::newRow("mixed") << QByteArray("Qt很好") << QByteArray("Qt 很  好 ");
    QTest::newRow("emoji") << QByteArray("ok👍") << QByteArray("ok 👍 ");
    QTest::newRow("accents stay whole") << QByteArray("Zürich") << QByteArray("Zürich");
}

void TestSearch::textIsSplitWhereTheTokenizerDoesNot()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, indexed);
    QCOMPARE(QByteArray::fromStdString(indexedText(text.toStdString(), {})), indexed);
}

void TestSearch::wordsBecomeQueries_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<QByteArray>("query");
    QTest::newRow("nothing") << QByteArray("  ") << QByteArray();
    QTest::newRow("no words") << QByteArray("!! ... \"") << QByteArray();
    QTest::newRow("the last may go on") << QByteArray("two  words") << QByteArray("\"two\" \"words\"*");
    QTest::newRow("chinese is a phrase") << QByteArray("世界") << QByteArray("\" 世  界 \"");
    QTest::newRow("quotes are harmless") << QByteArray("a\"b OR") << QByteArray("\"a b\" \"OR\"*");
    QTest::newRow("ends in punctuation") << QByteArray("done.") << QByteArray("\"done.\"");
}

void TestSearch::wordsBecomeQueries()
{
    QFETCH(QByteArray, words);
    QFETCH(QByteArray, query);
    QCOMPARE(searchQuery(QString::fromUtf8(words)).toUtf8(), query);
}

void TestSearch::wordsAreFound_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<bool>("found");
    const auto row = [](const char* name, const char* text, const char* words, bool found) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(words) << found;
    };
    row("word", "The quick brown fox", "quick", true);
    row("other case", "The quick brown fox", "QUICK", true);
    row("all words in any order", "The quick brown fox", "fox quick", true);
    row("one word missing", "The quick brown fox", "fox slow", false);
    row("beginning of the last word", "The quick brown fox", "quick bro", true);
    row("beginning of another word", "The quick brown fox", "qui brown", false);
    row("middle of a word", "The quick brown fox", "uick", false);
    row("accents do not matter", "naïve café", "naive cafe", true);
    row("punctuation within", "don't use foo-bar(1)", "foo-bar", true);
    row("two characters", "我们明天去北京开会", "北京", true);
    row("one character", "我们明天去北京开会", "京", true);
    row("longer word", "我们明天去北京开会", "明天去北", true);
    row("characters apart", "北方的京城", "北京", false);
    row("two chinese words", "我们明天去北京开会", "开会 北京", true);
    row("full width comma between", "你好，世界", "世界", true);
    row("japanese", "東京タワーに行きます", "タワー", true);
    row("korean", "안녕하세요", "안녕", true);
    row("mixed phrase", "用Qt写的程序", "Qt写", true);
    row("mixed words", "用Qt写的程序", "程序 qt", true);
    row("emoji", "well done 👍🏽!", "👍", true);
    row("emoji among chinese", "生日快乐🎂🎉", "快乐🎂", true);
    row("emoji of several", "family 👨‍👩‍👧 here", "👨‍👩‍👧", true);
    row("other emoji", "well done 👍", "👎", false);
    row("operators are words", "this AND that", "AND that", true);
    row("a column filter is not", "text: hello", "text:hello", true);
    row("sql", "'; DROP TABLE entries; --", "'; DROP", true);
    row("cyrillic", "Привет, мир", "привет", true);
}

void TestSearch::wordsAreFound()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, words);
    QFETCH(bool, found);
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {message(1, anna, "unrelated 无关"), message(2, anna, text.toStdString())}));
    indexAll(*store);
    QCOMPARE(find(*store, words.constData()),
             found ? std::vector<std::uint64_t>{2} : std::vector<std::uint64_t>{});
    QCOMPARE(store->lastError().code, StoreError::Code::None);

    // The same holds for an edited text, which is matched without the index.
    QVERIFY(ingest(*store, room,
                   {message(3, bert, "before"), edit(4, bert, 3, text.toStdString()), recall(5, anna, 2)}));
    indexAll(*store);
    QCOMPARE(find(*store, words.constData()),
             found ? std::vector<std::uint64_t>{3} : std::vector<std::uint64_t>{});
}

void TestSearch::newestComeFirstAcrossConversations()
{
    const auto store = preparedStore();
    std::vector<Entry> even;
    std::vector<Entry> odd;
    for (std::uint64_t seq = 1; seq <= 10; ++seq) {
        even.push_back(message(seq, anna, "needle"));
        even.back().at = UnixMs{static_cast<std::int64_t>(seq * 10)};
        odd.push_back(message(seq, bert, "needle"));
        odd.back().at = UnixMs{static_cast<std::int64_t>(seq * 10 + 5)};
    }
    QVERIFY(ingest(*store, room, even));
    QVERIFY(ingest(*store, other, odd));
    indexAll(*store);
    const std::vector<SearchHit> all = store->search(QStringLiteral("needle"), {}, 100);
    QCOMPARE(all.size(), std::size_t{20});
    QVERIFY(std::is_sorted(all.begin(), all.end(),
                           [](const SearchHit& a, const SearchHit& b) { return a.item.at > b.item.at; }));
    const std::vector<SearchHit> first = store->search(QStringLiteral("needle"), {}, 7);
    QCOMPARE(first, std::vector<SearchHit>(all.begin(), all.begin() + 7));
    QVERIFY(store->search(QStringLiteral("needle"), {}, 0).empty());
}

void TestSearch::aSearchCanBeLimitedToOneConversation()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {message(1, anna, "needle")}));
    QVERIFY(ingest(*store, other, {message(2, anna, "needle"), message(3, anna, "needle")}));
    indexAll(*store);
    QCOMPARE(find(*store, "needle", room), std::vector<std::uint64_t>{1});
    QCOMPARE(find(*store, "needle", other), (std::vector<std::uint64_t>{3, 2}));
    QVERIFY(find(*store, "needle", ConversationId(999)).empty());
}

void TestSearch::aHitIsAWholeItem()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {message(1, anna, "needle")}));
    indexAll(*store);
    const std::vector<SearchHit> hits = store->search(QStringLiteral("needle"), {}, 9);
    QCOMPARE(hits.size(), std::size_t{1});
    QCOMPARE(hits[0].conversation, room);
    QCOMPARE(hits[0].item, store->timeline(room, {}).items.at(0));
}

void TestSearch::editedMessagesAreFoundByTheirCurrentText()
{
    for (const bool indexBetween : {true, false}) {
        const auto store = preparedStore();
        QVERIFY(ingest(*store, room, {message(1, anna, "apple 苹果")}));
        if (indexBetween) {
            indexAll(*store);
        }
        QVERIFY(ingest(*store, room, {edit(2, anna, 1, "pear 梨子")}));
        if (indexBetween) {
            indexAll(*store);
        }
        QVERIFY(ingest(*store, room, {edit(3, anna, 1, "cherry 樱桃 apple")}));
        indexAll(*store);
        QCOMPARE(find(*store, "pear"), std::vector<std::uint64_t>{});
        QCOMPARE(find(*store, "苹果"), std::vector<std::uint64_t>{});
        QCOMPARE(find(*store, "樱桃"), std::vector<std::uint64_t>{1});
        QCOMPARE(find(*store, "apple"), std::vector<std::uint64_t>{1});
    }
    // An edit without its target has no effect yet.
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {edit(20, anna, 10, "early")}));
    indexAll(*store);
    QVERIFY(find(*store, "early").empty());
    QVERIFY(ingest(*store, room, {message(10, anna, "late")}));
    indexAll(*store);
    QCOMPARE(find(*store, "early"), std::vector<std::uint64_t>{10});
    QVERIFY(find(*store, "late").empty());
}

void TestSearch::recalledMessagesAreNotFound()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room,
                   {message(1, anna, "secret"), message(2, anna, "x"), edit(3, anna, 2, "secret")}));
    indexAll(*store);
    QCOMPARE(find(*store, "secret"), (std::vector<std::uint64_t>{2, 1}));
    QVERIFY(ingest(*store, room, {recall(4, anna, 1), recall(5, anna, 2)}));
    QVERIFY(find(*store, "secret").empty());
}

void TestSearch::aDroppedLogIsNotFoundAndItsSuccessorIs()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {message(1, anna, "old"), message(2, anna, "old")}));
    indexAll(*store);
    QVERIFY(store->apply({write::DropLog{room}}));
    QVERIFY(ingest(*store, room, {message(1, anna, "new")}));
    indexAll(*store);
    QVERIFY(find(*store, "old").empty());
    QCOMPARE(find(*store, "new"), std::vector<std::uint64_t>{1});
    QCOMPARE(find(*store, "new", room), std::vector<std::uint64_t>{1});
}

void TestSearch::indexingFollowsWhateverOrderEntriesCome()
{
    const auto store = preparedStore();
    const auto some = [](std::uint64_t first, std::uint64_t last) {
        std::vector<Entry> made;
        for (std::uint64_t seq = first; seq <= last; ++seq) {
            made.push_back(message(seq, anna, "needle"));
        }
        return made;
    };
    QVERIFY(ingest(*store, room, some(41, 60)));
    // Indexing goes from the newest entry on, in small steps.
    QVERIFY(store->indexSome(5));
    QCOMPARE(find(*store, "needle"), (std::vector<std::uint64_t>{60, 59, 58, 57, 56}));
    QVERIFY(ingest(*store, room, some(61, 62)));
    QVERIFY(ingest(*store, room, some(1, 20)));
    indexAll(*store);
    QVERIFY(ingest(*store, room, some(21, 40)));
    indexAll(*store);
    QCOMPARE(find(*store, "needle").size(), std::size_t{62});
    QVERIFY(!store->indexSome(100));
}

void TestSearch::indexingGoesOnAfterARollback()
{
    const auto store = preparedStore();
    QVERIFY(ingest(*store, room, {message(1, anna, "needle")}));
    QVERIFY(!store->apply({write::PutHeld{ConversationId(999), RangeSet({{Seq(1), Seq(9)}})}}));
    indexAll(*store);
    QCOMPARE(find(*store, "needle"), std::vector<std::uint64_t>{1});
}

void TestSearch::realConversationsAreFoundAsByScanning()
{
    QFile corpus(QDir(corpusFolder()).filePath(QStringLiteral("rust.jsonl")));
    if (!corpus.open(QFile::ReadOnly)) {
        QSKIP("the corpus is not here");
    }
    const auto store = preparedStore();
    std::vector<Entry> log;
    while (!corpus.atEnd()) {
        const QJsonObject line = QJsonDocument::fromJson(corpus.readLine()).object();
        log.push_back(
            message(log.size() + 1, anna, line.value(QStringLiteral("text")).toString().toStdString()));
    }
    QVERIFY(log.size() > 1000);
    QVERIFY(ingest(*store, room, log));
    indexAll(*store);
    for (const char* word : {"borrow", "compiler", "lifetimes", "the", "println", "zzzzzz"}) {
        // The words as the tokenizer splits them. These texts consist of ASCII letters and digits.
        const QRegularExpression whole(QStringLiteral("(?<![\\p{L}\\p{N}])%1").arg(QLatin1String(word)),
                                       QRegularExpression::CaseInsensitiveOption);
        std::size_t expected = 0;
        for (const Entry& entry : log) {
            expected += QString::fromStdString(textOf(entry)).contains(whole) ? 1 : 0;
        }
        QCOMPARE(store->search(QString::fromLatin1(word), {}, 100000).size(), expected);
    }
}

TIDEMARK_SUITE(TestSearch, QCoreApplication)

} // namespace tidemark::search_test

#include "test_search.moc"
