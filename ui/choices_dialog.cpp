#include "ui/choices_dialog.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace tidemark {

namespace {

constexpr int dialogWidth = 440;
constexpr int margin = 20;
constexpr int labelWidth = 80;
constexpr int betweenParts = 18;

} // namespace

ChoicesDialog::ChoicesDialog(const QString& title, QWidget* parent)
    : QDialog(parent), m_column(*new QVBoxLayout(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    setFixedWidth(parent == nullptr ? dialogWidth : std::min(dialogWidth, parent->window()->width()));
    m_column.setContentsMargins(margin, margin - 2, margin, margin - 2);
    m_column.setSpacing(6);
}

void ChoicesDialog::endPart()
{
    m_column.addSpacing(betweenParts);
}

void ChoicesDialog::finish()
{
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_column.addWidget(buttons);
    ensurePolished();
    setMinimumHeight(m_column.totalHeightForWidth(width()));
}

void ChoicesDialog::addRow(QBoxLayout& column, const QString& words, QWidget* field)
{
    auto* label = new QLabel(words, field->parentWidget());
    label->setBuddy(field);
    label->setMinimumWidth(labelWidth);
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(label);
    row->addWidget(field, 1);
    column.addLayout(row);
}

} // namespace tidemark
