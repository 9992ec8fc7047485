#pragma once

#include "core/client/client_values.h"
#include "core/domain/dot.h"
#include "core/domain/view.h"

#include <QList>
#include <QObject>
#include <QString>

#include <string_view>

namespace tidemark {

class Commands;

/// The account that is signed in: its user, its settings, its devices and its dots. Lives on the GUI thread.
class UserAccount : public QObject {
    Q_OBJECT
public:
    explicit UserAccount(Commands& commands, QObject* parent = nullptr);

    /// Empty, and user() is 0, if no user is signed in or the client has not reported one yet.
    [[nodiscard]] const QString& userName() const { return m_userName; }
    [[nodiscard]] UserId user() const { return m_user; }
    /// Returns whether the client has reported that no user is signed in.
    [[nodiscard]] bool isSignedOut() const { return m_isSignedOut; }
    [[nodiscard]] const AccountSettings& settings() const { return m_settings; }
    /// Returns whether the dot with this name is shown.
    [[nodiscard]] bool isDotLit(std::string_view name) const;

    // ---- what the user does
    /// Call when the user has looked at the news that a dot stands for. Clears the dot on all their devices.
    void seeDot(std::string_view name);
    // Each of these ends with Commands::answered.
    [[nodiscard]] CommandId changeReading(ReceiptPrivacy receipts, ReadingPolicy reading);
    /// Sets whether notifications wait while the user is at another device; applies to all devices.
    [[nodiscard]] CommandId changeQuiet(bool isQuiet);
    /// Sets who may add the user to groups without asking; applies to all devices.
    [[nodiscard]] CommandId changeAdding(AddingPolicy adding);
    /// If `signsOutOthers`, all other devices of the account must sign in again.
    [[nodiscard]] CommandId changePassword(const QString& oldPassword, const QString& newPassword,
                                           bool signsOutOthers);
    [[nodiscard]] CommandId deleteAccount(const QString& password);
    /// Unless the server refuses, emits Commands::resultCame before Commands::answered.
    [[nodiscard]] CommandId requestDevices();
    /// Signs out another device of the user.
    [[nodiscard]] CommandId signOutDevice(DeviceId device);

    // ---- from the client
    /// An empty name, and a `user` of 0, mean that no user is signed in.
    void take(const QString& userName, UserId user);
    void takeSettings(const AccountSettings& settings);
    void takeDots(const QList<Dot>& dots);

Q_SIGNALS:
    /// Another user is signed in, or no user.
    void changed();
    void settingsChanged();
    void dotsChanged();

private:
    Commands& m_commands;
    QString m_userName;
    UserId m_user;
    AccountSettings m_settings;
    QString m_settingsOwner; ///< the owner of the settings, remembered after signing out
    QList<Dot> m_dots;
    bool m_isSignedOut = false;
};

} // namespace tidemark
