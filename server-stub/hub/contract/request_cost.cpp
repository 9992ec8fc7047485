#include "server-stub/hub/contract/request_cost.h"

#include "core/base/one_of.h"
#include "core/base/overloaded.h"
#include "core/domain/request_caps.h"
#include "server-stub/hub/contract/mention_finder.h"

#include <algorithm>
#include <cstddef>

namespace tidemark::server {

namespace {

/// Each of several things that are looked up together costs about a fiftieth of a request.
constexpr std::size_t namedPerToken = 50;
/// The entries of a range are read in order: this many cost as much as one lookup.
constexpr std::size_t entriesPerNamed = 5;
/// A state is counted from several tables. Those of one user cost less, because their rows are read together.
constexpr std::size_t ownStatesPerToken = 5;
/// For each member of a page, the entry that the member has read is looked up and the unread entries are
/// counted.
constexpr std::size_t namedPerMember = 5;
/// For each avatar, a conversation, two members and the avatar are looked up.
constexpr std::size_t namedPerAvatar = 5;
/// A forwarded message is looked up, with its conversation and the member.
constexpr std::size_t namedPerForward = namedPerToken;
/// Each row written costs about half of a request that writes one.
constexpr std::size_t writtenPerToken = 2;
/// Mentioned users, and the candidates for names in a text, are looked up one by one.
constexpr std::size_t mentionsPerToken = 10;
/// Reading, copying and sending this many bytes costs about as much as one request.
constexpr std::size_t bytesPerToken = std::size_t{64} * 1024;
/// An encoded push costs little for each of its receivers.
constexpr std::size_t pushesPerToken = 10;
/// Storing this many bytes of a draft, which changes often, costs about half of a request.
constexpr std::size_t draftBytesPerToken = std::size_t{4} * 1024;
/// Keeping a message for a later time costs as much as sending it several times: it is stored, looked for
/// when it is due, and sent then.
constexpr std::size_t scheduleCost = 5;
/// Files are counted in units of this many bytes.
constexpr std::size_t bytesPerTransferToken = 1024;
/// A request for a few bytes takes as much time as one for many.
constexpr std::uint32_t leastTransferCost = 40;
/// Beginning and finishing an upload wait for the disk.
constexpr std::uint32_t uploadCost = 10;
/// Starting a session looks up the account, the token and the devices, and stores the device.
constexpr std::uint32_t helloCost = 10;
/// A change of members, roles, the title or an avatar writes an entry and rows, and reaches all sessions that
/// watch the conversation.
constexpr std::uint32_t membershipCost = 5;
/// Searching many titles costs about as much as some lookups.
constexpr std::size_t titlesSearched = 1000;
/// A frame that reaches other users' devices costs more than one that only its sender sees.
constexpr std::uint32_t typingCost = 10;

std::size_t entriesOf(const protocol::Pull& pull, const Limits& limits)
{
    return pull.limit == 0 ? limits.maxPullEntries : std::min(pull.limit, limits.maxPullEntries);
}

std::uint32_t costOfTransfer(std::size_t bytes)
{
    return std::max(leastTransferCost, static_cast<std::uint32_t>(1 + bytes / bytesPerTransferToken));
}

/// Whether the frame changes the members of a conversation or a property that all members see.
bool isChangeForMembers(const protocol::ClientFrame& frame)
{
    using namespace protocol;
    return holdsOneOf<Join, Leave, AddMember, RemoveMember, OpenDirect, CreateChannel, Follow, Unfollow,
                      SetRole, Rename, SetForwarding, SetAvatar, AnswerInvitation>(frame);
}

/// Maximum number of rows that a frame writes, besides the first.
std::size_t writtenBy(const protocol::ClientFrame& frame)
{
    return std::visit(Overloaded{[](const protocol::Read& read) { return read.intents.size(); },
                                 [](const protocol::Delivered& said) { return said.reached.size(); },
                                 [](const protocol::OpenFeed& request) { return request.snapshots.size(); },
                                 [](const protocol::CreateGroup& request) { return request.members.size(); },
                                 // The rows of all folders are written again.
                                 [](const protocol::SetFolder&) { return caps::maxFolders; },
                                 [](const protocol::Send& send) {
                                     const auto* text = std::get_if<content::Message>(&send.content);
                                     return text == nullptr ? 0 : text->attachments.size();
                                 },
                                 [](const auto&) { return std::size_t{0}; }},
                      frame);
}

std::size_t mentionsIn(const protocol::ClientFrame& frame)
{
    const auto* send = std::get_if<protocol::Send>(&frame);
    const auto* schedule = std::get_if<protocol::Schedule>(&frame);
    const auto* text = schedule != nullptr ? &schedule->message
                       : send == nullptr   ? nullptr
                                           : std::get_if<content::Message>(&send->content);
    return text == nullptr ? 0 : text->mentions.size() + MentionFinder::lookupsIn(text->text);
}

} // namespace

Operation operationOf(const protocol::ClientFrame& frame)
{
    using namespace protocol;
    return std::visit(Overloaded{[](const Send&) { return Operation::Send; },
                                 [](const Pull&) { return Operation::Pull; },
                                 [](const Typing&) { return Operation::Typing; },
                                 [](const React&) { return Operation::React; },
                                 [](const ChangePassword&) { return Operation::Password; },
                                 [](const DeleteAccount&) { return Operation::Password; },
                                 [](const CreateGroup&) { return Operation::Change; },
                                 [](const OpenDirect&) { return Operation::Change; },
                                 [](const Join&) { return Operation::Change; },
                                 [](const Leave&) { return Operation::Change; },
                                 [](const AnswerInvitation&) { return Operation::Change; },
                                 [](const AddMember&) { return Operation::Change; },
                                 [](const RemoveMember&) { return Operation::Change; },
                                 [](const SetRole&) { return Operation::Change; },
                                 [](const Rename&) { return Operation::Change; },
                                 [](const SetForwarding&) { return Operation::Change; },
                                 [](const SetAvatar&) { return Operation::Change; },
                                 [](const UploadChunk&) { return Operation::Transfer; },
                                 [](const GetBlob&) { return Operation::Transfer; },
                                 [](const CreateChannel&) { return Operation::Change; },
                                 [](const Follow&) { return Operation::Change; },
                                 [](const Unfollow&) { return Operation::Change; },
                                 [](const auto&) { return Operation::Other; }},
                      frame);
}

std::uint32_t costOf(const protocol::ClientFrame& frame, const Limits& limits)
{
    if (std::holds_alternative<protocol::Typing>(frame)) {
        return typingCost;
    }
    if (std::holds_alternative<protocol::React>(frame)) {
        return RateLimiter::reactCost;
    }
    if (holdsOneOf<protocol::ChangePassword, protocol::DeleteAccount>(frame)) {
        return RateLimiter::passwordCost;
    }
    if (isChangeForMembers(frame)) {
        return membershipCost;
    }
    if (const auto* hello = std::get_if<protocol::Hello>(&frame)) {
        return static_cast<std::uint32_t>(helloCost + hello->held.size() / namedPerToken);
    }
    if (holdsOneOf<protocol::BeginUpload, protocol::FinishUpload, protocol::CancelUpload>(frame)) {
        return uploadCost;
    }
    if (const auto* draft = std::get_if<protocol::SetDraft>(&frame)) {
        return static_cast<std::uint32_t>(1 + draft->text.size() / draftBytesPerToken);
    }
    if (const auto* schedule = std::get_if<protocol::Schedule>(&frame)) {
        return static_cast<std::uint32_t>(scheduleCost + schedule->message.text.size() / draftBytesPerToken
                                          + mentionsIn(frame) / mentionsPerToken);
    }
    if (const auto* chunk = std::get_if<protocol::UploadChunk>(&frame)) {
        return costOfTransfer(chunk->bytes.size());
    }
    if (const auto* request = std::get_if<protocol::GetBlob>(&frame)) {
        return costOfTransfer(bytesAsked(*request));
    }
    const std::size_t named = std::visit(
        Overloaded{
            [](const protocol::Sync& sync) { return sync.held.size(); },
            [](const protocol::GetStates& request) {
                return request.conversations.size() * namedPerToken / ownStatesPerToken;
            },
            [](const protocol::FindChannels&) { return titlesSearched; },
            [](const protocol::GetMembers&) { return std::size_t{protocol::GetMembers::maxMembers}; },
            [](const protocol::GetReaders&) { return std::size_t{protocol::GetReaders::maxReaders}; },
            [](const protocol::GetReactors&) { return std::size_t{protocol::GetReactors::maxReactors}; },
            [](const protocol::PullReactions&) { return std::size_t{protocol::PullReactions::maxChanges}; },
            [](const protocol::GetDrafts&) { return std::size_t{protocol::GetDrafts::maxDrafts}; },
            [](const protocol::GetScheduled&) { return std::size_t{protocol::GetScheduled::maxMessages}; },
            [](const protocol::GetAvatars& request) { return request.places.size() * namedPerAvatar; },
            [](const protocol::GetUsers& request) { return request.ids.size(); },
            // The row of the member with all its hidden messages is written.
            [](const protocol::HideMessages&) { return caps::maxHidden / entriesPerNamed; },
            [](const protocol::Send& send) {
                const auto* text = std::get_if<content::Message>(&send.content);
                return text != nullptr && text->source.isValid() ? namedPerForward : std::size_t{0};
            },
            [&](const protocol::Pull& pull) { return entriesOf(pull, limits) / entriesPerNamed; },
            [](const auto&) { return std::size_t{0}; }},
        frame);
    return static_cast<std::uint32_t>(1 + named / namedPerToken + writtenBy(frame) / writtenPerToken
                                      + mentionsIn(frame) / mentionsPerToken);
}

std::uint64_t bytesAsked(const protocol::GetBlob& request)
{
    return request.limit == 0 ? caps::maxChunkBytes
                              : std::min<std::uint64_t>(request.limit, caps::maxChunkBytes);
}

std::uint32_t costOfRead(std::size_t rows)
{
    return static_cast<std::uint32_t>(rows / namedPerToken);
}

std::uint32_t costOfStates(std::size_t states)
{
    return static_cast<std::uint32_t>(states);
}

std::uint32_t costOfOwnStates(std::size_t states)
{
    return static_cast<std::uint32_t>(states / ownStatesPerToken);
}

std::uint32_t costOfMembers(std::size_t members)
{
    return costOfRead(members * namedPerMember);
}

std::uint32_t costOfBytes(std::size_t bytes)
{
    return static_cast<std::uint32_t>(bytes / bytesPerToken);
}

std::int64_t workOf(const protocol::ClientFrame* frame, std::size_t bytes, const Limits& limits)
{
    const auto decoding = static_cast<std::int64_t>(bytes * workPerToken / bytesPerToken);
    if (frame == nullptr) {
        return 1 + decoding;
    }
    const std::uint32_t cost = costOf(*frame, limits);
    const bool isTransfer = operationOf(*frame) == Operation::Transfer;
    const std::int64_t tokens = isTransfer ? 1 + costOfBytes(cost * bytesPerTransferToken) : cost;
    return workPerToken * tokens + decoding;
}

std::uint32_t costOfForwarded(const content::Message& message)
{
    return static_cast<std::uint32_t>(message.attachments.size() / writtenPerToken)
           + costOfBytes(message.text.size());
}

std::uint32_t costOfPushes(std::size_t sessions)
{
    return static_cast<std::uint32_t>(sessions / pushesPerToken);
}

} // namespace tidemark::server
