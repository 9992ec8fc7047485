#include "tests/programs/sim/devices/sim_stranger.h"

#include "core/base/overloaded.h"

#include <utility>
#include <variant>
#include <vector>

namespace tidemark::sim {

namespace {

/// Frames that were under way when a connection was lost have arrived after this time, or never will.
constexpr Milliseconds maxTransit{60000};

} // namespace

SimStranger::SimStranger(const Plan& plan, Scheduler& scheduler, SimNetwork& network, server::Store& store,
                         const SimCourier& courier)
    : SimAsker(scheduler, network, name(), DeviceId(666)), m_store(store), m_courier(courier),
      m_random(plan.seed ^ 0x57a96eU), m_keepsFrameOrder(plan.keepsFrameOrder()), m_groupUuid(newUuid())
{
}

SimStranger::Place SimStranger::place() const
{
    if (!m_hasEntered) {
        return Place::Outside;
    }
    // An old request can come again, or late.
    return m_keepsFrameOrder && now() >= m_unknownUntil ? m_place : Place::Unknown;
}

std::optional<protocol::ClientFrame> SimStranger::nextRequest()
{
    if (m_offered.isValid()) {
        m_isCancelling = true;
        return protocol::CancelUpload{m_offered};
    }
    if (m_isSettling || !m_courier.group().isValid()) {
        return std::nullopt;
    }
    if (!m_group.isValid()) {
        return protocol::CreateGroup{m_groupUuid, "finds", {}};
    }
    const std::vector<SimCourier::Delivered> delivered = m_courier.delivered();
    if (delivered.empty() || m_random.below(5) == 0) {
        return enterOrLeave();
    }
    const auto conversation = m_store.conversations().find(m_courier.group());
    m_wanted = {delivered[m_random.below(delivered.size())], place(), false};
    m_wanted.isGone =
        m_wanted.message.isRecalled || (conversation && m_wanted.message.seq <= conversation->trimmedThrough);
    return wantFile();
}

protocol::ClientFrame SimStranger::enterOrLeave()
{
    m_isMoving = true;
    m_isEntering = m_place == Place::Outside || (m_place == Place::Unknown && m_random.below(2) == 0);
    m_place = Place::Unknown;
    if (m_isEntering) {
        m_hasEntered = true;
        return protocol::Join{m_courier.group()};
    }
    return protocol::Leave{m_courier.group()};
}

protocol::ClientFrame SimStranger::wantFile()
{
    const Attachment file = SimCourier::describe(m_wanted.message.bytes);
    const std::uint64_t way = m_random.below(6);
    if (way <= 1 && !m_store.blobs().references(m_group).empty()) {
        m_wanted.place = Place::Unknown; // a message in the stranger's own group may name the file
    }
    if (way == 0) {
        m_offered = newUuid();
        return protocol::BeginUpload{m_offered, file.hash, file.size};
    }
    // A member may send the file on, and then has it for good.
    if (way == 1 && m_wanted.place == Place::Outside) {
        return protocol::Send{m_group, newUuid(), {}, content::Message{.attachments = {file}}};
    }
    return protocol::GetBlob{m_courier.group(), m_wanted.message.seq, 0, 0, 0};
}

void SimStranger::wasLost()
{
    m_isCancelling = false;
    m_isMoving = false;
    if (isWaiting()) {
        m_unknownUntil = now() + maxTransit;
    }
}

void SimStranger::take(const protocol::ServerFrame& answer)
{
    std::visit(Overloaded{[&](const protocol::States& states) {
                              if (m_isMoving) {
                                  m_place = m_isEntering ? Place::Inside : Place::Outside;
                              } else if (!m_group.isValid() && !states.states.empty()) {
                                  m_group = states.states.front().id;
                              }
                          },
                          [&](const protocol::Done&) {
                              if (std::exchange(m_isCancelling, false)) {
                                  m_offered = {};
                              } else if (m_isMoving) {
                                  m_place = m_isEntering ? Place::Inside : Place::Outside;
                              }
                          },
                          [&](const protocol::UploadState& state) { takeState(state); },
                          [&](const protocol::BlobPart& part) { takePart(part); },
                          [&](const protocol::SendAck&) {
                              if (m_wanted.place == Place::Outside) {
                                  throw Violation("P-I4: a message names a file of others");
                              }
                          },
                          [&](const protocol::Error& error) {
                              m_isCancelling = false;
                              heed(error);
                          },
                          [](const auto&) {}},
               answer);
    m_isMoving = false;
}

void SimStranger::takeState(const protocol::UploadState& state)
{
    if (m_wanted.place == Place::Outside && (state.isComplete || state.received > 0)) {
        throw Violation("P-I4: the hash of a file of others was accepted");
    }
}

void SimStranger::takePart(const protocol::BlobPart& part) const
{
    if (m_wanted.place == Place::Outside) {
        throw Violation("P-I3: a user who is not a member got a file");
    }
    if (m_wanted.isGone) {
        throw Violation("P-I3: a file of a message that is recalled or trimmed was given out");
    }
    const auto account = m_store.accounts().byName(name());
    const auto member = account ? m_store.members().find(m_courier.group(), account->id) : std::nullopt;
    const bool isInside = m_wanted.place == Place::Inside && member;
    if (isInside && m_wanted.message.seq <= member->hiddenThrough) {
        throw Violation("P-I3: a member got a file from before they joined");
    }
    if (part.bytes != m_wanted.message.bytes) {
        throw Violation("a member got other bytes than were sent");
    }
}

} // namespace tidemark::sim
