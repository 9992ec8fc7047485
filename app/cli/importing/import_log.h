#pragma once

#include "core/base/expected.h"

#include <QByteArray>
#include <QFile>
#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::cli {

/// One line of a chat log; all texts are UTF-8.
struct ImportLine {
    std::uint64_t number = 0; ///< the number of the line in the file, from 1
    std::string room;
    std::string from; ///< trimmed
    std::string text;
    std::int64_t atMs = 0; ///< since 1970 UTC
    bool isAction = false;
    friend bool operator==(const ImportLine&, const ImportLine&) = default;
};

/// Parses one line. The error tells the user what is wrong.
[[nodiscard]] Expected<ImportLine, QString> parseImportLine(const QByteArray& json, std::uint64_t number);

/// The result of one pass over the whole log.
struct ImportSummary {
    std::uint64_t lines = 0;
    std::vector<std::string> rooms; ///< in the order of their first lines
    QByteArray sha256;
};

/// Reads a log line by line, so that the memory it needs does not depend on the number of lines. Skips blank
/// lines, but counts them.
class ImportLog {
public:
    explicit ImportLog(const QString& path);

    /// Reads the whole file and returns to its start. The error names the first bad line, or says why the
    /// file cannot be read.
    [[nodiscard]] Expected<ImportSummary, QString> check();
    /// Returns the next line; empty at the end. A line that has become invalid since check() ends the log.
    [[nodiscard]] std::optional<ImportLine> next();
    void rewind();

private:
    QFile m_file;
    std::uint64_t m_number = 0;
};

} // namespace tidemark::cli
