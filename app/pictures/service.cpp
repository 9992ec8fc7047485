#include "app/pictures/service.h"

#include "app/pictures/decoding.h"
#include "app/pictures/descriptor_device.h"
#include "app/pictures/sealed_raster.h"
#include "core/pictures/descriptor_message.h"
#include "core/pictures/picture_messages.h"

#include <new>
#include <utility>

namespace tidemark {
namespace {

PictureAnswer refusal(PictureProblem problem)
{
    return {std::uint32_t(problem), 0, 0, 0, 0, 0, 0};
}

bool isAllowed(const PictureRequest& request)
{
    return request.maxWidth >= 1 && request.maxHeight >= 1 && request.maxWidth <= maxRasterPixels
           && request.maxHeight <= maxRasterPixels / request.maxWidth && request.frame <= maxAnimationPixels;
}

PictureAnswer answerTo(const PictureRequest& request, FileDescriptor file, FileDescriptor& raster)
{
    DescriptorDevice device(std::move(file));
    if (!device.isOpen()) {
        return refusal(PictureProblem::Unreadable);
    }
    const auto decoded =
        decodePicture(device, {int(request.maxWidth), int(request.maxHeight)}, int(request.frame));
    if (device.hasFailed()) {
        return refusal(PictureProblem::Unreadable);
    }
    if (!decoded) {
        return refusal(decoded.error());
    }
    raster = sealedRaster(decoded->image);
    if (!raster.isOpen()) {
        return refusal(PictureProblem::TooLarge);
    }
    return {PictureAnswer::done,
            std::uint32_t(decoded->image.width()),
            std::uint32_t(decoded->image.height()),
            std::uint32_t(decoded->originalSize.width()),
            std::uint32_t(decoded->originalSize.height()),
            std::uint32_t(decoded->frameCount),
            std::uint32_t(decoded->delayMs)};
}

PictureAnswer boundedAnswerTo(const PictureRequest& request, FileDescriptor file, FileDescriptor& raster)
{
    if (!isAllowed(request)) {
        return refusal(PictureProblem::TooLarge);
    }
    try {
        return answerTo(request, std::move(file), raster);
    } catch (const std::bad_alloc&) {
        return refusal(PictureProblem::TooLarge);
    }
}

} // namespace

int answerRequests(int socket)
{
    PictureAnswer answer{};
    FileDescriptor raster;
    while (sendMessage(socket, &answer, sizeof(answer), raster.number())) {
        raster = FileDescriptor();
        PictureRequest request{};
        FileDescriptor file;
        if (receiveMessage(socket, &request, sizeof(request), file) != Received::Message) {
            break;
        }
        answer = boundedAnswerTo(request, std::move(file), raster);
    }
    return 0;
}

} // namespace tidemark
