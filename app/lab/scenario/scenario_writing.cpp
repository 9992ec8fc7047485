#include "app/lab/scenario/scenario_text.h"
#include "app/lab/scenario/verbs.h"

namespace tidemark::lab {

namespace {

std::string subjectOf(const Action& action)
{
    if (action.isForAll) {
        return std::string(everyDevice);
    }
    if (action.server > 0) {
        return std::string(serverWord) + std::to_string(action.server);
    }
    return formOf(action.verb).subject == Subject::Database ? std::string(databaseWord) : action.device;
}

std::string argumentsOf(const Action& action)
{
    switch (formOf(action.verb).arguments) {
    case Arguments::None:
        return {};
    case Arguments::Conversation:
        return " " + action.conversation;
    case Arguments::ReadThrough:
        return " " + action.conversation + (action.message.empty() ? "" : " to " + action.message);
    case Arguments::MarkFrom:
        return " " + action.conversation + " from " + action.message;
    case Arguments::NewMessages:
        return " " + action.conversation + " " + action.message
               + (action.count == 1 ? "" : " x" + std::to_string(action.count))
               + (action.text.empty() ? "" : " " + action.text);
    case Arguments::Message:
        return " " + action.conversation + " " + action.message;
    case Arguments::Moment:
        return action.moment == KillMoment::Now            ? std::string()
               : action.moment == KillMoment::BeforeCommit ? " before-commit"
                                                           : " after-commit";
    case Arguments::Percent:
    case Arguments::Milliseconds:
        return " " + std::to_string(action.number);
    case Arguments::Seconds:
        return " " + secondsOf(Milliseconds(action.number));
    case Arguments::ForSeconds:
        return action.number == 0 ? std::string() : " for " + secondsOf(Milliseconds(action.number));
    }
    return {};
}

std::string joined(const std::vector<std::string>& words)
{
    std::string all;
    for (const std::string& word : words) {
        all += " " + word;
    }
    return all;
}

} // namespace

std::string secondsOf(Milliseconds time)
{
    constexpr std::int64_t perSecond = 1000;
    const std::int64_t size = time.count() < 0 ? -time.count() : time.count();
    std::string text = (time.count() < 0 ? "-" : "") + std::to_string(size / perSecond);
    if (size % perSecond != 0) {
        std::string fraction = std::to_string(perSecond + size % perSecond).substr(1);
        fraction.erase(fraction.find_last_not_of('0') + 1);
        text += "." + fraction;
    }
    return text;
}

std::string wordsOf(const Action& action)
{
    return subjectOf(action) + " " + std::string(formOf(action.verb).word) + argumentsOf(action);
}

std::string writeScenario(const Scenario& scenario)
{
    std::string text = "tidemark-scenario 1\ntitle " + scenario.title + "\n";
    for (const std::string& sentence : scenario.about) {
        text += "about " + sentence + "\n";
    }
    for (const SeenAt& one : scenario.seen) {
        text += "seen " + one.row + " " + one.where + "\n";
    }
    if (scenario.walk > 0) {
        text += "walk " + std::to_string(scenario.walk) + "\n";
    }
    text +=
        "seed " + std::to_string(scenario.seed) + "\nservers " + std::to_string(scenario.servers) + "\n\n";
    for (const PersonOf& person : scenario.people) {
        text += "person " + person.name + joined(person.devices) + "\n";
    }
    for (const ConversationOf& one : scenario.conversations) {
        text += (one.isDirect ? "direct " : "group ") + one.name + joined(one.members) + "\n";
    }
    text += "\n";
    for (const Action& action : scenario.actions) {
        text += "at " + secondsOf(action.at) + " " + wordsOf(action) + "\n";
    }
    text += "\n";
    for (const Expectation& one : scenario.expectations) {
        text += "expect " + one.device
                + (one.conversation.empty() ? " total " : " " + one.conversation + " unread ")
                + std::to_string(one.unread) + "\n";
    }
    if (!scenario.goesWrong.empty()) {
        text += "goes-wrong";
        for (const Way way : scenario.goesWrong) {
            text += " " + std::string(nameOf(way));
        }
        text += "\n";
    }
    return text;
}

} // namespace tidemark::lab
