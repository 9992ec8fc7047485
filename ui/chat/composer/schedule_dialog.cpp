#include "ui/chat/composer/schedule_dialog.h"

#include "core/domain/request_caps.h"
#include "ui/widgets/date_time_field.h"
#include "ui/widgets/plain_text_edit.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace tidemark {

namespace {

constexpr int dialogWidth = 360;
constexpr int textHeight = 140;

} // namespace

ScheduleDialog::ScheduleDialog(const Words& words, UnixMs due, QWidget* parent)
    : QDialog(parent), m_time(new DateTimeField(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(words.title);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 18);
    column->setSpacing(10);
    if (!words.text.isNull()) {
        m_text = new PlainTextEdit(words.text, this);
        m_text->setAccessibleName(tr("Message"));
        m_text->setTabChangesFocus(true);
        m_text->setMinimumHeight(textHeight);
        column->addWidget(m_text, 1);
    }
    auto* label = plainLabel(words.label, this);
    label->setBuddy(m_time);
    column->addWidget(label);
    const QDateTime now = QDateTime::currentDateTime();
    m_time->setMinimumDateTime(now);
    m_time->setMaximumDateTime(now.addDays(caps::maxScheduledDays - 1));
    m_time->setDateTime(std::max(QDateTime::fromMSecsSinceEpoch(due.value), now));
    column->addWidget(m_time);
    column->addWidget(wrappedLabel(tr("The server sends it even when Tidemark is not running."),
                                   QStringLiteral("dim"), this));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    QPushButton* chosen = buttons->addButton(words.button, QDialogButtonBox::AcceptRole);
    chosen->setDefault(true);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT answered(UnixMs{m_time->dateTime().toMSecsSinceEpoch()},
                        m_text == nullptr ? QString() : m_text->exactText());
        accept();
    });
    if (m_text != nullptr) {
        connect(m_text, &QPlainTextEdit::textChanged, chosen,
                [this, chosen] { chosen->setEnabled(!m_text->exactText().trimmed().isEmpty()); });
        m_text->moveCursor(QTextCursor::End);
    }
    (m_text == nullptr ? static_cast<QWidget*>(m_time) : m_text)->setFocus();
    resize(std::min(dialogWidth, parent == nullptr ? dialogWidth : parent->window()->width()),
           sizeHint().height());
}

} // namespace tidemark
