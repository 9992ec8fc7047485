#pragma once

#include "ui/chat/composer/completer.h"

namespace tidemark {

class Preferences;

/// Offers emoji while the user types the name of one after a colon. A complete name, like ":smile:", becomes
/// the emoji at once; undoing brings the words back.
class EmojiCompleter : public Completer {
    Q_OBJECT
public:
    /// The list may cover `host`, which contains the field. Skin tones are as chosen in `preferences`.
    EmojiCompleter(QPlainTextEdit& field, QWidget& host, const Preferences& preferences);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    [[nodiscard]] std::optional<Query> queryIn(const QString& text) const override;
    [[nodiscard]] QList<Choice> choicesFor(const Query& query) override;
    [[nodiscard]] QString insertionOf(const QString& key, bool hasBlank) const override;
    [[nodiscard]] QString spokenChoice(const QString& words, const QString& place,
                                       const QString& count) const override;

private:
    bool completeName();
    [[nodiscard]] QIcon iconOf(const QString& emoji) const;

    const Preferences& m_preferences;
};

} // namespace tidemark
