#include "server-stub/shell/control/control_line.h"

#include "core/base/overloaded.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace tidemark::server {
namespace {

/// Qt drops a byte order mark at the beginning of a text.
constexpr const char* byteOrderMark = "\xef\xbb\xbf";

QByteArray lineOf(const QJsonObject& object)
{
    QByteArray line = QJsonDocument(object).toJson(QJsonDocument::Compact);
    // An escaped mark is kept.
    return line.replace(byteOrderMark, "\\ufeff") + '\n';
}

QJsonObject objectOf(const char* command, const MessageUuid& uuid)
{
    const QByteArray bytes(reinterpret_cast<const char*>(uuid.bytes.data()),
                           static_cast<qsizetype>(uuid.bytes.size()));
    return {{QStringLiteral("command"), QString::fromLatin1(command)},
            {QStringLiteral("uuid"), QString::fromLatin1(bytes.toHex())}};
}

MessageUuid uuidIn(const QJsonObject& object)
{
    const QByteArray bytes = QByteArray::fromHex(object.value(QStringLiteral("uuid")).toString().toLatin1());
    MessageUuid uuid;
    if (bytes.size() == static_cast<qsizetype>(uuid.bytes.size())) {
        std::copy(bytes.begin(), bytes.end(), uuid.bytes.begin());
    }
    return uuid;
}

std::string textIn(const QJsonObject& object, const char* key)
{
    return object.value(QString::fromLatin1(key)).toString().toStdString();
}

std::uint64_t numberIn(const QJsonObject& object, const char* key)
{
    return static_cast<std::uint64_t>(object.value(QString::fromLatin1(key)).toInteger());
}

Expected<QJsonObject, QString> objectIn(const QByteArray& line)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(line, &error);
    if (!document.isObject()) {
        return Unexpected(QStringLiteral("not an object of JSON: %1").arg(error.errorString()));
    }
    return document.object();
}

QJsonObject objectOf(const DotRecord& dot)
{
    return {{QStringLiteral("name"), QString::fromStdString(dot.name)},
            {QStringLiteral("version"), static_cast<qint64>(dot.version)}};
}

QJsonObject objectOf(const UserSummary& user)
{
    return {{QStringLiteral("id"), static_cast<qint64>(user.id.value)},
            {QStringLiteral("name"), QString::fromStdString(user.name)},
            {QStringLiteral("disabled"), user.disabled},
            {QStringLiteral("deleted"), user.isDeleted},
            {QStringLiteral("password"), user.hasPassword},
            {QStringLiteral("devices"), static_cast<qint64>(user.devices)},
            {QStringLiteral("last_contact"), static_cast<qint64>(user.lastContact.value)}};
}

UserSummary userIn(const QJsonObject& object)
{
    return {UserId(numberIn(object, "id")),
            textIn(object, "name"),
            object.value(QStringLiteral("disabled")).toBool(),
            object.value(QStringLiteral("password")).toBool(),
            static_cast<std::uint32_t>(numberIn(object, "devices")),
            UnixMs{static_cast<std::int64_t>(numberIn(object, "last_contact"))},
            object.value(QStringLiteral("deleted")).toBool()};
}

/// A request about the account `name`.
QJsonObject objectOf(const char* command, const std::string& name, const std::string& passwordHash = {})
{
    return {{QStringLiteral("command"), QString::fromLatin1(command)},
            {QStringLiteral("name"), QString::fromStdString(name)},
            {QStringLiteral("hash"), QString::fromStdString(passwordHash)}};
}

template <typename Value>
QJsonArray arrayOf(const std::vector<Value>& values)
{
    QJsonArray array;
    for (const Value& value : values) {
        array.append(objectOf(value));
    }
    return array;
}

} // namespace

QString controlPathOf(const QString& database)
{
    const QString real = QFileInfo(database).canonicalFilePath();
    return (real.isEmpty() ? database : real) + QStringLiteral(".control");
}

QByteArray lineOf(const OperatorRequest& request)
{
    return lineOf(std::visit(
        Overloaded{[](const Announce& operation) {
                       QJsonObject object = objectOf("announce", operation.uuid);
                       object.insert(QStringLiteral("text"),
                                     QString::fromStdString(byteOrderMark + operation.text));
                       return object;
                   },
                   [](const RaiseDot& operation) {
                       QJsonObject object = objectOf("dot", operation.uuid);
                       object.insert(QStringLiteral("name"), QString::fromStdString(operation.name));
                       return object;
                   },
                   [](const ListDots&) { return objectOf("dots", MessageUuid()); },
                   [](const AddUser& operation) {
                       return objectOf("add-user", operation.name, operation.passwordHash);
                   },
                   [](const SetUserDisabled& operation) {
                       return objectOf(operation.disabled ? "disable-user" : "enable-user", operation.name);
                   },
                   [](const ResetPassword& operation) {
                       return objectOf("reset-password", operation.name, operation.passwordHash);
                   },
                   [](const DeleteUser& operation) { return objectOf("delete-user", operation.name); },
                   [](const ListUsers& operation) {
                       QJsonObject object = objectOf("users", MessageUuid());
                       object.insert(QStringLiteral("after"), static_cast<qint64>(operation.after.value));
                       return object;
                   }},
        request));
}

Expected<OperatorRequest, QString> requestIn(const QByteArray& line)
{
    const auto object = objectIn(line);
    if (!object) {
        return Unexpected(object.error());
    }
    const QString command = object->value(QStringLiteral("command")).toString();
    if (command == QLatin1String("announce")) {
        return OperatorRequest(Announce{uuidIn(*object), textIn(*object, "text")});
    }
    if (command == QLatin1String("dot")) {
        return OperatorRequest(RaiseDot{uuidIn(*object), textIn(*object, "name")});
    }
    if (command == QLatin1String("dots")) {
        return OperatorRequest(ListDots{});
    }
    if (command == QLatin1String("add-user")) {
        return OperatorRequest(AddUser{textIn(*object, "name"), textIn(*object, "hash")});
    }
    if (command == QLatin1String("disable-user") || command == QLatin1String("enable-user")) {
        return OperatorRequest(
            SetUserDisabled{textIn(*object, "name"), command == QLatin1String("disable-user")});
    }
    if (command == QLatin1String("reset-password")) {
        return OperatorRequest(ResetPassword{textIn(*object, "name"), textIn(*object, "hash")});
    }
    if (command == QLatin1String("delete-user")) {
        return OperatorRequest(DeleteUser{textIn(*object, "name")});
    }
    if (command == QLatin1String("users")) {
        return OperatorRequest(ListUsers{UserId(numberIn(*object, "after"))});
    }
    return Unexpected(QStringLiteral("'%1' is not a command").arg(command));
}

QByteArray lineOf(const OperatorResult& result)
{
    return lineOf(std::visit(
        Overloaded{[](const protocol::Error& error) {
                       return QJsonObject{{QStringLiteral("error"), static_cast<int>(error.code)},
                                          {QStringLiteral("detail"), QString::fromStdString(error.detail)}};
                   },
                   [](const Announced& announced) {
                       return QJsonObject{{QStringLiteral("seq"), static_cast<qint64>(announced.seq.value)}};
                   },
                   [](const DotList& list) {
                       return QJsonObject{{QStringLiteral("dots"), arrayOf(list.dots)}};
                   },
                   [](const UserList& list) {
                       return QJsonObject{{QStringLiteral("users"), arrayOf(list.users)}};
                   }},
        result));
}

Expected<OperatorResult, QString> resultIn(const QByteArray& line)
{
    const auto object = objectIn(line);
    if (!object) {
        return Unexpected(object.error());
    }
    if (object->contains(QStringLiteral("error"))) {
        const auto code = static_cast<protocol::ErrorCode>(numberIn(*object, "error"));
        return OperatorResult(protocol::Error{code, Milliseconds(0), textIn(*object, "detail")});
    }
    if (object->contains(QStringLiteral("seq"))) {
        return OperatorResult(Announced{Seq(numberIn(*object, "seq"))});
    }
    if (object->contains(QStringLiteral("users"))) {
        UserList list;
        for (const auto& value : object->value(QStringLiteral("users")).toArray()) {
            list.users.push_back(userIn(value.toObject()));
        }
        return OperatorResult(std::move(list));
    }
    if (!object->contains(QStringLiteral("dots"))) {
        return Unexpected(QStringLiteral("neither a result nor an error"));
    }
    DotList list;
    for (const auto& value : object->value(QStringLiteral("dots")).toArray()) {
        const QJsonObject dot = value.toObject();
        list.dots.push_back({textIn(dot, "name"), numberIn(dot, "version")});
    }
    return OperatorResult(std::move(list));
}

} // namespace tidemark::server
