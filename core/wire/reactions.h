#pragma once

#include "core/domain/protocol.h"
#include "core/wire/problem.h"

#include <vector>

namespace google::protobuf {
template <typename Element>
class RepeatedPtrField;
} // namespace google::protobuf

namespace tidemark::v1 {
class GetReactors;
class MessageReactions;
class PullReactions;
class React;
class Reactions;
class Reactors;
class SeeReactions;
} // namespace tidemark::v1

/// The frames about reactions; see values.h for the names of these functions.
namespace tidemark::wire {

void fillReactions(google::protobuf::RepeatedPtrField<v1::MessageReactions>& field,
                   const std::vector<MessageReactions>& messages);
[[nodiscard]] std::vector<MessageReactions>
readReactions(google::protobuf::RepeatedPtrField<v1::MessageReactions>& field, Problem& problem);

void fillReact(v1::React& message, const protocol::React& frame);
[[nodiscard]] protocol::React readReact(v1::React& message, Problem& problem);
void fillPullReactions(v1::PullReactions& message, const protocol::PullReactions& frame);
[[nodiscard]] protocol::PullReactions readPullReactions(const v1::PullReactions& message);
void fillSeeReactions(v1::SeeReactions& message, const protocol::SeeReactions& frame);
[[nodiscard]] protocol::SeeReactions readSeeReactions(const v1::SeeReactions& message);
void fillGetReactors(v1::GetReactors& message, const protocol::GetReactors& frame);
[[nodiscard]] protocol::GetReactors readGetReactors(const v1::GetReactors& message);

void fillReactions(v1::Reactions& message, const protocol::Reactions& frame);
[[nodiscard]] protocol::Reactions readReactions(v1::Reactions& message, Problem& problem);
void fillReactors(v1::Reactors& message, const protocol::Reactors& frame);
[[nodiscard]] protocol::Reactors readReactors(v1::Reactors& message, Problem& problem);

} // namespace tidemark::wire
