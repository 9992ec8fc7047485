#pragma once

#include "core/domain/content.h"
#include "core/domain/ids.h"

namespace tidemark::server {

/// The recall of `message`, which `author` has written at `target`.
[[nodiscard]] inline content::Recall recallOf(Seq target, UserId author, const content::Message& message)
{
    content::Recall recall{.target = target, .targetAuthor = author};
    // Used for targetMentionsReader and targetRepliesToReader, which depend on the reader.
    recall.mentions = message.mentions;
    recall.mentionsAll = message.mentionsAll;
    recall.replyToAuthor = message.replyToAuthor;
    return recall;
}

} // namespace tidemark::server
