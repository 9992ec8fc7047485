#include "server-stub/main/settings/log_handler.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>

#include <atomic>
#include <cstdio>

namespace tidemark::server {
namespace {

std::atomic<LogLevel> leastLevel{LogLevel::Info};
std::atomic<LogFormat> chosenFormat{LogFormat::Text};

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

QByteArray textLine(const QString& time, LogLevel level, const QString& message)
{
    QString line = message;
    line.replace(QLatin1Char('\n'), QLatin1Char(' '));
    return QStringLiteral("%1 %2 %3").arg(time, QString::fromLatin1(nameOf(level)), line).toLocal8Bit();
}

QByteArray jsonLine(const QString& time, LogLevel level, const char* category, const QString& message)
{
    const QJsonObject line{{QStringLiteral("time"), time},
                           {QStringLiteral("level"), QString::fromLatin1(nameOf(level))},
                           {QStringLiteral("category"), QString::fromLatin1(category)},
                           {QStringLiteral("message"), message}};
    return QJsonDocument(line).toJson(QJsonDocument::Compact);
}

void handle(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    const LogLevel level = levelOf(type);
    if (level < leastLevel) {
        return;
    }
    const QString time = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs);
    const QByteArray line = chosenFormat == LogFormat::Json ? jsonLine(time, level, context.category, message)
                                                            : textLine(time, level, message);
    std::fprintf(stderr, "%s\n", line.constData());
}

} // namespace

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

void installLogHandler(LogLevel level, LogFormat format)
{
    leastLevel = level;
    chosenFormat = format;
    qInstallMessageHandler(handle);
}

} // namespace tidemark::server
