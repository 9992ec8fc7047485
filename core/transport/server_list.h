#pragma once

#include "core/base/expected.h"

#include <QList>
#include <QString>
#include <QUrl>

#include <cstddef>
#include <optional>

namespace tidemark {

/// The addresses of one service, each once: whichever of its servers a client connects to, it finds the same
/// accounts and the same conversations. Empty: none is known yet.
class ServerList {
public:
    ServerList() = default;
    ServerList(const QUrl& server); // NOLINT(google-explicit-constructor): mostly there is just one
    /// As toText() has written it, and unchecked.
    [[nodiscard]] static ServerList fromText(const QString& text);

    void add(const QUrl& server);
    void clear() { m_servers.clear(); }
    [[nodiscard]] bool isEmpty() const { return m_servers.isEmpty(); }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(m_servers.size()); }
    /// The first one for a place that there is not; nothing when the list is empty.
    [[nodiscard]] QUrl at(std::size_t place) const;
    [[nodiscard]] const QList<QUrl>& all() const { return m_servers; }
    /// With commas between.
    [[nodiscard]] QString toText() const;

    friend bool operator==(const ServerList&, const ServerList&) = default;

private:
    QList<QUrl> m_servers;
};

/// The part of a list that is no good.
struct BadServer {
    QString part;          ///< as it was written, without spaces around it
    bool isUnsafe = false; ///< an address, but others could read what is sent there; see isSafeServer()
    friend bool operator==(const BadServer&, const BadServer&) = default;
};

/// The address of a server as people write it: "ws://host:port" as it is; without a scheme ws for this
/// machine and wss for others. Nothing when there is no host in it.
[[nodiscard]] std::optional<QUrl> serverOf(const QString& text);

/// Such addresses with commas between, at least one, all of them safe. Nothing between two commas is passed
/// over.
[[nodiscard]] Expected<ServerList, BadServer> serversOf(const QString& text);

} // namespace tidemark
