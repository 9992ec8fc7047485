#include "ui/conversations/channels_dialog.h"

#include "core/models/conversations/conversation_list_model.h"
#include "core/models/words/identity.h"
#include "core/models/words/plural.h"
#include "ui/session/commands.h"
#include "ui/session/memberships.h"
#include "ui/widgets/plain_list.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr QSize startSize{440, 480};
constexpr int pauseMs = 250;

} // namespace

ChannelsDialog::ChannelsDialog(Memberships& memberships, const Commands& commands,
                               const ConversationListModel& conversations, const Theme& theme,
                               QWidget* parent)
    : QDialog(parent), m_memberships(memberships), m_conversations(conversations),
      m_field(new SearchField(tr("Part of a channel’s title"), this)), m_list(new PlainList(theme, this)),
      m_state(wrappedLabel({}, u"dim"_s, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Find channels"));
    resize(parent == nullptr ? startSize : startSize.boundedTo(parent->window()->size()));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 18);
    column->setSpacing(10);
    m_field->setTheme(theme);
    column->addWidget(m_field);
    column->addWidget(m_list, 1);
    column->addWidget(m_state);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    // Enter in the field must search and not close the dialog.
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    m_list->setAccessibleName(tr("Channels"));
    m_list->setChoosable(true);
    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseMs);
    connect(&m_pause, &QTimer::timeout, this, &ChannelsDialog::ask);
    connect(m_field, &QLineEdit::textChanged, &m_pause, qOverload<>(&QTimer::start));
    connect(m_field, &QLineEdit::returnPressed, this, &ChannelsDialog::ask);
    connect(m_list, &PlainList::chosen, this, [this](quint64 key) { choose(ConversationId(key)); });
    connect(&commands, &Commands::resultCame, this, &ChannelsDialog::take);
    connect(&commands, &Commands::answered, this, [this](CommandId command, const QString& why) {
        if ((command == m_asked || command == m_following) && !why.isEmpty()) {
            showWords(m_state, why);
        }
        if (command == m_following) {
            showFound();
        }
    });
    connect(&conversations, &ConversationListModel::tallyChanged, this, &ChannelsDialog::showFound);
    ask();
    m_field->setFocus();
}

void ChannelsDialog::ask()
{
    m_pause.stop();
    showWords(m_state, {});
    m_asked = m_memberships.findChannels(m_field->text().simplified());
}

void ChannelsDialog::take(const change::CommandDone& result)
{
    if (result.command != m_asked) {
        return;
    }
    m_found = result.resultAs<protocol::FoundChannels>().channels;
    showWords(m_state, m_found.empty() ? tr("No channel matches.") : QString());
    showFound();
}

void ChannelsDialog::showFound()
{
    QList<PlainRow> rows;
    for (const protocol::FoundChannel& one : m_found) {
        const bool follows = isFollowed(one.conversation);
        PlainRow row;
        row.key = one.conversation.value;
        row.title = QString::fromStdString(one.title).simplified();
        row.text = tr("%Ln followers", nullptr, pluralOf(one.followers));
        row.side = follows ? tr("followed") : QString();
        row.hue = hueOf(one.conversation.value);
        row.action = follows ? tr("Show") : tr("Follow");
        rows.append(row);
    }
    m_list->setRows(rows);
}

void ChannelsDialog::choose(ConversationId channel)
{
    if (isFollowed(channel)) {
        Q_EMIT channelChosen(channel);
        accept();
    } else {
        m_following = m_memberships.follow(channel);
    }
}

bool ChannelsDialog::isFollowed(ConversationId channel) const
{
    const ConversationSummary* summary = m_conversations.summary(channel);
    return summary != nullptr && summary->isMember;
}

} // namespace tidemark
