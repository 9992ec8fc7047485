#pragma once

#include "core/store/file/statement.h"
#include "core/sync/local_state.h"

#include <optional>
#include <vector>

namespace tidemark {

/// The device and its user: device, account, totals, dots, names and avatars of users, settings of the
/// program.
class AccountTable {
public:
    explicit AccountTable(Database& database);

    /// The device's id; invalid before putDevice().
    [[nodiscard]] DeviceId device();
    void putDevice(DeviceId device);

    [[nodiscard]] std::optional<Account> account();
    void putAccount(const Account& account);

    [[nodiscard]] Totals totals();
    void putTotals(const Totals& totals);

    /// Ascending by name.
    [[nodiscard]] std::vector<LocalDot> dots();
    void putDot(const LocalDot& dot);

    /// Ascending by owner.
    [[nodiscard]] std::vector<Avatar> avatars();
    void putAvatars(const std::vector<Avatar>& avatars);

    void putUsers(const std::vector<User>& users);
    /// Returns at most `limit` users, those with the greatest ids first.
    [[nodiscard]] std::vector<User> users(int limit);

    /// Returns an empty string if the setting is not set.
    [[nodiscard]] QString setting(const QString& key);
    void setSetting(const QString& key, const QString& value);

private:
    Statement m_selectDevice;
    Statement m_putDevice;
    Statement m_selectAccount;
    Statement m_putAccount;
    Statement m_selectTotals;
    Statement m_putTotals;
    Statement m_selectDots;
    Statement m_putDot;
    Statement m_selectAvatars;
    Statement m_putAvatar;
    Statement m_putUser;
    Statement m_selectUsers;
    Statement m_selectSetting;
    Statement m_putSetting;
};

} // namespace tidemark
