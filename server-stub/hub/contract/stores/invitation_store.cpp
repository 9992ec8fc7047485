#include "server-stub/hub/contract/stores/invitation_store.h"

#include <algorithm>

namespace tidemark::server {

namespace {

const InvitationRecord* findNumber(const InvitationSet& set, std::uint64_t number)
{
    const auto found = std::ranges::lower_bound(set.records, number, {}, &InvitationRecord::number);
    return found == set.records.end() || found->number != number ? nullptr : &*found;
}

} // namespace

std::vector<std::uint64_t> removedFrom(const InvitationSet& before, const InvitationSet& after)
{
    std::vector<std::uint64_t> removed;
    for (const InvitationRecord& one : before.records) {
        if (findNumber(after, one.number) == nullptr) {
            removed.push_back(one.number);
        }
    }
    return removed;
}

std::vector<InvitationRecord> changedIn(const InvitationSet& before, const InvitationSet& after)
{
    std::vector<InvitationRecord> changed;
    for (const InvitationRecord& one : after.records) {
        const InvitationRecord* known = findNumber(before, one.number);
        if (known == nullptr || *known != one) {
            changed.push_back(one);
        }
    }
    return changed;
}

} // namespace tidemark::server
