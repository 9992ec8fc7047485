#include "ui/session/commands.h"

#include "core/models/words/error_text.h"
#include "core/models/words/isolated_text.h"

#include <utility>

namespace tidemark {

namespace {

/// Returns the names that the server reports as unknown, or all names if it does not say which.
QStringList unknownOf(const QStringList& names, const std::string& detail)
{
    const QStringList named = QString::fromStdString(detail).split(u'\n');
    QStringList unknown = names;
    unknown.removeIf([&named](const QString& name) { return !named.contains(name); });
    return unknown.isEmpty() ? names : unknown;
}

QString listOf(const QStringList& names)
{
    QStringList shown;
    for (const QString& name : names) {
        shown.append(isolatedLine(name));
    }
    return shown.join(Commands::tr(", ", "between names"));
}

QString refusalText(const change::CommandDone& done, const QStringList& names)
{
    // A signed-in user sends credentials only to change the password.
    if (done.error == protocol::ErrorCode::BadCredentials) {
        return Commands::tr("The old password is wrong. Check it, including upper and lower case.");
    }
    if (done.error != protocol::ErrorCode::NoSuchUser || names.isEmpty()) {
        return errorText(*done.error);
    }
    const QStringList unknown = unknownOf(names, done.detail);
    if (unknown.size() == 1) {
        return Commands::tr("No user named “%1” on this server. Check the spelling.")
            .arg(isolatedLine(unknown.first()));
    }
    if (unknown.size() == names.size() && done.detail.empty()) {
        return Commands::tr("At least one of these users does not exist: %1. Check the spelling.")
            .arg(listOf(names));
    }
    return Commands::tr("These users do not exist: %1. Check the spelling.").arg(listOf(unknown));
}

} // namespace

Commands::Commands(IdSource ids, QObject* parent) : QObject(parent), m_ids(std::move(ids)) {}

CommandId Commands::expect(Awaited awaited)
{
    const CommandId id = m_ids.command();
    m_awaited[id] = std::move(awaited);
    return id;
}

void Commands::take(const change::CommandDone& done)
{
    Q_EMIT ended(done);
    const auto found = m_awaited.find(done.command);
    if (found == m_awaited.end()) {
        return;
    }
    const Awaited awaited = std::move(found->second);
    m_awaited.erase(found);
    const QString why = done.error ? refusalText(done, awaited.names) : QString();
    if (awaited.what.isEmpty() && !done.error) {
        Q_EMIT resultCame(done);
    }
    if (awaited.what.isEmpty()) {
        Q_EMIT answered(done.command, why);
    } else if (done.error) {
        Q_EMIT refused(awaited.what, why);
    }
    if (awaited.then) {
        awaited.then(done);
    }
}

} // namespace tidemark
