#include "ui/conversations/folder_prompt.h"

#include "core/domain/request_caps.h"
#include "core/models/conversations/conversation_list_model.h"
#include "ui/session/folder_board.h"
#include "ui/widgets/choice_mark.h"
#include "ui/widgets/combo_box.h"

#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>

#include <algorithm>
#include <vector>

namespace tidemark {

namespace {

constexpr int shownHeight = 196; ///< px; half a row at the end shows that there are more

} // namespace

FolderPrompt::FolderPrompt(const Folder& folder, bool isNew, const ConversationListModel& conversations,
                           const Theme& theme, QWidget* parent)
    : Prompt(parent), m_folder(folder)
{
    prepare(isNew ? tr("New folder") : tr("Edit folder"));
    m_title = addField(tr("Title"));
    m_title->setText(QString::fromStdString(folder.title));
    m_title->selectAll();
    addRules();
    addConversations(conversations, theme);
    QPushButton* accept = addButtons(isNew ? tr("Create") : tr("Save"), [this] { answer(); });
    const auto update = [this, accept] {
        accept->setEnabled(!FolderBoard::validTitle(m_title->text()).isEmpty());
    };
    connect(m_title, &QLineEdit::textChanged, accept, update);
    update();
}

void FolderPrompt::addRules()
{
    m_rule = new ComboBox(this);
    m_rule->addItem(tr("Only those chosen below"), int(FolderRule::None));
    m_rule->addItem(tr("All with unread messages"), int(FolderRule::Unread));
    m_rule->addItem(tr("All groups"), int(FolderRule::Groups));
    m_rule->addItem(tr("All that are muted"), int(FolderRule::Muted));
    if (m_folder.rule == FolderRule::Unknown) {
        m_rule->addItem(tr("A rule of a newer version"), int(FolderRule::Unknown));
    }
    m_rule->setCurrentIndex(m_rule->findData(int(m_folder.rule)));
    addCaptioned(tr("Shows"), m_rule);
}

void FolderPrompt::addConversations(const ConversationListModel& conversations, const Theme& theme)
{
    std::vector<const ConversationSummary*> listed = conversations.summaries();
    std::erase_if(listed, [](const ConversationSummary* one) { return !isListed(*one); });
    const auto isIn = [this](const ConversationSummary* one) {
        return std::ranges::binary_search(m_folder.conversations, one->id);
    };
    std::sort(listed.begin(), listed.end(), [&](const ConversationSummary* a, const ConversationSummary* b) {
        if (isIn(a) != isIn(b)) {
            return isIn(a);
        }
        const int order = QString::localeAwareCompare(titleOf(*a), titleOf(*b));
        return order != 0 ? order < 0 : a->id < b->id;
    });
    m_conversations = new QListWidget(this);
    m_conversations->setObjectName(QStringLiteral("folderConversations"));
    m_conversations->setItemDelegate(new ChoiceDelegate(theme, m_conversations));
    m_conversations->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (const ConversationSummary* one : listed) {
        auto* item = new QListWidgetItem(titleOf(*one), m_conversations);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(isIn(one) ? Qt::Checked : Qt::Unchecked);
        item->setData(Qt::UserRole, QVariant::fromValue(quint64(one->id.value)));
    }
    m_conversations->setMinimumHeight(shownHeight);
    addCaptioned(tr("And these conversations"), m_conversations);
}

void FolderPrompt::answer()
{
    Folder folder = m_folder;
    folder.title = FolderBoard::validTitle(m_title->text()).toStdString();
    folder.rule = FolderRule(m_rule->currentData().toInt());
    // Conversations that are not in the list, such as left ones, stay in the folder.
    for (int row = 0; row < m_conversations->count(); ++row) {
        const QListWidgetItem* item = m_conversations->item(row);
        const ConversationId id(item->data(Qt::UserRole).toULongLong());
        std::erase(folder.conversations, id);
        if (item->checkState() == Qt::Checked) {
            folder.conversations.push_back(id);
        }
    }
    std::ranges::sort(folder.conversations);
    if (folder.conversations.size() > caps::maxInFolder) {
        return showError(tr("You can choose at most %1 conversations.").arg(caps::maxInFolder));
    }
    Q_EMIT answered(folder);
}

} // namespace tidemark
