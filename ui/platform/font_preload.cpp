#include "ui/platform/font_preload.h"

#include <fontconfig/fontconfig.h>

namespace tidemark {

std::jthread preloadFonts()
{
    // After a failure, Qt tries again.
    return std::jthread([] { FcInit(); });
}

} // namespace tidemark
