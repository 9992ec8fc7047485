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
    bool isReal = false; ///< false if generated, because the corpus is not there
    std::vector<ChatLine> lines;
};

/// A log of the corpus beside the sources (`../shared/corpus/NAME`), unchanged. If it is absent, a
/// generated log of the same shape is written into `folder`: room NAME without its ending, English, Chinese
/// and emoji, actions, repeated texts.
[[nodiscard]] ChatLog chatLog(const QString& name, const QString& folder);

/// Reads at most `limit` lines of a log (0: all); empty if it cannot be read.
[[nodiscard]] std::vector<ChatLine> readChatLog(const QString& path, std::size_t limit = 0);

/// Writes `lineCount` generated lines of `people` authors, the same every time.
[[nodiscard]] bool writeGeneratedLog(const QString& path, const QString& room, int lineCount, int people);

/// The log that comes with the sources: the script of the demo, some users in three rooms.
[[nodiscard]] QString bundledLog();

/// The folder of the corpus; empty if there is none.
[[nodiscard]] QString corpusFolder();

} // namespace tidemark::test
