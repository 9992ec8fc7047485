#include "app/cli/importing/import_identity.h"
#include "app/cli/importing/import_log.h"
#include "core/domain/limits.h"
#include "core/names/label.h"
#include "core/names/name_keys.h"
#include "server-stub/hub/contract/text_rules.h"
#include "tests/programs/fuzz/require.h"

#include <QTemporaryFile>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace tidemark::fuzz {

namespace {

/// The file of this process, with new content.
QString fileOf(const std::uint8_t* bytes, std::size_t size)
{
    static QTemporaryFile file;
    const bool isWritten = (file.isOpen() || file.open()) && file.resize(0) && file.seek(0)
                           && file.write(reinterpret_cast<const char*>(bytes), static_cast<qint64>(size))
                                  == static_cast<qint64>(size)
                           && file.flush();
    require(isWritten, "the file can be written");
    return file.fileName();
}

void checkNames(const cli::ImportLine& line)
{
    const std::string title = cli::roomTitle(line.room);
    require(titleOf(title, Limits().maxTitleBytes) == title, "a server takes the title as it is");
    const std::string name = cli::plainName(line.from);
    require(accountNameOf(name, Limits().maxNameBytes) == name, "a server takes the name as it is");
    require(!nameSkeletons(line.from).empty() && nameFold(nameFold(line.from)) == nameFold(line.from),
            "every name has keys");
    require(server::isValidUtf8(line.text), "the text is UTF-8");
    require(cli::messageUuidOf(line).isValid(), "a message has a uuid");
}

/// Every file must be refused, or read to its end twice in the same way.
void readLog(const QString& path)
{
    cli::ImportLog log(path);
    const auto summary = log.check();
    if (!summary) {
        require(!summary.error().isEmpty(), "a refusal has a reason");
        return;
    }
    for (int pass = 0; pass < 2; ++pass) {
        std::uint64_t lines = 0;
        std::uint64_t last = 0;
        while (const auto line = log.next()) {
            require(line->number > last, "lines come in the order of the file");
            last = line->number;
            require(std::find(summary->rooms.begin(), summary->rooms.end(), line->room)
                        != summary->rooms.end(),
                    "every room is known");
            checkNames(*line);
            ++lines;
        }
        require(lines == summary->lines, "every line that was checked is read");
        log.rewind();
    }
}

} // namespace

} // namespace tidemark::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    tidemark::fuzz::readLog(tidemark::fuzz::fileOf(bytes, size));
    return 0;
}
