#include "tests/e2e/logs.h"

#include "core/store/client_store.h"

#include <QDir>
#include <QSqlDatabase>
#include <QSqlQuery>

#include <algorithm>
#include <limits>

namespace tidemark::test {
namespace {

QString shown(const ChatLine& line)
{
    return QStringLiteral("%1 [%2%3] %4")
        .arg(line.room, line.from, line.isAction ? QStringLiteral(", action") : QString(), line.text);
}

} // namespace

QHash<QString, qint64> roomsOf(const CliResult& import)
{
    QHash<QString, qint64> rooms;
    if (import.isDone()) {
        const QJsonArray all = import.line()[QLatin1String("rooms")].toArray();
        for (const QJsonValue& one : all) {
            rooms.insert(one[QLatin1String("room")].toString(),
                         one[QLatin1String("conversation")].toInteger());
        }
    }
    return rooms;
}

std::vector<ChatLine> linesOf(const ChatLog& log, const QString& room)
{
    std::vector<ChatLine> lines;
    std::copy_if(log.lines.begin(), log.lines.end(), std::back_inserter(lines),
                 [&](const ChatLine& line) { return line.room == room; });
    return lines;
}

std::vector<ChatLine> shownLines(const Device& device, qint64 conversation, const QString& room)
{
    std::vector<ChatLine> lines;
    const QList<QJsonObject> messages = device.messages(conversation);
    for (const QJsonObject& message : messages) {
        lines.push_back({room, message[QLatin1String("from")].toString(),
                         message[QLatin1String("text")].toString(), false});
    }
    return lines;
}

std::vector<ChatLine> storedLines(const Device& device, qint64 conversation, const QString& room)
{
    std::vector<ChatLine> lines;
    const auto opened = ClientStore::open(QDir(device.profile()).filePath(QStringLiteral("tidemark.sqlite")));
    if (!opened) {
        return lines;
    }
    const auto history = opened->store->history(ConversationId(static_cast<std::uint64_t>(conversation)),
                                                Seq(), Seq(), std::numeric_limits<int>::max());
    for (const HistoryEntry& one : history) {
        if (one.entry.kind() == EntryKind::Message) {
            lines.push_back({room, QString::fromStdString(one.authorName),
                             QString::fromStdString(textOf(one.entry)),
                             fieldsOf(one.entry.content).isAction});
        }
    }
    return lines;
}

std::vector<ChatLine> withoutActions(std::vector<ChatLine> lines)
{
    for (ChatLine& line : lines) {
        line.isAction = false;
    }
    return lines;
}

QString difference(const std::vector<ChatLine>& expected, const std::vector<ChatLine>& found)
{
    const auto [want, have] = std::mismatch(expected.begin(), expected.end(), found.begin(), found.end());
    if (want == expected.end() && have == found.end()) {
        return {};
    }
    return QStringLiteral("%1 lines expected, %2 found; at line %3: expected \"%4\", found \"%5\"")
        .arg(expected.size())
        .arg(found.size())
        .arg(want - expected.begin() + 1)
        .arg(want == expected.end() ? QStringLiteral("the end") : shown(*want),
             have == found.end() ? QStringLiteral("the end") : shown(*have));
}

qint64 durableEntries(const QString& serverDatabase)
{
    const QString name = QStringLiteral("durable entries");
    qint64 count = -1;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name);
        database.setDatabaseName(serverDatabase);
        database.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY;QSQLITE_BUSY_TIMEOUT=5000"));
        if (database.open()) {
            QSqlQuery query(database);
            if (query.exec(QStringLiteral("SELECT count(1) FROM entry")) && query.next()) {
                count = query.value(0).toLongLong();
            }
        }
    }
    QSqlDatabase::removeDatabase(name);
    return count;
}

} // namespace tidemark::test
