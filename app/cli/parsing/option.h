#pragma once

#include <QHash>
#include <QString>
#include <QStringList>

#include <chrono>
#include <cstdint>
#include <optional>

namespace tidemark::cli {

/// The required form of a value on the command line.
enum class ValueKind : std::uint8_t {
    None, ///< a flag
    Text,
    Id,     ///< a whole number from 1
    Number, ///< a whole number from 0
    Factor, ///< a number above 0, at most a million
};

/// Says what is wrong with `value`, which the user gave for `name`; empty if it is valid.
[[nodiscard]] QString problemOf(ValueKind kind, const QString& name, const QString& value);

/// Declares an option.
struct Option {
    const char* name = ""; ///< without dashes
    ValueKind kind = ValueKind::None;
    const char* value = ""; ///< the value's name in the help
    const char* help = "";
    bool isRequired = false;
};

inline constexpr Option helpOption{.name = "help", .help = "show this text"};

/// The options that a command line gives, with valid values.
class OptionValues {
public:
    /// Options that are given several times keep all values.
    void insert(const Option& option, const QString& value);

    [[nodiscard]] bool has(const Option& option) const;
    [[nodiscard]] QString text(const Option& option, const QString& fallback = {}) const;
    /// Returns the values in the order of the command line.
    [[nodiscard]] QStringList all(const Option& option) const;
    /// Returns the value of an option of kind Id or Number.
    [[nodiscard]] std::uint64_t number(const Option& option, std::uint64_t fallback) const;
    /// Returns the value of an option of kind Factor; empty if the option is missing.
    [[nodiscard]] std::optional<double> factor(const Option& option) const;
    /// Returns the value of an option of kind Factor that is a number of seconds; empty if the option is
    /// missing.
    [[nodiscard]] std::optional<std::chrono::milliseconds> time(const Option& option) const;

private:
    /// The values by the options' names; flags have an empty value.
    QHash<QString, QStringList> m_values;
};

} // namespace tidemark::cli
