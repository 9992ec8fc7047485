#include "ui/widgets/list_page.h"

#include "ui/session/commands.h"
#include "ui/session/server_connection.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QLabel>
#include <QShowEvent>

#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

QLabel* addLine(QBoxLayout& column, const QString& role, QWidget* parent)
{
    QLabel* label = wrappedLabel({}, role, parent);
    label->hide();
    column.addWidget(label);
    return label;
}

} // namespace

ListPage::ListPage(const Commands& commands, const ServerConnection& connection, const Theme& theme,
                   QWidget* parent)
    : QWidget(parent), m_connection(connection), m_list(new PlainList(theme, this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(10);
    m_headline = addLine(*column, u"title"_s, this);
    column->addWidget(m_list, 1);
    m_foot = addLine(*column, u"dim"_s, this);
    m_state = addLine(*column, u"error"_s, this);
    connect(&commands, &Commands::resultCame, this, [this](const change::CommandDone& result) {
        if (result.command != m_command) {
            return;
        }
        m_command = {};
        setAskProblem({});
        take(result);
    });
    connect(&commands, &Commands::answered, this, [this](CommandId command, const QString& why) {
        if (command != m_command) {
            return;
        }
        m_command = {};
        setAskProblem(why);
    });
    connect(&connection, &ServerConnection::changed, this, &ListPage::followConnection);
}

void ListPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!event->spontaneous()) {
        askNow();
    }
}

void ListPage::askEvery(std::chrono::milliseconds interval)
{
    connect(&m_timer, &QTimer::timeout, this, [this] {
        if (isVisible() && m_connection.isOnline()) {
            m_command = ask();
        }
    });
    m_timer.start(interval);
}

void ListPage::askNow()
{
    m_isAsked = m_connection.isOnline();
    setAskProblem(m_isAsked ? QString() : tr("Connect to the server to see this list."));
    if (m_isAsked) {
        m_command = ask();
    }
}

/// Shows or clears the problem of ask(). Does not change a text of setProblem().
void ListPage::setAskProblem(const QString& words)
{
    if (std::exchange(m_hasAskProblem, !words.isEmpty()) || m_hasAskProblem) {
        showWords(m_state, words);
    }
}

void ListPage::followConnection()
{
    if (isVisible() && m_connection.isOnline() != m_isAsked) {
        askNow();
    }
}

void ListPage::setHeadline(const QString& words)
{
    showWords(m_headline, words);
}

void ListPage::setRows(const QList<PlainRow>& rows)
{
    m_list->setRows(rows);
}

void ListPage::setFoot(const QString& words)
{
    showWords(m_foot, words);
    m_list->setAccessibleDescription(words);
}

void ListPage::setProblem(const QString& words)
{
    m_hasAskProblem = false;
    showWords(m_state, words);
}

} // namespace tidemark
