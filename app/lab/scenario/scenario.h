#pragma once

#include "core/domain/ids.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::lab {

/// The ways to keep unread numbers that a scenario can be played with. All but the first store counters, and
/// differ in how they change two of them (docs/two-counters.md).
enum class Way : std::uint8_t { Tidemark, TwoSteps, Lock, Optimistic, Script };

struct NamedWay {
    Way way;
    std::string_view name;
};
inline constexpr std::array allWays{
    NamedWay{Way::Tidemark, "tidemark"}, NamedWay{Way::TwoSteps, "two-steps"},
    NamedWay{Way::Lock, "lock"},         NamedWay{Way::Optimistic, "optimistic"},
    NamedWay{Way::Script, "script"},
};
[[nodiscard]] std::string_view nameOf(Way way);
[[nodiscard]] std::optional<Way> wayNamed(std::string_view name);

/// Everything that can be done to a device, its link, a server or the database.
enum class Verb : std::uint8_t {
    Open,       ///< the user opens the conversation, and sees everything that the device holds
    Read,       ///< the user reads up to a message
    MarkUnread, ///< from a message on
    Send,
    Recall,
    Mute,
    Unmute,
    Leave,
    SignOut,
    SignIn,
    Off,
    On,
    Kill,
    LoseDisk,
    BackUp,
    PutBack,
    Clock,    ///< sets the device's clock ahead of the true time, or behind it
    Loss,     ///< percent of the frames
    Double,   ///< percent of the frames
    Overtake, ///< percent of the frames
    Delay,    ///< in milliseconds, each way
    Cut,
    Mend,
    ServerKill,
    ServerStart,
    ServerDrain,
    ServerCut, ///< from the other servers
    ServerMend,
    DatabaseBackUp,
    DatabaseRestore,
};

/// When a device or server ends that is killed: at once, or at its next commit.
enum class KillMoment : std::uint8_t { Now, BeforeCommit, AfterCommit };

/// One thing that is done at one time. Fields that the verb does not need are as they are here.
struct Action {
    Milliseconds at{0};
    Verb verb = Verb::Open;
    std::string device;       ///< empty: the verb is for a server, the database or all devices
    std::uint32_t server = 0; ///< from 1; 0: the verb is not for a server
    bool isForAll = false;    ///< for all devices
    std::string conversation;
    std::string message; ///< the name that the scenario gives it; empty: the newest one
    std::string text;
    std::uint32_t count = 1; ///< of messages: they are called message1, message2, …
    std::int64_t number = 0; ///< of the verbs with a number; for Cut milliseconds, 0: until it is mended
    KillMoment moment = KillMoment::Now;

    friend bool operator==(const Action&, const Action&) = default;
};

struct PersonOf {
    std::string name;
    std::vector<std::string> devices;
    friend bool operator==(const PersonOf&, const PersonOf&) = default;
};

struct ConversationOf {
    std::string name;
    std::vector<std::string> members; ///< names of persons; the first one makes the conversation
    bool isDirect = false;
    friend bool operator==(const ConversationOf&, const ConversationOf&) = default;
};

/// A number that a device must show at rest.
struct Expectation {
    std::string device;
    std::string conversation; ///< empty: the total
    std::uint64_t unread = 0;
    friend bool operator==(const Expectation&, const Expectation&) = default;
};

/// A row of docs/failures.md that the scenario shows.
struct SeenAt {
    std::string row;
    std::string where;
    friend bool operator==(const SeenAt&, const SeenAt&) = default;
};

/// One world from its beginning until rest: people, devices, actions, faults. All else follows from the seed.
struct Scenario {
    std::string title;
    std::vector<std::string> about; ///< sentences for the user
    std::vector<SeenAt> seen;
    std::uint32_t walk = 0; ///< the step of the walk for newcomers, from 1; 0: none
    std::uint64_t seed = 1;
    std::uint32_t servers = 1;
    std::vector<PersonOf> people;
    std::vector<ConversationOf> conversations;
    std::vector<Action> actions; ///< ascending by time
    std::vector<Expectation> expectations;
    std::vector<Way> goesWrong; ///< the ways that this scenario shows with a wrong number at rest

    friend bool operator==(const Scenario&, const Scenario&) = default;
};

/// The names of the conversations that the person is a member of from the beginning.
[[nodiscard]] std::vector<std::string> conversationsOf(const Scenario& scenario, const std::string& person);

/// Limits of a scenario, so that a file from elsewhere cannot take all memory or time.
namespace caps {
constexpr std::size_t fileBytes = 1024 * 1024;
constexpr std::size_t nameBytes = 32;
constexpr std::size_t textBytes = 1000;
constexpr std::size_t lines = 10000;
constexpr std::size_t people = 50;
constexpr std::size_t devices = 100;
constexpr std::size_t conversations = 50;
constexpr std::size_t members = 50;
constexpr std::uint32_t servers = 5;
constexpr std::uint32_t messagesOfAction = 200;
constexpr std::size_t messages = 5000; ///< of all actions
constexpr std::int64_t timeMs = 24 * 3600 * 1000;
} // namespace caps

} // namespace tidemark::lab
