#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "ui/window/pane_layout.h"

namespace tidemark::pane_layout_test {

class TestPaneLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void aWideWindowShowsListAndConversation()
    {
        PaneLayout layout{.width = 900};
        QVERIFY(layout.showsList() && layout.showsConversation());
        layout.isChatOpen = true;
        QVERIFY(layout.showsList() && layout.showsConversation() && !layout.isNarrow());
    }

    void aNarrowWindowShowsOneOfThem()
    {
        PaneLayout layout{.width = 400};
        QVERIFY(layout.showsList() && !layout.showsConversation());
        layout.isChatOpen = true;
        QVERIFY(!layout.showsList() && layout.showsConversation());
        layout.isSearchOnTop = true;
        QVERIFY(layout.showsList() && !layout.showsConversation());
    }

    void withRoomThePreferenceDecidesAboutThePane()
    {
        PaneLayout layout{.width = 1400, .isChatOpen = true, .isInfoAsked = true};
        QVERIFY(!layout.showsInfo());
        layout.isInfoChosen = true;
        QVERIFY(layout.showsInfo() && !layout.isInfoOver());
        layout.isChatOpen = false;
        QVERIFY2(!layout.showsInfo(), "the pane needs an open conversation");
    }

    void withoutRoomThePaneCoversTheConversationOnRequest()
    {
        PaneLayout layout{.width = 700, .isChatOpen = true, .isInfoChosen = true};
        QVERIFY(!layout.showsInfo());
        layout.isInfoAsked = true;
        QVERIFY(layout.showsInfo() && layout.isInfoOver());
        layout.isSearchOnTop = true;
        QVERIFY(!layout.showsInfo() && !layout.isInfoOver());
    }

    void largerTextNeedsMoreRoom()
    {
        PaneLayout layout{.width = 0};
        const int usual = layout.infoWidth();
        layout.textSize = 80;
        QCOMPARE(layout.infoWidth(), usual);
        layout.textSize = 150;
        QCOMPARE(layout.infoWidth(), usual * 3 / 2);
        layout.textSize = 100;
        while (!layout.hasRoomForInfo()) {
            ++layout.width;
        }
        layout.textSize = 150;
        QVERIFY(!layout.hasRoomForInfo());
    }
};

TIDEMARK_SUITE(TestPaneLayout, QCoreApplication)

} // namespace tidemark::pane_layout_test

#include "test_pane_layout.moc"
