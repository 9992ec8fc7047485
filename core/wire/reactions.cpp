#include "core/wire/reactions.h"

#include "core/domain/request_caps.h"
#include "core/wire/values.h"

#include <tidemark/v1/reaction.pb.h>

#include <algorithm>
#include <utility>

namespace tidemark::wire {

namespace {

/// Takes an emoji; reports one that is longer than any.
std::string takeEmoji(std::string& field, std::string_view name, Problem& problem)
{
    if (field.size() > caps::maxEmojiBytes) {
        problem.report(DecodeErrorCode::TooMany, name);
        return {};
    }
    return std::move(field);
}

} // namespace

void fillReactions(google::protobuf::RepeatedPtrField<v1::MessageReactions>& field,
                   const std::vector<MessageReactions>& messages)
{
    field.Reserve(static_cast<int>(messages.size()));
    for (const MessageReactions& one : messages) {
        v1::MessageReactions& message = *field.Add();
        message.set_seq(one.seq.value);
        for (const ReactionCount& count : one.counts) {
            v1::MessageReactions::Count& countMessage = *message.add_counts();
            countMessage.set_emoji(count.emoji);
            countMessage.set_count(count.count);
            countMessage.set_mine(count.isMine);
        }
    }
}

std::vector<MessageReactions> readReactions(google::protobuf::RepeatedPtrField<v1::MessageReactions>& field,
                                            Problem& problem)
{
    std::vector<MessageReactions> messages;
    problem.checkListSize(static_cast<std::size_t>(field.size()), "reactions");
    if (problem.found()) {
        return messages;
    }
    messages.reserve(static_cast<std::size_t>(field.size()));
    for (v1::MessageReactions& message : field) {
        if (static_cast<std::size_t>(message.counts_size()) > caps::maxReactionKinds) {
            problem.report(DecodeErrorCode::TooMany, "reactions.counts");
            return messages;
        }
        MessageReactions& one = messages.emplace_back();
        one.seq = Seq(message.seq());
        for (v1::MessageReactions::Count& count : *message.mutable_counts()) {
            one.counts.push_back({.emoji = takeEmoji(*count.mutable_emoji(), "reactions.emoji", problem),
                                  .count = count.count(),
                                  .isMine = count.mine()});
        }
    }
    return messages;
}

void fillReact(v1::React& message, const protocol::React& frame)
{
    message.set_conversation(frame.conversation.value);
    message.set_log_epoch(frame.logEpoch.value);
    message.set_target(frame.target.value);
    message.set_emoji(frame.emoji);
    message.set_on(frame.on);
    fillUuid(*message.mutable_uuid(), frame.uuid);
}

protocol::React readReact(v1::React& message, Problem& problem)
{
    // The hub refuses an emoji that is too long, with an error that the connection survives.
    return {.conversation = ConversationId(message.conversation()),
            .logEpoch = LogEpoch(message.log_epoch()),
            .target = Seq(message.target()),
            .emoji = std::move(*message.mutable_emoji()),
            .on = message.on(),
            .uuid = readUuid(message.uuid(), "react.uuid", problem)};
}

void fillPullReactions(v1::PullReactions& message, const protocol::PullReactions& frame)
{
    message.set_conversation(frame.conversation.value);
    message.set_log_epoch(frame.logEpoch.value);
    message.set_after(frame.after.value);
    message.set_limit(frame.limit);
}

protocol::PullReactions readPullReactions(const v1::PullReactions& message)
{
    return {.conversation = ConversationId(message.conversation()),
            .logEpoch = LogEpoch(message.log_epoch()),
            .after = ReactionSeq(message.after()),
            .limit = message.limit()};
}

void fillSeeReactions(v1::SeeReactions& message, const protocol::SeeReactions& frame)
{
    message.set_conversation(frame.conversation.value);
    message.set_log_epoch(frame.logEpoch.value);
    message.set_generation(frame.generation.value);
    message.set_upto(frame.through.value);
}

protocol::SeeReactions readSeeReactions(const v1::SeeReactions& message)
{
    return {.conversation = ConversationId(message.conversation()),
            .logEpoch = LogEpoch(message.log_epoch()),
            .generation = Generation(message.generation()),
            .through = ReactionSeq(message.upto())};
}

void fillGetReactors(v1::GetReactors& message, const protocol::GetReactors& frame)
{
    message.set_conversation(frame.conversation.value);
    message.set_seq(frame.seq.value);
    message.set_after(frame.after.value);
    message.set_limit(frame.limit);
}

protocol::GetReactors readGetReactors(const v1::GetReactors& message)
{
    return {.conversation = ConversationId(message.conversation()),
            .seq = Seq(message.seq()),
            .after = ReactionSeq(message.after()),
            .limit = message.limit()};
}

void fillReactions(v1::Reactions& message, const protocol::Reactions& frame)
{
    message.set_conversation(frame.conversation.value);
    message.set_log_epoch(frame.logEpoch.value);
    message.set_after(frame.after.value);
    message.set_upto(frame.through.value);
    message.set_head(frame.head.value);
    fillReactions(*message.mutable_messages(), frame.messages);
}

protocol::Reactions readReactions(v1::Reactions& message, Problem& problem)
{
    // Positions that are out of order, or left out, make no statement.
    const ReactionSeq after(message.after());
    const ReactionSeq through = std::max(after, ReactionSeq(message.upto()));
    return {.conversation = ConversationId(message.conversation()),
            .logEpoch = LogEpoch(message.log_epoch()),
            .after = after,
            .through = through,
            .head = std::max(through, ReactionSeq(message.head())),
            .messages = readReactions(*message.mutable_messages(), problem)};
}

void fillReactors(v1::Reactors& message, const protocol::Reactors& frame)
{
    message.set_conversation(frame.conversation.value);
    message.set_seq(frame.seq.value);
    for (const protocol::Reactor& reactor : frame.reactors) {
        v1::Reactors::Reactor& one = *message.add_reactors();
        one.set_seq(reactor.seq.value);
        one.set_emoji(reactor.emoji);
        one.set_user(reactor.user.value);
        one.set_first(reactor.first.value);
    }
    fillUsers(*message.mutable_users(), frame.users);
    message.set_more(frame.hasMore);
}

protocol::Reactors readReactors(v1::Reactors& message, Problem& problem)
{
    protocol::Reactors reactors;
    reactors.conversation = ConversationId(message.conversation());
    reactors.seq = Seq(message.seq());
    reactors.users = readUsers(*message.mutable_users(), problem);
    reactors.hasMore = message.more();
    problem.checkListSize(static_cast<std::size_t>(message.reactors_size()), "reactors");
    if (problem.found()) {
        return reactors;
    }
    reactors.reactors.reserve(static_cast<std::size_t>(message.reactors_size()));
    for (v1::Reactors::Reactor& one : *message.mutable_reactors()) {
        reactors.reactors.push_back({.seq = Seq(one.seq()),
                                     .emoji = takeEmoji(*one.mutable_emoji(), "reactors.emoji", problem),
                                     .user = UserId(one.user()),
                                     .first = ReactionSeq(one.first())});
    }
    return reactors;
}

} // namespace tidemark::wire
