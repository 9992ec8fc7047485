#pragma once

#include "app/cli/parsing/result.h"
#include "core/client/files/file_values.h"
#include "core/pictures/picture_preparer.h"

namespace tidemark::cli {

class BlockingClient;

/// Replaces the file by the picture that others see of it (see PicturePreparer), encoded anew, with a
/// preview. Fails for a file that is no picture.
[[nodiscard]] Result<Nothing> preparePicture(BlockingClient& client, OutgoingFile& file,
                                             PicturePreparer::As as = PicturePreparer::As::Picture);

} // namespace tidemark::cli
