#include "server-stub/main/log_handler.h"

#include <QDateTime>
#include <QString>

#include <atomic>
#include <cstdio>

namespace tidemark::server {
namespace {

std::atomic<LogLevel> leastLevel{LogLevel::Info};

LogLevel levelOf(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return LogLevel::Debug;
    case QtInfoMsg:
        return LogLevel::Info;
    case QtWarningMsg:
        return LogLevel::Warning;
    case QtCriticalMsg:
    case QtFatalMsg:
        break;
    }
    return LogLevel::Error;
}

const char* nameOf(LogLevel level)
{
    switch (level) {
    case LogLevel::Debug:
        return "debug";
    case LogLevel::Info:
        return "info";
    case LogLevel::Warning:
        return "warning";
    case LogLevel::Error:
        break;
    }
    return "error";
}

void handle(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message)
{
    const LogLevel level = levelOf(type);
    if (level < leastLevel)
        return;
    const QString time = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs);
    QString line = message;
    line.replace(QLatin1Char('\n'), QLatin1Char(' '));
    std::fprintf(stderr, "%s %s %s\n", qPrintable(time), nameOf(level), qPrintable(line));
}

} // namespace

void installLogHandler(LogLevel level)
{
    leastLevel = level;
    qInstallMessageHandler(handle);
}

} // namespace tidemark::server
