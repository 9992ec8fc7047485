#include "core/models/conversations/conversation_list_model.h"
#include "tests/main/suite.h"
#include "tests/support/items.h"
#include "ui/conversations/conversation_delegate.h"
#include "ui/conversations/conversation_list_view.h"
#include "ui/look/metrics.h"
#include "ui/look/painting.h"

#include <QHelpEvent>
#include <QToolTip>

namespace tidemark::conversation_layout_test {

using namespace Qt::StringLiterals;

namespace {

QStyleOptionViewItem optionOf(int width)
{
    QStyleOptionViewItem option;
    option.rect = QRect(0, 128, width, metrics::rowHeight);
    option.font = QFont(u"Noto Sans"_s, 10);
    return option;
}

ConversationRow fullRow()
{
    ConversationRow row;
    row.title = u"产品讨论组 with a very long title that does not fit"_s;
    row.text = u"明天上午十点评审，可以吗？"_s.repeated(5);
    row.sender = u"张伟:"_s;
    row.time = u"14:32"_s;
    row.badge = u"≥ 12"_s;
    row.reactions = u"99+"_s;
    row.isUnread = true;
    row.isMentioned = true;
    row.isMuted = true;
    return row;
}

} // namespace

class TestConversationLayout : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { test::failOnAnyWarning(); }

    void nothingOverlaps_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("smallest") << metrics::sideMinimum;
        QTest::newRow("default") << metrics::sideDefault;
        QTest::newRow("narrow window") << 639;
    }
    void nothingOverlaps()
    {
        QFETCH(int, width);
        const QStyleOptionViewItem option = optionOf(width);
        const ConversationLayout layout = layoutOf(option, fullRow());
        const QList<QRect> parts{layout.avatar,  layout.title,   layout.mutedGlyph, layout.time,
                                 layout.preview, layout.mention, layout.badge,      layout.reactions};
        for (int i = 0; i < parts.size(); ++i) {
            QVERIFY(!parts.at(i).isEmpty());
            QVERIFY(option.rect.contains(parts.at(i)));
            for (int k = i + 1; k < parts.size(); ++k) {
                QVERIFY2(!parts.at(i).intersects(parts.at(k)), qPrintable(u"%1 and %2"_s.arg(i).arg(k)));
            }
        }
    }

    void aPinnedRowShowsItsPinAlsoBesideABadge()
    {
        ConversationRow row = fullRow();
        row.isPinned = true;
        const ConversationLayout layout = layoutOf(optionOf(320), row);
        QVERIFY(!layout.pin.isEmpty());
        QVERIFY(layout.pin.right() < layout.badge.left());
        QVERIFY(!layout.pin.intersects(layout.preview));
        row.badge.clear();
        QVERIFY(layoutOf(optionOf(320), row).badge.isEmpty());
        QVERIFY(!layoutOf(optionOf(320), row).pin.isEmpty());
    }

    void unsyncedStandsBesideTheBadge()
    {
        ConversationRow row = fullRow();
        row.isUnsynced = true;
        row.isPinned = true;
        const ConversationLayout layout = layoutOf(optionOf(320), row);
        QVERIFY(!layout.unsynced.isEmpty());
        QVERIFY(layout.unsynced.right() < layout.badge.left());
        QVERIFY(!layout.unsynced.intersects(layout.preview));
        QVERIFY(layout.unsynced.right() < layout.pin.left());
    }

    void badgesAreNeverNarrowerThanHigh()
    {
        const QFont font = badgeFont(optionOf(320).font);
        QCOMPARE(badgeSize(u"1"_s, font), QSize(metrics::badgeHeight, metrics::badgeHeight));
        QVERIFY(badgeSize(u"99+"_s, font).width() > metrics::badgeHeight);
    }

    void hintsStandWhereTheThingsAre()
    {
        ConversationSummary summary = test::summaryOf(7, "seven");
        summary.settings = {.muted = true, .pinned = true};
        summary.lastIsOwn = true;
        ConversationListModel model;
        model.setConversations({summary});
        ConversationListView view(model);
        view.resize(320, 200);
        view.show();
        QStyleOptionViewItem option;
        option.rect = view.visualRect(model.index(0));
        option.font = view.font();
        const auto row = model.index(0).data(ConversationListModel::RowRole).value<ConversationRow>();
        const ConversationLayout layout = layoutOf(option, row);
        const std::pair<QRect, QString> hints[] = {{layout.time, row.timeHint},
                                                   {layout.mutedGlyph, u"Muted"_s},
                                                   {layout.pin, u"Pinned"_s},
                                                   {layout.ticks, u"Sent"_s}};
        for (const auto& [area, hint] : hints) {
            QVERIFY(!area.isEmpty() && !hint.isEmpty());
            QHelpEvent asked(QEvent::ToolTip, area.center(), view.viewport()->mapToGlobal(area.center()));
            QCoreApplication::sendEvent(view.viewport(), &asked);
            QCOMPARE(QToolTip::text(), hint);
        }
    }
};

TIDEMARK_SUITE(TestConversationLayout, QApplication)

} // namespace tidemark::conversation_layout_test

#include "test_conversation_layout.moc"
