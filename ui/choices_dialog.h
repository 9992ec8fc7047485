#pragma once

#include <QDialog>

class QBoxLayout;
class QVBoxLayout;

namespace tidemark {

/// A dialog of choices that work at once, one below the other, and a button that closes it. Opened with
/// open(); deletes itself. The constructor of a dialog adds its parts and then calls finish().
class ChoicesDialog : public QDialog {
    Q_OBJECT
protected:
    explicit ChoicesDialog(const QString& title, QWidget* parent);

    [[nodiscard]] QVBoxLayout& column() const { return m_column; }
    /// Room between what was added and the next part.
    void endPart();
    /// The button, and the height that all texts need.
    void finish();
    /// A label with its field at the right.
    static void addRow(QBoxLayout& column, const QString& words, QWidget* field);

private:
    QVBoxLayout& m_column;
};

} // namespace tidemark
