#include "core/domain/content.h"

#include "core/domain/request_caps.h"

#include <utility>

namespace tidemark {

namespace {

template <typename Variant>
content::Fields toFields(Variant& content)
{
    content::Fields fields;
    const auto out = [](auto& field, auto& place) { place = std::move(field); };
    std::visit([&](auto& one) { one.join(fields, out); }, content);
    return fields;
}

/// A kind that `Variant` does not have makes `Otherwise`.
template <typename Variant, typename Otherwise, std::size_t Place = 0>
Variant fromFields(EntryKind kind, content::Fields& fields)
{
    if constexpr (Place == std::variant_size_v<Variant>) {
        return fromFields<Variant, Otherwise>(kindOf<Otherwise>(), fields);
    } else {
        using Content = std::variant_alternative_t<Place, Variant>;
        if (kind != kindOf<Content>()) {
            return fromFields<Variant, Otherwise, Place + 1>(kind, fields);
        }
        Content content;
        content.join(fields, [](auto& field, auto& from) { field = std::move(from); });
        return content;
    }
}

} // namespace

const char* kindName(EntryKind kind)
{
    return std::visit([](const auto& one) { return one.name; }, content::entryContent(kind, {}));
}

const content::Message* messageWithFiles(const SentContent& content)
{
    const auto* message = std::get_if<content::Message>(&content);
    const bool uploads = message != nullptr && !message->attachments.empty() && !message->source.isValid();
    return uploads ? message : nullptr;
}

void keepWithinCaps(EntryContent& content)
{
    auto* message = std::get_if<content::Message>(&content);
    if (message == nullptr) {
        return;
    }
    if (message->attachments.size() > caps::maxAttachments) {
        message->attachments.resize(caps::maxAttachments);
    }
    for (Attachment& attachment : message->attachments) {
        if (attachment.preview.size() > caps::maxPreviewBytes) {
            attachment.preview.clear();
        }
        if (attachment.mime.size() > caps::maxMimeBytes) {
            attachment.mime.clear();
        }
        if (attachment.name.empty() || attachment.name.size() > caps::maxAttachmentNameBytes) {
            attachment.name = "file";
        }
    }
}

std::size_t bytesIn(const Attachment& attachment)
{
    return sizeof(Attachment) + attachment.mime.size() + attachment.name.size() + attachment.preview.size();
}

std::size_t textBytesIn(const EntryContent& content)
{
    const std::string* text = textIn(content);
    std::size_t bytes = text == nullptr ? 0 : text->size();
    if (const auto* message = std::get_if<content::Message>(&content)) {
        for (const Attachment& attachment : message->attachments) {
            bytes += bytesIn(attachment);
        }
    }
    return bytes;
}

std::size_t bytesIn(const EntryContent& content)
{
    const auto mentioned = [](const auto& one) {
        if constexpr (requires { one.mentions; }) {
            return one.mentions.size();
        } else {
            return std::size_t{0};
        }
    };
    return textBytesIn(content) + std::visit(mentioned, content) * sizeof(UserId);
}

content::Fields content::fieldsOf(EntryContent content)
{
    return toFields(content);
}

content::Fields content::fieldsOf(SentContent content)
{
    return toFields(content);
}

EntryContent content::entryContent(EntryKind kind, Fields fields)
{
    return fromFields<EntryContent, Unknown>(kind, fields);
}

SentContent content::sentContent(EntryKind kind, Fields fields)
{
    return fromFields<SentContent, Message>(kind, fields);
}

} // namespace tidemark
