#include "ui/chat/connection_text.h"

#include "core/models/words/error_text.h"
#include "core/models/words/plural.h"
#include "core/models/words/sentences.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

class ConnectionWords {
    Q_DECLARE_TR_FUNCTIONS(ConnectionWords)
};

/// Returns whether the error tells the user what to do, which is more useful than "no connection".
bool explainsOffline(protocol::ErrorCode code)
{
    using protocol::ErrorCode;
    return code == ErrorCode::TokenRevoked || code == ErrorCode::ProtocolVersion
           || code == ErrorCode::CertificateRefused || code == ErrorCode::AccountDisabled
           || code == ErrorCode::TooManyConnections;
}

QString waitingText(const ConnectionStatus& status, int retryInSeconds)
{
    const QString what = status.error && explainsOffline(*status.error)
                             ? errorText(*status.error)
                             : ConnectionWords::tr("No connection.");
    if (retryInSeconds < 0) {
        return what;
    }
    return retryInSeconds == 0
               ? sentences(what, ConnectionWords::tr("Trying again…"))
               : sentences(what, ConnectionWords::tr("Next try in %Ln s", nullptr, retryInSeconds));
}

} // namespace

ConnectionText connectionText(const ConnectionStatus& status, int retryInSeconds, quint64 remaining)
{
    // A few entries arrive sooner than the user could read about them.
    constexpr quint64 worthShowing = 200;
    switch (status.phase) {
    case ConnectionPhase::SignedOut:
        return {.words = status.error ? errorText(*status.error) : ConnectionWords::tr("Signed out"),
                .isWarning = true};
    case ConnectionPhase::Offline:
        return {.words = ConnectionWords::tr("Offline. Your messages will be sent later."),
                .isWarning = true,
                .canRetry = true};
    case ConnectionPhase::Waiting:
        return {.words = waitingText(status, retryInSeconds), .isWarning = true, .canRetry = true};
    case ConnectionPhase::Connecting:
        return {.words = ConnectionWords::tr("Connecting…")};
    case ConnectionPhase::Syncing:
        return {.words = ConnectionWords::tr("Catching up…")};
    case ConnectionPhase::Online:
        if (status.isUnanswered) {
            return {.words = ConnectionWords::tr("Waiting for the server…"), .isWarning = true};
        }
        if (remaining < worthShowing) {
            return {};
        }
        return {.words = ConnectionWords::tr("Loading history: %Ln to go", "messages", pluralOf(remaining))};
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
