#pragma once

#include "core/sync/effects.h"
#include "core/sync/inputs.h"

#include <optional>
#include <set>
#include <vector>

namespace tidemark {

/// The user's commands that the engine has got and has not reported as done. A value.
class OpenCommands {
public:
    /// The engine has processed `input` with these changes.
    void note(const Input& input, const std::vector<Change>& changes);
    void clear() { m_commands.clear(); }
    /// The engine is gone: returns the changes that report each command as not executed, and forgets them.
    [[nodiscard]] std::vector<Change> giveUp();

private:
    std::set<CommandId> m_commands;
};

/// Returns the change that reports a user's action as not executed, because the store has failed; nullopt if
/// nobody waits for the action's end.
[[nodiscard]] std::optional<Change> refusalOf(const Input& input);

} // namespace tidemark
