#include "server-stub/shell/sockets/frame_reader.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace tidemark::server {
namespace {

constexpr std::uint8_t finalBit = 0x80;
constexpr std::uint8_t reservedBits = 0x70;
constexpr std::uint8_t maskBit = 0x80;
constexpr std::uint8_t length16 = 126;
constexpr std::uint8_t length64 = 127;
constexpr std::size_t maskBytes = 4;
constexpr std::uint64_t maxControlBytes = 125;
constexpr std::uint8_t continuation = 0;

} // namespace

std::optional<FrameReader::Frame> FrameReader::read(std::string_view& bytes)
{
    while (m_fault == Fault::None) {
        if (!m_isInPayload) {
            readHeader(bytes);
            if (!m_isInPayload) {
                return std::nullopt;
            }
        }
        readPayload(bytes);
        if (m_taken < m_payloadBytes) {
            return std::nullopt;
        }
        if (auto frame = endFrame()) {
            return frame;
        }
    }
    return std::nullopt;
}

void FrameReader::readHeader(std::string_view& bytes)
{
    while (m_fault == Fault::None && m_headerBytes < headerSize()) {
        if (bytes.empty()) {
            return;
        }
        m_header[m_headerBytes++] = static_cast<std::uint8_t>(bytes.front());
        bytes.remove_prefix(1);
        if (m_headerBytes == 2 && (m_header[1] & maskBit) == 0) {
            m_fault = Fault::Protocol;
        }
    }
    if (m_fault == Fault::None) {
        beginFrame();
    }
}

std::size_t FrameReader::headerSize() const
{
    constexpr std::size_t shortest = 2;
    if (m_headerBytes < shortest) {
        return shortest;
    }
    const int length = m_header[1] & ~maskBit;
    if (length == length64) {
        return shortest + 8 + maskBytes;
    }
    return length == length16 ? shortest + 2 + maskBytes : shortest + maskBytes;
}

void FrameReader::beginFrame()
{
    const std::size_t lengthEnd = headerSize() - maskBytes;
    m_payloadBytes = m_header[1] & ~maskBit;
    if (lengthEnd > 2) {
        m_payloadBytes = 0;
        for (std::size_t i = 2; i < lengthEnd; ++i) {
            m_payloadBytes = m_payloadBytes << 8U | m_header[i];
        }
    }
    std::copy_n(m_header.begin() + static_cast<std::ptrdiff_t>(lengthEnd), maskBytes, m_mask.begin());
    m_isFinal = (m_header[0] & finalBit) != 0;
    m_opcode = m_header[0] & 0x0fU;
    m_taken = 0;
    if (!isAllowed()) {
        m_fault = Fault::Protocol;
    } else if (!isControl()
               && m_payloadBytes > m_maxMessageBytes - std::min(heldBytes(), m_maxMessageBytes)) {
        m_fault = Fault::TooLong;
    } else {
        m_isInPayload = true;
    }
    if (!isControl() && m_opcode != continuation && m_isInPayload) {
        m_messageKind = static_cast<Kind>(m_opcode);
    }
}

bool FrameReader::isAllowed() const
{
    if ((m_header[0] & reservedBits) != 0) {
        return false;
    }
    switch (m_opcode) {
    case continuation:
        return m_messageKind.has_value();
    case static_cast<std::uint8_t>(Kind::Text):
    case static_cast<std::uint8_t>(Kind::Binary):
        return !m_messageKind.has_value();
    case static_cast<std::uint8_t>(Kind::Close):
    case static_cast<std::uint8_t>(Kind::Ping):
    case static_cast<std::uint8_t>(Kind::Pong):
        return m_isFinal && m_payloadBytes <= maxControlBytes;
    default:
        return false;
    }
}

void FrameReader::readPayload(std::string_view& bytes)
{
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), m_payloadBytes - m_taken));
    if (count == 0) {
        return;
    }
    QByteArray& payload = isControl() ? m_control : m_message;
    const qsizetype begin = payload.size();
    payload.append(bytes.data(), static_cast<qsizetype>(count));
    unmask(payload.data() + begin, count);
    m_taken += count;
    bytes.remove_prefix(count);
}

void FrameReader::unmask(char* bytes, std::size_t count) const
{
    std::array<std::uint8_t, sizeof(std::uint64_t)> mask{};
    for (std::size_t i = 0; i < mask.size(); ++i) {
        mask[i] = m_mask[(m_taken + i) % m_mask.size()];
    }
    const auto word = std::bit_cast<std::uint64_t>(mask);
    std::size_t place = 0;
    for (; place + sizeof word <= count; place += sizeof word) {
        std::uint64_t masked = 0;
        std::memcpy(&masked, bytes + place, sizeof masked);
        masked ^= word;
        std::memcpy(bytes + place, &masked, sizeof masked);
    }
    for (; place < count; ++place) {
        bytes[place] = static_cast<char>(static_cast<std::uint8_t>(bytes[place]) ^ mask[place % mask.size()]);
    }
}

std::optional<FrameReader::Frame> FrameReader::endFrame()
{
    m_isInPayload = false;
    m_headerBytes = 0;
    if (isControl()) {
        return Frame{static_cast<Kind>(m_opcode), std::exchange(m_control, {})};
    }
    if (!m_isFinal) {
        return std::nullopt;
    }
    const Kind kind = *std::exchange(m_messageKind, std::nullopt);
    return Frame{kind, std::exchange(m_message, {})};
}

} // namespace tidemark::server
