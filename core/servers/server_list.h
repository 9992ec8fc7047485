#pragma once

#include "core/base/expected.h"

#include <QList>
#include <QString>
#include <QUrl>

#include <cstddef>
#include <optional>

namespace tidemark {

/// The addresses of one service, without duplicates: all its servers have the same accounts and
/// conversations. Empty: unknown.
class ServerList {
public:
    ServerList() = default;
    ServerList(const QUrl& server); // NOLINT(google-explicit-constructor): most lists have one server
    /// Parses the result of toText() without validation.
    [[nodiscard]] static ServerList fromText(const QString& text);

    void add(const QUrl& server);
    void clear() { m_servers.clear(); }
    [[nodiscard]] bool isEmpty() const { return m_servers.isEmpty(); }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(m_servers.size()); }
    /// Returns the first server if `place` is out of range; an empty URL if the list is empty.
    [[nodiscard]] QUrl at(std::size_t place) const;
    [[nodiscard]] const QList<QUrl>& all() const { return m_servers; }
    /// Joins the addresses with commas.
    [[nodiscard]] QString toText() const;

    friend bool operator==(const ServerList&, const ServerList&) = default;

private:
    QList<QUrl> m_servers;
};

/// The invalid part of a list of servers.
struct BadServer {
    QString part;          ///< the user's input, without spaces around it
    bool isUnsafe = false; ///< a valid address, but unencrypted; see isSafeServer()
    friend bool operator==(const BadServer&, const BadServer&) = default;
};

/// Returns a message for command lines: the problem, and the valid form.
[[nodiscard]] QString problemOf(const BadServer& bad);

/// Parses a server address from the user. Keeps "ws://host:port" unchanged; without a scheme uses ws for this
/// computer and wss for others. nullopt if there is no host.
[[nodiscard]] std::optional<QUrl> serverOf(const QString& text);

/// Parses such addresses, separated by commas: at least one, and all must be safe. Skips empty parts.
[[nodiscard]] Expected<ServerList, BadServer> serversOf(const QString& text);

} // namespace tidemark
