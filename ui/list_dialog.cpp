#include "ui/list_dialog.h"

#include "ui/chat_session.h"
#include "ui/wrapped_label.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr QSize startSize{400, 440};

QLabel* addLine(QBoxLayout& column, const QString& role, QWidget* parent)
{
    QLabel* label = wrappedLabel({}, role, parent);
    label->hide();
    column.addWidget(label);
    return label;
}

} // namespace

ListDialog::ListDialog(ChatSession& session, const Theme& theme, QWidget* parent)
    : QDialog(parent), m_session(session), m_list(new PlainList(theme, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    resize(parent == nullptr ? startSize : startSize.boundedTo(parent->window()->size()));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 18);
    column->setSpacing(10);
    m_headline = addLine(*column, u"title"_s, this);
    column->addWidget(m_list, 1);
    m_foot = addLine(*column, u"dim"_s, this);
    m_state = addLine(*column, u"error"_s, this);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
}

void ListDialog::begin()
{
    if (m_list->accessibleName().isEmpty())
        m_list->setAccessibleName(windowTitle());
    connect(&m_session, &ChatSession::resultCame, this, [this](const change::CommandDone& result) {
        if (result.command == m_command)
            take(result);
    });
    connect(&m_session, &ChatSession::answered, this, [this](CommandId command, const QString& why) {
        if (command == m_command)
            showWords(m_state, why);
    });
    connect(&m_session, &ChatSession::connectionChanged, this, &ListDialog::askAgain);
    askAgain();
}

void ListDialog::askEvery(std::chrono::milliseconds interval)
{
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (m_session.isOnline())
            m_command = ask();
    });
    m_timer.start(interval);
}

void ListDialog::askAgain()
{
    if (!m_session.isOnline()) {
        m_isAsked = false;
        showWords(m_state, tr("The server can be asked while there is a connection."));
        return;
    }
    if (std::exchange(m_isAsked, true))
        return;
    m_state->hide();
    m_command = ask();
}

void ListDialog::setHeadline(const QString& words)
{
    showWords(m_headline, words);
}

void ListDialog::setRows(const QList<PlainRow>& rows)
{
    m_list->setRows(rows);
}

void ListDialog::setFoot(const QString& words)
{
    showWords(m_foot, words);
}

} // namespace tidemark
