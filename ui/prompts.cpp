#include "ui/prompts.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int promptWidth = 360;

QLineEdit* addField(QVBoxLayout& column, const QString& label, QWidget* parent)
{
    auto* field = new QLineEdit(parent);
    auto* caption = new QLabel(label, parent);
    caption->setBuddy(field);
    column.addWidget(caption);
    column.addWidget(field);
    column.addSpacing(6);
    return field;
}

QPushButton* addButtons(QVBoxLayout& column, const QString& accept, QDialog* dialog)
{
    auto* buttons = new QDialogButtonBox(dialog);
    auto* acceptButton = buttons->addButton(accept, QDialogButtonBox::AcceptRole);
    buttons->addButton(QDialog::tr("Cancel"), QDialogButtonBox::RejectRole);
    acceptButton->setDefault(true);
    QObject::connect(buttons, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    column.addSpacing(6);
    column.addWidget(buttons);
    return acceptButton;
}

QVBoxLayout* prepare(QDialog* dialog, const QString& title)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setMinimumWidth(promptWidth);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(20, 18, 20, 18);
    return column;
}

} // namespace

QStringList namesIn(const QString& line)
{
    static const QRegularExpression separator(u"[,;，；、]"_s);
    QStringList names;
    for (const QString& part : line.split(separator, Qt::SkipEmptyParts)) {
        const QString name = part.simplified();
        if (!name.isEmpty() && !names.contains(name))
            names.append(name);
    }
    return names;
}

LinePrompt::LinePrompt(const Words& words, QWidget* parent) : QDialog(parent)
{
    QVBoxLayout* column = prepare(this, words.title);
    m_field = addField(*column, words.label, this);
    m_field->setText(words.text);
    m_field->selectAll();
    QPushButton* accept = addButtons(*column, words.button, this);
    const auto isAnswer = [isNumber = words.isNumber](const QString& text) {
        return isNumber ? text.trimmed().toULongLong() > 0 : !text.trimmed().isEmpty();
    };
    accept->setEnabled(isAnswer(words.text));
    connect(m_field, &QLineEdit::textChanged, accept,
            [accept, isAnswer](const QString& text) { accept->setEnabled(isAnswer(text)); });
    connect(this, &QDialog::accepted, this, [this] { Q_EMIT answered(m_field->text().trimmed()); });
}

NewGroupPrompt::NewGroupPrompt(QWidget* parent) : QDialog(parent)
{
    QVBoxLayout* column = prepare(this, tr("New group"));
    m_title = addField(*column, tr("Title"), this);
    m_members = addField(*column, tr("Members, separated by commas"), this);
    m_members->setPlaceholderText(tr("Anna, Bo, 张伟"));
    QPushButton* accept = addButtons(*column, tr("Create"), this);
    accept->setEnabled(false);
    connect(m_title, &QLineEdit::textChanged, accept,
            [accept](const QString& text) { accept->setEnabled(!text.trimmed().isEmpty()); });
    connect(this, &QDialog::accepted, this,
            [this] { Q_EMIT answered(m_title->text().simplified(), namesIn(m_members->text())); });
}

} // namespace tidemark
