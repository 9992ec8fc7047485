#include "tests/programs/oracle/client_trial.h"

#include "core/base/overloaded.h"
#include "server-stub/hub/memory/memory_store.h"

#include <optional>

namespace tidemark::oracle {

namespace {

/// The input that does the same on a device; empty for actions that a device does by itself.
std::optional<Input> inputOf(const protocol::ClientFrame& frame)
{
    using Result = std::optional<Input>;
    return std::visit(Overloaded{
                          [](const protocol::Send& send) -> Result {
                              return input::Send{send.conversation, send.uuid, send.content};
                          },
                          [](const protocol::Read& read) -> Result {
                              const protocol::ReadIntent& intent = read.intents.front();
                              return input::MarkRead{{}, intent.conversation, intent.cursor.readSeq};
                          },
                          [](const protocol::MarkUnread& mark) -> Result {
                              return input::MarkUnread{{}, mark.conversation, mark.uuid, mark.from};
                          },
                          [](const protocol::ClearHistory& request) -> Result {
                              return input::ClearHistory{{}, request.conversation};
                          },
                          [](const protocol::HideMessages& request) -> Result {
                              return input::HideMessages{{}, request.conversation, request.seqs};
                          },
                          [](const protocol::SetSettings& request) -> Result {
                              return input::SetSettings{{}, request.conversation, request.settings};
                          },
                          [](const protocol::Join& request) -> Result {
                              return input::Join{{}, request.conversation};
                          },
                          [](const protocol::Leave& request) -> Result {
                              return input::Leave{{}, request.conversation};
                          },
                          [](const protocol::OpenDirect& request) -> Result {
                              return input::OpenDirect{{}, request.name};
                          },
                          [](const protocol::AddMember& request) -> Result {
                              return input::AddMember{{}, request.conversation, request.name};
                          },
                          [](const protocol::SetIgnored& request) -> Result {
                              return input::SetIgnored{{}, request.user, request.level, request.uuid};
                          },
                          [](const protocol::React& request) -> Result {
                              return input::React{
                                  {},         request.conversation, request.target, request.emoji,
                                  request.on, request.uuid};
                          },
                          [](const protocol::SeeReactions& request) -> Result {
                              return input::SeeReactions{{}, request.conversation};
                          },
                          [](const protocol::SetDraft& request) -> Result {
                              return input::SetDraft{.command = {},
                                                     .conversation = request.conversation,
                                                     .uuid = request.uuid,
                                                     .text = request.text,
                                                     .base = request.baseVersion};
                          },
                          [](const auto&) -> Result { return std::nullopt; },
                      },
                      frame);
}

} // namespace

ClientTrial::ClientTrial(std::uint64_t seed)
    : m_history(m_oracle, seed), m_hub(std::make_unique<server::MemoryStore>())
{
    for (const char* name : {"anna", "ben", "carl"}) {
        m_hub.admit(m_oracle.addPerson(name), name);
    }
    for (std::uint64_t number = 0; number < 3; ++number) {
        const UserId user(number + 1);
        const protocol::ClientFrame frame = m_history.beginning(number);
        m_oracle.take(user, frame);
        m_hub.take(user, frame, m_now);
    }
    for (const std::uint64_t user : {1, 1, 2}) {
        m_devices.push_back(
            std::make_unique<DeviceSide>(m_oracle, m_hub, UserId(user), m_devices.size() + 1));
    }
}

void ClientTrial::step()
{
    DeviceSide& device = *m_devices.at(m_history.random().below(m_devices.size()));
    const std::uint64_t what = m_history.random().below(100);
    if (what < 30) {
        personActs();
    } else if (what < 45) {
        deviceActs(device);
    } else if (what < 65) {
        (void)carry(device, 1 + m_history.random().below(6));
    } else if (what < 90) {
        (void)device.takeIn(1 + m_history.random().below(8), &m_history.random());
    } else if (what < 96) {
        pass(Milliseconds(m_history.random().below(m_history.oneIn(4) ? 9000 : 400)));
    } else {
        disturb(device);
    }
    for (const auto& one : m_devices) {
        one->checkOwnView();
    }
    if (m_history.oneIn(100)) {
        finish();
    }
}

void ClientTrial::personActs()
{
    const UserId user = m_history.anyone();
    // Some users send many messages at once, so that devices fall behind by more than a page.
    for (std::uint64_t times = m_history.oneIn(12) ? 30 : 1; times > 0; --times) {
        const protocol::ClientFrame frame = m_history.deedAgain(user);
        m_oracle.take(user, frame);
        m_hub.take(user, frame, m_now);
    }
}

void ClientTrial::deviceActs(DeviceSide& device)
{
    const auto input = inputOf(m_history.deed(device.user()));
    if (input) {
        device.feed(*input);
    }
}

void ClientTrial::disturb(DeviceSide& device)
{
    const ConversationId conversation(1 + m_history.random().below(m_oracle.logs().size()));
    const Seq seq(1 + m_history.random().below(m_oracle.logs().at(conversation).head + 1));
    switch (m_history.random().below(6)) {
    case 0:
        device.restart();
        break;
    case 1:
        device.setReach(false);
        device.loseConnection();
        break;
    case 2:
        device.setReach(true);
        break;
    case 3:
        device.feed(input::LookAt{conversation});
        break;
    case 4:
        device.feed(input::LoadOlder{conversation, seq});
        break;
    default:
        device.loseConnection();
        break;
    }
}

bool ClientTrial::carry(DeviceSide& device, std::uint64_t maxFrames)
{
    bool hasCarried = false;
    const server::ConnectionId connection = device.connection();
    for (; maxFrames > 0; --maxFrames) {
        const auto envelope = device.handOver();
        if (!envelope) {
            break;
        }
        hasCarried = true;
        m_oracle.take(device.user(), envelope->frame);
        m_hub.turn({server::Received{connection, *envelope}}, m_now);
    }
    return hasCarried;
}

void ClientTrial::pass(Milliseconds time)
{
    m_now += time;
    m_hub.turn({server::Tick{}}, m_now);
    for (const auto& device : m_devices) {
        device->tick(m_now);
    }
}

bool ClientTrial::carryAll()
{
    bool hasCarried = false;
    for (const auto& device : m_devices) {
        hasCarried = carry(*device, 1000) || hasCarried;
        hasCarried = device->takeIn(1000, nullptr) || hasCarried;
    }
    return hasCarried;
}

void ClientTrial::finish()
{
    for (const auto& device : m_devices) {
        device->setReach(true);
        device->feed(input::Connect{});
    }
    // This is long enough for two heartbeats, which find what pushes missed.
    const Instant end = m_now + Milliseconds(90000);
    for (int hops = 0; m_now < end; ++hops) {
        if (hops > 20000) {
            throw Mismatch("frames without end");
        }
        if (!carryAll()) {
            pass(Milliseconds(250));
        }
    }
    for (const auto& device : m_devices) {
        if (!device->engine().isQuiescent()) {
            throw Mismatch(device->label() + ": does not come to rest");
        }
        device->checkAgreement();
    }
}

std::uint64_t ClientTrial::comparisons() const
{
    std::uint64_t sum = 0;
    for (const auto& device : m_devices) {
        sum += device->comparisons();
    }
    return sum;
}

} // namespace tidemark::oracle
