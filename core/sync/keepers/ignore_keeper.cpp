#include "core/sync/keepers/ignore_keeper.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

constexpr std::size_t maxInFlight = 4;
constexpr Milliseconds shortestPause{1000};

std::vector<IgnoredUser> listOf(const LocalIgnores& ignores)
{
    std::vector<IgnoredUser> list;
    for (const LocalIgnore& one : ignores.users) {
        if (levelOf(one) != IgnoreLevel::None) {
            list.push_back({one.user, levelOf(one)});
        }
    }
    return list;
}

} // namespace

IgnoreKeeper::IgnoreKeeper(EngineContext& context, TrackedConversations& conversations,
                           ReadStateKeeper& readState, FeedKeeper& feed, LocalIgnores ignores)
    : m_context(context), m_conversations(conversations), m_readState(readState), m_feed(feed),
      m_ignores(std::move(ignores))
{
    m_context.setIgnored(m_ignores);
}

std::vector<IgnoredUser> IgnoreKeeper::all() const
{
    return listOf(m_ignores);
}

bool IgnoreKeeper::hasIntents() const
{
    return hasUnsentChanges(m_ignores);
}

LocalIgnore& IgnoreKeeper::of(UserId user)
{
    auto place = std::ranges::lower_bound(m_ignores.users, user, {}, &LocalIgnore::user);
    if (place == m_ignores.users.end() || place->user != user) {
        place = m_ignores.users.insert(place, LocalIgnore{.user = user});
    }
    return *place;
}

void IgnoreKeeper::set(const input::SetIgnored& input)
{
    if (!input.user.isValid()) {
        if (!m_context.isOnline()) {
            return m_context.finish(input.command, protocol::ErrorCode::Unavailable);
        }
        m_context.send(protocol::SetIgnored{{}, input.level, input.uuid, input.name},
                       request::IgnoredUsers{input.command});
        return;
    }
    if (input.user == m_context.self()) {
        return m_context.finish(input.command, protocol::ErrorCode::NotAllowed);
    }
    of(input.user).pending = LocalIgnore::Pending{input.level, input.uuid};
    Sending& sending = m_sending[input.user];
    sending.commands.push_back(input.command);
    apply();
    if (!m_context.isOnline()) {
        finish(sending, std::nullopt);
    }
}

void IgnoreKeeper::onPush(const protocol::IgnoredUsers& ignored)
{
    if (ignored.version < m_ignores.version) {
        // The push may be late, or the server has lost the set: only an answer can tell.
        return noteVersion(ignored.version);
    }
    take(ignored);
}

void IgnoreKeeper::onAnswer(const Request& request, const protocol::IgnoredUsers& ignored)
{
    if (request.id == m_request) {
        m_request = {};
    }
    const bool isLate = ignored.version < m_ignores.version && ignored.version >= m_knownAtRequest;
    if (!isLate) {
        take(ignored);
    }
    if (const auto* sent = std::get_if<request::SetIgnored>(&request.kind)) {
        settle(*sent, std::nullopt);
    } else if (const auto* asked = std::get_if<request::IgnoredUsers>(&request.kind)) {
        m_context.finish(asked->command);
    }
}

void IgnoreKeeper::take(const protocol::IgnoredUsers& ignored)
{
    m_isWanted = false;
    m_context.learn(ignored.users);
    LocalIgnores taken{ignored.version, {}};
    for (const IgnoredUser& one : ignored.ignored) {
        taken.users.push_back({one.user, one.level});
    }
    std::swap(m_ignores, taken);
    for (const LocalIgnore& before : taken.users) {
        if (before.pending) {
            of(before.user).pending = before.pending;
        }
    }
    if (m_ignores != taken) {
        apply();
    }
}

void IgnoreKeeper::noteVersion(std::uint64_t version)
{
    m_isWanted = m_isWanted || (version != m_ignores.version && !m_isServerEarlier);
}

void IgnoreKeeper::settle(const request::SetIgnored& sent, std::optional<protocol::ErrorCode> error)
{
    const auto sending = m_sending.find(sent.user);
    if (sending != m_sending.end()) {
        sending->second.request = {};
    }
    const auto one = std::ranges::find(m_ignores.users, sent.user, &LocalIgnore::user);
    if (one == m_ignores.users.end() || !one->pending || one->pending->uuid != sent.uuid) {
        return; // the user has changed their mind meanwhile
    }
    one->pending.reset();
    if (sending != m_sending.end()) {
        finish(sending->second, error);
        m_sending.erase(sending);
    }
    apply();
}

void IgnoreKeeper::finish(Sending& sending, std::optional<protocol::ErrorCode> error)
{
    for (const CommandId command : std::exchange(sending.commands, {})) {
        m_context.finish(command, error);
    }
}

void IgnoreKeeper::apply()
{
    std::erase_if(m_ignores.users,
                  [](const LocalIgnore& one) { return one.confirmed == IgnoreLevel::None && !one.pending; });
    const std::vector<UserId> before = m_context.viewer().ignored;
    m_context.setIgnored(m_ignores, !m_isServerEarlier);
    m_context.write(write::PutIgnores{m_ignores});
    m_context.report(change::IgnoredChanged{all()});
    if (m_context.viewer().ignored != before) {
        recountAll();
    }
    wantCounted();
}

void IgnoreKeeper::wantCounted()
{
    m_conversations.each([this](Tracked& tracked) {
        const LocalConversation& conversation = tracked.conversation();
        const bool isOld = conversation.ignoresVersion != m_ignores.version
                           && conversation.reactions.head > conversation.reactions.confirmed;
        if (conversation.isMember && (isOld || !conversation.exact || !conversation.feed.exact)) {
            m_conversations.touch(tracked);
        }
    });
}

void IgnoreKeeper::recountAll()
{
    m_conversations.each([this](Tracked& tracked) {
        const LocalConversation& conversation = tracked.conversation();
        if (!conversation.isMember) {
            return;
        }
        if (conversation.firstUnread.isValid()) {
            tracked.forgetFirstUnread();
            m_conversations.touch(tracked);
        }
        if (effectiveRead(conversation) < conversation.countedHead) {
            m_readState.recount(tracked);
        }
        m_feed.recount(tracked);
    });
}

void IgnoreKeeper::onError(const Request& request, const protocol::Error& error)
{
    const bool isTransient = protocol::isTransient(error.code);
    if (const auto* asked = std::get_if<request::IgnoredUsers>(&request.kind); asked != nullptr) {
        if (asked->command.isValid()) {
            m_context.report(change::CommandDone{asked->command, error.code, error.retryAfter, error.detail});
        } else {
            m_request = {};
            m_isWanted = isTransient;
            if (!isTransient) {
                // An earlier server counts everybody's messages: asking it again would not help.
                m_isServerEarlier = true;
                m_context.setIgnored(m_ignores, false);
            }
        }
    } else if (const auto* sent = std::get_if<request::SetIgnored>(&request.kind)) {
        if (isTransient) {
            onTimeout(request);
        } else {
            settle(*sent, error.code);
        }
    }
    if (isTransient) {
        m_notBefore = std::max(m_notBefore, m_context.now() + std::max(error.retryAfter, shortestPause));
    }
}

void IgnoreKeeper::onTimeout(const Request& request)
{
    if (const auto* asked = std::get_if<request::IgnoredUsers>(&request.kind)) {
        m_context.finish(asked->command, protocol::ErrorCode::Unavailable);
        if (request.id == m_request) {
            m_request = {};
            m_isWanted = true;
        }
    } else if (const auto* sent = std::get_if<request::SetIgnored>(&request.kind)) {
        const auto sending = m_sending.find(sent->user);
        if (sending != m_sending.end() && sending->second.request == request.id) {
            sending->second.request = {};
        }
    }
}

void IgnoreKeeper::onOnline()
{
    m_notBefore = {};
    m_isServerEarlier = false;
    m_context.setIgnored(m_ignores);
    wantCounted();
}

void IgnoreKeeper::onOffline()
{
    for (auto& [user, sending] : m_sending) {
        sending.request = {};
        finish(sending, std::nullopt); // it is kept, and sent later
    }
    m_request = {};
    m_isWanted = false; // Welcome brings the set
}

void IgnoreKeeper::flush()
{
    if (m_notBefore > m_context.now()) {
        if (hasIntents() || m_isWanted) {
            m_context.wakeAt(m_notBefore);
        }
        return;
    }
    if (m_isWanted && !m_request.isValid()) {
        m_isWanted = false;
        m_knownAtRequest = m_ignores.version;
        m_request = m_context.send(protocol::GetIgnored{}, request::IgnoredUsers{});
    }
    std::size_t inFlight = 0;
    for (const auto& [user, sending] : m_sending) {
        inFlight += sending.request.isValid() ? 1 : 0;
    }
    for (const LocalIgnore& one : m_ignores.users) {
        if (inFlight >= maxInFlight) {
            return;
        }
        if (one.pending && !m_sending[one.user].request.isValid()) {
            m_sending[one.user].request =
                m_context.send(protocol::SetIgnored{one.user, one.pending->level, one.pending->uuid, {}},
                               request::SetIgnored{one.user, one.pending->uuid});
            ++inFlight;
        }
    }
}

void IgnoreKeeper::clear()
{
    m_ignores = {};
    m_sending.clear();
    m_request = {};
    m_isWanted = false;
    m_context.setIgnored(m_ignores);
    m_context.report(change::IgnoredChanged{});
}

} // namespace tidemark
