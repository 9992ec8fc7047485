#include "tests/e2e/stage.h"
#include "tests/main/suite.h"
#include "tests/support/programs.h"

#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTest>

#include <csignal>

namespace tidemark::trust_test {

using namespace tidemark::test;
using namespace Qt::StringLiterals;

namespace {

QByteArray contentsOf(const QString& name)
{
    QFile file(name);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

bool write(const QString& name, const QByteArray& contents)
{
    QFile file(name);
    return file.open(QFile::WriteOnly) && file.write(contents) == contents.size();
}

} // namespace

/// Real processes test whom a device trusts, and what other users of the computer and readers of logs can
/// learn.
class TestTrust : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }
    void aCertificateIsTrustedOnlyByItsFingerprint();
    void guessesWait();
    void aTokenIsInAFileForItsOwner();
    void nothingSecretIsSeenOutside();

private:
    /// Replaces the certificate and its key by a new pair, and returns the fingerprint.
    static QString makeCertificate(const QString& certificate, const QString& key)
    {
        QFile::remove(certificate);
        QFile::remove(key);
        QProcess program;
        program.start(programPath(u"tidemark-server"_s), {u"certificate"_s, u"--certificate"_s, certificate,
                                                          u"--key"_s, key, u"--hosts"_s, u"127.0.0.1"_s});
        if (!program.waitForFinished(programTimeoutMs)) {
            return {};
        }
        static const QRegularExpression print(u"SHA-256 fingerprint ([0-9A-F:]{95})"_s);
        return print.match(QString::fromUtf8(program.readAllStandardOutput())).captured(1);
    }

    static CliResult run(const QStringList& arguments)
    {
        CliProcess process(arguments);
        process.endInput();
        return process.result();
    }
};

void TestTrust::aCertificateIsTrustedOnlyByItsFingerprint()
{
    const QTemporaryDir folder;
    const QString certificate = folder.filePath(u"certificate.pem"_s);
    const QString key = folder.filePath(u"key.pem"_s);
    ServerProcess server(programPath(u"tidemark-server"_s), folder.filePath(u"server.db"_s),
                         {u"--tls-certificate"_s, certificate, u"--tls-key"_s, key});
    const QString first = makeCertificate(certificate, key);
    QVERIFY(!first.isEmpty());
    QVERIFY(server.start());
    QVERIFY(server.url().startsWith(u"wss://"));
    const Device ann(folder.path(), server.url(), u"ann"_s, u"laptop"_s);

    const CliResult refused = ann.registerAccount();
    QCOMPARE(refused.status, 3);
    QVERIFY2(refused.forPeople.contains(u"certificate-refused:"), qPrintable(refused.forPeople));
    QVERIFY(refused.forPeople.contains(first));
    QVERIFY(refused.lines.isEmpty());
    const QStringList trusting{u"--trust-fingerprint"_s, first};
    VERIFY_DONE(run(trusting + ann.arguments({u"register"_s})));
    VERIFY_DONE(ann.run({u"sync"_s}));
    VERIFY_DONE(ann.run({u"totals"_s}));
    VERIFY_DONE(ann.audit());

    const QString second = makeCertificate(certificate, key);
    QVERIFY(!second.isEmpty() && second != first);
    QVERIFY(::kill(static_cast<pid_t>(server.processId()), SIGHUP) == 0);
    CliResult changed;
    QTRY_VERIFY_WITH_TIMEOUT((changed = ann.run({u"sync"_s})).status == 3, programTimeoutMs);
    QVERIFY2(changed.forPeople.contains(u"certificate-changed:"), qPrintable(changed.forPeople));
    QVERIFY(changed.forPeople.contains(second));
    QVERIFY2(ann.run({u"sync"_s}).forPeople.contains(u"certificate-changed:"),
             "a second refusal does not trust the certificate");
    QCOMPARE(run(trusting + ann.arguments({u"sync"_s})).status, 3);
    VERIFY_DONE(run(QStringList{u"--trust-fingerprint"_s, second.toLower().remove(u':')}
                    + ann.arguments({u"sync"_s})));
    VERIFY_DONE(ann.run({u"sync"_s}));
    QCOMPARE(run(QStringList{u"--trust-fingerprint"_s, u"abc"_s} + ann.arguments({u"sync"_s})).status, 2);
}

void TestTrust::guessesWait()
{
    const Stage stage({u"--password-memory"_s, u"8"_s, u"--password-passes"_s, u"1"_s});
    QVERIFY(stage.ready());
    const Device ann = stage.newAccount(u"ann"_s, u"laptop"_s);
    const QString wrong = stage.folder() + u"/wrong"_s;
    QVERIFY(write(wrong, "not the password\n"));
    const auto guess = [&](const QString& name) {
        return run({u"--server"_s, ann.arguments({})[1], u"--user"_s, name, u"--password-file"_s, wrong,
                    u"--profile"_s, stage.folder() + u"/guess"_s, u"sync"_s});
    };
    // Programs on this computer are not counted by address: only the guesses that are free for an account
    // count.
    constexpr int freeGuesses = 50;
    for (const QString& name : {u"ann"_s, u"nobody"_s}) {
        for (int i = 0; i < freeGuesses; ++i) {
            const CliResult result = guess(name);
            QCOMPARE(result.status, 1);
            QVERIFY2(result.forPeople.contains(u"name or the password is wrong"),
                     qPrintable(result.forPeople));
        }
        // The waits double, so this machine is faster sooner or later.
        bool wasHeldBack = false;
        for (int i = 0; i < 12 && !wasHeldBack; ++i) {
            wasHeldBack = guess(name).forPeople.contains(u"Try again in ");
        }
        QVERIFY(wasHeldBack);
    }
    VERIFY_DONE(ann.run({u"sync"_s}));
}

void TestTrust::aTokenIsInAFileForItsOwner()
{
    const Stage stage;
    QVERIFY(stage.ready());
    const Device ann = stage.device(u"ann"_s, u"laptop"_s);
    const CliResult registered = ann.registerAccount();
    VERIFY_DONE(registered);
    const QByteArray token = QByteArray::fromHex(registered.line()[u"token"].toString().toLatin1());
    QCOMPARE(token.size(), 32);
    // There is no session bus here, so there is no keyring.
    const QString file = ann.profile() + u"/token"_s;
    QCOMPARE(contentsOf(file).trimmed(), token.toHex());
    QCOMPARE(QFileInfo(file).permissions() & 0x0077, QFile::Permissions());
    for (QDirIterator files(ann.profile(), QDir::Files); files.hasNext();) {
        const QByteArray contents = contentsOf(files.next());
        QVERIFY2(!contents.contains(token), qPrintable(files.filePath()));
        if (files.filePath() != file) {
            QVERIFY2(!contents.contains(token.toHex()), qPrintable(files.filePath()));
        }
    }
    QVERIFY(!contentsOf(stage.database()).contains(token));
    QVERIFY(ann.sync());
}

void TestTrust::nothingSecretIsSeenOutside()
{
    Stage stage({u"--log-level"_s, u"debug"_s});
    QVERIFY(stage.ready());
    const Device ann = stage.device(u"ann"_s, u"laptop"_s);
    const CliResult registered = ann.registerAccount();
    VERIFY_DONE(registered);
    const QByteArray token = registered.line()[u"token"].toString().toLatin1();
    const QByteArray password = "the password of ann";
    QStringList arguments = ann.arguments({u"watch"_s});
    arguments[arguments.indexOf(u"--profile"_s) + 1] = stage.folder() + u"/other"_s;
    arguments.removeAt(arguments.indexOf(u"--password-file"_s) + 1);
    arguments.removeAt(arguments.indexOf(u"--password-file"_s));
    const QString trace = stage.folder() + u"/trace"_s;
    QProcess watching;
    watching.setProcessEnvironment(withFailpoint({}));
    watching.setProcessChannelMode(QProcess::MergedChannels);
    watching.start(programPath(u"tidemark-cli"_s),
                   QStringList{u"--token"_s, QString::fromLatin1(token), u"--trace"_s, trace} + arguments);
    QVERIFY(watching.waitForReadyRead(programTimeoutMs));
    const QByteArray output = watching.readAll();
    for (const qint64 process : {watching.processId(), stage.server().processId()}) {
        const QByteArray line = contentsOf(u"/proc/%1/cmdline"_s.arg(process));
        QVERIFY(!line.isEmpty());
        QVERIFY2(!line.contains(token) && !line.contains(password), line.constData());
    }
    watching.kill();
    QVERIFY(watching.waitForFinished(programTimeoutMs));
    QVERIFY(stage.server().stop());
    const QByteArray log = contentsOf(stage.database() + u".log"_s);
    QVERIFY(log.contains("serving"));
    QByteArray traced;
    for (QDirIterator files(trace, QDir::Files); files.hasNext();) {
        traced += contentsOf(files.next());
    }
    QVERIFY(!traced.isEmpty());
    for (const QByteArray& seen : {log, output, traced, stage.server().url().toLatin1()}) {
        QVERIFY(!seen.contains(token) && !seen.contains(QByteArray::fromHex(token)));
        QVERIFY(!seen.contains(password));
    }
}

TIDEMARK_SUITE(TestTrust, QCoreApplication)

} // namespace tidemark::trust_test

#include "test_trust.moc"
