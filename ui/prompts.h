#pragma once

#include <QDialog>
#include <QStringList>

class QLineEdit;
class QPushButton;

namespace tidemark {

/// Asks for one line: a name, a title, a number. Opened with open(); deletes itself.
class LinePrompt : public QDialog {
    Q_OBJECT
public:
    struct Words {
        QString title;
        QString label;
        QString button;
        QString text;          ///< what stands in the field already
        bool isNumber = false; ///< accepts only a whole number above 0
    };
    explicit LinePrompt(const Words& words, QWidget* parent = nullptr);

Q_SIGNALS:
    void answered(const QString& text);

private:
    QLineEdit* m_field;
};

/// Asks for the title and the members of a new group. Opened with open(); deletes itself.
class NewGroupPrompt : public QDialog {
    Q_OBJECT
public:
    explicit NewGroupPrompt(QWidget* parent = nullptr);

Q_SIGNALS:
    void answered(const QString& title, const QStringList& members);

private:
    QLineEdit* m_title;
    QLineEdit* m_members;
};

/// The names in a line like "Anna, Bo; 张伟": separated by commas, semicolons or their Chinese forms; each
/// once, in order.
[[nodiscard]] QStringList namesIn(const QString& line);

} // namespace tidemark
