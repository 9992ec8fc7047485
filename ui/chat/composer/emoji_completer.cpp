#include "ui/chat/composer/emoji_completer.h"

#include "core/models/emoji/emoji_shortcodes.h"
#include "ui/look/emoji_font.h"
#include "ui/session/choices/preferences.h"

#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QListWidget>
#include <QPainter>
#include <QPlainTextEdit>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

/// Whether the event types a colon and nothing else.
bool typesColon(const QEvent& event)
{
    if (event.type() == QEvent::KeyPress) {
        return static_cast<const QKeyEvent&>(event).text() == u":";
    }
    return event.type() == QEvent::InputMethod
           && static_cast<const QInputMethodEvent&>(event).commitString() == u":";
}

} // namespace

EmojiCompleter::EmojiCompleter(QPlainTextEdit& field, QWidget& host, const Preferences& preferences)
    : Completer(field, host, emojiReach, u"emoji"_s, tr("Emoji")), m_preferences(preferences)
{
}

std::optional<Completer::Query> EmojiCompleter::queryIn(const QString& text) const
{
    const std::optional<EmojiQuery> query = emojiQueryAt(text);
    return query ? std::optional(Query{query->at, query->typed}) : std::nullopt;
}

QList<Completer::Choice> EmojiCompleter::choicesFor(const Query& query)
{
    QList<Choice> choices;
    const QList<qsizetype> found = emojiChoices(query.typed);
    choices.reserve(found.size());
    for (const qsizetype index : found) {
        const Emoji& emoji = emojiCatalogue().all()[index];
        const QString& text = emoji.inTone(m_preferences.emoji().tone);
        choices.append({text, emoji.name(), iconOf(text)});
    }
    return choices;
}

QString EmojiCompleter::insertionOf(const QString& key, bool /*hasBlank*/) const
{
    return key;
}

QString EmojiCompleter::spokenChoice(const QString& words, const QString& place, const QString& count) const
{
    return tr("%1, %L2 of %L3. Enter inserts the emoji.").arg(words, place, count);
}

QIcon EmojiCompleter::iconOf(const QString& emoji) const
{
    constexpr double emojiPart = 0.75; // of the icon's height
    const qreal scale = list().devicePixelRatioF();
    QPixmap pixmap(QSize(iconSide, iconSide) * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QFont font = emojiFont(list().font());
    font.setPixelSize(static_cast<int>(iconSide * emojiPart));
    painter.setFont(font);
    painter.setPen(theme().text);
    painter.drawText(QRect(0, 0, iconSide, iconSide), Qt::AlignCenter, emoji);
    painter.end();
    QIcon icon(pixmap);
    icon.addPixmap(pixmap, QIcon::Selected);
    return icon;
}

/// Replaces the name before the cursor, if a colon completes one.
bool EmojiCompleter::completeName()
{
    QTextCursor cursor = field().textCursor();
    const std::optional<Query> query = cursor.hasSelection() ? std::nullopt : queryAt(cursor);
    const Emoji* emoji = query ? emojiNamed(query->typed) : nullptr;
    if (emoji == nullptr) {
        return false;
    }
    cursor.insertText(u":"_s);
    cursor.setPosition(query->at, QTextCursor::KeepAnchor);
    cursor.insertText(emoji->inTone(m_preferences.emoji().tone));
    field().setTextCursor(cursor);
    return true;
}

bool EmojiCompleter::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &field() && typesColon(*event) && completeName()) {
        return true;
    }
    return Completer::eventFilter(watched, event);
}

} // namespace tidemark
