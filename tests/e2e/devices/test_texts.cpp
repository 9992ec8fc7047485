#include "tests/e2e/stage.h"
#include "tests/main/suite.h"

#include <QTest>

namespace tidemark::texts_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

/// Real programs carry typed texts to the readers.
class TestTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        QVERIFY(m_stage.ready());
        m_ann = std::make_unique<Device>(m_stage.newAccount(u"ann"_s, u"laptop"_s));
        m_bob = std::make_unique<Device>(m_stage.newAccount(u"bob"_s, u"desk"_s));
        m_group = m_ann->createGroup(u"crew"_s, {u"bob"_s});
        QVERIFY(m_group > 0);
    }

    void argumentsArriveAsTheyAre()
    {
        const QStringList texts{u"\ufeffmarked"_s,           u"\ufeff\ufeff"_s,
                                u"an\u200dna\u202e\u2066"_s, u"\ufffe \uffff"_s,
                                u"\U0001f30a\U0010ffff"_s,   u"e\u0301 é %1 \"\\ufeff\""_s,
                                u"two\nlines\tand a tab"_s};
        for (const QString& text : texts) {
            VERIFY_DONE(m_ann->run({u"send"_s, number(m_group), text}));
        }
        QCOMPARE(textsOf(m_ann->messages(m_group)), texts);
        QCOMPARE(textsOf(m_bob->messages(m_group)), texts);
        VERIFY_DONE(m_ann->run({u"edit"_s, number(m_group), firstSeq(), u"\ufeffedited\u00a0text"_s}));
        QCOMPARE(textsOf(m_bob->messages(m_group)).first(), u"\ufeffedited\u00a0text"_s);
    }

    void linesArriveAsTheyAre()
    {
        const qsizetype before = m_bob->messages(m_group).size();
        const QByteArray lines = "\xef\xbb\xbfmarked\n\n \t \n\xef\xbb\xbf\nlast";
        VERIFY_DONE(m_ann->run({u"send"_s, number(m_group), u"-"_s}, lines));
        QCOMPARE(textsOf(m_bob->messages(m_group).mid(before)),
                 QStringList({u"\ufeffmarked"_s, u"\ufeff"_s, u"last"_s}));
    }

    /// As in the window, line ends become line feeds, and control characters and outer white space are
    /// removed.
    void aTextIsCleanedBeforeItIsSent()
    {
        const qsizetype before = m_bob->messages(m_group).size();
        VERIFY_DONE(m_ann->run({u"send"_s, number(m_group), u" \n a\r\nb\u001b[31m\u009b \u3000"_s}));
        VERIFY_DONE(m_ann->run({u"send"_s, number(m_group), u"-"_s}, QByteArray("  a\0b\r\n", 7)));
        QCOMPARE(textsOf(m_bob->messages(m_group).mid(before)), QStringList({u"a\nb[31m"_s, u"ab"_s}));
        for (const QString& nothing : {u" "_s, u"\r\n\t"_s, u"\u001b"_s, QString()}) {
            QCOMPARE(m_ann->run({u"send"_s, number(m_group), nothing}).status, 1);
        }
        QCOMPARE(m_ann->run({u"edit"_s, number(m_group), firstSeq(), u" "_s}).status, 1);
    }

    void aTextThatIsNotUtf8IsRefused()
    {
        const qsizetype before = m_bob->messages(m_group).size();
        const CliResult result =
            m_ann->run({u"send"_s, number(m_group), u"-"_s}, "good\n\xff\xfe\nalso good\n");
        QCOMPARE(result.status, 1);
        QVERIFY2(result.forPeople.contains(u"not UTF-8"_s), qPrintable(result.forPeople));
        QCOMPARE(textsOf(m_bob->messages(m_group).mid(before)), QStringList({u"good"_s, u"also good"_s}));
    }

    /// A name in a human-readable message moves no cursor of a terminal.
    void nothingIsSaidThatATerminalObeys()
    {
        const CliResult result = m_ann->run({u"members"_s, u"\u001b[2J\u009bx\u202e"_s});
        QVERIFY(result.status != 0);
        QVERIFY2(result.forPeople.contains(uR"(\u001b[2J\u009bx\u202e)"_s), qPrintable(result.forPeople));
        QVERIFY(!result.forPeople.contains(QChar(0x1b)));
    }

private:
    [[nodiscard]] QString firstSeq() const
    {
        return number(m_ann->messages(m_group).first()[u"seq"].toInteger());
    }

    Stage m_stage;
    std::unique_ptr<Device> m_ann;
    std::unique_ptr<Device> m_bob;
    qint64 m_group = 0;
};

TIDEMARK_SUITE(TestTexts, QCoreApplication)

} // namespace tidemark::texts_test

#include "test_texts.moc"
