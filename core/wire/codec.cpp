#include "core/wire/codec.h"

#include "core/wire/client_frames.h"
#include "core/wire/frame_shape.h"
#include "core/wire/problem.h"
#include "core/wire/protobuf_log.h"
#include "core/wire/server_frames.h"

#include <google/protobuf/arena.h>
#include <tidemark/v1/envelope.pb.h>

#include <array>

namespace tidemark::wire {

namespace {

constexpr std::size_t firstBlockBytes = std::size_t{32} * 1024;

/// One message at a time, in memory that the thread keeps: frames of usual size need no allocation.
class Scratch {
public:
    Scratch() : m_arena(m_firstBlock.data(), m_firstBlock.size()) {}

    template <typename Message>
    [[nodiscard]] Message& create()
    {
        m_arena.Reset();
        return *google::protobuf::Arena::CreateMessage<Message>(&m_arena);
    }

    /// Frees the memory that a large frame took.
    void release() { m_arena.Reset(); }

private:
    alignas(std::max_align_t) std::array<char, firstBlockBytes> m_firstBlock{};
    google::protobuf::Arena m_arena;
};

Scratch& scratch()
{
    thread_local Scratch instance;
    return instance;
}

template <typename Message, typename Frame>
std::string encodeFrame(RequestId request, std::uint32_t session, const Frame& frame)
{
    silenceProtobuf();
    auto& message = scratch().create<Message>();
    message.set_request(request.value);
    message.set_session(session);
    fillFrame(message, frame);
    std::string bytes = message.SerializeAsString();
    scratch().release();
    return bytes;
}

template <typename Envelope, typename Message>
Expected<Envelope, DecodeError> decodeFrame(std::string_view bytes)
{
    if (bytes.size() > maxFrameBytes) {
        return Unexpected(DecodeError{DecodeErrorCode::TooLarge, "frame"});
    }
    if (hasTooManyFields(bytes)) {
        return Unexpected(DecodeError{DecodeErrorCode::TooMany, "frame"});
    }
    silenceProtobuf();
    auto& message = scratch().create<Message>();
    Problem problem;
    Envelope envelope;
    if (message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        envelope.request = RequestId(message.request());
        envelope.session = message.session();
        envelope.frame = readFrame(message, problem);
    } else {
        problem.report(DecodeErrorCode::Malformed, "frame");
    }
    scratch().release();
    if (problem.found()) {
        return Unexpected(problem.take());
    }
    return envelope;
}

} // namespace

std::string encode(const protocol::ClientEnvelope& envelope)
{
    return encodeFrame<v1::ClientEnvelope>(envelope.request, envelope.session, envelope.frame);
}

std::string encode(const protocol::ServerEnvelope& envelope)
{
    return encodeFrame<v1::ServerEnvelope>(envelope.request, envelope.session, envelope.frame);
}

std::string encodePush(const protocol::ServerFrame& frame)
{
    return encodeFrame<v1::ServerEnvelope>(RequestId(), 0, frame);
}

std::string encodeTotals(const protocol::TotalsNow& totals)
{
    return encodePush(protocol::Notify{{}, totals});
}

std::string forSession(std::string_view encodedPush, std::uint32_t session)
{
    // Parsers merge concatenated messages, and the later value wins. So the session can be appended.
    v1::ServerEnvelope suffix;
    suffix.set_session(session);
    std::string bytes(encodedPush);
    suffix.AppendToString(&bytes);
    return bytes;
}

Expected<protocol::ClientEnvelope, DecodeError> decodeClient(std::string_view bytes)
{
    return decodeFrame<protocol::ClientEnvelope, v1::ClientEnvelope>(bytes);
}

Expected<protocol::ServerEnvelope, DecodeError> decodeServer(std::string_view bytes)
{
    return decodeFrame<protocol::ServerEnvelope, v1::ServerEnvelope>(bytes);
}

} // namespace tidemark::wire
