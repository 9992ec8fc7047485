#include "ui/chat/info/why_dialog.h"

#include "core/models/conversations/conversation_row.h"
#include "core/models/words/identity.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/moment.h"
#include "core/models/words/utf8_text.h"
#include "ui/chat/info/reactors_dialog.h"
#include "ui/chat/info/why_text.h"
#include "ui/session/reading/unread_explainer.h"
#include "ui/widgets/plain_list.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr QSize startSize{460, 520};
constexpr std::size_t maxFirstLineBytes = 400; ///< bytes of a message in which its first line is searched

PlainRow rowOf(const HistoryEntry& entry, QDate today)
{
    PlainRow row;
    row.key = entry.entry.seq.value;
    row.title = QString::fromStdString(entry.authorName);
    row.side = u"#%1 · %2"_s.arg(QString::number(entry.entry.seq.value), listTime(entry.entry.at, today));
    const std::string& text = textOf(entry.entry);
    row.text = textFromUtf8(std::string_view(text).substr(0, maxFirstLineBytes)).simplified();
    row.hue = hueOf(entry.entry.author.value);
    return row;
}

} // namespace

WhyDialog::WhyDialog(UnreadExplainer& unreadExplainer, const ConversationSummary& summary, const Theme& theme,
                     QWidget* parent)
    : QDialog(parent), m_unreadExplainer(unreadExplainer), m_list(new PlainList(theme, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Why is this unread? – %1").arg(captionText(isolated(titleOf(summary)))));
    resize(parent == nullptr ? startSize : startSize.boundedTo(parent->window()->size()));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 18);
    column->setSpacing(8);
    m_headline = addLine(u"title"_s);
    m_cursor = addLine({});
    m_counted = addLine({});
    column->addWidget(m_list, 1);
    m_leftOut = addLine(u"dim"_s);
    m_total = addLine(u"dim"_s);
    m_reactions = addLine({});
    showWords(m_reactions, whyReactions(summary.unreadReactions));
    m_result = addLine({});
    m_list->setChoosable(true);
    m_list->setAccessibleName(tr("Messages that count"));
    m_list->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_repair = buttons->addButton(tr("Count again and repair"), QDialogButtonBox::ActionRole);
    m_repair->setAutoDefault(false);
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    column->addStretch(0);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_repair, &QPushButton::clicked, this, [this] {
        m_repair->setEnabled(false);
        m_unreadExplainer.repair();
    });
    connect(m_list, &PlainList::chosen, this,
            [this, conversation = summary.id](quint64 key) { Q_EMIT messageWanted(conversation, Seq(key)); });
    connect(&unreadExplainer, &UnreadExplainer::explained, this, &WhyDialog::explain);
    connect(&unreadExplainer, &UnreadExplainer::audited, this, &WhyDialog::showAudit);
    unreadExplainer.ask(summary.id);
}

WhyDialog::~WhyDialog()
{
    m_unreadExplainer.end();
}

void WhyDialog::addReactions(ReactorsPage* page)
{
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->indexOf(m_reactions) + 1, page, 1);
    connect(page, &ReactorsPage::messageChosen, this, &WhyDialog::messageWanted);
}

QLabel* WhyDialog::addLine(const QString& role)
{
    QLabel* label = wrappedLabel({}, role, this);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->hide();
    layout()->addWidget(label);
    return label;
}

void WhyDialog::explain(const Explanation& explanation)
{
    const QDate today = QDate::currentDate();
    showWords(m_headline, whyHeadline(explanation));
    showWords(m_cursor, whyCursor(explanation, today));
    showWords(m_counted, whyCounted(explanation));
    showWords(m_leftOut, whyLeftOut(explanation));
    showWords(m_total, whyTotal(explanation));
    QList<PlainRow> rows;
    rows.reserve(static_cast<qsizetype>(explanation.counted.size()));
    for (const HistoryEntry& one : explanation.counted) {
        rows.append(rowOf(one, today));
    }
    m_list->setRows(rows);
    m_list->setVisible(!rows.isEmpty());
}

void WhyDialog::showAudit(const AuditReport& report)
{
    m_repair->setEnabled(true);
    m_result->setText(auditWords(report));
    m_result->show();
}

} // namespace tidemark
