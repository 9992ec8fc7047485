#pragma once

#include "core/domain/ids.h"
#include "core/domain/protocol.h"

#include <compare>
#include <cstdint>
#include <string>

namespace tidemark {

/// Names one file of a message: by the message's place in the log, or by its uuid while it is not there yet.
/// Or names an avatar: by AvatarPlace{conversation, user} and its version.
struct FileKey {
    ConversationId conversation;
    Seq seq;                 ///< 0: the message is not in the log yet, or it is an avatar
    MessageUuid uuid = {};   ///< only if `seq` is 0
    std::uint32_t index = 0; ///< among the attachments of the message
    UserId user = {};
    std::uint64_t avatarVersion = 0; ///< 0: it is a file of a message

    friend constexpr auto operator<=>(const FileKey&, const FileKey&) = default;
};

/// The bytes of a file, as this device knows them.
struct FileState {
    enum class Step : std::uint8_t {
        Absent,  ///< only the server has them
        Waiting, ///< a transfer will begin or go on by itself
        Moving,  ///< they are sent or received
        Paused,  ///< the user has paused the message
        Failed,  ///< given up with `error`
        Held,    ///< they are in the file at `path`
    };
    Step step = Step::Absent;
    std::uint64_t done = 0; ///< bytes moved so far
    std::uint64_t size = 0;
    protocol::ErrorCode error = protocol::ErrorCode::Unknown;
    std::string path = {}; ///< UTF-8; read the file, never change it. Also set while an own file is sent

    friend bool operator==(const FileState&, const FileState&) = default;
};

} // namespace tidemark
