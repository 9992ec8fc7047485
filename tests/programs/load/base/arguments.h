#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::load {

/// A number that the user can give a scenario, with its values in a full and in a brief run.
struct Parameter {
    const char* name;
    std::uint64_t full;
    std::uint64_t brief;
    const char* meaning;
};

/// The parsed command line.
class Arguments {
public:
    /// `words` follow the name of the scenario. Fails if one is not in `parameters`.
    Arguments(const std::vector<std::string>& words, const std::vector<Parameter>& parameters);

    [[nodiscard]] std::uint64_t operator[](std::string_view parameter) const;
    /// A brief run has tens of connections and takes seconds. It only checks the answers.
    [[nodiscard]] bool isBrief() const { return m_isBrief; }
    [[nodiscard]] const std::string& server() const { return m_texts.at("server"); }
    [[nodiscard]] const std::string& directory() const { return m_texts.at("directory"); }
    /// The file to which figures are appended; empty for none.
    [[nodiscard]] const std::string& figures() const { return m_texts.at("figures"); }
    /// The place where TLS ends.
    enum class Tls : std::uint8_t { None, Server, Proxy };
    [[nodiscard]] Tls tls() const;
    /// The kind of database that the server uses.
    enum class Database : std::uint8_t { Sqlite, Postgres };
    [[nodiscard]] Database database() const;

private:
    bool m_isBrief = false;
    std::map<std::string, std::string> m_texts;
    std::map<std::string, std::uint64_t, std::less<>> m_numbers;
};

} // namespace tidemark::load
