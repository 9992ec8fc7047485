#include "ui/signin/sign_in_dialog.h"

#include "ui/look/painting.h"
#include "ui/signin/server_choice.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStyle>

#include <algorithm>
#include <initializer_list>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

QLineEdit* addField(QVBoxLayout& column, const QString& label, const QString& objectName, QWidget* parent)
{
    auto* field = new QLineEdit(parent);
    field->setObjectName(objectName);
    QLabel* caption = plainLabel(label, parent);
    caption->setBuddy(field);
    column.addWidget(caption);
    column.addWidget(field);
    column.addSpacing(4);
    return field;
}

} // namespace

SignInDialog::SignInDialog(QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Sign in to Tidemark"));
    setMinimumWidth(380);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(28, 24, 28, 24);
    addHeading(*column);
    addFields(*column);

    m_state = plainLabel({}, this);
    m_state->setObjectName(u"state"_s);
    m_state->setWordWrap(true);
    // Reserve two lines from the start, so that an error does not move the button under the pointer.
    m_state->setMinimumHeight(m_state->fontMetrics().height() * 2 + 4);
    m_state->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    column->addWidget(m_state);

    m_button = new QPushButton(this);
    m_button->setObjectName(u"submit"_s);
    m_button->setDefault(true);
    column->addWidget(m_button);
    column->addWidget(m_choice->changeButton());

    for (const QLineEdit* field : {m_server, m_name, m_password}) {
        connect(field, &QLineEdit::textChanged, this, &SignInDialog::updateButton);
        connect(field, &QLineEdit::textEdited, this, [this] { setState(u"dim"_s, {}); });
    }
    connect(m_create, &QCheckBox::toggled, this, &SignInDialog::updateButton);
    connect(m_create, &QCheckBox::toggled, this, [this] { setState(u"dim"_s, {}); });
    connect(m_choice, &ServerChoice::changed, this, [this] {
        setState(u"dim"_s, {});
        takeChoice();
    });
    connect(m_button, &QPushButton::clicked, this, &SignInDialog::submit);
    updateButton();
}

void SignInDialog::addHeading(QVBoxLayout& column)
{
    QLabel* picture = plainLabel({}, this);
    picture->setPixmap(programIcon().pixmap(48, 48));
    picture->setAlignment(Qt::AlignCenter);
    QLabel* heading = plainLabel(tr("Tidemark"), this);
    QFont headingFont = heading->font();
    headingFont.setPointSizeF(headingFont.pointSizeF() + 6);
    headingFont.setWeight(QFont::DemiBold);
    heading->setFont(headingFont);
    heading->setAlignment(Qt::AlignCenter);
    column.addWidget(picture);
    column.addWidget(heading);
    column.addSpacing(12);
}

void SignInDialog::addFields(QVBoxLayout& column)
{
    m_choice = new ServerChoice(this);
    m_server = m_choice->address();
    column.addWidget(m_choice);
    column.addSpacing(4);
    m_name = addField(column, tr("Username"), u"name"_s, this);
    m_password = addField(column, tr("Password"), u"password"_s, this);
    m_password->setEchoMode(QLineEdit::Password);
    m_create = new CheckBox(tr("Create a new account"), this);
    m_create->setObjectName(u"create"_s);
    column.addWidget(m_create);
    m_outlives = new CheckBox(tr("Keep the server running after I quit"), this);
    m_outlives->setObjectName(u"outlives"_s);
    m_outlives->hide();
    column.addWidget(m_outlives);
}

void SignInDialog::setServers(const ServerList& servers)
{
    m_server->setText(servers.toText());
    m_server->setCursorPosition(0);
    (servers.isEmpty() ? m_server : m_name)->setFocus();
}

void SignInDialog::setName(const QString& name)
{
    m_name->setText(name);
    if (!name.isEmpty()) {
        m_password->setFocus();
    }
}

void SignInDialog::offerLocal(const LocalOffer& offer)
{
    m_local = offer;
    m_choice->offerLocal();
    m_choice->setLocal(offer.isChosen);
    m_outlives->setChecked(offer.outlivesProgram);
    takeChoice();
}

/// Fits the other fields to where the account is.
void SignInDialog::takeChoice()
{
    const bool isLocal = m_choice->isLocal();
    m_create->setVisible(!isLocal);
    m_outlives->setVisible(isLocal);
    updateButton();
    if (isLocal && m_name->text().isEmpty()) {
        m_name->setText(m_local.account);
    }
    QLineEdit* next = !isLocal && m_server->text().isEmpty() ? m_server
                      : m_name->text().isEmpty()             ? m_name
                                                             : m_password;
    next->setFocus();
    // Before the dialog is shown, its parts do not have their final size.
    if (isVisible()) {
        adjustSize();
        centre();
    }
}

void SignInDialog::setBusy(const QString& words)
{
    setLocked(true);
    setState(u"dim"_s, words);
}

void SignInDialog::unlock()
{
    setLocked(false);
    setState(u"dim"_s, {});
}

void SignInDialog::showError(const QString& words, Field field)
{
    setLocked(false);
    setState(u"error"_s, words);
    const bool isServer = field == Field::Server && !m_choice->isLocal();
    QLineEdit* wrong = isServer ? m_server : field == Field::Name ? m_name : m_password;
    wrong->setFocus();
    wrong->selectAll();
}

void SignInDialog::setState(const QString& role, const QString& words)
{
    m_state->setProperty("role", role);
    m_state->style()->polish(m_state);
    m_state->setText(words);
    // A layout does not make a window higher for wrapped text by itself.
    const int wanted = m_state->heightForWidth(m_state->width());
    m_state->setMinimumHeight(std::max(m_state->minimumHeight(), wanted));
}

/// Some window managers move the parent window after this dialog has opened.
void SignInDialog::centre()
{
    const QWidget* behind = parentWidget() == nullptr ? nullptr : parentWidget()->window();
    if (behind != nullptr && isVisible()) {
        move(behind->geometry().center() - rect().center());
    }
}

void SignInDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    if (parentWidget() != nullptr) {
        parentWidget()->window()->installEventFilter(this);
    }
    centre();
}

/// Rejecting the dialog ends the program, which is not what somebody means who leaves a field by Escape.
void SignInDialog::keyPressEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Escape) {
        QDialog::keyPressEvent(event);
    }
}

bool SignInDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Move || event->type() == QEvent::Resize) {
        centre();
    }
    return QDialog::eventFilter(watched, event);
}

void SignInDialog::setLocked(bool locked)
{
    m_isLocked = locked;
    for (QWidget* widget : std::initializer_list<QWidget*>{m_choice, m_choice->changeButton(), m_name,
                                                           m_password, m_create, m_outlives}) {
        widget->setEnabled(!locked);
    }
    updateButton();
}

void SignInDialog::updateButton()
{
    const bool isLocal = m_choice->isLocal();
    const bool creates = isLocal ? m_local.account.isEmpty() : m_create->isChecked();
    m_button->setText(creates ? tr("Create account") : tr("Sign in"));
    const bool isComplete = (isLocal || !m_server->text().trimmed().isEmpty())
                            && !m_name->text().trimmed().isEmpty() && !m_password->text().isEmpty();
    m_button->setEnabled(isComplete && !m_isLocked);
}

void SignInDialog::submit()
{
    if (m_choice->isLocal()) {
        submitLocal();
        return;
    }
    const auto servers = serversOf(m_server->text());
    if (!servers) {
        showBadServer(servers.error());
        return;
    }
    setBusy(tr("Connecting…"));
    Q_EMIT requested({*servers, m_name->text().trimmed(), m_password->text(), m_create->isChecked()});
}

void SignInDialog::submitLocal()
{
    setBusy(tr("Starting the server on this computer…"));
    const bool creates = m_local.account.isEmpty();
    Q_EMIT requested({.servers = {},
                      .name = m_name->text().trimmed(),
                      .password = m_password->text(),
                      .createsAccount = creates,
                      .outlivesProgram = m_outlives->isChecked(),
                      .isLocal = true});
}

void SignInDialog::showBadServer(const BadServer& bad)
{
    // Elide the address: it is not wrapped, and a long one would widen the dialog.
    constexpr int maxWidth = 280;
    const QString part = m_state->fontMetrics().elidedText(bad.part, Qt::ElideMiddle, maxWidth);
    showError(
        bad.isUnsafe
            ? tr("“%1” is not encrypted: anyone on the network could read your password. Use an address that "
                 "begins with wss://, except for a server on this computer.")
                  .arg(part)
            : tr("“%1” is not a server address. Enter one like chat.example.org or ws://localhost:7000.")
                  .arg(part),
        Field::Server);
    // Select the invalid part of the list.
    const auto place = static_cast<int>(m_server->text().indexOf(bad.part));
    m_server->setSelection(place, static_cast<int>(bad.part.size()));
}

} // namespace tidemark
