#pragma once

#include <QDialog>

class QVBoxLayout;

namespace tidemark {

class ListPage;

/// A dialog around a list that the server is asked for. Opened with open(); deletes itself.
class ListDialog : public QDialog {
    Q_OBJECT
protected:
    ListDialog(const QString& title, QWidget* parent);

    /// To be called once; the page becomes the dialog's.
    void setPage(ListPage* page);

private:
    QVBoxLayout* m_column;
};

} // namespace tidemark
