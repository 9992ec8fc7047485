#pragma once

#include <QString>

#include <vector>

namespace tidemark::test {

/// One line of a chat log as JSON lines: {"room", "at", "from", "text"} and "action".
struct ChatLine {
    QString room;
    QString from;
    QString text;
    bool isAction = false;

    friend bool operator==(const ChatLine&, const ChatLine&) = default;
};

struct ChatLog {
    QString path;
    bool isReal = false; ///< false: generated, because the corpus is not there
    std::vector<ChatLine> lines;
};

/// A log of the corpus beside the sources (`../shared/corpus/NAME`) as it is.
/// Where that is absent, a generated one of the same shape is written into `folder`: room NAME without its
/// ending, English, Chinese and emoji, actions, repeated texts.
[[nodiscard]] ChatLog chatLog(const QString& name, const QString& folder);

/// Reads a log; empty when it cannot be read. At most `limit` lines; 0: all.
[[nodiscard]] std::vector<ChatLine> readChatLog(const QString& path, std::size_t limit = 0);

/// Writes `lineCount` generated lines of `people` authors. The same every time.
[[nodiscard]] bool writeGeneratedLog(const QString& path, const QString& room, int lineCount, int people);

/// The log that the sources bundle: the script of the demo, a few people in three rooms.
[[nodiscard]] QString bundledLog();

/// The corpus folder; empty when it is not there.
[[nodiscard]] QString corpusFolder();

} // namespace tidemark::test
