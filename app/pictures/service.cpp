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
    const bool isFrame = request.frame == allFrames ? request.maxPixels <= maxRasterPixels
                                                    : request.frame <= maxAnimationPixels;
    return isFrame && request.maxWidth >= 1 && request.maxHeight >= 1 && request.maxWidth <= maxRasterPixels
           && request.maxHeight <= maxRasterPixels / request.maxWidth;
}

PictureAnswer answerOf(QSize size, QSize originalSize, int frameCount, int delayMs)
{
    return {PictureAnswer::done,
            std::uint32_t(size.width()),
            std::uint32_t(size.height()),
            std::uint32_t(originalSize.width()),
            std::uint32_t(originalSize.height()),
            std::uint32_t(frameCount),
            std::uint32_t(delayMs)};
}

Expected<PictureAnswer, PictureProblem> decodeOne(const PictureRequest& request, QIODevice& file,
                                                  FileDescriptor& raster)
{
    const auto decoded =
        decodePicture(file, {int(request.maxWidth), int(request.maxHeight)}, int(request.frame));
    if (!decoded) {
        return Unexpected(decoded.error());
    }
    raster = sealedRaster(decoded->image);
    return answerOf(decoded->image.size(), decoded->originalSize, decoded->frameCount, decoded->delayMs);
}

Expected<PictureAnswer, PictureProblem> decodeAll(const PictureRequest& request, QIODevice& file,
                                                  FileDescriptor& rasters)
{
    const auto decoded =
        decodeFrames(file, {int(request.maxWidth), int(request.maxHeight)}, request.maxPixels);
    if (!decoded) {
        return Unexpected(decoded.error());
    }
    rasters = sealedRasters(decoded->images, decoded->delaysMs);
    return answerOf(decoded->images.front().size(), decoded->originalSize, int(decoded->images.size()), 0);
}

PictureAnswer answerTo(const PictureRequest& request, FileDescriptor file, FileDescriptor& raster)
{
    DescriptorDevice device(std::move(file));
    if (!device.isOpen()) {
        return refusal(PictureProblem::Unreadable);
    }
    const auto answer =
        request.frame == allFrames ? decodeAll(request, device, raster) : decodeOne(request, device, raster);
    if (device.hasFailed()) {
        raster = FileDescriptor();
        return refusal(PictureProblem::Unreadable);
    }
    if (!answer) {
        return refusal(answer.error());
    }
    return raster.isOpen() ? *answer : refusal(PictureProblem::TooLarge);
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
