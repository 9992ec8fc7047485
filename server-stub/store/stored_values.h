#pragma once

#include "core/domain/attachment.h"
#include "core/domain/ids.h"
#include "server-stub/hub/contract/stores/age_store.h"
#include "server-stub/hub/contract/stores/token_store.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::server {

/// A uuid as stored in the database: 16 bytes, or NULL for an invalid one.
[[nodiscard]] std::optional<std::string_view> storedUuid(const MessageUuid& uuid);
[[nodiscard]] MessageUuid uuidFrom(std::string_view bytes);

/// Uuids as stored in the database, one after another; NULL if there are none.
[[nodiscard]] std::optional<std::string> storedUuids(const std::vector<MessageUuid>& uuids);
[[nodiscard]] std::vector<MessageUuid> uuidsFrom(std::string_view bytes);

/// User ids, eight bytes each, little-endian.
[[nodiscard]] std::string storedUsers(const std::vector<UserId>& users);
[[nodiscard]] std::vector<UserId> usersFrom(std::string_view bytes);

/// Conversation ids, eight bytes each, little-endian.
[[nodiscard]] std::string storedConversations(const std::vector<ConversationId>& conversations);
[[nodiscard]] std::vector<ConversationId> conversationsFrom(std::string_view bytes);

/// Seqs, eight bytes each, little-endian.
[[nodiscard]] std::string storedSeqs(const std::vector<Seq>& seqs);
[[nodiscard]] std::vector<Seq> seqsFrom(std::string_view bytes);

[[nodiscard]] std::string_view storedHash(const TokenHash& hash);
[[nodiscard]] std::string_view storedHash(const BlobHash& hash);
[[nodiscard]] BlobHash blobHashFrom(std::string_view bytes);

/// A seq as stored in the database: its numbers end at 2^63-1, which no seq ever reaches.
[[nodiscard]] std::uint64_t clamped(Seq seq);
[[nodiscard]] std::uint64_t clamped(ReactionSeq seq);

/// Attachments; NULL if there are none.
[[nodiscard]] std::optional<std::string> storedAttachments(const std::vector<Attachment>& attachments);
[[nodiscard]] std::vector<Attachment> attachmentsFrom(std::string_view bytes);

/// Leads, sixteen bytes each: `until`, then `lead`, in milliseconds, little-endian.
[[nodiscard]] std::string storedLeads(const std::vector<AgeLead>& leads);
[[nodiscard]] std::vector<AgeLead> leadsFrom(std::string_view bytes);

} // namespace tidemark::server
