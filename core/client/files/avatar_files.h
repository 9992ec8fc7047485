#pragma once

#include "core/client/files/file_values.h"
#include "core/client/files/profile_files.h"
#include "core/domain/file_state.h"
#include "core/sync/effects.h"
#include "core/sync/inputs.h"
#include "core/transfer/transfer_engine.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

namespace tidemark {

class CoreEvents;
class Engine;

/// The files of avatars: uploads those that the user sets, and downloads those that views show. A part of
/// FileTransfers; core thread.
class AvatarFiles {
public:
    /// The services of FileTransfers that it uses.
    struct Host {
        std::function<const ProfileFiles&()> files;
        std::function<void(transfer::Input)> step;
        std::function<void(Input)> submit; ///< to the engine
        /// Runs the first function on the files' thread, then the second one on the caller's with the result.
        std::function<void(std::function<Expected<Attachment, QString>()>,
                           std::function<void(const Expected<Attachment, QString>&)>)>
            copy;
        std::function<void(const BlobHash&)> noteShown;
    };

    AvatarFiles(CoreEvents& events, Host host);

    /// Reports the avatar from now on.
    void show(const Engine& engine, const AvatarPlace& place);
    /// Precondition: there is a connection.
    void set(OutgoingAvatar avatar);
    /// The writes of a step are committed.
    void follow(const Effects& effects);
    void goOffline();
    /// Ignores the results of work that has not ended.
    void restart();
    /// The account is gone.
    void forget() { m_shown.clear(); }

    [[nodiscard]] static bool isAvatar(const FileKey& file) { return file.avatarVersion != 0; }
    /// The state of a file for which isAvatar() holds.
    void takeState(const FileKey& file, const FileState& state);
    /// Whether the message is the upload of an avatar.
    [[nodiscard]] bool isUpload(MessageUuid uuid) const { return m_uploads.contains(uuid); }
    /// The server has the file of an upload, or cannot take it.
    void uploaded(MessageUuid uuid, std::optional<protocol::ErrorCode> error);

private:
    struct Shown {
        AvatarPlace place;
        Avatar avatar;
    };
    struct Upload {
        OutgoingAvatar avatar; ///< without the bytes
        BlobHash hash;         ///< none: it is being copied
        bool isSubmitted = false;
    };

    void present(const Shown& shown);
    void copied(MessageUuid uuid, const Expected<Attachment, QString>& file);
    void end(MessageUuid uuid, std::optional<protocol::ErrorCode> error);
    void endCommand(const change::CommandDone& done);

    CoreEvents& m_events;
    Host m_host;
    std::map<AvatarOwner, Shown> m_shown;
    std::map<MessageUuid, Upload> m_uploads;
    std::uint64_t m_lastUpload = 0;
};

} // namespace tidemark
