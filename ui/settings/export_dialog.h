#pragma once

#include "core/client/export_values.h"
#include "core/models/formats/export_formats.h"

#include <QDialog>

class QBoxLayout;
class QComboBox;
class QPushButton;

namespace tidemark {

class ConversationListModel;
class ProgressLine;
class StorageController;

/// Lets the user choose a conversation, a format and a file to export to. It stays open until the export
/// ends, and can cancel it. Open it with open(); it deletes itself.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    /// `chosen` is selected at first; 0: any conversation.
    ExportDialog(StorageController& storage, const ConversationListModel& conversations,
                 ConversationId chosen, QWidget* parent = nullptr);

    /// Exports the selected conversation to that file.
    void exportTo(const QString& path);

    void done(int result) override;

private:
    void addField(QBoxLayout& column, const QString& words, QComboBox* field);
    void fillConversations(const ConversationListModel& conversations, ConversationId chosen);
    void askPlace();
    [[nodiscard]] ExportKind kind() const;
    [[nodiscard]] QString suggestedPath() const;
    void setRunning(quint64 tag);
    /// Grows to the height that all texts need, which a layout does not do for wrapped texts.
    void grow();
    void showProgress(const ExportProgress& progress);
    void showResult(const ExportResult& result);

    StorageController& m_storage;
    QComboBox* m_conversation;
    QComboBox* m_kind;
    ProgressLine* m_progress;
    QPushButton* m_export;
    QPushButton* m_close;
    quint64 m_running = 0; ///< 0: no export is running
};

/// Makes a file name from `title`, without characters that a file system may reject.
[[nodiscard]] QString fileNameOf(const QString& title);

} // namespace tidemark
