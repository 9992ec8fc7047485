#include "app/lab/scenario/scenario_text.h"
#include "app/lab/scenario/verbs.h"
#include "core/base/utf8.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace tidemark::lab {

namespace {

/// Thrown by the reader's functions, and caught by readScenario().
struct BadLine {
    std::string message;
};

/// A word of the file as it may stand in a message: short, and without control characters.
std::string shown(std::string_view word)
{
    std::string clean;
    for (const char c : word.substr(0, 40)) {
        clean += static_cast<unsigned char>(c) >= 0x20 && c != 0x7f && static_cast<unsigned char>(c) < 0x80
                     ? c
                     : '?';
    }
    return "'" + clean + "'";
}

/// Whether the bytes are UTF-8 without control characters.
bool isPlainText(std::string_view text)
{
    while (!text.empty()) {
        const char32_t point = utf8::takeCodePoint(text);
        if (point == utf8::invalid || utf8::isControl(point)) {
            return false;
        }
    }
    return true;
}

/// The words of one line, taken one after another.
class Words {
public:
    explicit Words(std::string_view line) : m_rest(line) { skip(); }

    [[nodiscard]] bool isAtEnd() const { return m_rest.empty(); }
    [[nodiscard]] std::string_view peek() const { return m_rest.substr(0, m_rest.find(' ')); }
    std::string_view take(std::string_view what)
    {
        if (isAtEnd()) {
            throw BadLine{std::string(what) + " is missing"};
        }
        const std::string_view word = peek();
        m_rest.remove_prefix(word.size());
        skip();
        return word;
    }
    bool takeIf(std::string_view word)
    {
        if (peek() != word) {
            return false;
        }
        take(word);
        return true;
    }
    std::string_view takeRest() { return std::exchange(m_rest, {}); }
    void end() const
    {
        if (!isAtEnd()) {
            throw BadLine{shown(peek()) + " is too much here"};
        }
    }

private:
    void skip() { m_rest.remove_prefix(std::min(m_rest.find_first_not_of(' '), m_rest.size())); }
    std::string_view m_rest;
};

template <typename Number>
Number numberIn(std::string_view word, Number least, Number most, std::string_view what)
{
    Number value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || value < least || value > most) {
        throw BadLine{std::string(what) + " must be a number from " + std::to_string(least) + " to "
                      + std::to_string(most) + ", not " + shown(word)};
    }
    return value;
}

/// Seconds with at most three decimals.
Milliseconds secondsIn(std::string_view word, bool mayBeNegative, std::string_view what)
{
    constexpr std::int64_t perSecond = 1000;
    const bool isNegative = mayBeNegative && word.starts_with('-');
    const std::string_view size = word.substr(isNegative ? 1 : 0);
    const std::size_t point = std::min(size.find('.'), size.size());
    std::string digits(size.substr(0, point));
    std::string decimals(size.substr(std::min(point + 1, size.size())));
    if (decimals.size() > 3 || (point < size.size() && decimals.empty()) || digits.empty()
        || !std::ranges::all_of(digits + decimals, [](char c) { return c >= '0' && c <= '9'; })) {
        throw BadLine{std::string(what) + " must be seconds such as 3 or 2.5, not " + shown(word)};
    }
    decimals.resize(3, '0');
    const auto whole = numberIn<std::int64_t>(digits, 0, caps::timeMs / perSecond, what);
    const std::int64_t ms = whole * perSecond + numberIn<std::int64_t>(decimals, 0, perSecond - 1, what);
    return Milliseconds(isNegative ? -ms : ms);
}

class ScenarioReader {
public:
    void readLine(std::string_view line)
    {
        if (!isPlainText(line)) {
            throw BadLine{"the line is not plain UTF-8 text"};
        }
        Words words(line);
        if (words.isAtEnd() || words.peek().starts_with('#')) {
            return;
        }
        const std::string_view word = words.take("a word");
        const auto found = handlers().find(word);
        if (found == handlers().end()) {
            throw BadLine{shown(word) + " begins no line of a scenario"};
        }
        (this->*found->second)(words);
        words.end();
    }

    Scenario finish()
    {
        if (m_scenario.title.empty()) {
            throw BadLine{"the scenario has no title"};
        }
        if (m_scenario.people.empty()) {
            throw BadLine{"the scenario has no person"};
        }
        return std::move(m_scenario);
    }

private:
    using Handler = void (ScenarioReader::*)(Words&);
    static const std::map<std::string_view, Handler>& handlers()
    {
        static const std::map<std::string_view, Handler> all{
            {"title", &ScenarioReader::readTitle},        {"about", &ScenarioReader::readAbout},
            {"seen", &ScenarioReader::readSeen},          {"walk", &ScenarioReader::readWalk},
            {"seed", &ScenarioReader::readSeed},          {"servers", &ScenarioReader::readServers},
            {"person", &ScenarioReader::readPerson},      {"group", &ScenarioReader::readGroup},
            {"direct", &ScenarioReader::readDirect},      {"at", &ScenarioReader::readAction},
            {"expect", &ScenarioReader::readExpectation}, {"goes-wrong", &ScenarioReader::readGoesWrong},
        };
        return all;
    }

    static std::string textIn(Words& words, std::string_view what)
    {
        const std::string_view text = words.takeRest();
        if (text.empty() || text.size() > caps::textBytes) {
            throw BadLine{std::string(what) + " must have 1 to " + std::to_string(caps::textBytes)
                          + " bytes"};
        }
        return std::string(text);
    }

    static bool isReserved(std::string_view name)
    {
        return name == everyDevice || name == databaseWord || name == "total" || name.starts_with(serverWord);
    }

    static std::string nameIn(std::string_view word, std::string_view what)
    {
        const bool isGood = word.size() <= caps::nameBytes && word.front() >= 'a' && word.front() <= 'z'
                            && std::ranges::all_of(word, [](char c) {
                                   return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
                               });
        if (!isGood || isReserved(word)) {
            throw BadLine{shown(word) + " cannot be the name of " + std::string(what)
                          + ": a name has up to 32 small letters, digits and '-', and begins with a letter"};
        }
        return std::string(word);
    }

    void beforeActions() const
    {
        if (!m_scenario.actions.empty()) {
            throw BadLine{"people, conversations and servers stand before the first action"};
        }
    }

    void readTitle(Words& words) { m_scenario.title = textIn(words, "the title"); }
    void readAbout(Words& words) { m_scenario.about.push_back(textIn(words, "the sentence")); }
    void readWalk(Words& words)
    {
        m_scenario.walk = numberIn<std::uint32_t>(words.take("the step"), 1, 99, "the step");
    }
    void readSeed(Words& words)
    {
        m_scenario.seed = numberIn<std::uint64_t>(words.take("the seed"), 1, UINT64_MAX, "the seed");
    }
    void readServers(Words& words)
    {
        beforeActions();
        m_scenario.servers = numberIn<std::uint32_t>(words.take("the number of servers"), 1, caps::servers,
                                                     "the number of servers");
    }
    void readSeen(Words& words)
    {
        SeenAt seen{std::string(words.take("the row")), {}};
        seen.where = textIn(words, "the place");
        m_scenario.seen.push_back(std::move(seen));
    }

    void readPerson(Words& words)
    {
        beforeActions();
        PersonOf person{nameIn(words.take("the person's name"), "a person"), {}};
        if (m_members.contains(person.name) || m_scenario.people.size() == caps::people) {
            throw BadLine{"the person " + person.name + " is there twice, or there are too many"};
        }
        do {
            std::string device = nameIn(words.take("a device"), "a device");
            if (!m_devices.emplace(device, person.name).second || m_devices.size() > caps::devices) {
                throw BadLine{"the device " + device + " is there twice, or there are too many"};
            }
            person.devices.push_back(std::move(device));
        } while (!words.isAtEnd());
        m_members[person.name];
        m_scenario.people.push_back(std::move(person));
    }

    void readGroup(Words& words) { readConversation(words, false); }
    void readDirect(Words& words) { readConversation(words, true); }
    void readConversation(Words& words, bool isDirect)
    {
        beforeActions();
        ConversationOf conversation{
            nameIn(words.take("the conversation's name"), "a conversation"), {}, isDirect};
        if (m_messages.contains(conversation.name) || m_messages.size() == caps::conversations) {
            throw BadLine{"the conversation " + conversation.name + " is there twice, or there are too many"};
        }
        while (!words.isAtEnd()) {
            const std::string member(words.take("a member"));
            const auto found = m_members.find(member);
            if (found == m_members.end() || !found->second.insert(conversation.name).second) {
                throw BadLine{shown(member) + " is not a person, or is named twice"};
            }
            conversation.members.push_back(member);
        }
        if (conversation.members.empty() || conversation.members.size() > caps::members
            || (isDirect && conversation.members.size() != 2)) {
            throw BadLine{isDirect ? "a direct chat has two members" : "a group has 1 to 50 members"};
        }
        m_messages[conversation.name];
        m_scenario.conversations.push_back(std::move(conversation));
    }

    void readAction(Words& words)
    {
        Action action;
        action.at = secondsIn(words.take("the time"), false, "the time");
        if (!m_scenario.actions.empty() && action.at < m_scenario.actions.back().at) {
            throw BadLine{"this action is earlier than the one before it"};
        }
        const Subject subject = readSubject(action, words.take("the device"));
        const std::string_view word = words.take("the verb");
        const auto form = std::ranges::find_if(verbForms, [&](const VerbForm& one) {
            const bool isDevices = subject == Subject::Device && one.subject == Subject::Link;
            return one.word == word && (one.subject == subject || isDevices);
        });
        if (form == verbForms.end()) {
            throw BadLine{shown(word) + " is nothing that can be done here"};
        }
        action.verb = form->verb;
        readArguments(action, form->arguments, words);
        if (action.verb == Verb::BackUp || action.verb == Verb::DatabaseBackUp) {
            m_backups.insert(action.device);
        } else if ((action.verb == Verb::PutBack || action.verb == Verb::DatabaseRestore)
                   && !m_backups.contains(action.device)) {
            throw BadLine{"there is no backup of it before"};
        }
        m_scenario.actions.push_back(std::move(action));
    }

    Subject readSubject(Action& action, std::string_view word)
    {
        if (word == everyDevice) {
            action.isForAll = true;
            return Subject::Link;
        }
        if (word == databaseWord) {
            return Subject::Database;
        }
        if (word.starts_with(serverWord)) {
            action.server = numberIn<std::uint32_t>(word.substr(serverWord.size()), 1, m_scenario.servers,
                                                    "the server's number");
            return Subject::Server;
        }
        action.device = deviceIn(word);
        return Subject::Device;
    }

    std::string deviceIn(std::string_view word) const
    {
        if (!m_devices.contains(word)) {
            throw BadLine{shown(word) + " is not a device of this scenario"};
        }
        return std::string(word);
    }

    std::string conversationIn(std::string_view word, const std::string& device) const
    {
        const std::set<std::string>& known = m_members.at(m_devices.find(device)->second);
        if (!known.contains(std::string(word))) {
            throw BadLine{shown(word) + " is not a conversation of this device's user"};
        }
        return std::string(word);
    }

    std::string messageIn(std::string_view word, const std::string& conversation) const
    {
        if (!m_messages.at(conversation).contains(std::string(word))) {
            throw BadLine{shown(word) + " is not a message that was sent before in " + conversation};
        }
        return std::string(word);
    }

    void readArguments(Action& action, Arguments arguments, Words& words)
    {
        constexpr std::int64_t percent = 100;
        constexpr std::int64_t maxDelayMs = 60000;
        switch (arguments) {
        case Arguments::None:
            return;
        case Arguments::Conversation:
        case Arguments::ReadThrough:
        case Arguments::MarkFrom:
        case Arguments::NewMessages:
        case Arguments::Message:
            action.conversation = conversationIn(words.take("the conversation"), action.device);
            readMessage(action, arguments, words);
            return;
        case Arguments::Moment:
            action.moment = words.takeIf("before-commit")  ? KillMoment::BeforeCommit
                            : words.takeIf("after-commit") ? KillMoment::AfterCommit
                                                           : KillMoment::Now;
            return;
        case Arguments::Percent:
            action.number =
                numberIn<std::int64_t>(words.take("the percentage"), 0, percent, "the percentage");
            return;
        case Arguments::Milliseconds:
            action.number = numberIn<std::int64_t>(words.take("the delay"), 0, maxDelayMs, "the delay");
            return;
        case Arguments::Seconds:
            action.number = secondsIn(words.take("the time"), true, "the time").count();
            return;
        case Arguments::ForSeconds:
            if (words.takeIf("for")) {
                action.number = secondsIn(words.take("the time"), false, "the time").count();
            }
            return;
        }
    }

    void readMessage(Action& action, Arguments arguments, Words& words)
    {
        if (arguments == Arguments::NewMessages) {
            readNewMessages(action, words);
            return;
        }
        const bool isGiven = arguments == Arguments::Message
                             || (arguments == Arguments::ReadThrough && words.takeIf("to"))
                             || (arguments == Arguments::MarkFrom && words.takeIf("from"));
        if (isGiven) {
            action.message = messageIn(words.take("the message"), action.conversation);
        } else if (arguments == Arguments::MarkFrom) {
            throw BadLine{"'from' and a message are missing"};
        }
    }

    void readNewMessages(Action& action, Words& words)
    {
        action.message = nameIn(words.take("the message's name"), "a message");
        const std::string_view count = words.peek();
        if (count.size() > 1 && count.front() == 'x' && count[1] >= '0' && count[1] <= '9') {
            action.count = numberIn<std::uint32_t>(words.take("the number").substr(1), 2,
                                                   caps::messagesOfAction, "the number of messages");
        }
        if (!words.isAtEnd()) {
            action.text = textIn(words, "the text");
        }
        m_sent += action.count;
        if (m_sent > caps::messages) {
            throw BadLine{"the scenario has too many messages"};
        }
        std::set<std::string>& known = m_messages[action.conversation];
        for (std::uint32_t i = 1; i <= action.count; ++i) {
            const std::string name = action.count == 1 ? action.message : action.message + std::to_string(i);
            if (!known.insert(name).second) {
                throw BadLine{"the message " + name + " is there twice"};
            }
        }
    }

    void readExpectation(Words& words)
    {
        Expectation expectation{deviceIn(words.take("the device")), {}, 0};
        if (!words.takeIf("total")) {
            expectation.conversation = conversationIn(words.take("the conversation"), expectation.device);
            if (!words.takeIf("unread")) {
                throw BadLine{"'unread' is missing"};
            }
        }
        expectation.unread =
            numberIn<std::uint64_t>(words.take("the number"), 0, caps::messages, "the number");
        m_scenario.expectations.push_back(std::move(expectation));
    }

    void readGoesWrong(Words& words)
    {
        do {
            const std::string_view word = words.take("a way");
            const auto way = wayNamed(word);
            if (!way || std::ranges::find(m_scenario.goesWrong, *way) != m_scenario.goesWrong.end()) {
                throw BadLine{shown(word) + " is not a way to count, or is named twice"};
            }
            m_scenario.goesWrong.push_back(*way);
        } while (!words.isAtEnd());
    }

    Scenario m_scenario;
    std::map<std::string, std::string, std::less<>> m_devices;           ///< each with its person
    std::map<std::string, std::set<std::string>, std::less<>> m_members; ///< the conversations of each person
    std::map<std::string, std::set<std::string>> m_messages; ///< the messages of each conversation
    std::set<std::string> m_backups; ///< the devices that have one; empty: the database
    std::size_t m_sent = 0;
};

} // namespace

Expected<Scenario, ScenarioError> readScenario(std::string_view text)
{
    if (text.size() > caps::fileBytes) {
        return Unexpected(ScenarioError{1, "the file has more than one megabyte"});
    }
    ScenarioReader reader;
    std::size_t line = 0;
    try {
        while (!text.empty()) {
            ++line;
            const std::size_t end = std::min(text.find('\n'), text.size());
            std::string_view one = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            if (one.ends_with('\r')) {
                one.remove_suffix(1);
            }
            if (line == 1) {
                if (one != "tidemark-scenario 1") {
                    throw BadLine{"the first line must be 'tidemark-scenario 1'"};
                }
            } else if (line > caps::lines) {
                throw BadLine{"the file has too many lines"};
            } else {
                reader.readLine(one);
            }
        }
        if (line == 0) {
            throw BadLine{"the first line must be 'tidemark-scenario 1'"};
        }
        return reader.finish();
    } catch (const BadLine& bad) {
        return Unexpected(ScenarioError{std::max<std::size_t>(line, 1), bad.message});
    }
}

} // namespace tidemark::lab
