#include "ui/widgets/ignore_actions.h"

#include "core/models/words/isolated_text.h"
#include "core/models/words/notice_text.h"
#include "ui/session/ignored_people.h"
#include "ui/widgets/menu.h"
#include "ui/widgets/plain_text.h"
#include "ui/widgets/prompts.h"

#include <QCoreApplication>

namespace tidemark {

namespace {

class IgnoreText {
    Q_DECLARE_TR_FUNCTIONS(IgnoreText)
};

void askBlock(IgnoredPeople& ignored, const User& user, QWidget* window)
{
    const QString name = isolatedLine(shownName(user));
    auto* question =
        new Question({IgnoreText::tr("Block %1?").arg(name),
                      IgnoreText::tr("Their messages are hidden until you open them. They cannot start a "
                                     "chat with you, add you to groups, or see when you read or type. They "
                                     "are not notified. Your direct chat disappears from the list."),
                      IgnoreText::tr("Block")},
                     window);
    QObject::connect(question, &Question::confirmed, &ignored,
                     [&ignored, user] { ignored.set(user, IgnoreLevel::Blocked); });
    question->open();
}

} // namespace

void addIgnoreActions(QMenu& menu, IgnoredPeople& ignored, const User& user, QWidget* window)
{
    const QString name = buttonText(isolatedLine(shownName(user)));
    const auto add = [&](const QString& words, IgnoreLevel level) {
        withGlyph(menu.addAction(words, &ignored, [&ignored, user, level] { ignored.set(user, level); }),
                  Glyph::Unseen);
    };
    const IgnoreLevel now = ignored.levelOf(user.id);
    if (now == IgnoreLevel::Blocked) {
        add(IgnoreText::tr("Unblock %1").arg(name), IgnoreLevel::None);
        return;
    }
    if (now == IgnoreLevel::Ignored) {
        add(IgnoreText::tr("Stop ignoring %1").arg(name), IgnoreLevel::None);
    } else {
        add(IgnoreText::tr("Ignore %1").arg(name), IgnoreLevel::Ignored);
    }
    destroying(withGlyph(menu.addAction(IgnoreText::tr("Block %1…").arg(name), &ignored,
                                        [&ignored, user, window] { askBlock(ignored, user, window); }),
                         Glyph::Blocked));
}

} // namespace tidemark
