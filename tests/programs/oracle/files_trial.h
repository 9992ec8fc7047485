#pragma once

#include "core/base/random.h"
#include "tests/programs/oracle/file_oracle.h"
#include "tests/programs/oracle/hub_side.h"

#include <memory>
#include <string>
#include <vector>

namespace tidemark::oracle {

/// The hub on the store in memory and on SQLite against the oracle for files. Users upload, send, recall and
/// fetch files, and come and go. Every answer, reference and sum of bytes is compared, and now and then also
/// the files that the server keeps.
class FilesTrial {
public:
    explicit FilesTrial(std::uint64_t seed);

    void step();
    void finish();
    [[nodiscard]] std::uint64_t comparisons() const { return m_comparisons; }

private:
    struct Side {
        std::string name;
        std::unique_ptr<HubSide> hub;
        Seq acked; ///< of the last SendAck
    };

    [[nodiscard]] UserId anyone() { return UserId(1 + m_random.below(users)); }
    [[nodiscard]] ConversationId anyGroup() { return ConversationId(1 + m_random.below(groups)); }
    [[nodiscard]] const std::string& anyFile() { return m_files.at(m_random.below(m_files.size())); }
    [[nodiscard]] bool oneIn(std::uint64_t chances) { return m_random.below(chances) == 0; }
    [[nodiscard]] MessageUuid newUuid();
    /// An upload of the user, or a new name.
    [[nodiscard]] FileOracle::UploadName anyUpload(UserId user);
    void uploadSome(UserId user);
    void sendChunk(UserId user, const FileOracle::UploadName& name);
    void send(UserId user);
    void recall(UserId user);
    void fetch(UserId user);
    void comeOrGo(UserId user);

    void ask(UserId user, const protocol::ClientFrame& frame, const FileOracle::Answer& right);
    void compareAnswer(Side& side, const protocol::ServerFrame& answer,
                       const FileOracle::Answer& right) const;
    void compareRecords(Side& side);
    /// After the server had time to remove files.
    void compareFiles();
    [[noreturn]] void fail(const Side& side, const std::string& what) const;

    static constexpr std::uint64_t users = 4;
    static constexpr std::uint64_t groups = 3;

    SplitMix64 m_random;
    FileOracle m_oracle;
    std::vector<std::string> m_files; ///< the bytes of all files in the world
    std::vector<Side> m_sides;
    Instant m_now{Milliseconds(1000)};
    std::uint64_t m_uuids = 0;
    std::uint64_t m_comparisons = 0;
};

} // namespace tidemark::oracle
