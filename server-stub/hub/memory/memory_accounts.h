#pragma once

#include "core/names/name_keys.h"
#include "server-stub/hub/memory/memory_data.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace tidemark::server {

class MemoryAccounts final : public AccountStore {
public:
    explicit MemoryAccounts(MemoryData& data) : m_data(data) {}

    std::optional<AccountRecord> find(UserId id) override
    {
        const AccountRecord* account = m_data.account(id);
        return account == nullptr ? std::nullopt : std::optional(*account);
    }
    std::optional<AccountRecord> byName(std::string_view name) override
    {
        const auto found =
            std::find_if(m_data.accounts.begin(), m_data.accounts.end(),
                         [name](const AccountRecord& account) { return account.name == name; });
        return found == m_data.accounts.end() ? std::nullopt : std::optional(*found);
    }
    std::vector<UserId> byFold(std::string_view fold) override
    {
        const auto found = m_data.folds.find(fold);
        if (found == m_data.folds.end()) {
            return {};
        }
        const std::vector<UserId>& all = found->second;
        return {all.begin(), all.begin() + std::min<std::ptrdiff_t>(2, std::ssize(all))};
    }
    std::optional<UserId> bySkeleton(std::string_view skeleton) override
    {
        const auto found = m_data.skeletons.find(skeleton);
        return found == m_data.skeletons.end() ? std::nullopt : std::optional(found->second);
    }
    std::vector<User> users(const std::vector<UserId>& ids) override
    {
        std::vector<User> users;
        for (const UserId id : ids) {
            if (const auto found = find(id)) {
                users.push_back({id, found->name, found->deleted});
            }
        }
        return users;
    }
    UserId insert(std::string_view name, std::string_view passwordHash) override
    {
        const UserId id(m_data.accounts.size() + 1);
        m_data.accounts.push_back({id, std::string(name), std::string(passwordHash), false, {}, {}});
        m_data.dotBaselines[id] = m_data.newestDot();
        m_data.folds[nameFold(name)].push_back(id);
        for (std::string& skeleton : nameSkeletons(name)) {
            m_data.skeletons.try_emplace(std::move(skeleton), id);
        }
        return id;
    }
    std::vector<AccountRecord> after(UserId id, std::uint32_t limit) override
    {
        const std::size_t all = m_data.accounts.size();
        const std::size_t first = std::min<std::size_t>(id.value, all);
        const std::size_t count = std::min<std::size_t>(limit, all - first);
        const auto begin = m_data.accounts.begin() + static_cast<std::ptrdiff_t>(first);
        return {begin, begin + static_cast<std::ptrdiff_t>(count)};
    }
    void putPasswordHash(UserId id, std::string_view passwordHash) override
    {
        if (AccountRecord* account = m_data.account(id)) {
            account->passwordHash = passwordHash;
        }
    }
    void putDisabled(UserId id, bool disabled) override
    {
        if (AccountRecord* account = m_data.account(id)) {
            account->disabled = disabled;
        }
    }
    void putDeleted(UserId id) override
    {
        if (AccountRecord* account = m_data.account(id)) {
            account->deleted = true;
        }
    }
    void raiseContact(UserId id, UnixMs at) override
    {
        if (AccountRecord* account = m_data.account(id)) {
            account->lastContact = std::max(account->lastContact, at);
        }
    }
    void putSettings(UserId id, const AccountSettings& settings) override
    {
        if (AccountRecord* account = m_data.account(id)) {
            account->settings = settings;
        }
    }

private:
    MemoryData& m_data;
};

} // namespace tidemark::server
