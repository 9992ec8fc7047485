#pragma once

#include "core/sync/effects.h"
#include "core/sync/local_state.h"

#include <vector>

namespace tidemark {

class ClientStore;
class TokenVault;

/// The store as the engine sees it: with the account's token, which the vault keeps and the database does
/// not.
class SealedStore {
public:
    SealedStore(ClientStore& store, TokenVault& vault) : m_store(store), m_vault(vault) {}

    /// Returns the stored state, with the token if it is known.
    [[nodiscard]] Snapshot load() const;
    /// Replaces the token, or the mark for it, by the token or by TokenVault::awaited(). If there is none,
    /// erases what an interrupted sign-out has left in the vault.
    void unseal(Snapshot& snapshot);
    /// Commits the writes in one transaction; tokens go to the vault.
    [[nodiscard]] bool commit(const std::vector<Write>& writes);

private:
    ClientStore& m_store;
    TokenVault& m_vault;
};

} // namespace tidemark
