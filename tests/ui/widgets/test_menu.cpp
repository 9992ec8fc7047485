#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "ui/look/style_sheet.h"
#include "ui/widgets/menu.h"

#include <QApplication>

namespace tidemark::menu_test {

using namespace Qt::StringLiterals;

namespace {

/// Whether a pixel of `area` has this colour.
bool hasColour(const QImage& image, const QRect& area, const QColor& colour)
{
    const QRect inside = area & image.rect();
    for (int y = inside.top(); y <= inside.bottom(); ++y) {
        for (int x = inside.left(); x <= inside.right(); ++x) {
            if (image.pixelColor(x, y).rgb() == colour.rgb()) {
                return true;
            }
        }
    }
    return false;
}

/// The first and the last column of `area` with anything but its ground.
std::pair<int, int> inkOf(const QImage& image, const QRect& area)
{
    const QRect inside = area & image.rect();
    const QColor ground = image.pixelColor(inside.topLeft());
    int first = inside.right();
    int last = inside.left();
    for (int x = inside.left(); x <= inside.right(); ++x) {
        for (int y = inside.top(); y <= inside.bottom(); ++y) {
            if (image.pixelColor(x, y) != ground) {
                first = std::min(first, x);
                last = std::max(last, x);
            }
        }
    }
    return {first, last};
}

/// A menu in the look of the window.
struct Shown {
    explicit Shown(ThemeChoice choice = ThemeChoice::Light) : theme(themeFor(choice, {}))
    {
        QApplication::setPalette(paletteOf(theme));
        qApp->setStyleSheet(styleSheetOf(theme));
    }
    ~Shown()
    {
        qApp->setStyleSheet({});
        QApplication::setPalette(before);
    }
    Shown(const Shown&) = delete;
    Shown& operator=(const Shown&) = delete;

    QImage paint()
    {
        menu.ensurePolished();
        menu.resize(menu.sizeHint());
        return menu.grab().toImage();
    }

    QPalette before = QApplication::palette();
    Theme theme;
    Menu menu;
};

} // namespace

/// The menus of messages, conversations and the account.
class TestMenu : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void whatDestroysIsRed_data()
    {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void whatDestroysIsRed()
    {
        QFETCH(const bool, isDark);
        Shown fixture(isDark ? ThemeChoice::Dark : ThemeChoice::Light);
        QAction* plain = withGlyph(fixture.menu.addAction(u"Reply"_s), Glyph::Reply);
        QAction* red = destroying(withGlyph(fixture.menu.addAction(u"Delete"_s), Glyph::Trash));
        QAction* off = destroying(fixture.menu.addAction(u"Clear"_s));
        off->setEnabled(false);
        const QImage image = fixture.paint();
        QVERIFY(hasColour(image, fixture.menu.actionGeometry(red), fixture.theme.error));
        QVERIFY(!hasColour(image, fixture.menu.actionGeometry(plain), fixture.theme.error));
        QVERIFY(!hasColour(image, fixture.menu.actionGeometry(off), fixture.theme.error));
        QVERIFY(contrast(fixture.theme.error, fixture.theme.background) >= 4.5);
        QVERIFY(contrast(fixture.theme.error, fixture.theme.tint) >= 3);
    }

    void aChosenEntryThatDestroysStaysRed()
    {
        Shown fixture;
        QAction* red = destroying(fixture.menu.addAction(u"Delete"_s));
        fixture.menu.popup(QPoint(10, 10));
        fixture.menu.setActiveAction(red);
        QVERIFY(hasColour(fixture.paint(), fixture.menu.actionGeometry(red), fixture.theme.error));
    }

    void shortcutsStandInAColumnOfTheirOwn()
    {
        Shown fixture;
        QAction* wide = fixture.menu.addAction(u"Mark as unread from here\tCtrl+U"_s);
        QAction* narrow = fixture.menu.addAction(u"Reply\tCtrl+R"_s);
        const QImage image = fixture.paint();
        const int words = QFontMetrics(fixture.menu.font()).horizontalAdvance(u"Mark as unread from here"_s);
        const QRect row = fixture.menu.actionGeometry(wide);
        const auto right = [&](QAction* action) {
            return inkOf(image, fixture.menu.actionGeometry(action)).second;
        };
        QVERIFY(std::abs(right(wide) - right(narrow)) <= 1);
        // Between the longest words and the shortcut is a gap.
        const int shortcut = QFontMetrics(fixture.menu.font()).horizontalAdvance(u"Ctrl+U"_s);
        const int from = inkOf(image, row).first + words;
        const int gap = right(wide) - shortcut - from;
        QVERIFY2(gap >= 16, qPrintable(QString::number(gap)));
    }

    void glyphsStandBeforeTheWords()
    {
        Shown fixture;
        QAction* without = fixture.menu.addAction(u"Plain"_s);
        QAction* with = withGlyph(fixture.menu.addAction(u"Plain"_s), Glyph::Pin);
        const QImage image = fixture.paint();
        QVERIFY(glyphOf(*with) == Glyph::Pin && !glyphOf(*without));
        const auto left = [&](QAction* action) {
            return inkOf(image, fixture.menu.actionGeometry(action)).first;
        };
        QVERIFY2(left(with) + 16 < left(without), "the words of all entries begin at one place");
        const QRect words = fixture.menu.actionGeometry(with).adjusted(36, 0, 0, 0);
        const QRect same = fixture.menu.actionGeometry(without).adjusted(36, 0, 0, 0);
        QCOMPARE(image.copy(words), image.copy(same));
    }

    void everyGlyphIsDrawn()
    {
        for (int glyph = 0; glyph <= static_cast<int>(Glyph::Select); ++glyph) {
            const QImage image = glyphIcon(static_cast<Glyph>(glyph), Qt::black).pixmap(20).toImage();
            bool isDrawn = false;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    isDrawn = isDrawn || qAlpha(image.pixel(x, y)) > 100;
                }
            }
            QVERIFY2(isDrawn, qPrintable(QString::number(glyph)));
        }
    }
};

TIDEMARK_SUITE(TestMenu, QApplication)

} // namespace tidemark::menu_test

#include "test_menu.moc"
