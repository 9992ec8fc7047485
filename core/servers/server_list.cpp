#include "core/servers/server_list.h"

#include "core/servers/server_address.h"

#include <QRegularExpression>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace tidemark {

ServerList::ServerList(const QUrl& server)
{
    add(server);
}

ServerList ServerList::fromText(const QString& text)
{
    // The path of an address in a profile may contain a comma.
    static const QRegularExpression between(u",(?=wss?://)"_s);
    ServerList list;
    for (const QString& server : text.split(between, Qt::SkipEmptyParts)) {
        list.add(QUrl(server));
    }
    return list;
}

void ServerList::add(const QUrl& server)
{
    if (!server.isEmpty() && !m_servers.contains(server)) {
        m_servers.append(server);
    }
}

QUrl ServerList::at(std::size_t place) const
{
    if (m_servers.isEmpty()) {
        return {};
    }
    return m_servers.at(place < size() ? static_cast<qsizetype>(place) : 0);
}

QString ServerList::toText() const
{
    QStringList texts;
    for (const QUrl& server : m_servers) {
        texts.append(server.toString());
    }
    return texts.join(u',');
}

std::optional<QUrl> serverOf(const QString& text)
{
    const QString trimmed = text.trimmed();
    const bool hasScheme = trimmed.contains(u"://");
    QUrl url(hasScheme ? trimmed : u"wss://"_s + trimmed, QUrl::StrictMode);
    if (trimmed.isEmpty() || !url.isValid() || url.host().isEmpty()
        || (url.scheme() != u"ws" && url.scheme() != u"wss")) {
        return std::nullopt;
    }
    if (!hasScheme && isThisComputer(url.host())) {
        url.setScheme(u"ws"_s);
    }
    return url;
}

QString problemOf(const BadServer& bad)
{
    return (bad.isUnsafe ? u"use wss:// for a server that is not on this computer, not '%1'"_s
                         : u"give an address like ws://127.0.0.1:7000 or wss://chat.example.org, or several "
                           "separated by commas, not '%1'"_s)
        .arg(bad.part);
}

Expected<ServerList, BadServer> serversOf(const QString& text)
{
    ServerList list;
    for (const QString& part : text.split(u',')) {
        if (part.trimmed().isEmpty()) {
            continue;
        }
        const auto server = serverOf(part);
        if (!server || !isSafeServer(*server)) {
            return Unexpected(BadServer{part.trimmed(), server.has_value()});
        }
        list.add(*server);
    }
    if (list.isEmpty()) {
        return Unexpected(BadServer{text.trimmed(), false});
    }
    return list;
}

} // namespace tidemark
