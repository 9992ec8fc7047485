#pragma once

#include "app/cli/parsing/option.h"
#include "core/base/expected.h"

#include <QStringList>

#include <cstdint>
#include <vector>

namespace tidemark::cli {

/// The place where options may stand. After the word "--" no word is an option.
enum class OptionsPlace : std::uint8_t {
    BeforeOtherWords, ///< only before the first word that is not an option
    Anywhere,
};

/// A command line after parsing.
struct ParsedWords {
    OptionValues options;
    QStringList others; ///< the words that are neither options nor values of options
};

/// Finds the options among `words`, which do not include the program's name. --help is always known; if it is
/// given, nothing else is checked. The error is for the user.
[[nodiscard]] Expected<ParsedWords, QString> parseOptions(const std::vector<Option>& options,
                                                          const QStringList& words, OptionsPlace place);

} // namespace tidemark::cli
