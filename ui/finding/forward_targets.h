#pragma once

#include "core/models/conversations/quick_switch_model.h"
#include "ui/finding/switch_delegate.h"

#include <QIdentityProxyModel>
#include <QList>

namespace tidemark {

/// The conversations of a QuickSwitchModel, some of which are chosen. A conversation stays chosen while the
/// typed text hides it.
class ForwardTargets : public QIdentityProxyModel {
    Q_OBJECT
public:
    using QIdentityProxyModel::QIdentityProxyModel;

    /// CheckStateRole says whether the conversation is chosen.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] const QList<SwitchRow>& chosen() const { return m_chosen; }
    /// Chooses the row, or takes the choice back. Returns false if as many are chosen as can be.
    bool toggle(const QModelIndex& index);

private:
    [[nodiscard]] bool isChosen(ConversationId conversation) const;

    QList<SwitchRow> m_chosen; ///< in the order of choosing
};

/// Paints the rows like the quick switcher, each with its mark.
class ForwardDelegate : public SwitchDelegate {
    Q_OBJECT
public:
    ForwardDelegate(const Theme& theme, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    Theme m_colours;
};

} // namespace tidemark
