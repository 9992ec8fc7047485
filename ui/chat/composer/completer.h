#pragma once

#include "ui/look/theme.h"

#include <QIcon>
#include <QList>
#include <QObject>
#include <QString>

#include <optional>

class QListWidget;
class QListWidgetItem;
class QPlainTextEdit;
class QTextCursor;

namespace tidemark {

/// A list of choices over a text field, shown while the user types a word that begins with a certain sign.
/// Up, Down, Enter, Tab and the mouse choose; Escape closes the list for this word. The keyboard focus stays
/// in the field. Subclasses know the words and the choices.
class Completer : public QObject {
    Q_OBJECT
public:
    void setTheme(const Theme& theme);
    [[nodiscard]] bool isOpen() const;
    /// Call when there may be other choices than before. The chosen one stays chosen.
    void refresh();

protected:
    /// The word that the user is typing.
    struct Query {
        int at = 0;    ///< position of the sign, in UTF-16 units
        QString typed; ///< from after the sign to the cursor
    };
    struct Choice {
        QString key;
        QString words;
        QIcon icon;
    };
    static constexpr int iconSide = 24;

    /// The list may cover `host`, which contains the field. `reach` is the number of UTF-16 units before the
    /// cursor that queryIn() gets. `name` is the object name of the list, `title` its accessible name.
    Completer(QPlainTextEdit& field, QWidget& host, int reach, const QString& name, const QString& title);

    /// Returns the query at the end of `text`, which ends at the cursor; empty: there is none.
    [[nodiscard]] virtual std::optional<Query> queryIn(const QString& text) const = 0;
    [[nodiscard]] virtual QList<Choice> choicesFor(const Query& query) = 0;
    /// Returns the text that replaces the sign and the typed word. `hasBlank`: a blank follows.
    [[nodiscard]] virtual QString insertionOf(const QString& key, bool hasBlank) const = 0;
    /// Says for screen readers which choice is chosen and what Enter does.
    [[nodiscard]] virtual QString spokenChoice(const QString& words, const QString& place,
                                               const QString& count) const = 0;

    bool eventFilter(QObject* watched, QEvent* event) override;
    [[nodiscard]] std::optional<Query> queryAt(const QTextCursor& cursor) const;
    [[nodiscard]] QPlainTextEdit& field() const { return m_field; }
    [[nodiscard]] const Theme& theme() const { return m_theme; }
    [[nodiscard]] const QListWidget& list() const { return *m_list; }

private:
    void update();
    void noteTyping(const QEvent& event);
    void fill(const QList<Choice>& choices);
    [[nodiscard]] int rowHeight() const;
    void place();
    void close();
    [[nodiscard]] bool takeKey(int key);
    void choose(const QListWidgetItem* item);
    void describe();

    QPlainTextEdit& m_field;
    QWidget& m_host;
    int m_reach;
    Theme m_theme;
    QListWidget* m_list;
    Query m_query;
    bool m_isWaiting = false; ///< the user has typed a word for which there is no choice
    bool m_isTyping = false;  ///< the event being handled is a key that types, or comes from an input method
    int m_declinedAt = -1;    ///< the position of the word whose list the user closed; -1: none
};

} // namespace tidemark
