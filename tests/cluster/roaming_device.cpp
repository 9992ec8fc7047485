#include "tests/cluster/roaming_device.h"

#include "tests/programs/load/base/failure.h"
#include "tests/programs/load/people/population.h"

#include <algorithm>
#include <string>
#include <utility>

namespace tidemark::cluster {

namespace {

/// After this time without an answer the device tries another server.
constexpr double answerTimeoutSeconds = 5;
constexpr double pauseSeconds = 0.2;

} // namespace

RoamingDevice::RoamingDevice(load::Loop& loop, const Places& places, std::size_t user, std::uint64_t device,
                             std::size_t node)
    : m_places(places), m_user(user), m_node(node),
      m_device(loop, m_place, {load::Population::nameOf(user), false, false, device})
{
    m_device.onEnded([this](load::Device&) { lose(); });
    m_device.onRefused([this](const protocol::Error& error) {
        lose();
        m_comeBackAt = refused(error);
    });
}

void RoamingDevice::start()
{
    m_isLost = false;
    m_lastReceived = m_now;
    m_place = m_places[m_node];
    for (auto& [number, request] : m_requests) {
        request.isAsked = false;
        request.askAt = m_now;
    }
    m_device.cut();
    m_device.start([this] { m_lastReceived = m_now; });
}

void RoamingDevice::lose()
{
    m_isLost = true;
    m_comeBackAt = m_now + pauseSeconds;
    m_node = (m_node + 1) % m_places.size();
}

void RoamingDevice::moveTo(std::size_t node)
{
    m_node = node;
    start();
}

void RoamingDevice::turn(double now)
{
    m_now = now;
    const bool waits = !isThere() || std::any_of(m_requests.begin(), m_requests.end(), [](const auto& one) {
        return one.second.isAsked;
    });
    if (!waits) {
        m_lastReceived = now;
    } else if (!m_isLost && now - m_lastReceived > answerTimeoutSeconds) {
        lose();
    }
    if (m_isLost && now >= m_comeBackAt) {
        start();
    }
    for (auto& [number, request] : m_requests) {
        if (isThere() && !request.isAsked && now >= request.askAt) {
            send(number, request);
        }
    }
}

void RoamingDevice::ask(protocol::ClientFrame frame, Answer answer)
{
    m_requests.emplace(++m_lastRequest, PendingRequest{std::move(frame), std::move(answer)});
}

void RoamingDevice::send(std::uint64_t number, PendingRequest& request)
{
    request.isAsked = true;
    m_device.ask(request.frame,
                 [this, number](const protocol::ServerFrame& frame) { answered(number, frame); });
}

void RoamingDevice::answered(std::uint64_t number, const protocol::ServerFrame& frame)
{
    m_lastReceived = m_now;
    PendingRequest& request = m_requests.at(number);
    if (const auto* error = std::get_if<protocol::Error>(&frame)) {
        request.isAsked = false;
        request.askAt = refused(*error);
        return;
    }
    const Answer answer = std::move(request.answer);
    m_requests.erase(number);
    answer(frame);
}

double RoamingDevice::refused(const protocol::Error& error)
{
    load::check(error.code == protocol::ErrorCode::Unavailable && error.retryAfter > Milliseconds(0), [&] {
        return m_device.name() + " is refused with code " + std::to_string(static_cast<int>(error.code)) + ' '
               + error.detail;
    });
    ++m_refusals;
    return m_now + static_cast<double>(error.retryAfter.count()) / 1000;
}

} // namespace tidemark::cluster
