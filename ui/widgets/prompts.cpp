#include "ui/widgets/prompts.h"

#include "ui/look/style_sheet.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int promptWidth = 360;

} // namespace

void Prompt::prepare(const QString& title)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    setMinimumWidth(promptWidth);
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(20, 18, 20, 18);
    m_fields = new QWidget(this);
    auto* fields = new QVBoxLayout(m_fields);
    fields->setContentsMargins(0, 0, 0, 0);
    m_column->addWidget(m_fields);
}

void Prompt::addText(const QString& words)
{
    m_fields->layout()->addWidget(wrappedLabel(words, {}, m_fields));
}

QLineEdit* Prompt::addField(const QString& label)
{
    auto* field = new QLineEdit(m_fields);
    QLabel* caption = plainLabel(label, m_fields);
    caption->setBuddy(field);
    m_fields->layout()->addWidget(caption);
    m_fields->layout()->addWidget(field);
    return field;
}

PeopleField* Prompt::addPeople(const QString& label, PeopleField::Names names, const Theme& theme)
{
    auto* field = new PeopleField(names, theme, m_fields);
    QLabel* caption = plainLabel(label, m_fields);
    caption->setBuddy(&field->line());
    // Screen readers look for captions only beside a field.
    field->line().setAccessibleName(label);
    m_fields->layout()->addWidget(caption);
    m_fields->layout()->addWidget(field);
    return field;
}

QCheckBox* Prompt::addCheck(const QString& label)
{
    auto* check = new CheckBox(label, m_fields);
    m_fields->layout()->addWidget(check);
    return check;
}

void Prompt::addCaptioned(const QString& label, QWidget* field)
{
    QLabel* caption = plainLabel(label, m_fields);
    caption->setBuddy(field);
    field->setAccessibleName(label);
    m_fields->layout()->addWidget(caption);
    m_fields->layout()->addWidget(field);
}

QPushButton* Prompt::addButtons(const QString& accept, const std::function<void()>& submit)
{
    m_state = wrappedLabel({}, u"error"_s, this);
    m_state->setObjectName(u"state"_s);
    // Room for a line from the start, so that an error does not move the buttons under the pointer.
    m_state->setMinimumHeight(m_state->fontMetrics().height() + 4);
    m_column->addWidget(m_state);
    auto* buttons = new QDialogButtonBox(this);
    m_accept = buttons->addButton(accept, QDialogButtonBox::AcceptRole);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    m_accept->setDefault(true);
    // The error is about what was written before.
    for (const QLineEdit* field : m_fields->findChildren<QLineEdit*>()) {
        connect(field, &QLineEdit::textChanged, m_state, &QLabel::clear);
    }
    connect(buttons, &QDialogButtonBox::accepted, this, submit);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_column->addWidget(buttons);
    return m_accept;
}

void Prompt::setBusy()
{
    m_submitted = qobject_cast<QLineEdit*>(focusWidget());
    m_fields->setEnabled(false);
    m_accept->setEnabled(false);
    m_state->clear();
}

void Prompt::showError(const QString& words)
{
    m_fields->setEnabled(true);
    m_accept->setEnabled(true);
    m_state->setText(words);
    // A layout does not make a window higher for wrapped text by itself.
    m_state->setMinimumHeight(std::max(m_state->minimumHeight(), m_state->heightForWidth(m_state->width())));
    (m_submitted != nullptr ? m_submitted : m_fields->findChild<QLineEdit*>())->setFocus();
}

LinePrompt::LinePrompt(const Words& words, QWidget* parent) : Prompt(parent)
{
    prepare(words.title);
    m_field = addField(words.label);
    m_field->setText(words.text);
    m_field->selectAll();
    QPushButton* accept = addButtons(words.button, [this] { Q_EMIT answered(m_field->text().trimmed()); });
    const auto isAnswer = [isNumber = words.isNumber](const QString& text) {
        return isNumber ? text.trimmed().toULongLong() > 0 : !text.trimmed().isEmpty();
    };
    accept->setEnabled(isAnswer(words.text));
    connect(m_field, &QLineEdit::textChanged, accept,
            [accept, isAnswer](const QString& text) { accept->setEnabled(isAnswer(text)); });
}

PeoplePrompt::PeoplePrompt(const Words& words, PeopleField::Names names, const Theme& theme, QWidget* parent)
    : Prompt(parent)
{
    prepare(words.title);
    m_field = addPeople(words.label, names, theme);
    QLineEdit& line = m_field->line();
    const auto answer = [&line, names] {
        const QString name = line.text().simplified();
        return names == PeopleField::Names::Several ? namesIn(line.text())
               : name.isEmpty()                     ? QStringList()
                                                    : QStringList{name};
    };
    QPushButton* accept = addButtons(words.button, [this, answer] { Q_EMIT answered(answer()); });
    accept->setEnabled(false);
    connect(&line, &QLineEdit::textChanged, accept,
            [accept, answer] { accept->setEnabled(!answer().isEmpty()); });
}

void PeoplePrompt::setNames(const QStringList& names)
{
    m_field->line().setText(names.join(u", "));
}

NewGroupPrompt::NewGroupPrompt(const Theme& theme, QWidget* parent) : Prompt(parent)
{
    prepare(tr("New group"));
    m_title = addField(tr("Title"));
    m_members = addPeople(tr("Members, separated by commas"), PeopleField::Names::Several, theme);
    m_members->line().setPlaceholderText(tr("Anna, Bo, 张伟"));
    m_historyOpen = addCheck(tr("New members can see earlier messages"));
    m_joinable = addCheck(tr("Anyone with the group’s number can join"));
    QPushButton* accept = addButtons(tr("Create"), [this] {
        Q_EMIT answered(m_title->text().simplified(), namesIn(m_members->line().text()));
    });
    accept->setEnabled(false);
    connect(m_title, &QLineEdit::textChanged, accept,
            [accept](const QString& text) { accept->setEnabled(!text.trimmed().isEmpty()); });
}

GroupRules NewGroupPrompt::rules() const
{
    return {m_historyOpen->isChecked(), !m_joinable->isChecked()};
}

Question::Question(const Words& words, QWidget* parent)
    : MessageBox(words.question, words.explanation, Cancel, parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* doIt = addButton(words.button, AcceptRole);
    setRole(doIt, words.isLoss ? u"danger"_s : u"deed"_s);
    setDefaultButton(Cancel);
    setRole(button(Cancel), u"safe"_s);
    connect(doIt, &QPushButton::clicked, this, &Question::confirmed);
}

} // namespace tidemark
