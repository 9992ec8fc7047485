#include "app/tidemark/application.h"
#include "core/base/failpoint.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QStyleFactory>

#include <sys/stat.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace {

/// Where no desktop names a font, Qt falls back to 9 points, which is small for reading. Emoji come in colour
/// also where another font has them in black.
void useReadableFont()
{
    constexpr double readablePoints = 10.5;
    const QString emoji = QStringLiteral("Noto Color Emoji");
    QFont font = QApplication::font();
    if (qEnvironmentVariableIsEmpty("XDG_CURRENT_DESKTOP") && font.pointSizeF() < readablePoints)
        font.setPointSizeF(readablePoints);
    if (QFontDatabase::hasFamily(emoji))
        font.setFamilies({QFontInfo(font).family(), emoji});
    QApplication::setFont(font);
}

} // namespace

int main(int argc, char** argv)
{
    if (const auto error = tidemark::armFailpoint(std::getenv(tidemark::failpointVariable))) {
        std::fprintf(stderr, "tidemark: %s\n", error->c_str());
        return 2;
    }
    // A file that may not grow any more is like a full disk, and no reason to die.
    std::signal(SIGXFSZ, SIG_IGN);
    QCoreApplication::setApplicationName(QStringLiteral("tidemark"));
    QCoreApplication::setApplicationVersion(QStringLiteral(TIDEMARK_VERSION));

    // Help and mistakes need no display.
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    const auto parsed = tidemark::optionsOf(arguments);
    if (const auto* end = std::get_if<tidemark::OptionsEnd>(&parsed)) {
        std::fputs(qPrintable(end->text), end->status == 0 ? stdout : stderr);
        return end->status;
    }

    // Whatever is written from here on is for its owner alone.
    ::umask(S_IRWXG | S_IRWXO);
    QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    useReadableFont();
    QApplication::setQuitOnLastWindowClosed(false);
    tidemark::Application run(std::get<tidemark::Options>(parsed));
    run.start();
    return QApplication::exec();
}
