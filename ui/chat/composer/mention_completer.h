#pragma once

#include "core/domain/ids.h"
#include "ui/chat/composer/completer.h"

#include <functional>

namespace tidemark {

/// Offers names while the user types a mention.
class MentionCompleter : public Completer {
    Q_OBJECT
public:
    struct Person {
        QString name;
        int hue = 0;
        bool isAll = false; ///< "all"
        UserId user = {};
    };
    using People = std::function<QList<Person>()>;

    /// The list may cover `host`, which contains the field.
    MentionCompleter(QPlainTextEdit& field, QWidget& host, People people);

    /// Call when pictures of people have come or changed.
    void showPictures();

Q_SIGNALS:
    /// The user writes a mention: all people who can be mentioned are wanted, not only those known so far.
    void allWanted();

protected:
    [[nodiscard]] std::optional<Query> queryIn(const QString& text) const override;
    [[nodiscard]] QList<Choice> choicesFor(const Query& query) override;
    [[nodiscard]] QString insertionOf(const QString& key, bool hasBlank) const override;
    [[nodiscard]] QString spokenChoice(const QString& words, const QString& place,
                                       const QString& count) const override;

private:
    [[nodiscard]] QIcon iconOf(const Person& person) const;

    People m_people;
};

} // namespace tidemark
