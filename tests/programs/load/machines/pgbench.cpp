#include "tests/programs/load/machines/pgbench.h"

#include "server-stub/postgres/tables/member_table.h"
#include "tests/programs/load/base/failure.h"
#include "tests/support/postgres_server.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QTemporaryFile>

#include <cmath>

namespace tidemark::load {
namespace {

constexpr const char* sendScript =
    "\\set conversation random(1, %1)\n"
    "BEGIN;\n"
    "SELECT id, kind, title, log_epoch, head, head_countable FROM conversation WHERE id = :conversation"
    " FOR NO KEY UPDATE \\gset\n"
    "INSERT INTO entry (conversation, seq, kind, author, at, uuid, text, is_action, reply_to, "
    "reply_to_author,"
    " mentions, mentions_all, target, target_author, notice, subject, payload_hash, countable, own)"
    " VALUES (:conversation, :head + 1, 0, 1, 1, uuid_send(gen_random_uuid()), repeat('m', 126)::bytea, 0, "
    "0, 0,"
    " '', 0, 0, 0, 0, 0, 1, :head_countable + 1, 1 + COALESCE((SELECT o.own FROM entry o WHERE "
    "o.conversation ="
    " :conversation AND o.author = 1 AND o.kind = 0 ORDER BY o.seq DESC LIMIT 1), 0));\n"
    "UPDATE conversation SET head = :head + 1, head_countable = :head_countable + 1, last_activity_at = 1"
    " WHERE id = :conversation;\n"
    "COMMIT;\n";

QString totalsScript()
{
    return QStringLiteral("\\set user random(1, %1)\n"
                          "SELECT array_agg(conversation) AS conversations, array_agg(user_id) AS users"
                          " FROM membership WHERE user_id = :user \\gset\n")
           + QString::fromStdString(server::postgres::selectOfReaders())
                 .replace(QLatin1String("$1"), QLatin1String(":conversations"))
                 .replace(QLatin1String("$2"), QLatin1String(":users"))
           + QStringLiteral(";\n");
}

double rateOf(const QString& script, const PgbenchRun& run)
{
    QTemporaryFile file;
    require(file.open(), "a file for pgbench");
    file.write(script.toUtf8());
    require(file.flush(), "a file for pgbench");
    QProcess pgbench;
    // The server's sessions have the same settings.
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PGOPTIONS"), QStringLiteral("-c enable_seqscan=off -c jit=off"));
    pgbench.setProcessEnvironment(environment);
    pgbench.setProcessChannelMode(QProcess::MergedChannels);
    pgbench.start(test::PostgresServer::programPath("pgbench"),
                  {QStringLiteral("--no-vacuum"), QStringLiteral("--protocol=prepared"),
                   QStringLiteral("--file"), file.fileName(), QStringLiteral("--client"),
                   QString::number(run.clients), QStringLiteral("--jobs"), QStringLiteral("2"),
                   QStringLiteral("--time"), QString::number(std::ceil(run.seconds)),
                   QStringLiteral("--host"), QStringLiteral("127.0.0.1"), QStringLiteral("--port"),
                   QString::number(run.port), QStringLiteral("--username"),
                   QString::fromLatin1(test::PostgresServer::owner), QStringLiteral("postgres")});
    constexpr int timeoutMs = 60000;
    const bool isDone = pgbench.waitForFinished(static_cast<int>(run.seconds * 1000) + timeoutMs);
    const QString said = QString::fromLocal8Bit(pgbench.readAll());
    const auto rate = QRegularExpression(QStringLiteral("tps = ([0-9.]+)")).match(said);
    check(isDone && pgbench.exitCode() == 0 && rate.hasMatch(),
          [&] { return "pgbench: " + said.toStdString(); });
    return rate.captured(1).toDouble();
}

} // namespace

double pgbenchTotals(const PgbenchRun& run)
{
    return rateOf(totalsScript().arg(run.users), run);
}

double pgbenchSends(const PgbenchRun& run)
{
    return rateOf(QString::fromLatin1(sendScript).arg(run.groups), run);
}

} // namespace tidemark::load
