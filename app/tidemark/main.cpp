#include "app/tidemark/application.h"
#include "core/base/failpoint.h"
#include "ui/desktop_id.h"
#include "ui/font_preload.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QStyleFactory>

#include <sys/stat.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <thread>

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

/// What this start wants of one that is running; read before Qt takes the tokens for itself.
tidemark::InstanceRequest requestOf(const tidemark::Options& options)
{
    using Wish = tidemark::InstanceRequest::Wish;
    tidemark::InstanceRequest request;
    request.wish = options.quits             ? Wish::Quit
                   : !options.link.isEmpty() ? Wish::Open
                   : options.startsInTray    ? Wish::Stay
                                             : Wish::Raise;
    // Too long to be good, and said to be bad there.
    constexpr qsizetype longest = 4096;
    request.link = options.link.left(longest);
    request.token = {qgetenv("XDG_ACTIVATION_TOKEN"), qgetenv("DESKTOP_STARTUP_ID")};
    return request;
}

/// The status to end with where one that is running has the rest to do.
std::optional<int> handedOver(const tidemark::Options& options, const tidemark::InstanceRequest& request)
{
    const QString profile = tidemark::Application::directoryOf(options.profile);
    switch (tidemark::handOver(tidemark::instanceSocketOf(profile), request)) {
    case tidemark::HandOver::Done:
        return 0;
    case tidemark::HandOver::Nobody:
        return options.quits ? std::optional<int>(0) : std::nullopt;
    case tidemark::HandOver::NoAnswer:
        break;
    }
    std::fputs("tidemark: the one that is running does not answer\n", stderr);
    return options.quits ? std::optional<int>(1) : std::nullopt;
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
    QGuiApplication::setDesktopFileName(tidemark::desktopId);

    // Help and mistakes need no display.
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    const auto parsed = tidemark::optionsOf(arguments);
    if (const auto* end = std::get_if<tidemark::OptionsEnd>(&parsed)) {
        std::fputs(qPrintable(end->text), end->status == 0 ? stdout : stderr);
        return end->status;
    }

    auto options = std::get<tidemark::Options>(parsed);
    tidemark::InstanceRequest request = requestOf(options);
    if (const auto status = handedOver(options, request))
        return *status;

    // Whatever is written from here on is for its owner alone.
    ::umask(S_IRWXG | S_IRWXO);
    std::jthread fonts = tidemark::preloadFonts();
    QApplication application(argc, argv);
    fonts.join();
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    useReadableFont();
    QApplication::setQuitOnLastWindowClosed(false);
    for (;;) {
        const tidemark::LanguageTexts texts(tidemark::localeOf(tidemark::Application::languageOf(options)));
        const tidemark::Application run(options, request);
        const int status = QApplication::exec();
        if (status != tidemark::Application::beginAnew)
            return status;
        // What was chosen meanwhile counts, and what was open.
        options.language.reset();
        options.openConversation = 0;
        options.link.clear();
        options.startsInTray = false;
        request = {};
    }
}
