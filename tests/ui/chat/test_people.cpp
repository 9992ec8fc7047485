#include "core/models/words/identity.h"
#include "tests/main/suite.h"
#include "tests/support/active_window.h"
#include "tests/ui/log_window.h"
#include "ui/chat/chat_header.h"
#include "ui/chat/composer/mention_completer.h"
#include "ui/chat/info/info_panel.h"
#include "ui/chat/info/readers_dialog.h"
#include "ui/chat/info/roster_text.h"
#include "ui/platform/avatar_source.h"
#include "ui/settings/settings_dialog.h"
#include "ui/widgets/plain_list.h"
#include "ui/widgets/prompts.h"
#include "ui/widgets/search_field.h"
#include "ui/window/about_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QScrollArea>
#include <QSignalSpy>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <set>
#include <vector>

namespace tidemark::people_test {

using namespace Qt::StringLiterals;
using test::LogWindow;
using test::someConversation;

namespace {

constexpr QSize wide{1200, 760};
constexpr QSize narrow{390, 700};

protocol::Member memberOf(std::uint64_t id, const std::string& name, std::uint64_t seen = 0)
{
    protocol::Member member;
    member.user = {UserId(id), name};
    member.seen = Seq(seen);
    return member;
}

/// Green pictures for everybody. Notes who was asked for.
class Pictures : public AvatarSource {
public:
    [[nodiscard]] QPixmap ofConversation(ConversationId conversation, int side) override
    {
        conversations.insert(conversation);
        return green(side);
    }
    [[nodiscard]] QPixmap ofMember(UserId user, int side) override
    {
        members.insert(user);
        return green(side);
    }
    [[nodiscard]] QPixmap ownAvatar(int side) override { return green(side); }
    static bool areIn(QWidget& widget)
    {
        const QImage shown = widget.grab().toImage();
        for (int row = 0; row < shown.height(); ++row) {
            for (int column = 0; column < shown.width(); ++column) {
                if (shown.pixelColor(column, row) == QColor(Qt::green)) {
                    return true;
                }
            }
        }
        return false;
    }

    std::set<ConversationId> conversations;
    std::set<UserId> members;

private:
    static QPixmap green(int side)
    {
        QPixmap picture(side, side);
        picture.fill(Qt::green);
        return picture;
    }
};

/// A window over an open group, online. The members arrive when the test says so.
struct People : LogWindow {
    explicit People(QSize size = wide, std::uint64_t readThrough = 10) : LogWindow(10, readThrough, size)
    {
        session.account().take(u"Me"_s, UserId(1));
        session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        open();
        settle();
    }
    /// The event loop lays the window out.
    void settle()
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        window.grab();
    }
    void receiveMembers()
    {
        const auto asked = all<input::GetMembers>();
        QVERIFY(!asked.empty());
        change::CommandDone done;
        done.command = asked.back().command;
        protocol::Members page;
        page.conversation = someConversation;
        page.members = {memberOf(1, "Me"), memberOf(2, "Zoe", 4), memberOf(3, "Anna Meier"),
                        memberOf(4, "张伟", 10)};
        page.members[1].seenSentAt = UnixMs{test::someMoment};
        page.members[3].seenAll = true;
        page.memberCount = 4;
        done.result = page;
        session.commands().take(done);
        window.grab();
    }
    /// The server sends these of 450 members.
    void receivePage(std::uint64_t first, std::uint64_t last)
    {
        change::CommandDone done;
        done.command = all<input::GetMembers>().back().command;
        protocol::Members page;
        for (std::uint64_t id = first; id <= last; ++id) {
            page.members.push_back(memberOf(id, "member " + std::to_string(1000 + id)));
        }
        page.memberCount = 450;
        done.result = page;
        session.commands().take(done);
        settle();
    }
    [[nodiscard]] InfoPanel* info() const { return window.findChild<InfoPanel*>(); }
    [[nodiscard]] bool isInfoShown() const { return info() != nullptr && info()->isVisible(); }
    [[nodiscard]] PlainList* memberList() const { return info()->findChild<PlainList*>(); }
    [[nodiscard]] QListWidget* mentions() const { return chat->findChild<QListWidget*>(u"mentions"_s); }
    void write(const QString& text) { QTest::keyClicks(field, text); }
    [[nodiscard]] QStringList offered() const
    {
        QStringList names;
        for (int i = 0; mentions()->isVisible() && i < mentions()->count(); ++i) {
            names += mentions()->item(i)->data(Qt::UserRole).toString();
        }
        return names;
    }
    [[nodiscard]] QToolButton* shortcut(const QString& name) const
    {
        return info()->findChild<QToolButton*>(name);
    }
    QPushButton* action(const QString& words) const
    {
        for (QPushButton* button : info()->findChildren<QPushButton*>()) {
            if (button->text() == words) {
                return button;
            }
        }
        return nullptr;
    }
};

} // namespace

/// The other members, and what the user writes to them.
class TestPeople : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    // ---- pictures

    void picturesOfMembersAreAskedForWhereTheyAreShown()
    {
        People fixture;
        std::vector<AvatarPlace> wanted;
        connect(&fixture.session.avatars(), &Avatars::wanted, this,
                [&wanted](const AvatarPlace& place) { wanted.push_back(place); });
        fixture.session.avatars().forget(); // the messages on screen have asked
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        fixture.receiveMembers();
        fixture.field->setFocus();
        fixture.write(u"@z"_s);
        QVERIFY(fixture.mentions()->isVisible());
        const auto hasAsked = [&wanted](UserId user) {
            return std::find(wanted.begin(), wanted.end(), AvatarPlace{someConversation, user})
                   != wanted.end();
        };
        for (const std::uint64_t user : {2, 3, 4}) {
            QVERIFY2(hasAsked(UserId(user)), qPrintable(QString::number(user)));
        }
    }

    void aGroupsPictureIsChangedInThePane()
    {
        People fixture;
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        QSignalSpy set(&fixture.session.avatars(), &Avatars::setWanted);
        QVERIFY(fixture.action(u"Change the picture…"_s) != nullptr);
        QVERIFY(fixture.action(u"Remove the picture"_s) == nullptr);
        BlobHash hash;
        hash.bytes.fill(1);
        fixture.session.avatars().take({{{.conversation = someConversation}, 1, hash, 9}, {}});
        QPushButton* remove = fixture.action(u"Remove the picture"_s);
        QVERIFY(remove != nullptr);
        remove->click();
        QCOMPARE(set.size(), 1);
        QCOMPARE(set.first().first().value<OutgoingAvatar>().conversation, someConversation);
    }

    // ---- the pane about the conversation

    void thePaneIsWiderBesideLargerText()
    {
        People fixture;
        fixture.window.resize(1300, 720);
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        QCOMPARE(fixture.info()->width(), 300);
        fixture.session.preferences().chooseTextSize(160);
        QTRY_COMPARE(fixture.info()->width(), 480);
        QVERIFY(fixture.chat->isVisible());
        fixture.window.resize(1200, 720);
        QVERIFY2(!fixture.isInfoShown(), "the window has no room for the pane");
    }

    void membersAreShownWithWhatTheyHaveRead()
    {
        People fixture;
        QVERIFY(!fixture.isInfoShown());
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        QVERIFY(fixture.isInfoShown());
        QVERIFY(fixture.chat->isVisible());
        QCOMPARE(fixture.info()->width(), 300);
        fixture.receiveMembers();
        const QList<PlainRow> rows = fixture.memberList()->rows();
        QCOMPARE(rows.size(), 4);
        QStringList names;
        for (const PlainRow& row : rows) {
            names += row.title;
        }
        // The user comes first, then the member who has read most.
        QCOMPARE(names, QStringList({u"Me"_s, u"张伟"_s, u"Zoe"_s, u"Anna Meier"_s}));
        QCOMPARE(rows[names.indexOf(u"Anna Meier"_s)].text, u"No read receipt yet"_s);
        QVERIFY(rows[names.indexOf(u"Zoe"_s)].text.startsWith(u"Read up to "_s));
        QCOMPARE(rows[names.indexOf(u"张伟"_s)].text, u"Has read everything"_s);
        QCOMPARE(rows[names.indexOf(u"Me"_s)].side, u"you"_s);
    }

    void theUserIsKnownByNumberNotByName()
    {
        People fixture;
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        change::CommandDone done;
        done.command = fixture.all<input::GetMembers>().back().command;
        protocol::Members page;
        page.conversation = someConversation;
        page.members = {memberOf(1, "Me as before"), memberOf(2, "Me")};
        page.memberCount = 2;
        done.result = page;
        fixture.session.commands().take(done);
        const QList<PlainRow> rows = fixture.memberList()->rows();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0].key, quint64(1));
        QCOMPARE(rows[0].side, u"you"_s);
        QCOMPARE(rows[0].text, QString());
        QCOMPARE(rows[1].side, QString());
        QCOMPARE(rows[1].text, u"No read receipt yet"_s);
        fixture.field->setFocus();
        fixture.write(u"@"_s);
        QCOMPARE(fixture.offered(), QStringList({u"Me"_s, u"all"_s}));

        PeopleField field(PeopleField::Names::One, themeFor(ThemeChoice::Light, {}));
        field.setPeople({{UserId(1), "Me as before"}, {UserId(2), "Me"}}, UserId(1));
        QCOMPARE(field.list().rows().size(), 2);
        QCOMPARE(field.list().rows()[0].side, QString());
        QCOMPARE(field.list().rows()[1].side, u"you"_s);
    }

    void listsOfPeopleShowTheirPictures()
    {
        People fixture;
        Pictures pictures;
        Theme theme = themeFor(ThemeChoice::Light, {});
        theme.pictures = &pictures;
        ReadersDialog readers(fixture.session, {someConversation, Seq(9)}, theme);
        readers.show();
        change::CommandDone done;
        done.command = fixture.all<input::GetReaders>().back().command;
        protocol::Readers page;
        page.users = {{UserId(2), "Zoe"}};
        page.readAt = {UnixMs{test::someMoment}};
        page.readerCount = 1;
        page.memberCount = 3;
        done.result = page;
        fixture.session.commands().take(done);
        QVERIFY(Pictures::areIn(readers));
        QCOMPARE(pictures.members, std::set{UserId(2)});

        // Someone with a direct chat has a picture wherever they are asked for.
        pictures.members.clear();
        PeopleField field(PeopleField::Names::One, theme);
        field.setPeople({{UserId(2), "Zoe"}, {UserId(5), "Eve"}}, UserId(1),
                        {{UserId(5), ConversationId(8)}});
        QVERIFY(Pictures::areIn(field));
        QCOMPARE(pictures.members, std::set{UserId(2)});
        QCOMPARE(pictures.conversations, std::set{ConversationId(8)});
    }

    void thePeopleToInviteHaveThePicturesOfTheirDirectChats()
    {
        People fixture;
        ConversationSummary direct = test::summaryOf(8, "Eve");
        direct.kind = ConversationKind::Direct;
        direct.peer = UserId(5);
        fixture.session.takeChanges({direct});
        std::vector<AvatarPlace> wanted;
        connect(&fixture.session.avatars(), &Avatars::wanted, &fixture.window,
                [&wanted](const AvatarPlace& place) { wanted.push_back(place); });
        QTest::keyClick(&fixture.window, Qt::Key_N, Qt::ControlModifier);
        auto* field = fixture.window.findChild<PeopleField*>();
        QVERIFY(field != nullptr);
        fixture.session.roster().takePeople({{UserId(5), "Eve"}});
        field->grab();
        QVERIFY(std::find(wanted.begin(), wanted.end(), AvatarPlace{ConversationId(8), UserId(5)})
                != wanted.end());
    }

    /// Accounts from before the rules for names may contain any characters.
    void oldNamesAreOnOneLine()
    {
        PlainList list(themeFor(ThemeChoice::Light, {}));
        list.resize(300, 200);
        const auto pictureOf = [&list](const QString& name) {
            list.setRows({{1, name, u"you"_s, name, 3, u"Manage…"_s}});
            return list.grab().toImage();
        };
        const QImage plain = pictureOf(u"Anna Meier Q"_s);
        QVERIFY(pictureOf(u"Anna Meier W"_s) != plain);
        for (const QString& name :
             {u"Anna\nMeier Q"_s, u"\tAnna\u2029Meier\u0007 Q"_s, u"Anna\rMeier\u0085Q"_s}) {
            QVERIFY2(pictureOf(name) == plain, qPrintable(name));
            QCOMPARE(list.item(0)->data(Qt::AccessibleTextRole).toString(),
                     u"Anna Meier Q, you, Anna Meier Q, Manage…"_s);
            QCOMPARE(list.rows().first().title, name);
        }
    }

    void whatARowCutsOffIsInItsTooltip()
    {
        PlainList list(themeFor(ThemeChoice::Light, {}));
        list.resize(300, 200);
        list.setRows({{1, u"Anna"_s, {}, u"Has read everything"_s, 3, u"Manage…"_s},
                      {2, u"Bo"_s, {}, u"Has read everything, but that was some time ago"_s, 3, u"Manage…"_s},
                      {3, u"a name that is longer than the row is wide"_s, u"owner"_s, {}, 3}});
        list.show();
        const auto tipOf = [&list](int row) {
            const QPoint at = list.visualItemRect(list.item(row)).center();
            QHelpEvent asked(QEvent::ToolTip, at, list.viewport()->mapToGlobal(at));
            QCoreApplication::sendEvent(list.viewport(), &asked);
            return QToolTip::isVisible() ? QToolTip::text() : QString();
        };
        QCOMPARE(tipOf(0), QString());
        QCOMPARE(tipOf(1), u"Bo\nHas read everything, but that was some time ago"_s);
        QCOMPARE(tipOf(2), u"a name that is longer than the row is wide"_s);
        QToolTip::hideText();
    }

    void thePaneIsNoLookAndReadsNothing_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("beside") << wide;
        QTest::newRow("in its place") << narrow;
    }
    void thePaneIsNoLookAndReadsNothing()
    {
        QFETCH(QSize, size);
        People fixture(size, 2);
        fixture.reads.clear();
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        fixture.receiveMembers();
        QVERIFY(fixture.reads.isEmpty());
        QVERIFY(QApplication::activeModalWidget() == nullptr);
    }

    void behindThePaneNothingIsRead()
    {
        People fixture(narrow, 2);
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        QVERIFY(!fixture.window.activity().conditions().isUncovered);
        fixture.press(Qt::Key_Escape);
        QVERIFY(fixture.window.activity().conditions().isUncovered);
    }

    void inANarrowWindowThePaneTakesThePlaceOfTheConversation()
    {
        People fixture(narrow);
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        QVERIFY(fixture.isInfoShown());
        QVERIFY(!fixture.chat->isVisible());
        fixture.settle();
        QCOMPARE(fixture.info()->width(), narrow.width());
        fixture.press(Qt::Key_Escape);
        QVERIFY(!fixture.isInfoShown());
        QVERIFY(fixture.chat->isVisible());
        QCOMPARE(QApplication::focusWidget(), fixture.field);
        QCOMPARE(fixture.session.chat().current(), someConversation);
    }

    void whetherItIsOpenIsKeptForWideWindows()
    {
        People fixture;
        QSignalSpy kept(&fixture.session, &ChatSession::settingChosen);
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        QCOMPARE(kept.size(), 1);
        QCOMPARE(kept.first(), QVariantList({u"info-panel"_s, u"on"_s}));
        fixture.session.chat().close();
        QVERIFY(!fixture.isInfoShown());
        fixture.open();
        QVERIFY(fixture.isInfoShown());
        People small(narrow);
        small.session.takeSetting(u"info-panel"_s, u"on"_s);
        QVERIFY(!small.isInfoShown());
        QVERIFY(small.chat->isVisible());
    }

    void thePaneOffersTheActionsOfTheMenu()
    {
        People fixture;
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        fixture.shortcut(u"pin"_s)->click();
        QCOMPARE(fixture.all<input::SetSettings>().size(), std::size_t{1});
        QVERIFY(fixture.all<input::SetSettings>().front().settings.pinned);
        fixture.shortcut(u"mute"_s)->click();
        auto* lengths = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(lengths != nullptr);
        lengths->actions().first()->trigger();
        lengths->close();
        QCOMPARE(fixture.all<input::SetSettings>().size(), std::size_t{2});
        QCOMPARE(fixture.all<input::SetSettings>().back().muteSeconds, 3600U);
        QVERIFY(fixture.action(u"Rename…"_s) != nullptr && fixture.action(u"Leave…"_s) != nullptr);
        QVERIFY(!fixture.action(u"Rename…"_s)->icon().isNull());
        QVERIFY(!fixture.action(u"Rename…"_s)->property("destroys").toBool());
        QVERIFY(fixture.action(u"Leave…"_s)->property("destroys").toBool());
    }

    void theButtonsOnTopSayWhatTheyDo()
    {
        People fixture;
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        QCOMPARE(fixture.shortcut(u"mute"_s)->text(), u"Mute"_s);
        QCOMPARE(fixture.shortcut(u"pin"_s)->text(), u"Pin"_s);
        ConversationSummary summary = *fixture.session.chat().summary();
        summary.settings.muted = true;
        summary.settings.pinned = true;
        fixture.session.takeChanges({summary});
        QCOMPARE(fixture.shortcut(u"mute"_s)->text(), u"Unmute"_s);
        QCOMPARE(fixture.shortcut(u"mute"_s)->accessibleName(), u"Unmute"_s);
        QCOMPARE(fixture.shortcut(u"pin"_s)->text(), u"Unpin"_s);
        fixture.shortcut(u"mute"_s)->click();
        QVERIFY(!fixture.all<input::SetSettings>().back().settings.muted);
        fixture.shortcut(u"search"_s)->click();
        QVERIFY(fixture.side->isSearching());
    }

    void pictureAndTitleInTheHeaderOpenIt()
    {
        People fixture;
        auto* header = fixture.window.findChild<ChatHeader*>();
        auto* avatar = header->findChild<QToolButton*>(u"avatar"_s);
        QVERIFY(!avatar->accessibleName().isEmpty());
        QTest::mouseClick(avatar, Qt::LeftButton);
        QVERIFY(fixture.isInfoShown());
        const QPoint title(avatar->geometry().right() + 20, header->height() / 2);
        QTest::mouseClick(header, Qt::LeftButton, {}, title);
        QVERIFY(!fixture.isInfoShown());
        QTest::mouseClick(header, Qt::RightButton, {}, title);
        QVERIFY(!fixture.isInfoShown());
    }

    void theHeaderShowsThePicture()
    {
        Pictures pictures;
        People fixture(narrow);
        auto* header = fixture.window.findChild<ChatHeader*>();
        auto* avatar = header->findChild<QToolButton*>(u"avatar"_s);
        QVERIFY(!Pictures::areIn(*avatar));
        Theme theme = themeFor(ThemeChoice::Light, {});
        theme.pictures = &pictures;
        header->setTheme(theme);
        QVERIFY(Pictures::areIn(*avatar));
        QVERIFY(pictures.conversations.contains(someConversation));
        const auto back = header->findChildren<QToolButton*>().constFirst();
        QVERIFY2(back->isVisible() && !back->geometry().intersects(avatar->geometry()), "in a narrow window");
    }

    void everythingInItIsReachedByTab()
    {
        People fixture;
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        fixture.receiveMembers();
        QVERIFY(fixture.info()->isAncestorOf(QApplication::focusWidget()));
        QSet<QWidget*> reached;
        for (int i = 0; i < 40; ++i) {
            reached.insert(QApplication::focusWidget());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        for (QPushButton* button : fixture.info()->findChildren<QPushButton*>()) {
            QVERIFY2(!button->isVisible() || reached.contains(button), qPrintable(button->text()));
        }
        for (const QToolButton* button : fixture.info()->findChildren<QToolButton*>()) {
            QVERIFY(!button->isVisible() || !button->accessibleName().isEmpty());
        }
    }

    void aFocusedFieldCanBeRead()
    {
        People fixture;
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        fixture.receiveMembers();
        QPushButton* button = fixture.action(u"Rename…"_s);
        QVERIFY(button != nullptr);
        QTRY_VERIFY(button->isVisible());
        const QImage before = button->grab().toImage();
        for (int i = 0; i < 40 && !button->hasFocus(); ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        QVERIFY(button->hasFocus());
        // A ring appears around the field, and nothing changes inside.
        const QRect inside = before.rect().adjusted(6, 6, -6, -6);
        const QImage after = button->grab().toImage();
        QVERIFY(after != before);
        QCOMPARE(after.copy(inside), before.copy(inside));
    }

    void membersAreAskedAgainWhenTheirNumberChanges()
    {
        People fixture;
        fixture.receiveMembers();
        const auto before = fixture.all<input::GetMembers>().size();
        ConversationSummary summary = *fixture.session.chat().summary();
        summary.memberCount = 5;
        fixture.session.takeChanges({summary});
        QCOMPARE(fixture.all<input::GetMembers>().size(), before + 1);
    }

    void aMemberIsFoundAlsoAmongThoseNotSentYet()
    {
        People fixture;
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        fixture.receivePage(1, 200);
        auto* find = fixture.info()->findChild<SearchField*>();
        QVERIFY(find->isVisible());
        find->setText(u"1440"_s);
        QCOMPARE(fixture.memberList()->count(), 0);
        QCOMPARE(fixture.all<input::GetMembers>().back().after, UserId(200));
        fixture.receivePage(201, 400);
        // The rest is asked for without a further act.
        QCOMPARE(fixture.all<input::GetMembers>().back().after, UserId(400));
        fixture.receivePage(401, 450);
        QCOMPARE(fixture.memberList()->count(), 1);
        QCOMPARE(fixture.memberList()->rows()[0].title, u"member 1440"_s);
        find->clear();
        QCOMPARE(fixture.memberList()->count(), 8);
    }

    void mentionsFindMembersThatAreNotLoadedYet()
    {
        People fixture;
        fixture.receivePage(1, 200);
        fixture.field->setFocus();
        fixture.write(u"@1440"_s);
        QVERIFY(fixture.offered().isEmpty());
        fixture.receivePage(201, 400);
        fixture.receivePage(401, 450);
        QCOMPARE(fixture.offered(), QStringList{u"member 1440"_s});
        // Those who have spoken are offered first, whatever is loaded.
        fixture.field->clear();
        fixture.write(u"@"_s);
        QCOMPARE(fixture.offered().first(), u"member 1003"_s);
    }

    void aNameOfNobodyIsSaidBeforeSending()
    {
        People fixture;
        fixture.receivePage(1, 200);
        const auto remark = [&fixture] {
            for (const QLabel* label : fixture.chat->findChildren<QLabel*>()) {
                if (label->isVisible() && label->text().contains(u"No member is named"_s)) {
                    return label->text();
                }
            }
            return QString();
        };
        fixture.field->setFocus();
        fixture.write(u"@zack hello"_s);
        QVERIFY2(remark().isEmpty(), "the members are not all known");
        fixture.receivePage(201, 400);
        fixture.receivePage(401, 450);
        QVERIFY2(remark().contains(u"“zack”"_s), qPrintable(remark()));
        fixture.field->clear();
        QVERIFY(remark().isEmpty());
        fixture.write(u"@member 1440 hello"_s);
        QVERIFY2(remark().isEmpty(), qPrintable(remark()));
    }

    void moreOfManyMembersComeAsTheyAreScrolledTo()
    {
        People fixture;
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        const auto receivePage = [&fixture](std::uint64_t first, std::uint64_t last) {
            fixture.receivePage(first, last);
        };
        receivePage(1, 200);
        QPushButton* all = fixture.action(u"Show all 450"_s);
        QVERIFY(all != nullptr);
        const auto asked = fixture.all<input::GetMembers>().size();
        all->click();
        fixture.settle();
        QCOMPARE(fixture.memberList()->count(), 200);
        QCOMPARE(fixture.all<input::GetMembers>().size(), asked);
        auto* area = fixture.info()->findChild<QScrollArea*>();
        area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
        QCOMPARE(fixture.all<input::GetMembers>().size(), asked + 1);
        QCOMPARE(fixture.all<input::GetMembers>().back().after, UserId(200));
        receivePage(201, 400);
        QCOMPARE(fixture.memberList()->count(), 400);
        // A refresh requests as many members as are shown.
        fixture.session.roster().refresh();
        receivePage(1, 200);
        QCOMPARE(fixture.memberList()->count(), 400);
        QCOMPARE(fixture.all<input::GetMembers>().back().after, UserId(200));
        receivePage(201, 400);
        QCOMPARE(fixture.memberList()->count(), 400);
        area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
        receivePage(401, 450);
        QCOMPARE(fixture.memberList()->count(), 450);
        const auto before = fixture.all<input::GetMembers>().size();
        area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
        QCOMPARE(fixture.all<input::GetMembers>().size(), before);
    }

    void theWindowFollowsTheDesktopsFont()
    {
        const QFont before = QApplication::font();
        const auto back = qScopeGuard([&before] { QApplication::setFont(before); });
        People fixture({1400, 900});
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        fixture.receiveMembers();
        fixture.settle();
        ConversationListView& list = fixture.side->list();
        auto* header = fixture.chat->findChild<ChatHeader*>();
        const int row = list.visualRect(list.model()->index(0, 0)).height();
        const int head = header->height();
        const int members = fixture.memberList()->height();
        const int field = fixture.field->height();
        const int bubble =
            fixture.view->visualRect(fixture.session.chat().timeline().index(fixture.rowOf(10))).height();
        QFont large = before;
        large.setPointSizeF(before.pointSizeF() * 2.5);
        QApplication::setFont(large);
        // The windows get the event first, then their children, then the layout.
        for (int step = 0; step < 3; ++step) {
            QCoreApplication::sendPostedEvents();
        }
        fixture.settle();
        fixture.view->settleNow();
        fixture.settle();
        const QFontMetrics lines(fixture.window.font());
        QCOMPARE(fixture.window.font().pointSizeF(), large.pointSizeF());
        QVERIFY(list.visualRect(list.model()->index(0, 0)).height() > row);
        QVERIFY(header->height() > head && header->height() >= 2 * lines.height() - 8);
        QVERIFY(fixture.memberList()->height() > members);
        QCOMPARE(fixture.memberList()->height(), 4 * fixture.memberList()->rowHeight() + 2);
        QVERIFY(fixture.field->height() > field && fixture.field->height() >= lines.height());
        QVERIFY(fixture.view->visualRect(fixture.session.chat().timeline().index(fixture.rowOf(10))).height()
                > bubble);
        for (const QLabel* label : fixture.info()->findChildren<QLabel*>()) {
            if (label->isVisible() && !label->text().isEmpty()) {
                QVERIFY2(label->height() >= QFontMetrics(label->font()).height(), qPrintable(label->text()));
            }
        }
        for (const QPushButton* button : fixture.info()->findChildren<QPushButton*>()) {
            if (button->isVisible()) {
                QVERIFY2(button->height() >= QFontMetrics(large).height(), qPrintable(button->text()));
            }
        }
    }

    void notesToOneselfAreCalledSo()
    {
        People fixture;
        ConversationSummary notes = test::summaryOf(9, "Me");
        notes.kind = ConversationKind::Direct;
        notes.memberCount = 1;
        fixture.session.takeChanges({notes});
        fixture.open(ConversationId(9));
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        QCOMPARE(titleOf(notes), u"Notes to self"_s);
        QVERIFY(rowOf(notes, QDate(2026, 11, 20)).isNotes);
        QVERIFY(!rowOf(test::summaryOf(8, "Team"), QDate(2026, 11, 20)).isNotes);
        QCOMPARE(subtitleOf(notes), u"Only you"_s);
        change::CommandDone done;
        done.command = fixture.all<input::GetMembers>().back().command;
        protocol::Members page;
        page.members = {memberOf(1, "Me", 10)};
        page.memberCount = 1;
        done.result = page;
        fixture.session.commands().take(done);
        QVERIFY(!fixture.memberList()->isVisible());
    }

    void severalMembersAreAddedOneAfterTheOther()
    {
        People fixture;
        fixture.press(Qt::Key_I, Qt::ControlModifier);
        fixture.action(u"Add a member…"_s)->click();
        auto* prompt = fixture.window.findChild<PeoplePrompt*>();
        QVERIFY(prompt != nullptr);
        auto* line = prompt->findChild<QLineEdit*>();
        line->setText(u"Bo, 张伟; Nobody, Cleo"_s);
        QTest::keyClick(line, Qt::Key_Return);
        const auto answer = [&](std::optional<protocol::ErrorCode> error) {
            change::CommandDone done;
            done.command = fixture.all<input::AddMember>().back().command;
            done.error = error;
            fixture.session.commands().take(done);
        };
        QCOMPARE(fixture.all<input::AddMember>().back().name, std::string("Bo"));
        answer({});
        QCOMPARE(fixture.all<input::AddMember>().back().name, std::string("张伟"));
        answer({});
        answer(protocol::ErrorCode::NoSuchUser);
        QVERIFY(prompt->isVisible());
        QCOMPARE(line->text(), u"Nobody, Cleo"_s);
        QVERIFY(prompt->findChild<QLabel*>(u"state"_s)->text().contains(u"Nobody"_s));
        line->setText(u"Cleo"_s);
        QTest::keyClick(line, Qt::Key_Return);
        answer({});
        QVERIFY(!prompt->isVisible());
    }

    // ---- mentions

    void anAtBringsTheNames()
    {
        People fixture;
        fixture.receiveMembers();
        fixture.write(u"hi @"_s);
        QCOMPARE(fixture.offered(), QStringList({u"Anna Meier"_s, u"Zoe"_s, u"张伟"_s, u"all"_s}));
        fixture.write(u"mei"_s);
        QCOMPARE(fixture.offered(), QStringList{u"Anna Meier"_s});
        QTest::keyClick(fixture.field, Qt::Key_Return);
        QCOMPARE(fixture.field->toPlainText(), u"hi @Anna Meier "_s);
        QVERIFY(fixture.offered().isEmpty());
        QVERIFY(fixture.all<input::Send>().empty());
        fixture.write(u"and @z"_s);
        QTest::keyClick(fixture.field, Qt::Key_Tab);
        QCOMPARE(fixture.field->toPlainText(), u"hi @Anna Meier and @Zoe "_s);
        QCOMPARE(QApplication::focusWidget(), fixture.field);
        QTest::keyClick(fixture.field, Qt::Key_Return);
        QCOMPARE(fixture.all<input::Send>().size(), std::size_t{1});
    }

    void aNameWithABlankIsShownWhole()
    {
        People fixture;
        fixture.receiveMembers();
        fixture.write(u"hi @anna m"_s);
        QTest::keyClick(fixture.field, Qt::Key_Return);
        fixture.write(u"there"_s);
        QTest::keyClick(fixture.field, Qt::Key_Return);
        QCOMPARE(fixture.all<input::Send>().size(), std::size_t{1});
        const auto content = std::get<content::Message>(fixture.all<input::Send>().front().content);
        TimelinePage page = test::pageOf(10, 10, 10);
        page.items[0].text = content.text;
        fixture.session.chat().timeline().takePage(page, {TimelineQuery::Anchor::After, Seq(9), 60});
        const TimelineRow& row = fixture.session.chat().timeline().rows().back();
        QCOMPARE(row.text, u"hi @Anna Meier there"_s);
        QCOMPARE(row.spans.size(), 1);
        QCOMPARE(row.text.mid(row.spans[0].start, row.spans[0].length), u"@Anna Meier"_s);
    }

    void onlyWhatIsTypedBringsTheNames()
    {
        People fixture;
        fixture.receiveMembers();
        QApplication::clipboard()->setText(u"tell @anna"_s);
        fixture.field->paste();
        QCOMPARE(fixture.field->toPlainText(), u"tell @anna"_s);
        QVERIFY(fixture.offered().isEmpty());
        QTest::keyClick(fixture.field, Qt::Key_Left);
        QVERIFY(fixture.offered().isEmpty());
        QTest::keyClick(fixture.field, Qt::Key_Backspace);
        QCOMPARE(fixture.offered(), QStringList{u"Anna Meier"_s});
        fixture.field->clear();
        QVERIFY(fixture.offered().isEmpty());
        QTest::keyClick(fixture.field, Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(fixture.field->toPlainText(), u"tell @anna"_s);
        QVERIFY(fixture.offered().isEmpty());
    }

    void aKeyAsksForTheNamesOnce()
    {
        QWidget host;
        QPlainTextEdit field(&host);
        int asked = 0;
        MentionCompleter completer(field, host, [&asked] {
            ++asked;
            return QList<MentionCompleter::Person>{{u"Anna"_s, 1, false}};
        });
        host.show();
        test::setActiveWindow(&host);
        field.setFocus();
        QTest::keyClicks(&field, QString(5000, u'x') + u" @"_s);
        QVERIFY(completer.isOpen());
        QCOMPARE(asked, 1);
        QTest::keyClicks(&field, u"an"_s);
        QCOMPARE(asked, 3);
    }

    void arrowsChooseAndEscapeDeclines()
    {
        People fixture;
        fixture.receiveMembers();
        fixture.write(u"@"_s);
        QTest::keyClick(fixture.field, Qt::Key_Down);
        QCOMPARE(fixture.mentions()->currentRow(), 1);
        const QString received = fixture.field->accessibleDescription();
        QVERIFY2(received.startsWith(fixture.mentions()->item(1)->text() + u", 2 of 4"_s),
                 qPrintable(received));
        QTest::keyClick(fixture.field, Qt::Key_Up);
        QTest::keyClick(fixture.field, Qt::Key_Up);
        QCOMPARE(fixture.mentions()->currentRow(), 3);
        QTest::keyClick(fixture.field, Qt::Key_Escape);
        QVERIFY(fixture.offered().isEmpty());
        QCOMPARE(fixture.field->accessibleDescription(), QString());
        fixture.write(u"z"_s);
        QVERIFY2(fixture.offered().isEmpty(), "suggestions stay closed for this mention");
        fixture.write(u"\n@z"_s.mid(1));
        QCOMPARE(fixture.session.chat().current(), someConversation);
        fixture.field->clear();
        fixture.write(u"@z"_s);
        QCOMPARE(fixture.offered(), QStringList{u"Zoe"_s});
    }

    void theMouseChoosesToo()
    {
        People fixture;
        fixture.receiveMembers();
        fixture.write(u"@"_s);
        QListWidget* list = fixture.mentions();
        QVERIFY(fixture.chat->rect().contains(list->geometry()));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->item(1)).center());
        QCOMPARE(fixture.field->toPlainText(), u"@Zoe "_s);
        QCOMPARE(QApplication::focusWidget(), fixture.field);
    }

    void offlineTheNamesAtHandAreOffered()
    {
        People fixture;
        fixture.write(u"@user"_s);
        QVERIFY(!fixture.offered().isEmpty());
        QVERIFY(fixture.offered().first().startsWith(u"User "_s));
    }

    // ---- typing

    void writersAreNamedInTheHeader()
    {
        People fixture;
        QCOMPARE(typingText({}), QString());
        QCOMPARE(typingText({u"Anna"_s}), u"Anna is typing…"_s);
        QCOMPARE(typingText({u"Anna"_s, u"Bo"_s}), u"Anna and Bo are typing…"_s);
        QCOMPARE(typingText({u"Anna"_s, u"Bo"_s, u"Cleo"_s}), u"3 people are typing…"_s);
        const QImage before = fixture.window.findChild<ChatHeader*>()->grab().toImage();
        fixture.session.roster().takeTyping({ConversationId(8), {{UserId(3), "Anna"}}});
        QCOMPARE(fixture.window.findChild<ChatHeader*>()->grab().toImage(), before);
        fixture.session.roster().takeTyping({someConversation, {{UserId(3), "Anna"}}});
        QVERIFY(fixture.window.findChild<ChatHeader*>()->grab().toImage() != before);
        QCOMPARE(fixture.window.findChild<ChatHeader*>()->accessibleDescription(), u"Anna is typing…"_s);
        fixture.session.roster().takeTyping({someConversation, {}});
        // Without a connection no report of the end of typing comes.
        fixture.session.roster().takeTyping({someConversation, {{UserId(3), "Anna"}}});
        QVERIFY(!fixture.session.roster().writers(someConversation).isEmpty());
        fixture.session.roster().setOnline(false);
        QVERIFY(fixture.session.roster().writers(someConversation).isEmpty());
        fixture.session.roster().setOnline(true);
        QCOMPARE(fixture.window.findChild<ChatHeader*>()->grab().toImage(), before);
    }

    void typingIsSentUnlessItIsNotWanted()
    {
        People fixture;
        fixture.write(u" "_s);
        QVERIFY2(fixture.all<input::NoteTyping>().empty(), "a blank is not typing");
        fixture.write(u"x"_s);
        QCOMPARE(fixture.all<input::NoteTyping>().size(), std::size_t{1});
        fixture.session.account().takeSettings({ReceiptPrivacy::Private, 1});
        fixture.write(u"y"_s);
        QCOMPARE(fixture.all<input::NoteTyping>().size(), std::size_t{1});
        fixture.session.takeSetting(u"show-typing"_s, u"on"_s);
        fixture.write(u"y"_s);
        QCOMPARE(fixture.all<input::NoteTyping>().size(), std::size_t{2});
        fixture.session.account().takeSettings({ReceiptPrivacy::Public, 2});
        fixture.session.takeSetting(u"show-typing"_s, u"off"_s);
        fixture.write(u"z"_s);
        QCOMPARE(fixture.all<input::NoteTyping>().size(), std::size_t{2});
        QVERIFY(fixture.reads.isEmpty());
    }

    void aDraftThatComesBackIsNotWriting()
    {
        People fixture;
        auto* composer = fixture.window.findChild<Composer*>();
        composer->begin(u"Message"_s, u"an old draft"_s);
        QVERIFY(fixture.all<input::NoteTyping>().empty());
        composer->beginEdit(Seq(3), u"sent long ago"_s);
        fixture.write(u"!"_s);
        QVERIFY2(fixture.all<input::NoteTyping>().empty(), "an edit is not typing");
    }

    // ---- sending

    void theKeyThatSendsIsTheUsersChoice()
    {
        People fixture;
        fixture.session.takeSetting(u"send-key"_s, u"ctrl-enter"_s);
        fixture.write(u"one"_s);
        QTest::keyClick(fixture.field, Qt::Key_Return);
        fixture.write(u"two"_s);
        QVERIFY(fixture.all<input::Send>().empty());
        QCOMPARE(fixture.field->toPlainText(), u"one\ntwo"_s);
        QTest::keyClick(fixture.field, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(fixture.all<input::Send>().size(), std::size_t{1});
        fixture.session.takeSetting(u"send-key"_s, u"enter"_s);
        fixture.write(u"three"_s);
        QTest::keyClick(fixture.field, Qt::Key_Return);
        QCOMPARE(fixture.all<input::Send>().size(), std::size_t{2});
    }

    void theKeysSayWhatSends()
    {
        QCOMPARE(keysOf(KeyCommand::Send), u"Return"_s);
        QCOMPARE(keysOf(KeyCommand::Send, SendKey::CtrlEnter), u"Ctrl+Return"_s);
        QCOMPARE(keysOf(KeyCommand::NewLine, SendKey::CtrlEnter), u"Return"_s);
        QCOMPARE(keysOf(KeyCommand::NewLine), u"Shift+Return"_s);
    }

    void aTextThatIsTooLongIsNotSentAndSaysWhy()
    {
        People fixture;
        const QString room(60 * 1024, u'x');
        fixture.field->setPlainText(room);
        fixture.window.grab();
        QStringList shown;
        for (const QLabel* label : fixture.window.findChild<Composer*>()->findChildren<QLabel*>()) {
            shown += label->isVisible() ? label->text() : QString();
        }
        QVERIFY2(shown.contains(u"60 of 64 kB"_s), qPrintable(shown.join(u'|')));
        fixture.field->setPlainText(room + room);
        fixture.window.grab();
        const auto buttons = fixture.window.findChild<Composer*>()->findChildren<QToolButton*>();
        const auto send = std::find_if(buttons.begin(), buttons.end(), [](const QToolButton* one) {
            return one->accessibleName() == u"Send"_s;
        });
        QVERIFY(!(*send)->isEnabled());
        QVERIFY((*send)->toolTip().contains(u"too long"_s));
        QTest::keyClick(fixture.field, Qt::Key_Return);
        QVERIFY(fixture.all<input::Send>().empty());
        QCOMPARE(fixture.field->toPlainText().size(), 2 * room.size());
        fixture.field->setPlainText(u"short"_s);
        QVERIFY((*send)->isEnabled());
    }

    void pastedTextIsCleaned()
    {
        People fixture;
        QApplication::clipboard()->setText(QString(u"a\r\nb"_s + QChar(0) + u"\u0007c"_s));
        fixture.field->paste();
        QCOMPARE(fixture.field->toPlainText(), u"a\nbc"_s);
    }

    void wrappedLinesMakeTheFieldGrowToEight()
    {
        People fixture(narrow);
        const int one = fixture.field->height();
        fixture.write(QString(u"word "_s).repeated(30));
        fixture.settle();
        QVERIFY(fixture.field->height() > one);
        fixture.field->setPlainText(QString(u"word "_s).repeated(2000));
        fixture.window.grab();
        QVERIFY(fixture.field->height() <= 8 * fixture.field->fontMetrics().lineSpacing() + 12);
    }

    // ---- settings

    void settingsWorkAtOnceAndAreKept()
    {
        People fixture;
        QSignalSpy kept(&fixture.session, &ChatSession::settingChosen);
        fixture.press(Qt::Key_Comma, Qt::ControlModifier);
        auto* dialog = fixture.window.findChild<SettingsDialog*>();
        QVERIFY(dialog != nullptr && dialog->isVisible());
        auto* theme = dialog->findChild<QComboBox*>(u"theme"_s);
        theme->setFocus();
        QTest::keyClick(theme, Qt::Key_End);
        QCOMPARE(kept.takeLast(), QVariantList({u"theme"_s, u"dark"_s}));
        QVERIFY(fixture.window.palette().color(QPalette::Window).lightness() < 128);
        QTest::keyClick(theme, Qt::Key_Home);
        auto* key = dialog->findChild<QComboBox*>(u"send-key"_s);
        QTest::keyClick(key, Qt::Key_Down);
        QCOMPARE(kept.takeLast(), QVariantList({u"send-key"_s, u"ctrl-enter"_s}));
        auto* typing = dialog->findChild<QCheckBox*>(u"show-typing"_s);
        QVERIFY(typing->isChecked());
        QTest::mouseClick(typing, Qt::LeftButton);
        QCOMPARE(kept.takeLast(), QVariantList({u"show-typing"_s, u"off"_s}));
        QTest::keyClick(dialog, Qt::Key_Escape);
        QVERIFY(!dialog->isVisible());
        fixture.session.preferences().chooseTheme(ThemeChoice::Light);
    }

    void aKeptThemeDoesNotBeatTheCommandLine()
    {
        Preferences preferences;
        preferences.overrideTheme(ThemeChoice::Light);
        preferences.take(u"theme"_s, u"dark"_s);
        QCOMPARE(preferences.theme(), ThemeChoice::Light);
        preferences.chooseTheme(ThemeChoice::Dark);
        QCOMPARE(preferences.theme(), ThemeChoice::Dark);
        Preferences other;
        other.take(u"theme"_s, u"dark"_s);
        other.take(u"theme"_s, u"mauve"_s);
        QCOMPARE(other.theme(), ThemeChoice::Dark);
    }

    void aboutShowsTheLicence()
    {
        AboutDialog about;
        QString words;
        for (const QLabel* label : about.findChildren<QLabel*>()) {
            words += label->text();
        }
        QVERIFY(words.contains(u"MIT"_s) && words.contains(QString::fromLatin1(qVersion())));
        about.setAttribute(Qt::WA_DeleteOnClose, false);
    }
};

TIDEMARK_SUITE(TestPeople, QApplication)

} // namespace tidemark::people_test

#include "test_people.moc"
