#include "ui/files/chosen_files_list.h"

#include "core/models/words/file_text.h"
#include "core/models/words/isolated_text.h"
#include "ui/look/fonts.h"
#include "ui/look/painting.h"
#include "ui/widgets/plain_text.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStyledItemDelegate>

#include <algorithm>

namespace tidemark {

namespace {

constexpr int thumbnail = 52;
constexpr int padding = 8;
constexpr int removeSide = 32;
constexpr int shownRows = 5;

enum FileRole { KeyRole = Qt::UserRole, ThumbnailRole, DetailsRole, WarningRole };

QRect removePlace(const QRect& row)
{
    QRect place(0, 0, removeSide, removeSide);
    place.moveCenter({row.right() - removeSide / 2 - 4, row.center().y()});
    return place;
}

class ChosenFileDelegate : public QStyledItemDelegate {
public:
    ChosenFileDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), m_theme(theme) {}

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const int lines = index.data(WarningRole).toString().isEmpty() ? 2 : 3;
        return {option.rect.width(),
                std::max(thumbnail, lines * QFontMetrics(option.font).height()) + 2 * padding};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setRenderHint(QPainter::SmoothPixmapTransform);
        if (option.state.testFlag(QStyle::State_Selected)) {
            QPainterPath ground;
            ground.addRoundedRect(option.rect, 8, 8);
            painter->fillPath(ground, m_theme.tint);
        }
        const QRect place(option.rect.left() + padding, option.rect.center().y() - thumbnail / 2, thumbnail,
                          thumbnail);
        paintThumbnail(*painter, place, index.data(ThumbnailRole).value<QImage>());
        paintWords(*painter, option, index, place.right() + 1 + 10);
        paintGlyph(*painter, Glyph::Close, removePlace(option.rect).adjusted(8, 8, -8, -8), m_theme.dim);
        painter->restore();
    }

private:
    void paintThumbnail(QPainter& painter, const QRect& place, const QImage& image) const
    {
        QPainterPath outline;
        outline.addRoundedRect(place, 6, 6);
        painter.fillPath(outline, image.isNull() ? m_theme.accent : m_theme.pictureGround);
        if (image.isNull()) {
            paintGlyph(painter, Glyph::File, place.adjusted(15, 15, -15, -15), m_theme.onAccent);
            return;
        }
        painter.setClipPath(outline);
        const QSize size = image.size().scaled(place.size(), Qt::KeepAspectRatioByExpanding);
        QRect target(QPoint(0, 0), size);
        target.moveCenter(place.center());
        painter.drawImage(target, image);
        painter.setClipping(false);
    }

    void paintWords(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                    int left) const
    {
        const int right = removePlace(option.rect).left() - 4;
        const QFont small = resized(option.font, -1);
        const QString warning = index.data(WarningRole).toString();
        const int height =
            QFontMetrics(option.font).height() + QFontMetrics(small).height() * (warning.isEmpty() ? 1 : 2);
        int y = option.rect.center().y() - height / 2;
        const auto line = [&](const QFont& font, const QColor& colour, const QString& words,
                              Qt::TextElideMode mode) {
            const QFontMetrics fontMetrics(font);
            painter.setFont(font);
            painter.setPen(colour);
            painter.drawText(QRect(left, y, right - left, fontMetrics.height()),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                             fontMetrics.elidedText(words, mode, right - left));
            y += fontMetrics.height();
        };
        line(semibold(option.font), m_theme.text, index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle);
        line(small, m_theme.dim, index.data(DetailsRole).toString(), Qt::ElideRight);
        if (!warning.isEmpty()) {
            line(small, m_theme.onWarning, warning, Qt::ElideRight);
        }
    }

    const Theme& m_theme;
};

QString pictureDetails(int width, int height, quint64 bytes)
{
    return ChosenFilesList::tr("%L1 × %L2 · %3", "width, height and size of a picture")
        .arg(width)
        .arg(height)
        .arg(fileSizeText(bytes));
}

QString detailsOf(const ChosenFile& file, bool asPicture)
{
    if (!file.isReady) {
        return ChosenFilesList::tr("Preparing…");
    }
    if (file.unsent && isPicture(*file.unsent)) {
        return pictureDetails(int(file.unsent->width), int(file.unsent->height), file.size);
    }
    if (asPicture && file.picture && !file.unsent) {
        const auto bytes = file.picture->bytes.isEmpty() ? file.size : quint64(file.picture->bytes.size());
        return pictureDetails(file.picture->size.width(), file.picture->size.height(), bytes);
    }
    const bool hasNoBytesYet = file.path.isEmpty() && file.bytes.isEmpty();
    return hasNoBytesYet ? ChosenFilesList::tr("PNG picture") : fileSizeText(file.size);
}

/// The fault because of which the file was not sent, or a warning about sending it; may be empty.
QString warningOf(const ChosenFile& file, bool asPicture)
{
    if (!file.fault.isEmpty()) {
        return file.fault;
    }
    if (file.unsent || (asPicture && canBePicture(file))) {
        return {};
    }
    const bool isExpected = !asPicture || !isUnchangedPicture(file);
    switch (file.place) {
    case PlaceHint::None:
        break;
    case PlaceHint::Possible:
        return isExpected ? ChosenFilesList::tr("May contain the place where it was taken")
                          : ChosenFilesList::tr("Sent as a file. It may reveal where it was taken");
    case PlaceHint::Found:
        return isExpected ? ChosenFilesList::tr("Contains the place where it was taken")
                          : ChosenFilesList::tr("Sent as a file. It reveals where it was taken");
    }
    return isExpected ? QString() : ChosenFilesList::tr("Sent as a file, with its metadata");
}

} // namespace

ChosenFilesList::ChosenFilesList(const Theme& theme, QWidget* parent) : QListWidget(parent)
{
    setItemDelegate(new ChosenFileDelegate(theme, this));
    setDragDropMode(QAbstractItemView::InternalMove);
    setDefaultDropAction(Qt::MoveAction);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Files to send"));
    setAccessibleDescription(tr("Alt with the arrow keys moves a file, Delete removes it."));
}

void ChosenFilesList::add(quint64 key)
{
    auto* item = new QListWidgetItem(this);
    item->setData(KeyRole, key);
    if (currentRow() < 0) {
        setCurrentRow(0);
    }
    updateGeometry();
}

void ChosenFilesList::refresh(quint64 key, const ChosenFile& file, bool asPicture)
{
    QListWidgetItem* item = itemOf(key);
    const QString details = detailsOf(file, asPicture);
    const QString warning = warningOf(file, asPicture);
    Attachment named;
    named.name = file.name.toStdString();
    const QString name = fileNameText(named);
    item->setText(name);
    setPlainTip(*item, name);
    item->setData(DetailsRole, details);
    item->setData(WarningRole, warning);
    const QImage image = file.picture ? file.picture->image : file.image;
    constexpr int maxPixels = 3 * thumbnail;
    item->setData(ThumbnailRole, image.isNull()
                                     ? image
                                     : image.scaled(maxPixels, maxPixels, Qt::KeepAspectRatioByExpanding,
                                                    Qt::SmoothTransformation));
    QStringList spoken{isolated(name), details};
    if (!warning.isEmpty()) {
        spoken += warning;
    }
    item->setData(Qt::AccessibleTextRole, spoken.join(tr(", ", "between what a screen reader speaks")));
    updateGeometry();
}

QList<quint64> ChosenFilesList::keys() const
{
    QList<quint64> keys;
    for (int row = 0; row < count(); ++row) {
        keys.append(item(row)->data(KeyRole).toULongLong());
    }
    return keys;
}

QListWidgetItem* ChosenFilesList::itemOf(quint64 key) const
{
    return item(static_cast<int>(keys().indexOf(key)));
}

void ChosenFilesList::remove(int row)
{
    const quint64 key = item(row)->data(KeyRole).toULongLong();
    delete takeItem(row);
    updateGeometry();
    Q_EMIT removed(key);
}

void ChosenFilesList::move(int step)
{
    const int row = currentRow();
    const int next = row + step;
    if (row < 0 || next < 0 || next >= count()) {
        return;
    }
    insertItem(next, takeItem(row));
    setCurrentRow(next);
}

void ChosenFilesList::keyPressEvent(QKeyEvent* event)
{
    const bool isAlt = event->modifiers().testFlag(Qt::AltModifier);
    if (event->key() == Qt::Key_Delete && currentRow() >= 0) {
        remove(currentRow());
    } else if (isAlt && event->key() == Qt::Key_Up) {
        move(-1);
    } else if (isAlt && event->key() == Qt::Key_Down) {
        move(1);
    } else {
        QListWidget::keyPressEvent(event);
    }
}

void ChosenFilesList::mousePressEvent(QMouseEvent* event)
{
    const QModelIndex index = indexAt(event->pos());
    if (index.isValid() && removePlace(visualRect(index)).contains(event->pos())) {
        remove(index.row());
        return;
    }
    QListWidget::mousePressEvent(event);
}

QSize ChosenFilesList::sizeHint() const
{
    int height = 2 * frameWidth();
    for (int row = 0; row < std::min(count(), shownRows); ++row) {
        height += sizeHintForRow(row);
    }
    return {320, std::max(height, thumbnail + 2 * padding)};
}

} // namespace tidemark
