#include "tests/programs/sim/sim_twins.h"

#include "tests/programs/sim/sim_world.h"

#include <algorithm>
#include <sstream>

namespace tidemark::sim {

namespace {

constexpr std::uint32_t wholeTwinLog = 1000000;

RandomPlan stillPlan(std::uint64_t seed, Defect defect, bool leavesOutReactions)
{
    RandomPlan plan = RandomPlan::of(seed, defect, false);
    plan.isStill = true;
    plan.leavesOutReactions = leavesOutReactions;
    plan.servers = 1;
    plan.faults = {};
    plan.restoresBackup = false;
    plan.hasAttacker = false;
    plan.hasCourier = false;
    plan.movesFiles = false;
    plan.hasStranger = false;
    plan.cutsBus = false;
    plan.losesPushes = false;
    plan.clockJumps = false;
    // Retention works at intervals, which may fall before or after a pull.
    plan.keepEntries.reset();
    plan.keepFor.reset();
    plan.unreadExpiresAfter.reset();
    plan.limits.sendsPerSecond = 20;
    plan.limits.sendBurst = 60;
    return plan;
}

std::string cursorFact(const Cursor& cursor)
{
    return std::to_string(cursor.epoch) + "," + std::to_string(cursor.readSeq.value);
}

std::string entryFact(const Entry& entry)
{
    const content::Fields fields = fieldsOf(entry.content);
    std::ostringstream out;
    out << entry.seq.value << ' ' << static_cast<int>(entry.kind()) << " by " << entry.author.value << " '"
        << fields.text << "' target " << fields.target.value << " edited " << fields.editedBy.value
        << " recalled " << fields.recalledBy.value << " notice " << static_cast<int>(fields.notice)
        << " reply " << fields.replyTo.value;
    return out.str();
}

std::string settingsFact(const ConversationSettings& settings)
{
    return std::to_string(settings.muted) + std::to_string(settings.pinned)
           + std::to_string(settings.archived);
}

void addConversation(std::vector<std::string>& facts, SimDevice& device, const LocalConversation& one)
{
    const std::string where = device.label() + ", conversation " + std::to_string(one.id.value) + ": ";
    std::ostringstream out;
    out << where << "member " << one.isMember << " generation " << one.generation.value << " head "
        << one.serverHead.value << " cursor " << cursorFact(one.cursor) << " confirmed "
        << cursorFact(one.confirmed) << " floor " << one.floor.value << " unread " << one.counts.unread << '/'
        << one.counts.mentions << '/' << one.counts.replies << " exact " << one.exact << " at "
        << one.countedHead.value << " seen " << one.seenByOthers.value << " delivered "
        << one.deliveredToOthers.value << " feed " << one.feed.snapshot.value << '/' << one.feed.unread
        << " pinned " << one.pinned.size() << " hidden " << one.hidden.size() << " settings "
        << settingsFact(one.settings);
    // Channels have no notices of members, so this number is as old as the newest state.
    if (one.kind != ConversationKind::Channel) {
        out << " members " << one.memberCount;
    }
    facts.push_back(out.str());
    for (const HistoryEntry& entry : device.store().history(one.id, Seq(), Seq(), wholeTwinLog)) {
        facts.push_back(where + entryFact(entry.entry));
    }
}

void addServersConversation(std::vector<std::string>& facts, server::Store& store, ConversationId id)
{
    const auto conversation = store.conversations().find(id);
    const std::string where = "server, conversation " + std::to_string(id.value) + ": ";
    facts.push_back(where + "head " + std::to_string(conversation->head.value) + " counts "
                    + std::to_string(conversation->headCountable));
    for (const Entry& entry : store.log().entries(id, Seq(), conversation->head, wholeTwinLog, false)) {
        facts.push_back(where + entryFact(entry));
    }
    for (const UserId user : store.members().present(id)) {
        const auto row = store.members().find(id, user);
        facts.push_back(
            where + "user " + std::to_string(user.value) + " cursor " + cursorFact(row->cursor) + " floor "
            + std::to_string(row->floor.value) + " seen " + std::to_string(row->seen.value) + " delivered "
            + std::to_string(row->delivered.value) + " feed " + std::to_string(row->feedSnapshot.value));
    }
}

std::vector<std::string> factsOfRun(const RandomPlan& plan)
{
    SimWorld world(plan);
    static_cast<void>(world.run());
    return world.factsBesideReactions();
}

} // namespace

std::vector<std::string> factsOf(const std::vector<SimDevice*>& devices, server::Store& store)
{
    std::vector<std::string> facts;
    for (const ConversationId id : store.conversations().all()) {
        addServersConversation(facts, store, id);
    }
    for (SimDevice* device : devices) {
        for (const LocalConversation& one : device->engine().conversations()) {
            addConversation(facts, *device, one);
        }
        const Totals totals = device->engine().totals();
        facts.push_back(device->label() + ": total " + std::to_string(totals.unread) + '/'
                        + std::to_string(totals.mentions) + " feed " + std::to_string(totals.feed));
        std::string list = device->label() + ": the list is";
        for (const ConversationSummary& row : device->store().summaries()) {
            list += ' ' + std::to_string(row.id.value) + " '" + row.lastText + '\'';
        }
        facts.push_back(std::move(list));
    }
    return facts;
}

void checkReactionsAside(std::uint64_t seed, Defect defect)
{
    const std::vector<std::string> with = factsOfRun(stillPlan(seed, defect, false));
    const std::vector<std::string> without = factsOfRun(stillPlan(seed, defect, true));
    const auto [one, other] = std::ranges::mismatch(with, without);
    if (one != with.end() || other != without.end()) {
        throw Violation("R-I1: with reactions: " + (one == with.end() ? "nothing" : *one)
                        + "; without: " + (other == without.end() ? "nothing" : *other));
    }
}

} // namespace tidemark::sim
