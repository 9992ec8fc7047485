#pragma once

#include <QLocale>
#include <QString>
#include <QTranslator>

#include <array>
#include <optional>

namespace tidemark {

/// The language of the window on this device.
enum class Language : quint8 {
    System, ///< the desktop's language if it is translated, otherwise English
    English,
    Chinese, ///< Simplified
};

/// "system", "en", "zh-CN": the words for the command line and for the stored choice.
[[nodiscard]] QString wordOf(Language language);
[[nodiscard]] std::optional<Language> languageOf(const QString& word);

/// Returns the locale for texts, dates and numbers. It has the chosen language and, if that is a known
/// combination, the territory of the `desktop` locale, so that an English window in Germany has a 24-hour
/// clock. A desktop without a locale counts as British English: 24 hours, the day before the month.
[[nodiscard]] QLocale localeOf(Language language, const QLocale& desktop = QLocale::system());

/// Installs the texts of `locale`'s language (ours and Qt's own) and its formats of dates and numbers, and
/// removes them when destroyed. The English plural forms are always installed, for texts without a
/// translation. Needs an application object. Lives on the GUI thread.
class LanguageTexts {
    Q_DISABLE_COPY_MOVE(LanguageTexts)
public:
    explicit LanguageTexts(const QLocale& locale);
    ~LanguageTexts();

private:
    std::array<QTranslator, 3> m_translators; ///< Qt searches the last translator first
};

} // namespace tidemark
