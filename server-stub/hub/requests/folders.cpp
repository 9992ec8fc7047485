#include "server-stub/hub/requests/folders.h"

#include "core/domain/request_caps.h"
#include "core/names/label.h"
#include "server-stub/hub/contract/recent_uuids.h"

#include <utility>
#include <vector>

namespace tidemark::server {

namespace {

/// The rows that reading these folders costs.
std::size_t rowsOf(const protocol::Folders& folders)
{
    std::size_t rows = folders.folders.size();
    for (const Folder& folder : folders.folders) {
        rows += folder.conversations.size();
    }
    return rows;
}

} // namespace

using protocol::ErrorCode;

Answer Folders::set(const Caller& caller, const protocol::SetFolder& request)
{
    FolderChange change = request.change;
    if (!change.uuid.isValid() || !change.folder.id.isValid()) {
        return refusal(ErrorCode::Malformed, "the change or the folder has no UUID");
    }
    FolderSet set = m_context.store().folders().of(caller.user);
    if (isKnown(set.recent, change.uuid)) {
        return get(caller);
    }
    if (!change.isRemoved) {
        auto title = titleOf(change.folder.title, caps::maxFolderTitleBytes);
        if (!title) {
            return refusal(ErrorCode::TitleInvalid);
        }
        change.folder.title = std::move(*title);
        const bool isNew = findFolder(set.folders, change.folder.id) == nullptr;
        if (isNew && set.folders.size() >= caps::maxFolders) {
            return refusal(ErrorCode::TooManyFolders);
        }
    }
    applyFolderChange(set.folders, change);
    remember(set.recent, change.uuid, maxRecentFolderChanges);
    const std::uint64_t before = std::exchange(set.version, set.version + 1);
    m_context.store().folders().put(caller.user, set, before);
    publish(caller);
    return get(caller);
}

void Folders::publish(const Caller& caller)
{
    m_context.addHint(hint::AccountChanged{caller.user});
    std::vector<Target> others = m_context.sessions().listenersOf(caller.user);
    std::erase(others, caller.target);
    m_context.chargePush(caller.user);
    if (!others.empty()) {
        protocol::Folders folders = of(caller.user);
        m_context.chargeRead(caller.user, others.size() * rowsOf(folders));
        m_context.turn().add(Push{std::move(others), std::move(folders)});
    }
}

protocol::Folders Folders::of(UserId user)
{
    FolderSet set = m_context.store().folders().of(user);
    return {set.version, std::move(set.folders)};
}

Answer Folders::get(const Caller& caller)
{
    protocol::Folders folders = of(caller.user);
    m_context.chargeRead(caller.user, rowsOf(folders));
    return protocol::ServerFrame(std::move(folders));
}

std::optional<protocol::Folders> Folders::unlike(UserId user, std::optional<std::uint64_t> version)
{
    if (!version) {
        return std::nullopt;
    }
    protocol::Folders folders = of(user);
    if (folders.version == *version) {
        return std::nullopt;
    }
    m_context.chargeRead(user, rowsOf(folders));
    return folders;
}

void Folders::compare(const Caller& caller, std::optional<std::uint64_t> version)
{
    if (auto folders = unlike(caller.user, version)) {
        m_context.turn().add(Push{{caller.target}, *std::move(folders)});
    }
}

void Folders::resync(UserId user)
{
    std::vector<Target> targets = m_context.sessions().listenersOf(user);
    if (!targets.empty()) {
        m_context.turn().add(Push{std::move(targets), of(user)});
    }
}

} // namespace tidemark::server
