#include "ui/signin/server_choice.h"

#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tidemark {

ServerChoice::ServerChoice(QWidget* parent)
    : QWidget(parent), m_caption(plainLabel(tr("Server"), this)), m_address(new QLineEdit(this)),
      m_title(wrappedLabel(tr("Server on this computer"), u"title"_s, this)),
      m_aboutLocal(wrappedLabel(tr("Your account and messages stay on this computer. Nobody else sees them. "
                                   "The server runs while Tidemark runs."),
                                {}, this)),
      m_change(new QPushButton(parent))
{
    m_address->setObjectName(u"server"_s);
    m_address->setPlaceholderText(tr("chat.example.org"));
    m_caption->setBuddy(m_address);
    m_aboutLocal->setObjectName(u"aboutLocal"_s);
    m_change->setObjectName(u"changeServer"_s);
    m_change->setAutoDefault(false);
    m_change->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    for (QWidget* part : {static_cast<QWidget*>(m_caption), static_cast<QWidget*>(m_address),
                          static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_aboutLocal)}) {
        column->addWidget(part);
    }
    connect(m_change, &QPushButton::clicked, this, [this] {
        setLocal(!m_isLocal);
        Q_EMIT changed();
    });
    setLocal(false);
}

void ServerChoice::setLocal(bool isLocal)
{
    m_isLocal = isLocal;
    m_caption->setVisible(!isLocal);
    m_address->setVisible(!isLocal);
    m_title->setVisible(isLocal);
    m_aboutLocal->setVisible(isLocal);
    m_change->setText(isLocal ? tr("&Use the address of a server") : tr("No server? &Use this computer"));
    m_change->setAccessibleDescription(isLocal ? QString() : m_aboutLocal->text());
}

void ServerChoice::offerLocal()
{
    m_change->show();
}

} // namespace tidemark
