#include "tests/programs/load/base/arguments.h"

#include "tests/programs/load/base/failure.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

namespace tidemark::load {
namespace {

const std::map<std::string, Arguments::Tls, std::less<>> tlsEnds{
    {"none", Arguments::Tls::None}, {"server", Arguments::Tls::Server}, {"proxy", Arguments::Tls::Proxy}};
const std::map<std::string, Arguments::Database, std::less<>> databases{
    {"sqlite", Arguments::Database::Sqlite}, {"postgres", Arguments::Database::Postgres}};

std::uint64_t numberOf(const std::string& option, const std::string& text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    check(error == std::errc() && end == text.data() + text.size(),
          [&] { return "--" + option + " wants a number, not '" + text + "'"; });
    return number;
}

} // namespace

Arguments::Arguments(const std::vector<std::string>& words, const std::vector<Parameter>& parameters)
    : m_texts{{"server", std::filesystem::read_symlink("/proc/self/exe").parent_path() / "tidemark-server"},
              {"directory", std::filesystem::temp_directory_path()},
              {"figures", {}},
              {"tls", "none"},
              {"database", "sqlite"}}
{
    m_isBrief = std::find(words.begin(), words.end(), "--brief") != words.end();
    for (const Parameter& parameter : parameters) {
        m_numbers.emplace(parameter.name, m_isBrief ? parameter.brief : parameter.full);
    }
    for (auto word = words.begin(); word != words.end(); ++word) {
        if (*word == "--brief") {
            continue;
        }
        const std::string name = word->starts_with("--") ? word->substr(2) : std::string();
        const auto text = m_texts.find(name);
        const auto number = m_numbers.find(name);
        check(text != m_texts.end() || number != m_numbers.end(),
              [&] { return "unknown option '" + *word + "'"; });
        check(++word != words.end(), [&] { return "--" + name + " needs a value"; });
        if (text != m_texts.end()) {
            text->second = *word;
            check(name != "tls" || tlsEnds.contains(*word),
                  [&] { return "--tls must be none, server or proxy, not '" + *word + "'"; });
            check(name != "database" || databases.contains(*word),
                  [&] { return "--database must be sqlite or postgres, not '" + *word + "'"; });
        } else {
            number->second = numberOf(name, *word);
        }
    }
}

Arguments::Tls Arguments::tls() const
{
    return tlsEnds.at(m_texts.at("tls"));
}

Arguments::Database Arguments::database() const
{
    return databases.at(m_texts.at("database"));
}

std::uint64_t Arguments::operator[](std::string_view parameter) const
{
    return m_numbers.find(parameter)->second;
}

} // namespace tidemark::load
