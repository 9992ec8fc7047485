#pragma once

#include "server-stub/hub/state/hub_context.h"

#include <vector>

namespace tidemark::server {

/// Manages red dots: the operator raises a named dot for all users, and each user sees it once. Raising a dot
/// writes one row for any number of accounts.
class DotBoard {
public:
    explicit DotBoard(HubContext& context) : m_context(context) {}

    [[nodiscard]] OperatorResult raise(const RaiseDot& request);
    [[nodiscard]] OperatorResult list();

    [[nodiscard]] Answer see(const Caller& caller, const protocol::SeeDot& seen);
    [[nodiscard]] Answer dots(const Caller& caller);
    /// Sends the dots to a new session that wants pushes.
    void greet(Target target, UserId user);
    /// Sends the dots if the heartbeat shows that the device holds different ones.
    void compare(const Caller& caller, const protocol::Heartbeat& heartbeat);

    /// Another server has raised a dot (invalid `user`), or has recorded that `user` has seen one.
    void received(UserId user);

private:
    [[nodiscard]] std::vector<Target> allListeners() const;

    HubContext& m_context;
};

} // namespace tidemark::server
