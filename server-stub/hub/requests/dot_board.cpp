#include "server-stub/hub/requests/dot_board.h"

#include <algorithm>
#include <utility>

namespace tidemark::server {

using protocol::ErrorCode;

namespace {

OperatorResult refused(ErrorCode code, const char* detail)
{
    return protocol::Error{code, Milliseconds(0), detail};
}

} // namespace

OperatorResult DotBoard::raise(const RaiseDot& request)
{
    if (!request.uuid.isValid()) {
        return refused(ErrorCode::Malformed, "the dot has no UUID");
    }
    if (!isDotName(request.name)) {
        return refused(ErrorCode::NameInvalid, "");
    }
    const std::vector<DotRecord> before = m_context.store().dots().all();
    const auto same = std::find_if(before.begin(), before.end(),
                                   [&](const DotRecord& dot) { return dot.name == request.name; });
    if (same == before.end() && before.size() >= maxDots) {
        return refused(ErrorCode::NotAllowed, "the server has too many dots");
    }
    const std::uint64_t version = m_context.store().dots().raise(request.name, request.uuid);
    const bool isNews = same == before.end() || same->version < version;
    std::vector<Target> targets = isNews ? allListeners() : std::vector<Target>();
    if (!targets.empty()) {
        // All users get the same push: each device knows which version its user has seen, and that only
        // rises.
        m_context.turn().add(Push{std::move(targets), protocol::Dots{{{request.name, version, 0}}}});
    }
    m_context.addHint(hint::DotsChanged{});
    return DotList{{{request.name, version}}};
}

std::vector<Target> DotBoard::allListeners() const
{
    std::vector<Target> allListeners;
    for (const UserId user : m_context.sessions().listeners()) {
        const std::vector<Target> targets = m_context.sessions().listenersOf(user);
        allListeners.insert(allListeners.end(), targets.begin(), targets.end());
    }
    std::sort(allListeners.begin(), allListeners.end());
    return allListeners;
}

void DotBoard::received(UserId user)
{
    std::vector<Target> targets = user.isValid() ? m_context.sessions().listenersOf(user) : allListeners();
    if (targets.empty()) {
        return;
    }
    std::vector<Dot> dots;
    if (user.isValid()) {
        dots = m_context.store().dots().ofUser(user);
    } else {
        for (DotRecord& dot : m_context.store().dots().all()) {
            dots.push_back({std::move(dot.name), dot.version, 0});
        }
    }
    if (!dots.empty()) {
        m_context.turn().add(Push{std::move(targets), protocol::Dots{std::move(dots)}});
    }
}

OperatorResult DotBoard::list()
{
    return DotList{m_context.store().dots().all()};
}

Answer DotBoard::see(const Caller& caller, const protocol::SeeDot& seen)
{
    std::vector<Dot> dots = m_context.store().dots().ofUser(caller.user);
    const auto found =
        std::find_if(dots.begin(), dots.end(), [&](const Dot& dot) { return dot.name == seen.name; });
    if (found == dots.end()) {
        return refusal(ErrorCode::NoSuchEntry);
    }
    const std::uint64_t version = std::min(seen.version, found->version);
    if (version > found->seen) {
        found->seen = version;
        m_context.store().dots().raiseSeen(caller.user, found->name, version);
        m_context.addHint(hint::DotsChanged{caller.user});
        std::vector<Target> others = m_context.sessions().listenersOf(caller.user);
        std::erase(others, caller.target);
        if (!others.empty()) {
            m_context.turn().add(Push{std::move(others), protocol::Dots{{*found}}});
        }
    }
    return protocol::ServerFrame(protocol::Dots{{*found}});
}

Answer DotBoard::dots(const Caller& caller)
{
    return protocol::ServerFrame(protocol::Dots{m_context.store().dots().ofUser(caller.user)});
}

void DotBoard::greet(Target target, UserId user)
{
    std::vector<Dot> dots = m_context.store().dots().ofUser(user);
    if (!dots.empty()) {
        m_context.turn().add(Push{{target}, protocol::Dots{std::move(dots)}});
    }
}

void DotBoard::compare(const Caller& caller, const protocol::Heartbeat& heartbeat)
{
    if (!heartbeat.dots) {
        return;
    }
    std::vector<Dot> dots = m_context.store().dots().ofUser(caller.user);
    if (!dots.empty() && digestOfDots(dots) != *heartbeat.dots) {
        m_context.turn().add(Push{{caller.target}, protocol::Dots{std::move(dots)}});
    }
}

} // namespace tidemark::server
