#include "app/tidemark/application.h"
#include "core/base/failpoint.h"
#include "ui/platform/desktop_id.h"
#include "ui/platform/font_preload.h"

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

/// Enlarges Qt's default of 9 points, which is small for reading, if the desktop sets no font. Also prefers
/// fonts with coloured emoji to fonts with black ones.
void useReadableFont()
{
    constexpr double readablePoints = 10.5;
    const QString emoji = QStringLiteral("Noto Color Emoji");
    QFont font = QApplication::font();
    if (qEnvironmentVariableIsEmpty("XDG_CURRENT_DESKTOP") && font.pointSizeF() < readablePoints) {
        font.setPointSizeF(readablePoints);
    }
    if (QFontDatabase::hasFamily(emoji)) {
        font.setFamilies({QFontInfo(font).family(), emoji});
    }
    QApplication::setFont(font);
}

/// Returns the request of this start to a running instance. Must run before Qt removes the tokens from the
/// environment.
tidemark::InstanceRequest requestOf(const tidemark::Options& options)
{
    using Action = tidemark::InstanceRequest::Action;
    tidemark::InstanceRequest request;
    request.action = options.quits             ? Action::Quit
                     : !options.link.isEmpty() ? Action::Open
                     : options.startsInTray    ? Action::Stay
                                               : Action::Raise;
    // A longer link is invalid. It is still invalid when cut off, and the running instance reports that.
    constexpr qsizetype maxLinkLength = 4096;
    request.link = options.link.left(maxLinkLength);
    request.token = {qgetenv("XDG_ACTIVATION_TOKEN"), qgetenv("DESKTOP_STARTUP_ID")};
    return request;
}

/// Returns the exit code if a running instance has accepted the request.
std::optional<int> handedOver(const tidemark::Options& options, const tidemark::InstanceRequest& request)
{
    const QString profile = tidemark::Application::directoryOf(options.profile);
    switch (tidemark::handOver(tidemark::instanceSocketOf(profile), request)) {
    case tidemark::HandOver::Done:
        return 0;
    case tidemark::HandOver::NotRunning:
        return options.quits ? std::optional<int>(0) : std::nullopt;
    case tidemark::HandOver::NoAnswer:
        break;
    }
    std::fputs("tidemark: the running instance does not answer\n", stderr);
    return options.quits ? std::optional<int>(1) : std::nullopt;
}

} // namespace

int main(int argc, char** argv)
{
    if (const auto error = tidemark::armFailpoint(std::getenv(tidemark::failpointVariable))) {
        std::fprintf(stderr, "tidemark: %s\n", error->c_str());
        return 2;
    }
    // A file that has reached its size limit is handled like a full disk: the signal must not kill the
    // program.
    std::signal(SIGXFSZ, SIG_IGN);
    QCoreApplication::setApplicationName(QStringLiteral("tidemark"));
    QCoreApplication::setApplicationVersion(QStringLiteral(TIDEMARK_VERSION));
    QGuiApplication::setDesktopFileName(tidemark::desktopId);

    // The help and the errors need no display.
    QStringList arguments;
    for (int i = 0; i < argc; ++i) {
        arguments.append(QString::fromLocal8Bit(argv[i]));
    }
    const auto parsed = tidemark::optionsOf(arguments);
    if (const auto* end = std::get_if<tidemark::OptionsEnd>(&parsed)) {
        std::fputs(qPrintable(end->text), end->status == 0 ? stdout : stderr);
        return end->status;
    }

    auto options = std::get<tidemark::Options>(parsed);
    tidemark::InstanceRequest request = requestOf(options);
    if (const auto status = handedOver(options, request)) {
        return *status;
    }

    // Files created from here on are accessible only to their owner.
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
        if (status != tidemark::Application::exitToRestart) {
            return status;
        }
        // Choices made in the window override the options, and the open conversation is kept.
        options.language.reset();
        options.openConversation = 0;
        options.link.clear();
        options.startsInTray = false;
        request = {};
    }
}
