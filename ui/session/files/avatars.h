#pragma once

#include "core/client/files/file_values.h"
#include "core/pictures/picture_preparer.h"
#include "ui/platform/avatar_source.h"
#include "ui/session/files/picture_store.h"

#include <QCache>
#include <QElapsedTimer>
#include <QObject>

#include <functional>
#include <map>

namespace tidemark {

class Commands;
class ConversationListModel;
class OpenConversation;
class UserAccount;

/// The pictures of people and groups: those on screen, and the user's wishes to change them. Asks the client
/// for a picture when it is painted first, and again after some minutes. Decodes in tidemark-pictures only.
/// Lives on the GUI thread.
class Avatars : public QObject, public AvatarSource {
    Q_OBJECT
public:
    struct Parts {
        Commands& commands;
        const UserAccount& account;
        const ConversationListModel& conversations;
        const OpenConversation& chat;
    };
    /// `decoder` is for pictures that the user chooses.
    Avatars(Parts parts, PictureStore::Decode decode, std::function<PictureDecoder&()> decoder,
            QObject* parent = nullptr);

    [[nodiscard]] QPixmap ofConversation(ConversationId conversation, int side) override;
    [[nodiscard]] QPixmap ofMember(UserId user, int side) override;
    [[nodiscard]] QPixmap ownAvatar(int side) override;
    /// Whether the user, or this group, is known to have a picture.
    [[nodiscard]] bool hasOwn() const;
    [[nodiscard]] bool hasPicture(ConversationId group) const;

    // ---- what the user does. Commands::refused says why it failed
    /// Makes the middle of the picture in the file the user's avatar or, with a conversation, that of the
    /// group.
    void set(ConversationId group, const QString& path);
    void remove(ConversationId group);

    // ---- from the client
    void take(const AvatarState& state);

    /// Forgets everything: another user may sign in.
    void forget();

Q_SIGNALS:
    // ---- to the client
    void wanted(const tidemark::AvatarPlace& place);
    void setWanted(const tidemark::OutgoingAvatar& avatar);

    // ---- to the window
    /// Some pictures have come, changed or gone.
    void changed();

private:
    struct Known {
        AvatarState state;
        QElapsedTimer sinceWanted;
    };
    struct RasterKey {
        BlobHash hash;
        int side = 0;
        friend bool operator==(const RasterKey&, const RasterKey&) = default;
        friend size_t qHash(const RasterKey& key, size_t seed = 0)
        {
            return qHashBits(key.hash.bytes.data(), key.hash.bytes.size(), seed) ^ size_t(key.side);
        }
    };

    [[nodiscard]] QPixmap picture(const AvatarPlace& place, int side);
    [[nodiscard]] QPixmap raster(const AvatarState& state, int side);
    [[nodiscard]] bool has(const AvatarOwner& owner) const;
    [[nodiscard]] CommandId expect();

    Parts m_parts;
    std::function<PictureDecoder&()> m_decoder;
    PictureStore m_decoded;
    PicturePreparer* m_preparer = nullptr; ///< made when it is first needed
    std::map<AvatarOwner, Known> m_known;
    QCache<RasterKey, QPixmap> m_rasters; ///< the costs are bytes
};

} // namespace tidemark
