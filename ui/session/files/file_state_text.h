#pragma once

#include "core/domain/attachment.h"
#include "core/domain/file_state.h"
#include "core/pictures/picture_messages.h"

#include <QString>

namespace tidemark {

/// "1.2 of 12.3 MB", "Waiting", or the size and kind of a file that does not move.
[[nodiscard]] QString fileStateText(const FileState& state, const Attachment& file);

/// Why a file was not sent or received, in a few words; errorText() says what to do.
[[nodiscard]] QString fileProblemText(protocol::ErrorCode error);

/// Why a picture cannot be shown.
[[nodiscard]] QString pictureProblemText(PictureProblem problem);

} // namespace tidemark
