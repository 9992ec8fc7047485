#include "core/models/words/badge.h"
#include "core/models/words/error_text.h"
#include "core/models/words/moment.h"
#include "core/models/words/notice_text.h"
#include "tests/main/suite.h"
#include "tests/ui/log_window.h"
#include "ui/chat/info/why_text.h"
#include "ui/conversations/conversation_menu.h"
#include "ui/conversations/filter_text.h"
#include "ui/platform/language.h"
#include "ui/session/choices/shortcuts.h"
#include "ui/settings/devices_dialog.h"
#include "ui/settings/settings_dialog.h"
#include "ui/signin/sign_in_dialog.h"
#include "ui/window/about_dialog.h"
#include "ui/window/help_sheet.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

namespace tidemark::language_test {

using namespace Qt::StringLiterals;
using test::LogWindow;

namespace {

const QLocale chinese(QLocale::Chinese, QLocale::China);

/// The words of three letters and more in a text without Chinese, except names that are not translated.
bool isEnglish(const QString& text)
{
    static const QRegularExpression han(u"\\p{sc:Han}"_s);
    static const QRegularExpression word(u"[A-Za-z]{3,}"_s);
    static const QRegularExpression staying(u"Tidemark|seven|eight|English|Enter|Return|Ctrl|Shift|Alt|Esc|"
                                            u"PgUp|PgDown|Home|End|Anna|Crew|Group \\d+|Me|"
                                            "chat\\.example\\.org|(Conversation|Chat|message) \\d+"_s);
    QString rest = text;
    return !text.contains(han) && rest.remove(staying).contains(word);
}

/// Every text that a part of the window shows or announces, in all its roles.
QStringList textsOf(const QObject* object)
{
    QStringList texts;
    for (const char* property : {"text", "windowTitle", "toolTip", "placeholderText", "accessibleName",
                                 "accessibleDescription", "title", "statusTip"}) {
        const QVariant value = object->property(property);
        if (value.typeId() == QMetaType::QString) {
            texts += value.toString();
        }
    }
    if (const auto* combo = qobject_cast<const QComboBox*>(object)) {
        for (int i = 0; i < combo->count(); ++i) {
            texts += combo->itemText(i);
        }
    }
    return texts;
}

QStringList englishIn(const QObject& root)
{
    QList<const QObject*> objects{&root};
    for (const QObject* child : root.findChildren<QObject*>()) {
        objects += child;
    }
    QStringList english;
    for (const QObject* object : objects) {
        for (const QString& text : textsOf(object)) {
            if (isEnglish(text)) {
                english += QString::fromLatin1(object->metaObject()->className()) + u": "_s + text;
            }
        }
    }
    return english;
}

} // namespace

class TestLanguage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cleanup() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom)); }

    void words()
    {
        for (const auto language : {Language::System, Language::English, Language::Chinese}) {
            QCOMPARE(languageOf(wordOf(language)), language);
        }
        QVERIFY(!languageOf(u"de"_s));
    }

    void localeOfTheDesktop_data()
    {
        QTest::addColumn<int>("language");
        QTest::addColumn<QLocale>("desktop");
        QTest::addColumn<QString>("name");
        const auto row = [](const char* title, Language language, const QLocale& desktop,
                            const QString& name) {
            QTest::newRow(title) << static_cast<int>(language) << desktop << name;
        };
        row("none", Language::System, QLocale::c(), u"en_GB"_s);
        row("American", Language::System, QLocale(u"en_US"_s), u"en_US"_s);
        row("Chinese", Language::System, QLocale(u"zh_CN"_s), u"zh_CN"_s);
        row("Singapore", Language::System, QLocale(u"zh_SG"_s), u"zh_SG"_s);
        row("traditional", Language::System, QLocale(u"zh_TW"_s), u"en_GB"_s);
        row("German", Language::System, QLocale(u"de_DE"_s), u"en_DE"_s);
        row("English in China", Language::English, QLocale(u"zh_CN"_s), u"en_GB"_s);
        row("Chinese in Germany", Language::Chinese, QLocale(u"de_DE"_s), u"zh_CN"_s);
        row("Chinese without locale", Language::Chinese, QLocale::c(), u"zh_CN"_s);
    }
    void localeOfTheDesktop()
    {
        QFETCH(int, language);
        QFETCH(QLocale, desktop);
        QFETCH(QString, name);
        QCOMPARE(localeOf(static_cast<Language>(language), desktop).name(), name);
    }

    void pluralsOfEnglish()
    {
        QCOMPARE(badgeHint(1, 1, true), u"1 unread message, 1 mentions you"_s);
        QCOMPARE(badgeHint(1234, 2, true), u"1,234 unread messages, 2 mention you"_s);
    }

    /// The translations have the contexts under which the program requests them.
    void textsAreFound()
    {
        const LanguageTexts texts(chinese);
        for (int code = 0; code <= static_cast<int>(protocol::lastErrorCode); ++code) {
            QVERIFY(!isEnglish(errorText(static_cast<protocol::ErrorCode>(code))));
        }
        for (const Shortcut& one : shortcuts()) {
            QVERIFY2(!isEnglish(wordsOf(one)), one.words);
        }
        QCOMPARE(badgeHint(1234, 2, true), u"1,234 条未读消息，其中 2 条提及你"_s);
        QCOMPARE(noticeText(NoticeKind::Added, u"Anna"_s, u"Bo"_s, {}), u"“Anna”添加了“Bo”"_s);
        QCOMPARE(totalsText({}), u"没有未读消息"_s);
        QCOMPARE(whyHeadline({}), u"没有未读消息"_s);
    }

    void datesFollowTheLocale()
    {
        const QDate today(2026, 11, 20);
        const auto at = [](const QDate& day) {
            return UnixMs{QDateTime(day, QTime(14, 2)).toMSecsSinceEpoch()};
        };
        const QDate days(2026, 11, 3);
        QCOMPARE(listTime(at(days), today), u"3 Nov"_s);
        QCOMPARE(dayLabel(days, today), u"Tuesday, 3 November"_s);
        {
            const LanguageTexts texts(QLocale(u"en_US"_s));
            QCOMPARE(listTime(at(days), today), u"Nov 3"_s);
            QCOMPARE(dayLabel(days, today), u"Tuesday, November 3"_s);
            QCOMPARE(dayLabel(QDate(2025, 11, 3), today), u"Monday, November 3, 2025"_s);
            QCOMPARE(pastMoment(at(days), today).simplified(), u"on November 3 at 2:02 PM"_s);
        }
        const LanguageTexts texts(chinese);
        QCOMPARE(clockTime(at(today)), u"14:02"_s);
        QCOMPARE(listTime(at(today.addDays(-2)), today), u"周三"_s);
        QCOMPARE(listTime(at(days), today), u"11月3日"_s);
        QCOMPARE(listTime(at(QDate(2025, 11, 3)), today), u"2025/11/3"_s);
        QCOMPARE(dayLabel(today, today), u"今天"_s);
        QCOMPARE(dayLabel(days, today), u"11月3日星期二"_s);
        QCOMPARE(dayLabel(QDate(2025, 11, 3), today), u"2025年11月3日星期一"_s);
        QCOMPARE(pastMoment(at(today.addDays(-1)), today), u"昨天 14:02"_s);
        QCOMPARE(untilMoment(at(today.addDays(1)), today), u"至明天 14:02"_s);
    }

    void theWindowIsChinese()
    {
        const LanguageTexts texts(chinese);
        LogWindow fixture(40, 20);
        fixture.open();
        QCOMPARE(englishIn(fixture.window).join(u'\n'), QString());
        const ConversationMenu menu(*fixture.session.conversations().summary(test::someConversation), {});
        QCOMPARE(englishIn(menu).join(u'\n'), QString());
    }

    void theDialogsAreChinese()
    {
        const LanguageTexts texts(chinese);
        LogWindow fixture(40, 20);
        const SettingsDialog settings(fixture.session);
        QCOMPARE(englishIn(settings).join(u'\n'), QString());
        const DevicesDialog devices(fixture.session, {});
        QCOMPARE(englishIn(devices).join(u'\n'), QString());
        // Qt translates these words itself.
        const auto* close = devices.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Close);
        QVERIFY(close != nullptr && close->text().contains(u"关闭"));
        QCOMPARE(englishIn(SignInDialog()).join(u'\n'), QString());
    }

    void anotherLanguageIsAskedForOnce()
    {
        LogWindow fixture(10, 10);
        Preferences& preferences = fixture.session.preferences();
        preferences.setLanguage(Language::English);
        const QSignalSpy chosen(&preferences, &Preferences::languageChosen);
        SettingsDialog dialog(fixture.session);
        auto* language = dialog.findChild<QComboBox*>(u"language"_s);
        QCOMPARE(language->currentIndex(), static_cast<int>(Language::English));
        Q_EMIT language->activated(static_cast<int>(Language::English));
        QCOMPARE(chosen.size(), 0);
        Q_EMIT language->activated(static_cast<int>(Language::Chinese));
        QCOMPARE(chosen.size(), 1);
    }
};

TIDEMARK_SUITE(TestLanguage, QApplication)

} // namespace tidemark::language_test

#include "test_language.moc"
