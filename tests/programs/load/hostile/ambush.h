#pragma once

#include "core/domain/attachment.h"
#include "core/domain/conversation.h"
#include "tests/programs/load/people/device.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace tidemark::load {

class Ledger;

/// The preparations of an attacker: two accounts that attack, further accounts, and conversations in which
/// every request costs the server as much as it can.
struct Ambush {
    struct Shape {
        std::size_t puppets = 0;  ///< further accounts; all of them are in the crowds
        std::size_t traps = 0;    ///< groups of few members, each with an unread mention
        std::size_t channels = 0; ///< some of them followed
        std::size_t pages = 0;    ///< texts of the greatest length in one log
    };

    /// This account spends its tokens on the requests that cost the server most.
    static constexpr const char* spender = "mallory";
    /// This account goes on sending refused requests.
    static constexpr const char* flooder = "marvin";
    static constexpr std::size_t longText =
        std::size_t{64} * 1024; ///< bytes, the greatest length of a message
    static constexpr std::size_t fileBytes = std::size_t{1024} * 1024;
    static constexpr const char* password = "correct horse";
    [[nodiscard]] static std::string puppet(std::size_t number) { return "puppet" + std::to_string(number); }

    Shape shape;
    std::vector<ConversationState> traps;    ///< as the spender sees them
    std::vector<ConversationState> channels; ///< the channels that both attackers follow
    ConversationState crowd;                 ///< owned by a puppet; with unread messages
    ConversationState own;                   ///< owned by the spender; all accounts are members
    ConversationState revolving;             ///< the attackers leave and join it
    ConversationState pages;                 ///< with the long texts
    std::vector<UserId> puppets;             ///< by number
    Seq ownMessage;                          ///< a message of the spender in `own`
    Attachment file;                         ///< in `own`, too
    Seq fileMessage;                         ///< names `file`
};

/// Makes the preparations through the protocol, as fast as the server allows.
[[nodiscard]] Ambush prepareAmbush(Loop& loop, const Place& place, const Ambush::Shape& shape);

/// Sends all `count` requests on one connection, some at a time, and repeats those that were too fast.
/// Every other refusal is a failure. `take` gets the answers.
void askAll(Loop& loop, Device& device, std::size_t count,
            const std::function<protocol::ClientFrame(std::size_t)>& make,
            const std::function<void(std::size_t, const protocol::ServerFrame&)>& take);

} // namespace tidemark::load
