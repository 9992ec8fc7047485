#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"
#include "app/cli/running/error_text.h"
#include "core/domain/request_caps.h"
#include "core/models/conversations/folder_rows.h"
#include "core/names/label.h"

#include <algorithm>
#include <array>

namespace tidemark::cli {

namespace {

constexpr Option folderRuleOption{
    .name = "rule",
    .kind = ValueKind::Text,
    .value = "RULE",
    .help = "also hold the conversations that this finds: unread, groups, muted; none: no rule",
};
constexpr Option folderAddOption{
    .name = "add",
    .kind = ValueKind::Id,
    .value = "CONV",
    .help = "add a conversation by hand; may be given several times",
};
constexpr Option folderRemoveOption{
    .name = "remove",
    .kind = ValueKind::Id,
    .value = "CONV",
    .help = "take out a conversation that was added by hand; may be given several times",
};
constexpr Option folderTitleOption{
    .name = "title",
    .kind = ValueKind::Text,
    .value = "TITLE",
    .help = "give the folder another title",
};
constexpr Option folderPositionOption{
    .name = "position",
    .kind = ValueKind::Id,
    .value = "N",
    .help = "make it the Nth folder",
};
constexpr Option folderDeleteOption{.name = "delete", .help = "delete the folder, not its conversations"};

Result<Nothing> listFolders(BlockingClient& client, const Arguments&)
{
    const QList<ConversationSummary> conversations = client.conversations();
    for (const Folder& folder : shownFolders(client.state().snapshot.folders)) {
        print(folderLine(folder, conversations));
    }
    return Nothing{};
}

/// The title as the server stores it.
Result<std::string> titleIn(const QString& words)
{
    auto title = titleOf(words.toStdString(), caps::maxFolderTitleBytes);
    if (!title) {
        return refused(errorText(protocol::ErrorCode::TitleInvalid));
    }
    return *std::move(title);
}

Result<Nothing> changeConversations(Folder& folder, const OptionValues& options)
{
    for (const QString& id : options.all(folderAddOption)) {
        folder.conversations.emplace_back(id.toULongLong());
    }
    std::ranges::sort(folder.conversations);
    folder.conversations.erase(std::unique(folder.conversations.begin(), folder.conversations.end()),
                               folder.conversations.end());
    for (const QString& id : options.all(folderRemoveOption)) {
        std::erase(folder.conversations, ConversationId(id.toULongLong()));
    }
    if (folder.conversations.size() > caps::maxInFolder) {
        return refused(QStringLiteral("A folder holds at most %1 conversations that are added by hand.")
                           .arg(caps::maxInFolder));
    }
    return Nothing{};
}

/// Applies the options to the folder.
Result<Nothing> applyOptions(Folder& folder, const OptionValues& options)
{
    if (options.has(folderRuleOption)) {
        constexpr std::array rules{FolderRule::None, FolderRule::Unread, FolderRule::Groups,
                                   FolderRule::Muted};
        const std::string word = options.text(folderRuleOption).toStdString();
        const auto rule = std::ranges::find_if(rules, [&](FolderRule one) { return word == wordOf(one); });
        if (rule == rules.end()) {
            return wrongUse(QStringLiteral("--rule must be none, unread, groups or muted, not '%1'")
                                .arg(options.text(folderRuleOption)));
        }
        folder.rule = *rule;
    }
    if (options.has(folderTitleOption)) {
        auto title = titleIn(options.text(folderTitleOption));
        if (!title) {
            return Unexpected(title.error());
        }
        folder.title = *std::move(title);
    }
    return changeConversations(folder, options);
}

Result<Nothing> setFolder(BlockingClient& client, const Arguments& arguments)
{
    const OptionValues& options = arguments.options;
    const QString words = arguments.positionals.front();
    auto found = findFolder(client, words);
    if (!found) {
        return Unexpected(found.error());
    }
    const bool isNew = !found->has_value();
    if (isNew && options.has(folderDeleteOption)) {
        return refused(noFolder(words));
    }
    FolderChange wanted{.uuid = Client::newUuid(),
                        .folder = found->value_or(Folder{Client::newUuid(), {}}),
                        .isRemoved = options.has(folderDeleteOption)};
    if (isNew) {
        auto title = titleIn(words);
        if (!title) {
            return Unexpected(title.error());
        }
        wanted.folder.title = *std::move(title);
    }
    if (auto changed = applyOptions(wanted.folder, options); !changed) {
        return changed;
    }
    if (options.has(folderPositionOption)) {
        const std::uint64_t place =
            std::min<std::uint64_t>(options.number(folderPositionOption, 1) - 1, caps::maxFolders);
        wanted.position = static_cast<std::uint32_t>(place);
    }
    const auto done = client.run([&](CommandId command) { return input::SetFolder{command, wanted}; });
    if (!done) {
        return Unexpected(done.error());
    }
    const std::vector<Folder> folders = shownFolders(client.state().snapshot.folders);
    if (const Folder* now = findFolder(folders, wanted.folder.id)) {
        print(folderLine(*now, client.conversations()));
    }
    return Nothing{};
}

} // namespace

const Command foldersCommand{
    .name = "folders",
    .help =
        "Prints one line for each of your folders, in your order:\n"
        "{\"id\",\"title\",\"rule\",\"added\",\"conversations\",\"unread\",\"mentions\",\"muted_unread\","
        "\"reactions\",\"exact\"}.\n"
        "added: the conversations that were added by hand. conversations: all that it holds now.\n"
        "unread and mentions leave out muted conversations, whose number is muted_unread. reactions: unread\n"
        "reactions to your messages in all of them. exact is false if one of the numbers is a lower bound.",
    .run = listFolders,
};

const Command folderCommand{
    .name = "folder",
    .arguments = {{"TITLE"}},
    .options = {folderRuleOption, folderAddOption, folderRemoveOption, folderTitleOption,
                folderPositionOption, folderDeleteOption},
    .help = "Creates the folder TITLE, or changes it, on all your devices, and prints it as folders does.\n"
            "TITLE may be an id that folders prints. A folder never holds archived conversations; rules\n"
            "leave out channels. Offline, the change is sent later.",
    .run = setFolder,
};

} // namespace tidemark::cli
