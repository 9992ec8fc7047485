#include "tests/support/wire_sizes.h"

#include "core/base/random.h"
#include "core/wire/codec.h"
#include "tests/support/flat_json.h"

#include <cstdio>
#include <ctime>
#include <map>
#include <span>

namespace tidemark::test {

namespace {

/// Every frame of a conversation repeats these values. Their sizes are those of a server that has run for
/// some time.
constexpr ConversationId conversation{418};
constexpr LogEpoch logEpoch{0xb4c71f20a9d36e85};
constexpr std::uint64_t firstRequest = 1000;

std::string isoTime(UnixMs at)
{
    const std::time_t seconds = at.value / 1000;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::string text(std::string_view("2018-05-29T21:20:37Z").size() + 1, '\0');
    text.resize(std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts));
    return text;
}

std::string uuidText(const MessageUuid& uuid)
{
    std::string text;
    for (std::size_t i = 0; i < uuid.bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) {
            text.push_back('-');
        }
        char digits[3] = {};
        std::snprintf(digits, sizeof digits, "%02x", uuid.bytes[i]);
        text += digits;
    }
    return text;
}

std::string jsonEntry(const Entry& entry, const std::string& author)
{
    std::string json = R"({"seq":)" + std::to_string(entry.seq.value) + R"(,"kind":"message","from":)"
                       + jsonString(author) + R"(,"at":")" + isoTime(entry.at) + R"(","text":)"
                       + jsonString(textOf(entry));
    if (fieldsOf(entry.content).isAction) {
        json += R"(,"action":true)";
    }
    if (entry.uuid.isValid()) {
        json += R"(,"uuid":")" + uuidText(entry.uuid) + '"';
    }
    return json + '}';
}

/// The log as entries of one conversation, with its users.
class LogAsEntries {
public:
    explicit LogAsEntries(const std::vector<LoggedMessage>& log)
    {
        SplitMix64 random(1);
        for (const LoggedMessage& message : log) {
            Entry entry;
            entry.seq = Seq(m_entries.size() + 1);
            entry.author = idOf(message.author);
            entry.at = message.at;
            entry.content = content::Message{message.text, message.isAction};
            if (entry.author == reader) {
                for (std::uint8_t& byte : entry.uuid.bytes) {
                    byte = static_cast<std::uint8_t>(random.next());
                }
            }
            m_entries.push_back(std::move(entry));
        }
    }

    [[nodiscard]] std::size_t size() const { return m_entries.size(); }

    [[nodiscard]] std::string wire(std::size_t from, std::size_t count) const
    {
        protocol::Range range;
        range.conversation = conversation;
        range.logEpoch = logEpoch;
        range.after = Seq(from);
        range.head = Seq(m_entries.size());
        std::map<UserId, User> people;
        for (const Entry& entry : slice(from, count)) {
            range.entries.push_back(entry);
            people[entry.author] = User{entry.author, nameOf(entry.author)};
        }
        for (auto& [id, user] : people) {
            range.users.push_back(std::move(user));
        }
        return wire::encode(protocol::ServerEnvelope{RequestId(firstRequest + from), 0, std::move(range)});
    }

    [[nodiscard]] std::string json(std::size_t from, std::size_t count) const
    {
        std::string json = R"({"request":)" + std::to_string(firstRequest + from) + R"(,"conversation":)"
                           + std::to_string(conversation.value) + R"(,"log_epoch":)"
                           + std::to_string(logEpoch.value) + R"(,"after":)" + std::to_string(from)
                           + R"(,"head":)" + std::to_string(m_entries.size()) + R"(,"entries":[)";
        for (const Entry& entry : slice(from, count)) {
            if (entry.seq.value > from + 1) {
                json.push_back(',');
            }
            json += jsonEntry(entry, nameOf(entry.author));
        }
        return json + "]}";
    }

private:
    static constexpr UserId reader{1};

    UserId idOf(const std::string& name)
    {
        const auto [found, isNew] = m_ids.try_emplace(name, UserId(m_names.size() + 1));
        if (isNew) {
            m_names.push_back(name);
        }
        return found->second;
    }

    [[nodiscard]] const std::string& nameOf(UserId id) const { return m_names.at(id.value - 1); }

    [[nodiscard]] std::span<const Entry> slice(std::size_t from, std::size_t count) const
    {
        return std::span(m_entries).subspan(from, count);
    }

    std::vector<Entry> m_entries;
    std::map<std::string, UserId> m_ids;
    std::vector<std::string> m_names;
};

} // namespace

double WireSizeRow::saved() const
{
    return jsonBytes == 0 ? 0.0 : 1.0 - static_cast<double>(wireBytes) / static_cast<double>(jsonBytes);
}

std::vector<WireSizeRow> measureWireSizes(const std::vector<LoggedMessage>& log)
{
    const LogAsEntries entries(log);
    std::vector<WireSizeRow> rows;
    for (const std::size_t count : {1U, 10U, 100U}) {
        WireSizeRow row;
        row.messagesPerFrame = count;
        for (std::size_t from = 0; from + count <= entries.size(); from += count) {
            ++row.frames;
            row.wireBytes += entries.wire(from, count).size();
            row.jsonBytes += entries.json(from, count).size();
        }
        rows.push_back(row);
    }
    return rows;
}

} // namespace tidemark::test
