#include "core/models/matching/text_spans.h"
#include "core/models/timeline/timeline_model.h"
#include "core/models/timeline/timeline_row.h"
#include "core/models/words/clean_text.h"
#include "core/models/words/file_text.h"
#include "core/models/words/isolated_text.h"
#include "tests/main/suite.h"
#include "tests/support/active_window.h"
#include "tests/ui/recorded_session.h"
#include "ui/chat/chat_header.h"
#include "ui/chat/chat_pane.h"
#include "ui/chat/composer/composer.h"
#include "ui/chat/composer/file_commands.h"
#include "ui/chat/info/info_panel.h"
#include "ui/chat/info/member_menu.h"
#include "ui/chat/info/person_card.h"
#include "ui/chat/info/readers_dialog.h"
#include "ui/chat/info/why_dialog.h"
#include "ui/conversations/channels_dialog.h"
#include "ui/conversations/conversation_list_view.h"
#include "ui/files/attach_sheet.h"
#include "ui/files/chosen_files_list.h"
#include "ui/files/file_actions.h"
#include "ui/files/media_dialog.h"
#include "ui/files/picture_viewer.h"
#include "ui/finding/quick_switcher.h"
#include "ui/finding/search_panel.h"
#include "ui/notifications/notification_text.h"
#include "ui/settings/devices_page.h"
#include "ui/settings/export_dialog.h"
#include "ui/signin/certificate_trust.h"
#include "ui/signin/sign_in_flow.h"
#include "ui/timeline/message_menu.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/message_box.h"
#include "ui/widgets/plain_list.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/plain_text_edit.h"
#include "ui/widgets/prompts.h"
#include "ui/window/main_window.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTextDocument>
#include <QTextEdit>
#include <QToolButton>
#include <QToolTip>
#include <QWindow>

#include <algorithm>

namespace tidemark::hostile_texts_test {

using namespace Qt::StringLiterals;
using test::someMoment;
using test::summaryOf;

namespace {

constexpr ConversationId group{1};

/// Possible names, titles and messages. Each contains words by which the test finds it.
QList<QString> hostileTexts()
{
    return {
        u"<font color=red size=7>RED</font><img src=/dev/zero> Q&A %1 %2 [*]"_s,
        u"<a href=\"javascript:alert(1)\">x</a> javascript:alert(1) file:///etc/passwd "
        u"data:text/html,<b>x</b> "
        u"tidemark:conversation/1 https://anna@evil.example/%2e http://xn--pple-43d.com https://аррӏе.com Q&A"_s,
        u"\u202egnp.exe\u2066\u2067 Q&A \u2069\u2069\u2069 out"_s,
        u"an\u200d\u200b\u2060\ufeffna Q&A \u00ad"_s,
        u"שלום Q&A (1)"_s,
        u"<qt>\ufeffQ&A</qt>"_s,
        u"Z"_s + QString(3000, QChar(0x301)) + u" Q&A"_s,
        u"<b>Anna\n\u0007Q&A"_s,
    };
}

protocol::Member memberOf(std::uint64_t id, const std::string& name, Role role)
{
    protocol::Member member;
    member.user = {UserId(id), name};
    member.role = role;
    return member;
}

/// Finds every text that a widget shows, and how the widget would interpret it.
class Inspection {
public:
    explicit Inspection(const QString& hostile) : m_hostile(hostile) {}

    /// The faults in all windows of the program; empty if there are none.
    [[nodiscard]] QStringList faults()
    {
        for (QWidget* window : QApplication::topLevelWidgets()) {
            inspectAll(*window);
        }
        return m_faults;
    }
    /// The number of texts in `place` that contain the hostile text.
    [[nodiscard]] static int met(const QWidget& place, const QString& hostile)
    {
        Inspection inspection(hostile);
        inspection.inspectAll(place);
        return inspection.m_met;
    }

private:
    void inspectAll(const QWidget& place)
    {
        inspect(place);
        for (const QWidget* inside : place.findChildren<QWidget*>()) {
            inspect(*inside);
        }
        for (const QAction* action : place.findChildren<QAction*>()) {
            inspect(*action);
        }
    }

    void inspect(const QWidget& widget)
    {
        const QString what = QString::fromLatin1(widget.metaObject()->className());
        if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
            check(label->textFormat() == Qt::PlainText || label->text().isEmpty() || isTip(*label), what,
                  label->text());
        }
        if (const auto* rich = qobject_cast<const QTextEdit*>(&widget)) {
            check(rich->toPlainText().isEmpty(), what, rich->toPlainText());
        }
        if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
            check(!hasKey(button->text()), what, button->text());
            checkLine(what, button->text());
        }
        if (const auto* label = qobject_cast<const QLabel*>(&widget); label != nullptr && !isTip(*label)) {
            checkLine(what, label->text());
        }
        if (const auto* view = qobject_cast<const QAbstractItemView*>(&widget); view && view->model()) {
            inspect(*view->model(), what);
        }
        if (const auto* choices = qobject_cast<const QComboBox*>(&widget)) {
            inspect(*choices->model(), what);
        }
        checkTip(what, widget.toolTip());
        checkTip(what, widget.whatsThis());
        checkTip(what, widget.statusTip());
        checkLine(what + u" name"_s, widget.accessibleName());
        checkLine(what + u" description"_s, widget.accessibleDescription());
        checkLine(what + u" title"_s, widget.windowTitle());
    }

    void inspect(const QAbstractItemModel& model, const QString& what)
    {
        const bool isTimeline = qobject_cast<const TimelineModel*>(&model) != nullptr;
        for (int row = 0; row < model.rowCount(); ++row) {
            const QModelIndex index = model.index(row, 0);
            for (const int role : {Qt::ToolTipRole, Qt::WhatsThisRole, Qt::StatusTipRole}) {
                checkTip(what + u" row"_s, index.data(role).toString());
            }
            const QString shown = index.data(Qt::DisplayRole).toString();
            // A row whose words are painted by its delegate alone has only the words for screen readers.
            checkSentence(what + u" spoken"_s, index.data(Qt::AccessibleTextRole).toString(),
                          shown.isEmpty());
            if (isTimeline) {
                checkSentence(what + u" row"_s, shown);
            } else {
                checkLine(what + u" row"_s, shown);
            }
        }
    }

    void inspect(const QAction& action)
    {
        const QObjectList shownBy = action.associatedObjects();
        const bool showsTip = std::any_of(shownBy.begin(), shownBy.end(), [](const QObject* one) {
            const auto* menu = qobject_cast<const QMenu*>(one);
            return menu == nullptr || menu->toolTipsVisible();
        });
        if (showsTip) {
            checkTip(u"QAction"_s, action.toolTip());
        }
        checkTip(u"QAction"_s, action.whatsThis());
        check(!hasKey(action.text()), u"QAction"_s, action.text());
        checkLine(u"QAction"_s, action.text());
    }

    static bool isTip(const QLabel& label) { return label.inherits("QTipLabel"); }

    /// "Q&A" is a key, "Q&&A" shows an "&".
    static bool hasKey(const QString& text) { return QString(text).remove(u"&&"_s).contains(u"Q&A"_s); }

    void check(bool isFine, const QString& what, const QString& text)
    {
        if (!isFine) {
            m_faults += what + u": "_s + text.left(200);
        }
    }

    void checkTip(const QString& what, const QString& tip)
    {
        if (!Qt::mightBeRichText(tip)) {
            return;
        }
        QTextDocument read;
        read.setHtml(tip);
        check(read.toPlainText().contains(u'<'), what + u" tip"_s, tip);
    }

    /// Only a bubble may show a text on several lines.
    void checkLine(const QString& what, const QString& text)
    {
        const qsizetype lineEnd = m_hostile.indexOf(u'\n');
        check(lineEnd < 0 || !text.contains(m_hostile.left(lineEnd + 1)), what + u" lines"_s, text);
        checkSentence(what, text);
    }

    /// A name between other words must not change the direction of its neighbours.
    void checkSentence(const QString& what, const QString& text, bool countsAsShown = true)
    {
        QString shown = text;
        shown.replace(u"&&"_s, u"&"_s).replace(u"[*][*]"_s, u"[*]"_s);
        const QString beginning = m_hostile.left(7);
        m_met += countsAsShown && shown.contains(beginning) ? 1 : 0;
        if (isolatedLine(m_hostile) == oneLine(m_hostile) || !shown.contains(beginning)
            || shown.startsWith(beginning)) {
            return;
        }
        check(shown.contains(QChar(0x2068) + beginning), what, text);
    }

    QString m_hostile;
    QStringList m_faults;
    int m_met = 0;
};

/// The faults in all windows of the program, and the places of `places` that do not show the text. Empty if
/// there are none.
QString faultsOf(const QString& text, const QList<const QWidget*>& places)
{
    Inspection inspection(text);
    QStringList found = inspection.faults();
    for (const QWidget* place : places) {
        if (place == nullptr) {
            found += u"a place is not open"_s;
        } else if (Inspection::met(*place, text) == 0) {
            found += u"the text is nowhere in "_s + QString::fromLatin1(place->metaObject()->className());
        }
    }
    return found.join(u'\n');
}

/// The longest part of it that a server accepts as a name.
std::string nameOf(const QString& text)
{
    return text.left(text.startsWith(u'Z') ? 50 : 100).toStdString();
}

/// A file, or a picture, whose name is the whole text.
Attachment fileOf(const std::string& hostile, bool isPicture, const char* ending = "")
{
    Attachment file;
    file.hash.bytes[0] = isPicture ? 1 : 2;
    file.size = 5000;
    file.mime = isPicture ? "image/jpeg" : "application/pdf";
    file.name = hostile + ending;
    file.width = file.height = isPicture ? 100 : 0;
    return file;
}

TimelineItem itemOf(std::uint64_t seq, const std::string& hostile)
{
    TimelineItem item = test::messageItem(seq, hostile);
    item.authorName = nameOf(QString::fromUtf8(hostile));
    item.replyTo = Seq(1);
    item.replyToName = item.authorName;
    item.replyToText = hostile;
    return item;
}

/// The window over a group in which every name and text is the hostile one.
struct Fixture : test::RecordedSession {
    explicit Fixture(const QString& text) : bytes(text.toStdString()), name(nameOf(text))
    {
        QObject::connect(&session.chat(), &OpenConversation::timelineWanted, &session,
                         [this](ConversationId, const TimelineQuery&, quint64 tag) { tags.append(tag); });
        session.chat().timeline().setToday(QDate(2026, 11, 20));
        session.account().take(QString::fromStdString(name) + u" herself"_s, UserId(1));
        session.connection().take({ConnectionPhase::Online, {}, {}}, -1);
        session.takeConversations(summaries());
        window.look().setThemeChoice(ThemeChoice::Light);
        window.resize(1200, 800);
        window.show();
        test::setActiveWindow(&window);
        session.chat().open(group);
        answer();
        QTest::keyClick(&window, Qt::Key_I, Qt::ControlModifier);
        receiveMembers();
    }

    [[nodiscard]] QList<ConversationSummary> summaries() const
    {
        QList<ConversationSummary> all;
        for (const ConversationKind kind :
             {ConversationKind::Group, ConversationKind::Direct, ConversationKind::Channel}) {
            ConversationSummary made = summaryOf(std::uint64_t(all.size()) + 1, name);
            made.kind = kind;
            made.role = Role::Owner;
            made.lastSender = name;
            made.lastText = bytes;
            all.append(made);
        }
        all[1].lastFiles = 1;
        all[1].lastFileName = bytes;
        all.last().draft = bytes;
        all.append(summaryOf(4, name));
        all.last().kind = ConversationKind::Direct;
        all.last().memberCount = 1;
        all.last().lastLine = ConversationSummary::LastLine::Notice;
        all.last().lastNotice = NoticeKind::Added;
        all.last().lastSubject = name;
        return all;
    }

    void answer()
    {
        TimelinePage page;
        page.conversation = group;
        page.first = Seq(1);
        page.last = Seq(10);
        for (std::uint64_t seq = 1; seq <= 10; ++seq) {
            page.items.push_back(itemOf(seq, bytes));
        }
        page.items[2].isAction = true;
        page.items[3].kind = EntryKind::Notice;
        page.items[3].notice = NoticeKind::Renamed;
        page.items[4].kind = EntryKind::Notice;
        page.items[4].notice = NoticeKind::Added;
        page.items[4].subjectName = name;
        page.items[5].isRecalled = true;
        page.items[6].text.clear();
        page.items[6].attachments = {fileOf(bytes, false), fileOf(bytes, true), fileOf(bytes, false)};
        page.pending.push_back(test::pendingItem(3, bytes));
        page.pending.back().delivery = Delivery::Failed;
        page.pending.back().error = protocol::ErrorCode::TextTooLong;
        page.reachesStart = page.reachesEnd = true;
        while (!tags.isEmpty()) {
            session.chat().takeTimeline(page, tags.takeFirst());
        }
        window.findChild<TimelineView*>()->settleNow();
    }

    void receiveMembers()
    {
        change::CommandDone done;
        done.command = all<input::GetMembers>().back().command;
        protocol::Members page;
        page.conversation = group;
        page.members = {memberOf(1, "Me", Role::Owner), memberOf(2, name, Role::Member)};
        page.memberCount = 2;
        done.result = page;
        session.commands().take(done);
        session.roster().takeTyping({group, {{UserId(2), name}}});
    }

    std::string bytes;
    std::string name;
    QList<quint64> tags;
    MainWindow window{session};
    /// The panel is made when it is opened for the first time.
    [[nodiscard]] InfoPanel* info() const { return window.findChild<InfoPanel*>(); }
    template <typename Part>
    [[nodiscard]] const Part* find() const
    {
        return window.findChild<Part*>();
    }
    Composer* composer = window.findChild<Composer*>();
};

} // namespace

/// Every place shows texts of others unchanged, whatever they contain.
class TestHostileTexts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void everywhere_data()
    {
        QTest::addColumn<QString>("text");
        for (const QString& text : hostileTexts()) {
            QTest::addRow("%d", int(hostileTexts().indexOf(text))) << text;
        }
    }
    void everywhere()
    {
        QFETCH(QString, text);
        Fixture fixture(text);
        // The large window has rows, the pane beside them, and lines above and in the field.
        fixture.composer->beginReply({Seq(1), QString::fromStdString(fixture.name), text});
        fixture.window.grab();
        QCOMPARE(faultsOf(text, {fixture.find<ConversationListView>(), fixture.find<TimelineView>(),
                                 fixture.find<ChatHeader>(), fixture.composer, fixture.info(),
                                 fixture.info()->findChild<PlainList*>()}),
                 QString());
        fixture.composer->beginEdit(Seq(1), text);
        QCOMPARE(faultsOf(text, {fixture.composer}), QString());
        QTest::keyClick(&fixture.window, Qt::Key_K, Qt::ControlModifier);
        fixture.window.grab();
        QCOMPARE(faultsOf(text, {fixture.find<QuickSwitcher>()}), QString());
    }

    void inASearch_data() { everywhere_data(); }
    void inASearch()
    {
        QFETCH(QString, text);
        Fixture fixture(text);
        QSignalSpy wanted(&fixture.session.search(), &MessageSearch::searchWanted);
        QTest::keyClick(&fixture.window, Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        // No text contains this search, so the excerpt begins where the text does.
        QTest::keyClicks(QApplication::focusWidget(), u"9"_s);
        QVERIFY(!wanted.isEmpty());
        fixture.session.search().take({{group, itemOf(1, fixture.bytes)}},
                                      wanted.last().last().toULongLong());
        fixture.window.grab();
        const auto* panel = fixture.find<SearchPanel>();
        QVERIFY(panel != nullptr);
        QCOMPARE(faultsOf(text, {panel, panel->findChild<QListView*>()}), QString());
    }

    void listsThatOfferNames_data() { everywhere_data(); }
    void listsThatOfferNames()
    {
        QFETCH(QString, text);
        Fixture fixture(text);
        auto* field = fixture.composer->findChild<QPlainTextEdit*>();
        field->setFocus();
        QTest::keyClicks(field, u"@"_s);
        const auto* mentions = fixture.window.findChild<QListWidget*>(u"mentions"_s);
        QVERIFY(mentions != nullptr && mentions->isVisible());
        fixture.window.grab();
        QCOMPARE(faultsOf(text, {mentions}), QString());

        PeoplePrompt prompt({u"Add"_s, {}, u"Add"_s}, PeopleField::Names::Several,
                            themeFor(ThemeChoice::Light, {}), &fixture.window);
        prompt.field().setPeople({{UserId(2), fixture.name}}, UserId(1));
        prompt.show();
        prompt.grab();
        QCOMPARE(faultsOf(text, {&prompt.field().list()}), QString());
    }

    void inTheCardOfAPerson_data() { everywhere_data(); }
    void inTheCardOfAPerson()
    {
        QFETCH(QString, text);
        Fixture fixture(text);
        Q_EMIT fixture.info()->findChild<PlainList*>()->chosen(2);
        auto* card = fixture.window.findChild<PersonCard*>();
        QVERIFY(card != nullptr);
        card->grab();
        QCOMPARE(faultsOf(text, {card}), QString());
        for (const QLabel* label : card->findChildren<QLabel*>()) {
            QCOMPARE(label->textFormat(), Qt::PlainText);
        }
    }

    void inQuestions_data() { everywhere_data(); }
    void inQuestions()
    {
        QFETCH(QString, text);
        Fixture fixture(text);
        for (const QString& words : {u"Remove from the group…"_s, u"Ban from the group…"_s}) {
            Q_EMIT fixture.info()->findChild<PlainList*>()->menuWanted(2, fixture.window.pos());
            auto* menu = fixture.window.findChild<MemberMenu*>();
            QVERIFY(menu != nullptr);
            trigger(menu->actions(), words);
            menu->close();
            QCOMPARE(questionFaults(fixture.window, text), QString());
        }
        for (QPushButton* button : fixture.info()->findChildren<QPushButton*>()) {
            if (button->text() == u"Leave…"_s) {
                button->click();
            }
        }
        QCOMPARE(questionFaults(fixture.window, text), QString());
        const Question asked({text, text, text}, &fixture.window);
        for (const QLabel* label : asked.findChildren<QLabel*>()) {
            QCOMPARE(label->textFormat(), Qt::PlainText);
        }
        QCOMPARE(asked.text(), text);
        QCOMPARE(asked.informativeText(), text);
    }

    void inDialogs_data() { everywhere_data(); }
    void inDialogs()
    {
        QFETCH(QString, text);
        Fixture fixture(text);
        DevicesPage devices(fixture.session, themeFor(ThemeChoice::Light, {}), nullptr);
        devices.show();
        change::CommandDone done;
        done.command = fixture.all<input::GetDevices>().back().command;
        done.result = change::OwnDevices{
            {{DeviceId(1), fixture.name, {}, true, UnixMs{someMoment}, UnixMs{someMoment}, true},
             {DeviceId(2), fixture.name, {}, false, UnixMs{someMoment}, UnixMs{someMoment}, true}},
            DeviceId(1)};
        fixture.session.commands().take(done);
        devices.grab();
        Q_EMIT devices.findChild<PlainList*>()->chosen(2);
        QCOMPARE(faultsOf(text, {devices.findChild<PlainList*>(), devices.findChild<Question*>()}),
                 QString());

        UnreadExplainer unreadExplainer{[] { return CommandId(1); }};
        WhyDialog why(unreadExplainer, fixture.summaries().first(), themeFor(ThemeChoice::Light, {}),
                      nullptr);
        why.show();
        Explanation explanation;
        explanation.conversation = group;
        explanation.mover = {CursorCause::Seen, CursorMover::By::OtherDevice, fixture.name,
                             UnixMs{someMoment}, true};
        explanation.counts.unread = 1;
        explanation.cursor.readSeq = Seq(1);
        explanation.counted = {historyOf(fixture)};
        Q_EMIT unreadExplainer.explained(explanation);
        why.grab();
        QCOMPARE(faultsOf(text, {&why, why.findChild<PlainList*>()}), QString());

        ExportDialog exports(fixture.session.storage(), fixture.session.conversations(), group);
        exports.show();
        exports.grab();
        QCOMPARE(faultsOf(text, {exports.findChild<QComboBox*>()}), QString());
    }

    void inListsFromTheServer_data() { everywhere_data(); }
    void inListsFromTheServer()
    {
        QFETCH(QString, text);
        Fixture fixture(text);
        ReadersDialog readers(fixture.session, {group, Seq(9)}, themeFor(ThemeChoice::Light, {}));
        readers.show();
        change::CommandDone done;
        done.command = fixture.all<input::GetReaders>().back().command;
        protocol::Readers page;
        page.users = {{UserId(2), fixture.name}};
        page.readAt = {UnixMs{someMoment}};
        page.readerCount = 1;
        page.memberCount = 2;
        done.result = page;
        fixture.session.commands().take(done);
        readers.grab();
        QCOMPARE(faultsOf(text, {readers.findChild<PlainList*>()}), QString());

        auto* channels = new ChannelsDialog(fixture.session.memberships(), fixture.session.commands(),
                                            fixture.session.conversations(), themeFor(ThemeChoice::Light, {}),
                                            &fixture.window);
        channels->show();
        change::CommandDone found;
        found.command = fixture.all<input::FindChannels>().back().command;
        found.result = protocol::FoundChannels{{{ConversationId(30), fixture.name, 5}}};
        fixture.session.commands().take(found);
        channels->grab();
        QCOMPARE(faultsOf(text, {&channels->list()}), QString());
    }

    void whenSigningIn_data() { everywhere_data(); }
    void whenSigningIn()
    {
        QFETCH(QString, text);
        QWidget window;
        SignInFlow flow({[] { return CommandId(1); }, [] { return std::string(32, 'x'); }}, {}, &window);
        flow.setKept({text, 2});
        flow.begin({QUrl(u"ws://localhost:1"_s)});
        Q_EMIT flow.dialog()->requested({{QUrl(u"ws://localhost:1"_s)}, text + u'x', u"secret"_s, false});
        QCOMPARE(faultsOf(text, {flow.dialog()->findChild<Question*>()}), QString());
        CertificateTrust trust([&window] { return &window; });
        trust.take({QUrl(u"wss://chat.example"_s), QString(95, u'A'), {text}, false, false});
        QCOMPARE(faultsOf(text, {trust.dialog()}), QString());
    }

    /// Qt would put its mark of a changed document here.
    void inTitlesOfWindows()
    {
        const QString text = u"x[*]y"_s;
        Fixture fixture(text);
        const TimelineModel& timeline = fixture.session.chat().timeline();
        const QModelIndex message = timeline.index(timeline.rowOfSeq(Seq(1)));
        QVERIFY(message.isValid());
        Q_EMIT fixture.window.findChild<TimelineView*>()->showAllActivated(message);
        QCOMPARE(titlesOfDialogs(), QStringList{text});
        UnreadExplainer unreadExplainer{[] { return CommandId(1); }};
        WhyDialog why(unreadExplainer, fixture.summaries().first(), themeFor(ThemeChoice::Light, {}),
                      nullptr);
        why.show();
        QVERIFY2(why.windowHandle()->title().endsWith(text), qPrintable(why.windowHandle()->title()));
    }

    /// The tiles of files are in everywhere(); they are inspected by what a screen reader says of them.
    void ofFiles_data() { everywhere_data(); }
    void ofFiles()
    {
        QFETCH(QString, text);
        Fixture fixture(text);
        const std::vector<Attachment> files{fileOf(fixture.bytes, false), fileOf(fixture.bytes, true)};
        const QString name = fileNameText(files.front()); // marks of direction are removed from names
        auto* timeline = fixture.window.findChild<TimelineView*>();
        auto* chat = fixture.window.findChild<ChatPane*>();
        const int row = fixture.session.chat().timeline().rowOfSeq(Seq(7));
        timeline->setFocus();
        timeline->setCurrentIndex(timeline->model()->index(row, 0));
        timeline->chooseFile(1);
        timeline->chooseFile(1);
        const QString part = timeline->chosenPart(timeline->currentIndex());
        QVERIFY2(part.contains(isolated(name).left(7)), qPrintable(part));

        TimelineItem unsent = test::pendingItem(5, {});
        unsent.delivery = Delivery::Failed;
        unsent.attachments = files;
        QMenu menu(&fixture.window);
        chat->files().addTo(menu, rowOf(unsent), 0);
        fixture.composer->beginReply({Seq(7), QString::fromStdString(fixture.name), name, files[1]});
        QCOMPARE(faultsOf(text, {}), QString());
        QCOMPARE(faultsOf(name, {&menu, timeline, fixture.composer}), QString());
    }

    void inDialogsAboutFiles_data() { everywhere_data(); }
    void inDialogsAboutFiles()
    {
        QFETCH(QString, text);
        Fixture fixture(text);
        const Attachment document = fileOf(fixture.bytes, false);
        const QString name = fileNameText(document);
        ChosenFile chosen;
        chosen.path = u"/dev/null"_s;
        chosen.name = QString(text).remove(u'/').remove(u'\n');
        chosen.size = 5;
        const QString chosenName = fileNameText(fileOf(chosen.name.toStdString(), false));
        const Theme theme = themeFor(ThemeChoice::Light, {});
        AttachSheet sheet(theme,
                          {text, SendKey::Enter,
                           [](const ChosenFile&, const PicturePreparer::Answer& answer) {
                               answer(Unexpected(UnpreparedPicture{PictureProblem::NotAPicture}));
                           }},
                          &fixture.window);
        sheet.setAttribute(Qt::WA_DeleteOnClose, false);
        sheet.show();
        sheet.add({{chosen}, {text}});
        sheet.grab();
        QCOMPARE(faultsOf(text, {}), QString());
        QCOMPARE(faultsOf(chosenName, {sheet.findChild<ChosenFilesList*>()}), QString());
        QCOMPARE(faultsOf(oneLine(text), {sheet.findChild<QLabel*>()}), QString());

        AttachmentItem item;
        item.key = {group, Seq(7), {}, 0};
        item.attachment = document;
        item.authorName = fixture.name;
        item.at = UnixMs{someMoment};
        QObject::connect(&fixture.session, &ChatSession::attachmentsWanted, &fixture.session,
                         [&](const AttachmentQuery&, quint64 tag) {
                             Q_EMIT fixture.session.attachmentsLoaded({item}, tag);
                         });
        MediaDialog media(fixture.session, theme, &fixture.window);
        media.setAttribute(Qt::WA_DeleteOnClose, false);
        media.show();
        media.findChildren<QRadioButton*>().at(1)->click();
        media.grab();
        QCOMPARE(faultsOf(text, {media.findChild<QListWidget*>()}), QString());
        QCOMPARE(faultsOf(name, {media.findChild<QListWidget*>()}), QString());

        FileActions actions([&]() -> PictureDecoder& { return fixture.session.pictureDecoder(); },
                            fixture.window);
        item.attachment = fileOf(fixture.bytes, true);
        PictureViewer viewer(fixture.session, theme, actions, item, &fixture.window);
        viewer.setAttribute(Qt::WA_DeleteOnClose, false);
        viewer.show();
        viewer.grab();
        QCOMPARE(faultsOf(text, {&viewer}), QString());

        actions.open(fileOf(fixture.bytes, false, ".sh"), u"/dev/null"_s);
        const auto* question = fixture.window.findChild<MessageBox*>();
        QVERIFY2(question != nullptr, "a script is not opened without a question");
        QCOMPARE(faultsOf(text, {}), QString());
        QCOMPARE(faultsOf(name, {question}), QString());
        delete question;
    }

    void inMenusAndTips_data() { everywhere_data(); }
    void inMenusAndTips()
    {
        QFETCH(QString, text);
        MessageMenuScope scope;
        for (const TextSpan& span : spansOf(text)) {
            if (span.kind == TextSpan::Kind::Link) {
                // A link has no other scheme.
                QVERIFY2(isOpenable(span.url) || isPlaceLink(span.url), qPrintable(span.url.toString()));
                scope.links.append(span.url);
            }
        }
        MessageMenu menu(rowOf(itemOf(5, text.toStdString())), scope);
        menu.show();
        QCOMPARE(faultsOf(text, {}), QString());
        for (const QUrl& link : scope.links) {
            QVERIFY2(!targetText(link).contains(u"anna"_s), qPrintable(targetText(link)));
            QVERIFY2(!targetText(link).contains(u"аррӏе"_s), qPrintable(targetText(link)));
        }
        QWidget place;
        place.show();
        showPlainTip({10, 10}, text, &place);
        const QString tip = QToolTip::text();
        if (Qt::mightBeRichText(tip)) {
            QTextDocument read;
            read.setHtml(tip);
            QCOMPARE(read.toPlainText().simplified(), QString(text).simplified());
        } else {
            QCOMPARE(tip, text);
        }
        QToolTip::hideText();
    }

    void inNotifications_data() { everywhere_data(); }
    void inNotifications()
    {
        QFETCH(QString, text);
        const std::string name = nameOf(text);
        ConversationSummary summary = summaryOf(1, name);
        summary.lastText = text.toStdString();
        summary.lastSender = name;
        summary.counts.unread = 2;
        NotifyConversation what;
        what.summary = summary;
        what.hasText = true;
        DesktopChoices choices;
        choices.preview = NotificationPreview::Text;
        const NotificationContent content = contentOf(what, choices);
        QVERIFY(content.title.startsWith(isolatedLine(QString::fromStdString(name)).left(7)));
        QVERIFY(content.body.startsWith(isolatedLine(text).left(7)));
        // The service reads the escaped text as markup, if it reads markup at all.
        QVERIFY(!escapedForMarkup(content.body).contains(u'<'));
    }

    /// The clipboard gets the unchanged text, as plain text only.
    void copiesAreTheText_data() { everywhere_data(); }
    void copiesAreTheText()
    {
        QFETCH(QString, text);
        PlainTextEdit field(text + u"\u00a0x\nnext"_s);
        QCOMPARE(field.exactText(), text + u"\u00a0x\nnext"_s);
        field.selectAll();
        field.copy();
        const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
        QCOMPARE(copied->formats(), QStringList{u"text/plain"_s});
        QCOMPARE(copied->text(), text + u"\u00a0x\nnext"_s);
        MessageMenu menu(rowOf(itemOf(5, text.toStdString())));
        for (QAction* action : menu.actions()) {
            if (action->text().startsWith(u"Copy text"_s)) {
                action->trigger();
            }
        }
        QCOMPARE(QGuiApplication::clipboard()->text(), text);
        QVERIFY(!QGuiApplication::clipboard()->mimeData()->hasHtml());
    }

    /// A message that is opened for editing and not changed stays the same.
    void anEditChangesNothingElse()
    {
        for (const QString& text :
             {u"\ufeff\u00a0marked\u00a0x"_s, u"a\u202eb\u2069\u200d"_s, u"\ufffe\U0001f30a"_s}) {
            RecordedSession session;
            Composer composer;
            QObject::connect(&composer, &Composer::editWanted, &session.session.writer(),
                             &MessageWriter::edit);
            TimelineItem item = test::ownItem(5, 1, text.toStdString());
            item.isAction = true;
            composer.beginEdit(Seq(5), writtenPart(rowOf(item)));
            for (auto* button : composer.findChildren<QToolButton*>()) {
                if (button->accessibleName() == u"Send"_s) {
                    button->click();
                }
            }
            const auto edits = session.all<input::Send>();
            QCOMPARE(edits.size(), std::size_t(1));
            QCOMPARE(std::get<content::Edit>(edits.front().content).text, text.toStdString());
        }
    }

private:
    using RecordedSession = test::RecordedSession;

    static HistoryEntry historyOf(const Fixture& fixture)
    {
        HistoryEntry entry;
        entry.entry.seq = Seq(2);
        entry.entry.author = UserId(2);
        entry.entry.at = UnixMs{someMoment};
        entry.entry.content = content::Message{fixture.bytes};
        entry.authorName = fixture.name;
        return entry;
    }

    static QString questionFaults(const QWidget& window, const QString& text)
    {
        const auto* question = window.findChild<Question*>();
        if (question == nullptr) {
            return u"nothing was asked"_s;
        }
        const QString found = faultsOf(text, {question});
        delete question;
        return found;
    }

    /// The titles that the desktop receives.
    static QStringList titlesOfDialogs()
    {
        QStringList titles;
        for (const QWidget* window : QApplication::topLevelWidgets()) {
            if (qobject_cast<const QDialog*>(window) != nullptr && window->isVisible()) {
                titles += window->windowHandle()->title();
            }
        }
        return titles;
    }

    static void trigger(const QList<QAction*>& actions, const QString& words)
    {
        for (QAction* action : actions) {
            if (action->text() == words) {
                action->trigger();
            }
        }
    }
};

TIDEMARK_SUITE(TestHostileTexts, QApplication)

} // namespace tidemark::hostile_texts_test

#include "test_hostile_texts.moc"
