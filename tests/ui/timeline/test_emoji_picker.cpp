#include "core/models/emoji/emoji_catalogue.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "tests/ui/log_window.h"
#include "ui/emoji/emoji_button.h"
#include "ui/emoji/emoji_grid.h"
#include "ui/emoji/emoji_picker.h"
#include "ui/look/emoji_font.h"
#include "ui/timeline/reactions/hover_bar.h"
#include "ui/timeline/reactions/timeline_reactions.h"
#include "ui/widgets/search_field.h"

#include <QGlyphRun>
#include <QSignalSpy>
#include <QTextLayout>

namespace tidemark::emoji_picker_test {

using namespace Qt::StringLiterals;
using test::LogWindow;

namespace {

/// The window with the picker open for the message 18, as the keyboard opens it.
class Fixture {
public:
    explicit Fixture(QSize size = {900, 700}) : log(20, 20, size)
    {
        log.open();
        log.view->setFocus();
        log.view->setCurrentIndex(log.session.chat().timeline().index(log.rowOf(18)));
        log.press(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        for (int i = 0; i < EmojiChoices::inBar; ++i) {
            log.press(Qt::Key_Right);
        }
        log.press(Qt::Key_Return);
        picker = log.window.findChild<EmojiPicker*>();
        field = picker->findChild<SearchField*>();
        grid = picker->findChild<EmojiGrid*>();
    }

    void type(const QString& text)
    {
        field->setText(text);
        log.window.grab();
    }
    [[nodiscard]] QString current() const { return grid->currentIndex().data().toString(); }
    [[nodiscard]] QStringList shown() const
    {
        QStringList emoji;
        for (int line = 0; line < grid->grid().rowCount(); ++line) {
            for (int column = 0; column < EmojiGridModel::columns; ++column) {
                const QModelIndex cell = grid->grid().index(line, column);
                if (cell.flags().testFlag(Qt::ItemIsEnabled)) {
                    emoji += cell.data().toString();
                }
            }
        }
        return emoji;
    }

    LogWindow log;
    EmojiPicker* picker = nullptr;
    SearchField* field = nullptr;
    EmojiGrid* grid = nullptr;
};

} // namespace

/// Choosing an emoji by search, groups, arrow keys and skin tones.
class TestEmojiPicker : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void opensInTheSearchFieldInsideTheWindow_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("wide") << QSize(900, 700);
        QTest::newRow("phone") << QSize(390, 600);
        QTest::newRow("low") << QSize(640, 300);
    }
    void opensInTheSearchFieldInsideTheWindow()
    {
        QFETCH(QSize, size);
        Fixture fixture(size);
        QVERIFY(fixture.picker->isVisible());
        QVERIFY(fixture.field->hasFocus());
        QVERIFY(fixture.picker->parentWidget()->rect().contains(fixture.picker->geometry()));
        QVERIFY(fixture.grid->viewport()->width()
                >= EmojiGridModel::columns * fixture.grid->columnWidth(0) - 2);
    }

    void showsTheLastUsedOnesAndAllGroups()
    {
        Fixture fixture;
        const QStringList shown = fixture.shown();
        const QStringList recent = fixture.log.session.preferences().emoji().recent;
        QCOMPARE(shown.mid(0, recent.size()), recent);
        QCOMPARE(shown.size(), recent.size() + emojiCatalogue().all().size());
        QCOMPARE(shown.last(), emojiCatalogue().all().last().text);
    }

    void searchThenEnterReacts_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("emoji");
        QTest::newRow("English") << u"rocket"_s << u"🚀"_s;
        QTest::newRow("Chinese") << u"火箭"_s << u"🚀"_s;
    }
    void searchThenEnterReacts()
    {
        QFETCH(QString, typed);
        QFETCH(QString, emoji);
        Fixture fixture;
        fixture.type(typed);
        QCOMPARE(fixture.field->accessibleDescription(), u"rocket"_s);
        fixture.log.press(Qt::Key_Return);
        QVERIFY(fixture.picker->isHidden());
        QCOMPARE(fixture.log.all<input::React>().size(), 1U);
        QCOMPARE(fixture.log.all<input::React>().back().emoji, emoji.toStdString());
        QCOMPARE(fixture.log.all<input::React>().back().target, Seq(18));
        QVERIFY(fixture.log.view->hasFocus());
        // Now it is the first of the last used ones.
        QCOMPARE(fixture.log.session.preferences().emoji().recent.first(), emoji);
    }

    void whatDoesNotExistIsSaid()
    {
        Fixture fixture;
        fixture.type(u"xyzzy"_s);
        QVERIFY(fixture.grid->isHidden());
        fixture.log.press(Qt::Key_Return);
        QVERIFY(fixture.log.all<input::React>().empty());
        QVERIFY(fixture.picker->isVisible());
        fixture.type({});
        QVERIFY(fixture.grid->isVisible());
    }

    void arrowKeysMoveBetweenEmoji()
    {
        Fixture fixture;
        const QStringList shown = fixture.shown();
        const auto recent = static_cast<int>(fixture.log.session.preferences().emoji().recent.size());
        fixture.log.press(Qt::Key_Down);
        QVERIFY(fixture.grid->hasFocus());
        QCOMPARE(fixture.current(), shown[0]);
        fixture.log.press(Qt::Key_Right);
        QCOMPARE(fixture.current(), shown[1]);
        // Down goes over the title of the next group, and keeps the column.
        fixture.log.press(Qt::Key_Down);
        QCOMPARE(fixture.current(), shown[recent + 1]);
        // Left goes back to the end of the line above, and of the group before.
        fixture.log.press(Qt::Key_Left);
        fixture.log.press(Qt::Key_Left);
        QCOMPARE(fixture.current(), shown[recent - 1]);
        QCOMPARE(fixture.grid->currentIndex().data(Qt::AccessibleTextRole).toString(),
                 emojiName(shown[recent - 1]));
        fixture.log.press(Qt::Key_Up);
        QVERIFY(fixture.field->hasFocus());
        fixture.log.press(Qt::Key_Down);
        fixture.log.press(Qt::Key_Space);
        QCOMPARE(fixture.log.all<input::React>().size(), 1U);
    }

    void theLastLineIsReachedFromAnyColumn()
    {
        Fixture fixture;
        const EmojiGridModel& model = fixture.grid->grid();
        const QModelIndex last = model.down(model.index(1, EmojiGridModel::columns - 1), 100000);
        QCOMPARE(last.row(), model.rowCount() - 1);
        QVERIFY(last.flags().testFlag(Qt::ItemIsEnabled));
        QVERIFY(!model.down(last, 1).isValid());
    }

    void typingInTheGridSearches()
    {
        Fixture fixture;
        fixture.log.press(Qt::Key_Down);
        fixture.log.press(Qt::Key_R);
        QVERIFY(fixture.field->hasFocus());
        QCOMPARE(fixture.field->text(), u"r"_s);
    }

    void groupsAreOneClickAway()
    {
        Fixture fixture;
        const QList<EmojiButton*> buttons = fixture.picker->findChildren<EmojiButton*>();
        const auto flags = std::find_if(buttons.begin(), buttons.end(), [](const EmojiButton* button) {
            return button->accessibleName() == u"Flags"_s;
        });
        QVERIFY(flags != buttons.end());
        QTest::mouseClick(*flags, Qt::LeftButton);
        QVERIFY((*flags)->isChecked());
        const EmojiCatalogue::Group& group = emojiCatalogue().groups().last();
        QCOMPARE(fixture.current(), emojiCatalogue().all()[group.first].text);
    }

    void skinTonesStay()
    {
        Fixture fixture;
        const QList<EmojiButton*> buttons = fixture.picker->findChildren<EmojiButton*>();
        const auto dark = std::find_if(buttons.begin(), buttons.end(), [](const EmojiButton* button) {
            return button->accessibleName() == u"Dark skin tone"_s;
        });
        QVERIFY(dark != buttons.end());
        QSignalSpy kept(&fixture.log.session.preferences(), &Preferences::chosen);
        QTest::mouseClick(*dark, Qt::LeftButton);
        QCOMPARE(kept.size(), 1);
        QCOMPARE(kept.first().at(1).toString(), u"5"_s);
        QVERIFY(fixture.shown().contains(u"👍🏿"_s));
        fixture.type(u"thumbs up"_s);
        fixture.log.press(Qt::Key_Return);
        QCOMPARE(fixture.log.all<input::React>().back().emoji, std::string("👍🏿"));
    }

    void emojiOfSeveralPartsAreOneGlyph()
    {
        for (const QString& emoji :
             {u"❤️‍🔥"_s, u"👨‍❤️‍👨"_s, u"👩‍👩‍👧‍👦"_s,
              u"🏳️‍🌈"_s, u"👍🏽"_s, u"🇨🇳"_s, u"❤️"_s}) {
            QTextLayout layout(emoji, emojiFont(QFont()));
            layout.beginLayout();
            layout.createLine();
            layout.endLayout();
            qsizetype glyphs = 0;
            for (const QGlyphRun& run : layout.glyphRuns()) {
                glyphs += run.glyphIndexes().size();
            }
            QCOMPARE(std::pair(emoji, glyphs), std::pair(emoji, qsizetype(1)));
        }
    }

    void escapeAndAClickElsewhereClose()
    {
        Fixture fixture;
        fixture.log.press(Qt::Key_Escape);
        QVERIFY(fixture.picker->isHidden());
        QVERIFY(fixture.log.view->reactions().bar().hasFocusInside());
        fixture.log.press(Qt::Key_Return);
        QVERIFY(fixture.picker->isVisible());
        QTest::mouseClick(fixture.log.view->viewport(), Qt::LeftButton, {}, QPoint(5, 5));
        QVERIFY(fixture.picker->isHidden());
        QVERIFY(fixture.log.all<input::React>().empty());
    }

    void choicesAreKeptAndChecked()
    {
        EmojiChoices choices;
        const QStringList usual = choices.recent;
        // An emoji in the bar keeps its place when it is used, so that a second click takes the reaction
        // back.
        choices.noteUse(usual[2]);
        QCOMPARE(choices.recent, usual);
        choices.noteUse(u"🚀"_s);
        QCOMPARE(choices.recent, QStringList(u"🚀"_s) + usual);
        choices.noteUse(usual.last());
        QCOMPARE(choices.recent.first(), usual.last());
        QCOMPARE(choices.recent.size(), usual.size() + 1);
        for (const Emoji& emoji : emojiCatalogue().all().mid(0, 100)) {
            choices.noteUse(emoji.text);
        }
        QCOMPARE(choices.recent.size(), EmojiChoices::maxRecent);
        EmojiChoices loaded;
        for (const QString& key : EmojiChoices::keys()) {
            loaded.take(key, choices.valueOf(key));
        }
        QCOMPARE(loaded, choices);
        loaded.take(u"recent-emoji"_s, u"nonsense 🚀 🚀 <b>"_s);
        QCOMPARE(loaded.recent, QStringList(u"🚀"_s));
        loaded.take(u"emoji-tone"_s, u"9"_s);
        QCOMPARE(loaded.tone, choices.tone);
    }
};

TIDEMARK_SUITE(TestEmojiPicker, QApplication)

} // namespace tidemark::emoji_picker_test

#include "test_emoji_picker.moc"
