#pragma once

#include "server-stub/hub/contract/stores/store.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tidemark::server {

/// Recounts what the store knows about files: the records, what uses them, and the bytes of users.
class FileAudit {
public:
    FileAudit(Store& store, std::vector<std::string>& findings) : m_store(store), m_findings(findings) {}

    /// Entries of all conversations, also those without files: their authors' bytes are compared.
    void note(const Entry& entry);
    /// Call once, after all entries.
    void run();

private:
    void checkUploads();
    void checkAvatars();
    /// The sweep finds a file by the mark that its last use leaves. Without the mark it would stay for ever.
    void checkUnused(const std::vector<BlobRecord>& files);
    void checkBytes(const std::vector<BlobRecord>& files);
    void expect(bool holds, const std::string& finding);
    void expectEqual(std::uint64_t stored, std::uint64_t counted, const std::string& what);

    Store& m_store;
    std::vector<std::string>& m_findings;
    std::map<UserId, std::map<BlobHash, std::uint64_t>>
        m_sent; ///< the sizes of the files in each user's entries
    std::set<BlobHash> m_used;
    std::map<UserId, std::uint64_t> m_uploading; ///< the bytes of each user's uploads
    std::uint64_t m_incomplete = 0;              ///< the bytes of all uploads that are not complete
};

} // namespace tidemark::server
