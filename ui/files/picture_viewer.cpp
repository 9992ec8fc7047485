#include "ui/files/picture_viewer.h"

#include "core/models/words/file_text.h"
#include "core/models/words/isolated_text.h"
#include "core/models/words/moment.h"
#include "ui/files/picture_canvas.h"
#include "ui/look/painting.h"
#include "ui/session/files/file_state_text.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr double zoomStep = 1.25;
constexpr int moveStep = 80;

} // namespace

PictureViewer::PictureViewer(ChatSession& session, const Theme& theme, FileActions& actions,
                             const AttachmentItem& first, QWidget* parent)
    : QDialog(parent), m_session(session), m_theme(theme), m_actions(actions),
      m_canvas(new PictureCanvas(session.pictures(), session.animations(), m_theme, this)),
      m_about(plainLabel({}, this)), m_older(makeButton(Glyph::Back, tr("Previous photo"))),
      m_newer(makeButton(Glyph::Forward, tr("Next photo"))), m_save(makeButton(Glyph::Save, tr("Save as…"))),
      m_copy(makeButton(Glyph::Copy, tr("Copy picture")))
{
    setAttribute(Qt::WA_DeleteOnClose);
    makeLayout();
    connect(m_older, &QToolButton::clicked, this, [this] { goBy(1); });
    connect(m_newer, &QToolButton::clicked, this, [this] { goBy(-1); });
    connect(m_save, &QToolButton::clicked, this, &PictureViewer::save);
    connect(m_copy, &QToolButton::clicked, this, &PictureViewer::copy);
    connect(m_canvas, &PictureCanvas::clickedBeside, this, &QDialog::reject);
    connect(&session.files(), &MessageFiles::changed, this, &PictureViewer::refresh);
    connect(&session.pictures(), &PictureStore::changed, this, &PictureViewer::refresh);
    connect(&m_list, &MediaList::wanted, &session, &ChatSession::attachmentsWanted);
    connect(&session, &ChatSession::attachmentsLoaded, &m_list, &MediaList::take);
    connect(&m_list, &MediaList::changed, this, &PictureViewer::takeList);
    connect(&session.chat(), &OpenConversation::currentChanged, this, &QDialog::reject);
    showItem(first);
    m_list.open(first.key.conversation, AttachmentQuery::Kind::Pictures);
    if (parent != nullptr) {
        setGeometry(parent->window()->geometry());
    }
    m_canvas->setFocus();
}

QToolButton* PictureViewer::makeButton(Glyph glyph, const QString& name)
{
    constexpr int side = 40;
    auto* button = new QToolButton(this);
    button->setAccessibleName(name);
    setPlainTip(button, name);
    button->setIcon(glyphIcon(glyph, m_theme.onPicture));
    button->setFixedSize(side, side);
    button->setStyleSheet(
        u"QToolButton { background: transparent; border: 1px solid transparent; border-radius: 8px; }"
        "QToolButton:hover, QToolButton:pressed { background: rgba(255, 255, 255, 40); }"
        "QToolButton:focus { border: 1px solid %1; }"_s.arg(m_theme.onPicture.name()));
    return button;
}

void PictureViewer::makeLayout()
{
    QToolButton* smaller = makeButton(Glyph::Minus, tr("Smaller"));
    QToolButton* larger = makeButton(Glyph::Plus, tr("Larger"));
    QToolButton* close = makeButton(Glyph::Close, tr("Close"));
    connect(smaller, &QToolButton::clicked, this, [this] { m_canvas->zoomBy(1 / zoomStep); });
    connect(larger, &QToolButton::clicked, this, [this] { m_canvas->zoomBy(zoomStep); });
    connect(close, &QToolButton::clicked, this, &QDialog::reject);
    m_about->setStyleSheet(u"color: %1;"_s.arg(m_theme.onPicture.name()));
    m_about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(14, 6, 6, 6);
    top->setSpacing(2);
    top->addWidget(m_about, 1);
    for (QToolButton* button : {smaller, larger, m_copy, m_save, close}) {
        top->addWidget(button);
    }
    auto* middle = new QHBoxLayout;
    middle->setContentsMargins(0, 0, 0, 0);
    middle->setSpacing(0);
    middle->addWidget(m_older, 0, Qt::AlignVCenter);
    middle->addWidget(m_canvas, 1);
    middle->addWidget(m_newer, 0, Qt::AlignVCenter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(0);
    column->addLayout(top);
    column->addLayout(middle, 1);
}

void PictureViewer::elideWords()
{
    m_about->setText(m_about->fontMetrics().elidedText(m_words, Qt::ElideRight, m_about->width()));
}

void PictureViewer::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    layout()->activate();
    elideWords();
}

FileState PictureViewer::state() const
{
    return m_session.files().state(m_current.key, m_current.attachment, m_current.isHeld);
}

void PictureViewer::showItem(const AttachmentItem& item)
{
    m_current = item;
    m_session.files().show(item.key, item.attachment);
    if (state().step == FileState::Step::Absent) {
        m_session.files().fetch(item.key); // the user wants to see it, however large it is
    }
    const QString author = isolatedLine(QString::fromStdString(item.authorName));
    setWindowTitle(captionText(fileTitle(item.attachment)));
    m_words = author.isEmpty() ? fullMoment(item.at) : author + u" · "_s + fullMoment(item.at);
    elideWords();
    refresh();
}

/// Lets screen readers hear what is shown, and why it is not.
void PictureViewer::nameCanvas(const QString& picture)
{
    const QString author = isolatedLine(QString::fromStdString(m_current.authorName));
    const QString name = author.isEmpty()
                             ? picture
                             : tr("%1, from %2", "a photo with its size, a person").arg(picture, author);
    if (name != m_canvas->accessibleName()) {
        m_canvas->setAccessibleName(name);
    }
}

void PictureViewer::refresh()
{
    const FileState now = state();
    const QString path = QString::fromStdString(now.path);
    const auto problem = m_session.pictures().problem(m_current.attachment.hash);
    m_canvas->setPicture(m_current.attachment, path);
    m_canvas->setWords(problem ? fileNameText(m_current.attachment) + u'\n' + pictureProblemText(*problem)
                       : !path.isEmpty() ? QString()
                                         : fileStateText(now, m_current.attachment));
    nameCanvas(spokenFile(m_current.attachment, now, !m_current.key.seq.isValid(), problem));
    m_save->setEnabled(!path.isEmpty());
    m_copy->setEnabled(!path.isEmpty() && !problem);
    const int index = m_list.indexOf(m_current.key);
    m_newer->setEnabled(index > 0);
    m_older->setEnabled(index >= 0 && index + 1 < m_list.items().size());
}

/// Loads on until the picture and the next older one are in the list.
void PictureViewer::takeList()
{
    const int index = m_list.indexOf(m_current.key);
    if (m_current.key.seq.isValid() && (index < 0 || index + 1 == m_list.items().size())) {
        m_list.loadMore();
    }
    refresh();
}

void PictureViewer::goBy(int older)
{
    const int index = m_list.indexOf(m_current.key);
    const int next = index + older;
    if (index >= 0 && next >= 0 && next < m_list.items().size()) {
        showItem(m_list.items()[next]);
        takeList();
    }
}

void PictureViewer::save()
{
    if (m_save->isEnabled()) {
        m_actions.saveAs(m_current.attachment, QString::fromStdString(state().path));
    }
}

void PictureViewer::copy()
{
    if (m_copy->isEnabled()) {
        m_actions.copyPicture(QString::fromStdString(state().path));
    }
}

void PictureViewer::keyPressEvent(QKeyEvent* event)
{
    const bool isZoomed = m_canvas->zoom() > 1;
    const bool isCtrl = event->modifiers().testFlag(Qt::ControlModifier);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_PageUp:
        isZoomed && event->key() == Qt::Key_Left ? m_canvas->moveBy({moveStep, 0}) : goBy(1);
        return;
    case Qt::Key_Right:
    case Qt::Key_PageDown:
        isZoomed && event->key() == Qt::Key_Right ? m_canvas->moveBy({-moveStep, 0}) : goBy(-1);
        return;
    case Qt::Key_Up:
        m_canvas->moveBy({0, moveStep});
        return;
    case Qt::Key_Down:
        m_canvas->moveBy({0, -moveStep});
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_canvas->zoomBy(zoomStep);
        return;
    case Qt::Key_Minus:
        m_canvas->zoomBy(1 / zoomStep);
        return;
    case Qt::Key_0:
        m_canvas->fit();
        return;
    case Qt::Key_C:
        isCtrl ? copy() : QDialog::keyPressEvent(event);
        return;
    case Qt::Key_S:
        isCtrl ? save() : QDialog::keyPressEvent(event);
        return;
    default:
        QDialog::keyPressEvent(event);
    }
}

void PictureViewer::paintEvent(QPaintEvent* /*event*/)
{
    QPainter(this).fillRect(rect(), m_theme.viewerGround);
}

} // namespace tidemark
