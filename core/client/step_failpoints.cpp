#include "core/client/step_failpoints.h"

#include "core/domain/deeds.h"
#include "core/sync/deed_writes.h"
#include "core/transport/transport.h"

namespace tidemark {

namespace {

void reach(const std::vector<Write>& writes, ClientStep made, ClientStep answered)
{
    if constexpr (hasFailpoints) {
        for (const Write& write : writes) {
            if (const auto deed = deedOf(write)) {
                failpoint(deed->place(made, answered));
            }
        }
    }
}

} // namespace

void reachDecided(const std::vector<Write>& writes)
{
    reach(writes, ClientStep::Begin, ClientStep::Answered);
}

void reachCommitted(const std::vector<Write>& writes)
{
    reach(writes, ClientStep::Committed, ClientStep::Done);
}

void reachSent(const std::vector<protocol::ClientEnvelope>& sends, Transport& transport)
{
    if constexpr (hasFailpoints) {
        for (const protocol::ClientEnvelope& envelope : sends) {
            if (const auto deed = deedOf(envelope.frame)) {
                failpoint(failpointOf(*deed, ClientStep::Sent), [&] { transport.flush(); });
            }
        }
    }
}

} // namespace tidemark
