#pragma once

#include "core/client/client_values.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace tidemark {

class ChatSession;
class ProgressLine;

/// Shows what this computer stores and how large it is. Offers to export a conversation, to rebuild the
/// search index, and to check and repair everything.
class StoragePage : public QWidget {
    Q_OBJECT
public:
    StoragePage(ChatSession& session, QWidget* parent);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// A button, with the progress and the result of its action.
    struct Part {
        QPushButton* button = nullptr;
        ProgressLine* progress = nullptr;
    };
    void addPlace(QBoxLayout& column);
    void addHistory(QBoxLayout& column);
    void addFiles(QBoxLayout& column);
    [[nodiscard]] Part addPart(QBoxLayout& column, const QString& button, const QString& explanation);
    void showReport(const StorageReport& report);
    void showCheck(const StorageCheck& check);
    void showIndex(const IndexProgress& progress);
    void beginCheck();
    void beginRebuild();
    void exportOne();

    ChatSession& m_session;
    QString m_folder;
    QLineEdit* m_place = nullptr;
    QLabel* m_size = nullptr;
    QLabel* m_contents = nullptr;
    QLabel* m_damaged = nullptr;
    QPushButton* m_openFolder = nullptr;
    Part m_export = {};
    Part m_index = {};
    Part m_check = {};
};

} // namespace tidemark
