#include "tests/programs/load/people/connection.h"

#include "tests/programs/load/base/failure.h"

#include <sys/epoll.h>

#include <array>

namespace tidemark::load {
namespace {

constexpr std::uint8_t finalBinary = 0x82;
constexpr std::uint8_t finalClose = 0x88;
constexpr std::uint8_t finalPing = 0x89;
constexpr std::uint8_t finalPong = 0x8a;
constexpr std::string_view endOfHeaders = "\r\n\r\n";

/// All connections of a thread share this buffer. Incomplete frames are copied, which is rare.
thread_local std::array<char, std::size_t{256} * 1024> readBuffer;
thread_local std::string frameBuffer;

struct Frame {
    std::uint8_t firstByte = 0;
    std::string_view payload;
    std::size_t size = 0; ///< with its header; 0 if the frame is not complete
};

Frame frameAt(std::string_view bytes)
{
    const auto byteAt = [&](std::size_t place) { return static_cast<std::uint8_t>(bytes[place]); };
    if (bytes.size() < 2) {
        return {};
    }
    std::size_t length = byteAt(1) & 0x7fU;
    const std::size_t extra = length == 126 ? 2 : length == 127 ? 8 : 0;
    const std::size_t header = 2 + extra;
    if (bytes.size() < header) {
        return {};
    }
    if (extra > 0) {
        length = 0;
        for (std::size_t i = 0; i < extra; ++i) {
            length = (length << 8U) | byteAt(2 + i);
        }
    }
    if (bytes.size() - header < length) {
        return {};
    }
    return {byteAt(0), bytes.substr(header, length), header + length};
}

void appendHeader(std::string& bytes, std::uint8_t firstByte, std::size_t size)
{
    constexpr std::size_t shortest = 126;
    const auto push = [&](std::size_t byte) { bytes.push_back(static_cast<char>(byte)); };
    push(firstByte);
    if (size < shortest) {
        push(0x80U | size);
    } else {
        const bool isMedium = size < 0x10000;
        push(0x80U | (isMedium ? 126U : 127U));
        for (unsigned shift = isMedium ? 16 : 64; shift > 0; shift -= 8) {
            push((size >> (shift - 8)) & 0xffU);
        }
    }
    // Clients must mask. A mask of zeros costs nothing.
    bytes.append(4, '\0');
}

} // namespace

Connection::Connection(Loop& loop, const Place& place, Owner& owner)
    : m_loop(loop), m_owner(owner), m_stream(place.port, place.tls), m_upgrades(place.upgrades)
{
    m_events = EPOLLOUT;
    m_loop.add(m_stream.descriptor(), *this, m_events);
}

Connection::~Connection()
{
    cut();
}

void Connection::cut()
{
    if (m_phase != Phase::Ended) {
        m_phase = Phase::Ended;
        m_loop.remove(m_stream.descriptor());
        m_stream.close();
    }
}

void Connection::end()
{
    if (m_phase != Phase::Ended) {
        cut();
        m_owner.ended();
    }
}

void Connection::setReading(bool reads)
{
    m_reads = reads;
    listen();
}

void Connection::listen()
{
    if (m_phase == Phase::Ended) {
        return;
    }
    const std::uint32_t wanted =
        (m_reads ? std::uint32_t{EPOLLIN} : 0U) | (m_unsent.empty() ? 0U : std::uint32_t{EPOLLOUT});
    if (wanted != m_events) {
        m_events = wanted;
        m_loop.change(m_stream.descriptor(), *this, m_events);
    }
}

void Connection::ready(std::uint32_t events)
{
    if (m_phase == Phase::Greeting) {
        return greet();
    }
    if ((events & EPOLLOUT) != 0) {
        writeRest();
    }
    if (m_phase != Phase::Ended && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0) {
        receive();
    }
}

void Connection::greet()
{
    const Stream::Result result = m_stream.shakeHands();
    if (result == Stream::Result::Ended) {
        return end();
    }
    if (result == Stream::Result::Blocked) {
        // The connection nearly always waits for bytes of the server next.
        return listen();
    }
    m_phase = m_upgrades ? Phase::Upgrading : Phase::Open;
    listen();
    if (m_upgrades) {
        upgrade();
    } else {
        m_owner.opened();
    }
}

void Connection::upgrade()
{
    write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n");
}

void Connection::send(std::string_view payload)
{
    sendFrame(finalBinary, payload);
}

void Connection::sendFrame(std::uint8_t firstByte, std::string_view payload)
{
    if (m_phase != Phase::Open) {
        return;
    }
    frameBuffer.clear();
    appendHeader(frameBuffer, firstByte, payload.size());
    frameBuffer.append(payload);
    write(frameBuffer);
}

void Connection::write(std::string_view bytes)
{
    std::size_t written = 0;
    if (m_unsent.empty() && m_stream.write(bytes, written) == Stream::Result::Ended) {
        return; // reading will report it
    }
    if (written < bytes.size()) {
        m_unsent.append(bytes.substr(written));
        listen();
    }
}

void Connection::writeRest()
{
    std::size_t written = 0;
    while (!m_unsent.empty() && m_stream.write(m_unsent, written) == Stream::Result::Done) {
        m_unsent.erase(0, written);
    }
    listen();
}

void Connection::receive()
{
    do {
        receiveOnce();
    } while (m_phase != Phase::Ended && m_stream.hasMore());
}

void Connection::receiveOnce()
{
    std::size_t count = 0;
    const Stream::Result result = m_stream.read(readBuffer, count);
    if (result == Stream::Result::Ended) {
        return end();
    }
    if (count == 0) {
        return;
    }
    const std::string_view bytes(readBuffer.data(), count);
    if (m_received.empty()) {
        m_received.assign(take(bytes));
    } else {
        std::string all = std::move(m_received);
        all.append(bytes);
        m_received.assign(take(all));
    }
    if (m_received.empty()) {
        m_received.shrink_to_fit();
    }
}

std::string_view Connection::take(std::string_view bytes)
{
    if (m_phase == Phase::Upgrading) {
        bytes = takeUpgrade(bytes);
    }
    // A received frame may end this connection, or stop its reading.
    while (m_phase == Phase::Open) {
        const Frame frame = frameAt(bytes);
        if (frame.size == 0) {
            break;
        }
        takeFrame(frame.firstByte, frame.payload);
        bytes.remove_prefix(frame.size);
    }
    return bytes;
}

std::string_view Connection::takeUpgrade(std::string_view bytes)
{
    const std::size_t end = bytes.find(endOfHeaders);
    if (end == std::string_view::npos) {
        return bytes;
    }
    require(bytes.starts_with("HTTP/1.1 101 "), "the server refuses to speak WebSocket");
    require(bytes.find("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") < end, "the server answers another key");
    m_phase = Phase::Open;
    m_owner.opened();
    return bytes.substr(end + endOfHeaders.size());
}

void Connection::takeFrame(std::uint8_t firstByte, std::string_view payload)
{
    if (firstByte == finalBinary) {
        m_owner.received(payload);
    } else if (firstByte == finalPing) {
        sendFrame(finalPong, payload);
    } else {
        require(firstByte == finalClose, "a frame of another kind");
    }
}

} // namespace tidemark::load
