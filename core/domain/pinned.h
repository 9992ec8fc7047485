#pragma once

#include "core/domain/content.h"
#include "core/domain/ids.h"

#include <optional>
#include <vector>

namespace tidemark {

/// The change that one entry makes to the set of pinned messages of its conversation.
struct PinChange {
    Seq target;
    bool isPinned = false;

    friend constexpr bool operator==(const PinChange&, const PinChange&) = default;
};

/// A notice pins or unpins its target, and a recall unpins it. Empty for all other content.
[[nodiscard]] std::optional<PinChange> pinChangeIn(const EntryContent& content);
/// The same for content that is on its way to the server.
[[nodiscard]] std::optional<PinChange> pinChangeIn(const SentContent& content);

/// Applies `change` to `pinned`, which is ascending and stays so.
void apply(std::vector<Seq>& pinned, PinChange change);

/// Removes the messages that are trimmed from `pinned`, which is ascending.
void dropTrimmed(std::vector<Seq>& pinned, Seq trimmedThrough);

} // namespace tidemark
