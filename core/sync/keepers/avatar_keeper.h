#pragma once

#include "core/sync/engine_context.h"

#include <deque>
#include <map>
#include <vector>

namespace tidemark {

/// The avatars that this device knows. Asks the server for those that views show: once on each connection,
/// and again after some minutes. In between the server notifies of changes, which may be lost.
class AvatarKeeper {
public:
    AvatarKeeper(EngineContext& context, std::vector<Avatar> avatars);

    /// Null: unknown.
    [[nodiscard]] const Avatar* find(const AvatarOwner& owner) const;
    void want(const AvatarPlace& place);
    void take(const protocol::Avatars& received);

    /// Asks for what is wanted; called at the end of each step while online.
    void flush();
    void onAnswered(const request::GetAvatars& asked);
    void onError(const request::GetAvatars& asked, const protocol::Error& error);
    void onTimeout(const request::GetAvatars& asked);
    void onOnline();
    void onOffline();
    /// Forgets everything without writing it.
    void clear();

private:
    [[nodiscard]] bool isFresh(const AvatarPlace& place) const;
    void askLater(const AvatarPlace& place);

    EngineContext& m_context;
    std::map<AvatarOwner, Avatar> m_avatars;
    std::deque<AvatarPlace> m_recent;            ///< wanted places, the last one first
    std::map<AvatarPlace, Instant> m_answeredAt; ///< on this connection
    std::vector<AvatarPlace> m_missing;          ///< to be asked for
    Instant m_notBefore{};
    bool m_isAsking = false;
    bool m_isUnsupported = false; ///< by the server of this connection
};

} // namespace tidemark
