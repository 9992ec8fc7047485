#pragma once

#include "tests/programs/bench/harness/workbench.h"

#include <QString>

namespace tidemark::bench {

inline const std::size_t profileConversations = sized<std::size_t>(1000, 40);
inline const std::size_t profileEntriesEach = sized<std::size_t>(1000, 250);

/// A profile with 1,000 conversations, a million messages and a search index. Every fourth conversation is
/// partly unread, and some messages are in Chinese. The first call makes it, which takes about a minute,
/// and keeps it in the cache folder.
[[nodiscard]] QString millionProfile(const Workbench& bench);

inline const std::size_t longProfileEntries = sized<std::size_t>(50000, 1000);

/// A profile with one conversation of 50,000 messages.
[[nodiscard]] QString longProfile(const Workbench& bench);

inline const std::size_t profilePictures = sized<std::size_t>(1000, 40);

/// A profile with one conversation of 1,000 different pictures of two megapixels, all held.
[[nodiscard]] QString pictureProfile(const Workbench& bench);

} // namespace tidemark::bench
