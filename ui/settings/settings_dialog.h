#pragma once

#include "ui/look/theme.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QScrollArea;

namespace tidemark {

class ChatSession;
class DevicesPage;
class IgnoredPage;
class SearchField;

enum class SettingsPart : quint8 {
    Appearance,
    Writing,
    Reading,
    Ignored,
    Notifications,
    Badges,
    Desktop,
    Account,
    Devices,
    Storage,
};

/// All settings: a list of the parts, beside it the chosen part, and a search field over both that finds
/// settings of all parts. In a narrow dialog a combo box above replaces the list. Choices take effect at
/// once. Open it with open(); it deletes itself.
class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    explicit SettingsDialog(ChatSession& session, const Theme& theme = {}, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Adds a part below the others and takes ownership of the page. The search looks at each row of a
    /// SettingsPage, but at any other widget as a whole, by the part's name and `searchWords`.
    void addPage(SettingsPart part, QWidget* page, const QStringList& searchWords = {});
    /// Shows the part, if it exists, and gives the keyboard focus to its first setting.
    void showPart(SettingsPart part);
    [[nodiscard]] bool isNarrow() const;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Part {
        SettingsPart id = SettingsPart::Appearance;
        QLabel* heading = nullptr;
        QWidget* page = nullptr;
        QString words; ///< the words that the search looks for
    };
    void addContents();
    void addKeys();
    void moveCloseButtonLast();
    void showPage(int index);
    void showContents();
    void beginContents();
    void arrange();
    [[nodiscard]] bool find(const Part& part, const QString& typed) const;
    void focusContents();

    IgnoredPage* m_ignored;
    DevicesPage* m_devices;
    QList<Part> m_parts;
    int m_chosen = 0;
    SearchField* m_search;
    QListWidget* m_list;
    QComboBox* m_box;
    QScrollArea* m_area;
    QWidget* m_contents;
    QLabel* m_nothing;
    QPushButton* m_close;
};

} // namespace tidemark
