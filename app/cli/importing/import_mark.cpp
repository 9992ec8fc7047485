#include "app/cli/importing/import_mark.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace tidemark::cli {

namespace {

// A text, because Qt's JSON numbers lose the last digits of 64 bits.
QString text(std::uint64_t number)
{
    return QString::number(number);
}

std::uint64_t numberAt(const QJsonObject& object, QLatin1String key)
{
    return object[key].toString().toULongLong();
}

} // namespace

QString markToText(const ImportMark& mark)
{
    QJsonArray rooms;
    for (const auto& [name, room] : mark.rooms) {
        rooms.append(QJsonObject{{QStringLiteral("room"), QString::fromStdString(name)},
                                 {QStringLiteral("conversation"), text(room.conversation.value)},
                                 {QStringLiteral("epoch"), text(room.logEpoch.value)},
                                 {QStringLiteral("head"), text(room.head.value)}});
    }
    const QJsonObject object{{QStringLiteral("line"), text(mark.line)}, {QStringLiteral("rooms"), rooms}};
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

ImportMark markFromText(const QString& text)
{
    const QJsonObject object = QJsonDocument::fromJson(text.toUtf8()).object();
    ImportMark mark;
    mark.line = numberAt(object, QLatin1String("line"));
    const QJsonArray rooms = object[QLatin1String("rooms")].toArray();
    for (const auto value : rooms) {
        const QJsonObject room = value.toObject();
        mark.rooms[room[QLatin1String("room")].toString().toStdString()] = {
            ConversationId(numberAt(room, QLatin1String("conversation"))),
            LogEpoch(numberAt(room, QLatin1String("epoch"))), Seq(numberAt(room, QLatin1String("head")))};
    }
    return mark;
}

} // namespace tidemark::cli
