#include "ui/chat/composer/composer.h"

#include "core/domain/limits.h"
#include "core/models/words/clean_text.h"
#include "core/models/words/isolated_text.h"
#include "ui/chat/composer/reply_picture.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"
#include "ui/widgets/menu_button.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {
constexpr int quoteBarWidth = 3;
constexpr int framePadding = 5; ///< between the field and the frame painted around it
constexpr qsizetype maxMessageBytes = Limits().maxTextBytes;
constexpr qsizetype showRoomFrom = maxMessageBytes / 10 * 9;
} // namespace

Composer::Composer(QWidget* parent)
    : QWidget(parent), m_field(new ComposerField(this)), m_attach(new QToolButton(this)),
      m_scheduled(new QToolButton(this)), m_send(new QToolButton(this)), m_editLine(new QWidget(this)),
      m_replyPicture(new ReplyPicture(m_theme, m_editLine)), m_editBar(new QWidget(m_editLine)),
      m_editLabel(plainLabel({}, m_editLine)), m_quote(plainLabel({}, m_editLine)),
      m_notice(plainLabel({}, this)), m_remark(plainLabel({}, this)), m_wait(plainLabel({}, this)),
      m_room(plainLabel({}, this)), m_row(new QHBoxLayout), m_editCancel(new QToolButton(m_editLine))
{
    m_send->setAccessibleName(tr("Send"));
    m_send->setFixedSize(metrics::composerLine, metrics::composerLine);
    m_send->setIconSize({20, 20});
    m_send->setContextMenuPolicy(Qt::CustomContextMenu);
    m_scheduled->setObjectName(u"scheduled"_s);
    m_scheduled->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_scheduled->setFixedHeight(metrics::composerLine);
    m_scheduled->setIconSize({20, 20});
    m_scheduled->hide();
    m_attach->setAccessibleName(tr("Attach files"));
    setPlainTip(m_attach, withKeys(tr("Attach files"), KeyCommand::AttachFiles));
    m_attach->setFixedSize(metrics::composerLine, metrics::composerLine);
    m_attach->setIconSize({22, 22});
    m_editLine->hide();

    auto* editRow = new QHBoxLayout(m_editLine);
    editRow->setContentsMargins(4, 0, 0, 4);
    editRow->addWidget(m_editBar);
    editRow->addWidget(m_replyPicture);
    auto* editWords = new QVBoxLayout;
    editWords->setSpacing(0);
    editWords->addWidget(m_editLabel);
    editWords->addWidget(m_quote);
    editRow->addLayout(editWords, 1);
    editRow->addWidget(m_editCancel);

    // The label takes the room that is left, and elides its words.
    m_editLabel->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_quote->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_quote->setProperty("role", u"dim"_s);
    m_editBar->setFixedWidth(quoteBarWidth);
    m_notice->setWordWrap(true);
    m_notice->setProperty("role", u"error"_s);
    m_notice->setContentsMargins(4, 0, 0, 6);
    m_notice->hide();
    m_remark->setWordWrap(true);
    m_remark->setProperty("role", u"dim"_s);
    m_remark->setContentsMargins(4, 0, 0, 6);
    m_remark->hide();
    m_wait->setWordWrap(true);
    m_wait->setProperty("role", u"dim"_s);
    m_wait->setContentsMargins(4, 0, 0, 6);
    m_wait->hide();
    m_room->setProperty("role", u"dim"_s);
    m_room->setContentsMargins(4, 0, 0, 6);
    m_room->hide();

    m_row->setSpacing(10);
    constexpr int insideFrame = 8;
    m_row->addWidget(m_attach, 0, Qt::AlignBottom);
    // Leave room for the frame around the field.
    auto* framed = new QVBoxLayout;
    framed->setContentsMargins(0, framePadding, 0, framePadding);
    framed->addWidget(m_field, 1, Qt::AlignVCenter);
    m_row->addLayout(framed, 1);
    m_row->addSpacing(insideFrame);
    m_row->addWidget(m_scheduled, 0, Qt::AlignBottom);
    m_row->addWidget(m_send, 0, Qt::AlignBottom);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(metrics::columnMargin, 11, metrics::columnMargin, 10);
    column->setSpacing(0);
    column->addWidget(m_editLine);
    column->addWidget(m_notice);
    column->addWidget(m_remark);
    column->addWidget(m_wait);
    column->addWidget(m_room);
    column->addLayout(m_row);

    connect(m_field, &ComposerField::heightWanted, this,
            [this](int height) { m_field->setFixedHeight(height); });
    connect(m_field, &ComposerField::focusChanged, this, qOverload<>(&QWidget::update));
    connect(m_field, &ComposerField::sendWanted, this, &Composer::submit);
    connect(m_field, &ComposerField::cancelWanted, this, &Composer::cancel);
    connect(m_field, &ComposerField::editLastWanted, this, &Composer::editLastWanted);
    connect(m_field, &ComposerField::scrollKeyPressed, this, &Composer::scrollKeyPressed);
    connect(m_field, &QPlainTextEdit::textChanged, this, [this] {
        updateLength();
        if (m_isQuiet || isEditing()) {
            return;
        }
        Q_EMIT draftChanged(text());
        if (!text().trimmed().isEmpty()) {
            Q_EMIT writing();
        }
    });
    connect(m_send, &QToolButton::clicked, this, &Composer::submit);
    connect(m_send, &QWidget::customContextMenuRequested, this, &Composer::sendLaterWanted);
    connect(m_scheduled, &QToolButton::clicked, this, &Composer::scheduledWanted);
    connect(m_attach, &QToolButton::clicked, this, &Composer::attachWanted);
    connect(m_editCancel, &QToolButton::clicked, this, &Composer::cancel);
    m_field->setFixedHeight(m_field->wantedHeight());
    setFocusProxy(m_field);
}

void Composer::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_editCancel->setIcon(glyphIcon(Glyph::Close, theme.dim));
    m_attach->setIcon(glyphIcon(Glyph::Clip, theme.dim, 22));
    m_scheduled->setIcon(glyphIcon(Glyph::Clock, theme.dim));
    m_editLabel->setStyleSheet(u"color: %1; font-weight: 600;"_s.arg(theme.accent.name()));
    m_editBar->setStyleSheet(u"background: %1; border-radius: 1px;"_s.arg(theme.accent.name()));
    m_send->setStyleSheet(u"QToolButton { background: %1; border-radius: %3px; border: none; padding: 0; }"
                          "QToolButton:hover { background: %2; } QToolButton:disabled { background: %4; }"
                          "QToolButton:focus { border: 2px solid %5; }"_s.arg(
                              theme.accent.name(), theme.accent.darker(theme.isDark ? 112 : 120).name(),
                              QString::number(metrics::composerLine / 2), theme.badgeMuted.name(),
                              theme.text.name()));
    updateButton();
    update();
}

void Composer::updateButton()
{
    const bool hasText = !writtenText(text()).isEmpty();
    const bool isTooLong = !m_notice->text().isEmpty();
    m_send->setEnabled(hasText && !isTooLong);
    QString tip = isTooLong ? m_notice->text() : withKeys(tr("Send"), KeyCommand::Send, m_sendKey);
    if (!isTooLong && !isEditing()) {
        tip += u'\n' + withKeys(tr("Right-click to send later"), KeyCommand::SendLater);
    }
    setPlainTip(m_send, tip);
    m_send->setIcon(glyphIcon(isEditing() ? Glyph::Tick : Glyph::Send,
                              m_send->isEnabled() ? m_theme.onAccent : m_theme.dim));
}

void Composer::setSendKey(SendKey key)
{
    m_sendKey = key;
    m_field->setSendKey(key);
    updateButton();
}

void Composer::setPictures(PictureStore& pictures)
{
    m_replyPicture->setPictures(pictures);
}

void Composer::setScreenshotOffered(bool offered)
{
    if (offered == (m_attach->menu() != nullptr)) {
        return;
    }
    if (!offered) {
        delete m_attach->menu();
        m_attach->setPopupMode(QToolButton::DelayedPopup);
        return;
    }
    auto* menu = new QMenu(m_attach);
    menu->addAction(tr("Attach files…"), this, &Composer::attachWanted);
    menu->addAction(tr("Take a screenshot…"), this, &Composer::screenshotWanted);
    giveMenu(m_attach, menu);
}

void Composer::setScheduled(int count)
{
    m_scheduled->setVisible(count > 0);
    m_scheduled->setText(QLocale().toString(count));
    const QString words = tr("%Ln scheduled messages", nullptr, count);
    m_scheduled->setAccessibleName(words);
    setPlainTip(m_scheduled, words);
    layout()->activate();
    update(); // the frame follows the field, which has another width now
}

QPoint Composer::sendMenuPlace(const QSize& menu) const
{
    return m_send->mapToGlobal(QPoint(m_send->width() - menu.width(), -menu.height()));
}

qsizetype Composer::bytes() const
{
    return writtenText(text()).toUtf8().size();
}

/// Says that a text is too long before the user tries to send it. The text stays; nothing is cut off.
void Composer::updateLength()
{
    const qsizetype used = bytes();
    const qsizetype maxKilobytes = maxMessageBytes / 1024;
    const bool isNear = used > showRoomFrom && used <= maxMessageBytes;
    m_room->setText(isNear ? tr("%L1 of %L2 kB").arg((used + 1023) / 1024).arg(maxKilobytes) : QString());
    m_room->setVisible(isNear);
    setNotice(used <= maxMessageBytes
                  ? QString()
                  : tr("This message is too long (%L1 of at most %L2 kB). Shorten it or send it in parts.")
                        .arg((used + 1023) / 1024)
                        .arg(maxKilobytes));
    updateButton();
}

void Composer::begin(const QString& placeholder, const QString& draft)
{
    m_field->setPlaceholderText(placeholder);
    m_reply = {};
    setEditing({});
    fill(draft);
}

void Composer::showDraft(const QString& draft)
{
    if (isEditing()) {
        m_draftBeforeEdit = draft;
    } else {
        fill(draft);
    }
}

void Composer::beginEdit(Seq target, const QString& text)
{
    if (!isEditing()) {
        m_draftBeforeEdit = this->text();
    }
    setEditing(target);
    m_original = text;
    updateEditLine();
    fill(text);
    focusField();
}

Composer::Edit Composer::edit() const
{
    return isEditing() ? Edit{m_editing, m_original, text()} : Edit();
}

void Composer::resumeEdit(const Edit& edit)
{
    beginEdit(edit.target, edit.original);
    fill(edit.text);
}

void Composer::prependText(const QString& text)
{
    if (isEditing()) {
        endEdit();
    }
    putBack(text);
    focusField();
}

void Composer::putBack(const QString& text)
{
    const QString since = draft();
    const QString both = since.trimmed().isEmpty() ? text : text + u'\n' + since;
    if (isEditing()) {
        m_draftBeforeEdit = both;
    } else {
        replaceText(both);
    }
}

void Composer::replaceText(const QString& text)
{
    m_field->setPlainText(text);
    m_field->moveCursor(QTextCursor::End);
}

void Composer::type(QKeyEvent* event)
{
    focusField();
    QCoreApplication::sendEvent(m_field, event);
}

void Composer::insertMention(const QString& name)
{
    QTextCursor cursor = m_field->textCursor();
    const int at = cursor.selectionStart();
    const bool joins = at > 0 && !m_field->document()->characterAt(at - 1).isSpace();
    cursor.insertText((joins ? u" @"_s : u"@"_s) + name + u' ');
    m_field->setTextCursor(cursor);
    focusField();
}

void Composer::setWait(int seconds)
{
    m_wait->setText(seconds > 0
                        ? tr("You can send again in %n s. Your messages wait and are sent automatically.",
                             nullptr, seconds)
                        : QString());
    m_wait->setVisible(seconds > 0);
}

void Composer::setNotice(const QString& words)
{
    m_notice->setText(words);
    m_notice->setVisible(!words.isEmpty());
}

void Composer::setRemark(const QString& words)
{
    m_remark->setText(words);
    m_remark->setVisible(!words.isEmpty());
}

void Composer::updateEditLine()
{
    const int pictureRoom = m_replyPicture->isHidden() ? 0 : metrics::quotePicture + metrics::gap;
    const int room = std::max(0, m_field->width() - 40 - quoteBarWidth - metrics::gap - pictureRoom);
    m_editLabel->setText(m_editLabel->fontMetrics().elidedText(stripTitle(), Qt::ElideRight, room));
    m_quote->setText(m_quote->fontMetrics().elidedText(stripQuote(), Qt::ElideRight, room));
    m_quote->setVisible(!m_quote->text().isEmpty());
}

QString Composer::stripTitle() const
{
    if (isEditing()) {
        return tr("Edit message");
    }
    return m_reply.name.isEmpty() ? tr("Reply to an earlier message")
                                  : tr("Reply to %1").arg(isolated(m_reply.name));
}

/// The beginning of the message that is edited or answered.
QString Composer::stripQuote() const
{
    // One line shows no more characters than this. Shaping thousands of combining marks would take a tenth of
    // a second.
    constexpr qsizetype maxShown = 300;
    const QString& whole = isEditing() ? m_original : m_reply.text;
    const QString start = whole.left(maxShown).simplified();
    return start.isEmpty() ? QString() : isolated(start);
}

void Composer::updateStrip()
{
    m_editLine->setVisible(isEditing() || m_reply.target.isValid());
    m_field->setTakesEscape(isEditing() || m_reply.target.isValid());
    m_replyPicture->setFile(isEditing() ? std::nullopt : m_reply.file);
    m_editCancel->setAccessibleName(isEditing() ? tr("Cancel editing") : tr("Cancel reply"));
    updateEditLine();
}

void Composer::beginReply(const Reply& reply)
{
    if (isEditing()) {
        endEdit();
    }
    m_reply = reply;
    updateStrip();
}

void Composer::endReply()
{
    m_reply = {};
    updateStrip();
}

/// Cancels the edit or, if there is none, the reply.
void Composer::cancel()
{
    if (isEditing()) {
        endEdit();
    } else {
        endReply();
    }
}

/// Ignores the wide margins at the sides, which would force a wide minimum.
QSize Composer::minimumSizeHint() const
{
    const QMargins margins = layout()->contentsMargins();
    return QWidget::minimumSizeHint()
           - QSize(margins.left() + margins.right() - 2 * metrics::columnMargin, 0);
}

void Composer::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    // Align the composer with the column of messages above.
    const int margin = std::max(metrics::columnMargin, (width() - metrics::columnMaximum) / 2);
    const QMargins old = layout()->contentsMargins();
    layout()->setContentsMargins(margin, old.top(), margin, old.bottom());
    layout()->activate();
    updateEditLine();
}

void Composer::endEdit()
{
    setEditing({});
    fill(m_draftBeforeEdit);
}

void Composer::setEditing(Seq target)
{
    m_editing = target;
    updateStrip();
}

/// Puts `text` into the field without the signals that typing emits.
void Composer::fill(const QString& text)
{
    m_isQuiet = true;
    m_field->setPlainText(text);
    m_field->moveCursor(QTextCursor::End);
    m_isQuiet = false;
    updateLength();
}

void Composer::submit()
{
    const QString written = text();
    if (writtenText(written).isEmpty()) {
        return;
    }
    if (bytes() > maxMessageBytes) {
        return;
    }
    if (isEditing()) {
        const Seq target = m_editing;
        endEdit();
        Q_EMIT editWanted(target, written);
    } else {
        Q_EMIT sendWanted(written);
    }
}

QString Composer::text() const
{
    return m_field->exactText();
}

void Composer::clear()
{
    m_field->clear();
}

void Composer::focusField()
{
    m_field->setFocus(Qt::OtherFocusReason);
}

void Composer::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), m_theme.background);
    painter.fillRect(QRect(0, 0, width(), 1), m_theme.line);
    const QRectF frame(m_field->x() - 7.5, m_field->y() - framePadding + 0.5, m_field->width() + 15,
                       m_field->height() + 2 * framePadding - 1);
    painter.setPen(m_field->hasFocus() ? m_theme.accent : m_theme.line);
    painter.setBrush(m_theme.isDark ? m_theme.side : m_theme.background);
    painter.drawRoundedRect(frame, 12, 12);
}

} // namespace tidemark
