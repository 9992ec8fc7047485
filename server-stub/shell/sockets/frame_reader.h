#pragma once

#include <QByteArray>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark::server {

/// Turns the bytes of one client into WebSocket messages and control frames (RFC 6455, section 5). Refuses
/// frames that are not masked, and frames that are too long as soon as their header says so. Pure.
///
/// Holds at most one incomplete message, and never more of it than has arrived.
class FrameReader {
public:
    enum class Kind : std::uint8_t { Text = 1, Binary = 2, Close = 8, Ping = 9, Pong = 10 };
    struct Frame {
        Kind kind;
        QByteArray payload; ///< of a fragmented message: all fragments together
        friend bool operator==(const Frame&, const Frame&) = default;
    };
    enum class Fault : std::uint8_t { None, Protocol, TooLong };

    explicit FrameReader(std::size_t maxMessageBytes) : m_maxMessageBytes(maxMessageBytes) {}

    /// Takes bytes from the front of `bytes` until a message or a control frame is complete. Returns empty if
    /// all bytes are taken, or after a fault; then it reads nothing more.
    [[nodiscard]] std::optional<Frame> read(std::string_view& bytes);
    [[nodiscard]] Fault fault() const { return m_fault; }
    /// Bytes held of an incomplete message.
    [[nodiscard]] std::size_t heldBytes() const { return static_cast<std::size_t>(m_message.size()); }

private:
    static constexpr std::size_t maxHeaderBytes = 14;

    void readHeader(std::string_view& bytes);
    [[nodiscard]] std::size_t headerSize() const;
    void beginFrame();
    [[nodiscard]] bool isAllowed() const;
    void readPayload(std::string_view& bytes);
    /// Unmasks the next bytes of the payload. They may be megabytes, so it takes eight at a time.
    void unmask(char* bytes, std::size_t count) const;
    [[nodiscard]] std::optional<Frame> endFrame();
    [[nodiscard]] bool isControl() const { return (m_opcode & 0x8U) != 0; }

    std::size_t m_maxMessageBytes;
    Fault m_fault = Fault::None;

    std::array<std::uint8_t, maxHeaderBytes> m_header{}; ///< the part that has arrived
    std::size_t m_headerBytes = 0;

    // About the frame whose header is complete.
    bool m_isInPayload = false;
    bool m_isFinal = false;
    std::uint8_t m_opcode = 0;
    std::array<std::uint8_t, 4> m_mask{};
    std::size_t m_taken = 0;
    std::uint64_t m_payloadBytes = 0;

    std::optional<Kind> m_messageKind; ///< the kind of the message whose fragments are arriving
    QByteArray m_message;
    QByteArray m_control; ///< control frames may come between fragments
};

} // namespace tidemark::server
