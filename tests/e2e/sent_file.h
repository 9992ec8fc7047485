#pragma once

#include "tests/e2e/device.h"

#include <QByteArray>
#include <QString>

namespace tidemark::test {

/// Creates a file with these bytes. Returns its path; empty if that failed.
[[nodiscard]] QString makeFile(const QString& path, const QByteArray& bytes);
/// The bytes of a file, or words that no test writes if it cannot be read.
[[nodiscard]] QByteArray contentOf(const QString& path);
/// Fetches the first file of a message to `copy`, which may not be there yet.
[[nodiscard]] CliResult fetch(const Device& reader, qint64 conversation, qint64 seq, const QString& copy);
/// Fetches the file and compares it with `file`. Returns what is wrong; empty if the bytes are the same.
[[nodiscard]] QString fetchFault(const Device& reader, qint64 conversation, qint64 seq, const QString& file);

} // namespace tidemark::test
