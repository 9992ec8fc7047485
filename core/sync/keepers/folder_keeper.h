#pragma once

#include "core/sync/engine_context.h"

#include <map>
#include <optional>
#include <vector>

namespace tidemark {

/// Keeps the account's folders: merges the server's list with the user's changes on this device, and sends
/// the changes, one after another, until the server acknowledges them.
class FolderKeeper {
public:
    FolderKeeper(EngineContext& context, LocalFolders folders);

    void set(const input::SetFolder& input);

    /// Takes the folders that came with Welcome, whatever their version.
    void onWelcome(const protocol::Folders& folders) { take(folders); }
    void onPush(const protocol::Folders& folders);
    void onAnswer(const Request& request, const protocol::Folders& folders);
    void onError(const Request& request, const protocol::Error& error);
    void onTimeout(const Request& request);
    void onOnline() { m_notBefore = {}; }
    void onOffline();
    /// Sends the next change, and requests folders that are out of date; called at the end of each step while
    /// online.
    void flush();
    /// Forgets everything without writing it.
    void clear();

    [[nodiscard]] bool hasIntents() const { return !m_folders.pending.empty(); }
    /// Whether the server's folders are still to come.
    [[nodiscard]] bool wantsAnything() const { return m_isWanted || m_request.isValid(); }
    [[nodiscard]] std::uint64_t version() const { return m_folders.version; }
    [[nodiscard]] std::vector<Folder> all() const { return shownFolders(m_folders); }

private:
    /// The reason why the server would refuse the change; empty: it would take it.
    [[nodiscard]] std::optional<protocol::ErrorCode> refusalOf(const FolderChange& change) const;
    void take(const protocol::Folders& folders);
    /// The server has answered the change, or refused it with `error`.
    void settle(MessageUuid uuid, std::optional<protocol::ErrorCode> error);
    /// The folders have changed: writes and reports them.
    void apply();
    void finish(MessageUuid folder, std::optional<protocol::ErrorCode> error);

    EngineContext& m_context;
    LocalFolders m_folders;
    std::map<MessageUuid, std::vector<CommandId>> m_commands; ///< that wait for the answer, by folder
    RequestId m_sending;                                      ///< of the change that is under way
    std::uint64_t m_knownAtRequest = 0;                       ///< the version when `m_request` was sent
    RequestId m_request;                                      ///< for the folders
    bool m_isWanted = false;                                  ///< the folders are to be requested
    Instant m_notBefore{};
};

} // namespace tidemark
