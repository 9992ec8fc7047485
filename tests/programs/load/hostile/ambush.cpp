#include "tests/programs/load/hostile/ambush.h"

#include "core/domain/request_caps.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/load/base/failure.h"
#include "tests/programs/load/base/sha256.h"
#include "tests/programs/load/people/ledger.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <utility>
#include <variant>

namespace tidemark::load {
namespace {

/// These puppets make the conversations, because a user may make and send only a limited number at once.
constexpr std::size_t maxMakers = 8;
constexpr std::size_t messagesInCrowd = 100;
/// Following more would cost more tokens than the attackers get back within seconds.
constexpr std::size_t maxFollowed = 400;
/// Uuids are made of users' numbers. This number is far from them.
constexpr std::size_t preparedUuids = 1000000;

ConversationState stateIn(const protocol::ServerFrame& frame)
{
    const auto* states = std::get_if<protocol::States>(&frame);
    require(states != nullptr && states->states.size() == 1, "the attacker receives one state");
    return states->states.front();
}

class Preparation {
public:
    Preparation(Loop& loop, const Place& place, const Ambush::Shape& shape)
        : m_loop(loop), m_place(place), m_shape(shape), m_makers(std::min(maxMakers, shape.puppets))
    {
        m_ambush.shape = shape;
    }

    Ambush run()
    {
        registerAll();
        signIn();
        makeGroups();
        makeChannels();
        write();
        sendFile();
        followChannels();
        takeStates();
        return std::move(m_ambush);
    }

private:
    void registerAll()
    {
        std::vector<std::string> names{Ambush::spender, Ambush::flooder};
        for (std::size_t i = 0; i < m_shape.puppets; ++i) {
            names.push_back(Ambush::puppet(i));
        }
        m_ambush.puppets.resize(m_shape.puppets);
        Device registrar(m_loop, m_place, {"the attackers", true, false});
        bool isOpen = false;
        registrar.startWithout([&] { isOpen = true; });
        m_loop.runUntil([&] { return isOpen; }, "the attackers to connect");
        const auto make = [&](std::size_t i) {
            protocol::Register request;
            request.name = names[i];
            // The server compares one password at a time, and the puppets need none.
            request.password = i == 0 ? Ambush::password : "";
            request.token = tokenOf(names[i], 1);
            request.device = DeviceId(1);
            return request;
        };
        askAll(m_loop, registrar, names.size(), make,
               [&](std::size_t i, const protocol::ServerFrame& answer) {
                   const auto* taken = std::get_if<protocol::Authenticated>(&answer);
                   require(taken != nullptr, "registering the attackers");
                   if (i >= 2) {
                       m_ambush.puppets[i - 2] = taken->user.id;
                   } else {
                       m_attackers.push_back(taken->user.id);
                   }
               });
    }

    void signIn()
    {
        m_devices.push_back(signedIn(Ambush::spender));
        m_devices.push_back(signedIn(Ambush::flooder));
        for (std::size_t i = 0; i < m_makers; ++i) {
            m_devices.push_back(signedIn(Ambush::puppet(i)));
        }
    }

    std::unique_ptr<Device> signedIn(const std::string& name)
    {
        auto device = std::make_unique<Device>(m_loop, m_place, SignInAs{name, true, false});
        bool isOpen = false;
        device->startWithout([&] { isOpen = true; });
        m_loop.runUntil([&] { return isOpen; }, "an attacker to connect");
        const auto make = [&](std::size_t) {
            protocol::Hello hello;
            hello.token = tokenOf(name, 1);
            hello.device = DeviceId(1);
            hello.silent = true;
            return hello;
        };
        askAll(m_loop, *device, 1, make, [](std::size_t, const protocol::ServerFrame&) {});
        return device;
    }

    [[nodiscard]] Device& spender() { return *m_devices[0]; }
    [[nodiscard]] Device& flooder() { return *m_devices[1]; }
    [[nodiscard]] Device& maker(std::size_t number) { return *m_devices[2 + number % m_makers]; }
    [[nodiscard]] MessageUuid freshUuid() { return uuidOf(preparedUuids, ++m_uuids); }

    /// Lets each maker send its share of `count` requests.
    void askMakers(std::size_t count, const std::function<protocol::ClientFrame(std::size_t)>& make,
                   const std::function<void(std::size_t, const protocol::ServerFrame&)>& take)
    {
        for (std::size_t one = 0; one < m_makers; ++one) {
            const std::size_t share = (count + m_makers - 1 - one) / m_makers;
            askAll(
                m_loop, maker(one), share, [&](std::size_t i) { return make(one + i * m_makers); },
                [&](std::size_t i, const protocol::ServerFrame& answer) {
                    take(one + i * m_makers, answer);
                });
        }
    }

    [[nodiscard]] protocol::CreateGroup group(std::size_t puppets)
    {
        protocol::CreateGroup request;
        request.uuid = freshUuid();
        request.title = "a trap";
        request.historyOpen = true;
        request.members = {Ambush::spender, Ambush::flooder};
        for (std::size_t i = 0; i < puppets; ++i) {
            request.members.push_back(Ambush::puppet(i));
        }
        return request;
    }

    void makeGroups()
    {
        m_ambush.traps.resize(m_shape.traps);
        askMakers(
            m_shape.traps, [&](std::size_t) { return group(0); },
            [&](std::size_t i, const protocol::ServerFrame& answer) { m_ambush.traps[i] = stateIn(answer); });
        const auto make = [&](Device& device, ConversationState& made, std::size_t puppets) {
            askAll(
                m_loop, device, 1, [&](std::size_t) { return group(puppets); },
                [&](std::size_t, const protocol::ServerFrame& answer) { made = stateIn(answer); });
        };
        make(maker(0), m_ambush.crowd, m_shape.puppets);
        make(maker(1), m_ambush.revolving, m_shape.puppets);
        make(maker(2), m_ambush.pages, m_makers);
        make(spender(), m_ambush.own, m_shape.puppets);
    }

    void makeChannels()
    {
        std::vector<ConversationState> made(m_shape.channels);
        askMakers(
            m_shape.channels,
            [&](std::size_t i) {
                return protocol::CreateChannel{freshUuid(), "a channel of traps " + std::to_string(i)};
            },
            [&](std::size_t i, const protocol::ServerFrame& answer) { made[i] = stateIn(answer); });
        made.resize(std::min(made.size(), maxFollowed));
        m_ambush.channels = std::move(made);
    }

    [[nodiscard]] protocol::Send message(ConversationId conversation, std::string text)
    {
        content::Message content;
        content.text = std::move(text);
        return {conversation, freshUuid(), {}, std::move(content)};
    }

    void write()
    {
        const auto ignored = [](std::size_t, const protocol::ServerFrame&) {};
        askMakers(
            m_ambush.traps.size(),
            [&](std::size_t i) {
                protocol::Send send = message(m_ambush.traps[i].id, "come in");
                std::get<content::Message>(send.content).mentions = m_attackers;
                return send;
            },
            ignored);
        askMakers(
            m_ambush.channels.size(),
            [&](std::size_t i) { return message(m_ambush.channels[i].id, "read this"); }, ignored);
        askMakers(
            m_shape.pages,
            [&](std::size_t) { return message(m_ambush.pages.id, std::string(Ambush::longText, 'p')); },
            ignored);
        askMakers(
            std::min(messagesInCrowd, m_shape.traps),
            [&](std::size_t) { return message(m_ambush.crowd.id, "hear, hear"); }, ignored);
        askAll(
            m_loop, spender(), 1, [&](std::size_t) { return message(m_ambush.own.id, "mine"); },
            [&](std::size_t, const protocol::ServerFrame& answer) {
                m_ambush.ownMessage = std::get<protocol::SendAck>(answer).seq;
            });
    }

    /// Lets the spender upload a file in one chunk after the other, and send it.
    void sendFile()
    {
        const std::string bytes(Ambush::fileBytes, 'f');
        const MessageUuid upload = freshUuid();
        m_ambush.file.hash = sha256Of(bytes);
        m_ambush.file.size = bytes.size();
        m_ambush.file.mime = "application/octet-stream";
        m_ambush.file.name = "a trap";
        const auto ask = [&](const protocol::ClientFrame& frame) {
            askAll(
                m_loop, spender(), 1, [&](std::size_t) { return frame; },
                [&](std::size_t, const protocol::ServerFrame& answer) {
                    if (const auto* ack = std::get_if<protocol::SendAck>(&answer)) {
                        m_ambush.fileMessage = ack->seq;
                    }
                });
        };
        ask(protocol::BeginUpload{upload, m_ambush.file.hash, bytes.size()});
        for (std::size_t offset = 0; offset < bytes.size(); offset += caps::maxChunkBytes) {
            ask(protocol::UploadChunk{upload, offset, bytes.substr(offset, caps::maxChunkBytes)});
        }
        ask(protocol::FinishUpload{upload});
        protocol::Send send = message(m_ambush.own.id, "a file");
        std::get<content::Message>(send.content).attachments = {m_ambush.file};
        ask(send);
    }

    void followChannels()
    {
        for (Device* device : {&spender(), &flooder()}) {
            askAll(
                m_loop, *device, m_ambush.channels.size(),
                [&](std::size_t i) { return protocol::Follow{m_ambush.channels[i].id}; },
                [](std::size_t, const protocol::ServerFrame&) {});
        }
    }

    /// Reads the present states of the spender's conversations.
    void takeStates()
    {
        std::vector<ConversationState*> all{&m_ambush.crowd, &m_ambush.own, &m_ambush.revolving,
                                            &m_ambush.pages};
        for (auto* several : {&m_ambush.traps, &m_ambush.channels}) {
            for (ConversationState& state : *several) {
                all.push_back(&state);
            }
        }
        const std::size_t each = caps::maxStatesAsked;
        askAll(
            m_loop, spender(), (all.size() + each - 1) / each,
            [&](std::size_t page) {
                protocol::GetStates request;
                for (std::size_t i = page * each; i < std::min(all.size(), (page + 1) * each); ++i) {
                    request.conversations.push_back(all[i]->id);
                }
                return request;
            },
            [&](std::size_t, const protocol::ServerFrame& answer) {
                for (const ConversationState& state : std::get<protocol::States>(answer).states) {
                    const auto same = [&](const ConversationState* one) { return one->id == state.id; };
                    **std::find_if(all.begin(), all.end(), same) = state;
                }
            });
    }

    Loop& m_loop;
    const Place& m_place;
    Ambush::Shape m_shape;
    std::size_t m_makers;
    Devices m_devices; ///< the spender, the flooder and the makers
    std::vector<UserId> m_attackers;
    std::uint64_t m_uuids = 0;
    Ambush m_ambush;
};

} // namespace

Ambush prepareAmbush(Loop& loop, const Place& place, const Ambush::Shape& shape)
{
    return Preparation(loop, place, shape).run();
}

void askAll(Loop& loop, Device& device, std::size_t count,
            const std::function<protocol::ClientFrame(std::size_t)>& make,
            const std::function<void(std::size_t, const protocol::ServerFrame&)>& take)
{
    constexpr std::size_t atOnce = 50;
    std::deque<std::size_t> waiting;
    for (std::size_t i = 0; i < count; ++i) {
        waiting.push_back(i);
    }
    const bench::Stopwatch watch;
    double waitsUntil = 0;
    std::size_t asked = 0;
    std::size_t done = 0;
    const auto answered = [&](std::size_t i, const protocol::ServerFrame& answer) {
        if (const auto* error = std::get_if<protocol::Error>(&answer)) {
            check(error->code == protocol::ErrorCode::TooFast, [&] {
                return "the server refused a preparation of the attackers: "
                       + std::to_string(static_cast<int>(error->code)) + " " + error->detail;
            });
            waiting.push_back(i);
            waitsUntil = watch.milliseconds() + static_cast<double>(error->retryAfter.count());
            --asked;
            return;
        }
        take(i, answer);
        const auto* states = std::get_if<protocol::States>(&answer);
        if (states == nullptr || states->remaining == 0) {
            --asked;
            ++done;
        }
    };
    loop.runUntil(
        [&] {
            while (!waiting.empty() && asked < atOnce && watch.milliseconds() >= waitsUntil) {
                const std::size_t i = waiting.front();
                waiting.pop_front();
                ++asked;
                device.ask(make(i),
                           [&answered, i](const protocol::ServerFrame& frame) { answered(i, frame); });
            }
            return done == count;
        },
        "the attackers to be ready");
}

} // namespace tidemark::load
