#include "core/client/keys/sealed_store.h"

#include "core/base/failpoint.h"
#include "core/client/keys/token_vault.h"
#include "core/store/client_store.h"

#include <algorithm>

namespace tidemark {

void SealedStore::unseal(Snapshot& snapshot)
{
    if (!snapshot.account || snapshot.account->token.empty()) {
        static_cast<void>(m_vault.open({}));
        return;
    }
    std::string& token = snapshot.account->token;
    const bool isKept = TokenVault::isMark(token);
    token = m_vault.open(token);
    if (!isKept) {
        // An older version stored the token itself; it stays if it cannot be moved.
        static_cast<void>(commit({write::PutAccount{*snapshot.account}}));
    }
}

Snapshot SealedStore::load() const
{
    Snapshot snapshot = m_store.load();
    if (snapshot.account && TokenVault::isMark(snapshot.account->token)) {
        snapshot.account->token = m_vault.token();
    }
    return snapshot;
}

bool SealedStore::commit(const std::vector<Write>& writes)
{
    const bool hasToken = std::any_of(writes.begin(), writes.end(), [](const Write& one) {
        return std::holds_alternative<write::PutAccount>(one);
    });
    if (!hasToken) {
        return m_store.apply(writes);
    }
    std::vector<Write> sealed = writes;
    bool isSignedOut = false;
    for (Write& one : sealed) {
        if (auto* put = std::get_if<write::PutAccount>(&one)) {
            isSignedOut = put->account.token.empty();
            put->account.token = m_vault.keep(put->account.token);
        }
    }
    if (!m_store.apply(sealed)) {
        return false;
    }
    // Only after the commit: as long as the database refers to the token, the vault must have it.
    if (isSignedOut) {
        failpoint(Failpoint::ClientTokenDropped);
        m_vault.erase();
    }
    return true;
}

} // namespace tidemark
