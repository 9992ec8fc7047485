#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::load {

/// A number that a scenario can be given, with what it is in a full and in a brief run.
struct Parameter {
    const char* name;
    std::uint64_t full;
    std::uint64_t brief;
    const char* meaning;
};

/// What the command line says.
class Arguments {
public:
    /// `words` after the name of the scenario. Fails at what `parameters` do not have.
    Arguments(const std::vector<std::string>& words, const std::vector<Parameter>& parameters);

    [[nodiscard]] std::uint64_t operator[](std::string_view parameter) const;
    /// Tens of connections and seconds, for what is checked.
    [[nodiscard]] bool isBrief() const { return m_isBrief; }
    [[nodiscard]] const std::string& server() const { return m_texts.at("server"); }
    [[nodiscard]] const std::string& directory() const { return m_texts.at("directory"); }
    /// A file that figures are appended to; empty: none.
    [[nodiscard]] const std::string& figures() const { return m_texts.at("figures"); }
    /// What TLS ends at.
    enum class Tls : std::uint8_t { None, Server, Proxy };
    [[nodiscard]] Tls tls() const;
    /// Where the server keeps what it is told.
    enum class Database : std::uint8_t { Sqlite, Postgres };
    [[nodiscard]] Database database() const;

private:
    bool m_isBrief = false;
    std::map<std::string, std::string> m_texts;
    std::map<std::string, std::uint64_t, std::less<>> m_numbers;
};

} // namespace tidemark::load
