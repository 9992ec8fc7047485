#include "ui/widgets/list_dialog.h"

#include "ui/widgets/list_page.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QPushButton>

namespace tidemark {

namespace {

constexpr QSize startSize{400, 440};

} // namespace

ListDialog::ListDialog(const QString& title, QWidget* parent)
    : QDialog(parent), m_column(new QVBoxLayout(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    resize(parent == nullptr ? startSize : startSize.boundedTo(parent->window()->size()));
    m_column->setContentsMargins(20, 18, 20, 18);
    m_column->setSpacing(10);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_column->addWidget(buttons);
}

void ListDialog::setPage(ListPage* page)
{
    m_column->insertWidget(0, page, 1);
}

} // namespace tidemark
