#pragma once

#include "core/domain/ids.h"

#include <QString>

#include <optional>

namespace tidemark {

/// The target of a "tidemark:" link. Links come from other programs and users, so they can only show
/// something.
struct TidemarkLink {
    ConversationId conversation;
    Seq message = {}; ///< 0: the conversation itself

    friend bool operator==(const TidemarkLink&, const TidemarkLink&) = default;
};

/// Returns "tidemark:conversation/ID" or "tidemark:conversation/ID/message/SEQ".
[[nodiscard]] QString textOf(const TidemarkLink& link);

/// Returns whether `text` begins with "tidemark:", even if the link is invalid.
[[nodiscard]] bool hasLinkScheme(const QString& text);

/// Parses "tidemark:conversation/ID" or "tidemark:conversation/ID/message/SEQ"; empty for anything else.
[[nodiscard]] std::optional<TidemarkLink> linkOf(const QString& text);

} // namespace tidemark
