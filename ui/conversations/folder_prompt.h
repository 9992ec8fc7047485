#pragma once

#include "core/domain/folder.h"
#include "ui/widgets/prompts.h"

class QComboBox;
class QListWidget;

namespace tidemark {

class ConversationListModel;

/// Asks for the title, the rule and the conversations of a folder.
class FolderPrompt : public Prompt {
    Q_OBJECT
public:
    FolderPrompt(const Folder& folder, bool isNew, const ConversationListModel& conversations,
                 const Theme& theme, QWidget* parent = nullptr);

Q_SIGNALS:
    void answered(const tidemark::Folder& folder);

private:
    void addRules();
    void addConversations(const ConversationListModel& conversations, const Theme& theme);
    void answer();

    Folder m_folder;
    QLineEdit* m_title = nullptr;
    QComboBox* m_rule = nullptr;
    QListWidget* m_conversations = nullptr;
};

} // namespace tidemark
