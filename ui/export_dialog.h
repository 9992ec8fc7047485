#pragma once

#include "core/client/export_values.h"
#include "core/models/export_formats.h"

#include <QDialog>

class QBoxLayout;
class QComboBox;
class QPushButton;

namespace tidemark {

class ChatSession;
class ProgressLine;

/// Which conversation to write to a file, as what and where; stays until it is written, and can end it
/// before. Opened with open(); deletes itself.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    /// `chosen`: the one that is chosen at first; 0: any.
    ExportDialog(ChatSession& session, ConversationId chosen, QWidget* parent = nullptr);

    /// What is chosen, to that file.
    void exportTo(const QString& path);

    void done(int result) override;

private:
    void addField(QBoxLayout& column, const QString& words, QComboBox* field);
    void fillConversations(ConversationId chosen);
    void askPlace();
    [[nodiscard]] ExportKind kind() const;
    [[nodiscard]] QString suggestedPath() const;
    void setRunning(quint64 tag);
    /// Up to the height that all texts need: a layout does not do it for wrapped ones.
    void grow();
    void showProgress(const ExportProgress& progress);
    void showResult(const ExportResult& result);

    ChatSession& m_session;
    QComboBox* m_conversation;
    QComboBox* m_kind;
    ProgressLine* m_progress;
    QPushButton* m_export;
    QPushButton* m_close;
    quint64 m_running = 0; ///< 0: nothing is being written
};

/// `title` as the name of a file, without what a file system may not take.
[[nodiscard]] QString fileNameOf(const QString& title);

} // namespace tidemark
