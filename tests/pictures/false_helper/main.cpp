// Behaves as $TIDEMARK_FALSE_PICTURES says, instead of like tidemark-pictures. The width and height of its
// rasters are 4.
#include "core/pictures/descriptor_message.h"
#include "core/pictures/picture_messages.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

using namespace tidemark;

namespace {

constexpr std::uint32_t side = 4;
constexpr off_t rasterBytes = off_t(side) * side * 4;
constexpr int allSeals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

FileDescriptor memory(off_t bytes, int seals)
{
    FileDescriptor made(::memfd_create("false", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    [[maybe_unused]] const bool isMade =
        ::ftruncate(made.number(), bytes) == 0 && ::fcntl(made.number(), F_ADD_SEALS, seals) == 0;
    return made;
}

void answer(const PictureAnswer& message, const FileDescriptor& raster)
{
    static_cast<void>(sendMessage(pictureSocket, &message, sizeof(message), raster.number()));
}

void behave(const std::string& how)
{
    PictureAnswer good{PictureAnswer::done, side, side, side, side, 1, 0};
    if (how == "honest") {
        answer(good, memory(rasterBytes, allSeals));
    } else if (how == "short memory") {
        answer(good, memory(rasterBytes - 1, allSeals));
    } else if (how == "long memory") {
        answer(good, memory(rasterBytes + 1, allSeals));
    } else if (how == "unsealed memory") {
        answer(good, memory(rasterBytes, allSeals & ~F_SEAL_SHRINK));
    } else if (how == "no memory") {
        answer(good, {});
    } else if (how == "a pipe") {
        answer(good, FileDescriptor(::dup(STDERR_FILENO)));
    } else if (how == "too wide") {
        good.width = 2 * side;
        good.height = side / 2;
        answer(good, memory(rasterBytes, allSeals));
    } else if (how == "no pixels") {
        good.width = 0;
        answer(good, memory(0, allSeals));
    } else if (how == "no frames") {
        good.frameCount = 0;
        answer(good, memory(rasterBytes, allSeals));
    } else if (how == "honest frames" || how == "too many frames") {
        good.frameCount = how == "honest frames" ? 3 : 4;
        const auto times = off_t(good.frameCount * sizeof(std::uint32_t));
        answer(good, memory(off_t(good.frameCount) * rasterBytes + times, allSeals));
    } else if (how == "unknown status") {
        answer({std::uint32_t(PictureProblem::HelperDied), 0, 0, 0, 0, 0, 0}, {});
    } else if (how == "short message") {
        static_cast<void>(sendMessage(pictureSocket, &good, sizeof(good) - 1, -1));
    } else if (how == "crash") {
        std::abort();
    } else if (how == "spin") {
        for (volatile bool spins = true; spins;) {
        }
    }
}

} // namespace

int main()
{
    const std::string how = std::getenv("TIDEMARK_FALSE_PICTURES");
    if (how != "no start") {
        answer({}, {});
    }
    PictureRequest request{};
    FileDescriptor file;
    while (receiveMessage(pictureSocket, &request, sizeof(request), file) == Received::Message) {
        behave(how);
    }
}
