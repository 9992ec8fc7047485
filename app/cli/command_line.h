#pragma once

#include "app/cli/parsing/arguments.h"
#include "core/base/expected.h"

#include <QString>
#include <QStringList>

#include <string>
#include <variant>
#include <vector>

namespace tidemark::cli {

/// A text that the user has asked for, for example the help.
struct ShowText {
    QString text;
};

/// Decodes the words of a command line, which must be UTF-8. The error is for the user.
[[nodiscard]] Expected<QStringList, QString> wordsOf(const std::vector<std::string>& bytes);

/// Parses `arguments`, which must not contain the program's name. The error is for the user.
[[nodiscard]] Expected<std::variant<Arguments, ShowText>, QString>
parseArguments(const QStringList& arguments);

} // namespace tidemark::cli
