#pragma once

#include "tests/e2e/device.h"
#include "tests/support/chat_log.h"

#include <QHash>
#include <QString>

#include <vector>

namespace tidemark::test {

/// Conversations by room, from what `import` prints at its end; empty when it failed.
[[nodiscard]] QHash<QString, qint64> roomsOf(const CliResult& import);

/// The lines of one room, in the order of the log.
[[nodiscard]] std::vector<ChatLine> linesOf(const ChatLog& log, const QString& room);
/// The messages that `history` shows, as lines of `room`. The program does not show actions: none is one.
[[nodiscard]] std::vector<ChatLine> shownLines(const Device& device, qint64 conversation,
                                               const QString& room);
/// The messages in the local store of a device that no program is using.
[[nodiscard]] std::vector<ChatLine> storedLines(const Device& device, qint64 conversation,
                                                const QString& room);
[[nodiscard]] std::vector<ChatLine> withoutActions(std::vector<ChatLine> lines);

/// Empty when both are equal; else where they differ first.
[[nodiscard]] QString difference(const std::vector<ChatLine>& expected, const std::vector<ChatLine>& found);

/// How many entries the logs of a server's database hold now, also while it runs. -1: cannot be read.
[[nodiscard]] qint64 durableEntries(const QString& serverDatabase);

} // namespace tidemark::test
