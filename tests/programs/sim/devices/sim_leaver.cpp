#include "tests/programs/sim/devices/sim_leaver.h"

#include "core/base/overloaded.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace tidemark::sim {

SimLeaver::SimLeaver(const Plan& plan, Scheduler& scheduler, SimNetwork& network,
                     std::vector<std::string> others)
    : SimAsker(scheduler, network, name(), DeviceId(777)), m_random(plan.seed ^ 0x60e6U),
      m_others(std::move(others))
{
}

void SimLeaver::act()
{
    if (!m_hasEnded) {
        goOn();
    }
}

void SimLeaver::end()
{
    m_hasEnded = true;
    hangUp();
}

std::optional<protocol::ClientFrame> SimLeaver::nextRequest()
{
    m_hasAccount = true;
    if (m_hasEnded || m_random.below(3) == 0) {
        return std::nullopt;
    }
    if (m_places.empty() || m_random.below(4) == 0) {
        return gather();
    }
    const Place& place = m_places[m_random.below(m_places.size())];
    if (place.head.isValid() && m_random.below(4) == 0) {
        const Seq target(1 + m_random.below(place.head.value));
        return protocol::React{place.conversation, place.logEpoch, target, "\U0001F44D", true, newUuid()};
    }
    const std::string text =
        "gone " + std::to_string(++m_lines) + (m_random.below(3) == 0 ? " @" + anybody() : "");
    return protocol::Send{place.conversation, newUuid(), {}, content::Message{.text = text}};
}

protocol::ClientFrame SimLeaver::gather()
{
    switch (m_random.below(6)) {
    case 0:
        return protocol::CreateGroup{newUuid(), "of the leaver", {anybody()}};
    case 1:
        return protocol::OpenDirect{anybody()};
    default:
        return protocol::Join{ConversationId(1 + m_random.below(8))};
    }
}

void SimLeaver::take(const protocol::ServerFrame& answer)
{
    std::visit(Overloaded{[&](const protocol::States& states) {
                              for (const ConversationState& state : states.states) {
                                  std::erase_if(m_places, [&state](const Place& one) {
                                      return one.conversation == state.id;
                                  });
                                  if (state.isMember) {
                                      m_places.push_back({state.id, state.logEpoch, state.head});
                                  }
                              }
                          },
                          [&](const protocol::SendAck& ack) {
                              for (Place& place : m_places) {
                                  if (place.conversation == ack.conversation) {
                                      place.head = std::max(place.head, ack.seq);
                                  }
                              }
                          },
                          [&](const protocol::Error& error) { heed(error); }, [](const auto&) {}},
               answer);
}

void SimLeaver::checkServer(server::Store& store, const Plan& plan)
{
    const auto account = store.accounts().byName(name());
    if (!account || !account->deleted) {
        throw Violation("the deleted account is not deleted");
    }
    for (const server::MemberRecord& row : store.members().ofUser(account->id)) {
        const auto conversation = store.conversations().find(row.conversation);
        const std::string where = "conversation " + std::to_string(row.conversation.value) + ": ";
        if (row.isMember != (conversation->kind == ConversationKind::Direct)) {
            throw Violation(where + "the deleted account has not left it");
        }
        if (!store.deletions().reactionsOf(account->id, row.conversation, 1).empty()) {
            throw Violation(where + "a reaction of the deleted account is left");
        }
        for (const Entry& entry : store.log().entries(row.conversation, conversation->trimmedThrough,
                                                      conversation->head, 1000000, false)) {
            const bool isText = entry.kind() == EntryKind::Message && entry.author == account->id;
            if (isText && isRecalled(entry) != plan.limits.removesDeletedTexts) {
                throw Violation(where + "message " + std::to_string(entry.seq.value)
                                + " of the deleted account does not follow the operator's choice");
            }
        }
    }
}

void SimLeaver::checkDevice(SimDevice& device, server::Store& store)
{
    const auto account = store.accounts().byName(name());
    for (const LocalConversation& ours : device.engine().conversations()) {
        const auto record = store.conversations().find(ours.id);
        const std::string where = device.label() + ", conversation " + std::to_string(ours.id.value) + ": ";
        if (!record || !ours.isMember || !store.members().find(ours.id, account->id)) {
            continue;
        }
        // A notice that was trimmed before the device pulled it tells nothing.
        if (ours.kind == ConversationKind::Direct && ours.peer == account->id
            && !record->trimmedThrough.isValid() && !device.store().summary(ours.id)->isPeerDeleted) {
            throw Violation(where + "it does not know that the account of the other user was deleted");
        }
        const bool hasNotices = ours.kind == ConversationKind::Group || ours.kind == ConversationKind::Direct;
        if (hasNotices && ours.memberCount != record->memberCount) {
            throw Violation(where + std::to_string(ours.memberCount) + " members, on the server "
                            + std::to_string(record->memberCount));
        }
    }
}

} // namespace tidemark::sim
