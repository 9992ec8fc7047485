#pragma once

#include "server-stub/hub/state/hub_context.h"

#include <cstdint>
#include <optional>

namespace tidemark::server {

/// Handles the registers of drafts (docs/adr/0026). They never change the log.
class Drafts {
public:
    explicit Drafts(HubContext& context) : m_context(context) {}

    [[nodiscard]] Answer set(const Caller& caller, const protocol::SetDraft& request);
    [[nodiscard]] Answer get(const Caller& caller, const protocol::GetDrafts& request);
    /// The caller's message `send`, which was the draft, is appended: clears the draft if it is the one that
    /// was sent. Returns the version after that, or 0 if there was nothing to clear.
    [[nodiscard]] std::uint64_t clear(const Caller& caller, const protocol::Send& send);
    /// The version at which an earlier attempt of `send` has cleared the draft; 0 if it has not, or if the
    /// draft has changed since.
    [[nodiscard]] std::uint64_t clearedBy(const Caller& caller, const protocol::Send& send);
    /// If the device knows the drafts through another version than the newest one, pushes that.
    void compare(Target target, UserId user, std::optional<std::uint64_t> through);
    /// Another server has changed a draft of the user.
    void changedElsewhere(UserId user);

private:
    /// Why `request` cannot be stored as the draft, whose register is `before`.
    [[nodiscard]] std::optional<protocol::Error> refusalOf(const Caller& caller,
                                                           const protocol::SetDraft& request,
                                                           const std::optional<DraftRecord>& before);
    /// Gives `record` the next version, stores it and tells the user's other sessions. Returns the version.
    std::uint64_t change(const Caller& caller, DraftRecord record);
    void pushHead(std::vector<Target> targets, std::uint64_t head);

    HubContext& m_context;
};

} // namespace tidemark::server
