#pragma once

#include "core/domain/view.h"

#include <QString>

#include <vector>

/// The words for files of messages. Names come from other users: show them as plain text.
namespace tidemark {

/// Returns the name on one line, without marks of direction; "File" if it is unknown. For the name of a new
/// file use safeFileName().
[[nodiscard]] QString fileNameText(const Attachment& attachment);

/// "Photo", or the name of a file that is not a picture.
[[nodiscard]] QString fileTitle(const Attachment& attachment);

/// Returns "Photo", "3 photos", "2 files", or the name of the only file. Empty if there are no files.
[[nodiscard]] QString filesText(const std::vector<Attachment>& attachments);
/// The same for the last line of a conversation.
[[nodiscard]] QString filesText(const ConversationSummary& summary);

/// Returns one line for a message, such as "Photo, look at this". `files` comes from filesText(); both may be
/// empty.
[[nodiscard]] QString messageLine(const QString& files, const QString& text);

/// "12.3 MB"
[[nodiscard]] QString fileSizeText(quint64 bytes);

/// "12.3 MB · PDF"; the kind is that of the name.
[[nodiscard]] QString fileDetails(const Attachment& attachment);

/// Text for screen readers: "Photo, 1024 by 768", "File report.pdf, 12.3 MB".
[[nodiscard]] QString spokenFile(const Attachment& attachment);

} // namespace tidemark
