#pragma once

#include "tests/e2e/device.h"
#include "tests/support/chat_log.h"

#include <QHash>
#include <QString>

#include <vector>

namespace tidemark::test {

/// Conversations by room, from the last lines of `import`; empty if it failed.
[[nodiscard]] QHash<QString, qint64> roomsOf(const CliResult& import);

/// The lines of one room, in the order of the log.
[[nodiscard]] std::vector<ChatLine> linesOf(const ChatLog& log, const QString& room);
/// The messages that `history` shows, as lines of `room`. The program does not show actions, so no line is
/// one.
[[nodiscard]] std::vector<ChatLine> shownLines(const Device& device, qint64 conversation,
                                               const QString& room);
/// The messages in the local store of a device that no program uses.
[[nodiscard]] std::vector<ChatLine> storedLines(const Device& device, qint64 conversation,
                                                const QString& room);
[[nodiscard]] std::vector<ChatLine> withoutActions(std::vector<ChatLine> lines);

/// Empty if both are equal, or else the place where they first differ.
[[nodiscard]] QString difference(const std::vector<ChatLine>& expected, const std::vector<ChatLine>& found);

/// The number of entries in the logs of a server's database, also while the server runs; -1 if it cannot be
/// read.
[[nodiscard]] qint64 durableEntries(const QString& serverDatabase);

} // namespace tidemark::test
