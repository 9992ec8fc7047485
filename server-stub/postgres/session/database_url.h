#pragma once

#include "core/base/expected.h"

#include <QString>

#include <chrono>
#include <map>
#include <string>

namespace tidemark::server {

/// Whether `database` is the address of a database server and not a file.
[[nodiscard]] bool isDatabaseUrl(const QString& database);

/// The address of a PostgreSQL database, as libpq reads it:
/// `postgres://[USER[:PASSWORD]@][HOST[:PORT][,…]][/DATABASE][?NAME=VALUE[&…]]`.
/// https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING
struct DatabaseUrl {
    /// Connection parameters by name, in UTF-8. Those that the address does not contain have defaults: the
    /// connection needs a server that accepts changes, and gives up soon if the server does not answer.
    std::map<std::string, std::string> parameters;

    /// The error is human-readable, and reveals no password.
    [[nodiscard]] static Expected<DatabaseUrl, QString> parse(const QString& text);

    /// The longest time that the server may take to answer: its tcp_user_timeout.
    [[nodiscard]] std::chrono::milliseconds answerTimeout() const;
    /// The address without the password, for logs and messages.
    [[nodiscard]] QString shown() const;
};

/// A database's name for logs and messages: an address without its password, or the file.
[[nodiscard]] QString shownDatabase(const QString& database);

} // namespace tidemark::server
