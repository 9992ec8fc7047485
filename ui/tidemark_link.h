#pragma once

#include "core/domain/ids.h"

#include <QString>

#include <optional>

namespace tidemark {

/// What a "tidemark:" link names. Links come from anywhere: all that they can do is to show something.
struct TidemarkLink {
    ConversationId conversation;
    Seq message = {}; ///< 0: the conversation as such

    friend bool operator==(const TidemarkLink&, const TidemarkLink&) = default;
};

/// Whether `text` is meant as a link of ours, be it a good one or not.
[[nodiscard]] bool hasLinkScheme(const QString& text);

/// "tidemark:conversation/ID" or "tidemark:conversation/ID/message/SEQ", and nothing else.
[[nodiscard]] std::optional<TidemarkLink> linkOf(const QString& text);

} // namespace tidemark
