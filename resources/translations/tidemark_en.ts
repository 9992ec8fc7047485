<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Badge</name>
    <message numerus="yes">
        <source>%Ln unread messages</source>
        <translation>
            <numerusform>%Ln unread message</numerusform>
            <numerusform>%Ln unread messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %Ln unread messages</source>
        <translation>
            <numerusform>at least %Ln unread message</numerusform>
            <numerusform>at least %Ln unread messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %Ln mention you</source>
        <translation>
            <numerusform>, %Ln mentions you</numerusform>
            <numerusform>, %Ln mention you</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unread</source>
        <comment>messages</comment>
        <translation>
            <numerusform>%Ln unread</numerusform>
            <numerusform>%Ln unread</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %Ln unread</source>
        <comment>messages</comment>
        <translation>
            <numerusform>at least %Ln unread</numerusform>
            <numerusform>at least %Ln unread</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %Ln mentions</source>
        <comment>of the reader</comment>
        <translation>
            <numerusform>, %Ln mention</numerusform>
            <numerusform>, %Ln mentions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unread reactions to your messages</source>
        <translation>
            <numerusform>%Ln unread reaction to your messages</numerusform>
            <numerusform>%Ln unread reactions to your messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChosenFiles</name>
    <message numerus="yes">
        <source>%Ln folders or missing files were left out.</source>
        <translation>
            <numerusform>%Ln folder or missing file was left out.</numerusform>
            <numerusform>%Ln folders or missing files were left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConnectionWords</name>
    <message numerus="yes">
        <source>Next try in %Ln s</source>
        <translation>
            <numerusform>Next try in %Ln s</numerusform>
            <numerusform>Next try in %Ln s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Loading history: %Ln to go</source>
        <comment>messages</comment>
        <translation>
            <numerusform>Loading history: %Ln to go</numerusform>
            <numerusform>Loading history: %Ln to go</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DevicesText</name>
    <message numerus="yes">
        <source>%Ln devices are updating.</source>
        <translation>
            <numerusform>%Ln device is updating.</numerusform>
            <numerusform>%Ln devices are updating.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileText</name>
    <message numerus="yes">
        <source>%Ln photos</source>
        <translation>
            <numerusform>%Ln photo</numerusform>
            <numerusform>%Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln file</numerusform>
            <numerusform>%Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Filters</name>
    <message numerus="yes">
        <source>%Ln conversations</source>
        <translation>
            <numerusform>%Ln conversation</numerusform>
            <numerusform>%Ln conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unread messages</source>
        <translation>
            <numerusform>%Ln unread message</numerusform>
            <numerusform>%Ln unread messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %Ln more in muted conversations</source>
        <translation>
            <numerusform>, %Ln more in muted conversations</numerusform>
            <numerusform>, %Ln more in muted conversations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReactionText</name>
    <message numerus="yes">
        <source>%Ln people</source>
        <translation>
            <numerusform>%Ln person</numerusform>
            <numerusform>%Ln people</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReadUndoText</name>
    <message numerus="yes">
        <source>Marked %Ln conversations as read</source>
        <translation>
            <numerusform>Marked %Ln conversation as read</numerusform>
            <numerusform>Marked %Ln conversations as read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Readers</name>
    <message numerus="yes">
        <source>Read by %Ln</source>
        <comment>people</comment>
        <translation>
            <numerusform>Read by %Ln</numerusform>
            <numerusform>Read by %Ln</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Reading</name>
    <message numerus="yes">
        <source>Not read: idle for %Ln min</source>
        <translation>
            <numerusform>Not read: idle for %Ln min</numerusform>
            <numerusform>Not read: idle for %Ln min</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RosterText</name>
    <message numerus="yes">
        <source>%Ln people are typing…</source>
        <translation>
            <numerusform>%Ln person is typing…</numerusform>
            <numerusform>%Ln people are typing…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StorageText</name>
    <message numerus="yes">
        <source>%Ln conversations</source>
        <translation>
            <numerusform>%Ln conversation</numerusform>
            <numerusform>%Ln conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln damaged databases were set aside there (%1). Delete them when you are sure nothing is missing.</source>
        <translation>
            <numerusform>%Ln damaged database was set aside there (%1). Delete it when you are sure nothing is missing.</numerusform>
            <numerusform>%Ln damaged databases were set aside there (%1). Delete them when you are sure nothing is missing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln counts were wrong and have been repaired.</source>
        <translation>
            <numerusform>%Ln count was wrong and has been repaired.</numerusform>
            <numerusform>%Ln counts were wrong and have been repaired.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries are not on this computer; the file shows the gaps.</source>
        <translation>
            <numerusform>%Ln entry is not on this computer; the file shows the gap.</numerusform>
            <numerusform>%Ln entries are not on this computer; the file shows the gaps.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages and notices were written to “%1”.</source>
        <translation>
            <numerusform>%Ln message or notice was written to “%1”.</numerusform>
            <numerusform>%Ln messages and notices were written to “%1”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No problems found: the database and the counts of %Ln conversations are correct.</source>
        <translation>
            <numerusform>No problems found: the database and the count of %Ln conversation are correct.</numerusform>
            <numerusform>No problems found: the database and the counts of %Ln conversations are correct.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pictures and files are in the folder “%1”.</source>
        <translation>
            <numerusform>%Ln picture or file is in the folder “%1”.</numerusform>
            <numerusform>%Ln pictures and files are in the folder “%1”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pictures and files could not be copied, because they are not on this computer or cannot be read.</source>
        <translation>
            <numerusform>%Ln picture or file could not be copied, because it is not on this computer or cannot be read.</numerusform>
            <numerusform>%Ln pictures and files could not be copied, because they are not on this computer or cannot be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimelineText</name>
    <message numerus="yes">
        <source>New messages · %Ln</source>
        <translation>
            <numerusform>New message · %Ln</numerusform>
            <numerusform>New messages · %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages from people you ignore</source>
        <translation>
            <numerusform>%Ln message from people you ignore</numerusform>
            <numerusform>%Ln messages from people you ignore</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TitleText</name>
    <message numerus="yes">
        <source>This title is %Ln characters too long.</source>
        <translation>
            <numerusform>This title is one character too long.</numerusform>
            <numerusform>This title is %Ln characters too long.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Totalling</name>
    <message numerus="yes">
        <source>%Ln conversations with unread messages</source>
        <translation>
            <numerusform>%Ln conversation with unread messages</numerusform>
            <numerusform>%Ln conversations with unread messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %Ln conversations with unread messages</source>
        <translation>
            <numerusform>at least %Ln conversation with unread messages</numerusform>
            <numerusform>at least %Ln conversations with unread messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message numerus="yes">
        <source>%Ln messages up to %1</source>
        <translation>
            <numerusform>%Ln message up to %1</numerusform>
            <numerusform>%Ln messages up to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 no longer count: they were unread for too long%2.</source>
        <comment>%n messages</comment>
        <translation>
            <numerusform>%1 no longer counts: it was unread for too long%2.</numerusform>
            <numerusform>%1 no longer count: they were unread for too long%2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 no longer count: the server no longer keeps them%2.</source>
        <comment>%n messages</comment>
        <translation>
            <numerusform>%1 no longer counts: the server no longer keeps it%2.</numerusform>
            <numerusform>%1 no longer count: the server no longer keeps them%2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln unread messages</source>
        <translation>
            <numerusform>At least %Ln unread message</numerusform>
            <numerusform>At least %Ln unread messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unread messages</source>
        <translation>
            <numerusform>%Ln unread message</numerusform>
            <numerusform>%Ln unread messages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages count:</source>
        <translation>
            <numerusform>%Ln message counts:</numerusform>
            <numerusform>%Ln messages count:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln edits and notices</source>
        <translation>
            <numerusform>%Ln edit or notice</numerusform>
            <numerusform>%Ln edits and notices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries are not on this device and were counted by the server.</source>
        <translation>
            <numerusform>%Ln entry is not on this device and was counted by the server.</numerusform>
            <numerusform>%Ln entries are not on this device and were counted by the server.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Counted again: the numbers of all %Ln conversations were right.</source>
        <translation>
            <numerusform>Counted again: the conversation&apos;s number was right.</numerusform>
            <numerusform>Counted again: the numbers of all %Ln conversations were right.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Counted again: %Ln numbers were wrong and have been corrected.</source>
        <translation>
            <numerusform>Counted again: %Ln number was wrong and has been corrected.</numerusform>
            <numerusform>Counted again: %Ln numbers were wrong and have been corrected.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Counted again: %Ln numbers are wrong and could not be corrected.</source>
        <translation>
            <numerusform>Counted again: %Ln number is wrong and could not be corrected.</numerusform>
            <numerusform>Counted again: %Ln numbers are wrong and could not be corrected.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 do not count: you had been away for a long time when they came%2.</source>
        <comment>%n messages</comment>
        <translation>
            <numerusform>%1 does not count: you had been away for a long time when it came%2.</numerusform>
            <numerusform>%1 do not count: you had been away for a long time when they came%2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln reactions to your messages are unread. The heart shows their number, which is part of no total.</source>
        <translation>
            <numerusform>%Ln reaction to your messages is unread. The heart shows its number, which is part of no total.</numerusform>
            <numerusform>%Ln reactions to your messages are unread. The heart shows their number, which is part of no total.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 no longer count: you cleared the history%2.</source>
        <comment>%n messages</comment>
        <translation>
            <numerusform>%1 no longer counts: you cleared the history%2.</numerusform>
            <numerusform>%1 no longer count: you cleared the history%2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::AttachSheet</name>
    <message numerus="yes">
        <source>A message has at most %Ln files.</source>
        <translation>
            <numerusform>A message has at most %Ln file.</numerusform>
            <numerusform>A message has at most %Ln files.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Send %Ln pictures</source>
        <translation>
            <numerusform>Send %Ln picture</numerusform>
            <numerusform>Send %Ln pictures</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Send %Ln files</source>
        <translation>
            <numerusform>Send %Ln file</numerusform>
            <numerusform>Send %Ln files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::ChannelsDialog</name>
    <message numerus="yes">
        <source>%Ln followers</source>
        <translation>
            <numerusform>%Ln follower</numerusform>
            <numerusform>%Ln followers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::ChatHeader</name>
    <message numerus="yes">
        <source>%Ln members</source>
        <translation>
            <numerusform>%Ln member</numerusform>
            <numerusform>%Ln members</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln followers</source>
        <translation>
            <numerusform>%Ln follower</numerusform>
            <numerusform>%Ln followers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::Composer</name>
    <message numerus="yes">
        <source>You can send again in %n s. Your messages wait and are sent automatically.</source>
        <translation>
            <numerusform>You can send again in %n s. Your messages wait and are sent automatically.</numerusform>
            <numerusform>You can send again in %n s. Your messages wait and are sent automatically.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln scheduled messages</source>
        <translation>
            <numerusform>%Ln scheduled message</numerusform>
            <numerusform>%Ln scheduled messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::FeedEntry</name>
    <message numerus="yes">
        <source>%Ln channels</source>
        <translation>
            <numerusform>%Ln channel</numerusform>
            <numerusform>%Ln channels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::ForwardDialog</name>
    <message numerus="yes">
        <source>Forward %Ln messages</source>
        <translation>
            <numerusform>Forward %Ln message</numerusform>
            <numerusform>Forward %Ln messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::InfoPanel</name>
    <message numerus="yes">
        <source>Show all %Ln</source>
        <comment>members</comment>
        <translation>
            <numerusform>Show all %Ln</numerusform>
            <numerusform>Show all %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>And %Ln more.</source>
        <comment>members</comment>
        <translation>
            <numerusform>And %Ln more.</numerusform>
            <numerusform>And %Ln more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looking through %Ln more…</source>
        <comment>members</comment>
        <translation>
            <numerusform>Looking through %Ln more…</numerusform>
            <numerusform>Looking through %Ln more…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::InvitationEntry</name>
    <message numerus="yes">
        <source>%Ln invitations</source>
        <translation>
            <numerusform>%Ln invitation</numerusform>
            <numerusform>%Ln invitations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::JumpButtons</name>
    <message numerus="yes">
        <source>%Ln unread mentions</source>
        <translation>
            <numerusform>%Ln unread mention</numerusform>
            <numerusform>%Ln unread mentions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::MainWindow</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::MembershipDialogs</name>
    <message numerus="yes">
        <source>Delete %Ln messages for you?</source>
        <translation>
            <numerusform>Delete %Ln message for you?</numerusform>
            <numerusform>Delete %Ln messages for you?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::MessageActions</name>
    <message numerus="yes">
        <source>Forward %Ln messages…</source>
        <translation>
            <numerusform>Forward %Ln message…</numerusform>
            <numerusform>Forward %Ln messages…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln messages for you…</source>
        <translation>
            <numerusform>Delete %Ln message for you…</numerusform>
            <numerusform>Delete %Ln messages for you…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::MessageMenu</name>
    <message numerus="yes">
        <source>Copy %Ln messages</source>
        <translation>
            <numerusform>Copy message</numerusform>
            <numerusform>Copy %Ln messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::ReactorsPage</name>
    <message numerus="yes">
        <source>More than %Ln reactions</source>
        <translation>
            <numerusform>More than %Ln reaction</numerusform>
            <numerusform>More than %Ln reactions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln reactions</source>
        <translation>
            <numerusform>%Ln reaction</numerusform>
            <numerusform>%Ln reactions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::SelectionController</name>
    <message numerus="yes">
        <source>%Ln messages copied</source>
        <translation>
            <numerusform>%Ln message copied</numerusform>
            <numerusform>%Ln messages copied</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::SignInFlow</name>
    <message numerus="yes">
        <source>%Ln messages of %1 have not been sent</source>
        <translation>
            <numerusform>%Ln message of %1 has not been sent</numerusform>
            <numerusform>%Ln messages of %1 have not been sent</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Too many attempts. Try again in %Ln s.</source>
        <translation>
            <numerusform>Too many attempts. Try again in %Ln s.</numerusform>
            <numerusform>Too many attempts. Try again in %Ln s.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::TimelineOverlays</name>
    <message numerus="yes">
        <source> and %Ln more</source>
        <comment>links</comment>
        <translation>
            <numerusform> and %Ln more</numerusform>
            <numerusform> and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages selected</source>
        <translation>
            <numerusform>%Ln message selected</numerusform>
            <numerusform>%Ln messages selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::UnseenBar</name>
    <message numerus="yes">
        <source>%Ln unread messages. You have not seen all of them.</source>
        <translation>
            <numerusform>%Ln unread message. You have not seen it.</numerusform>
            <numerusform>%Ln unread messages. You have not seen all of them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln unread messages. You have not seen all of them.</source>
        <translation>
            <numerusform>At least %Ln unread message. You have not seen it.</numerusform>
            <numerusform>At least %Ln unread messages. You have not seen all of them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::WindowDialogs</name>
    <message numerus="yes">
        <source>%Ln conversations</source>
        <translation>
            <numerusform>%Ln conversation</numerusform>
            <numerusform>%Ln conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mark %Ln messages in %1 as read?</source>
        <translation>
            <numerusform>Mark %Ln message in %1 as read?</numerusform>
            <numerusform>Mark %Ln messages in %1 as read?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mark at least %Ln messages in %1 as read?</source>
        <translation>
            <numerusform>Mark at least %Ln message in %1 as read?</numerusform>
            <numerusform>Mark at least %Ln messages in %1 as read?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages have not been sent. They stay on this computer and are sent when you sign in again; signing in with another account deletes them.</source>
        <translation>
            <numerusform>%Ln message has not been sent. It stays on this computer and is sent when you sign in again; signing in with another account deletes it.</numerusform>
            <numerusform>%Ln messages have not been sent. They stay on this computer and are sent when you sign in again; signing in with another account deletes them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::lab::LabWords</name>
    <message numerus="yes">
        <source>%Ln entries after the cursor</source>
        <translation>
            <numerusform>%Ln entry after the cursor</numerusform>
            <numerusform>%Ln entries after the cursor</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unread</source>
        <translation>
            <numerusform>%Ln unread</numerusform>
            <numerusform>%Ln unread</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> (%Ln not held, counted by the server)</source>
        <translation>
            <numerusform> (%Ln not held, counted by the server)</numerusform>
            <numerusform> (%Ln not held, counted by the server)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln changes to send</source>
        <translation>
            <numerusform>%Ln change to send</numerusform>
            <numerusform>%Ln changes to send</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::lab::Offers</name>
    <message numerus="yes">
        <source>Send %Ln messages to %1</source>
        <translation>
            <numerusform>Send a message to %1</numerusform>
            <numerusform>Send %Ln messages to %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::lab::RandomDialog</name>
    <message numerus="yes">
        <source>Seed %1: a number is wrong. %Ln actions are left.</source>
        <translation>
            <numerusform>Seed %1: a number is wrong. %Ln action is left.</numerusform>
            <numerusform>Seed %1: a number is wrong. %Ln actions are left.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::lab::StoryPanel</name>
    <message numerus="yes">
        <source>✗ At rest, %Ln numbers of Tidemark are wrong.</source>
        <translation>
            <numerusform>✗ At rest, %Ln number of Tidemark is wrong.</numerusform>
            <numerusform>✗ At rest, %Ln numbers of Tidemark are wrong.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>✗ %Ln numbers of the counters are wrong.</source>
        <translation>
            <numerusform>✗ %Ln number of the counters is wrong.</numerusform>
            <numerusform>✗ %Ln numbers of the counters are wrong.</numerusform>
        </translation>
    </message>
</context>
</TS>
