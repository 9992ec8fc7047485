#include "ui/font_preload.h"

#include <fontconfig/fontconfig.h>

namespace tidemark {

std::jthread preloadFonts()
{
    // Should it fail, Qt tries again.
    return std::jthread([] { FcInit(); });
}

} // namespace tidemark
