#pragma once

#include <QJsonObject>
#include <QList>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTest>

#include <functional>

namespace tidemark::test {

struct CliResult {
    int status = -1; ///< exit status; -1 if killed, stuck, or never started
    QList<QJsonObject> lines;
    QString notJson;        ///< the first line on standard output that is not a JSON object
    QString forPeople;      ///< standard error
    bool wasKilled = false; ///< by SIGKILL

    /// The only line; empty if there are more or fewer.
    [[nodiscard]] QJsonObject line() const { return lines.size() == 1 ? lines.first() : QJsonObject(); }
    /// Whether the program ended with status 0 and printed nothing but JSON.
    [[nodiscard]] bool isDone() const { return status == 0 && notJson.isEmpty(); }
    /// Status and output, for the message of a failed check.
    [[nodiscard]] QString description() const;
};

/// A running tidemark-cli. Needs no event loop. The destructor kills it.
class CliProcess {
public:
    /// `failpoint`: the failpoint at which the program dies, or empty.
    explicit CliProcess(const QStringList& arguments, const QString& failpoint = {});
    ~CliProcess();
    CliProcess(const CliProcess&) = delete;
    CliProcess& operator=(const CliProcess&) = delete;

    /// The next wait for the program sends the input.
    void write(const QByteArray& input) { m_process.write(input); }
    /// Sends a line. The program has it before this returns.
    void say(const QString& line);
    void endInput() { m_process.closeWriteChannel(); }

    using Condition = std::function<bool(const QJsonObject&)>;
    /// Waits for a line that `condition` accepts, starting with the first line.
    [[nodiscard]] bool waitForLine(const Condition& condition);
    [[nodiscard]] bool waitForLines(qsizetype count);
    /// Takes the output that has arrived, and waits at most `ms` for more. False if the program has ended.
    bool poll(int ms);
    /// Waits for the end of the program.
    [[nodiscard]] CliResult result();
    /// Sends SIGKILL, waits for the end, and returns what the program had printed.
    CliResult kill();

    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }
    [[nodiscard]] const QList<QJsonObject>& lines() const { return m_result.lines; }

private:
    void take();
    [[nodiscard]] CliResult takeEnd();

    QProcess m_process;
    CliResult m_result;
    QByteArray m_unfinished; ///< start of a line whose end has not arrived
};

/// The keys of an object, sorted.
[[nodiscard]] QStringList keysOf(const QJsonObject& object);

} // namespace tidemark::test

/// Fails the test unless the CliResult of an expression, evaluated once, is done.
#define VERIFY_DONE(...)                                                                                     \
    do {                                                                                                     \
        const tidemark::test::CliResult& verified = (__VA_ARGS__);                                           \
        QVERIFY2(verified.isDone(), qPrintable(verified.description()));                                     \
    } while (false)
