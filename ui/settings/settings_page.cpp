#include "ui/settings/settings_page.h"

#include "core/models/matching/fuzzy_match.h"
#include "ui/settings/setting_row.h"
#include "ui/widgets/check_box.h"
#include "ui/widgets/combo_box.h"

#include <QBoxLayout>

namespace tidemark {

namespace {

constexpr int betweenRows = 18;

} // namespace

SettingsPage::SettingsPage(QWidget* parent) : QWidget(parent), m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(betweenRows);
}

SettingRow* SettingsPage::add(SettingRow* row)
{
    m_column->addWidget(row);
    m_rows.append(row);
    return row;
}

SettingRow* SettingsPage::addChoice(const Setting& setting, const QStringList& words, int now,
                                    const std::function<void(int)>& change)
{
    auto* field = new ComboBox(this);
    field->setObjectName(setting.name);
    field->addItems(words);
    field->setCurrentIndex(now);
    connect(field, &QComboBox::activated, this, change);
    return add(new SettingRow(setting.label, field, setting.explained, this));
}

SettingRow* SettingsPage::addSwitch(const Setting& setting, bool isOn,
                                    const std::function<void(bool)>& change)
{
    auto* box = new CheckBox(setting.label, this);
    box->setObjectName(setting.name);
    box->setChecked(isOn);
    connect(box, &QCheckBox::clicked, this, change);
    return add(new SettingRow({}, box, setting.explained, this));
}

SettingRow* SettingsPage::addOther(const Setting& setting, QWidget* control)
{
    control->setObjectName(setting.name);
    return add(new SettingRow(setting.label, control, setting.explained, this));
}

void SettingsPage::addFoot(QWidget* widget)
{
    m_column->addWidget(widget);
}

bool SettingsPage::find(const QString& typed, const QString& common)
{
    bool isAny = false;
    for (SettingRow* row : m_rows) {
        const bool fits = hasAllWords(typed, common + u'\n' + wordsIn(*row));
        row->setVisible(fits);
        isAny = isAny || fits;
    }
    return isAny;
}

} // namespace tidemark
