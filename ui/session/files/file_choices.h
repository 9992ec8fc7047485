#pragma once

#include "core/domain/ids.h"

#include <QStringList>

#include <array>

namespace tidemark {

/// The choices of this device about automatic downloads, the size of the cache, and whether pictures move.
struct FileChoices {
    /// 0: nothing.
    static constexpr std::array<int, 5> downloadSizes{0, 1, 10, 100, 1000};
    static constexpr std::array<int, 4> cacheSizes{512, 2048, 8192, 32768};

    int downloadMegabytes = 10; ///< the largest file that is downloaded when its message is shown
    int cacheMegabytes = 2048;
    bool playsAnimations = true;
    QStringList keptFor; ///< the numbers of conversations whose files stay, however many there are

    [[nodiscard]] static QStringList keys();
    [[nodiscard]] QString valueOf(const QString& key) const;
    [[nodiscard]] bool keepsFor(ConversationId conversation) const;
    void setKeptFor(ConversationId conversation, bool keeps);
    /// Ignores a size that is no number.
    void take(const QString& key, const QString& value);

    friend bool operator==(const FileChoices&, const FileChoices&) = default;
};

} // namespace tidemark
