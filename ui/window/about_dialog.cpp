#include "ui/window/about_dialog.h"

#include "core/models/emoji/emoji_catalogue.h"
#include "ui/look/fonts.h"
#include "ui/look/painting.h"
#include "ui/widgets/wrapped_label.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace tidemark {

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent)
{
    constexpr int dialogWidth = 340;
    constexpr int iconSide = 64;
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("About Tidemark"));
    setFixedWidth(dialogWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 22, 24, 18);
    column->setSpacing(6);
    const auto add = [&](const QString& words, const QString& role) {
        QLabel* label = wrappedLabel(words, role, this);
        label->setAlignment(Qt::AlignCenter);
        column->addWidget(label);
        return label;
    };
    add({}, {})->setPixmap(programIcon().pixmap(QSize(iconSide, iconSide), devicePixelRatioF()));
    add(tr("Tidemark"), u"title"_s)->setFont(semibold(resized(font(), 4)));
    add(tr("Version %1").arg(QCoreApplication::applicationVersion()), u"dim"_s);
    add(tr("A desktop chat client whose read state is never wrong."), {});
    column->addSpacing(8);
    add(tr("Free software under the MIT licence.\nUses Qt %1 under the LGPL, version 3.")
            .arg(QString::fromLatin1(qVersion())),
        u"dim"_s);
    const EmojiCatalogue& emoji = emojiCatalogue();
    add(tr("Emoji of Unicode %1, with names of CLDR %2.").arg(emoji.unicodeVersion(), emoji.cldrVersion()),
        u"dim"_s);
    column->addSpacing(10);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
}

} // namespace tidemark
