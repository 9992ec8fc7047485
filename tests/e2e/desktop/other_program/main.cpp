// Another program on the desktop, with which users exchange pictures and files. It owns the clipboard, or has
// a window out of which files can be dragged. It prints "ready" when it can be used, and runs until it is
// killed.
//     tidemark-other-program picture FILE…    the clipboard has the picture, encoded as in the file
//     tidemark-other-program files FILE…      the clipboard has the files
//     tidemark-other-program drag FILE…       a press of the mouse in the window begins to drag the files
#include <QApplication>
#include <QClipboard>
#include <QDrag>
#include <QFile>
#include <QMimeData>
#include <QMouseEvent>
#include <QUrl>
#include <QWidget>

#include <cstdio>
#include <memory>

using namespace Qt::StringLiterals;

namespace {

std::unique_ptr<QMimeData> filesAt(const QStringList& paths)
{
    QList<QUrl> urls;
    for (const QString& path : paths) {
        urls.append(QUrl::fromLocalFile(path));
    }
    auto data = std::make_unique<QMimeData>();
    data->setUrls(urls);
    return data;
}

std::unique_ptr<QMimeData> pictureAt(const QString& path)
{
    QFile file(path);
    auto data = std::make_unique<QMimeData>();
    if (file.open(QFile::ReadOnly)) {
        data->setData(u"image/png"_s, file.readAll());
    }
    return data;
}

class DragSource : public QWidget {
public:
    explicit DragSource(const QStringList& paths) : m_paths(paths) {}

protected:
    void mousePressEvent(QMouseEvent* event) override { event->accept(); }
    void mouseMoveEvent(QMouseEvent* /*event*/) override
    {
        auto* drag = new QDrag(this);
        drag->setMimeData(filesAt(m_paths).release());
        drag->exec(Qt::CopyAction);
    }

private:
    QStringList m_paths;
};

} // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    const QStringList paths = QCoreApplication::arguments().mid(2);
    const QString what = QCoreApplication::arguments().value(1);
    DragSource source(paths);
    if (what == u"drag"_s) {
        source.setWindowTitle(u"Other program"_s);
        source.resize(200, 150);
        source.show();
    } else {
        QGuiApplication::clipboard()->setMimeData(
            (what == u"picture"_s ? pictureAt(paths.value(0)) : filesAt(paths)).release());
    }
    std::puts("ready");
    std::fflush(stdout);
    return QApplication::exec();
}
