#include "core/client/files/avatar_files.h"

#include "core/client/client.h"
#include "core/client/core_events.h"
#include "core/domain/request_caps.h"
#include "core/sync/engine.h"

#include <QFileInfo>

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

namespace tidemark {

namespace {

/// Avatars that are reported; more are not on screen.
constexpr std::size_t maxShownAvatars = 2000;
/// Uploads of avatars come after those of messages in the order of writing.
constexpr std::uint64_t firstOrder = std::uint64_t{1} << 62U;

bool isUsable(const Avatar& avatar)
{
    return avatar.hash.isValid() && avatar.size <= caps::maxAvatarBytes;
}

} // namespace

AvatarFiles::AvatarFiles(CoreEvents& events, Host host) : m_events(events), m_host(std::move(host)) {}

// ---- showing

void AvatarFiles::show(const Engine& engine, const AvatarPlace& place)
{
    const AvatarOwner owner = ownerAt(place, engine.account() ? engine.account()->user.id : UserId());
    if (m_shown.size() >= maxShownAvatars && !m_shown.contains(owner)) {
        m_shown.erase(m_shown.begin());
    }
    const Avatar* known = engine.avatar(owner);
    const Shown& shown =
        m_shown.insert_or_assign(owner, Shown{place, known != nullptr ? *known : Avatar{owner}})
            .first->second;
    present(shown);
}

void AvatarFiles::present(const Shown& shown)
{
    const Avatar& avatar = shown.avatar;
    AvatarState state{avatar, {}};
    if (isUsable(avatar) && m_host.files().isHeld(avatar.hash)) {
        state.path = m_host.files().heldPath(avatar.hash);
        m_host.noteShown(avatar.hash);
    }
    Q_EMIT m_events.avatarChanged(state);
    if (isUsable(avatar) && state.path.isEmpty()) {
        FileKey key{shown.place.conversation, {}};
        key.user = shown.place.user;
        key.avatarVersion = avatar.version;
        m_host.step(transfer::Fetch{key, avatar.hash, avatar.size});
    }
}

void AvatarFiles::takeState(const FileKey& file, const FileState& state)
{
    const AvatarPlace place{file.conversation, file.user};
    const auto found = std::ranges::find_if(m_shown, [&](const auto& one) {
        return one.second.place == place && one.second.avatar.version == file.avatarVersion;
    });
    if (found == m_shown.end()) {
        return;
    }
    if (state.step == FileState::Step::Held) {
        present(found->second);
    } else if (state.step == FileState::Step::Failed) {
        Q_EMIT m_events.avatarChanged({found->second.avatar, {}});
    }
}

void AvatarFiles::follow(const Effects& effects)
{
    for (const Change& change : effects.changes) {
        if (const auto* changed = std::get_if<change::AvatarsChanged>(&change)) {
            for (const Avatar& avatar : changed->avatars) {
                if (const auto shown = m_shown.find(avatar.owner); shown != m_shown.end()) {
                    shown->second.avatar = avatar;
                    present(shown->second);
                }
            }
        } else if (const auto* done = std::get_if<change::CommandDone>(&change)) {
            endCommand(*done);
        }
    }
}

// ---- setting

void AvatarFiles::set(OutgoingAvatar avatar)
{
    if (avatar.bytes.isEmpty()) {
        m_host.submit(input::SetAvatar{avatar.command, avatar.conversation, {}, 0, {}, 0});
        return;
    }
    const MessageUuid uuid = Client::newUuid();
    OutgoingFile file{.bytes = std::exchange(avatar.bytes, {}),
                      .name = QStringLiteral("avatar"),
                      .mime = avatar.mime,
                      .width = avatar.side,
                      .height = avatar.side};
    m_uploads.emplace(uuid, Upload{std::move(avatar), {}, false});
    m_host.copy(
        [files = m_host.files(), uuid, file = std::move(file)] {
            const std::atomic<bool> stop{false};
            return files.copyIn(uuid, file, caps::maxAvatarBytes, stop);
        },
        [this, uuid](const Expected<Attachment, QString>& result) { copied(uuid, result); });
}

void AvatarFiles::copied(MessageUuid uuid, const Expected<Attachment, QString>& file)
{
    const auto upload = m_uploads.find(uuid);
    if (upload == m_uploads.end()) {
        m_host.files().removeOutgoing(uuid);
        return;
    }
    if (!file) {
        return end(uuid, protocol::ErrorCode::FileUnreadable);
    }
    upload->second.hash = file->hash;
    transfer::Send send;
    send.message = uuid;
    send.order = firstOrder + ++m_lastUpload;
    send.files.push_back({file->hash, file->size});
    m_host.step(std::move(send));
}

void AvatarFiles::uploaded(MessageUuid uuid, std::optional<protocol::ErrorCode> error)
{
    if (error) {
        return end(uuid, error);
    }
    Upload& upload = m_uploads.at(uuid);
    upload.isSubmitted = true;
    const OutgoingAvatar& avatar = upload.avatar;
    const qint64 size = QFileInfo(m_host.files().outgoingPath(uuid, upload.hash)).size();
    m_host.submit(input::SetAvatar{avatar.command, avatar.conversation, upload.hash,
                                   static_cast<std::uint64_t>(size), avatar.mime.toStdString(), avatar.side});
}

void AvatarFiles::endCommand(const change::CommandDone& done)
{
    for (const auto& [uuid, upload] : m_uploads) {
        if (upload.isSubmitted && upload.avatar.command == done.command) {
            return end(uuid, done.error); // the map changes
        }
    }
}

void AvatarFiles::end(MessageUuid uuid, std::optional<protocol::ErrorCode> error)
{
    const auto upload = m_uploads.extract(uuid);
    const Upload& ended = upload.mapped();
    if (!error) {
        m_host.files().keepSent(uuid, ended.hash); // so that nobody downloads what they sent
    }
    m_host.files().removeOutgoing(uuid);
    if (ended.hash.isValid()) {
        m_host.step(transfer::Forget{uuid, !error});
    }
    if (error && !ended.isSubmitted) {
        Q_EMIT m_events.commandDone({ended.avatar.command, error});
    }
}

void AvatarFiles::goOffline()
{
    std::vector<MessageUuid> unfinished;
    for (const auto& [uuid, upload] : m_uploads) {
        if (!upload.isSubmitted) {
            unfinished.push_back(uuid);
        }
    }
    // The user waits for the answer, so it does not go on at some later time.
    for (const MessageUuid uuid : unfinished) {
        end(uuid, protocol::ErrorCode::Unavailable);
    }
}

void AvatarFiles::restart()
{
    for (const auto& [uuid, upload] : std::exchange(m_uploads, {})) {
        if (!upload.isSubmitted) {
            Q_EMIT m_events.commandDone({upload.avatar.command, protocol::ErrorCode::Unavailable});
        }
    }
}

} // namespace tidemark
