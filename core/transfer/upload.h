#pragma once

#include "core/transfer/file_transfer.h"

namespace tidemark::transfer {

/// Sends one file of a message. Several parts are on their way at once, in order.
class Upload : public FileTransfer {
public:
    Upload(Context& context, MessageUuid message, BlobHash fileHash, std::uint64_t fileSize)
        : FileTransfer(context, fileHash, fileSize), m_message(message)
    {
    }

    [[nodiscard]] MessageUuid uuid() const { return uploadUuid(m_message, hash); }
    /// Whether the server may keep a part of the file.
    [[nodiscard]] bool isKnownToServer() const { return m_isKnown; }

private:
    void onBegin() override;
    void onAnswer(const Part& part, const protocol::ServerFrame& answer) override;
    void onError(const protocol::Error& error) override;
    void onJob(const Part& part, FileJobResult result) override;
    void onState(const protocol::UploadState& state);
    void sendBegin();
    void moveOn();
    [[nodiscard]] std::uint64_t confirmed() const;

    enum class Step : std::uint8_t { Beginning, Cancelling, Moving, Finishing };
    const MessageUuid m_message;
    Step m_step = Step::Beginning;
    std::uint64_t m_next = 0; ///< the offset of the next part to read
    bool m_isKnown = false;
    bool m_hasCancelled = false;
};

} // namespace tidemark::transfer
