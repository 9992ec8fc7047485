#include "server-stub/shell/base/step_failpoints.h"

#include "core/domain/deeds.h"

#include <algorithm>

namespace tidemark::server {

namespace {

/// Calls `reached(place, received)` for each input that is a deed of a user.
template <typename Reached>
void forEach(std::span<const Input> inputs, ServerStep step, Reached reached)
{
    for (const Input& input : inputs) {
        if (const auto* received = std::get_if<Received>(&input)) {
            if (const auto deed = deedOf(received->envelope.frame)) {
                reached(failpointOf(*deed, step), *received);
            }
        }
    }
}

/// Whether the effect tells the author's devices that a scheduled message has changed. If nobody has asked
/// for anything in its step, the message was sent because it was due.
bool tellsAuthor(const Effect& effect)
{
    const auto* push = std::get_if<Push>(&effect);
    return push != nullptr && std::holds_alternative<protocol::ScheduledMessages>(push->frame);
}

bool sendsDue(std::span<const Input> inputs, std::span<const Effect> effects)
{
    return std::ranges::all_of(inputs, [](const Input& one) { return std::holds_alternative<Tick>(one); })
           && std::ranges::any_of(effects, tellsAuthor);
}

bool answers(const Effect& effect, const Received& received)
{
    const auto* reply = std::get_if<Reply>(&effect);
    return reply != nullptr && reply->connection == received.connection
           && reply->envelope.request == received.envelope.request;
}

} // namespace

void reach(std::span<const Input> inputs, ServerStep step)
{
    if constexpr (hasFailpoints) {
        forEach(inputs, step, [](Failpoint place, const Received&) { failpoint(place); });
    }
}

void reachAcked(std::span<const Input> inputs, std::span<const Effect> effects,
                const std::function<void(std::span<const Effect>)>& deliver)
{
    if constexpr (hasFailpoints) {
        forEach(inputs, ServerStep::Acked, [&](Failpoint place, const Received& received) {
            failpoint(place, [&] {
                for (std::size_t i = 0; i < effects.size(); ++i) {
                    if (answers(effects[i], received)) {
                        deliver(effects.subspan(i, 1));
                    }
                }
            });
        });
    }
}

void reachDue(std::span<const Input> inputs, std::span<const Effect> effects, Failpoint place,
              const std::function<void(std::span<const Effect>)>& deliver)
{
    if constexpr (hasFailpoints) {
        if (!sendsDue(inputs, effects)) {
            return;
        }
        failpoint(place, [&] {
            for (std::size_t i = 0; i < effects.size(); ++i) {
                if (place == Failpoint::ServerDueAcked && tellsAuthor(effects[i])) {
                    deliver(effects.subspan(i, 1));
                }
            }
        });
    }
}

} // namespace tidemark::server
