#pragma once

#include "core/domain/conversation.h"
#include "ui/look/theme.h"

#include <QList>
#include <QStringList>
#include <QWidget>

#include <map>
#include <optional>

class QLabel;
class QLineEdit;

namespace tidemark {

class PlainList;

/// Splits a line like "Anna, Bo; 张伟" into names, separated by commas, semicolons or their Chinese forms.
/// Each name appears once, in order.
[[nodiscard]] QStringList namesIn(const QString& line);

/// The name at the cursor in a line of names.
struct NamePart {
    int start = 0; ///< after the preceding separator; UTF-16 units
    int end = 0;   ///< at the following separator
    QString name;  ///< trimmed

    friend bool operator==(const NamePart&, const NamePart&) = default;
};
[[nodiscard]] NamePart nameAt(const QString& line, int cursor);

/// A field for one name or several, and below it the known users that match what is being typed. Up, Down,
/// Enter, Tab and the mouse choose one; the keyboard focus stays in the field. The user can also type names
/// that this device does not know.
class PeopleField : public QWidget {
    Q_OBJECT
public:
    enum class Names : quint8 { One, Several };

    PeopleField(Names names, const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit& line() { return *m_line; }
    [[nodiscard]] PlainList& list() { return *m_list; }
    /// Sets the users to offer. `self` is marked as the user in the list. `directs` are the direct chats with
    /// them, as far as there are any; the others have pictures if they are in the open conversation.
    void setPeople(QList<User> people, UserId self, std::map<UserId, ConversationId> directs = {});

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// The input that the list was built from.
    struct Asked {
        NamePart part;
        QStringList others;

        friend bool operator==(const Asked&, const Asked&) = default;
    };
    void update();
    void describe();
    void placeList();
    void step(int by);
    bool chooseCurrent();
    void choose(const QString& name);
    [[nodiscard]] NamePart written() const;

    Names m_names;
    QLineEdit* m_line;
    PlainList* m_list;
    QLabel* m_noMatch;
    QList<User> m_people;
    UserId m_self;
    std::map<UserId, ConversationId> m_directs;
    std::optional<Asked> m_asked;
};

} // namespace tidemark
