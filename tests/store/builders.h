#pragma once

#include "core/store/client_store.h"

#include <cstdint>
#include <string>
#include <vector>

/// Short names for the entries and writes in tests of the store.
namespace tidemark::test {

inline constexpr UserId me{1};
inline constexpr UserId anna{2};
inline constexpr UserId bert{3};
inline constexpr ConversationId room{10};
inline constexpr ConversationId other{11};

/// A new store in memory.
[[nodiscard]] std::unique_ptr<ClientStore> memoryStore();
/// A new store in memory with me, Anna and Bert, and the conversation `room`.
[[nodiscard]] std::unique_ptr<ClientStore> preparedStore();
/// The writes that make preparedStore().
[[nodiscard]] std::vector<Write> preparation();

[[nodiscard]] LocalConversation conversation(ConversationId id, Seq head = {});
[[nodiscard]] MessageUuid uuid(std::uint8_t number);

[[nodiscard]] Entry message(std::uint64_t seq, UserId author, std::string text = "text");
/// The content of `entry`, a message.
[[nodiscard]] content::Message& said(Entry& entry);
[[nodiscard]] Entry edit(std::uint64_t seq, UserId author, std::uint64_t target, std::string text);
[[nodiscard]] Entry recall(std::uint64_t seq, UserId author, std::uint64_t target);
[[nodiscard]] Entry notice(std::uint64_t seq, UserId author, NoticeKind kind, UserId subject = {});

[[nodiscard]] PendingMessage pending(std::uint8_t number, std::string text);

/// A file whose hash is made of `number`.
[[nodiscard]] Attachment file(std::string name, std::uint8_t number);
/// A picture with a preview.
[[nodiscard]] Attachment picture(std::string name, std::uint8_t number);
/// A message with files.
[[nodiscard]] Entry withFiles(std::uint64_t seq, UserId author, std::vector<Attachment> attachments,
                              std::string text = {});

/// Writes a draft that the server does not have. Returns false if the conversation is unknown.
[[nodiscard]] bool setDraft(ClientStore& store, ConversationId id, const QString& text);

/// Writes entries and adds them to the held ranges, as the engine does.
[[nodiscard]] bool ingest(ClientStore& store, ConversationId id, const std::vector<Entry>& entries);
/// Does the same, and sets the conversation's head to the last entry.
[[nodiscard]] bool ingestToHead(ClientStore& store, ConversationId id, const std::vector<Entry>& entries);

/// Statements that turn a database into one from before reactions, ignoring, shared drafts and pinned
/// messages.
[[nodiscard]] std::vector<const char*> withoutReactions();

/// Indexes everything for the search.
void indexAll(ClientStore& store);

} // namespace tidemark::test
