#pragma once

#include "core/base/expected.h"

#include <QString>

#include <chrono>
#include <vector>

namespace tidemark::server {

/// Whether a database is named by the address of a database server, and not a file.
[[nodiscard]] bool isDatabaseUrl(const QString& database);

/// Where a PostgreSQL database is:
/// `postgres://[USER[:PASSWORD]@][HOST[:PORT][,…]][/DATABASE][?NAME=VALUE[&…]]`, as libpq takes it, which
/// QPSQL gives no addresses. https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING
struct DatabaseUrl {
    struct Parameter {
        QString name;
        QString value;
        friend bool operator==(const Parameter&, const Parameter&) = default;
    };

    QString user;
    QString password;
    QString hosts; ///< one or more, with commas between; empty: the socket of this computer
    QString ports; ///< as many, or one for all; empty: the usual one
    QString database;
    std::vector<Parameter> parameters; ///< of the connection

    /// The error is for people.
    [[nodiscard]] static Expected<DatabaseUrl, QString> parse(const QString& text);

    /// All but user, password, hosts and database, in the form of QSqlDatabase::setConnectOptions(), with
    /// what is to be where nothing was said: a server that takes changes, soon given up when it does not
    /// answer.
    [[nodiscard]] QString options() const;
    /// How long the server may leave somebody without an answer: its tcp_user_timeout.
    [[nodiscard]] std::chrono::milliseconds patience() const;
    /// For logs and people: without the password.
    [[nodiscard]] QString shown() const;
};

/// A database as it may be shown: of an address without its password.
[[nodiscard]] QString shownDatabase(const QString& database);

} // namespace tidemark::server
