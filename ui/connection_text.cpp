#include "ui/connection_text.h"

#include "core/models/error_text.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

/// Errors that say what the user can do, worth more than "no connection".
bool isTelling(protocol::ErrorCode code)
{
    using protocol::ErrorCode;
    return code == ErrorCode::TokenRevoked || code == ErrorCode::ProtocolVersion
           || code == ErrorCode::AccountDisabled || code == ErrorCode::TooManyConnections;
}

QString waitingText(const ConnectionStatus& status, int retryInSeconds)
{
    const QString what =
        status.error && isTelling(*status.error) ? errorText(*status.error) : u"No connection."_s;
    if (retryInSeconds < 0)
        return what;
    return retryInSeconds == 0 ? what + u" Trying again…"_s
                               : what + u" Next try in %1 s"_s.arg(retryInSeconds);
}

} // namespace

ConnectionText connectionText(const ConnectionStatus& status, int retryInSeconds, quint64 remaining)
{
    // A few entries are there before anybody could read about them.
    constexpr quint64 worthTelling = 200;
    switch (status.phase) {
    case ConnectionPhase::SignedOut:
        return {status.error ? errorText(*status.error) : u"Signed out"_s, true, false};
    case ConnectionPhase::Offline:
        return {u"Offline. What you write is sent later."_s, true, true};
    case ConnectionPhase::Waiting:
        return {waitingText(status, retryInSeconds), true, true};
    case ConnectionPhase::Connecting:
        return {u"Connecting…"_s, false, false};
    case ConnectionPhase::Syncing:
        return {u"Catching up…"_s, false, false};
    case ConnectionPhase::Online:
        if (remaining < worthTelling)
            return {};
        return {u"Loading history: %1 to go"_s.arg(QLocale(QLocale::English).toString(remaining)), false,
                false};
    }
    return {};
}

QString connectionWord(ConnectionPhase phase)
{
    switch (phase) {
    case ConnectionPhase::SignedOut:
        return u"signed-out"_s;
    case ConnectionPhase::Offline:
        return u"offline"_s;
    case ConnectionPhase::Waiting:
        return u"waiting"_s;
    case ConnectionPhase::Connecting:
        return u"connecting"_s;
    case ConnectionPhase::Syncing:
        return u"syncing"_s;
    case ConnectionPhase::Online:
        return u"online"_s;
    }
    return {};
}

} // namespace tidemark
