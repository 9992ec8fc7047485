#pragma once

#include "core/base/expected.h"
#include "core/domain/attachment.h"
#include "core/wire/problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace google::protobuf {
template <typename Element>
class RepeatedPtrField;
} // namespace google::protobuf

namespace tidemark::v1 {
class Attachment;
} // namespace tidemark::v1

namespace tidemark::wire {

/// Leaves the field empty if `hash` is invalid.
void fillHash(std::string& field, const BlobHash& hash);
[[nodiscard]] BlobHash readHash(const std::string& field, std::string_view name, Problem& problem);

void fillAttachments(google::protobuf::RepeatedPtrField<v1::Attachment>& field,
                     const std::vector<Attachment>& attachments);
[[nodiscard]] std::vector<Attachment>
readAttachments(google::protobuf::RepeatedPtrField<v1::Attachment>& field, Problem& problem);

} // namespace tidemark::wire
