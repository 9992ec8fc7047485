#include "tests/programs/sim/sim_world.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace tidemark::sim {

void SimWorld::ignore()
{
    const auto below = [this](std::uint64_t bound) { return m_ignoreRandom.below(bound); };
    const Person& person = m_people[below(m_people.size())];
    SimDevice& device = *person.devices[below(person.devices.size())];
    const auto other = store().accounts().byName(m_people[below(m_people.size())].name);
    if (!device.isUp() || !other || other->name == person.name) {
        return;
    }
    MessageUuid uuid;
    const std::array<std::uint64_t, 2> halves{m_ignoreRandom.next(), m_ignoreRandom.next() | 1U};
    std::memcpy(uuid.bytes.data(), halves.data(), sizeof halves);
    const IgnoreLevel level =
        static_cast<IgnoreLevel>(below(m_plan.hasBlocking() ? 3 : 2)); // at most Blocked
    device.feed(input::SetIgnored{{}, other->id, level, uuid});
    if (below(12) == 0) {
        device.die();
    }
}

void SimWorld::forward()
{
    const auto below = [this](std::uint64_t bound) { return m_forwardRandom.below(bound); };
    const Person& person = m_people[below(m_people.size())];
    SimDevice& device = *person.devices[below(person.devices.size())];
    const auto all = device.isUp() ? device.engine().conversations() : std::vector<LocalConversation>();
    if (all.empty()) {
        return;
    }
    const LocalConversation& from = all[below(all.size())];
    if (!from.serverHead.isValid()) {
        return;
    }
    MessageUuid uuid;
    const std::array<std::uint64_t, 2> halves{m_forwardRandom.next(), m_forwardRandom.next() | 1U};
    std::memcpy(uuid.bytes.data(), halves.data(), sizeof halves);
    content::Message message;
    message.source = {from.id, from.logEpoch, Seq(1 + below(from.serverHead.value))};
    device.feed(input::Send{all[below(all.size())].id, uuid, message});
}

void SimWorld::forbidForwarding()
{
    const auto below = [this](std::uint64_t bound) { return m_forwardRandom.below(bound); };
    const Person& person = m_people[below(m_people.size())];
    SimDevice& device = *person.devices[below(person.devices.size())];
    const auto all = device.isUp() ? device.engine().conversations() : std::vector<LocalConversation>();
    if (!all.empty()) {
        device.feed(input::SetForwarding{{}, all[below(all.size())].id, below(2) == 0});
    }
}

void SimWorld::hide()
{
    const auto below = [this](std::uint64_t bound) { return m_hideRandom.below(bound); };
    const Person& person = m_people[below(m_people.size())];
    SimDevice& device = *person.devices[below(person.devices.size())];
    if (!device.isUp()) {
        return;
    }
    const std::vector<LocalConversation> all = device.engine().conversations();
    if (all.empty()) {
        return;
    }
    const LocalConversation& conversation = all[below(all.size())];
    if (!conversation.serverHead.isValid()) {
        return;
    }
    std::vector<Seq> seqs;
    for (std::uint64_t count = 1 + below(3); count > 0; --count) {
        // Mostly one of the newest, which may be unread.
        const std::uint64_t back =
            below(below(4) == 0 ? conversation.serverHead.value
                                : std::min<std::uint64_t>(8, conversation.serverHead.value));
        seqs.emplace_back(conversation.serverHead.value - back);
    }
    device.feed(input::HideMessages{{}, conversation.id, std::move(seqs)});
    if (below(4) == 0) {
        device.die();
    }
}

void SimWorld::clearHistory()
{
    const auto below = [this](std::uint64_t bound) { return m_clearRandom.below(bound); };
    const Person& person = m_people[below(m_people.size())];
    SimDevice& device = *person.devices[below(person.devices.size())];
    if (!device.isUp()) {
        return;
    }
    const std::vector<LocalConversation> all = device.engine().conversations();
    if (all.empty()) {
        return;
    }
    device.feed(input::ClearHistory{{}, all[below(all.size())].id});
    if (below(4) == 0) {
        device.die();
    }
}

void SimWorld::draft()
{
    const auto below = [this](std::uint64_t bound) { return m_draftRandom.below(bound); };
    const Person& person = m_people[below(m_people.size())];
    SimDevice& device = *person.devices[below(person.devices.size())];
    if (!device.isUp()) {
        return;
    }
    std::vector<LocalConversation> all = device.engine().conversations();
    std::erase_if(all, [](const LocalConversation& one) {
        return !one.isMember || one.kind == ConversationKind::NoticeList;
    });
    if (all.empty()) {
        return;
    }
    const ConversationId id = all[below(std::min<std::uint64_t>(all.size(), 2))].id;
    MessageUuid uuid;
    const std::array<std::uint64_t, 2> halves{m_draftRandom.next(), m_draftRandom.next() | 1U};
    std::memcpy(uuid.bytes.data(), halves.data(), sizeof halves);
    const std::uint64_t action = below(10);
    const SimComposer composer = action == 0 || below(3) != 0 ? device.lookAtDraft(id) : device.composer(id);
    if (action == 0) {
        device.feed(input::SettleDraft{{}, id, below(2) == 0});
    } else if (action <= 2 && !composer.text.empty()) {
        // The last word makes each message another one, also if two devices send the same draft.
        const std::string text = composer.text + " sent" + std::to_string(++m_words);
        device.feed(input::Send{id, uuid, content::Message{text}, composer.base});
    } else {
        const std::string word = "word" + std::to_string(++m_words);
        const std::string text = action == 3             ? std::string()
                                 : composer.text.empty() ? word
                                                         : composer.text + ' ' + word;
        device.feed(input::SetDraft{.command = {},
                                    .conversation = id,
                                    .uuid = uuid,
                                    .text = text,
                                    .base = composer.base,
                                    .isFinished = below(2) == 0});
    }
    if (below(12) == 0) {
        device.die();
    }
}

void SimWorld::schedule()
{
    const auto below = [this](std::uint64_t bound) { return m_scheduleRandom.below(bound); };
    const Person& person = m_people[below(m_people.size())];
    SimDevice& device = *person.devices[below(person.devices.size())];
    if (!device.isUp()) {
        return;
    }
    std::vector<LocalConversation> all = device.engine().conversations();
    std::erase_if(all, [](const LocalConversation& one) {
        return !one.isMember || one.kind == ConversationKind::NoticeList;
    });
    if (all.empty()) {
        return;
    }
    const auto uuid = [this] {
        MessageUuid fresh;
        const std::array<std::uint64_t, 2> halves{m_scheduleRandom.next(), m_scheduleRandom.next() | 1U};
        std::memcpy(fresh.bytes.data(), halves.data(), sizeof halves);
        return fresh;
    };
    const std::string text = "scheduled" + std::to_string(++m_scheduledTexts);
    const UnixMs due{below(6) == 0 ? 0 : m_clock.wall().value + static_cast<std::int64_t>(below(30000))};
    const std::vector<LocalScheduled> open = device.engine().scheduled();
    const std::uint64_t action = below(6);
    if (open.empty() || action < 3) {
        device.feed(input::Schedule{.command = {},
                                    .conversation = all[below(all.size())].id,
                                    .uuid = uuid(),
                                    .change = uuid(),
                                    .text = text,
                                    .due = due});
    } else {
        const MessageUuid& chosen = open[below(open.size())].server.uuid;
        if (action == 5) {
            device.feed(input::CancelScheduled{{}, chosen, uuid()});
        } else {
            device.feed(input::ChangeScheduled{
                .command = {}, .uuid = chosen, .change = uuid(), .text = text, .movesDue = true, .due = due});
        }
    }
    if (below(10) == 0) {
        device.die();
    }
}

void SimWorld::react()
{
    const auto below = [this](std::uint64_t bound) { return m_reactionRandom.below(bound); };
    const Person& person = m_people[below(m_people.size())];
    SimDevice& device = *person.devices[below(person.devices.size())];
    if (!device.isUp()) {
        return;
    }
    std::vector<LocalConversation> all = device.engine().conversations();
    std::erase_if(all, [](const LocalConversation& one) {
        return !one.isMember || one.kind == ConversationKind::NoticeList || !one.serverHead.isValid();
    });
    if (all.empty()) {
        return;
    }
    const LocalConversation& conversation = all[below(all.size())];
    if (below(6) == 0) {
        feedReaction(device, input::SeeReactions{{}, conversation.id});
        return;
    }
    const std::array emoji{"\U0001F44D", "\u2764\uFE0F"};
    MessageUuid uuid;
    const std::array<std::uint64_t, 2> halves{m_reactionRandom.next(), m_reactionRandom.next() | 1U};
    std::memcpy(uuid.bytes.data(), halves.data(), sizeof halves);
    const std::uint64_t back = below(std::min<std::uint64_t>(conversation.serverHead.value, 4));
    const ConversationId id = conversation.id;
    const std::string_view chosen = emoji.at(below(emoji.size()));
    const bool isOn = below(3) != 0;
    feedReaction(
        device,
        input::React{{}, id, Seq(conversation.serverHead.value - back), std::string(chosen), isOn, uuid});
    if (m_plan.leavesWhileReacting() && below(6) == 0) {
        person.devices[below(person.devices.size())]->feed(input::Leave{{}, id});
    }
    if (below(12) == 0) {
        device.die();
    }
}

void SimWorld::feedReaction(SimDevice& device, const Input& input)
{
    if (!m_plan.leavesOutReactions) {
        device.feed(input);
    }
}

} // namespace tidemark::sim
