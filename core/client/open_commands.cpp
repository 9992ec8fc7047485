#include "core/client/open_commands.h"

#include <utility>

namespace tidemark {

namespace {

constexpr auto notDone = protocol::ErrorCode::Unavailable;

/// Returns 0 if the input has no command that waits for an answer.
CommandId commandOf(const Input& input)
{
    return std::visit(
        [](const auto& one) {
            if constexpr (requires { one.command; }) {
                return one.command;
            } else {
                return CommandId();
            }
        },
        input);
}

} // namespace

void OpenCommands::note(const Input& input, const std::vector<Change>& changes)
{
    if (const CommandId command = commandOf(input); command.isValid()) {
        m_commands.insert(command);
    }
    for (const Change& change : changes) {
        if (const auto* done = std::get_if<change::CommandDone>(&change)) {
            m_commands.erase(done->command);
        }
    }
}

std::vector<Change> OpenCommands::giveUp()
{
    std::vector<Change> changes;
    for (const CommandId command : std::exchange(m_commands, {})) {
        changes.emplace_back(change::CommandDone{command, notDone});
    }
    return changes;
}

std::optional<Change> refusalOf(const Input& input)
{
    if (const CommandId command = commandOf(input); command.isValid()) {
        return change::CommandDone{command, notDone};
    }
    const auto* send = std::get_if<input::Send>(&input);
    return send == nullptr
               ? std::nullopt
               : std::optional<Change>(change::MessageFailed{send->conversation, send->uuid, notDone});
}

} // namespace tidemark
