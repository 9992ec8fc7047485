#pragma once

#include <QDialog>

class QVBoxLayout;

namespace tidemark {

class ListPage;

/// A dialog around a list that the server sends. Open it with open(); it deletes itself.
class ListDialog : public QDialog {
    Q_OBJECT
protected:
    ListDialog(const QString& title, QWidget* parent);

    /// Call exactly once; the dialog takes ownership.
    void setPage(ListPage* page);

private:
    QVBoxLayout* m_column;
};

} // namespace tidemark
