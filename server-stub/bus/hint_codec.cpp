#include "server-stub/bus/hint_codec.h"

#include "core/base/overloaded.h"
#include "core/wire/protobuf_log.h"

#include <tidemark/node/v1/hints.pb.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace tidemark::server {

namespace {

namespace proto = node::v1;
using Outcome = hint::SignInTried::Outcome;

proto::SignInTried::Outcome wireOutcome(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Begun:
        return proto::SignInTried::BEGUN;
    case Outcome::Succeeded:
        return proto::SignInTried::SUCCEEDED;
    case Outcome::Cancelled:
        break;
    }
    return proto::SignInTried::CANCELLED;
}

std::optional<Outcome> readOutcome(proto::SignInTried::Outcome outcome)
{
    switch (outcome) {
    case proto::SignInTried::BEGUN:
        return Outcome::Begun;
    case proto::SignInTried::SUCCEEDED:
        return Outcome::Succeeded;
    case proto::SignInTried::CANCELLED:
        return Outcome::Cancelled;
    default:
        return std::nullopt;
    }
}

// ---- to bytes

void fill(proto::Hint& message, const hint::LogMoved& hint)
{
    proto::LogMoved& moved = *message.mutable_log_moved();
    moved.set_conversation(hint.head.conversation.value);
    moved.set_log_epoch(hint.head.logEpoch.value);
    moved.set_head(hint.head.head.value);
}

void fill(proto::Hint& message, const hint::StateChanged& hint)
{
    message.mutable_state_changed()->set_user(hint.user.value);
    message.mutable_state_changed()->set_conversation(hint.conversation.value);
}

void fill(proto::Hint& message, const hint::AvatarChanged& hint)
{
    message.mutable_avatar_changed()->set_user(hint.user.value);
    message.mutable_avatar_changed()->set_conversation(hint.conversation.value);
}

void fill(proto::Hint& message, const hint::ScheduledChanged& hint)
{
    message.mutable_scheduled_changed()->set_user(hint.user.value);
    message.mutable_scheduled_changed()->set_due_at_ms(hint.due.value);
}

void fill(proto::Hint& message, const hint::SeenMoved& hint)
{
    proto::SeenMoved& moved = *message.mutable_seen_moved();
    moved.set_conversation(hint.conversation.value);
    moved.set_reader(hint.reader.value);
    moved.set_seen(hint.seen.value);
}

void fill(proto::Hint& message, const hint::Typing& hint)
{
    proto::Typing& typing = *message.mutable_typing();
    typing.set_conversation(hint.conversation.value);
    typing.set_user(hint.user.id.value);
    typing.set_name(hint.user.name);
}

void fill(proto::Hint& message, const hint::Activity& hint)
{
    proto::Activity& activity = *message.mutable_activity();
    activity.set_user(hint.user.value);
    activity.set_device(hint.device.value);
    activity.set_active(hint.active);
}

void fill(proto::Hint& message, const hint::SignInTried& hint)
{
    proto::SignInTried& tried = *message.mutable_sign_in_tried();
    tried.mutable_name()->assign(hint.name.begin(), hint.name.end());
    tried.set_address(hint.address);
    tried.set_known_device(hint.knownDevice.value);
    tried.set_outcome(wireOutcome(hint.outcome));
}

proto::Hint messageOf(const Hint& hint)
{
    proto::Hint message;
    std::visit(
        Overloaded{
            [&](const hint::ConversationChanged& one) {
                message.set_conversation_changed(one.conversation.value);
            },
            [&](const hint::NoticeListMade& one) { message.set_notice_list_made(one.conversation.value); },
            [&](const hint::ReactionsMoved& one) { message.set_reactions_moved(one.conversation.value); },
            [&](const hint::DeliveredMoved& one) { message.set_delivered_moved(one.conversation.value); },
            [&](const hint::AccountChanged& one) { message.set_account_changed(one.user.value); },
            [&](const hint::DotsChanged& one) { message.set_dots_changed(one.user.value); },
            [&](const hint::DraftsChanged& one) { message.set_drafts_changed(one.user.value); },
            [&](const hint::MuteSet& one) { message.set_mute_set_ends_at_ms(one.endsAt.value); },
            [&](const hint::ActivityAsked& one) { message.set_activity_asked(one.user.value); },
            [&](const hint::Here&) { message.mutable_here(); },
            [&](const hint::Gone&) { message.mutable_gone(); },
            [&](const hint::HintsLost&) { message.mutable_unheard(); },
            [&](const hint::AllChanged&) { message.mutable_all_changed(); },
            [&](const auto& one) { fill(message, one); },
        },
        hint);
    return message;
}

// ---- from bytes

Hint read(const proto::LogMoved& moved)
{
    return hint::LogMoved{
        {ConversationId(moved.conversation()), LogEpoch(moved.log_epoch()), Seq(moved.head())}};
}

Hint read(const proto::StateChanged& changed)
{
    return hint::StateChanged{UserId(changed.user()), ConversationId(changed.conversation())};
}

Hint read(const proto::SeenMoved& moved)
{
    return hint::SeenMoved{ConversationId(moved.conversation()), UserId(moved.reader()), Seq(moved.seen())};
}

Hint read(proto::Typing& typing)
{
    return hint::Typing{ConversationId(typing.conversation()),
                        {UserId(typing.user()), std::move(*typing.mutable_name())}};
}

Hint read(const proto::Activity& activity)
{
    return hint::Activity{UserId(activity.user()), DeviceId(activity.device()), activity.active()};
}

std::optional<Hint> read(proto::SignInTried& tried)
{
    hint::SignInTried hint;
    const auto outcome = readOutcome(tried.outcome());
    if (!outcome || tried.name().size() != hint.name.size()) {
        return std::nullopt;
    }
    std::copy(tried.name().begin(), tried.name().end(), hint.name.begin());
    hint.address = std::move(*tried.mutable_address());
    hint.knownDevice = DeviceId(tried.known_device());
    hint.outcome = *outcome;
    return hint;
}

std::optional<Hint> read(proto::Hint& message)
{
    switch (message.hint_case()) {
    case proto::Hint::kLogMoved:
        return read(message.log_moved());
    case proto::Hint::kStateChanged:
        return read(message.state_changed());
    case proto::Hint::kConversationChanged:
        return hint::ConversationChanged{ConversationId(message.conversation_changed())};
    case proto::Hint::kNoticeListMade:
        return hint::NoticeListMade{ConversationId(message.notice_list_made())};
    case proto::Hint::kSeenMoved:
        return read(message.seen_moved());
    case proto::Hint::kDeliveredMoved:
        return hint::DeliveredMoved{ConversationId(message.delivered_moved())};
    case proto::Hint::kReactionsMoved:
        return hint::ReactionsMoved{ConversationId(message.reactions_moved())};
    case proto::Hint::kAccountChanged:
        return hint::AccountChanged{UserId(message.account_changed())};
    case proto::Hint::kDotsChanged:
        return hint::DotsChanged{UserId(message.dots_changed())};
    case proto::Hint::kDraftsChanged:
        return hint::DraftsChanged{UserId(message.drafts_changed())};
    case proto::Hint::kScheduledChanged:
        return hint::ScheduledChanged{UserId(message.scheduled_changed().user()),
                                      UnixMs{message.scheduled_changed().due_at_ms()}};
    case proto::Hint::kAvatarChanged:
        return hint::AvatarChanged{UserId(message.avatar_changed().user()),
                                   ConversationId(message.avatar_changed().conversation())};
    case proto::Hint::kMuteSetEndsAtMs:
        return hint::MuteSet{UnixMs{message.mute_set_ends_at_ms()}};
    case proto::Hint::kTyping:
        return read(*message.mutable_typing());
    case proto::Hint::kActivity:
        return read(message.activity());
    case proto::Hint::kActivityAsked:
        return hint::ActivityAsked{UserId(message.activity_asked())};
    case proto::Hint::kSignInTried:
        return read(*message.mutable_sign_in_tried());
    case proto::Hint::kHere:
        return hint::Here{};
    case proto::Hint::kGone:
        return hint::Gone{};
    case proto::Hint::kAllChanged:
        return hint::AllChanged{};
    case proto::Hint::kUnheard:
        return hint::HintsLost{};
    case proto::Hint::HINT_NOT_SET:
        break;
    }
    return std::nullopt;
}

/// Maximum number of bytes that a hint needs in a batch beyond its own size.
constexpr std::size_t elementOverhead = 4;
/// Bytes of the sender's id.
constexpr std::size_t batchOverhead = 9;

} // namespace

std::vector<std::string> encodeHints(NodeId from, std::span<const Hint> hints, std::size_t maxBytes)
{
    std::vector<std::string> batches;
    proto::Hints batch;
    batch.set_node(from.value);
    std::size_t bytes = batchOverhead;
    const auto finish = [&] {
        if (batch.hints_size() > 0) {
            batches.push_back(batch.SerializeAsString());
        }
        batch.clear_hints();
        bytes = batchOverhead;
    };
    for (const Hint& hint : hints) {
        proto::Hint message = messageOf(hint);
        const std::size_t size = message.ByteSizeLong() + elementOverhead;
        if (batchOverhead + size > maxBytes) {
            continue;
        }
        if (bytes + size > maxBytes) {
            finish();
        }
        bytes += size;
        *batch.add_hints() = std::move(message);
    }
    finish();
    return batches;
}

std::optional<HintBatch> decodeHints(std::string_view bytes)
{
    wire::silenceProtobuf();
    proto::Hints message;
    if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())) || message.node() == 0) {
        return std::nullopt;
    }
    HintBatch batch{NodeId(message.node()), {}};
    batch.hints.reserve(static_cast<std::size_t>(message.hints_size()));
    for (proto::Hint& one : *message.mutable_hints()) {
        if (auto hint = read(one)) {
            batch.hints.push_back(*std::move(hint));
        }
    }
    return batch;
}

} // namespace tidemark::server
