#include "core/wire/ignoring.h"

#include "core/wire/enum_map.h"
#include "core/wire/values.h"

#include <tidemark/v1/ignore.pb.h>

#include <algorithm>
#include <utility>

namespace tidemark::wire {

namespace {

using LevelPair = std::pair<IgnoreLevel, v1::IgnoreLevel>;
constexpr EnumMap ignoreLevels(std::array{
    LevelPair{IgnoreLevel::None, v1::IGNORE_LEVEL_NONE},
    LevelPair{IgnoreLevel::Ignored, v1::IGNORE_LEVEL_IGNORED},
    LevelPair{IgnoreLevel::Blocked, v1::IGNORE_LEVEL_BLOCKED},
});

} // namespace

void fillSetIgnored(v1::SetIgnored& message, const protocol::SetIgnored& frame)
{
    message.set_user(frame.user.value);
    message.set_level(ignoreLevels.toWire(frame.level, v1::IGNORE_LEVEL_UNKNOWN));
    fillUuid(*message.mutable_uuid(), frame.uuid);
    message.set_name(frame.name);
}

protocol::ClientFrame readSetIgnored(v1::SetIgnored& message, Problem& problem)
{
    const auto level = ignoreLevels.find(message.level());
    if (!level) {
        return protocol::UnknownFrame{};
    }
    return protocol::SetIgnored{.user = UserId(message.user()),
                                .level = *level,
                                .uuid = readUuid(message.uuid(), "set_ignored.uuid", problem),
                                .name = std::move(*message.mutable_name())};
}

void fillIgnoredUsers(v1::IgnoredUsers& message, const protocol::IgnoredUsers& frame)
{
    message.set_version(frame.version);
    for (const IgnoredUser& one : frame.ignored) {
        v1::IgnoredUsers::Ignored& oneMessage = *message.add_ignored();
        oneMessage.set_user(one.user.value);
        oneMessage.set_level(ignoreLevels.toWire(one.level, v1::IGNORE_LEVEL_UNKNOWN));
    }
    fillUsers(*message.mutable_users(), frame.users);
}

protocol::IgnoredUsers readIgnoredUsers(v1::IgnoredUsers& message, Problem& problem)
{
    protocol::IgnoredUsers frame;
    frame.version = message.version();
    frame.users = readUsers(*message.mutable_users(), problem);
    problem.checkListSize(static_cast<std::size_t>(message.ignored_size()), "ignored_users");
    if (problem.found()) {
        return frame;
    }
    frame.ignored.reserve(static_cast<std::size_t>(message.ignored_size()));
    for (const v1::IgnoredUsers::Ignored& one : message.ignored()) {
        const IgnoreLevel level = ignoreLevels.toDomain(one.level(), IgnoreLevel::Ignored);
        if (level != IgnoreLevel::None) {
            frame.ignored.push_back({UserId(one.user()), level});
        }
    }
    // Another order, or a user twice, makes no statement of its own.
    std::ranges::stable_sort(frame.ignored, {}, &IgnoredUser::user);
    frame.ignored.erase(
        std::unique(frame.ignored.begin(), frame.ignored.end(),
                    [](const IgnoredUser& one, const IgnoredUser& other) { return one.user == other.user; }),
        frame.ignored.end());
    return frame;
}

} // namespace tidemark::wire
