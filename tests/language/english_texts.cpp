// A test that links this file gets the texts of a user without a locale: English with plurals, dates and
// numbers as localeOf() (ui/platform/language.h) chooses for such a desktop.

#include <QCoreApplication>
#include <QLocale>
#include <QTranslator>

namespace {

void useEnglish()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
    auto* texts = new QTranslator(QCoreApplication::instance());
    if (!texts->load(QStringLiteral("tidemark_en"), QStringLiteral(":/i18n"))) {
        qFatal("no English texts");
    }
    QCoreApplication::installTranslator(texts);
}

} // namespace

Q_COREAPP_STARTUP_FUNCTION(useEnglish)
