#pragma once

#include "ui/session/group_rules.h"
#include "ui/widgets/message_box.h"
#include "ui/widgets/people_field.h"

#include <QDialog>
#include <QStringList>

#include <functional>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace tidemark {

/// A dialog that stays open until its request succeeds. Open it with open(); it deletes itself.
class Prompt : public QDialog {
    Q_OBJECT
public:
    using QDialog::QDialog;

    /// Locks the dialog until the answer comes.
    void setBusy();
    /// Shows why the request was refused. The input stays.
    void showError(const QString& words);

protected:
    void prepare(const QString& title);
    void addText(const QString& words);
    QLineEdit* addField(const QString& label);
    PeopleField* addPeople(const QString& label, PeopleField::Names names, const Theme& theme);
    QCheckBox* addCheck(const QString& label);
    /// Adds a field of any kind, which must be a child of this dialog, below its caption.
    void addCaptioned(const QString& label, QWidget* field);
    /// Call it after adding the fields. The button and Enter call `submit`.
    QPushButton* addButtons(const QString& accept, const std::function<void()>& submit);

private:
    QVBoxLayout* m_column = nullptr;
    QWidget* m_fields = nullptr;
    QLineEdit* m_submitted = nullptr; ///< had the keyboard focus when the request was sent
    QLabel* m_state = nullptr;
    QPushButton* m_accept = nullptr;
};

/// Asks for one line: a title, a number.
class LinePrompt : public Prompt {
    Q_OBJECT
public:
    struct Words {
        QString title;
        QString label;
        QString button;
        QString text;          ///< the initial text
        bool isNumber = false; ///< accepts only a whole number above 0
    };
    explicit LinePrompt(const Words& words, QWidget* parent = nullptr);

Q_SIGNALS:
    void answered(const QString& text);

private:
    QLineEdit* m_field;
};

/// Asks for one user, or for several, by name.
class PeoplePrompt : public Prompt {
    Q_OBJECT
public:
    struct Words {
        QString title;
        QString label;
        QString button;
    };
    PeoplePrompt(const Words& words, PeopleField::Names names, const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] PeopleField& field() { return *m_field; }
    void setNames(const QStringList& names);

Q_SIGNALS:
    /// `names` has at least one name.
    void answered(const QStringList& names);

private:
    PeopleField* m_field;
};

/// Asks for the title and the members of a new group, whether new members see the history, and whether any
/// user may join.
class NewGroupPrompt : public Prompt {
    Q_OBJECT
public:
    explicit NewGroupPrompt(const Theme& theme, QWidget* parent = nullptr);

    [[nodiscard]] PeopleField& members() { return *m_members; }
    [[nodiscard]] GroupRules rules() const;

Q_SIGNALS:
    void answered(const QString& title, const QStringList& members);

private:
    QLineEdit* m_title;
    PeopleField* m_members;
    QCheckBox* m_historyOpen;
    QCheckBox* m_joinable;
};

/// Asks before something that cannot be undone; the default button does not do it. Open it with open(); it
/// deletes itself.
class Question : public MessageBox {
    Q_OBJECT
public:
    struct Words {
        QString question;
        QString explanation;
        QString button;
        bool isLoss = true; ///< something is lost: the button has the colour of errors
    };
    explicit Question(const Words& words, QWidget* parent = nullptr);

Q_SIGNALS:
    void confirmed();
};

} // namespace tidemark
