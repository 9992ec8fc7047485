#include "core/store/upkeep/textless_copy.h"

#include <QFile>

#include <array>

namespace tidemark {

namespace {

constexpr std::array statements{
    // The final VACUUM removes the old content from the file, and this mode leaves no journal on disk.
    "PRAGMA journal_mode = MEMORY",
    "UPDATE account SET name = x'78', token = CASE WHEN length(token) > 0 THEN zeroblob(32) ELSE x'' END",
    "UPDATE users SET name = x'78'",
    "UPDATE conversations SET title = x'', moved_device_name = x'', floor_device_name = x''",
    "UPDATE entries SET text = x''",
    "UPDATE outbox SET text = x'78'",
    "UPDATE attachments SET hash = zeroblob(32), mime = x'', name = x'', preview = x''",
    "UPDATE outbox_attachments SET hash = zeroblob(32), mime = x'', name = x'', preview = x''",
    "DELETE FROM avatars",
    "UPDATE reactions SET emoji = CAST('e' || place AS BLOB)",
    "DELETE FROM pending_reactions",
    "DELETE FROM drafts",
    "DELETE FROM scheduled",
    "DELETE FROM scheduled_progress",
    "DELETE FROM settings",
    "DELETE FROM search_done",
    "DELETE FROM search_logs",
    "INSERT INTO search (search) VALUES ('delete-all')",
    "VACUUM",
};

Expected<std::monostate, StoreError> blank(const QString& path)
{
    auto opened = Database::open(path, Database::Mode::ReadWrite);
    if (!opened) {
        return Unexpected(opened.error());
    }
    Database& copy = *opened.value();
    for (const char* statement : statements) {
        if (!copy.run(QString::fromLatin1(statement))) {
            return Unexpected(copy.takeError());
        }
    }
    return std::monostate{};
}

} // namespace

Expected<std::monostate, StoreError> copyWithoutText(Database& database, const QString& path)
{
    QString quoted = path;
    quoted.replace(u'\'', QStringLiteral("''"));
    if (!database.run(QStringLiteral("VACUUM INTO '%1'").arg(quoted))) {
        return Unexpected(database.takeError());
    }
    auto blanked = blank(path);
    if (!blanked) {
        QFile::remove(path);
    }
    return blanked;
}

} // namespace tidemark
