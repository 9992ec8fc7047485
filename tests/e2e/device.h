#pragma once

#include "tests/e2e/cli_process.h"

#include <QJsonArray>
#include <QString>
#include <QStringList>

#include <memory>

namespace tidemark::test {

/// One device of an account, as a profile that tidemark-cli works on. A value: copies are the same device.
class Device {
public:
    /// `folder` holds profiles and password files.
    Device(QString folder, QString url, QString user, QString name);

    /// Creates the account with a password.
    [[nodiscard]] CliResult registerAccount() const;

    [[nodiscard]] CliResult run(const QStringList& command, const QByteArray& input = {}) const;
    /// The same with `--offline`.
    [[nodiscard]] CliResult runOffline(const QStringList& command) const;
    /// With a failpoint that it should die at.
    [[nodiscard]] CliResult runDying(const QStringList& command, const QString& failpoint,
                                     bool offline = false) const;
    /// For long-running commands.
    [[nodiscard]] std::unique_ptr<CliProcess> start(const QStringList& command) const;
    /// The same with `--offline`.
    [[nodiscard]] std::unique_ptr<CliProcess> startOffline(const QStringList& command) const;

    /// Catches up, and pulls everything.
    [[nodiscard]] bool sync() const { return run({QStringLiteral("sync")}).isDone(); }
    /// "unread" of `conversation` in the answer to `unread`; -1 when the command failed.
    [[nodiscard]] qint64 unread(qint64 conversation) const;
    [[nodiscard]] qint64 total() const;
    /// How often device and server were found to differ; -1 when the command failed.
    [[nodiscard]] qint64 mismatches() const;
    /// What the answer to `conversations` says of one; empty when the command failed.
    [[nodiscard]] QJsonObject conversation(qint64 conversation) const;
    /// Seq of the message that `send` acknowledged; 0 when it failed.
    [[nodiscard]] qint64 send(qint64 conversation, const QString& text) const;
    /// Whether `audit` found no difference.
    [[nodiscard]] CliResult audit() const { return run({QStringLiteral("audit")}); }
    /// Messages of the log, ascending: without notices, edits and recalls.
    [[nodiscard]] QList<QJsonObject> messages(qint64 conversation) const;

    /// What its programs are started with.
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
/// What is wrong with a device that has caught up: another number unread than `unread`, what `audit` finds,
/// or that it and the server ever differed. Empty: nothing.
[[nodiscard]] QString faultOf(const Device& device, qint64 conversation, qint64 unread);
/// How often a message of a conversation says `text`, as `device` has it.
[[nodiscard]] qsizetype copies(const Device& device, qint64 conversation, const QString& text);
/// What `messages` say.
[[nodiscard]] QStringList textsOf(const QList<QJsonObject>& messages);

} // namespace tidemark::test
