#include "core/sync/keepers/avatar_keeper.h"

#include "core/domain/request_caps.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tidemark {

namespace {

/// Places that a new connection asks for again.
constexpr std::size_t maxRecent = 2 * caps::maxAvatarsAsked;
constexpr std::size_t maxAvatars = 50000;
constexpr Milliseconds freshFor{4 * 60 * 1000};
constexpr Milliseconds leastPause{1000};

} // namespace

AvatarKeeper::AvatarKeeper(EngineContext& context, std::vector<Avatar> avatars) : m_context(context)
{
    for (Avatar& avatar : avatars) {
        m_avatars.emplace(avatar.owner, avatar);
    }
}

const Avatar* AvatarKeeper::find(const AvatarOwner& owner) const
{
    const auto found = m_avatars.find(owner);
    return found == m_avatars.end() ? nullptr : &found->second;
}

bool AvatarKeeper::isFresh(const AvatarPlace& place) const
{
    const auto answered = m_answeredAt.find(place);
    return answered != m_answeredAt.end() && m_context.now() < answered->second + freshFor;
}

void AvatarKeeper::want(const AvatarPlace& place)
{
    std::erase(m_recent, place);
    m_recent.push_front(place);
    if (m_recent.size() > maxRecent) {
        m_answeredAt.erase(m_recent.back());
        m_recent.pop_back();
    }
    if (!isFresh(place)) {
        askLater(place);
    }
}

void AvatarKeeper::askLater(const AvatarPlace& place)
{
    if (std::ranges::find(m_missing, place) == m_missing.end()) {
        m_missing.push_back(place);
    }
    if (m_missing.size() > maxRecent) {
        m_missing.erase(m_missing.begin());
    }
}

void AvatarKeeper::take(const protocol::Avatars& received)
{
    std::vector<Avatar> changed;
    for (const Avatar& avatar : received.avatars) {
        const bool hasOwner = avatar.owner.user.isValid() != avatar.owner.conversation.isValid();
        const Avatar* known = find(avatar.owner);
        const bool isNews = known == nullptr ? avatar.hash.isValid() : *known != avatar;
        if (hasOwner && isNews && (known != nullptr || m_avatars.size() < maxAvatars)) {
            m_avatars.insert_or_assign(avatar.owner, avatar);
            changed.push_back(avatar);
        }
    }
    if (!changed.empty()) {
        m_context.write(write::PutAvatars{changed});
        m_context.report(change::AvatarsChanged{std::move(changed)});
    }
}

void AvatarKeeper::flush()
{
    if (m_isAsking || m_missing.empty()) {
        return;
    }
    if (m_isUnsupported) {
        m_missing.clear();
        return;
    }
    if (m_context.now() < m_notBefore) {
        m_context.wakeAt(m_notBefore);
        return;
    }
    // The views show the last wanted ones.
    const std::size_t count = std::min(m_missing.size(), caps::maxAvatarsAsked);
    const std::vector<AvatarPlace> places(m_missing.end() - static_cast<std::ptrdiff_t>(count),
                                          m_missing.end());
    m_missing.resize(m_missing.size() - count);
    m_isAsking = true;
    m_context.send(protocol::GetAvatars{places}, request::GetAvatars{places});
}

void AvatarKeeper::onAnswered(const request::GetAvatars& asked)
{
    m_isAsking = false;
    for (const AvatarPlace& place : asked.places) {
        m_answeredAt[place] = m_context.now();
    }
}

void AvatarKeeper::onError(const request::GetAvatars& asked, const protocol::Error& error)
{
    m_isAsking = false;
    m_isUnsupported = error.code == protocol::ErrorCode::Unsupported;
    if (protocol::isTransient(error.code)) {
        m_notBefore = m_context.now() + std::max(error.retryAfter, leastPause);
        std::ranges::for_each(asked.places, [this](const AvatarPlace& place) { askLater(place); });
    }
}

void AvatarKeeper::onTimeout(const request::GetAvatars& asked)
{
    onError(asked, {protocol::ErrorCode::Unavailable, Milliseconds(0), {}});
}

void AvatarKeeper::onOnline()
{
    // Avatars may have changed while there was no connection.
    m_missing.assign(m_recent.rbegin(), m_recent.rend());
}

void AvatarKeeper::onOffline()
{
    m_isAsking = false;
    m_isUnsupported = false;
    m_notBefore = {};
    m_answeredAt.clear();
    m_missing.clear();
}

void AvatarKeeper::clear()
{
    m_avatars.clear();
    m_recent.clear();
    onOffline();
}

} // namespace tidemark
