#include "core/sync/keepers/folder_keeper.h"

#include "core/domain/request_caps.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

constexpr Milliseconds shortestFolderPause{1000};

} // namespace

FolderKeeper::FolderKeeper(EngineContext& context, LocalFolders folders)
    : m_context(context), m_folders(std::move(folders))
{
}

std::optional<protocol::ErrorCode> FolderKeeper::refusalOf(const FolderChange& change) const
{
    if (change.isRemoved) {
        return std::nullopt;
    }
    const std::vector<Folder> shown = all();
    if (findFolder(shown, change.folder.id) == nullptr && shown.size() >= caps::maxFolders) {
        return protocol::ErrorCode::TooManyFolders;
    }
    if (change.folder.conversations.size() > caps::maxInFolder) {
        return protocol::ErrorCode::ListTooLong;
    }
    return std::nullopt;
}

void FolderKeeper::set(const input::SetFolder& input)
{
    if (const auto refusal = refusalOf(input.change)) {
        return m_context.finish(input.command, refusal);
    }
    FolderChange change = input.change;
    const auto earlier = std::ranges::find(m_folders.pending, change.folder.id,
                                           [](const FolderChange& one) { return one.folder.id; });
    if (earlier != m_folders.pending.end()) {
        // The later change says everything but a position that it leaves as it is.
        if (!change.position && !earlier->isRemoved) {
            change.position = earlier->position;
        }
        m_folders.pending.erase(earlier);
    }
    const MessageUuid folder = change.folder.id;
    m_folders.pending.push_back(std::move(change));
    m_commands[folder].push_back(input.command);
    apply();
    if (!m_context.isOnline()) {
        finish(folder, std::nullopt);
    }
}

void FolderKeeper::onPush(const protocol::Folders& folders)
{
    if (folders.version < m_folders.version) {
        // The push may be late, or the server has lost folders: only an answer can tell.
        m_isWanted = true;
        return;
    }
    take(folders);
}

void FolderKeeper::onAnswer(const Request& request, const protocol::Folders& folders)
{
    const bool isAsked = request.id == m_request;
    if (isAsked) {
        m_request = {};
    }
    const auto* sent = std::get_if<request::SetFolder>(&request.kind);
    // A push may have brought a later version since the request was sent.
    const std::uint64_t known = sent != nullptr ? sent->known : m_knownAtRequest;
    const bool isLate = folders.version < m_folders.version && folders.version >= known;
    if (!isLate) {
        take(folders);
    }
    if (sent != nullptr) {
        m_sending = {};
        settle(sent->uuid, std::nullopt);
    }
}

void FolderKeeper::take(const protocol::Folders& folders)
{
    m_isWanted = false;
    LocalFolders taken{folders.version, folders.folders, m_folders.pending};
    if (taken != m_folders) {
        m_folders = std::move(taken);
        apply();
    }
}

void FolderKeeper::settle(MessageUuid uuid, std::optional<protocol::ErrorCode> error)
{
    const auto change = std::ranges::find(m_folders.pending, uuid, &FolderChange::uuid);
    if (change == m_folders.pending.end()) {
        return; // the user has changed the folder again meanwhile
    }
    const MessageUuid folder = change->folder.id;
    m_folders.pending.erase(change);
    finish(folder, error);
    apply();
}

void FolderKeeper::finish(MessageUuid folder, std::optional<protocol::ErrorCode> error)
{
    const auto waiting = m_commands.find(folder);
    if (waiting == m_commands.end()) {
        return;
    }
    const std::vector<CommandId> commands = std::move(waiting->second);
    m_commands.erase(waiting);
    for (const CommandId command : commands) {
        m_context.finish(command, error);
    }
}

void FolderKeeper::apply()
{
    m_context.write(write::PutFolders{m_folders});
    m_context.report(change::FoldersChanged{all()});
}

void FolderKeeper::onError(const Request& request, const protocol::Error& error)
{
    const bool isTransient = protocol::isTransient(error.code);
    if (isTransient) {
        onTimeout(request);
        m_notBefore =
            std::max(m_notBefore, m_context.now() + std::max(error.retryAfter, shortestFolderPause));
    } else if (const auto* sent = std::get_if<request::SetFolder>(&request.kind)) {
        m_sending = {};
        settle(sent->uuid, error.code);
    } else {
        m_request = {};
    }
}

void FolderKeeper::onTimeout(const Request& request)
{
    if (request.id == m_sending) {
        m_sending = {};
    } else if (request.id == m_request) {
        m_request = {};
        m_isWanted = true;
    }
}

void FolderKeeper::onOffline()
{
    const auto waiting = std::exchange(m_commands, {});
    for (const auto& [folder, commands] : waiting) {
        for (const CommandId command : commands) {
            m_context.finish(command); // the change is kept, and sent later
        }
    }
    m_sending = {};
    m_request = {};
    m_isWanted = false; // Welcome brings the folders
}

void FolderKeeper::flush()
{
    if (m_notBefore > m_context.now()) {
        if (hasIntents() || m_isWanted) {
            m_context.wakeAt(m_notBefore);
        }
        return;
    }
    if (m_isWanted && !m_request.isValid()) {
        m_isWanted = false;
        m_knownAtRequest = m_folders.version;
        m_request = m_context.send(protocol::GetFolders{}, request::GetFolders{});
    }
    // One after another, because each position depends on the changes before it.
    if (hasIntents() && !m_sending.isValid()) {
        const FolderChange& change = m_folders.pending.front();
        m_sending =
            m_context.send(protocol::SetFolder{change}, request::SetFolder{change.uuid, m_folders.version});
    }
}

void FolderKeeper::clear()
{
    m_folders = {};
    m_commands.clear();
    m_sending = {};
    m_request = {};
    m_isWanted = false;
}

} // namespace tidemark
