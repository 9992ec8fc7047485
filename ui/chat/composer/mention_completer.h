#pragma once

#include "core/domain/ids.h"
#include "core/models/matching/mention_query.h"
#include "ui/look/theme.h"

#include <QIcon>
#include <QObject>

#include <functional>

class QListWidget;
class QListWidgetItem;
class QPlainTextEdit;
class QTextCursor;

namespace tidemark {

/// A list of names over a text field, shown while the user types a mention. Up, Down, Enter, Tab and the
/// mouse choose; Escape closes the list for this mention. The keyboard focus stays in the field.
class MentionCompleter : public QObject {
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

    void setTheme(const Theme& theme);
    [[nodiscard]] bool isOpen() const;
    /// Call when pictures of people have come or changed.
    void showPictures();
    /// Call when there may be other people than before. The chosen name stays chosen.
    void showPeople();

Q_SIGNALS:
    /// The user writes a mention: all people who can be mentioned are wanted, not only those known so far.
    void allWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void update();
    [[nodiscard]] std::optional<MentionQuery> queryAt(const QTextCursor& cursor) const;
    void noteTyping(const QEvent& event);
    void fill(const QList<Person>& people, const QStringList& names);
    [[nodiscard]] QIcon iconOf(const Person& person) const;
    [[nodiscard]] int rowHeight() const;
    void place();
    void close();
    [[nodiscard]] bool takeKey(int key);
    void choose(const QListWidgetItem* item);
    void describe();

    QPlainTextEdit& m_field;
    QWidget& m_host;
    People m_people;
    Theme m_theme;
    QListWidget* m_list;
    MentionQuery m_query;
    bool m_isWaiting = false; ///< the user has typed a name that no known person has
    bool m_isTyping = false;  ///< the event being handled is a key that types, or comes from an input method
    int m_declinedAt = -1;    ///< the position of the @ of the mention whose list the user closed; -1: none
};

} // namespace tidemark
