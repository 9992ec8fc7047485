#include "server-stub/store/stored_name_keys.h"

#include "core/names/name_keys.h"

#include <QByteArray>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QVariant>

#include <string>

namespace tidemark::server {

namespace {

bool insertKey(QSqlQuery& insert, const std::string& key, const QVariant& account)
{
    insert.bindValue(0, QByteArray::fromStdString(key));
    insert.bindValue(1, account);
    return insert.exec();
}

} // namespace

QString insertNameKeys(QSqlDatabase& database, const QString& select)
{
    QSqlQuery accounts(database);
    QSqlQuery fold(database);
    QSqlQuery skeleton(database);
    if (!fold.prepare(QStringLiteral("INSERT INTO account_fold (fold, account) VALUES (?, ?)"))) {
        return fold.lastError().text();
    }
    if (!skeleton.prepare(QStringLiteral(
            "INSERT INTO account_skeleton (skeleton, account) VALUES (?, ?) ON CONFLICT DO NOTHING"))) {
        return skeleton.lastError().text();
    }
    if (!accounts.exec(select)) {
        return accounts.lastError().text();
    }
    while (accounts.next()) {
        const QVariant id = accounts.value(0);
        const std::string name = accounts.value(1).toByteArray().toStdString();
        if (!insertKey(fold, nameFold(name), id)) {
            return fold.lastError().text();
        }
        for (const std::string& key : nameSkeletons(name)) {
            if (!insertKey(skeleton, key, id)) {
                return skeleton.lastError().text();
            }
        }
    }
    return accounts.lastError().isValid() ? accounts.lastError().text() : QString();
}

} // namespace tidemark::server
