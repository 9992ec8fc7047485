#include "ui/widgets/picture_chooser.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

class PictureChooserText {
    Q_DECLARE_TR_FUNCTIONS(PictureChooserText)
};

} // namespace

void choosePicture(QWidget& parent, QObject* receiver, const std::function<void(const QString&)>& then)
{
    auto* dialog = new QFileDialog(&parent, PictureChooserText::tr("Choose a picture"),
                                   QStandardPaths::writableLocation(QStandardPaths::PicturesLocation));
    dialog->setObjectName(u"choose-picture"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({PictureChooserText::tr("Pictures") + u" (*.png *.jpg *.jpeg *.webp *.gif)"_s,
                            PictureChooserText::tr("All files") + u" (*)"_s});
    QObject::connect(dialog, &QFileDialog::fileSelected, receiver, then);
    dialog->open();
}

} // namespace tidemark
