#include "server-stub/shell/delivery/delivery.h"

#include "core/base/one_of.h"
#include "core/wire/codec.h"
#include "server-stub/shell/blobs/blob_worker.h"
#include "server-stub/shell/passwords/password_worker.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {
namespace {

bool beginsSession(const protocol::ServerFrame& frame)
{
    return holdsOneOf<protocol::Welcome, protocol::Authenticated>(frame);
}

} // namespace

Delivery::Delivery(ConnectionTable& connections, PasswordWorker& passwords, BlobWorker& blobs,
                   Counters& counters)
    : m_connections(connections), m_passwords(passwords), m_blobs(blobs), m_counters(counters)
{
}

void Delivery::carryOut(std::span<const Effect> effects)
{
    for (const Effect& effect : effects) {
        std::visit([this](const auto& alternative) { carryOut(alternative); }, effect);
    }
    sendHeads();
    sendTotals();
    flush();
}

void Delivery::carryOut(const Reply& reply)
{
    ClientConnection* connection = find(reply.connection);
    if (connection == nullptr) {
        return;
    }
    if (beginsSession(reply.envelope.frame)) {
        connection->markSignedIn();
    }
    ++m_counters.framesEncoded;
    send(*connection, wire::encode(reply.envelope));
}

void Delivery::carryOut(const Push& push)
{
    EncodedPush encoded = encodePush(push.frame);
    for (const Target& target : push.targets) {
        if (ClientConnection* connection = find(target.connection)) {
            send(*connection, encoded.forSession(target.session));
        }
    }
}

void Delivery::carryOut(const PushHead& push)
{
    const auto [place, isNew] =
        m_headPlaces.try_emplace(push.head.conversation, static_cast<std::uint32_t>(m_heads.size()));
    if (isNew) {
        m_heads.push_back(push.head);
    } else {
        protocol::raise(m_heads[place->second], push.head);
    }
    for (const Target& target : push.targets) {
        m_headsForTargets.push_back({target, place->second});
    }
}

void Delivery::carryOut(const PushTotals& push)
{
    for (const Target& target : push.targets) {
        m_totals[target] = push.totals;
    }
}

void Delivery::carryOut(const CloseConnection& close)
{
    if (ClientConnection* connection = find(close.connection)) {
        connection->close();
    }
}

void Delivery::carryOut(const HashPassword& job)
{
    m_passwords.hash(job);
}

void Delivery::carryOut(const VerifyPassword& job)
{
    m_passwords.verify(job);
}

void Delivery::carryOut(const BlobJob& job)
{
    m_blobs.start(job);
}

void Delivery::sendHeads()
{
    std::sort(m_headsForTargets.begin(), m_headsForTargets.end());
    m_headsForTargets.erase(std::unique(m_headsForTargets.begin(), m_headsForTargets.end()),
                            m_headsForTargets.end());
    for (auto begin = m_headsForTargets.cbegin(); begin != m_headsForTargets.cend();) {
        const auto end = std::find_if(begin, m_headsForTargets.cend(),
                                      [&](const auto& other) { return other.target != begin->target; });
        ClientConnection* connection = sendHeads(std::span(begin, end));
        // Flush at once, while the connection's data is in the cache, and all its sessions together.
        const bool isLast =
            end == m_headsForTargets.cend() || end->target.connection != begin->target.connection;
        if (isLast && connection != nullptr) {
            connection->flush();
        }
        begin = end;
    }
    m_heads.clear();
    m_headPlaces.clear();
    m_headsForTargets.clear();
    m_notifies.clear();
}

ClientConnection* Delivery::sendHeads(std::span<const HeadForTarget> group)
{
    const Target target = group.front().target;
    ClientConnection* connection = find(target.connection);
    if (connection == nullptr) {
        return nullptr;
    }
    const auto totals = m_totals.extract(target);
    if (!connection->isSlow()) {
        EncodedPush& notify = notifyOf(group);
        ++m_counters.framesSent;
        connection->send(totals.empty() ? notify.forSession(target.session)
                                        : notify.withTotals(totals.mapped(), target.session));
        return connection;
    }
    if (!totals.empty()) {
        connection->keepTotals(target.session, totals.mapped());
    }
    for (const HeadForTarget& item : group) {
        connection->keepHead(target.session, m_heads[item.head]);
    }
    m_counters.headsKept += group.size();
    return connection;
}

void Delivery::sendTotals()
{
    for (const auto& [target, totals] : std::exchange(m_totals, {})) {
        ClientConnection* connection = find(target.connection);
        if (connection != nullptr && connection->isSlow()) {
            connection->keepTotals(target.session, totals);
        } else if (connection != nullptr) {
            send(*connection, EncodedPush(protocol::Notify{{}, totals}).forSession(target.session));
        }
    }
}

EncodedPush& Delivery::notifyOf(std::span<const HeadForTarget> group)
{
    std::vector<std::uint32_t> places;
    places.reserve(group.size());
    for (const HeadForTarget& item : group) {
        places.push_back(item.head);
    }
    auto found = m_notifies.find(places);
    if (found == m_notifies.end()) {
        protocol::Notify notify;
        for (const std::uint32_t place : places) {
            notify.heads.push_back(m_heads[place]);
        }
        found = m_notifies.emplace(std::move(places), encodePush(std::move(notify))).first;
    }
    return found->second;
}

void Delivery::flush()
{
    for (ClientConnection* connection : m_touched) {
        connection->flush();
    }
    m_touched.clear();
}

EncodedPush Delivery::encodePush(const protocol::ServerFrame& frame)
{
    ++m_counters.framesEncoded;
    return EncodedPush(frame);
}

void Delivery::send(ClientConnection& connection, std::string_view frame)
{
    ++m_counters.framesSent;
    if (!connection.hasUnflushed()) {
        m_touched.push_back(&connection);
    }
    connection.send(frame);
}

ClientConnection* Delivery::find(ConnectionId id) const
{
    const auto found = m_connections.find(id);
    return found != m_connections.end() && found->second->isOpen() ? found->second.get() : nullptr;
}

} // namespace tidemark::server
