#pragma once

#include "core/transfer/transfer_values.h"

#include <memory>
#include <optional>

namespace tidemark {

class TransferState;

/// Decides for the files of messages: which are sent and received when, and where they go on after a break.
/// Pure: no I/O, clock, threads or randomness. Keeps nothing over a restart, because the server and the
/// length of a partial file tell where to go on.
class TransferEngine {
public:
    explicit TransferEngine(transfer::Config config);
    ~TransferEngine();
    TransferEngine(TransferEngine&&) noexcept;
    TransferEngine& operator=(TransferEngine&&) noexcept;

    /// `now` never goes back.
    [[nodiscard]] transfer::Effects step(const transfer::Input& input, Instant now);

    /// The state of a file that is being sent or fetched, without a path; empty: it is neither.
    [[nodiscard]] std::optional<FileState> state(const FileKey& file) const;

private:
    std::unique_ptr<TransferState> m_state;
};

} // namespace tidemark
