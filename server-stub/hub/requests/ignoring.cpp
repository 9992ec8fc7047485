#include "server-stub/hub/requests/ignoring.h"

#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/recent_uuids.h"

#include <utility>
#include <vector>

namespace tidemark::server {

using protocol::ErrorCode;

Answer Ignoring::set(const Caller& caller, const protocol::SetIgnored& request)
{
    if (!request.uuid.isValid()) {
        return refusal(ErrorCode::Malformed, "the change has no UUID");
    }
    AccountStore& accounts = m_context.store().accounts();
    const auto other = request.user.isValid() ? accounts.find(request.user) : accounts.meantBy(request.name);
    if (!other) {
        return refusal(ErrorCode::NoSuchUser);
    }
    if (other->id == caller.user) {
        return refusal(ErrorCode::NotAllowed);
    }
    const IgnoredSet before = m_context.store().ignores().of(caller.user);
    const IgnoreLevel level = levelIn(before, other->id);
    if (isKnown(before.recent, request.uuid)) {
        return get(caller);
    }
    const bool isFull = level == IgnoreLevel::None && before.users.size() >= caps::maxIgnored;
    if (isFull && request.level != IgnoreLevel::None) {
        return refusal(ErrorCode::TooManyIgnored);
    }
    std::vector<MessageUuid> recent = before.recent;
    remember(recent, request.uuid, maxRecentIgnores);
    const bool isChange = level != request.level;
    m_context.store().ignores().put(caller.user, {other->id, request.level},
                                    before.version + (isChange ? 1 : 0), recent);
    if (isChange) {
        publish(caller, before.users.size());
    }
    return get(caller);
}

void Ignoring::publish(const Caller& caller, std::size_t users)
{
    m_context.totals().forget(caller.user);
    m_context.addHint(hint::AccountChanged{caller.user});
    m_context.turn().askTotals(caller.user);
    if (m_context.config().retention.movesFloors()) {
        // Messages that count again may be too old to be unread.
        static_cast<void>(m_context.totalsOf(caller.user));
        m_context.chargeRead(caller.user, m_context.totals().sizeOf(caller.user));
    }
    std::vector<Target> others = m_context.sessions().listenersOf(caller.user);
    std::erase(others, caller.target);
    m_context.chargePush(caller.user);
    m_context.chargeRead(caller.user, others.size() * users);
    if (!others.empty()) {
        m_context.turn().add(Push{std::move(others), m_context.ignoredUsers(caller.user)});
    }
}

Answer Ignoring::get(const Caller& caller)
{
    protocol::IgnoredUsers ignored = m_context.ignoredUsers(caller.user);
    m_context.chargeRead(caller.user, ignored.ignored.size());
    return protocol::ServerFrame(std::move(ignored));
}

std::optional<protocol::IgnoredUsers> Ignoring::unlike(UserId user, std::optional<std::uint64_t> version)
{
    if (!version || *version == m_context.store().ignores().of(user).version) {
        return std::nullopt;
    }
    protocol::IgnoredUsers ignored = m_context.ignoredUsers(user);
    m_context.chargeRead(user, ignored.ignored.size());
    return ignored;
}

void Ignoring::compare(const Caller& caller, std::optional<std::uint64_t> version)
{
    if (auto ignored = unlike(caller.user, version)) {
        m_context.turn().add(Push{{caller.target}, *std::move(ignored)});
    }
}

void Ignoring::resync(UserId user)
{
    std::vector<Target> targets = m_context.sessions().listenersOf(user);
    if (!targets.empty()) {
        m_context.turn().add(Push{std::move(targets), m_context.ignoredUsers(user)});
    }
    m_context.turn().askTotals(user);
}

} // namespace tidemark::server
