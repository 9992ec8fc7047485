#pragma once

#include "ui/chat_session.h"
#include "ui/theme.h"

#include <QWidget>

#include <array>
#include <vector>

class QToolButton;

namespace tidemark {

class FilterPill;

/// Which of `widths` are shown in `room`, in their order, when what is left out goes into a menu `menuWidth`
/// wide. `chosen` is always among them; `gap` is between any two.
[[nodiscard]] std::vector<std::size_t> pillsThatFit(const std::vector<int>& widths, std::size_t chosen,
                                                    int room, int menuWidth, int gap);

/// The filters above the list. Those without room are in a menu at the end; kinds of conversations that
/// there are none of are left out.
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
    /// The keyboard wants to go down to the list.
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
    /// Moves the keyboard, and with it the choice, `steps` further on from `from`.
    void step(QObject* from, int steps);
    [[nodiscard]] bool isOffered(ConversationFilter filter) const;

    ChatSession& m_session;
    std::array<FilterPill*, allFilters.size()> m_pills;
    QToolButton* m_more;
    std::vector<ConversationFilter> m_hidden; ///< those in the menu
};

} // namespace tidemark
