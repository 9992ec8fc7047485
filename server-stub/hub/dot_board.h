#pragma once

#include "server-stub/hub/hub_context.h"

#include <vector>

namespace tidemark::server {

/// Red dots: named, raised by the operator for all, seen by each user. Raising one is one row however many
/// accounts there are.
class DotBoard {
public:
    explicit DotBoard(HubContext& context) : m_context(context) {}

    [[nodiscard]] OperatorResult raise(const RaiseDot& wish);
    [[nodiscard]] OperatorResult list();

    [[nodiscard]] Answer see(const Caller& caller, const protocol::SeeDot& seen);
    [[nodiscard]] Answer dots(const Caller& caller);
    /// A session is there that is told things.
    void greet(Target target, UserId user);
    /// Tells the device of a heartbeat where it holds other dots.
    void compare(const Caller& caller, const protocol::Heartbeat& heartbeat);

    /// Another server has raised a dot, or (with a user) has noted that one was seen.
    void heard(UserId user);

private:
    [[nodiscard]] std::vector<Target> everybody() const;

    HubContext& m_context;
};

} // namespace tidemark::server
