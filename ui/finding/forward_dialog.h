#pragma once

#include "ui/finding/forward_targets.h"

#include <QDialog>
#include <QList>

#include <vector>

class QLabel;
class QLineEdit;
class QListView;
class QPushButton;

namespace tidemark {

/// Asks to which conversations messages are forwarded, and for a comment that follows them. The field at the
/// top finds conversations by their names; arrows move in the list, and Enter or a click chooses. Open it
/// with open(); it deletes itself.
class ForwardDialog : public QDialog {
    Q_OBJECT
public:
    /// `conversations`: all that the user knows. Those where the user may write are offered.
    ForwardDialog(int messages, const std::vector<const ConversationSummary*>& conversations,
                  const Theme& theme, QWidget* parent = nullptr);

Q_SIGNALS:
    /// `comment` may be empty.
    void confirmed(const QList<tidemark::ConversationId>& targets, const QString& comment);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addList(const Theme& theme);
    void addButtons();
    void updateRows();
    void updateChoice();
    void step(int by);
    void toggle(const QModelIndex& index);
    void confirm();

    QuickSwitchModel m_found;
    ForwardTargets m_targets;
    QLineEdit* m_field;
    QListView* m_list;
    QLabel* m_nothing;
    QLabel* m_choice;
    QLineEdit* m_comment;
    QPushButton* m_forward = nullptr;
};

} // namespace tidemark
