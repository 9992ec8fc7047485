#include "tests/programs/sim/sim_world.h"

#include <algorithm>

namespace tidemark::sim {

void SimWorld::gather(SimDevice& device)
{
    if (oneIn(3)) {
        device.feed(input::OpenDirect{{}, m_people[m_random.below(m_people.size())].name});
        return;
    }
    input::CreateGroup group{{}, newUuid(), "group " + std::to_string(++m_lines), {}, oneIn(3), oneIn(4)};
    for (const Person& person : m_people) {
        if (oneIn(2)) {
            group.members.push_back(person.name);
        }
    }
    device.feed(group);
}

std::vector<ConversationId> SimWorld::channels()
{
    std::vector<ConversationId> found;
    if (isAnyServerUp()) {
        found = store().conversations().all();
        std::erase_if(found, [this](ConversationId id) {
            return store().conversations().find(id)->kind != ConversationKind::Channel;
        });
    }
    return found;
}

void SimWorld::follow(SimDevice& device)
{
    const std::vector<ConversationId> all = channels();
    if (all.size() < 2 || (all.size() < 5 && oneIn(6))) {
        device.feed(input::CreateChannel{{}, newUuid(), "channel " + std::to_string(++m_lines)});
        return;
    }
    const ConversationId any = all[m_random.below(all.size())];
    switch (m_random.below(16)) {
    case 0:
    case 1:
    case 2:
        for (const ConversationId channel : all) {
            device.feed(input::Follow{{}, channel});
        }
        break;
    case 3:
        device.feed(input::Follow{{}, any});
        break;
    case 4:
        device.feed(input::Unfollow{{}, any});
        break;
    case 5:
        device.feed(input::FindChannels{{}, "channel"});
        break;
    case 6:
    case 7:
    case 8:
        openFeed();
        break;
    default:
        for (const ConversationId channel : all) {
            postTo(channel);
        }
    }
}

void SimWorld::openFeed()
{
    // Some tries for a device whose feed has a number.
    SimDevice* device = &anyDevice();
    for (int tries = 0; tries < 8 && (!device->isUp() || device->engine().totals().feed == 0); ++tries) {
        device = &anyDevice();
    }
    device->feed(input::OpenFeed{{}});
    if (oneIn(4)) {
        device->die();
    }
}

void SimWorld::postTo(ConversationId channel)
{
    const UserId owner = store().conversations().find(channel)->creator;
    for (const Person& person : m_people) {
        SimDevice& device = *person.devices[m_random.below(person.devices.size())];
        const bool isOwners =
            device.isUp() && device.engine().account() && device.engine().account()->user.id == owner;
        const LocalConversation* known = isOwners ? device.engine().conversation(channel) : nullptr;
        if (known != nullptr) {
            write(device, LocalConversation(*known));
        }
    }
}

void SimWorld::stayAway()
{
    const Person& person = m_people[m_random.below(m_people.size())];
    for (const auto& device : person.devices) {
        device->feed(input::GoOffline{});
    }
    const std::size_t notices = m_random.below(3);
    for (std::size_t i = 0; i < notices; ++i) {
        operate();
    }
    letPass(900000);
    const auto contactAt = [&] {
        const auto account = store().accounts().byName(person.name);
        return account ? account->lastContact : UnixMs{};
    };
    const std::int64_t away = m_scheduler.now().time_since_epoch().count() - contactAt().value;
    const auto isOnline = [&] {
        return std::any_of(person.devices.begin(), person.devices.end(), [](const auto& device) {
            return device->isUp() && device->engine().connection().phase == ConnectionPhase::Online;
        });
    };
    // A device that was down when it should go offline is online once it has started.
    const bool stayedAway = !isOnline();
    const bool seemsForgotten =
        stayedAway && contactAt() > UnixMs{} && away > m_plan.noticesForgetAfter->count();
    const auto list = store().conversations().noticeList();
    const Seq missed = list ? store().conversations().find(*list)->head : Seq();
    // A server is certain of an absence once it has run long enough with a right clock. It decides at the
    // Hello.
    const bool isForgotten =
        seemsForgotten && !m_plan.clockJumps && m_clock.running() > *m_plan.noticesForgetAfter + maxUncounted;
    for (const auto& device : person.devices) {
        device->feed(input::Connect{});
    }
    letPass(4000);
    if (!isForgotten || !isOnline() || !list) {
        return;
    }
    const auto row = store().members().find(*list, store().accounts().byName(person.name)->id);
    if (!row || row->floor < missed) {
        throw Violation("I5: " + person.name + " was away for long and has notices up to "
                        + std::to_string(missed.value) + " unread");
    }
}

void SimWorld::seeDot(SimDevice& device)
{
    if (!device.isUp()) {
        return;
    }
    const std::vector<Dot> dots = device.engine().dots();
    if (!dots.empty()) {
        device.feed(input::SeeDot{{}, dots[m_random.below(dots.size())].name});
    }
}

void SimWorld::act()
{
    SimDevice& device = anyDevice();
    switch (m_random.below(51)) {
    case 0:
        device.die();
        return;
    case 1:
        if (SimServer& server = anyServer(); m_plan.faults.serverCrashAfterCommit > 0 && server.isUp()) {
            server.die();
        }
        return;
    case 2:
    case 3:
        device.feed(input::GoOffline{});
        return;
    case 4:
    case 5:
    case 6:
        device.feed(input::Connect{});
        return;
    case 7:
        gather(device);
        return;
    case 8:
        if (m_plan.losesPushes) {
            m_network.losePushesFor(Milliseconds(static_cast<std::int64_t>(m_random.below(120000))));
        }
        if (m_plan.cutsBus) {
            m_bus.cutOne();
        }
        return;
    case 9:
        device.feed(input::SetAccountSettings{{}, anyPrivacy()});
        return;
    case 10:
        operate();
        return;
    case 11:
    case 12:
        seeDot(device);
        return;
    case 13:
        if (m_plan.noticesForgetAfter) {
            stayAway();
        }
        return;
    case 14:
    case 15:
    case 16:
    case 17:
    case 18:
    case 19:
    case 20:
        follow(device);
        return;
    default:
        actOn(device);
    }
}

void SimWorld::changeClock()
{
    constexpr std::int64_t dayMs = 86400000;
    const auto distance = [&](std::int64_t maxMs) {
        return static_cast<std::int64_t>(m_clockRandom.below(static_cast<std::uint64_t>(maxMs)));
    };
    switch (m_clockRandom.below(6)) {
    case 0:
        m_clock.setTo1970();
        return;
    case 1:
        m_clock.setAhead(Milliseconds(distance(4000 * dayMs)));
        return;
    case 2:
        m_clock.setAhead(Milliseconds(distance(200000)));
        return;
    case 3:
        m_clock.setAhead(Milliseconds(-distance(200000)));
        return;
    default:
        m_clock.setAhead(Milliseconds(0));
    }
}

void SimWorld::actOn(SimDevice& device)
{
    if (!device.isUp()) {
        return;
    }
    const std::vector<LocalConversation> all = device.engine().conversations();
    if (all.empty()) {
        gather(device);
        return;
    }
    const LocalConversation conversation = all[m_random.below(all.size())];
    const std::uint64_t what = m_random.below(100);
    if (what < 43) {
        write(device, conversation);
    } else if (what < 45) {
        chatter(device, conversation);
    } else if (what < 57) {
        change(device, conversation);
    } else if (what < 90) {
        read(device, conversation);
    } else {
        manage(device, conversation);
    }
}

void SimWorld::actWithFiles()
{
    const auto choose = [this](std::uint64_t bound) { return m_fileRandom.below(bound); };
    const Person& person = m_people[choose(m_people.size())];
    SimDevice& device = *person.devices[choose(person.devices.size())];
    const auto all = device.isUp() ? device.engine().conversations() : std::vector<LocalConversation>();
    if (all.empty() || choose(2) == 0) {
        return;
    }
    const ConversationId conversation = all[choose(all.size())].id;
    if (choose(3) == 0) {
        device.fetchFile(conversation, choose(1000));
        return;
    }
    std::vector<std::string> files(1 + choose(3));
    for (std::string& file : files) {
        file.resize(choose(5) == 0 ? 0 : choose(6000));
        std::generate(file.begin(), file.end(), [&] { return static_cast<char>(choose(256)); });
    }
    const std::string text = choose(2) == 0 ? std::string() : "files " + std::to_string(++m_lines);
    device.sendFiles(conversation, newUuid(), text, files);
}

void SimWorld::write(SimDevice& device, const LocalConversation& conversation)
{
    const std::uint64_t lines = oneIn(8) ? 10 + m_random.below(40) : 1 + m_random.below(2);
    for (std::uint64_t i = 0; i < lines; ++i) {
        writeLine(device, conversation);
    }
}

void SimWorld::writeLine(SimDevice& device, const LocalConversation& conversation)
{
    content::Message text;
    text.text = "line " + std::to_string(++m_lines) + (oneIn(4) ? " 你好" : "");
    if (oneIn(5)) {
        text.mentions.push_back(UserId(1 + m_random.below(m_people.size())));
    }
    text.mentionsAll = oneIn(20);
    text.isAction = oneIn(20);
    if (oneIn(6) && conversation.serverHead.isValid()) {
        text.replyTo = Seq(1 + m_random.below(conversation.serverHead.value));
    }
    device.feed(input::Send{conversation.id, newUuid(), text});
}

void SimWorld::chatter(SimDevice& device, const LocalConversation& conversation)
{
    const std::uint64_t lines = 20 + m_random.below(20);
    for (std::uint64_t i = 0; i < lines; ++i) {
        writeLine(device, conversation);
        m_scheduler.runUntil(m_scheduler.now() + Milliseconds(20));
    }
    m_scheduler.runUntil(m_scheduler.now() + Milliseconds(2500));
}

void SimWorld::change(SimDevice& device, const LocalConversation& conversation)
{
    if (!conversation.serverHead.isValid()) {
        return;
    }
    // The target is mostly an own message, so that the recall succeeds.
    Seq target(1 + m_random.below(conversation.serverHead.value));
    const auto entries =
        store().log().entries(conversation.id, Seq(), conversation.serverHead, 100000, false);
    for (std::size_t tries = 0; tries < 8 && !entries.empty(); ++tries) {
        const Entry& entry = entries[m_random.below(entries.size())];
        if (entry.kind() == EntryKind::Message && device.engine().account()
            && entry.author == device.engine().account()->user.id) {
            target = entry.seq;
            break;
        }
    }
    if (m_plan.pinsMessages() && oneIn(3)) {
        const bool isPinned = std::ranges::binary_search(conversation.pinned, target);
        const NoticeKind kind = isPinned ? NoticeKind::Unpinned : NoticeKind::Pinned;
        device.feed(input::Send{conversation.id, newUuid(), content::Notice{.kind = kind, .target = target}});
        return;
    }
    const bool isRecall = oneIn(2);
    if (!isRecall || m_plan.editsBeforeRecalls()) {
        device.feed(input::Send{conversation.id, newUuid(),
                                content::Edit{target, "edited " + std::to_string(++m_lines)}});
    }
    if (isRecall && m_plan.editsBeforeRecalls()) {
        m_scheduler.runUntil(m_scheduler.now() + Milliseconds(2000)); // others pull the edit
    }
    if (isRecall) {
        device.feed(input::Send{conversation.id, newUuid(), content::Recall{target}});
    }
}

void SimWorld::read(SimDevice& device, const LocalConversation& conversation)
{
    const std::uint64_t what = m_random.below(20);
    const Seq any(1 + m_random.below(std::max<std::uint64_t>(conversation.serverHead.value, 1)));
    if (what < 12 && m_plan.marksOften()) {
        device.feed(input::MarkUnread{{}, conversation.id, newUuid(), any});
    } else if (what < 14) {
        device.feed(input::LookAt{conversation.id});
        device.feed(input::MarkRead{{}, conversation.id, any});
    } else if (what < 16) {
        device.feed(input::MarkRead{{}, conversation.id, {}});
    } else if (what < 17) {
        device.feed(input::MarkAllRead{{}});
    } else if (what < 18) {
        device.feed(input::MarkUnread{{}, conversation.id, newUuid(), any});
    } else if (what < 19) {
        readAndUndo(device, conversation);
    } else {
        device.feed(input::LoadOlder{conversation.id, any});
    }
}

void SimWorld::readAndUndo(SimDevice& device, const LocalConversation& conversation)
{
    const Seq from = next(effectiveRead(conversation));
    device.feed(input::MarkRead{{}, conversation.id, {}, CursorCause::MarkedRead});
    letPass(oneIn(2) ? 20 : 3000);
    device.feed(input::MarkUnread{{}, conversation.id, newUuid(), from, CursorCause::Undo});
    if (oneIn(3)) {
        // The user then reads again.
        device.feed(input::MarkRead{{}, conversation.id, {}, CursorCause::Undo});
    }
}

UserId SimWorld::anybody()
{
    return UserId(1 + m_random.below(m_people.size()));
}

ReceiptPrivacy SimWorld::anyPrivacy()
{
    return static_cast<ReceiptPrivacy>(m_random.below(3));
}

std::optional<std::uint32_t> SimWorld::anyMuteSeconds()
{
    const auto seconds = static_cast<std::uint32_t>(m_random.below(60));
    return oneIn(3) ? std::nullopt : std::optional(seconds);
}

void SimWorld::manage(SimDevice& device, const LocalConversation& conversation)
{
    switch (m_random.below(10)) {
    case 8:
        // The removed user can mostly come back.
        device.feed(input::RemoveMember{{}, conversation.id, anybody(), oneIn(6)});
        break;
    case 9:
        device.feed(input::SetRole{{}, conversation.id, anybody(), static_cast<Role>(m_random.below(3))});
        break;
    case 6:
        device.feed(input::GetMembers{{}, conversation.id, {}});
        break;
    case 7:
        device.feed(input::NoteTyping{conversation.id});
        device.feed(input::NoteActivity{conversation.id.value % 2 == 0});
        break;
    case 0:
        device.feed(input::Leave{{}, conversation.id});
        break;
    case 1:
        device.feed(input::Join{{}, ConversationId(1 + m_random.below(5))});
        break;
    case 2:
        device.feed(input::Rename{{}, conversation.id, "title " + std::to_string(++m_lines)});
        break;
    case 3:
        device.feed(input::AddMember{{}, conversation.id, m_people[m_random.below(m_people.size())].name});
        break;
    case 4:
        device.feed(input::GetReaders{{}, conversation.id, conversation.serverHead});
        break;
    default:
        device.feed(input::SetSettings{
            {}, conversation.id, {oneIn(2), oneIn(4), oneIn(2), anyPrivacy()}, anyMuteSeconds()});
    }
}

} // namespace tidemark::sim
