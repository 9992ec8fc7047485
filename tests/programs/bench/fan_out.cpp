#include "core/wire/codec.h"
#include "tests/programs/bench/harness/statistics.h"
#include "tests/programs/bench/harness/workbench.h"
#include "tests/programs/bench/servers/bare_fan_out.h"
#include "tests/programs/bench/servers/bench_server.h"
#include "tests/programs/bench/servers/web_socket.h"

#include <cstring>
#include <memory>

namespace tidemark::bench::fan_out_bench {
namespace {

const std::size_t listeners = sized<std::size_t>(1000, 100);
const int runs = sized(7, 1);

/// A group of one sender and many receivers, each on a connection of its own.
class Audience {
public:
    explicit Audience(int port) : m_writer(port)
    {
        m_writer.signUp("writer", true);
        protocol::CreateGroup group;
        for (std::size_t i = 0; i < listeners; ++i) {
            m_listeners.push_back(std::make_unique<WebSocket>(port));
            group.members.push_back("listener" + std::to_string(i));
            m_listeners.back()->signUp(group.members.back(), false);
            m_poller.add(m_listeners.back()->descriptor(), i);
        }
        group.uuid.bytes.fill(1);
        group.title = "audience";
        const protocol::ServerFrame created = m_writer.ask(group);
        require(std::holds_alternative<protocol::States>(created), "creating a group of 1,001");
        const ConversationState& state = std::get<protocol::States>(created).states.front();
        m_message.conversation = state.id;
        m_message.content = content::Message{std::string(126, 'm'), false, {}, {}, false};
        waitForAll(state.head);
    }

    /// Milliseconds from the send until the last receiver has its notify.
    double timeMessage()
    {
        ++m_number;
        std::memcpy(m_message.uuid.bytes.data(), &m_number, sizeof m_number);
        const RequestId request(1000 + m_number);
        const std::string bytes = wire::encode(protocol::ClientEnvelope{request, 0, m_message});
        const Stopwatch watch;
        m_writer.send(bytes);
        ++m_head.value;
        waitForAll(m_head);
        return watch.milliseconds();
    }

    [[nodiscard]] std::size_t notifyBytes() const { return m_notifyBytes; }

private:
    /// Waits until each receiver was notified of `head`, or got the state that adds it.
    void waitForAll(Seq head)
    {
        m_head = head;
        std::vector<bool> has(m_listeners.size(), false);
        std::size_t left = m_listeners.size();
        while (left > 0) {
            const std::vector<std::size_t> ready = m_poller.wait(30000);
            require(!ready.empty(), "a notify for everyone");
            for (const std::size_t i : ready) {
                m_listeners[i]->receive([&](std::string_view payload) {
                    if (headOf(payload) >= head && !has[i]) {
                        has[i] = true;
                        --left;
                    }
                });
            }
        }
    }

    Seq headOf(std::string_view payload)
    {
        const auto envelope = wire::decodeServer(payload);
        require(envelope.has_value(), "decoding a frame from the server");
        if (const auto* notify = std::get_if<protocol::Notify>(&envelope->frame)) {
            m_notifyBytes = payload.size();
            return notify->heads.back().head;
        }
        const auto* states = std::get_if<protocol::States>(&envelope->frame);
        return states != nullptr && !states->states.empty() ? states->states.back().head : Seq();
    }

    WebSocket m_writer;
    std::vector<std::unique_ptr<WebSocket>> m_listeners;
    Poller m_poller;
    protocol::Send m_message;
    std::uint64_t m_number = 0;
    Seq m_head;
    std::size_t m_notifyBytes = 0;
};

} // namespace

Measurements measure(const Workbench& bench)
{
    constexpr std::size_t webSocketHeader = 2;
    allowManyFiles();
    const BenchServer server(bench.scratch, QStringLiteral("fan-out"));
    Audience audience(server.port());
    static_cast<void>(audience.timeMessage());
    std::vector<double> ours;
    for (int run = 0; run < runs; ++run) {
        ours.push_back(audience.timeMessage());
    }
    const double bare = median(timeBareFanOut(listeners, audience.notifyBytes() + webSocketHeader, runs));
    return {{"notify fan-out, 1 message to 1,000 connections",
             "ms",
             median(ours),
             bare,
             "bare epoll, same bytes",
             "",
             {}}};
}

} // namespace tidemark::bench::fan_out_bench
