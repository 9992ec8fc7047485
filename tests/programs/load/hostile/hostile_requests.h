#pragma once

#include "core/domain/protocol.h"
#include "tests/programs/load/hostile/ambush.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::load {

/// The token bucket of the server from which a request takes.
enum class Purse : std::uint8_t {
    Send,
    Pull,
    Change,
    Password,
    Other,
    Transfer,
    Unanswered,
    Last = Unanswered
};

/// Every request of the protocol in the form that costs the server most.
class HostileRequests {
public:
    /// `nameBytes`: the length of impossible names. `ambush` must outlive this object.
    HostileRequests(const Ambush& ambush, std::size_t nameBytes);

    /// The number of kinds of request that take from this purse.
    [[nodiscard]] std::size_t countOf(Purse purse) const
    {
        return m_kinds[static_cast<std::size_t>(purse)].size();
    }
    [[nodiscard]] const std::string& nameOf(Purse purse, std::size_t kind) const
    {
        return m_kinds[static_cast<std::size_t>(purse)][kind % countOf(purse)].name;
    }
    /// `number` differs from call to call.
    [[nodiscard]] protocol::ClientFrame make(Purse purse, std::size_t kind, std::uint64_t number) const;
    /// A request of any kind, also one that the server refuses at once.
    [[nodiscard]] protocol::ClientFrame any(std::uint64_t number) const;
    /// A request that needs no session.
    [[nodiscard]] protocol::ClientFrame strangers(std::uint64_t number) const;
    [[nodiscard]] protocol::Hello hello(const char* account) const;

    /// The spender received this state. Later requests name its cursor.
    void note(const ConversationState& state);

private:
    using Make = std::function<protocol::ClientFrame(std::uint64_t number)>;
    struct Kind {
        std::string name; ///< readable text
        Make make;
    };
    void addTexts();
    void addPulls();
    void addGroups();
    void addMembers();
    void addChannels();
    void addReading();
    void addLists();
    void addSmall();
    void addFiles();
    void addTransfers();
    void add(Purse purse, std::string name, Make make)
    {
        m_kinds[static_cast<std::size_t>(purse)].push_back({std::move(name), std::move(make)});
    }
    [[nodiscard]] const ConversationState& trap(std::size_t number) const
    {
        return m_traps[number % m_traps.size()];
    }
    [[nodiscard]] const ConversationState& channel(std::size_t number) const
    {
        return m_ambush.channels[number % m_ambush.channels.size()];
    }
    [[nodiscard]] UserId puppet(std::size_t number) const
    {
        return m_ambush.puppets[number % m_ambush.puppets.size()];
    }

    const Ambush& m_ambush;
    std::string m_hugeName;
    std::vector<ConversationState> m_traps;
    std::vector<std::vector<Kind>> m_kinds;
};

} // namespace tidemark::load
