#include "server-stub/hub/contract/request_bounds.h"

#include "core/base/overloaded.h"
#include "core/domain/request_caps.h"

#include <cstddef>
#include <limits>
#include <string>
#include <variant>

namespace tidemark::server {

namespace {

struct BoundedList {
    const char* name = "";
    std::size_t size = 0;
    std::size_t max = std::numeric_limits<std::size_t>::max();
};

BoundedList listOf(const content::Message& text)
{
    if (text.attachments.size() > caps::maxAttachments) {
        return {"attachments", text.attachments.size(), caps::maxAttachments};
    }
    return {"mentions", text.mentions.size(), caps::maxMentions};
}

/// The list of a frame; empty for frames without one.
BoundedList listOf(const protocol::ClientFrame& frame)
{
    using namespace protocol;
    return std::visit(
        Overloaded{
            [](const Hello& hello) {
                return BoundedList{"held", hello.held.size(), caps::maxHeldStates};
            },
            [](const Sync& sync) {
                return BoundedList{"held", sync.held.size(), caps::maxHeldStates};
            },
            [](const GetStates& request) {
                return BoundedList{"conversations", request.conversations.size(), caps::maxStatesAsked};
            },
            [](const Read& read) {
                return BoundedList{"intents", read.intents.size(), caps::maxReadIntents};
            },
            [](const Delivered& said) {
                return BoundedList{"reached", said.reached.size(), caps::maxDelivered};
            },
            [](const OpenFeed& request) {
                return BoundedList{"snapshots", request.snapshots.size(), caps::maxFeedSnapshots};
            },
            [](const GetUsers& request) {
                return BoundedList{"ids", request.ids.size(), caps::maxUsersAsked};
            },
            [](const GetAvatars& request) {
                return BoundedList{"places", request.places.size(), caps::maxAvatarsAsked};
            },
            [](const SetFolder& request) {
                return BoundedList{"conversations", request.change.folder.conversations.size(),
                                   caps::maxInFolder};
            },
            [](const HideMessages& request) {
                return BoundedList{"seqs", request.seqs.size(), caps::maxHiddenAtOnce};
            },
            [](const CreateGroup& request) {
                return BoundedList{"members", request.members.size(), caps::maxNewMembers};
            },
            [](const Send& send) {
                const auto* text = std::get_if<content::Message>(&send.content);
                return text == nullptr ? BoundedList() : listOf(*text);
            },
            [](const Schedule& request) { return listOf(request.message); },
            [](const auto&) { return BoundedList(); },
        },
        frame);
}

} // namespace

std::optional<protocol::Error> refusalOfSize(const protocol::ClientFrame& frame)
{
    const BoundedList list = listOf(frame);
    if (list.size <= list.max) {
        return std::nullopt;
    }
    return protocol::Error{protocol::ErrorCode::ListTooLong, Milliseconds(0),
                           std::string(list.name) + ": at most " + std::to_string(list.max)};
}

} // namespace tidemark::server
