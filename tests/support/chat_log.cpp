#include "tests/support/chat_log.h"

#include "core/base/random.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

namespace tidemark::test {
namespace {

constexpr int generatedLines = 3000;
constexpr int generatedPeople = 120;

QString generatedText(SplitMix64& random)
{
    static const QStringList words = {
        QStringLiteral("does"),
        QStringLiteral("anyone"),
        QStringLiteral("know"),
        QStringLiteral("why"),
        QStringLiteral("server"),
        QStringLiteral("build"),
        QStringLiteral("the"),
        QStringLiteral("/etc/fstab"),
        QStringLiteral("消息"),
        QStringLiteral("未读"),
        QStringLiteral("你好"),
        QStringLiteral("👍🏽"),
        QStringLiteral("👩‍👩‍👧"),
        QStringLiteral("naïve"),
        QStringLiteral("\"a\""),
        QStringLiteral("it's"),
    };
    // Some texts are repeated, because equal texts must not be taken for the same message.
    if (random.below(10) == 0) {
        return QStringLiteral("ok");
    }
    QStringList chosen;
    for (std::uint64_t left = 1 + random.below(25); left > 0; --left) {
        chosen << words.at(static_cast<qsizetype>(random.below(static_cast<std::uint64_t>(words.size()))));
    }
    return chosen.join(QLatin1Char(' '));
}

} // namespace

QString bundledLog()
{
    return QStringLiteral(TIDEMARK_SOURCE_DIR "/tools/demo-data/script.jsonl");
}

QString corpusFolder()
{
    const QDir folder(
        qEnvironmentVariable("TIDEMARK_CORPUS", QStringLiteral(TIDEMARK_SOURCE_DIR "/../shared/corpus")));
    return folder.exists() ? folder.absolutePath() : QString();
}

bool writeGeneratedLog(const QString& path, const QString& room, int lineCount, int people)
{
    QFile file(path);
    if (!file.open(QFile::WriteOnly)) {
        return false;
    }
    SplitMix64 random(static_cast<std::uint64_t>(lineCount) * 31U + static_cast<std::uint64_t>(people));
    QDateTime at = QDateTime::fromString(QStringLiteral("2020-02-03T04:05:06Z"), Qt::ISODate);
    for (int i = 0; i < lineCount; ++i) {
        at = at.addSecs(static_cast<qint64>(random.below(90)));
        // Every author sends at least once. After that a few send most messages, as in real rooms.
        const auto speaker = i < people ? static_cast<std::uint64_t>(i)
                                        : random.below(1 + random.below(static_cast<std::uint64_t>(people)));
        QJsonObject line{{QStringLiteral("room"), room},
                         {QStringLiteral("at"), at.toString(Qt::ISODate)},
                         {QStringLiteral("from"), QStringLiteral("person%1").arg(speaker)},
                         {QStringLiteral("text"), generatedText(random)}};
        if (random.below(40) == 0) {
            line.insert(QStringLiteral("action"), true);
        }
        file.write(QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n');
    }
    return file.flush();
}

std::vector<ChatLine> readChatLog(const QString& path, std::size_t limit)
{
    QFile file(path);
    std::vector<ChatLine> lines;
    if (!file.open(QFile::ReadOnly)) {
        return lines;
    }
    while (!file.atEnd() && (limit == 0 || lines.size() < limit)) {
        const QJsonObject line = QJsonDocument::fromJson(file.readLine()).object();
        if (!line.isEmpty()) {
            lines.push_back({line[QLatin1String("room")].toString(), line[QLatin1String("from")].toString(),
                             line[QLatin1String("text")].toString(), line[QLatin1String("action")].toBool()});
        }
    }
    return lines;
}

ChatLog chatLog(const QString& name, const QString& folder)
{
    const QString corpus = corpusFolder();
    ChatLog log{QDir(corpus).filePath(name), !corpus.isEmpty(), {}};
    if (!log.isReal || !QFileInfo::exists(log.path)) {
        log.path = QDir(folder).filePath(name);
        log.isReal = false;
        if (!writeGeneratedLog(log.path, QFileInfo(name).completeBaseName(), generatedLines,
                               generatedPeople)) {
            return log;
        }
    }
    log.lines = readChatLog(log.path);
    return log;
}

} // namespace tidemark::test
