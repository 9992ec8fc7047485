#pragma once

#include "ui/preferences.h"
#include "ui/theme.h"

#include <QDialog>

class QKeySequence;

namespace tidemark {

/// All keys, as the table of shortcuts() has them. Deletes itself when it is closed; the keys that opened it
/// close it too.
class HelpSheet : public QDialog {
    Q_OBJECT
public:
    HelpSheet(const Theme& theme, SendKey sendKey, QWidget* parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeGroups(const Theme& theme, SendKey sendKey);
};

} // namespace tidemark
