#include "ui/session/files/avatars.h"

#include "core/models/conversations/conversation_list_model.h"
#include "ui/session/commands.h"
#include "ui/session/open_conversation.h"
#include "ui/session/user_account.h"

#include <QPainter>

#include <utility>

namespace tidemark {

namespace {

constexpr qint64 wantAgainMs = qint64{5} * 60 * 1000;
constexpr std::size_t maxKnown = 2000;
constexpr qint64 decodedBudget = qint64{8} * 1024 * 1024;
constexpr int rasterBudget = 8 * 1024 * 1024;
constexpr int bytesPerDiscPixel = 4;

/// The middle of the picture as a disc.
QPixmap disc(const QImage& image, int side)
{
    const QSize size = image.size().scaled(side, side, Qt::KeepAspectRatioByExpanding);
    QImage whole(side, side, QImage::Format_RGB32);
    whole.fill(Qt::white); // behind transparent pictures
    QPainter(&whole).drawImage(QPoint((side - size.width()) / 2, (side - size.height()) / 2),
                               image.scaled(size, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
    QPixmap round(side, side);
    round.fill(Qt::transparent);
    QPainter painter(&round);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(whole);
    painter.drawEllipse(0, 0, side, side);
    painter.end();
    return round;
}

QString wordsFor(PictureProblem problem)
{
    switch (problem) {
    case PictureProblem::NotAPicture:
        return Avatars::tr("This file is not a picture.");
    case PictureProblem::Unreadable:
        return Avatars::tr("The file cannot be read.");
    default:
        return Avatars::tr("This picture cannot be opened.");
    }
}

} // namespace

Avatars::Avatars(Parts parts, PictureStore::Decode decode, std::function<PictureDecoder&()> decoder,
                 QObject* parent)
    : QObject(parent), m_parts(parts), m_decoder(std::move(decoder)),
      m_decoded(std::move(decode), decodedBudget, this), m_rasters(rasterBudget)
{
    connect(&m_decoded, &PictureStore::changed, this, &Avatars::changed);
}

// ---- showing

QPixmap Avatars::ofConversation(ConversationId conversation, int side)
{
    const ConversationSummary* summary = m_parts.conversations.summary(conversation);
    if (summary == nullptr) {
        return {};
    }
    if (summary->kind == ConversationKind::Direct && summary->peer.isValid()) {
        return picture({conversation, summary->peer}, side);
    }
    return summary->kind == ConversationKind::Group ? picture({conversation, {}}, side) : QPixmap();
}

QPixmap Avatars::ofMember(UserId user, int side)
{
    const ConversationId open = m_parts.chat.current();
    return open.isValid() && user.isValid() ? picture({open, user}, side) : QPixmap();
}

QPixmap Avatars::ownAvatar(int side)
{
    return picture({}, side);
}

QPixmap Avatars::picture(const AvatarPlace& place, int side)
{
    const UserId self = m_parts.account.user();
    if (!self.isValid() || side <= 0) {
        return {};
    }
    // One's own picture does not depend on the conversation.
    const AvatarPlace seenAt = place.user == self ? AvatarPlace{} : place;
    const AvatarOwner owner = ownerAt(seenAt, self);
    if (m_known.size() >= maxKnown && !m_known.contains(owner)) {
        m_known.clear();
    }
    Known& known = m_known[owner];
    if (!known.sinceWanted.isValid() || known.sinceWanted.hasExpired(wantAgainMs)) {
        known.sinceWanted.start();
        Q_EMIT wanted(seenAt);
    }
    return raster(known.state, side);
}

QPixmap Avatars::raster(const AvatarState& state, int side)
{
    if (state.path.isEmpty()) {
        return {};
    }
    const BlobHash& hash = state.avatar.hash;
    if (const QPixmap* found = m_rasters.object({hash, side})) {
        return *found;
    }
    m_decoded.want(hash, state.path, {side, side});
    const QImage image = m_decoded.picture(hash, {side, side});
    if (image.isNull()) {
        return {};
    }
    QPixmap made = disc(image, side);
    if (image.width() >= side && image.height() >= side) {
        m_rasters.insert({hash, side}, new QPixmap(made), side * side * bytesPerDiscPixel);
    }
    return made;
}

bool Avatars::has(const AvatarOwner& owner) const
{
    const auto known = m_known.find(owner);
    return known != m_known.end() && known->second.state.avatar.hash.isValid();
}

bool Avatars::hasOwn() const
{
    return has({.user = m_parts.account.user()});
}

bool Avatars::hasPicture(ConversationId group) const
{
    return has({.conversation = group});
}

// ---- changing

void Avatars::set(ConversationId group, const QString& path)
{
    if (m_preparer == nullptr) {
        m_preparer = new PicturePreparer(m_decoder(), this);
    }
    m_preparer->prepare(path, PicturePreparer::As::Avatar,
                        [this, group](const PicturePreparer::Result& prepared) {
                            if (prepared) {
                                Q_EMIT setWanted({expect(), group, prepared->bytes, prepared->mime,
                                                  static_cast<quint32>(prepared->size.width())});
                            } else {
                                Q_EMIT m_parts.commands.refused(tr("Could not change the picture"),
                                                                wordsFor(prepared.error().problem));
                            }
                        });
}

void Avatars::remove(ConversationId group)
{
    Q_EMIT setWanted({expect(), group, {}, {}, 0});
}

CommandId Avatars::expect()
{
    return m_parts.commands.expect({tr("Could not change the picture"), {}, {}});
}

// ---- from the client

void Avatars::take(const AvatarState& state)
{
    Known& known = m_known[state.avatar.owner];
    const bool isNews = known.state.avatar != state.avatar || known.state.path != state.path;
    known.state = state;
    if (isNews) {
        Q_EMIT changed();
    }
}

void Avatars::forget()
{
    m_known.clear();
    Q_EMIT changed();
}

} // namespace tidemark
