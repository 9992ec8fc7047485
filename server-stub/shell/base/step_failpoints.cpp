#include "server-stub/shell/base/step_failpoints.h"

#include "core/base/failpoint.h"
#include "core/base/one_of.h"

namespace tidemark::server {

namespace {

struct Places {
    Failpoint message;
    Failpoint read;
    Failpoint draft;
};

Places placesAt(StepStage stage)
{
    switch (stage) {
    case StepStage::Received:
        return {Failpoint::ServerMessageReceived, Failpoint::ServerReadReceived,
                Failpoint::ServerDraftReceived};
    case StepStage::Committed:
        return {Failpoint::ServerMessageCommitted, Failpoint::ServerReadCommitted,
                Failpoint::ServerDraftCommitted};
    default:
        return {Failpoint::ServerMessageNotified, Failpoint::ServerReadNotified,
                Failpoint::ServerDraftNotified};
    }
}

std::optional<Failpoint> placeOf(const protocol::ClientFrame& frame, Places places)
{
    if (std::holds_alternative<protocol::Send>(frame)) {
        return places.message;
    }
    if (holdsOneOf<protocol::Read, protocol::MarkUnread>(frame)) {
        return places.read;
    }
    if (std::holds_alternative<protocol::SetDraft>(frame)) {
        return places.draft;
    }
    return std::nullopt;
}

/// Calls `reached(place, received)` for each input that is a read, a message or a draft.
template <typename Reached>
void forEach(std::span<const Input> inputs, Places places, Reached reached)
{
    for (const Input& input : inputs) {
        if (const auto* received = std::get_if<Received>(&input)) {
            if (const auto place = placeOf(received->envelope.frame, places)) {
                reached(*place, *received);
            }
        }
    }
}

bool answers(const Effect& effect, const Received& received)
{
    const auto* reply = std::get_if<Reply>(&effect);
    return reply != nullptr && reply->connection == received.connection
           && reply->envelope.request == received.envelope.request;
}

} // namespace

void reach(std::span<const Input> inputs, StepStage stage)
{
    if constexpr (hasFailpoints) {
        forEach(inputs, placesAt(stage), [](Failpoint place, const Received&) { failpoint(place); });
    }
}

void reachAcked(std::span<const Input> inputs, std::span<const Effect> effects,
                const std::function<void(std::span<const Effect>)>& deliver)
{
    if constexpr (hasFailpoints) {
        forEach(inputs,
                {Failpoint::ServerMessageAcked, Failpoint::ServerReadAcked, Failpoint::ServerDraftAcked},
                [&](Failpoint place, const Received& received) {
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

} // namespace tidemark::server
