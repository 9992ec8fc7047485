#include "ui/platform/font_preload.h"

#include <fontconfig/fontconfig.h>

namespace tidemark {

std::jthread preloadFonts()
{
    // If this fails, Qt tries again.
    return std::jthread([] { FcInit(); });
}

} // namespace tidemark
