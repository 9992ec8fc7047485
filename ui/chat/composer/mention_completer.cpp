#include "ui/chat/composer/mention_completer.h"

#include "core/models/matching/mention_query.h"
#include "core/models/words/clean_text.h"
#include "core/models/words/identity.h"
#include "ui/look/painting.h"

#include <QListWidget>
#include <QPainter>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace tidemark {

MentionCompleter::MentionCompleter(QPlainTextEdit& field, QWidget& host, People people)
    : Completer(field, host, mentionReach, u"mentions"_s, tr("People to mention")),
      m_people(std::move(people))
{
}

void MentionCompleter::showPictures()
{
    if (isOpen()) {
        refresh();
    }
}

std::optional<Completer::Query> MentionCompleter::queryIn(const QString& text) const
{
    const std::optional<MentionQuery> query = mentionAt(text, static_cast<int>(text.size()));
    return query ? std::optional(Query{query->at, query->typed}) : std::nullopt;
}

QList<Completer::Choice> MentionCompleter::choicesFor(const Query& query)
{
    Q_EMIT allWanted();
    const QList<Person> people = m_people();
    QStringList names;
    names.reserve(people.size());
    for (const Person& person : people) {
        names.append(person.name);
    }
    QList<Choice> choices;
    for (const QString& name : mentionChoices({query.at, query.typed}, names)) {
        const auto person = std::ranges::find(people, name, &Person::name);
        choices.append(
            {name, person->isAll ? tr("%1 – everyone here").arg(name) : oneLine(name), iconOf(*person)});
    }
    return choices;
}

QString MentionCompleter::insertionOf(const QString& key, bool hasBlank) const
{
    return u'@' + key + (hasBlank ? QString() : u" "_s);
}

QString MentionCompleter::spokenChoice(const QString& words, const QString& place, const QString& count) const
{
    return tr("%1, %L2 of %L3. Enter inserts the name.").arg(words, place, count);
}

QIcon MentionCompleter::iconOf(const Person& person) const
{
    const qreal scale = list().devicePixelRatioF();
    QPixmap pixmap(QSize(iconSide, iconSide) * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(Qt::transparent);
    const QRect place(0, 0, iconSide, iconSide);
    QPainter painter(&pixmap);
    if (person.isAll) {
        paintAvatar(painter, place, initialsOf(u"@"_s), theme().avatarQuiet, list().font());
    } else {
        paintAvatar(painter, place, initialsOf(person.name), theme().avatar(person.hue), list().font(),
                    pictureOf(theme(), person.user, painter, place));
    }
    painter.end();
    // Set the picture of the chosen row too, or the style would tint the avatar.
    QIcon icon(pixmap);
    icon.addPixmap(pixmap, QIcon::Selected);
    return icon;
}

} // namespace tidemark
