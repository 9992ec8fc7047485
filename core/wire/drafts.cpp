#include "core/wire/drafts.h"

#include "core/wire/values.h"

#include <tidemark/v1/draft.pb.h>

#include <algorithm>
#include <utility>

namespace tidemark::wire {

namespace {

void fillDraft(v1::Draft& message, const Draft& draft)
{
    message.set_conversation(draft.conversation.value);
    message.set_text(draft.text);
    message.set_reply_to(draft.replyTo.value);
    message.set_version(draft.version);
    fillUuid(*message.mutable_uuid(), draft.uuid);
    message.set_device(draft.device.value);
    message.set_device_name(draft.deviceName);
    message.set_at_ms(draft.at.value);
}

Draft readDraft(v1::Draft& message, Problem& problem)
{
    return {.conversation = ConversationId(message.conversation()),
            .text = std::move(*message.mutable_text()),
            .replyTo = Seq(message.reply_to()),
            .version = message.version(),
            .uuid = readUuid(message.uuid(), "draft.uuid", problem),
            .device = DeviceId(message.device()),
            .deviceName = std::move(*message.mutable_device_name()),
            .at = UnixMs{message.at_ms()}};
}

} // namespace

void fillSetDraft(v1::SetDraft& message, const protocol::SetDraft& frame)
{
    message.set_conversation(frame.conversation.value);
    message.set_base_version(frame.baseVersion);
    message.set_text(frame.text);
    message.set_reply_to(frame.replyTo.value);
    fillUuid(*message.mutable_uuid(), frame.uuid);
}

protocol::SetDraft readSetDraft(v1::SetDraft& message, Problem& problem)
{
    return {.conversation = ConversationId(message.conversation()),
            .baseVersion = message.base_version(),
            .text = std::move(*message.mutable_text()),
            .replyTo = Seq(message.reply_to()),
            .uuid = readUuid(message.uuid(), "set_draft.uuid", problem)};
}

void fillDraftResult(v1::DraftResult& message, const protocol::DraftResult& frame)
{
    fillDraft(*message.mutable_draft(), frame.draft);
    message.set_conflict(frame.isConflict);
}

protocol::DraftResult readDraftResult(v1::DraftResult& message, Problem& problem)
{
    return {readDraft(*message.mutable_draft(), problem), message.conflict()};
}

void fillDrafts(v1::Drafts& message, const protocol::Drafts& frame)
{
    message.set_after(frame.after);
    message.set_upto(frame.through);
    message.set_head(frame.head);
    for (const Draft& draft : frame.drafts) {
        fillDraft(*message.add_drafts(), draft);
    }
}

protocol::Drafts readDrafts(v1::Drafts& message, Problem& problem)
{
    // Versions that are out of order, or left out, make no statement.
    protocol::Drafts frame{message.after(), std::max(message.after(), message.upto()), message.head(), {}};
    problem.checkListSize(static_cast<std::size_t>(message.drafts_size()), "drafts");
    if (problem.found()) {
        return frame;
    }
    frame.drafts.reserve(static_cast<std::size_t>(message.drafts_size()));
    for (v1::Draft& draft : *message.mutable_drafts()) {
        frame.drafts.push_back(readDraft(draft, problem));
    }
    return frame;
}

} // namespace tidemark::wire
