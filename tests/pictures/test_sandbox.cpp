#include "tests/main/suite.h"

#include <QProcess>
#include <QTest>

#include <csignal>

namespace tidemark::sandbox_test {

/// The program tidemark-picture-breaker makes a system call in the sandbox of tidemark-pictures.
class TestSandbox : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral(".*"))); }

    void callsThatDecodingNeedsComeBack()
    {
        const auto process = breaker(QStringLiteral("getrandom"));
        QCOMPARE(process->exitStatus(), QProcess::NormalExit);
        QCOMPARE(process->exitCode(), 0);
    }

    /// A picture that wants more memory than any that is shown gets none.
    void p12MemoryIsLimited()
    {
        const auto allowed = breaker(QStringLiteral("allocate-256-mebibytes"));
        QCOMPARE(allowed->exitStatus(), QProcess::NormalExit);
        QCOMPARE(allowed->exitCode(), 0);
#ifdef TIDEMARK_ADDRESS_SANITIZER
        QSKIP("The sanitizer reserves terabytes of addresses, so there is no limit.");
#endif
        const auto refused = breaker(QStringLiteral("allocate-a-gibibyte"));
        QCOMPARE(refused->exitStatus(), QProcess::NormalExit);
        QCOMPARE(refused->exitCode(), lacksMemory);
    }

    void p14OtherCallsKill_data()
    {
        QTest::addColumn<QString>("call");
        for (const char* call : {"open",
                                 "openat",
                                 "openat2",
                                 "socket",
                                 "connect",
                                 "bind",
                                 "execve",
                                 "execveat",
                                 "fork",
                                 "vfork",
                                 "clone",
                                 "clone3",
                                 "ptrace",
                                 "kill",
                                 "tgkill",
                                 "pidfd_open",
                                 "process_vm_readv",
                                 "read",
                                 "write",
                                 "ftruncate",
                                 "stat",
                                 "statx",
                                 "readlinkat",
                                 "unlinkat",
                                 "dup",
                                 "ioctl",
                                 "prlimit64",
                                 "prctl",
                                 "seccomp",
                                 "io_uring_setup",
                                 "sendmsg-elsewhere",
                                 "recvmsg-elsewhere",
                                 "fcntl-duplicate",
                                 "mmap-executable",
                                 "mprotect-executable"}) {
            QTest::newRow(call) << QString::fromLatin1(call);
        }
    }
    void p14OtherCallsKill()
    {
        QFETCH(QString, call);
        const auto process = breaker(call);
        if (process->exitStatus() == QProcess::NormalExit && process->exitCode() == unknownCall) {
            QSKIP("this processor's Linux has no such call");
        }
        QCOMPARE(process->exitStatus(), QProcess::CrashExit);
        QCOMPARE(process->exitCode(), SIGSYS);
    }

private:
    static constexpr int unknownCall = 2;
    static constexpr int lacksMemory = 3;

    static std::unique_ptr<QProcess> breaker(const QString& call)
    {
        auto process = std::make_unique<QProcess>();
        process->setStandardInputFile(QProcess::nullDevice());
        process->start(QStringLiteral(TIDEMARK_BIN_DIR "/../tests/bin/tidemark-picture-breaker"), {call});
        process->waitForFinished();
        return process;
    }
};

TIDEMARK_SUITE(TestSandbox, QCoreApplication)

} // namespace tidemark::sandbox_test

#include "test_sandbox.moc"
