#include "app/tidemark/application.h"

#include <QApplication>
#include <QStyleFactory>

#include <cstdio>

int main(int argc, char** argv)
{
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

    QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setQuitOnLastWindowClosed(false);
    tidemark::Application run(std::get<tidemark::Options>(parsed));
    run.start();
    return QApplication::exec();
}
