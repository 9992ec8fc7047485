#pragma once

#include "core/base/expected.h"

#include <QString>

#include <chrono>
#include <vector>

namespace tidemark::server {

/// Whether `database` is the address of a database server and not a file.
[[nodiscard]] bool isDatabaseUrl(const QString& database);

/// The address of a PostgreSQL database:
/// `postgres://[USER[:PASSWORD]@][HOST[:PORT][,…]][/DATABASE][?NAME=VALUE[&…]]`, in the syntax of libpq.
/// QPSQL cannot pass such an address to libpq.
/// https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING
struct DatabaseUrl {
    struct Parameter {
        QString name;
        QString value;
        friend bool operator==(const Parameter&, const Parameter&) = default;
    };

    QString user;
    QString password;
    QString hosts; ///< one or more, separated by commas; empty: the socket of this computer
    QString ports; ///< one for each host, or one for all; empty: the default port
    QString database;
    std::vector<Parameter> parameters; ///< connection parameters

    /// The error is human-readable.
    [[nodiscard]] static Expected<DatabaseUrl, QString> parse(const QString& text);

    /// Everything except user, password, hosts and database, in the form of
    /// QSqlDatabase::setConnectOptions(). Parameters that are not given get defaults: the connection needs a
    /// server that accepts changes, and gives up soon if the server does not answer.
    [[nodiscard]] QString options() const;
    /// The longest time that the server may take to answer: its tcp_user_timeout.
    [[nodiscard]] std::chrono::milliseconds answerTimeout() const;
    /// The address without the password, for logs and messages.
    [[nodiscard]] QString shown() const;
};

/// A database's name for logs and messages: an address without its password, or the file.
[[nodiscard]] QString shownDatabase(const QString& database);

} // namespace tidemark::server
