#include "server-stub/hub/request_cost.h"

#include "core/base/overloaded.h"

#include <cstddef>

namespace tidemark::server {

namespace {

/// What is looked up together costs about a fiftieth of a request of its own.
constexpr std::size_t namedPerToken = 50;
/// Entries of a range are read one after the other.
constexpr std::size_t entriesPerNamed = 5;
/// Looking through many titles costs like looking up some.
constexpr std::size_t titlesSearched = 1000;
/// What reaches other people's devices costs more than what only the asker sees.
constexpr std::uint32_t typingCost = 10;

} // namespace

Operation operationOf(const protocol::ClientFrame& frame)
{
    using namespace protocol;
    return std::visit(
        Overloaded{
            [](const Send&) { return Operation::Send; }, [](const Pull&) { return Operation::Pull; },
            [](const Typing&) { return Operation::Typing; },
            [](const ChangePassword&) { return Operation::Password; },
            [](const CreateGroup&) { return Operation::Change; },
            [](const OpenDirect&) { return Operation::Change; },
            [](const Join&) { return Operation::Change; }, [](const Leave&) { return Operation::Change; },
            [](const AddMember&) { return Operation::Change; },
            [](const RemoveMember&) { return Operation::Change; },
            [](const SetRole&) { return Operation::Change; }, [](const Rename&) { return Operation::Change; },
            [](const auto&) { return Operation::Other; }},
        frame);
}

std::uint32_t costOf(const protocol::ClientFrame& frame)
{
    if (std::holds_alternative<protocol::Typing>(frame)) {
        return typingCost;
    }
    if (std::holds_alternative<protocol::ChangePassword>(frame)) {
        return RateLimiter::passwordCost;
    }
    const std::size_t named = std::visit(
        Overloaded{[](const protocol::Hello& hello) { return hello.held.size(); },
                   [](const protocol::Sync& sync) { return sync.held.size(); },
                   [](const protocol::GetStates& question) { return question.conversations.size(); },
                   [](const protocol::Read& read) { return read.intents.size(); },
                   [](const protocol::Delivered& said) { return said.reached.size(); },
                   [](const protocol::OpenFeed& wish) { return wish.snapshots.size(); },
                   [](const protocol::FindChannels&) { return titlesSearched; },
                   [](const protocol::GetMembers&) { return std::size_t{protocol::GetMembers::mostMembers}; },
                   [](const protocol::GetUsers& question) { return question.ids.size(); },
                   [](const protocol::CreateGroup& wish) { return wish.members.size(); },
                   [](const protocol::Pull& pull) { return std::size_t{pull.limit} / entriesPerNamed; },
                   [](const auto&) { return std::size_t{0}; }},
        frame);
    return static_cast<std::uint32_t>(1 + named / namedPerToken);
}

} // namespace tidemark::server
