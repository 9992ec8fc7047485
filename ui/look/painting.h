#pragma once

#include "core/domain/view.h"
#include "core/models/conversations/conversation_row.h"
#include "ui/look/theme.h"

#include <QFont>
#include <QIcon>
#include <QPixmap>
#include <QRect>
#include <QString>

class QPainter;

namespace tidemark {

/// Paints a round avatar: the picture or, without one, white initials.
void paintAvatar(QPainter& painter, const QRect& rect, const QString& initials, const QColor& colour,
                 const QFont& font, const QPixmap& picture = {});
/// Paints the avatar of a conversation, which may have a glyph instead of picture and initials.
void paintAvatar(QPainter& painter, const QRect& rect, const ConversationRow& row, const QColor& colour,
                 const QFont& font, const QPixmap& picture = {});

/// The picture to paint in `rect`; null: initials.
[[nodiscard]] QPixmap pictureOf(const Theme& theme, ConversationId conversation, const QPainter& painter,
                                const QRect& rect);
[[nodiscard]] QPixmap pictureOf(const Theme& theme, UserId member, const QPainter& painter,
                                const QRect& rect);

/// Paints a small round dot in the upper right corner of `rect`, with a rim in the colour `ground`.
void paintDot(QPainter& painter, const QRect& rect, const QColor& colour, const QColor& ground);

/// Returns the size of a badge pill with `text`: at least 20 high, more for a larger font, and never narrower
/// than high.
[[nodiscard]] QSize badgeSize(const QString& text, const QFont& font);
/// Returns the font of badges, semibold: 12 px beside the usual text, larger beside larger text.
[[nodiscard]] QFont badgeFont(const QFont& base);
void paintBadge(QPainter& painter, const QRect& rect, const QString& text, const QColor& ground,
                const QColor& onGround, const QFont& font);

/// Paints a hint about why something is paused, in a pill that is visible on any background.
void paintHint(QPainter& painter, const QRect& rect, const QString& words, const QFont& font,
               const Theme& theme);

/// Paints dim words in a pill that floats over other content.
void paintPill(QPainter& painter, const QRect& rect, const QString& words, const QFont& font,
               const Theme& theme);

enum class Glyph : quint8 {
    Back,
    Reply,
    Close,
    Send,
    Pencil,
    More,
    Down,
    Search,
    Muted,
    Unseen,
    Pin,
    Upward,
    Clock,
    Failed,
    Tick,
    TwoTicks,
    Info,
    Announcement,
    Bookmark,
    Forward,
    Clip,
    Copy,
    File,
    Picture,
    Broken, ///< a picture that cannot be shown
    Play,
    Retry,
    Save,
    Plus,
    Minus,
    Heart,
    Trash,
    Person,
    Link,
    Folder,
    Archive,
    Leave, ///< an arrow out of a door
    Blocked,
    Settings,
    Unread, ///< a letter with a dot
    Select,
};

/// Draws `glyph` with lines of `colour`, centred in `rect`.
void paintGlyph(QPainter& painter, Glyph glyph, const QRectF& rect, const QColor& colour);

/// Paints a round button for a file, with a ring for the part that is done (0 … 1) unless that is negative.
void paintFileButton(QPainter& painter, const QRect& rect, Glyph glyph, double done, const QColor& ground,
                     const QColor& onGround);

/// Draws how far an own message has got: a clock, a tick, two ticks, two accented ticks once it was read, or
/// a mark if it failed.
void paintDelivery(QPainter& painter, Delivery delivery, const QRectF& rect, const Theme& theme);

/// Returns a glyph as an icon of `size` logical pixels, sharp up to a scale of 3.
[[nodiscard]] QIcon glyphIcon(Glyph glyph, const QColor& colour, int size = 20);

/// Returns the program's own icon, from the resources; sharp at the sizes that desktops use.
[[nodiscard]] QIcon programIcon();

} // namespace tidemark
