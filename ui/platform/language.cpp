#include "ui/platform/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace tidemark {

namespace {

constexpr std::array<QLatin1StringView, 3> languageWords{"system"_L1, "en"_L1, "zh-CN"_L1};

bool isSimplifiedChinese(const QLocale& locale)
{
    return locale.language() == QLocale::Chinese && locale.script() != QLocale::TraditionalHanScript;
}

} // namespace

QString wordOf(Language language)
{
    return languageWords.at(static_cast<std::size_t>(language));
}

std::optional<Language> languageOf(const QString& word)
{
    const auto* const found = std::find(languageWords.begin(), languageWords.end(), word);
    if (found == languageWords.end()) {
        return std::nullopt;
    }
    return static_cast<Language>(found - languageWords.begin());
}

QLocale localeOf(Language language, const QLocale& desktop)
{
    const bool isChinese =
        language == Language::Chinese || (language == Language::System && isSimplifiedChinese(desktop));
    if (isChinese && isSimplifiedChinese(desktop)) {
        return desktop;
    }
    if (!isChinese && desktop.language() == QLocale::English) {
        return desktop;
    }
    if (isChinese) {
        return {QLocale::Chinese, QLocale::SimplifiedHanScript, QLocale::China};
    }
    const QLocale combined(QLocale::English, desktop.territory());
    const bool isKnown = desktop.language() != QLocale::C && combined.territory() == desktop.territory();
    return isKnown ? combined : QLocale(QLocale::English, QLocale::UnitedKingdom);
}

LanguageTexts::LanguageTexts(const QLocale& locale)
{
    QLocale::setDefault(locale);
    const QString folder = u":/i18n"_s;
    auto& [english, qt, ours] = m_translators;
    bool isThere = english.load(u"tidemark_en"_s, folder);
    if (isSimplifiedChinese(locale)) {
        isThere = ours.load(u"tidemark_zh_CN"_s, folder) && isThere;
        // Qt's translations may be missing; ours work without them.
        [[maybe_unused]] const bool hasQt =
            qt.load(u"qtbase_zh_CN"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    }
    Q_ASSERT(isThere);
    for (QTranslator& translator : m_translators) {
        QCoreApplication::installTranslator(&translator);
    }
}

LanguageTexts::~LanguageTexts()
{
    for (QTranslator& translator : m_translators) {
        QCoreApplication::removeTranslator(&translator);
    }
}

} // namespace tidemark
