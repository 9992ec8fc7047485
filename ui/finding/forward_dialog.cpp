#include "ui/finding/forward_dialog.h"

#include "core/domain/request_caps.h"
#include "core/models/words/isolated_text.h"
#include "ui/widgets/accessible_rows.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr QSize startSize{420, 540};
constexpr int pageRows = 8;

} // namespace

ForwardDialog::ForwardDialog(int messages, const std::vector<const ConversationSummary*>& conversations,
                             const Theme& theme, QWidget* parent)
    : QDialog(parent), m_field(new QLineEdit(this)), m_list(new QListView(this)),
      m_nothing(plainLabel(tr("No conversation with this name"), this)),
      m_choice(wrappedLabel({}, u"dim"_s, this)), m_comment(new QLineEdit(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(messages == 1 ? tr("Forward a message") : tr("Forward %Ln messages", nullptr, messages));
    resize(parent == nullptr ? startSize : startSize.boundedTo(parent->window()->size()));
    std::vector<const ConversationSummary*> writable;
    std::copy_if(
        conversations.begin(), conversations.end(), std::back_inserter(writable),
        [](const ConversationSummary* one) { return one->isMember && !one->isBlocked && mayWriteIn(*one); });
    // No conversation takes the place of the open one, which the model puts last.
    m_found.begin(writable, {ConversationId()}, QDate::currentDate());
    m_targets.setSourceModel(&m_found);
    m_field->setPlaceholderText(tr("Forward to…"));
    m_field->setAccessibleName(tr("Find a conversation"));
    m_field->setClearButtonEnabled(true);
    m_field->installEventFilter(this);
    m_comment->setPlaceholderText(tr("Comment, sent after it"));
    m_comment->setAccessibleName(tr("Comment"));
    m_choice->setObjectName(u"choice"_s);
    addList(theme);
    addButtons();
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString& typed) {
        m_found.setTyped(typed);
        updateRows();
    });
    updateRows();
    updateChoice();
    m_field->setFocus();
}

void ForwardDialog::addList(const Theme& theme)
{
    m_list->setModel(&m_targets);
    m_list->setItemDelegate(new ForwardDelegate(theme, this));
    m_list->setUniformItemSizes(true);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMouseTracking(true);
    m_list->setAccessibleName(tr("Conversations"));
    // The field keeps the keyboard focus and moves the choice.
    m_list->setFocusPolicy(Qt::NoFocus);
    m_nothing->setProperty("role", u"dim"_s);
    m_nothing->setAlignment(Qt::AlignCenter);
    connect(m_list, &QAbstractItemView::clicked, this, &ForwardDialog::toggle);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 18);
    column->setSpacing(10);
    column->addWidget(m_field);
    column->addWidget(m_list, 1);
    column->addWidget(m_nothing, 1);
    column->addWidget(m_choice);
    column->addWidget(m_comment);
}

void ForwardDialog::addButtons()
{
    auto* buttons = new QDialogButtonBox(this);
    m_forward = buttons->addButton(tr("Forward"), QDialogButtonBox::AcceptRole);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    m_forward->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &ForwardDialog::confirm);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout()->addWidget(buttons);
}

void ForwardDialog::updateRows()
{
    const bool isEmpty = m_targets.rowCount() == 0;
    m_list->setVisible(!isEmpty);
    m_nothing->setVisible(isEmpty);
    m_list->setCurrentIndex(m_targets.index(0, 0));
    describeChoice(*m_field, *m_list);
    m_list->scrollToTop();
}

void ForwardDialog::updateChoice()
{
    QStringList names;
    for (const SwitchRow& one : m_targets.chosen()) {
        names += isolatedLine(one.row.title);
    }
    m_choice->setText(names.isEmpty() ? tr("Choose one or more conversations.")
                                      : tr("To: %1").arg(names.join(tr(", ", "between names"))));
    m_forward->setEnabled(!names.isEmpty());
    describeChoice(*m_field, *m_list);
}

void ForwardDialog::step(int by)
{
    const int count = m_targets.rowCount();
    if (count > 0) {
        const int row = std::clamp(m_list->currentIndex().row() + by, 0, count - 1);
        m_list->setCurrentIndex(m_targets.index(row, 0));
        describeChoice(*m_field, *m_list);
    }
}

void ForwardDialog::toggle(const QModelIndex& index)
{
    if (!index.isValid()) {
        return;
    }
    const bool isTaken = m_targets.toggle(index);
    updateChoice();
    if (!isTaken) {
        m_choice->setText(tr("At most %L1 conversations at once.").arg(caps::maxForwardTargets));
    }
}

void ForwardDialog::confirm()
{
    QList<ConversationId> targets;
    for (const SwitchRow& one : m_targets.chosen()) {
        targets += one.row.id;
    }
    if (!targets.isEmpty()) {
        accept();
        Q_EMIT confirmed(targets, m_comment->text());
    }
}

bool ForwardDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_field || event->type() != QEvent::KeyPress) {
        return QDialog::eventFilter(watched, event);
    }
    const auto& key = *static_cast<QKeyEvent*>(event);
    switch (key.key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        step(key.key() == Qt::Key_Up ? -1 : 1);
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        step(key.key() == Qt::Key_PageUp ? -pageRows : pageRows);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (key.modifiers().testFlag(Qt::ControlModifier)) {
            confirm();
        } else {
            toggle(m_list->currentIndex());
        }
        return true;
    default:
        return QDialog::eventFilter(watched, event);
    }
}

} // namespace tidemark
