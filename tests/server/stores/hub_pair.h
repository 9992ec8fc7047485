#pragma once

#include "core/base/random.h"
#include "server-stub/hub/contract/audit.h"
#include "server-stub/hub/hub.h"
#include "server-stub/hub/memory/memory_store.h"
#include "tests/support/plain_secrets.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::server {

inline bool equal(const Effect& a, const Effect& b)
{
    if (a.index() != b.index()) {
        return false;
    }
    if (const auto* reply = std::get_if<Reply>(&a)) {
        const auto& other = std::get<Reply>(b);
        return reply->connection == other.connection && reply->envelope == other.envelope;
    }
    if (const auto* push = std::get_if<Push>(&a)) {
        return push->targets == std::get<Push>(b).targets && push->frame == std::get<Push>(b).frame;
    }
    if (const auto* push = std::get_if<PushHead>(&a)) {
        return push->targets == std::get<PushHead>(b).targets && push->head == std::get<PushHead>(b).head;
    }
    if (const auto* push = std::get_if<PushTotals>(&a)) {
        return push->targets == std::get<PushTotals>(b).targets
               && push->totals == std::get<PushTotals>(b).totals;
    }
    return std::get<CloseConnection>(a).connection == std::get<CloseConnection>(b).connection;
}

/// The store that is compared with the store in memory.
struct OtherStore {
    Store& store;
    std::function<void()> failNextCommit;
    /// Makes the store hand out again the ids that a failed commit has used.
    std::function<void()> takeIdsBack = [] {};
};

/// Runs one hub on a store in memory and one on another store. Both must answer every input alike.
class HubPair {
public:
    HubPair(std::uint64_t seed, OtherStore other) : m_random(seed), m_other(std::move(other))
    {
        m_config.registrationOpen = true;
        m_config.limits.maxPullEntries = 7;
        if (m_other.store.isShared()) {
            m_memory.share();
        }
        restart();
        for (std::uint64_t user = 1; user <= users; ++user) {
            m_inputs.emplace_back(Connected{ConnectionId(user)});
            protocol::Register frame;
            frame.name = nameOf(user);
            frame.token = tokenOf(user);
            frame.device = DeviceId(user);
            request(user, frame);
        }
        turn();
        enter();
    }

    void act()
    {
        const std::uint64_t requests = 1 + m_random.below(4);
        for (std::uint64_t i = 0; i < requests; ++i) {
            request(anyUser(), anyFrame());
        }
        const bool fails = m_random.below(10) == 0;
        if (fails) {
            m_memory.failNextCommit();
            m_other.failNextCommit();
        }
        turn();
        if (fails) {
            m_other.takeIdsBack();
        }
        if (m_random.below(40) == 0) {
            restart();
        }
        enter();
    }

    void check()
    {
        REQUIRE(audit(m_memory) == std::vector<std::string>());
        REQUIRE(audit(m_other.store) == std::vector<std::string>());
    }

private:
    static constexpr std::uint64_t users = 4;
    static constexpr std::uint64_t conversations = 3;

    static std::string nameOf(std::uint64_t user) { return "user" + std::to_string(user); }
    static std::string tokenOf(std::uint64_t user) { return std::string(32, static_cast<char>('a' + user)); }

    void restart()
    {
        m_first = std::make_unique<Hub>(m_config, m_memory, m_firstSecrets);
        m_second = std::make_unique<Hub>(m_config, m_other.store, m_secondSecrets);
        m_connected.clear();
    }

    void request(std::uint64_t user, protocol::ClientFrame frame)
    {
        m_inputs.emplace_back(Received{
            ConnectionId(user), protocol::ClientEnvelope{RequestId(++m_lastRequest), 0, std::move(frame)}});
    }

    void turn()
    {
        m_now += Milliseconds(m_random.below(300));
        m_wall.value += 17;
        const Effects first = m_first->step(m_inputs, m_now, m_wall);
        const Effects second = m_second->step(m_inputs, m_now, m_wall);
        m_inputs.clear();
        REQUIRE(first.effects.size() == second.effects.size());
        for (std::size_t i = 0; i < first.effects.size(); ++i) {
            CAPTURE(i);
            REQUIRE(equal(first.effects[i], second.effects[i]));
            if (const auto* close = std::get_if<CloseConnection>(&first.effects[i])) {
                std::erase(m_connected, close->connection);
            }
        }
        REQUIRE(first.wakeUp == second.wakeUp);
        REQUIRE(first.hints == second.hints);
    }

    /// Connects every client again that the hub has disconnected.
    void enter()
    {
        for (std::uint64_t user = 1; user <= users; ++user) {
            const ConnectionId connection(user);
            if (std::find(m_connected.begin(), m_connected.end(), connection) == m_connected.end()) {
                m_connected.push_back(connection);
                m_inputs.emplace_back(Connected{connection});
                protocol::Hello hello;
                hello.token = tokenOf(user);
                request(user, hello);
            }
        }
        turn();
    }

    std::uint64_t anyUser() { return 1 + m_random.below(users); }
    ConversationId anyConversation() { return ConversationId(1 + m_random.below(conversations)); }
    Seq anySeq() { return Seq(m_random.below(40)); }
    MessageUuid anyUuid()
    {
        // Chosen from few uuids, so that some are used twice.
        MessageUuid uuid;
        uuid.bytes[0] = 1;
        uuid.bytes[1] = static_cast<std::uint8_t>(m_random.below(200));
        return uuid;
    }

    ForwardSource anySource()
    {
        const ConversationId from = anyConversation();
        const auto record = m_memory.conversations().find(from);
        return {from, record ? record->logEpoch : LogEpoch(1), next(anySeq())};
    }

    SentContent anyContent()
    {
        switch (m_random.below(5)) {
        case 0:
            return content::Edit{anySeq(), "edited"};
        case 1:
            return content::Recall{anySeq()};
        case 2:
            return content::Message{.source = anySource()};
        default:
            return content::Message{"text",
                                    false,
                                    m_random.below(5) == 0 ? anySeq() : Seq(),
                                    {UserId(anyUser()), UserId(anyUser())},
                                    m_random.below(6) == 0};
        }
    }

    protocol::ClientFrame anyFrame()
    {
        const Generation generation(static_cast<std::uint32_t>(1 + m_random.below(3)));
        const Cursor cursor{static_cast<std::uint32_t>(m_random.below(3)), anySeq()};
        switch (m_random.below(14)) {
        case 0:
            return protocol::CreateGroup{anyUuid(), "group", {nameOf(anyUser())}, m_random.below(3) == 0};
        case 1:
            return protocol::OpenDirect{nameOf(anyUser())};
        case 2:
            return protocol::Join{anyConversation()};
        case 3:
            return m_random.below(3) == 0 ? protocol::ClientFrame(protocol::Leave{anyConversation()})
                                          : protocol::AddMember{anyConversation(), nameOf(anyUser())};
        case 4:
            return protocol::Read{{{anyConversation(), generation, cursor}}};
        case 5:
            return protocol::MarkUnread{anyConversation(), generation, anySeq(), anyUuid()};
        case 6:
            return protocol::SetSettings{
                anyConversation(), generation, {m_random.below(2) == 0, false, false}};
        case 7:
            return protocol::Pull{anyConversation(),
                                  LogEpoch(1 + m_random.below(4)),
                                  anySeq(),
                                  anySeq(),
                                  anySeq(),
                                  5,
                                  static_cast<protocol::PullFrom>(m_random.below(3))};
        case 8:
            return m_random.below(2) == 0
                       ? protocol::ClientFrame(protocol::GetReaders{anyConversation(), anySeq(),
                                                                    UserId(m_random.below(users)), 2})
                       : protocol::GetMembers{anyConversation(), UserId(m_random.below(users)), 3};
        case 9:
            return m_random.below(2) == 0 ? protocol::ClientFrame(protocol::Sync{})
                                          : protocol::Typing{anyConversation()};
        case 10:
            return anyRightsFrame();
        default:
            return protocol::Send{anyConversation(), anyUuid(), {}, anyContent()};
        }
    }

    protocol::ClientFrame anyRightsFrame()
    {
        switch (m_random.below(5)) {
        case 4:
            return protocol::SetForwarding{anyConversation(), m_random.below(2) == 0};
        case 0:
            return protocol::RemoveMember{anyConversation(), UserId(anyUser()), m_random.below(4) == 0};
        case 1:
            return protocol::SetRole{anyConversation(), UserId(anyUser()),
                                     static_cast<Role>(m_random.below(3))};
        default:
            return protocol::Rename{anyConversation(), m_random.below(2) == 0 ? "left" : "right"};
        }
    }

    SplitMix64 m_random;
    HubConfig m_config;
    MemoryStore m_memory;
    OtherStore m_other;
    PlainSecrets m_firstSecrets;
    PlainSecrets m_secondSecrets;
    std::unique_ptr<Hub> m_first;
    std::unique_ptr<Hub> m_second;
    std::vector<ConnectionId> m_connected;
    std::vector<Input> m_inputs;
    Instant m_now{Milliseconds(1)};
    UnixMs m_wall{1};
    std::uint64_t m_lastRequest = 0;
};

} // namespace tidemark::server
