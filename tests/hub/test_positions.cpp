#include "tests/hub/rights_scene.h"

#include <array>
#include <fstream>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace tidemark::server::positions_test {

namespace {

/// Where a request points to.
struct Position {
    LogEpoch logEpoch;
    Seq seq;
};

/// One request about the group, or about the channel.
struct Asking {
    RightsScene& scene;
    Client& actor;
    Position at;
    Position inChannel;

    [[nodiscard]] Generation generation(ConversationId conversation) const
    {
        return scene.generationIn(conversation, actor.user);
    }
    [[nodiscard]] HeldState held() const { return {scene.group, at.logEpoch, at.seq, {}, 0, at.seq}; }
};

using Make = std::function<protocol::ClientFrame(const Asking&)>;

const std::vector<std::pair<std::string, Make>>& operations()
{
    static const std::vector<std::pair<std::string, Make>> all{
        {"Hello",
         [](const Asking& by) {
             protocol::Hello hello = by.actor.helloFrame();
             hello.held = {by.held()};
             return hello;
         }},
        {"Sync", [](const Asking& by) { return protocol::Sync{{by.held()}}; }},
        {"Pull",
         [](const Asking& by) {
             return protocol::Pull{by.scene.group, by.at.logEpoch, by.at.seq, {}, {}, 0};
         }},
        {"Send",
         [](const Asking& by) {
             return protocol::Send{by.scene.group,
                                   by.scene.world.freshUuid(),
                                   {},
                                   protocol::TextContent{"said", false, by.at.seq, {}, false}};
         }},
        {"Read",
         [](const Asking& by) {
             return protocol::Read{{{by.scene.group, by.generation(by.scene.group), {0, by.at.seq}}}};
         }},
        {"Delivered",
         [](const Asking& by) {
             return protocol::Delivered{{{by.scene.group, by.at.logEpoch, by.at.seq}}};
         }},
        {"MarkUnread",
         [](const Asking& by) {
             return protocol::MarkUnread{by.scene.group, by.generation(by.scene.group), by.at.seq,
                                         by.scene.world.freshUuid()};
         }},
        {"OpenFeed",
         [](const Asking& by) {
             return protocol::OpenFeed{{{by.scene.channel, by.inChannel.logEpoch,
                                         by.generation(by.scene.channel), by.inChannel.seq}}};
         }},
        {"GetReaders",
         [](const Asking& by) {
             return protocol::GetReaders{by.scene.group, by.at.seq};
         }},
    };
    return all;
}

constexpr std::array<std::string_view, 4> places{"below", "head", "beyond", "other log"};

Position positionIn(RightsScene& scene, ConversationId conversation, std::string_view place)
{
    const auto record = scene.world.store.conversation(conversation);
    if (place == "other log") {
        return {LogEpoch(record->logEpoch.value + 1), record->head};
    }
    // The entry below the head is a message too.
    const Seq seq = place == "below"  ? previous(record->head)
                    : place == "head" ? record->head
                                      : next(record->head);
    return {record->logEpoch, seq};
}

/// What is answered to one request, in a scene of its own.
struct Trial {
    RightsScene scene;
    Client& actor;
    protocol::ClientFrame frame;

    Trial(Case standing, const Make& make, std::string_view place) : actor(scene.actorOf(standing))
    {
        for (const ConversationId conversation : {scene.group, scene.channel}) {
            scene.ada.send(conversation, "one");
            scene.ada.send(conversation, "two");
        }
        for (Client* client : {&scene.ada, &scene.max, &scene.bob}) {
            client->pushes();
        }
        frame = make(
            {scene, actor, positionIn(scene, scene.group, place), positionIn(scene, scene.channel, place)});
    }
};

std::vector<std::vector<std::string>> expectedRows()
{
    std::ifstream file(TIDEMARK_SOURCE_DIR "/tests/hub/positions.tsv");
    REQUIRE(file.is_open());
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) {
            continue;
        }
        std::istringstream in(line);
        rows.emplace_back();
        for (std::string cell; std::getline(in, cell, '\t');) {
            rows.back().push_back(cell);
        }
    }
    return rows;
}

} // namespace

TEST_CASE("members are answered by where a request points to, as docs/rights.md says")
{
    const auto rows = expectedRows();
    REQUIRE(rows.size() == operations().size() + 1);
    for (std::size_t i = 0; i < operations().size(); ++i) {
        const auto& [name, make] = operations()[i];
        const std::vector<std::string>& row = rows[i + 1];
        REQUIRE(row.size() == places.size() + 1);
        REQUIRE(row.front() == name);
        INFO(name);
        for (std::size_t place = 0; place < places.size(); ++place) {
            if (row[place + 1] == "-") {
                continue;
            }
            CAPTURE(places[place]);
            for (const Case standing : {Case::Owner, Case::Moderator, Case::Member}) {
                Trial trial(standing, make, places[place]);
                CHECK(trial.scene.answerTo(trial.actor, trial.frame) == row[place + 1]);
            }
        }
    }
}

TEST_CASE("whoever is no member is answered the same wherever a request points to")
{
    for (const auto& [name, make] : operations()) {
        INFO(name);
        for (const Case standing : {Case::NoMember, Case::Left, Case::Banned}) {
            CAPTURE(static_cast<int>(standing));
            std::optional<std::vector<protocol::ServerFrame>> first;
            for (const std::string_view place : places) {
                CAPTURE(place);
                Trial trial(standing, make, place);
                const std::string before = trial.scene.traces();
                const auto answers = trial.scene.answersTo(trial.actor, trial.frame);
                CHECK(trial.scene.traces() == before);
                if (!first) {
                    first = answers;
                }
                CHECK((answers == *first));
            }
        }
    }
}

} // namespace tidemark::server::positions_test
