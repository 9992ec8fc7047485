#include "tests/programs/load/people/population.h"

#include "core/domain/request_caps.h"
#include "tests/programs/load/base/failure.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace tidemark::load {
namespace {

/// Runs `count` actions with answers, some at a time.
void doAll(Loop& loop, std::size_t count, std::size_t atOnce, const char* what,
           const std::function<void(std::size_t, std::function<void()>)>& begin)
{
    std::size_t next = 0;
    std::size_t done = 0;
    std::function<void()> beginNext = [&] {
        if (next < count) {
            begin(next++, [&] {
                ++done;
                beginNext();
            });
        }
    };
    for (std::size_t i = 0; i < atOnce; ++i) {
        beginNext();
    }
    loop.runUntil([&] { return done == count; }, what);
}

constexpr std::size_t many = 200;

/// The server compares one password of a connection at a time.
std::size_t registrationsAtOnce(const Shape& shape)
{
    return shape.devices > 1 ? 1 : many;
}

/// A user with one device needs no password, and signing in with one costs the server much.
std::string passwordOf(const Shape& shape)
{
    return shape.devices > 1 ? "correct horse" : std::string();
}

} // namespace

Population::Population(Loop& loop, const Place& place, const Shape& shape) : m_shape(shape)
{
    require(shape.members > 0 && shape.users % shape.members == 0, "the members of a group divide the users");
    divide();
    Device registrar(loop, place, {"registrar", true, false});
    registerAll(loop, registrar);
    signInOthers(loop, registrar);
    Device keeper(loop, place, {nameOf(this->keeper()), true, false});
    bool isThere = false;
    keeper.start([&] { isThere = true; });
    loop.runUntil([&] { return isThere; }, "the keeper to sign in");
    makeGroups(loop, keeper);
    for (Group& group : m_groups) {
        addOthers(loop, keeper, group);
    }
}

void Population::divide()
{
    const std::size_t each = m_shape.users / m_shape.members;
    m_groups.resize(each * m_shape.conversations);
    m_groupsOf.resize(m_shape.users);
    for (std::size_t division = 0; division < m_shape.conversations; ++division) {
        for (std::size_t user = 0; user < m_shape.users; ++user) {
            // Each user is in one group of each division, each time with other neighbours.
            const std::size_t place = (user + division) % m_shape.users;
            const std::size_t group = division * each + place / m_shape.members;
            m_groups[group].members.push_back(user);
            m_groupsOf[user].push_back(group);
        }
    }
}

void Population::registerAll(Loop& loop, Device& registrar)
{
    bool isOpen = false;
    registrar.startWithout([&] { isOpen = true; });
    loop.runUntil([&] { return isOpen; }, "the server");
    const std::size_t atOnce = registrationsAtOnce(m_shape);
    doAll(loop, m_shape.users + 1, atOnce, "everybody to be registered", [&](std::size_t user, auto done) {
        protocol::Register request;
        request.name = nameOf(user);
        request.password = passwordOf(m_shape);
        request.token = tokenOf(request.name, 1);
        request.device = DeviceId(1);
        request.deviceName = "load";
        registrar.ask(std::move(request), [done](const protocol::ServerFrame& frame) {
            require(std::holds_alternative<protocol::Authenticated>(frame), "registering");
            done();
        });
    });
}

void Population::signInOthers(Loop& loop, Device& registrar)
{
    const auto others = static_cast<std::size_t>(m_shape.devices - 1);
    doAll(loop, m_shape.users * others, 1, "all devices to be known", [&](std::size_t number, auto done) {
        protocol::SignIn request;
        request.name = nameOf(number / others);
        request.password = passwordOf(m_shape);
        request.device = DeviceId(2 + number % others);
        request.token = tokenOf(request.name, request.device.value);
        request.deviceName = "load";
        registrar.ask(std::move(request), [done](const protocol::ServerFrame& frame) {
            require(std::holds_alternative<protocol::Authenticated>(frame), "signing in");
            done();
        });
    });
}

void Population::makeGroups(Loop& loop, Device& keeper)
{
    doAll(loop, m_groups.size(), many, "all groups to be made", [&](std::size_t number, auto done) {
        Group& group = m_groups[number];
        protocol::CreateGroup request;
        const std::uint64_t mark = number + 1;
        std::memcpy(request.uuid.bytes.data(), &mark, sizeof mark);
        request.title = "Group of the load " + std::to_string(number);
        const std::size_t named = std::min(group.members.size(), caps::maxNewMembers);
        for (std::size_t member = 0; member < named; ++member) {
            request.members.push_back(nameOf(group.members[member]));
        }
        keeper.ask(std::move(request), [&group, named, done](const protocol::ServerFrame& frame) {
            const auto* states = std::get_if<protocol::States>(&frame);
            require(states != nullptr && states->states.size() == 1, "making a group");
            const ConversationState& state = states->states.front();
            require(state.memberCount == named + 1, "all members of a group");
            group.id = state.id;
            group.logEpoch = state.logEpoch;
            group.base = state.head;
            done();
        });
    });
}

void Population::addOthers(Loop& loop, Device& keeper, Group& group)
{
    const std::size_t named = std::min(group.members.size(), caps::maxNewMembers);
    doAll(loop, group.members.size() - named, many, "everybody to be in a group",
          [&](std::size_t number, auto done) {
              protocol::AddMember request{group.id, nameOf(group.members[named + number])};
              keeper.ask(std::move(request), [&group, done](const protocol::ServerFrame& frame) {
                  const auto* states = std::get_if<protocol::States>(&frame);
                  require(states != nullptr && states->states.size() == 1, "adding a member");
                  group.base = std::max(group.base, states->states.front().head);
                  done();
              });
          });
}

std::size_t Population::groupWith(ConversationId id) const
{
    // The keeper has made all groups and no other user has made any, so they are nearly in the order of
    // their ids.
    std::size_t place = id.value - 1;
    if (place < m_groups.size() && m_groups[place].id == id) {
        return place;
    }
    for (place = 0; place < m_groups.size(); ++place) {
        if (m_groups[place].id == id) {
            return place;
        }
    }
    throw Failure("the server sends an unknown conversation");
}

Devices Population::devices(Loop& loop, const Place& place, bool silent, bool keepsHeld) const
{
    Devices devices;
    devices.reserve(m_shape.users);
    for (std::size_t user = 0; user < m_shape.users; ++user) {
        devices.push_back(std::make_unique<Device>(loop, place, SignInAs{nameOf(user), silent, keepsHeld}));
    }
    return devices;
}

} // namespace tidemark::load
