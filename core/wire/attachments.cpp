#include "core/wire/attachments.h"

#include "core/domain/request_caps.h"

#include <tidemark/v1/blob.pb.h>

#include <algorithm>
#include <utility>

namespace tidemark::wire {

void fillHash(std::string& field, const BlobHash& hash)
{
    if (hash.isValid()) {
        field.assign(hash.bytes.begin(), hash.bytes.end());
    }
}

BlobHash readHash(const std::string& field, std::string_view name, Problem& problem)
{
    BlobHash hash;
    if (field.size() == hash.bytes.size()) {
        std::copy(field.begin(), field.end(), hash.bytes.begin());
    } else if (!field.empty()) {
        problem.report(DecodeErrorCode::BadLength, name);
    }
    return hash;
}

void fillAttachments(google::protobuf::RepeatedPtrField<v1::Attachment>& field,
                     const std::vector<Attachment>& attachments)
{
    for (const Attachment& attachment : attachments) {
        v1::Attachment& message = *field.Add();
        fillHash(*message.mutable_sha256(), attachment.hash);
        message.set_size(attachment.size);
        message.set_mime(attachment.mime);
        message.set_name(attachment.name);
        message.set_width(attachment.width);
        message.set_height(attachment.height);
        message.set_preview(attachment.preview);
    }
}

std::vector<Attachment> readAttachments(google::protobuf::RepeatedPtrField<v1::Attachment>& field,
                                        Problem& problem)
{
    problem.checkListSize(static_cast<std::size_t>(field.size()), "attachments");
    std::vector<Attachment> attachments;
    for (v1::Attachment& message : field) {
        attachments.push_back({.hash = readHash(message.sha256(), "attachment.sha256", problem),
                               .size = message.size(),
                               .mime = std::move(*message.mutable_mime()),
                               .name = std::move(*message.mutable_name()),
                               .width = message.width(),
                               .height = message.height(),
                               .preview = std::move(*message.mutable_preview())});
    }
    return attachments;
}

std::string encodeAttachments(const std::vector<Attachment>& attachments)
{
    v1::Attachments message;
    fillAttachments(*message.mutable_attachments(), attachments);
    return message.SerializeAsString();
}

std::vector<Attachment> decodeAttachments(std::string_view bytes)
{
    v1::Attachments message;
    Problem problem;
    if (bytes.empty() || !message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        return {};
    }
    std::vector<Attachment> attachments = readAttachments(*message.mutable_attachments(), problem);
    return problem.found() ? std::vector<Attachment>() : attachments;
}

} // namespace tidemark::wire
