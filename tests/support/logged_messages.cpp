#include "tests/support/logged_messages.h"

#include "tests/support/flat_json.h"

#include <array>
#include <charconv>
#include <chrono>
#include <fstream>
#include <string_view>

namespace tidemark::test {

namespace {

/// "2018-05-29T21:20:37Z", to the second.
std::optional<UnixMs> parseTime(std::string_view text)
{
    if (text.size() < std::string_view("2018-05-29T21:20:37Z").size()) {
        return std::nullopt;
    }
    const auto part = [text](std::size_t from, std::size_t length) {
        int value = -1;
        std::from_chars(text.data() + from, text.data() + from + length, value);
        return value;
    };
    using namespace std::chrono;
    const year_month_day date{year(part(0, 4)), month(static_cast<unsigned>(part(5, 2))),
                              day(static_cast<unsigned>(part(8, 2)))};
    if (!date.ok()) {
        return std::nullopt;
    }
    const auto time = sys_days(date) + hours(part(11, 2)) + minutes(part(14, 2)) + seconds(part(17, 2));
    return UnixMs{duration_cast<milliseconds>(time.time_since_epoch()).count()};
}

} // namespace

std::optional<LoggedMessage> parseLoggedMessage(const std::string& line)
{
    auto values = readFlatJson(line);
    if (!values || !values->contains("from") || !values->contains("text")) {
        return std::nullopt;
    }
    const auto at = parseTime((*values)["at"]);
    if (!at) {
        return std::nullopt;
    }
    return LoggedMessage{.author = (*values)["from"],
                         .at = *at,
                         .text = (*values)["text"],
                         .isAction = (*values)["action"] == "true"};
}

std::vector<LoggedMessage> readLoggedMessages(const std::string& path, std::size_t limit)
{
    std::vector<LoggedMessage> messages;
    std::ifstream file(path);
    std::string line;
    while (messages.size() < limit && std::getline(file, line)) {
        if (auto message = parseLoggedMessage(line)) {
            messages.push_back(std::move(*message));
        }
    }
    return messages;
}

std::vector<LoggedMessage> repeatedTalk(const std::vector<LoggedMessage>& talk, std::size_t count)
{
    constexpr std::int64_t pauseMs = 60'000;
    if (talk.empty()) {
        return {};
    }
    const std::int64_t periodMs = talk.back().at.value - talk.front().at.value + pauseMs;
    std::vector<LoggedMessage> messages;
    messages.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        LoggedMessage& message = messages.emplace_back(talk[i % talk.size()]);
        message.at.value += static_cast<std::int64_t>(i / talk.size()) * periodMs;
    }
    return messages;
}

std::vector<LoggedMessage> builtInTalk()
{
    struct Line {
        const char* author;
        const char* text;
    };
    constexpr std::array lines{
        Line{"marta", "morning! has anybody looked at the tide tables for the weekend?"},
        Line{"jonas", "yes, low water is at 6:40 on Saturday"},
        Line{"jonas", "and a bit after seven on Sunday, so we could sleep longer"},
        Line{"marta", "Sunday then"},
        Line{"小林", "周日我也可以，要带什么吗？"},
        Line{"marta", "boots, and something warm 🌊"},
        Line{"ines", "I can bring the big camera if someone has room for the tripod in the car"},
        Line{"jonas", "there is room, I'll pick you up at 5:30"},
        Line{"ines", "5:30?! \"sleep longer\", he said"},
        Line{"小林", "哈哈，我坐火车来"},
    };
    constexpr std::size_t repetitions = 20;
    constexpr std::int64_t pauseMs = 23'000;
    std::vector<LoggedMessage> messages;
    UnixMs at{1'700'000'000'000};
    for (std::size_t i = 0; i < repetitions * lines.size(); ++i) {
        const Line& line = lines[i % lines.size()];
        messages.push_back({.author = line.author, .at = at, .text = line.text, .isAction = false});
        at.value += pauseMs;
    }
    return messages;
}

} // namespace tidemark::test
