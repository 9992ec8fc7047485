#pragma once

#include <QLocale>
#include <QString>
#include <QTranslator>

#include <array>
#include <optional>

namespace tidemark {

/// The language of the window, as the user chooses it for this device.
enum class Language : quint8 {
    System, ///< the desktop's, where there are translations for it, else English
    English,
    Chinese, ///< Simplified
};

/// "system", "en", "zh-CN": on the command line and where the choice is kept.
[[nodiscard]] QString wordOf(Language language);
[[nodiscard]] std::optional<Language> languageOf(const QString& word);

/// What texts, dates and numbers follow when the desktop's locale is `desktop`: the chosen language, with the
/// desktop's territory where that is a known combination, so that an English window in Germany has a clock of
/// 24 hours. A desktop without a locale counts as British English: 24 hours, the day before the month.
[[nodiscard]] QLocale localeOf(Language language, const QLocale& desktop = QLocale::system());

/// The texts of `locale`'s language, ours and Qt's own, and its dates and numbers, while it lives. English
/// plurals stand below, for what is not translated. Needs an application object; GUI thread.
class LanguageTexts {
    Q_DISABLE_COPY_MOVE(LanguageTexts)
public:
    explicit LanguageTexts(const QLocale& locale);
    ~LanguageTexts();

private:
    std::array<QTranslator, 3> m_translators; ///< the later ones are asked first
};

} // namespace tidemark
