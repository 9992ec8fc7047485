#pragma once

#include "tests/e2e/cli_process.h"

#include <QString>
#include <QStringList>

#include <memory>

namespace tidemark::test {

/// A device of an account, as a profile that tidemark-cli uses. It is a value: copies are the same device.
class Device {
public:
    /// `folder` holds profiles and password files.
    Device(QString folder, QString url, QString user, QString name);

    /// Creates the account with a password.
    [[nodiscard]] CliResult registerAccount() const;

    [[nodiscard]] CliResult run(const QStringList& command, const QByteArray& input = {}) const;
    /// The same with `--offline`.
    [[nodiscard]] CliResult runOffline(const QStringList& command) const;
    /// Runs a command that should die at `failpoint`.
    [[nodiscard]] CliResult runDying(const QStringList& command, const QString& failpoint,
                                     bool offline = false) const;
    /// Starts a long-running command.
    [[nodiscard]] std::unique_ptr<CliProcess> start(const QStringList& command) const;
    /// The same with `--offline`.
    [[nodiscard]] std::unique_ptr<CliProcess> startOffline(const QStringList& command) const;

    /// Catches up and pulls all entries.
    [[nodiscard]] bool sync() const { return run({QStringLiteral("sync")}).isDone(); }
    /// "unread" of `conversation` in the answer to `unread`; -1 if the command failed.
    [[nodiscard]] qint64 unread(qint64 conversation) const;
    [[nodiscard]] qint64 total() const;
    /// The number of mismatches between device and server that were found; -1 if the command failed.
    [[nodiscard]] qint64 mismatches() const;
    /// One conversation in the answer to `conversations`; empty if the command failed.
    [[nodiscard]] QJsonObject conversation(qint64 conversation) const;
    /// The new group's id; 0, with a warning, if the command failed.
    [[nodiscard]] qint64 createGroup(const QString& title, const QStringList& members = {}) const;
    /// The seq of the message that `send` acknowledged; 0 if it failed.
    [[nodiscard]] qint64 send(qint64 conversation, const QString& text) const;
    /// Whether `audit` found no difference.
    [[nodiscard]] CliResult audit() const { return run({QStringLiteral("audit")}); }
    /// The messages of the log, ascending, without notices, edits and recalls.
    [[nodiscard]] QList<QJsonObject> messages(qint64 conversation) const;

    /// The arguments with which its programs are started.
    [[nodiscard]] QStringList arguments(const QStringList& command, bool offline = false) const;
    [[nodiscard]] QString profile() const { return m_profile; }
    [[nodiscard]] QString user() const { return m_user; }

private:
    QString m_url;
    QString m_user;
    QString m_name;
    QString m_profile;
    QString m_passwordFile;
};

[[nodiscard]] QString number(qint64 value);
/// The fault of a device that has caught up: its number differs from `unread`, `audit` finds a difference,
/// or device and server have ever disagreed. Empty if there is none.
[[nodiscard]] QString faultOf(const Device& device, qint64 conversation, qint64 unread);
/// The number of messages with `text` in a conversation, as `device` has it.
[[nodiscard]] qsizetype copies(const Device& device, qint64 conversation, const QString& text);
/// The texts of `messages`.
[[nodiscard]] QStringList textsOf(const QList<QJsonObject>& messages);

} // namespace tidemark::test
