#pragma once

#include "core/domain/attachment.h"
#include "core/domain/file_state.h"
#include "core/pictures/picture_messages.h"

#include <QString>

#include <optional>

namespace tidemark {

/// "1.2 of 12.3 MB", "Waiting", or the size and kind of a file that does not move.
[[nodiscard]] QString fileStateText(const FileState& state, const Attachment& file);

/// The words of a screen reader for a file: its name or size, and then why it is not shown or not there. They
/// stay the same while the bytes move. `problem` is that of a picture that cannot be shown.
[[nodiscard]] QString spokenFile(const Attachment& file, const FileState& state, bool isSending,
                                 std::optional<PictureProblem> problem);

/// Why a file was not sent or received, in a few words; errorText() says what to do.
[[nodiscard]] QString fileProblemText(protocol::ErrorCode error);

/// Why a picture cannot be shown.
[[nodiscard]] QString pictureProblemText(PictureProblem problem);

} // namespace tidemark
