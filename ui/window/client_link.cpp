#include "ui/window/client_link.h"

#include "core/client/client.h"
#include "core/domain/reading_policy.h"
#include "core/models/words/isolated_text.h"
#include "ui/session/chat_session.h"
#include "ui/signin/certificate_trust.h"
#include "ui/signin/sign_in_flow.h"
#include "ui/window/main_window.h"

#include <algorithm>
#include <variant>

namespace tidemark {

namespace {

/// Counts the messages, edits and recalls that the server does not have yet.
int unsentIn(const ClientState& state)
{
    const auto& pending = state.snapshot.pending;
    return static_cast<int>(std::count_if(pending.begin(), pending.end(), [](const PendingMessage& one) {
        return one.state != PendingMessage::State::Acked;
    }));
}

/// Tells the user that the account no longer exists, and which messages are lost with it.
QString deletionText(const QString& userName, const QStringList& unsent)
{
    constexpr qsizetype maxNamed = 10;
    QStringList lines{
        MainWindow::tr("The account %1 was deleted. Everything of it on this device is removed.")
            .arg(isolatedLine(userName))};
    if (!unsent.isEmpty()) {
        lines << MainWindow::tr("These messages were not sent and are lost:");
    }
    for (const QString& text : unsent.first(std::min(unsent.size(), maxNamed))) {
        lines << (text.isEmpty() ? MainWindow::tr("(files)") : isolatedLine(text.left(200)));
    }
    if (unsent.size() > maxNamed) {
        lines << MainWindow::tr("and %Ln more", nullptr, int(unsent.size() - maxNamed));
    }
    return lines.join(u'\n');
}

void linkSession(Client& client, ChatSession& session)
{
    QObject::connect(&session.commands(), &Commands::submitted, &client, &Client::submit);
    QObject::connect(&session.chat(), &OpenConversation::timelineWanted, &client, &Client::requestTimeline);
    QObject::connect(&session.writer(), &MessageWriter::draftChanged, &client, &Client::setDraft);
    QObject::connect(&session, &ChatSession::settingChosen, &client, &Client::setSetting);

    QObject::connect(&client, &Client::conversationsLoaded, &session, &ChatSession::takeConversations);
    QObject::connect(&client, &Client::conversationsChanged, &session, &ChatSession::takeChanges);
    QObject::connect(&client, &Client::timelineLoaded, &session.chat(), &OpenConversation::takeTimeline);
    QObject::connect(&client, &Client::timelineGrew, &session.chat(), &OpenConversation::takeGrowth);
    QObject::connect(&client, &Client::reactionsChanged, &session.chat(), &OpenConversation::takeReactions);
    QObject::connect(&client, &Client::reactionsChanged, &session.reactorNames(), &ReactorNames::takeChange);
    QObject::connect(&client, &Client::reactionsChanged, &session.search(),
                     &MessageSearch::takeReactionChange);
    QObject::connect(&client, &Client::reactionsChanged, &session.unreadReactions(),
                     &UnreadReactions::takeChange);
    QObject::connect(&client, &Client::reactionRefused, &session.reactions(), &ReactionWriter::takeRefusal);
    PinBoard& pins = session.pins();
    QObject::connect(&pins, &PinBoard::wanted, &client, &Client::requestPinned);
    QObject::connect(&client, &Client::pinnedLoaded, &pins, &PinBoard::take);
    QObject::connect(&client, &Client::timelineGrew, &pins, &PinBoard::takeGrowth);
    QObject::connect(&client, &Client::messageFailed, &pins, &PinBoard::takeFailure);
    QObject::connect(&client, &Client::namesChanged, &pins, &PinBoard::takeNames);
    QObject::connect(&client, &Client::namesChanged, &session.chat(), &OpenConversation::takeNames);
    QObject::connect(&client, &Client::timelineDropped, &session.chat(), &OpenConversation::takeDropped);
    QObject::connect(&client, &Client::pendingChanged, &session.chat(), &OpenConversation::takePendingChange);
    QObject::connect(&client, &Client::totalsChanged, &session, &ChatSession::takeTotals);
    QObject::connect(&client, &Client::connectionChanged, &session.connection(), &ServerConnection::take);
    QObject::connect(&client, &Client::caughtUp, &session.connection(), &ServerConnection::takeCaughtUp);
    QObject::connect(&client, &Client::accountChanged, &session.account(), &UserAccount::take);
    QObject::connect(&client, &Client::settingsChanged, &session.account(), &UserAccount::takeSettings);
    QObject::connect(&client, &Client::ignoredChanged, &session.ignored(), &IgnoredPeople::take);
    QObject::connect(&client, &Client::scheduledChanged, &session.scheduled(), &ScheduledMessages::take);
    QObject::connect(&client, &Client::foldersChanged, &session.folders(), &FolderBoard::take);
    QObject::connect(&client, &Client::invitationsChanged, &session.invitations(), &InvitationList::take);
    QObject::connect(&client, &Client::dotsChanged, &session.account(), &UserAccount::takeDots);
    QObject::connect(&client, &Client::settingLoaded, &session, &ChatSession::takeSetting);
    QObject::connect(&client, &Client::opened, &client, [&client] {
        client.requestSetting(QLatin1StringView(devicePolicySetting));
        client.requestSetting(QLatin1StringView(filterSetting));
        for (const QString& key : Preferences::keys()) {
            client.requestSetting(key);
        }
    });
    QObject::connect(&session.preferences(), &Preferences::historyKnown, &client,
                     [&client](bool whole) { client.submit(input::KeepHistory{whole}); });
    QObject::connect(&session.preferences(), &Preferences::draftsChosen, &client,
                     [&client](bool shares) { client.submit(input::ShareDrafts{shares}); });
    QObject::connect(&session.roster(), &Roster::peopleWanted, &client, &Client::requestPeople);
    QObject::connect(&client, &Client::peopleLoaded, &session.roster(), &Roster::takePeople);
    QObject::connect(&session.roster(), &Roster::groupsWanted, &client, &Client::requestSharedGroups);
    QObject::connect(&client, &Client::sharedGroupsLoaded, &session.roster(), &Roster::groupsFound);
    QObject::connect(&client, &Client::sendCooldown, &session.sendCooldowns(), &SendCooldowns::take);
    QObject::connect(&client, &Client::typingChanged, &session.roster(), &Roster::takeTyping);
    QObject::connect(&client, &Client::commandDone, &session.commands(), &Commands::take);

    QObject::connect(&session.search(), &MessageSearch::searchWanted, &client, &Client::requestSearch);
    QObject::connect(&session.search(), &MessageSearch::aboutReaderWanted, &client,
                     &Client::requestAboutReader);
    QObject::connect(&client, &Client::searchFinished, &session.search(), &MessageSearch::take);
    MentionJump& mentions = session.mentionJump();
    QObject::connect(&mentions, &MentionJump::mentionWanted, &client, &Client::requestMention);
    QObject::connect(&client, &Client::mentionFound, &mentions, &MentionJump::take);

    UnreadExplainer& unreadExplainer = session.unreadExplainer();
    QObject::connect(&unreadExplainer, &UnreadExplainer::explanationWanted, &client,
                     &Client::requestExplanation);
    QObject::connect(&unreadExplainer, &UnreadExplainer::repairWanted, &client,
                     [&client] { client.requestAudit(true); });
    QObject::connect(&client, &Client::badgeExplained, &unreadExplainer, &UnreadExplainer::takeExplanation);
    QObject::connect(&client, &Client::auditFinished, &unreadExplainer, &UnreadExplainer::takeAudit);
}

void linkFiles(Client& client, ChatSession& session)
{
    MessageFiles& files = session.files();
    QObject::connect(&files, &MessageFiles::stateWanted, &client, &Client::requestFile);
    QObject::connect(&files, &MessageFiles::fetchWanted, &client, &Client::fetchFile);
    QObject::connect(&files, &MessageFiles::cancelWanted, &client, &Client::cancelFetch);
    QObject::connect(&client, &Client::fileChanged, &files, &MessageFiles::take);

    QObject::connect(&session, &ChatSession::attachmentsWanted, &client, &Client::requestAttachments);
    QObject::connect(&client, &Client::attachmentsLoaded, &session, &ChatSession::attachmentsLoaded);

    Avatars& avatars = session.avatars();
    QObject::connect(&avatars, &Avatars::wanted, &client, &Client::requestAvatar);
    QObject::connect(&avatars, &Avatars::setWanted, &client, &Client::setAvatar);
    QObject::connect(&client, &Client::avatarChanged, &avatars, &Avatars::take);

    MessageWriter& writer = session.writer();
    QObject::connect(&writer, &MessageWriter::filesWanted, &client, &Client::sendFiles);
    QObject::connect(&writer, &MessageWriter::cancelWanted, &client, &Client::cancelSend);
    QObject::connect(&client, &Client::filesStored, &writer, &MessageWriter::filesStored);
    QObject::connect(&client, &Client::filesRefused, &writer, &MessageWriter::filesRefused);
}

void linkStorage(Client& client, StorageController& storage)
{
    QObject::connect(&storage, &StorageController::reportWanted, &client, &Client::requestStorage);
    QObject::connect(&storage, &StorageController::checkWanted, &client, &Client::checkStorage);
    QObject::connect(&storage, &StorageController::rebuildWanted, &client, &Client::rebuildIndex);
    QObject::connect(&storage, &StorageController::exportWanted, &client, &Client::beginExport);
    QObject::connect(&storage, &StorageController::cancelWanted, &client, &Client::cancelExport);

    QObject::connect(&client, &Client::storageReported, &storage, &StorageController::reported);
    QObject::connect(&client, &Client::storageChecked, &storage, &StorageController::takeCheck);
    QObject::connect(&client, &Client::indexProgressed, &storage, &StorageController::takeIndexProgress);
    QObject::connect(&client, &Client::exportProgressed, &storage, &StorageController::exportProgressed);
    QObject::connect(&client, &Client::exportFinished, &storage, &StorageController::exportFinished);
}

void linkSignIn(Client& client, ChatSession& session, SignInFlow& signIn)
{
    QObject::connect(&signIn, &SignInFlow::submitted, &client, &Client::submit);
    QObject::connect(&signIn, &SignInFlow::serversChosen, &client, &Client::setServers);
    QObject::connect(&client, &Client::accountChanged, &signIn, &SignInFlow::takeAccount);
    QObject::connect(&client, &Client::commandDone, &signIn, &SignInFlow::takeCommandDone);
    QObject::connect(&client, &Client::connectionChanged, &signIn, &SignInFlow::takeConnection);
    QObject::connect(&client, &Client::opened, &signIn,
                     [&](const ServerList& /*servers*/, const QString& userName, UserId user) {
                         session.account().take(userName, user);
                         if (userName.isEmpty()) {
                             client.requestState();
                         }
                     });
    QObject::connect(&client, &Client::accountChanged, &client, [&client](const QString& userName) {
        // The new account may have replaced the old account and all its conversations.
        if (userName.isEmpty()) {
            client.requestState();
        } else {
            client.requestConversations();
        }
    });
    QObject::connect(&client, &Client::accountDeleted, &client, [&client] {
        client.requestConversations(); // none are left
    });
    // No user is signed in: load the last account and its unsent messages before asking for a user.
    QObject::connect(&client, &Client::stateLoaded, &signIn, [&](const ClientState& state) {
        const auto& account = state.snapshot.account;
        signIn.setKept({account ? QString::fromStdString(account->user.name) : QString(), unsentIn(state)});
        if (session.account().userName().isEmpty()) {
            signIn.begin(state.servers);
        }
    });
}

void linkSignOut(Client& client, const UserAccount& account, MainWindow& window)
{
    QObject::connect(&window, &MainWindow::signOutWanted, &client, [&client] { client.requestState(); });
    QObject::connect(&client, &Client::stateLoaded, &window, [&](const ClientState& state) {
        if (!account.userName().isEmpty()) {
            window.dialogs().askSignOut(unsentIn(state));
        }
    });
    QObject::connect(&window.dialogs(), &WindowDialogs::signOutConfirmed, &client,
                     [&client] { client.submit(input::SignOut{client.newCommand()}); });
}

} // namespace

void linkClient(Client& client, ChatSession& session, SignInFlow& signIn, MainWindow& window)
{
    linkSession(client, session);
    linkFiles(client, session);
    linkStorage(client, session.storage());
    linkSignIn(client, session, signIn);
    QObject::connect(&client, &Client::progress, &window,
                     [&window](quint64 /*pulled*/, quint64 remaining) { window.setProgress(remaining); });
    QObject::connect(&client, &Client::accountDeleted, &window,
                     [&window](const QString& userName, const QStringList& unsent) {
                         window.dialogs().showNotice(MainWindow::tr("Account deleted"),
                                                     deletionText(userName, unsent));
                     });
    QObject::connect(&client, &Client::storeNotice, &window, [&window](const QString& message) {
        window.dialogs().showNotice(MainWindow::tr("Local data"), message);
    });
    QObject::connect(&client, &Client::keyringAnswered, &window, [&window](const QString& problem) {
        if (!problem.isEmpty()) {
            window.dialogs().showNotice(MainWindow::tr("Keyring"), problem);
        }
    });
    linkSignOut(client, session.account(), window);
}

void linkCertificates(Client& client, const Commands& commands, SignInFlow& signIn, CertificateTrust& trust)
{
    QObject::connect(&client, &Client::certificateRefused, &trust, &CertificateTrust::take);
    QObject::connect(&trust, &CertificateTrust::trusted, &client, &Client::trustCertificate);
    QObject::connect(&trust, &CertificateTrust::trusted, &signIn, &SignInFlow::retry);
    QObject::connect(&signIn, &SignInFlow::submitted, &trust, &CertificateTrust::forgetAnswer);
    QObject::connect(&signIn, &SignInFlow::dialogShown, &trust, &CertificateTrust::followParent);
    QObject::connect(&commands, &Commands::submitted, &trust, [&trust](const Input& input) {
        if (std::holds_alternative<input::Connect>(input)) {
            trust.forgetAnswer();
        }
    });
}

} // namespace tidemark
