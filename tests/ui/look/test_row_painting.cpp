#include "core/models/conversations/conversation_list_model.h"
#include "core/models/conversations/quick_switch_model.h"
#include "core/models/conversations/search_results_model.h"
#include "tests/main/suite.h"
#include "ui/conversations/conversation_delegate.h"
#include "ui/finding/search_delegate.h"
#include "ui/finding/switch_delegate.h"
#include "ui/look/match_painting.h"
#include "ui/look/metrics.h"
#include "ui/platform/avatar_source.h"
#include "ui/widgets/plain_list.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QStandardItemModel>

#include <algorithm>
#include <memory>

namespace tidemark::row_painting_test {

using namespace Qt::StringLiterals;

namespace {

constexpr QRect rowPlace(0, 200, 320, 64);

const Theme& someTheme()
{
    static const Theme theme = themeFor(ThemeChoice::Light, {});
    return theme;
}

QImage blank(const QSize& size)
{
    QImage image(size, QImage::Format_RGB32);
    image.fill(Qt::white);
    return image;
}

bool isBlank(const QImage& image, int x, int y)
{
    return image.pixelColor(x, y) == QColor(Qt::white);
}

/// The number of pixels that `delegate` paints outside of the row.
int paintedBeside(const QAbstractItemDelegate& delegate, const QModelIndex& index)
{
    QImage image = blank({rowPlace.width(), 3 * rowPlace.top()});
    QPainter painter(&image);
    QStyleOptionViewItem option;
    option.rect = rowPlace;
    option.font = QApplication::font();
    delegate.paint(&painter, option, index);
    painter.end();
    int painted = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            painted += !rowPlace.contains(x, y) && !isBlank(image, x, y) ? 1 : 0;
        }
    }
    return painted;
}

/// Gives everybody a disc of one colour, and remembers how wide it was asked for.
class RedDiscs : public AvatarSource {
public:
    QPixmap ofConversation(ConversationId conversation, int side) override
    {
        return conversation == ConversationId(7) ? disc(side) : QPixmap();
    }
    QPixmap ofMember(UserId user, int side) override { return user == UserId(2) ? disc(side) : QPixmap(); }
    QPixmap ownAvatar(int side) override { return disc(side); }

    int asked = 0;

private:
    QPixmap disc(int side)
    {
        asked = side;
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::red);
        return pixmap;
    }
};

/// The number of pixels of a row that have the colour of RedDiscs. `scale` is that of the screen.
int redPixels(const QAbstractItemDelegate& delegate, const QModelIndex& index, double scale = 1)
{
    QImage image = blank(QSize(320, 64) * scale);
    image.setDevicePixelRatio(scale);
    QPainter painter(&image);
    QStyleOptionViewItem option;
    option.rect = QRect(0, 0, 320, 64);
    option.font = QApplication::font();
    delegate.paint(&painter, option, index);
    painter.end();
    int red = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            red += image.pixelColor(x, y) == QColor(Qt::red) ? 1 : 0;
        }
    }
    return red;
}

/// A model of one row with `value` in `role`.
std::unique_ptr<QStandardItemModel> modelOf(const QVariant& value, int role)
{
    auto model = std::make_unique<QStandardItemModel>(1, 1);
    model->setData(model->index(0, 0), value, role);
    return model;
}

/// The width from the first to the last painted column.
int paintedWidth(const QString& words, int width)
{
    QImage image = blank({width, 60});
    QPainter painter(&image);
    paintMatched(painter, image.rect(), {words, {}, QApplication::font(), Qt::black, Qt::black, 1});
    painter.end();
    int first = width;
    int last = -1;
    for (int x = 0; x < width; ++x) {
        for (int y = 0; y < image.height(); ++y) {
            if (!isBlank(image, x, y)) {
                first = std::min(first, x);
                last = x;
            }
        }
    }
    return last - first + 1;
}

} // namespace

/// The rows of lists keep their size, whatever they contain.
class TestRowPainting : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Combining characters are painted above each other, so many of them would be high.
    void marksStayInTheirRow()
    {
        const QString piled = u"Z"_s + QString(300, QChar(0x301)) + QString(300, QChar(0x316)) + u"algo"_s;
        ConversationRow row;
        row.title = row.sender = row.text = row.initials = piled;
        row.preview = ConversationRow::Preview::Text;
        ConversationDelegate conversations;
        conversations.setTheme(someTheme());
        const auto listed = modelOf(QVariant::fromValue(row), ConversationListModel::RowRole);
        QCOMPARE(paintedBeside(conversations, listed->index(0, 0)), 0);

        SwitchDelegate switcher;
        switcher.setTheme(someTheme());
        const auto choice = modelOf(QVariant::fromValue(SwitchRow{row, {}}), QuickSwitchModel::RowRole);
        QCOMPARE(paintedBeside(switcher, choice->index(0, 0)), 0);

        SearchRow hit;
        hit.title = hit.sender = hit.text = hit.initials = piled;
        SearchDelegate search;
        search.setTheme(someTheme());
        const auto found = modelOf(QVariant::fromValue(hit), SearchResultsModel::RowRole);
        QCOMPARE(paintedBeside(search, found->index(0, 0)), 0);

        PlainList people(someTheme());
        people.setRows({{1, piled, {}, piled}});
        QCOMPARE(paintedBeside(*people.itemDelegate(), people.model()->index(0, 0)), 0);
    }

    void picturesTakeThePlaceOfInitials()
    {
        RedDiscs discs;
        Theme theme = someTheme();
        theme.pictures = &discs;
        ConversationRow row;
        row.id = ConversationId(7);
        row.title = row.initials = u"A"_s;
        ConversationDelegate conversations;
        const auto listed = modelOf(QVariant::fromValue(row), ConversationListModel::RowRole);
        conversations.setTheme(someTheme());
        QCOMPARE(redPixels(conversations, listed->index(0, 0)), 0);
        conversations.setTheme(theme);
        QCOMPARE(redPixels(conversations, listed->index(0, 0)), metrics::avatar * metrics::avatar);
        QCOMPARE(redPixels(conversations, listed->index(0, 0), 2), 4 * metrics::avatar * metrics::avatar);
        QCOMPARE(discs.asked, 2 * metrics::avatar);
        row.id = ConversationId(8);
        const auto without = modelOf(QVariant::fromValue(row), ConversationListModel::RowRole);
        QCOMPARE(redPixels(conversations, without->index(0, 0)), 0);
        row.id = ConversationId(7);

        SwitchDelegate switcher;
        switcher.setTheme(theme);
        const auto choice = modelOf(QVariant::fromValue(SwitchRow{row, {}}), QuickSwitchModel::RowRole);
        constexpr int small = metrics::bubbleAvatar * metrics::bubbleAvatar;
        QCOMPARE(redPixels(switcher, choice->index(0, 0)), small);

        SearchRow hit;
        hit.conversation = ConversationId(7);
        SearchDelegate search;
        search.setTheme(theme);
        const auto found = modelOf(QVariant::fromValue(hit), SearchResultsModel::RowRole);
        QCOMPARE(redPixels(search, found->index(0, 0)), metrics::avatar * metrics::avatar);

        PlainList people(theme);
        people.setRows({{1, u"A"_s, {}, {}, 0, {}, UserId(2)}, {2, u"B"_s, {}, {}}});
        QCOMPARE(redPixels(*people.itemDelegate(), people.model()->index(0, 0)), small);
        QCOMPARE(redPixels(*people.itemDelegate(), people.model()->index(1, 0)), 0);
    }

    /// Words that are read from the right are cut at their left, and the rest is shown.
    void wordsOfBothDirectionsFillTheirLine()
    {
        constexpr int width = 200;
        for (const QString& words : {u"words "_s, u"שלום "_s, u"שלום words "_s, u"word"_s, u"שלום"_s}) {
            const int painted = paintedWidth(words.repeated(20), width);
            QVERIFY2(painted > width * 3 / 4, qPrintable(words + QString::number(painted)));
        }
    }
};

TIDEMARK_SUITE(TestRowPainting, QApplication)

} // namespace tidemark::row_painting_test

#include "test_row_painting.moc"
