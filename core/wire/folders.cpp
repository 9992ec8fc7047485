#include "core/wire/folders.h"

#include "core/wire/enum_map.h"
#include "core/wire/values.h"

#include <tidemark/v1/folder.pb.h>

#include <algorithm>
#include <utility>

namespace tidemark::wire {

namespace {

using RulePair = std::pair<FolderRule, v1::FolderRule>;
constexpr EnumMap folderRules(std::array{
    RulePair{FolderRule::None, v1::FOLDER_RULE_NONE},
    RulePair{FolderRule::Unread, v1::FOLDER_RULE_UNREAD},
    RulePair{FolderRule::Groups, v1::FOLDER_RULE_GROUPS},
    RulePair{FolderRule::Muted, v1::FOLDER_RULE_MUTED},
});

void fillFolder(v1::Folder& message, const Folder& folder)
{
    fillUuid(*message.mutable_id(), folder.id);
    message.set_title(folder.title);
    message.set_rule(folderRules.toWire(folder.rule, v1::FOLDER_RULE_UNKNOWN));
    fillIds(*message.mutable_conversations(), folder.conversations);
}

Folder readFolder(v1::Folder& message, Problem& problem)
{
    Folder folder;
    folder.id = readUuid(message.id(), "folder.id", problem);
    folder.title = std::move(*message.mutable_title());
    folder.rule = folderRules.toDomain(message.rule(), FolderRule::Unknown);
    folder.conversations = readIds<ConversationId>(message.conversations(), "folder.conversations", problem);
    // Another order, or a conversation twice, makes no statement of its own.
    std::ranges::sort(folder.conversations);
    folder.conversations.erase(std::unique(folder.conversations.begin(), folder.conversations.end()),
                               folder.conversations.end());
    return folder;
}

} // namespace

void fillSetFolder(v1::SetFolder& message, const protocol::SetFolder& frame)
{
    fillUuid(*message.mutable_uuid(), frame.change.uuid);
    fillFolder(*message.mutable_folder(), frame.change.folder);
    if (frame.change.position) {
        message.set_position(*frame.change.position);
    }
    message.set_removed(frame.change.isRemoved);
}

protocol::ClientFrame readSetFolder(v1::SetFolder& message, Problem& problem)
{
    FolderChange change{.uuid = readUuid(message.uuid(), "set_folder.uuid", problem),
                        .folder = readFolder(*message.mutable_folder(), problem),
                        .position = message.has_position() ? std::optional(message.position()) : std::nullopt,
                        .isRemoved = message.removed()};
    if (change.folder.rule == FolderRule::Unknown) {
        return protocol::UnknownFrame{};
    }
    return protocol::SetFolder{std::move(change)};
}

void fillFolders(v1::Folders& message, const protocol::Folders& frame)
{
    message.set_version(frame.version);
    for (const Folder& folder : frame.folders) {
        fillFolder(*message.add_folders(), folder);
    }
}

protocol::Folders readFolders(v1::Folders& message, Problem& problem)
{
    protocol::Folders frame;
    frame.version = message.version();
    problem.checkListSize(static_cast<std::size_t>(message.folders_size()), "folders");
    if (problem.found()) {
        return frame;
    }
    for (v1::Folder& one : *message.mutable_folders()) {
        Folder folder = readFolder(one, problem);
        if (folder.id.isValid() && findFolder(frame.folders, folder.id) == nullptr) {
            frame.folders.push_back(std::move(folder));
        }
    }
    return frame;
}

} // namespace tidemark::wire
