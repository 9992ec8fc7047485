#include "core/sync/engine_context.h"

#include "core/base/require.h"

#include <algorithm>
#include <utility>

namespace tidemark {

RequestKind::RequestKind() = default;
RequestKind::RequestKind(const RequestKind& other) = default;
RequestKind::RequestKind(RequestKind&& other) noexcept = default;
RequestKind& RequestKind::operator=(const RequestKind& other) = default;
RequestKind& RequestKind::operator=(RequestKind&& other) noexcept = default;
RequestKind::~RequestKind() = default;

EngineContext::EngineContext(EngineConfig engineConfig, DeviceId thisDevice, const LogReader& reader,
                             const SessionFacts& session)
    : config(std::move(engineConfig)), device(thisDevice), log(reader), m_session(session),
      m_random(config.jitterSeed)
{
}

void EngineContext::beginStep(Instant now, UnixMs wall)
{
    require(now >= m_now, "the time never goes back");
    m_effects = {};
    m_now = now;
    m_wall = wall;
}

Effects EngineContext::endStep()
{
    for (const auto& [id, request] : m_requests) {
        wakeAt(request.deadline);
    }
    return std::exchange(m_effects, {});
}

void EngineContext::finish(CommandId command, std::optional<protocol::ErrorCode> error,
                           ConversationId conversation)
{
    if (command.isValid()) {
        change::CommandDone done{command, error};
        if (conversation.isValid()) {
            done.result = conversation;
        }
        report(std::move(done));
    }
}

void EngineContext::wakeAt(Instant at)
{
    m_effects.wakeUp = m_effects.wakeUp ? std::min(*m_effects.wakeUp, at) : at;
}

void EngineContext::learn(const std::vector<User>& users)
{
    std::vector<User> fresh;
    bool areDeleted = false;
    for (const User& user : users) {
        User& known = m_users[user.id];
        if (known != user) {
            areDeleted = areDeleted || user.isDeleted != known.isDeleted;
            known = user;
            fresh.push_back(user);
        }
    }
    if (!fresh.empty()) {
        write(write::PutUsers{std::move(fresh)});
    }
    if (areDeleted) {
        report(change::NamesChanged{});
    }
}

void EngineContext::setIgnored(const LocalIgnores& ignores, bool serverCounts)
{
    m_ignored = ignoredIn(ignores);
    m_ignoresVersion = ignores.version;
    m_hasUnsentIgnores = !serverCounts || hasUnsentChanges(ignores);
}

void EngineContext::openConnection(std::uint32_t server)
{
    m_effects.order = ConnectionOrder::Open;
    m_effects.server = server;
}

void EngineContext::closeConnection()
{
    m_effects.order = ConnectionOrder::Close;
    dropSends();
}

RequestId EngineContext::send(protocol::ClientFrame frame, RequestKind kind,
                              std::map<ConversationId, KnownAtRequest> known)
{
    const RequestId id(++m_lastRequest);
    const bool isNew =
        m_requests
            .emplace(id, Request{id, std::move(kind), m_now, m_now + config.requestTimeout, std::move(known)})
            .second;
    require(isNew, "the id of a request in flight is unique");
    m_effects.sends.push_back({id, 0, std::move(frame)});
    return id;
}

void EngineContext::sendUnanswered(protocol::ClientFrame frame)
{
    m_effects.sends.push_back({RequestId(++m_lastRequest), 0, std::move(frame)});
}

void EngineContext::prolong(RequestId id)
{
    const auto found = m_requests.find(id);
    require(found != m_requests.end(), "only a request in flight is prolonged");
    found->second.waitsSince = m_now;
    found->second.deadline = m_now + config.requestTimeout;
}

std::optional<Request> EngineContext::take(RequestId id)
{
    const auto found = m_requests.find(id);
    if (found == m_requests.end()) {
        return std::nullopt;
    }
    std::optional<Request> taken(std::move(found->second));
    m_requests.erase(found);
    return taken;
}

} // namespace tidemark
