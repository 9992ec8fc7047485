#include "server-stub/main/commands/stats.h"

#include "core/domain/kind_name.h"
#include "server-stub/main/settings/exit_status.h"
#include "server-stub/postgres/postgres_store.h"
#include "server-stub/store/snapshot.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cstdio>

namespace tidemark::server {
namespace {

constexpr std::uint32_t largestShown = 10;

qint64 jsonNumber(std::uint64_t number)
{
    return static_cast<qint64>(number);
}

void printJson(const Statistics& found, qint64 journalBytes)
{
    QJsonArray largest;
    for (const Statistics::Conversation& one : found.largest) {
        largest.append(QJsonObject{{QStringLiteral("conversation"), jsonNumber(one.id.value)},
                                   {QStringLiteral("kind"), QString::fromLatin1(kindName(one.kind))},
                                   {QStringLiteral("title"), QString::fromStdString(one.title)},
                                   {QStringLiteral("entries"), jsonNumber(one.entries)},
                                   {QStringLiteral("members"), jsonNumber(one.members)}});
    }
    const QJsonObject all{{QStringLiteral("users"), jsonNumber(found.users)},
                          {QStringLiteral("disabled_users"), jsonNumber(found.disabledUsers)},
                          {QStringLiteral("devices"), jsonNumber(found.devices)},
                          {QStringLiteral("directs"), jsonNumber(found.directs)},
                          {QStringLiteral("groups"), jsonNumber(found.groups)},
                          {QStringLiteral("channels"), jsonNumber(found.channels)},
                          {QStringLiteral("entries"), jsonNumber(found.entries)},
                          {QStringLiteral("files"), jsonNumber(found.files)},
                          {QStringLiteral("file_bytes"), jsonNumber(found.fileBytes)},
                          {QStringLiteral("bytes"), jsonNumber(found.bytes)},
                          {QStringLiteral("journal_bytes"), journalBytes},
                          {QStringLiteral("largest"), largest}};
    std::printf("%s\n", QJsonDocument(all).toJson(QJsonDocument::Compact).constData());
}

void printNumber(const char* name, std::uint64_t number)
{
    std::printf("%-16s %llu\n", name, static_cast<unsigned long long>(number));
}

void printText(const Statistics& found, qint64 journalBytes)
{
    printNumber("users", found.users);
    printNumber("disabled users", found.disabledUsers);
    printNumber("devices", found.devices);
    printNumber("direct chats", found.directs);
    printNumber("groups", found.groups);
    printNumber("channels", found.channels);
    printNumber("entries", found.entries);
    printNumber("files", found.files);
    printNumber("file bytes", found.fileBytes);
    printNumber("bytes", found.bytes);
    printNumber("journal bytes", static_cast<std::uint64_t>(journalBytes));
    if (!found.largest.empty()) {
        std::printf("\n%-14s %-8s %10s %8s  %s\n", "conversation", "kind", "entries", "members", "title");
    }
    for (const Statistics::Conversation& one : found.largest) {
        std::printf("%-14llu %-8s %10llu %8llu  %s\n", static_cast<unsigned long long>(one.id.value),
                    kindName(one.kind), static_cast<unsigned long long>(one.entries),
                    static_cast<unsigned long long>(one.members), one.title.c_str());
    }
}

Expected<Statistics, QString> statisticsOf(const QString& file)
{
    auto snapshot = Snapshot::open(file);
    if (!snapshot) {
        return Unexpected(snapshot.error());
    }
    auto found = snapshot->statistics(largestShown);
    if (!found) {
        return Unexpected(QStringLiteral("%1: %2").arg(file, found.error()));
    }
    return found;
}

Expected<Statistics, QString> statisticsOfShared(const QString& database)
{
    const auto store = PostgresStore::open(database);
    if (!store) {
        return Unexpected(store.error());
    }
    return (*store)->statistics(largestShown);
}

} // namespace

int stats(const StatsArguments& arguments)
{
    const bool isShared = isDatabaseUrl(arguments.database);
    if (!isShared && !QFileInfo(arguments.database).isFile()) {
        return fail(WrongUse, QStringLiteral("database %1 does not exist").arg(arguments.database));
    }
    const auto found = isShared ? statisticsOfShared(arguments.database) : statisticsOf(arguments.database);
    if (!found) {
        return fail(Failed, found.error());
    }
    const qint64 journalBytes = QFileInfo(arguments.database + QStringLiteral("-wal")).size();
    if (arguments.asJson) {
        printJson(*found, journalBytes);
    } else {
        printText(*found, journalBytes);
    }
    return Success;
}

} // namespace tidemark::server
