#pragma once

#include "core/domain/conversation.h"
#include "ui/theme.h"

#include <QList>
#include <QStringList>
#include <QWidget>

#include <optional>

class QLabel;
class QLineEdit;

namespace tidemark {

class PlainList;

/// The names in a line like "Anna, Bo; 张伟": separated by commas, semicolons or their Chinese forms; each
/// once, in order.
[[nodiscard]] QStringList namesIn(const QString& line);

/// The name in a line of names that is being written.
struct NamePart {
    int start = 0; ///< behind the separator before it; UTF-16 units
    int end = 0;   ///< at the separator behind it
    QString name;  ///< without blanks around it

    friend bool operator==(const NamePart&, const NamePart&) = default;
};
[[nodiscard]] NamePart nameAt(const QString& line, int cursor);

/// A field for the name of somebody, or for several names, and below it whom of the people this device knows
/// what is written may mean. Up, down, Enter and Tab choose one of them, and so does the mouse; the keyboard
/// stays in the field. Names that are not known here can be written all the same.
class PeopleField : public QWidget {
    Q_OBJECT
public:
    enum class Names : quint8 { One, Several };

    PeopleField(Names names, const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] QLineEdit& line() { return *m_line; }
    [[nodiscard]] PlainList& list() { return *m_list; }
    /// Whom to offer; the user `self` as such, if they are among them.
    void setPeople(QList<User> people, const QString& self);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// What the list was made from.
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
    QLabel* m_nobody;
    QList<User> m_people;
    QString m_self;
    std::optional<Asked> m_asked;
};

} // namespace tidemark
