#include "core/client/step_failpoints.h"

#include "core/base/failpoint.h"
#include "core/base/one_of.h"
#include "core/transport/transport.h"

namespace tidemark {

namespace {

/// The failpoints of one stage, by kind of write.
struct Stages {
    Failpoint readMade;
    Failpoint readAnswered;
    Failpoint messageMade;
    Failpoint messageAnswered;
    Failpoint draftMade;
    Failpoint draftAnswered;
};

std::optional<Failpoint> placeOf(const Write& write, const Stages& stages)
{
    if (std::holds_alternative<write::PutIntent>(write)) {
        return stages.readMade;
    }
    if (std::holds_alternative<write::EraseIntent>(write)) {
        return stages.readAnswered;
    }
    if (std::holds_alternative<write::ErasePending>(write)) {
        return stages.messageAnswered;
    }
    if (const auto* put = std::get_if<write::PutPending>(&write)) {
        return put->message.state == PendingMessage::State::Acked ? stages.messageAnswered
                                                                  : stages.messageMade;
    }
    if (const auto* put = std::get_if<write::PutDraft>(&write)) {
        return put->draft.uuid.isValid() ? stages.draftMade : stages.draftAnswered;
    }
    return std::nullopt;
}

void reach(const std::vector<Write>& writes, const Stages& stages)
{
    if constexpr (hasFailpoints) {
        for (const Write& write : writes) {
            if (const auto place = placeOf(write, stages)) {
                failpoint(*place);
            }
        }
    }
}

} // namespace

void reachDecided(const std::vector<Write>& writes)
{
    reach(writes,
          {Failpoint::ClientReadBegin, Failpoint::ClientReadAnswered, Failpoint::ClientMessageBegin,
           Failpoint::ClientMessageAnswered, Failpoint::ClientDraftBegin, Failpoint::ClientDraftAnswered});
}

void reachCommitted(const std::vector<Write>& writes)
{
    reach(writes,
          {Failpoint::ClientReadCommitted, Failpoint::ClientReadDone, Failpoint::ClientMessageCommitted,
           Failpoint::ClientMessageDone, Failpoint::ClientDraftCommitted, Failpoint::ClientDraftDone});
}

void reachSent(const std::vector<protocol::ClientEnvelope>& sends, Transport& transport)
{
    if constexpr (hasFailpoints) {
        for (const protocol::ClientEnvelope& envelope : sends) {
            if (std::holds_alternative<protocol::Send>(envelope.frame)) {
                failpoint(Failpoint::ClientMessageSent, [&] { transport.flush(); });
            } else if (holdsOneOf<protocol::Read, protocol::MarkUnread>(envelope.frame)) {
                failpoint(Failpoint::ClientReadSent, [&] { transport.flush(); });
            } else if (std::holds_alternative<protocol::SetDraft>(envelope.frame)) {
                failpoint(Failpoint::ClientDraftSent, [&] { transport.flush(); });
            }
        }
    }
}

} // namespace tidemark
