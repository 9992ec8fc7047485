#pragma once

#include "server-stub/hub/contract/stores/store.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::server {

struct StoredToken {
    TokenRecord record;
    DeviceRecord device;
    std::optional<TokenHash> next = {};
};

struct StoredEntry {
    LogEntry logged;
    std::uint64_t payloadHash = 0;
};

struct StoredLog {
    ConversationRecord record;
    MessageUuid creation;
    std::vector<StoredEntry> entries; ///< seq 1 comes first
    std::map<UserId, MemberRecord> members;
    std::vector<ReactionRecord> reactions = {};

    [[nodiscard]] StoredEntry* find(Seq seq)
    {
        return seq.isValid() && seq.value <= entries.size() ? &entries[seq.value - 1] : nullptr;
    }
};

struct StoredDot {
    std::uint64_t version = 0;
    MessageUuid uuid;
};

/// Everything that a MemoryStore stores.
struct MemoryData {
    std::vector<AccountRecord> accounts; ///< id 1 comes first
    std::map<std::string, std::vector<UserId>, std::less<>> folds;
    std::map<std::string, UserId, std::less<>> skeletons;
    std::map<TokenHash, StoredToken> tokens;
    std::vector<StoredLog> logs; ///< id 1 comes first
    std::map<std::string, StoredDot, std::less<>> dots;
    std::map<std::pair<UserId, std::string>, std::uint64_t> seenDots;
    /// The newest dot version when the account was inserted.
    std::map<UserId, std::uint64_t> dotBaselines;
    AgeRecord ages;
    std::map<UploadKey, UploadRecord> uploads;
    std::map<BlobHash, std::uint64_t> blobs; ///< the sizes
    std::map<AvatarOwner, Avatar> avatars;
    std::map<UserId, IgnoredSet> ignored;
    std::map<UserId, FolderSet> folders;
    std::map<UserId, InvitationSet> invitations;
    std::map<UserId, DeletionRecord> deletions;
    std::map<std::pair<UserId, ConversationId>, DraftRecord> drafts;
    std::map<std::pair<UserId, MessageUuid>, ScheduledRecord> schedules;
    /// Its prefix counts at the head are damaged.
    ConversationId withoutCounts;

    [[nodiscard]] AccountRecord* account(UserId id)
    {
        return id.isValid() && id.value <= accounts.size() ? &accounts[id.value - 1] : nullptr;
    }
    [[nodiscard]] StoredLog* log(ConversationId id)
    {
        return id.isValid() && id.value <= logs.size() ? &logs[id.value - 1] : nullptr;
    }
    /// The rows of the present members, ascending by user.
    [[nodiscard]] std::vector<const MemberRecord*> present(ConversationId id)
    {
        std::vector<const MemberRecord*> rows;
        if (const StoredLog* found = log(id)) {
            for (const auto& [user, row] : found->members) {
                if (row.isMember) {
                    rows.push_back(&row);
                }
            }
        }
        return rows;
    }
    /// Calls `visit` with each log, its entries and their attachments.
    void forEachAttachment(const auto& visit) const
    {
        for (const StoredLog& log : logs) {
            for (const StoredEntry& one : log.entries) {
                if (const auto* message = one.logged.entry.as<content::Message>()) {
                    for (const Attachment& attachment : message->attachments) {
                        visit(log, one.logged.entry, attachment);
                    }
                }
            }
        }
    }
    [[nodiscard]] std::uint64_t newestDot() const
    {
        std::uint64_t newest = 0;
        for (const auto& [name, dot] : dots) {
            newest = std::max(newest, dot.version);
        }
        return newest;
    }
};

} // namespace tidemark::server
