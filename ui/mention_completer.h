#pragma once

#include "core/models/mention_query.h"
#include "ui/theme.h"

#include <QObject>

#include <functional>

class QListWidget;
class QListWidgetItem;
class QPlainTextEdit;
class QTextCursor;

namespace tidemark {

/// A list of names over a field while a mention is written in it: up, down, Enter and Tab choose, Escape
/// closes it for this mention, and so does the mouse. The keyboard stays in the field.
class MentionCompleter : public QObject {
    Q_OBJECT
public:
    struct Person {
        QString name;
        int hue = 0;
        bool isEverybody = false; ///< "all"
    };
    using People = std::function<QList<Person>()>;

    /// `host`: where the list may be, with the field somewhere in it.
    MentionCompleter(QPlainTextEdit& field, QWidget& host, People people);

    void setTheme(const Theme& theme);
    [[nodiscard]] bool isOpen() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void update();
    [[nodiscard]] std::optional<MentionQuery> queryAt(const QTextCursor& cursor) const;
    void noteTyping(const QEvent& event);
    void fill(const QList<Person>& people, const QStringList& names);
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
    bool m_isTyping = false; ///< a key that writes, or an input method, is at work
    int m_declinedAt = -1;   ///< the @ of the mention for which the list was closed
};

} // namespace tidemark
