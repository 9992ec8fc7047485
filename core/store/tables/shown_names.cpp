#include "core/store/tables/shown_names.h"

namespace tidemark {

ShownNames::ShownNames(Database& database) : m_database(database)
{
    nameDeleted({});
}

void ShownNames::nameDeleted(const QString& words)
{
    const QString name = words.isEmpty()
                             ? QStringLiteral("name")
                             : QStringLiteral("CASE WHEN deleted THEN x'%1' ELSE name END AS name")
                                   .arg(QString::fromLatin1(words.toUtf8().toHex()));
    static_cast<void>(
        m_database.run(QStringLiteral("DROP VIEW IF EXISTS temp.shown_users"))
        && m_database.run(
            QStringLiteral("CREATE TEMP VIEW shown_users AS SELECT id, deleted, %1 FROM users").arg(name)));
}

} // namespace tidemark
