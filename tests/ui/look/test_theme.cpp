#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "ui/look/style_sheet.h"
#include "ui/look/theme.h"

#include <QApplication>
#include <QLineEdit>

namespace tidemark::theme_test {

using namespace Qt::StringLiterals;

namespace {

constexpr double readable = 4.5; ///< the contrast of text
constexpr double visible = 3;    ///< the contrast of rings, frames and signs

struct Named {
    const char* name;
    QColor colour;
};

/// The opaque result of a translucent colour on a ground.
QColor under(const QColor& tint, const QColor& ground)
{
    const auto part = [&tint](float above, float below) { return below + (above - below) * tint.alphaF(); };
    return QColor::fromRgbF(part(tint.redF(), ground.redF()), part(tint.greenF(), ground.greenF()),
                            part(tint.blueF(), ground.blueF()));
}

void addFaint(QStringList& faint, const Named& ink, const QList<Named>& grounds, double least)
{
    for (const Named& ground : grounds) {
        if (const double has = contrast(ink.colour, ground.colour); has < least) {
            faint += u"%1 on %2: %3"_s.arg(QString::fromLatin1(ink.name), QString::fromLatin1(ground.name))
                         .arg(has, 0, 'f', 2);
        }
    }
}

/// A line for each pair of text and background colour with too little contrast.
QString tooFaint(const Theme& theme)
{
    const Named background{"background", theme.background};
    const Named side{"side", theme.side};
    const Named hover{"hover", theme.hover};
    const Named tint{"tint", theme.tint};
    const Named line{"line", theme.line};
    const Named bubbleIn{"bubbleIn", theme.bubbleIn};
    const Named bubbleOut{"bubbleOut", theme.bubbleOut};
    const Named accent{"accent", theme.accent};
    const Named warning{"warning", theme.warning};
    const Named selected{"selected row", theme.selected};
    const QList<Named> surfaces{background, side, hover, tint, bubbleIn, bubbleOut};
    const QList<Named> mentions{{"mention in", under(theme.mentionTint(), theme.bubbleIn)},
                                {"mention out", under(theme.mentionTint(), theme.bubbleOut)}};
    QStringList faint;
    addFaint(faint, {"text", theme.text}, surfaces + mentions + QList<Named>{line}, readable);
    addFaint(faint, {"dim", theme.dim}, surfaces + QList<Named>{selected}, readable);
    // The texts on buttons, also while they are pressed.
    addFaint(faint, accent, surfaces + QList<Named>{line}, readable);
    addFaint(faint, {"error", theme.error}, surfaces + QList<Named>{selected}, readable);
    addFaint(faint, {"onAccent", theme.onAccent}, {accent}, readable);
    addFaint(faint, {"onBadgeMuted", theme.onBadgeMuted}, {{"badgeMuted", theme.badgeMuted}}, readable);
    addFaint(faint, {"onWarning", theme.onWarning}, {warning, hover, line}, readable);
    addFaint(faint, {"tip", theme.isDark ? theme.text : theme.background},
             {{"its ground", theme.isDark ? theme.bubbleIn : theme.text}}, readable);
    const Named white{"white", Qt::white};
    addFaint(faint, white, {{"avatarQuiet", theme.avatarQuiet}, {"avatarOwn", theme.avatarOwn}}, readable);
    for (int hue = 0; hue < hueCount; ++hue) {
        addFaint(faint, {"name", theme.name(hue)}, {bubbleIn}, readable);
        addFaint(faint, white, {{"avatar", theme.avatar(hue)}}, readable);
    }
    addFaint(faint, {"frame", theme.frame}, {background, side}, visible);
    addFaint(faint, {"send, disabled", theme.dim}, {{"badgeMuted", theme.badgeMuted}}, visible);
    return faint.join(u'\n');
}

} // namespace

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

    void theDesktopsChoiceGoesBeforeItsColours()
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
                                 "#9141ac", "#e62d42", "#6f8396", "#fdbc4b"}) {
            QTest::newRow(name) << QColor(name);
        }
    }
    void anyAccentCanBeRead()
    {
        QFETCH(QColor, accent);
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            DesktopLook look;
            look.accent = accent;
            const Theme theme = themeFor(choice, {}, look);
            QVERIFY(theme.accent != themeFor(choice, {}).accent);
            QCOMPARE(tooFaint(theme), QString());
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
        QCOMPARE(tooFaint(theme), QString());
    }

    void contrastIsThatOfTheStandard()
    {
        QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrast(Qt::white, Qt::white), 1.0);
    }

    void thePlaceholderIsDimAndReadable_data() { everythingCanBeRead_data(); }
    void thePlaceholderIsDimAndReadable()
    {
        QFETCH(int, choice);
        const Theme theme = themeFor(static_cast<ThemeChoice>(choice), {});
        QApplication::setPalette(paletteOf(theme));
        qApp->setStyleSheet(styleSheetOf(theme));
        QLineEdit field;
        field.ensurePolished();
        QCOMPARE(field.palette().color(QPalette::PlaceholderText), theme.dim);
        QCOMPARE(field.palette().color(QPalette::Text), theme.text);
        QCOMPARE(field.palette().color(QPalette::Disabled, QPalette::Text), theme.dim);
    }

    void styleSheetHasNoTokenLeft()
    {
        QVERIFY(!styleSheetOf(themeFor(ThemeChoice::Dark, {})).contains(u'@'));
        QVERIFY(!styleSheetOf(themeFor(ThemeChoice::Light, {})).contains(u'@'));
    }
};

TIDEMARK_SUITE(TestTheme, QApplication)

} // namespace tidemark::theme_test

#include "test_theme.moc"
