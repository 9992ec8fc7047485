#include "server-stub/hub/contract/request_bounds.h"
#include "server-stub/hub/contract/request_cost.h"
#include "tests/hub/hub_world.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace tidemark::server::documented_bounds_test {

namespace {

const std::filesystem::path source = TIDEMARK_SOURCE_DIR;

std::string textOf(const std::filesystem::path& path)
{
    std::ifstream file(source / path);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// All matches of the first group of the pattern.
std::vector<std::string> matchesIn(const std::string& text, const std::regex& pattern)
{
    std::vector<std::string> found;
    std::transform(std::sregex_iterator(text.begin(), text.end(), pattern), {}, std::back_inserter(found),
                   [](const std::smatch& match) { return match.str(1); });
    return found;
}

/// The names in the first column of a table of docs/PROTOCOL.md, each with the number at the beginning of the
/// second column. Rows whose second column does not begin with one number for all are left out.
std::map<std::string, std::size_t> tableAfter(const std::string& heading)
{
    const std::string page = textOf("docs/PROTOCOL.md");
    const std::size_t begin = page.find("\n" + heading);
    REQUIRE(begin != std::string::npos);
    const std::string table = page.substr(begin, page.find("\n\n", begin) - begin);
    const std::regex row("\\n\\|([^|]*`[^|]*)\\| ([0-9,]*[0-9])(,| \\|)");
    const std::regex quoted("`([A-Za-z.]+)`");
    std::map<std::string, std::size_t> numbers;
    for (std::sregex_iterator at(table.begin(), table.end(), row); at != std::sregex_iterator(); ++at) {
        std::string number = at->str(2);
        std::erase(number, ',');
        for (const std::string& name : matchesIn(at->str(1), quoted)) {
            numbers[name] = std::stoul(number);
        }
    }
    return numbers;
}

/// The messages of all proto files, by name, with the text between their braces. Requests and fields that no
/// server takes yet are left out.
std::map<std::string, std::string> messages()
{
    std::map<std::string, std::string> found;
    const std::regex opening("\\nmessage ([A-Za-z]+) \\{\\n");
    const std::regex later(
        "\\n *// (Client, )?LATER[.:][^\\n]*(\\n *//[^\\n]*)*\\n(message [A-Za-z]+|[^\\n]*;)");
    for (const auto& file : std::filesystem::directory_iterator(source / "proto/tidemark/v1")) {
        const std::string text =
            std::regex_replace(textOf(std::filesystem::relative(file.path(), source)), later, "");
        for (std::sregex_iterator at(text.begin(), text.end(), opening); at != std::sregex_iterator(); ++at) {
            const auto begin = static_cast<std::size_t>(at->position());
            found[at->str(1)] = text.substr(begin, text.find("\n}", begin) - begin);
        }
    }
    return found;
}

/// The lists of all requests, as "Message.field", also those of the messages in them.
std::set<std::string> listsOfRequests()
{
    const std::map<std::string, std::string> all = messages();
    const std::regex field("\\n +(?:repeated |optional )?([A-Z][A-Za-z]+) [a-z_]+ = ");
    const std::regex list("\\n +repeated [A-Za-z0-9]+ ([a-z_]+) = ");
    std::set<std::string> lists;
    std::set<std::string> seen;
    std::vector<std::string> left{"ClientEnvelope"};
    while (!left.empty()) {
        const std::string name = left.back();
        left.pop_back();
        const auto message = all.find(name);
        if (message == all.end() || !seen.insert(name).second) {
            continue; // an enumeration, or a message within a message, whose fields stand in the outer one
        }
        for (const std::string& one : matchesIn(message->second, list)) {
            lists.insert(name + "." + one);
        }
        for (const std::string& type : matchesIn(message->second, field)) {
            left.push_back(type);
        }
    }
    return lists;
}

using FrameOf = std::function<protocol::ClientFrame(std::size_t)>;

protocol::ClientFrame sendOf(content::Message message)
{
    protocol::Send send;
    send.content = std::move(message);
    return send;
}

/// Makes a frame whose list has that many elements.
const std::map<std::string, FrameOf> framesWithLists{
    {"Hello.held",
     [](std::size_t size) {
         protocol::Hello hello;
         hello.held.resize(size);
         return hello;
     }},
    {"Sync.held", [](std::size_t size) { return protocol::Sync{std::vector<HeldState>(size)}; }},
    {"Read.intents",
     [](std::size_t size) { return protocol::Read{std::vector<protocol::ReadIntent>(size)}; }},
    {"Delivered.reached",
     [](std::size_t size) { return protocol::Delivered{std::vector<protocol::Reached>(size)}; }},
    {"GetStates.conversations",
     [](std::size_t size) { return protocol::GetStates{std::vector<ConversationId>(size)}; }},
    {"OpenFeed.snapshots",
     [](std::size_t size) { return protocol::OpenFeed{std::vector<protocol::FeedSnapshot>(size)}; }},
    {"GetUsers.ids", [](std::size_t size) { return protocol::GetUsers{std::vector<UserId>(size)}; }},
    {"CreateGroup.members",
     [](std::size_t size) {
         protocol::CreateGroup group;
         group.members.resize(size);
         return group;
     }},
    {"GetAvatars.places",
     [](std::size_t size) { return protocol::GetAvatars{std::vector<AvatarPlace>(size)}; }},
    {"Folder.conversations",
     [](std::size_t size) {
         protocol::SetFolder set;
         set.change.folder.conversations.resize(size);
         return set;
     }},
    {"HideMessages.seqs",
     [](std::size_t size) {
         return protocol::HideMessages{{}, {}, {}, std::vector<Seq>(size)};
     }},
    {"TextContent.mentions",
     [](std::size_t size) {
         content::Message message;
         message.mentions.resize(size);
         return sendOf(std::move(message));
     }},
    {"TextContent.attachments",
     [](std::size_t size) {
         content::Message message;
         message.attachments.resize(size);
         return sendOf(std::move(message));
     }},
};

const std::map<std::string, protocol::ClientFrame> framesWithPrices{
    {"Hello", protocol::Hello()},
    {"Typing", protocol::Typing()},
    {"Send.forward", sendOf({.source = {ConversationId(1), LogEpoch(1), Seq(1)}})},
    {"OpenDirect", protocol::OpenDirect()},
    {"CreateChannel", protocol::CreateChannel()},
    {"Follow", protocol::Follow()},
    {"Unfollow", protocol::Unfollow()},
    {"AnswerInvitation", protocol::AnswerInvitation()},
    {"GetMembers", protocol::GetMembers()},
    {"GetReaders", protocol::GetReaders()},
    {"GetReactors", protocol::GetReactors()},
    {"PullReactions", protocol::PullReactions()},
    {"SetDraft", protocol::SetDraft()},
    {"GetDrafts", protocol::GetDrafts()},
    {"Schedule", protocol::Schedule()},
    {"GetScheduled", protocol::GetScheduled()},
    {"SetFolder", protocol::SetFolder()},
    {"HideMessages", protocol::HideMessages()},
    {"FindChannels", protocol::FindChannels()},
    {"BeginUpload", protocol::BeginUpload()},
    {"FinishUpload", protocol::FinishUpload()},
    {"CancelUpload", protocol::CancelUpload()},
};

} // namespace

TEST_CASE("every list that a request can have stands in the protocol's document")
{
    const std::map<std::string, std::size_t> documented = tableAfter("| list |");
    const std::set<std::string> lists = listsOfRequests();
    CHECK(documented.size() == lists.size());
    for (const std::string& list : lists) {
        CHECK_MESSAGE(documented.contains(list), list);
    }
}

TEST_CASE("the server bounds each list as the protocol's document says")
{
    for (const auto& row : tableAfter("| list |")) {
        const std::string& name = row.first;
        const std::size_t max = row.second;
        INFO(name);
        REQUIRE(framesWithLists.contains(name));
        const FrameOf& frameOf = framesWithLists.at(name);
        CHECK_FALSE(refusalOfSize(frameOf(max)));
        const auto refusal = refusalOfSize(frameOf(max + 1));
        REQUIRE(refusal);
        CHECK(refusal->code == protocol::ErrorCode::ListTooLong);
        CHECK(refusal->detail == name.substr(name.find('.') + 1) + ": at most " + std::to_string(max));
    }
}

TEST_CASE("each request costs what the protocol's document says")
{
    const std::map<std::string, std::size_t> documented = tableAfter("| request | tokens");
    CHECK(documented.size() == framesWithPrices.size());
    for (const auto& row : documented) {
        const std::string& name = row.first;
        INFO(name);
        REQUIRE(framesWithPrices.contains(name));
        CHECK(costOf(framesWithPrices.at(name), Limits()) == row.second);
    }
}

} // namespace tidemark::server::documented_bounds_test
