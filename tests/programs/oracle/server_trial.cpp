#include "tests/programs/oracle/server_trial.h"

#include "server-stub/hub/contract/audit.h"
#include "server-stub/hub/memory/memory_store.h"
#include "tests/programs/oracle/agreement.h"

#include <algorithm>
#include <cstddef>

namespace tidemark::oracle {

namespace {

/// In some histories the server soon trims, or stops counting.
Oracle::Limits limitsOf(std::uint64_t seed)
{
    Oracle::Limits limits;
    if (seed % 3 == 1) {
        limits.kept = 2 + seed % 17;
    }
    if (seed % 4 == 2) {
        limits.countsFor = Milliseconds(1000 + static_cast<std::int64_t>(seed % 11) * 400);
    }
    return limits;
}

server::RetentionPolicy policyOf(const Oracle::Limits& limits)
{
    server::RetentionPolicy policy;
    policy.keepEntries = limits.kept;
    policy.unreadExpiresAfter = limits.countsFor;
    policy.interval = Milliseconds(0);
    return policy;
}

} // namespace

ServerTrial::ServerTrial(std::uint64_t seed) : m_history(m_oracle, seed)
{
    m_oracle.setLimits(limitsOf(seed));
    const server::RetentionPolicy policy = policyOf(limitsOf(seed));
    m_sides.push_back(
        {"store in memory", std::make_unique<HubSide>(std::make_unique<server::MemoryStore>(), policy)});
    m_sides.push_back({"SQLite store", std::make_unique<HubSide>(HubSide::sqliteStore(), policy)});
    for (const char* name : {"anna", "ben", "carl", "dora", "emil"}) {
        const UserId user = m_oracle.addPerson(name);
        for (Side& side : m_sides) {
            side.hub->admit(user, name);
        }
    }
    for (std::uint64_t number = 0; number < 3; ++number) {
        everyoneDoes(UserId(number + 1), m_history.beginning(number));
    }
}

void ServerTrial::everyoneDoes(UserId user, const protocol::ClientFrame& frame)
{
    m_now += Milliseconds(m_history.random().below(200));
    m_oracle.setTime(m_now.time_since_epoch());
    m_oracle.take(user, frame);
    for (Side& side : m_sides) {
        side.hub->take(user, frame, m_now);
    }
}

void ServerTrial::step()
{
    const UserId user = m_history.anyone();
    everyoneDoes(user, m_history.deedAgain(user));
    for (Side& side : m_sides) {
        compare(side);
    }
}

void ServerTrial::compare(Side& side)
{
    std::vector<ConversationId> all;
    for (const auto& [id, log] : m_oracle.logs()) {
        all.push_back(id);
    }
    for (std::uint64_t number = 1; number <= m_oracle.names().size(); ++number) {
        const UserId user(number);
        const std::vector<ConversationState> states = side.hub->statesOf(user, all, m_now);
        const auto own = std::count_if(
            all.begin(), all.end(), [&](ConversationId id) { return m_oracle.member(id, user) != nullptr; });
        if (states.size() != static_cast<std::size_t>(own)) {
            throw Mismatch(side.name + ": " + std::to_string(states.size()) + " states of "
                           + std::to_string(own) + " conversations");
        }
        for (const ConversationState& state : states) {
            compare(side, user, state);
        }
        compareTotals(side, user);
        compareDrafts(side, user);
    }
}

void ServerTrial::compareDrafts(Side& side, UserId user)
{
    for (const auto& [id, log] : m_oracle.logs()) {
        const Oracle::Draft right = m_oracle.draft(id, user);
        const auto stored = side.hub->store().drafts().find(user, id);
        if ((stored ? stored->version : 0) != right.version || (stored ? stored->text : "") != right.text) {
            throw Mismatch(side.name + ", " + m_oracle.names().at(user.value - 1) + ", conversation "
                           + std::to_string(id.value) + ": the draft is \"" + (stored ? stored->text : "")
                           + "\" in version " + std::to_string(stored ? stored->version : 0) + ", must be \""
                           + right.text + "\" in version " + std::to_string(right.version));
        }
    }
}

void ServerTrial::compareTotals(Side& side, UserId user)
{
    protocol::TotalsNow right;
    for (const auto& [id, log] : m_oracle.logs()) {
        const Oracle::Member* member = m_oracle.member(id, user);
        const Truth truth = m_oracle.truth(id, user);
        if (member == nullptr || member->archived || truth.unread.empty()) {
            continue;
        }
        if (member->muted) {
            right.mutedUnread += truth.unread.size();
            ++right.mutedConversations;
        } else {
            right.unread += truth.unread.size();
            right.mentions += truth.mentions.size();
            ++right.conversations;
        }
    }
    const protocol::TotalsNow shown = side.hub->totalsOf(user, m_now);
    const std::string found =
        differenceOf("total", shown.unread, right.unread)
        + differenceOf("total mentions", shown.mentions, right.mentions)
        + differenceOf("unread conversations", shown.conversations, right.conversations)
        + differenceOf("muted total", shown.mutedUnread, right.mutedUnread)
        + differenceOf("muted conversations", shown.mutedConversations, right.mutedConversations);
    if (!found.empty()) {
        throw Mismatch(side.name + ", " + m_oracle.names().at(user.value - 1) + ":" + found);
    }
}

void ServerTrial::compare(const Side& side, UserId user, const ConversationState& state)
{
    ++m_comparisons;
    const Oracle::Log& log = m_oracle.logs().at(state.id);
    const Oracle::Member* member = m_oracle.member(state.id, user);
    const Truth truth = m_oracle.truth(state.id, user);
    std::string found = difference(truth, state.counts);
    found += differenceOfReactions(truth, state.unreadReactions);
    found += differenceOf("first unread", state.firstUnread.value, firstOf(truth).value);
    if (member != nullptr) {
        found += differenceOf("head", state.head.value, member->isPresent ? log.head : member->leftAt);
        found += differenceOf("generation", state.generation.value, member->generation);
        found += differenceOf("epoch", state.cursor.epoch, member->epoch);
        found += differenceOf("cleared", state.clearedThrough.value, member->cleared);
    }
    found += differenceOf("member", state.isMember ? 1 : 0, member != nullptr && member->isPresent ? 1 : 0);
    if (state.isMember) {
        found += differenceOf("seen", state.seenByOthers.value, m_oracle.seenByOthers(state.id, user));
    }
    if (!found.empty()) {
        throw Mismatch(side.name + ", " + m_oracle.names().at(user.value - 1) + ", conversation "
                       + std::to_string(state.id.value) + " at head " + std::to_string(log.head) + ":"
                       + found);
    }
}

void ServerTrial::finish()
{
    for (Side& side : m_sides) {
        const std::vector<std::string> findings = server::audit(side.hub->store());
        if (!findings.empty()) {
            throw Mismatch(side.name + ": " + findings.front());
        }
    }
}

} // namespace tidemark::oracle
