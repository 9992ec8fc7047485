#include "ui/files/media_dialog.h"

#include "core/models/words/file_text.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/moment.h"
#include "ui/look/fonts.h"
#include "ui/look/painting.h"
#include "ui/look/raster_room.h"
#include "ui/session/files/file_state_text.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPainterPath>
#include <QRadioButton>
#include <QScrollBar>
#include <QStyledItemDelegate>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr int cell = 108;
constexpr int cellGap = 2;
constexpr int fileButton = 40;
constexpr int loadAhead = 600; ///< pixels

QRect pictureIn(const QRect& place)
{
    return place.adjusted(cellGap, cellGap, -cellGap, -cellGap);
}

class MediaDelegate : public QStyledItemDelegate {
public:
    MediaDelegate(const MediaList& items, ChatSession& session, const Theme& theme, QObject* parent)
        : QStyledItemDelegate(parent), m_items(items), m_session(session), m_theme(theme)
    {
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        if (isPicture(itemAt(index).attachment)) {
            return {cell, cell};
        }
        return {100, std::max(fileButton, 2 * QFontMetrics(option.font).height()) + 16};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const AttachmentItem& item = itemAt(index);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setRenderHint(QPainter::SmoothPixmapTransform);
        if (isPicture(item.attachment)) {
            paintPicture(*painter, pictureIn(option.rect), item);
        } else {
            paintFile(*painter, option, item);
        }
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(QPen(m_theme.accent, 2));
            painter->setBrush(Qt::NoBrush);
            painter->drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), 4, 4);
        }
        painter->restore();
    }

private:
    [[nodiscard]] const AttachmentItem& itemAt(const QModelIndex& index) const
    {
        return m_items.items()[index.row()];
    }

    void paintPicture(QPainter& painter, const QRect& place, const AttachmentItem& item) const
    {
        painter.fillRect(place, m_theme.picturePlace);
        const Attachment& file = item.attachment;
        if (m_session.pictures().problem(file.hash)) {
            paintGlyph(painter, Glyph::Broken, place.adjusted(34, 34, -34, -34), m_theme.dim);
            return;
        }
        QImage image = m_session.pictures().picture(
            file.hash, rasterRoom(file, place, painter.device()->devicePixelRatioF(), false));
        image = image.isNull() ? m_session.pictures().preview(file.preview) : image;
        if (image.isNull()) {
            return;
        }
        QRect target(QPoint(0, 0), image.size().scaled(place.size(), Qt::KeepAspectRatioByExpanding));
        target.moveCenter(place.center());
        painter.setClipRect(place, Qt::IntersectClip);
        painter.fillRect(place, m_theme.pictureGround);
        painter.drawImage(target, image);
        painter.setClipping(false);
    }

    void paintFile(QPainter& painter, const QStyleOptionViewItem& option, const AttachmentItem& item) const
    {
        const QRect button(option.rect.left() + 8, option.rect.center().y() - fileButton / 2, fileButton,
                           fileButton);
        const FileState state = m_session.files().state(item.key, item.attachment, item.isHeld);
        paintFileButton(painter, button, state.step == FileState::Step::Absent ? Glyph::Down : Glyph::File,
                        -1, m_theme.accent, m_theme.onAccent);
        const QFont small = resized(option.font, -1);
        const int height = QFontMetrics(option.font).height() + QFontMetrics(small).height();
        int y = option.rect.center().y() - height / 2;
        const auto line = [&](const QFont& font, const QColor& colour, const QString& words) {
            const QFontMetrics fontMetrics(font);
            const QRect place(button.right() + 11, y, option.rect.right() - button.right() - 19,
                              fontMetrics.height());
            painter.setFont(font);
            painter.setPen(colour);
            painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                             fontMetrics.elidedText(words, Qt::ElideMiddle, place.width()));
            y += fontMetrics.height();
        };
        line(semibold(option.font), m_theme.text, fileNameText(item.attachment));
        line(small, m_theme.dim,
             fileStateText(state, item.attachment) + u" · "_s
                 + isolatedLine(QString::fromStdString(item.authorName)) + u" · "_s
                 + listTime(item.at, QDate::currentDate()));
    }

    const MediaList& m_items;
    ChatSession& m_session;
    const Theme& m_theme;
};

} // namespace

MediaDialog::MediaDialog(ChatSession& session, const Theme& theme, QWidget* parent)
    : QDialog(parent), m_session(session), m_theme(theme), m_pictures(new QRadioButton(tr("Photos"), this)),
      m_files(new QRadioButton(tr("Files"), this)), m_list(new QListWidget(this)),
      m_empty(wrappedLabel({}, u"dim"_s, this)),
      m_keep(new CheckBox(tr("Keep downloaded files of this conversation"), this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Media and files"));
    m_list->setItemDelegate(new MediaDelegate(m_items, session, m_theme, m_list));
    m_list->setResizeMode(QListView::Adjust);
    m_list->setMovement(QListView::Static);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setAccessibleName(windowTitle());
    m_pictures->setChecked(true);
    m_keep->setAccessibleDescription(
        tr("They are kept even when downloaded files exceed the size chosen in the settings."));
    m_keep->setChecked(session.preferences().files().keepsFor(session.chat().current()));
    connect(m_keep, &QCheckBox::clicked, this, [&session](bool keeps) {
        FileChoices choices = session.preferences().files();
        choices.setKeptFor(session.chat().current(), keeps);
        session.preferences().chooseFiles(choices);
    });
    makeLayout();
    connect(&m_items, &MediaList::wanted, &session, &ChatSession::attachmentsWanted);
    connect(&session, &ChatSession::attachmentsLoaded, &m_items, &MediaList::take);
    connect(&m_items, &MediaList::changed, this, &MediaDialog::takeItems);
    connect(m_pictures, &QRadioButton::toggled, this, &MediaDialog::begin);
    connect(m_list, &QListWidget::itemClicked, this, &MediaDialog::choose);
    m_list->installEventFilter(this);
    connect(m_list->verticalScrollBar(), &QScrollBar::valueChanged, this, &MediaDialog::loadMore);
    const auto repaint = [this] {
        wantVisible();
        m_list->viewport()->update();
    };
    connect(&session.files(), &MessageFiles::changed, this, repaint);
    connect(&session.files(), &MessageFiles::stepChanged, this, [this](const FileKey& key) {
        if (const int row = m_items.indexOf(key); row >= 0 && row < m_list->count()) {
            nameRow(row);
        }
    });
    connect(&session.pictures(), &PictureStore::changed, this, [this] {
        nameVisible();
        m_list->viewport()->update();
    });
    connect(&session.chat(), &OpenConversation::currentChanged, this, &QDialog::reject);
    begin();
    m_list->setFocus();
}

void MediaDialog::choose(const QListWidgetItem* item)
{
    Q_EMIT chosen(m_items.items()[m_list->row(item)]);
}

/// Takes the keys that open a row before the list and the dialog do something else with them.
bool MediaDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress && m_list->currentItem() != nullptr) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space) {
            choose(m_list->currentItem());
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void MediaDialog::makeLayout()
{
    auto* kinds = new QHBoxLayout;
    kinds->setSpacing(16);
    kinds->addWidget(m_pictures);
    kinds->addWidget(m_files);
    kinds->addStretch(1);
    m_empty->setAlignment(Qt::AlignCenter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 14);
    column->setSpacing(10);
    column->addLayout(kinds);
    column->addWidget(m_list, 1);
    column->addWidget(m_empty, 1);
    column->addWidget(m_keep);
    m_empty->hide();
    constexpr int columns = 4;
    const int most = parentWidget() == nullptr ? QWIDGETSIZE_MAX : parentWidget()->window()->width() - 16;
    resize(std::min(columns * cell + 50, most), 520);
}

void MediaDialog::begin()
{
    const bool arePictures = m_pictures->isChecked();
    m_list->clear();
    m_list->setViewMode(arePictures ? QListView::IconMode : QListView::ListMode);
    m_list->setMovement(QListView::Static);
    m_items.open(m_session.chat().current(),
                 arePictures ? AttachmentQuery::Kind::Pictures : AttachmentQuery::Kind::Files);
}

void MediaDialog::takeItems()
{
    for (qsizetype i = m_list->count(); i < m_items.items().size(); ++i) {
        m_list->addItem(new QListWidgetItem);
        nameRow(int(i));
    }
    const bool isEmpty = m_items.items().isEmpty() && m_items.isComplete();
    m_list->setVisible(!isEmpty);
    showWords(m_empty,
              isEmpty ? (m_pictures->isChecked() ? tr("No photos yet.") : tr("No files yet.")) : QString());
    if (m_list->currentRow() < 0) {
        m_list->setCurrentRow(0);
    }
    m_list->doItemsLayout();
    loadMore();
}

/// Says in the row's tip and to screen readers what it is, and why a picture cannot be shown.
void MediaDialog::nameRow(int row)
{
    const AttachmentItem& item = m_items.items()[row];
    const auto problem = m_session.pictures().problem(item.attachment.hash);
    const QString name = fileNameText(item.attachment);
    setPlainTip(*m_list->item(row), problem ? name + u'\n' + pictureProblemText(*problem) : name);
    const QString file = spokenFile(
        item.attachment, m_session.files().state(item.key, item.attachment, item.isHeld), false, problem);
    const QString author = isolatedLine(QString::fromStdString(item.authorName));
    m_list->item(row)->setData(Qt::AccessibleTextRole,
                               tr("%1, from %2", "a photo or file, a person").arg(file, author));
}

/// A picture that was decoded, or could not be, is one of those on the screen.
void MediaDialog::nameVisible()
{
    forVisible([this](int row) { nameRow(row); });
}

void MediaDialog::forVisible(const std::function<void(int row)>& visit) const
{
    const QRect shown = m_list->viewport()->rect();
    for (int row = 0; row < m_list->count() && row < m_items.items().size(); ++row) {
        if (m_list->visualItemRect(m_list->item(row)).intersects(shown)) {
            visit(row);
        }
    }
}

void MediaDialog::loadMore()
{
    const QScrollBar* bar = m_list->verticalScrollBar();
    if (bar->value() + loadAhead >= bar->maximum()) {
        m_items.loadMore();
    }
    wantVisible();
}

void MediaDialog::wantVisible()
{
    forVisible([this](int row) {
        nameRow(row); // a picture may have been decoded while another part of the list was on screen
        const AttachmentItem& item = m_items.items()[row];
        m_session.files().show(item.key, item.attachment);
        const FileState state = m_session.files().state(item.key, item.attachment, item.isHeld);
        if (isPicture(item.attachment) && !state.path.empty()) {
            const QRect place = pictureIn(QRect(0, 0, cell, cell));
            m_session.pictures().want(item.attachment.hash, QString::fromStdString(state.path),
                                      rasterRoom(item.attachment, place, devicePixelRatioF(), false));
        }
    });
}

} // namespace tidemark
