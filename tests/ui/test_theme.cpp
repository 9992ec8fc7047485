#include "tests/models/items.h"
#include "ui/style_sheet.h"
#include "ui/theme.h"

using namespace tidemark;
using namespace Qt::StringLiterals;

class TestTheme : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void choices()
    {
        QCOMPARE(themeChoiceOf(u"dark"_s), ThemeChoice::Dark);
        QCOMPARE(themeChoiceOf(u"light"_s), ThemeChoice::Light);
        QCOMPARE(themeChoiceOf(u"system"_s), ThemeChoice::System);
        QVERIFY(!themeChoiceOf(u"Dark"_s));
    }

    void systemFollowsTheDesktop()
    {
        const QPalette bright(Qt::black, Qt::white, Qt::white, Qt::black, Qt::gray, Qt::black, Qt::white);
        const QPalette dim(Qt::white, Qt::black, Qt::black, Qt::black, Qt::gray, Qt::white, Qt::black);
        QVERIFY(!themeFor(ThemeChoice::System, bright).isDark);
        QVERIFY(themeFor(ThemeChoice::System, dim).isDark);
        QVERIFY(themeFor(ThemeChoice::Dark, bright).isDark);
        QVERIFY(!themeFor(ThemeChoice::Light, dim).isDark);
    }

    void whatTheDesktopSaysGoesBeforeItsColours()
    {
        const QPalette bright(Qt::black, Qt::white, Qt::white, Qt::black, Qt::gray, Qt::black, Qt::white);
        DesktopLook look;
        look.scheme = DesktopLook::Scheme::Dark;
        QVERIFY(themeFor(ThemeChoice::System, bright, look).isDark);
        QVERIFY(!themeFor(ThemeChoice::Light, bright, look).isDark);
        look.scheme = DesktopLook::Scheme::Light;
        QVERIFY(!themeFor(ThemeChoice::System, {}, look).isDark);
        QVERIFY(themeFor(ThemeChoice::Dark, {}, look).isDark);
    }

    void anyAccentCanBeRead_data()
    {
        QTest::addColumn<QColor>("accent");
        for (const char* name : {"#000000", "#ffffff", "#808080", "#ffff00", "#00ff00", "#0000ff", "#3584e4",
                                 "#9141ac", "#e62d42", "#6f8396", "#fdbc4b"})
            QTest::newRow(name) << QColor(name);
    }
    void anyAccentCanBeRead()
    {
        QFETCH(QColor, accent);
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            DesktopLook look;
            look.accent = accent;
            const Theme theme = themeFor(choice, {}, look);
            constexpr double readable = 4.5;
            QVERIFY(theme.accent != themeFor(choice, {}).accent);
            QVERIFY(contrast(theme.accent, theme.background) >= readable);
            QVERIFY(contrast(theme.accent, theme.side) >= readable);
            QVERIFY(contrast(theme.accent, theme.bubbleIn) >= readable);
            QVERIFY(contrast(theme.onAccent, theme.accent) >= readable);
            QVERIFY(contrast(theme.text, theme.bubbleOut) >= readable);
            QVERIFY(contrast(theme.dim, theme.bubbleOut) >= readable);
            QVERIFY(contrast(theme.text, theme.tint) >= readable);
            QVERIFY(contrast(theme.bubbleOut, theme.background) > 1.05);
        }
    }

    void everythingCanBeRead_data()
    {
        QTest::addColumn<int>("choice");
        QTest::newRow("light") << static_cast<int>(ThemeChoice::Light);
        QTest::newRow("dark") << static_cast<int>(ThemeChoice::Dark);
    }
    void everythingCanBeRead()
    {
        QFETCH(int, choice);
        const Theme theme = themeFor(static_cast<ThemeChoice>(choice), {});
        constexpr double readable = 4.5;
        QVERIFY(contrast(theme.text, theme.background) >= readable);
        QVERIFY(contrast(theme.text, theme.bubbleIn) >= readable);
        QVERIFY(contrast(theme.text, theme.bubbleOut) >= readable);
        QVERIFY(contrast(theme.text, theme.tint) >= readable);
        QVERIFY(contrast(theme.dim, theme.background) >= readable);
        QVERIFY(contrast(theme.dim, theme.side) >= readable);
        QVERIFY(contrast(theme.dim, theme.bubbleIn) >= readable);
        QVERIFY(contrast(theme.dim, theme.bubbleOut) >= readable);
        QVERIFY(contrast(theme.accent, theme.background) >= readable);
        QVERIFY(contrast(theme.onAccent, theme.accent) >= readable);
        QVERIFY(contrast(theme.onBadgeMuted, theme.badgeMuted) >= readable);
        QVERIFY(contrast(theme.onWarning, theme.warning) >= readable);
        QVERIFY(contrast(theme.error, theme.background) >= readable);
        QVERIFY(contrast(theme.frame, theme.background) >= 3);
        QVERIFY(contrast(Qt::white, theme.avatarQuiet) >= readable);
        for (int hue = 0; hue < hueCount; ++hue) {
            QVERIFY2(contrast(theme.name(hue), theme.bubbleIn) >= readable,
                     qPrintable(theme.name(hue).name()));
            QVERIFY2(contrast(Qt::white, theme.avatar(hue)) >= readable,
                     qPrintable(theme.avatar(hue).name()));
        }
    }

    void contrastIsThatOfTheStandard()
    {
        QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrast(Qt::white, Qt::white), 1.0);
    }

    void styleSheetHasNoTokenLeft()
    {
        QVERIFY(!styleSheetOf(themeFor(ThemeChoice::Dark, {})).contains(u'@'));
        QVERIFY(!styleSheetOf(themeFor(ThemeChoice::Light, {})).contains(u'@'));
    }
};

QTEST_MAIN(TestTheme)
#include "test_theme.moc"
