#pragma once

#include "ui/look/theme.h"
#include "ui/session/chat_session.h"

#include <QWidget>

#include <array>
#include <vector>

class QToolButton;

namespace tidemark {

class FilterPill;

/// Returns which of `widths` fit into `room`, in their order, if the rest goes into a menu that is
/// `menuWidth` wide. The result always includes `chosen`. `gap` is the space between two of them.
[[nodiscard]] std::vector<std::size_t> pillsThatFit(const std::vector<int>& widths, std::size_t chosen,
                                                    int room, int menuWidth, int gap);

/// The filters above the list. Filters without room go into a menu at the end. Filters for kinds of
/// conversations that the user does not have are left out.
class FilterBar : public QWidget {
    Q_OBJECT
public:
    explicit FilterBar(ChatSession& session, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    [[nodiscard]] FilterPill& pill(ConversationFilter filter) const;
    [[nodiscard]] QToolButton& overflow() const { return *m_more; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

Q_SIGNALS:
    /// The user moved the keyboard focus down to the list.
    void listWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void updateContents();
    void place();
    void fillMenu();
    void choose(ConversationFilter filter);
    /// Moves the keyboard focus, and with it the choice, by `steps` from `from`.
    void step(QObject* from, int steps);
    [[nodiscard]] bool isOffered(ConversationFilter filter) const;

    ChatSession& m_session;
    std::array<FilterPill*, allFilters.size()> m_pills;
    QToolButton* m_more;
    std::vector<ConversationFilter> m_hidden; ///< the filters in the menu
};

} // namespace tidemark
