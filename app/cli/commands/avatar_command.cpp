#include "app/cli/commands/commands.h"
#include "app/cli/running/command_parts.h"
#include "app/cli/running/picture_file.h"

namespace tidemark::cli {

namespace {

constexpr Option setAvatarOption{
    .name = "set",
    .kind = ValueKind::Text,
    .value = "FILE",
    .help = "set the picture in FILE: its middle, square, at most 512 pixels a side",
};
constexpr Option removeAvatarOption{.name = "remove", .help = "remove the picture"};

/// The place of the avatar that the command is about: of a direct chat, that of the other user.
Result<AvatarPlace> placeOf(BlockingClient& client, const Arguments& arguments)
{
    if (arguments.positionals.isEmpty()) {
        return AvatarPlace{};
    }
    const auto conversation = findConversation(client, arguments.conversation());
    if (!conversation) {
        return Unexpected(conversation.error());
    }
    return AvatarPlace{conversation->id, conversation->peer};
}

Result<OutgoingAvatar> avatarToSet(BlockingClient& client, const Arguments& arguments)
{
    OutgoingAvatar avatar;
    if (arguments.options.has(setAvatarOption)) {
        OutgoingFile file{.path = arguments.options.text(setAvatarOption)};
        if (const auto prepared = preparePicture(client, file, PicturePreparer::As::Avatar); !prepared) {
            return Unexpected(prepared.error());
        }
        avatar.bytes = file.bytes;
        avatar.mime = file.mime;
        avatar.side = file.width;
    }
    return avatar;
}

Result<Nothing> changeAvatar(BlockingClient& client, const Arguments& arguments, const AvatarPlace& place)
{
    if (client.isOffline()) {
        return needsServer(QStringLiteral("Changing a picture"));
    }
    if (place.user.isValid()) {
        return wrongUse(QStringLiteral("only your own picture and those of groups can be changed"));
    }
    auto avatar = avatarToSet(client, arguments);
    if (!avatar) {
        return Unexpected(avatar.error());
    }
    avatar->conversation = place.conversation;
    return client.setAvatar(*std::move(avatar));
}

Result<Nothing> runAvatar(BlockingClient& client, const Arguments& arguments)
{
    const bool isSet = arguments.options.has(setAvatarOption);
    if (isSet && arguments.options.has(removeAvatarOption)) {
        return wrongUse(QStringLiteral("--set and --remove cannot be used together"));
    }
    const auto place = placeOf(client, arguments);
    if (!place) {
        return Unexpected(place.error());
    }
    if (isSet || arguments.options.has(removeAvatarOption)) {
        if (const auto changed = changeAvatar(client, arguments, *place); !changed) {
            return changed;
        }
    }
    const auto state = client.avatar(*place);
    if (!state) {
        return Unexpected(state.error());
    }
    const Avatar& found = state->avatar;
    JsonLine line;
    if (found.owner.user.isValid()) {
        line.add("user", found.owner.user);
    } else {
        line.add("conversation", found.owner.conversation);
    }
    line.add("version", found.version);
    if (found.hash.isValid()) {
        line.add("sha256", hashText(found.hash));
    } else {
        line.addNull("sha256");
    }
    print(line.add("held", !state->path.isEmpty()));
    return Nothing{};
}

} // namespace

const Command avatarCommand{
    .name = "avatar",
    .arguments = {{"CONV", ValueKind::Id, Occurs::AtMostOnce}},
    .options = {setAvatarOption, removeAvatarOption},
    .help =
        "Prints {\"user\" or \"conversation\",\"version\",\"sha256\",\"held\"} of a picture, and fetches it: "
        "your\n"
        "own, or that of a group, or in a direct chat that of the other user. \"sha256\" is null if there "
        "is\n"
        "none; \"held\" says whether this device has the file. With --set or --remove it changes your own\n"
        "picture, or that of a group, for everybody. Only the pixels are sent.",
    .run = runAvatar,
};

} // namespace tidemark::cli
