#include "app/pictures/codecs.h"

#include "app/pictures/decoding.h"
#include "app/pictures/sealed_raster.h"
#include "app/pictures/tiny_pictures.h"

#include <QBuffer>
#include <QCoreApplication>

#include <cstdio>
#include <cstdlib>

namespace tidemark {
namespace {

constexpr QSize anySize{100, 100};
constexpr QSize smallerSize{1, 1};

void sayNothing(QtMsgType /*type*/, const QMessageLogContext& /*context*/, const QString& /*text*/) {}

bool opens(const QByteArray& bytes, QSize maxSize, int frame)
{
    QByteArray copy = bytes;
    QBuffer file(&copy);
    file.open(QIODevice::ReadOnly);
    const auto decoded = decodePicture(file, maxSize, frame);
    return decoded && sealedRaster(decoded->image).isOpen();
}

template <class Bytes>
bool works(const Bytes& bytes, int frames)
{
    const QByteArray whole(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size()));
    static_cast<void>(opens(whole.left(whole.size() / 2), anySize, 0));
    return opens(whole, anySize, frames - 1) && opens(whole, smallerSize, 0);
}

const char* brokenCodec()
{
    if (!works(tiny::jpeg, 1)) {
        return "jpeg";
    }
    if (!works(tiny::png, 1)) {
        return "png";
    }
    if (!works(tiny::gif, 2)) {
        return "gif";
    }
    return works(tiny::webp, 2) ? nullptr : "webp";
}

} // namespace

void discardMessages()
{
    qInstallMessageHandler(sayNothing);
    // A stream without a function to write discards what it is given, and makes no system call.
    stderr = ::fopencookie(nullptr, "w", {});
}

const char* loadCodecs(int argc, char** argv)
{
    ::setenv("QT_NO_GLIB", "1", 1);
    // While there is no application any more, Qt has no thread pool, and scales in the calling thread.
    const QCoreApplication application(argc, argv);
    return brokenCodec();
}

} // namespace tidemark
