#pragma once

#include "core/domain/avatar.h"
#include "core/domain/content.h"
#include "core/domain/ids.h"
#include "core/sync/inputs.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace tidemark {

/// A file that the user sends: the one at `path`, or `bytes` if `path` is empty.
struct OutgoingFile {
    QString path = {};
    QByteArray bytes = {};
    QString name = {}; ///< without folders; empty: that of `path`
    QString mime = {}; ///< empty: found out from the content
    quint32 width = 0; ///< of a picture, in pixels; else 0
    quint32 height = 0;
    QByteArray preview = {}; ///< at most caps::maxPreviewBytes; may be empty
};

/// A message with one to caps::maxAttachments files, which take the place of its attachments.
struct OutgoingMessage {
    ConversationId conversation;
    MessageUuid uuid; ///< from Client::newUuid()
    content::Message message;
    std::vector<OutgoingFile> files;
    std::optional<std::uint64_t> draft = {}; ///< as in input::Send
};

/// A picture that becomes the avatar of the user or of a group.
struct OutgoingAvatar {
    CommandId command;
    ConversationId conversation; ///< none: the user's own
    QByteArray bytes;            ///< as the server takes them; empty: the avatar is removed
    QString mime;
    quint32 side = 0; ///< in pixels
};

/// An avatar as this device knows it.
struct AvatarState {
    Avatar avatar;
    QString path; ///< the held file; empty: there is none
};

/// A setting: how many megabytes of files the device keeps. Beyond that the least recently used files are
/// removed. Empty: 2048.
inline const QString fileCacheSetting = QStringLiteral("file cache megabytes");
/// A setting: the numbers of the conversations whose files are never removed, separated by commas.
inline const QString keptFilesSetting = QStringLiteral("conversations that keep files");

} // namespace tidemark
