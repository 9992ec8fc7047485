<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AccessibleRows</name>
    <message>
        <source>%1, %L2 of %L3</source>
        <comment>a row, its number</comment>
        <translation>%1，第 %L2 项，共 %L3 项</translation>
    </message>
</context>
<context>
    <name>AccountText</name>
    <message>
        <source>Chan&amp;ge…</source>
        <translation>更改(&amp;G)…</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>The password was changed.</source>
        <translation>密码已更改。</translation>
    </message>
    <message>
        <source>Use it to sign in on your other devices.</source>
        <translation>用于在其他设备上登录。</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Choose your picture</source>
        <translation>选择你的头像</translation>
    </message>
    <message>
        <source>Remove your picture</source>
        <translation>移除你的头像</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>头像</translation>
    </message>
    <message>
        <source>Everyone who shares a conversation with you can see it.</source>
        <translation>所有与你有共同会话的人都能看到。</translation>
    </message>
    <message>
        <source>Delete account…</source>
        <translation>删除账号…</translation>
    </message>
    <message>
        <source>Delete account</source>
        <translation>删除账号</translation>
    </message>
    <message>
        <source>Deletes your account, and its data on all your devices.</source>
        <translation>删除账号，以及你所有设备上属于它的全部内容。</translation>
    </message>
</context>
<context>
    <name>Badge</name>
    <message>
        <source>Unread messages are still being counted</source>
        <translation>正在统计未读消息</translation>
    </message>
    <message numerus="yes">
        <source>%Ln unread messages</source>
        <translation>
            <numerusform>%Ln 条未读消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %Ln unread messages</source>
        <translation>
            <numerusform>至少 %Ln 条未读消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %Ln mention you</source>
        <translation>
            <numerusform>，其中 %Ln 条提及你</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unread</source>
        <comment>messages</comment>
        <translation>
            <numerusform>%Ln 条未读</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %Ln unread</source>
        <comment>messages</comment>
        <translation>
            <numerusform>至少 %Ln 条未读</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %Ln mentions</source>
        <comment>of the reader</comment>
        <translation>
            <numerusform>，%Ln 次提及</numerusform>
        </translation>
    </message>
    <message>
        <source>unread count not known yet</source>
        <translation>未读数尚未确定</translation>
    </message>
    <message numerus="yes">
        <source>%Ln unread reactions to your messages</source>
        <translation>
            <numerusform>对你的消息的 %Ln 个未读回应</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChosenFiles</name>
    <message>
        <source>Picture %1</source>
        <comment>name of a file, date and time</comment>
        <translation>图片 %1</translation>
    </message>
    <message>
        <source>“%1” is a folder, or is not there. Only files can be sent.</source>
        <translation>“%1”是文件夹或不存在。只能发送文件。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders or missing files were left out.</source>
        <translation>
            <numerusform>已略过 %Ln 个文件夹或不存在的文件。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConnectionWords</name>
    <message>
        <source>No connection.</source>
        <translation>没有连接。</translation>
    </message>
    <message>
        <source>Trying again…</source>
        <translation>正在重试…</translation>
    </message>
    <message numerus="yes">
        <source>Next try in %Ln s</source>
        <translation>
            <numerusform>%Ln 秒后重试</numerusform>
        </translation>
    </message>
    <message>
        <source>Signed out</source>
        <translation>已退出登录</translation>
    </message>
    <message>
        <source>Offline. Your messages will be sent later.</source>
        <translation>离线。你写的消息稍后发送。</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Catching up…</source>
        <translation>正在同步…</translation>
    </message>
    <message>
        <source>Waiting for the server…</source>
        <translation>正在等待服务器…</translation>
    </message>
    <message numerus="yes">
        <source>Loading history: %Ln to go</source>
        <comment>messages</comment>
        <translation>
            <numerusform>正在加载历史消息：还剩 %Ln 条</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ConversationText</name>
    <message>
        <source>You:</source>
        <translation>你:</translation>
    </message>
    <message>
        <source>%1:</source>
        <comment>name before the last message</comment>
        <translation>%1:</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>已读</translation>
    </message>
    <message>
        <source>Read by at least one member</source>
        <translation>至少一位成员已读</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>已送达</translation>
    </message>
    <message>
        <source>Delivered to at least one member</source>
        <translation>已送达至少一位成员</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>Draft:</source>
        <translation>[草稿]</translation>
    </message>
    <message>
        <source>No messages yet</source>
        <translation>还没有消息</translation>
    </message>
    <message>
        <source>message deleted</source>
        <translation>已撤回一条消息</translation>
    </message>
    <message>
        <source>Not sent:</source>
        <translation>[未发送]</translation>
    </message>
    <message>
        <source>not yet synced</source>
        <translation>尚未同步</translation>
    </message>
    <message>
        <source>draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between what a screen reader speaks</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Conversation %1</source>
        <translation>会话 %1</translation>
    </message>
    <message>
        <source>Muted</source>
        <translation>免打扰</translation>
    </message>
    <message>
        <source>Muted %1</source>
        <translation>免打扰（%1）</translation>
    </message>
    <message>
        <source>The server does not know yet what you read here. Your other devices update as soon as it does.</source>
        <translation>服务器尚未收到你在这里的已读状态。收到后，你的其他设备会立即同步。</translation>
    </message>
    <message>
        <source>Announcements</source>
        <translation>公告</translation>
    </message>
    <message>
        <source>Notes to self</source>
        <translation>给自己的笔记</translation>
    </message>
    <message>
        <source>You cleared the history</source>
        <translation>你清空了记录</translation>
    </message>
    <message>
        <source>Forwarded message</source>
        <translation>转发的消息</translation>
    </message>
    <message>
        <source>Forwarded: %1</source>
        <comment>text of a message</comment>
        <translation>转发：%1</translation>
    </message>
</context>
<context>
    <name>DatabaseText</name>
    <message>
        <source>The local database is damaged (%1).</source>
        <translation>本地数据库已损坏（%1）。</translation>
    </message>
    <message>
        <source>The local database is in use by another program.</source>
        <translation>本地数据库正被其他程序使用。</translation>
    </message>
    <message>
        <source>The local database cannot be written (%1).</source>
        <translation>无法写入本地数据库（%1）。</translation>
    </message>
    <message>
        <source>The local database cannot be read or written (%1). The disk may be full or failing.</source>
        <translation>无法读写本地数据库（%1）。磁盘可能已满或出现故障。</translation>
    </message>
    <message>
        <source>The local database is damaged.</source>
        <translation>本地数据库已损坏。</translation>
    </message>
    <message>
        <source>The local database was written by a newer version of Tidemark (format %1; this version supports up to %2). Update Tidemark.</source>
        <translation>本地数据库由更新版本的 Tidemark 写入（格式 %1，当前版本最高支持 %2）。请更新 Tidemark。</translation>
    </message>
    <message>
        <source>The disk is full. Nothing new is saved until you free up space.</source>
        <translation>磁盘已满。腾出空间之前不会保存新内容。</translation>
    </message>
</context>
<context>
    <name>DevicesText</name>
    <message>
        <source>%1 %2</source>
        <comment>day and time</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>In sync as of %1</source>
        <translation>截至 %1 一致</translation>
    </message>
    <message>
        <source>Updating</source>
        <translation>正在更新</translation>
    </message>
    <message>
        <source>Out of sync since %1: repairing</source>
        <translation>自 %1 起不一致：正在修复</translation>
    </message>
    <message>
        <source>Not compared yet</source>
        <translation>尚未比对</translation>
    </message>
    <message>
        <source>In sync as of %1. Updates when it connects</source>
        <translation>截至 %1 一致，连接后继续同步</translation>
    </message>
    <message>
        <source>All connected devices are in sync with the server.</source>
        <translation>所有已连接的设备都与服务器一致。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln devices are updating.</source>
        <translation>
            <numerusform>正在更新 %Ln 台设备。</numerusform>
        </translation>
    </message>
    <message>
        <source>Device without a name</source>
        <translation>未命名的设备</translation>
    </message>
</context>
<context>
    <name>EmojiGroups</name>
    <message>
        <source>Smileys &amp; Emotion</source>
        <translation>笑脸与情感</translation>
    </message>
    <message>
        <source>People &amp; Body</source>
        <translation>人物与身体</translation>
    </message>
    <message>
        <source>Animals &amp; Nature</source>
        <translation>动物与自然</translation>
    </message>
    <message>
        <source>Food &amp; Drink</source>
        <translation>食物与饮料</translation>
    </message>
    <message>
        <source>Travel &amp; Places</source>
        <translation>旅行与地点</translation>
    </message>
    <message>
        <source>Activities</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Objects</source>
        <translation>物品</translation>
    </message>
    <message>
        <source>Symbols</source>
        <translation>符号</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>旗帜</translation>
    </message>
</context>
<context>
    <name>ErrorText</name>
    <message>
        <source>This device has been signed out. Sign in again.</source>
        <translation>此设备已被退出登录。请重新登录。</translation>
    </message>
    <message>
        <source>The server uses a different protocol version. Update Tidemark, or ask the server’s operator to update the server.</source>
        <translation>服务器使用的协议版本不同。请更新 Tidemark，或请服务器管理员更新服务器。</translation>
    </message>
    <message>
        <source>This conversation does not exist.</source>
        <translation>该会话不存在。</translation>
    </message>
    <message>
        <source>This message no longer exists.</source>
        <translation>该消息已不存在。</translation>
    </message>
    <message>
        <source>You are not a member of this conversation.</source>
        <translation>你不是该会话的成员。</translation>
    </message>
    <message>
        <source>You are not allowed to do this here.</source>
        <translation>你没有权限在这里进行此操作。</translation>
    </message>
    <message>
        <source>You have left and joined again in the meantime. Try again.</source>
        <translation>你在此期间退出后又重新加入了。请再试一次。</translation>
    </message>
    <message>
        <source>The conversation has been restored from a backup. Try again.</source>
        <translation>该会话已从备份恢复。请再试一次。</translation>
    </message>
    <message>
        <source>The server already has a different message with the same identifier. Send the text as a new message.</source>
        <translation>服务器上已有标识相同的另一条消息。请将内容作为新消息发送。</translation>
    </message>
    <message>
        <source>The text is empty.</source>
        <translation>内容为空。</translation>
    </message>
    <message>
        <source>The server refuses this title: it is too long or contains characters that are not allowed, such as invisible ones. Choose another title.</source>
        <translation>服务器不接受该名称：过长，或含有不允许的字符，例如不可见字符。请换一个。</translation>
    </message>
    <message>
        <source>This message was deleted.</source>
        <translation>该消息已被撤回。</translation>
    </message>
    <message>
        <source>The server cannot be reached or cannot answer right now. Try again.</source>
        <translation>暂时无法连接服务器，或服务器无法响应。请重试。</translation>
    </message>
    <message>
        <source>The server refused this request.</source>
        <translation>服务器拒绝了此请求。</translation>
    </message>
    <message>
        <source>This server does not accept new accounts. Ask its operator for one.</source>
        <translation>此服务器不开放注册。请向服务器管理员申请账号。</translation>
    </message>
    <message>
        <source>This account has been disabled. Contact the server’s operator.</source>
        <translation>该账号已被停用。请联系服务器管理员。</translation>
    </message>
    <message>
        <source>This message is too long for the server. Shorten it or send it in parts.</source>
        <translation>服务器不接受这么长的消息。请缩短或分几条发送。</translation>
    </message>
    <message>
        <source>Too many requests at once. Wait a moment, then try again.</source>
        <translation>操作过于频繁。请稍候再试。</translation>
    </message>
    <message>
        <source>Too many devices of this account are connected. Close Tidemark on one of them.</source>
        <translation>该账号同时连接的设备过多。请在其中一台上关闭 Tidemark。</translation>
    </message>
    <message>
        <source>This is too large to send. Shorten it or send it in parts.</source>
        <translation>内容过大，无法发送。请缩短或分几条发送。</translation>
    </message>
    <message>
        <source>The server’s certificate is not trusted or has changed, or its address does not begin with wss://, so nothing was sent. Check the address, or ask the server’s operator.</source>
        <translation>服务器的证书不受信任或已更换，或者地址不是以 wss:// 开头，因此未发送任何内容。请检查地址，或询问服务器管理员。</translation>
    </message>
    <message>
        <source>You have reached this server’s limit on conversations, including those you have left. Contact its operator.</source>
        <translation>你的会话数量已达到此服务器允许的上限，包括已退出的会话。请联系服务器管理员。</translation>
    </message>
    <message>
        <source>You have created as many groups and channels as this server allows. Contact its operator.</source>
        <translation>你创建的群组和频道数量已达到此服务器允许的上限。请联系服务器管理员。</translation>
    </message>
    <message>
        <source>One of these people is in too many conversations to join another one.</source>
        <translation>其中有人加入的会话过多，无法再加入新的会话。</translation>
    </message>
    <message>
        <source>You cannot use this password. Choose one with 8 to 1024 characters.</source>
        <translation>该密码不可用。请设置 8 到 1024 个字符的密码。</translation>
    </message>
    <message>
        <source>No user on this server has this name. Check the spelling.</source>
        <translation>此服务器上没有叫这个名字的用户。请检查拼写。</translation>
    </message>
    <message>
        <source>You cannot add so many people at once. Add some now and the others later.</source>
        <translation>不能一次添加这么多人。请先添加一部分，其余的以后再添加。</translation>
    </message>
    <message>
        <source>The username or the password is wrong. Check both, including upper and lower case.</source>
        <translation>用户名或密码错误。请检查两者，包括大小写。</translation>
    </message>
    <message>
        <source>This username, or one that looks like it, is taken. Choose another one, or sign in if it is yours.</source>
        <translation>该用户名或与之相似的用户名已被使用。请换一个；如果是你的，请直接登录。</translation>
    </message>
    <message>
        <source>You cannot use this username: it is too long or contains characters that are not allowed, such as invisible ones. Choose another one.</source>
        <translation>该用户名不可用：过长，或含有不允许的字符，例如不可见字符。请换一个。</translation>
    </message>
    <message>
        <source>The file did not arrive completely. Send it again.</source>
        <translation>文件没有完整送达。请重新发送。</translation>
    </message>
    <message>
        <source>This file is too large for the server.</source>
        <translation>此文件超过了服务器允许的大小。</translation>
    </message>
    <message>
        <source>Your storage on this server is full. Delete messages with files that you no longer need, then try again.</source>
        <translation>你的文件已占满服务器分配给你的空间。请删除不再需要的带文件的消息，然后重试。</translation>
    </message>
    <message>
        <source>The server’s storage is full. Contact its operator.</source>
        <translation>服务器没有空间存放此文件。请联系服务器管理员。</translation>
    </message>
    <message>
        <source>The server refuses this file because of its name. Rename it, then try again.</source>
        <translation>服务器因文件名而拒绝了此文件。请重命名后再试。</translation>
    </message>
    <message>
        <source>The file in Tidemark’s folder cannot be read or written.</source>
        <translation>Tidemark 文件夹中的文件无法读取或写入。</translation>
    </message>
    <message>
        <source>The disk has no room for this file. Free some space, then try again.</source>
        <translation>磁盘空间不足以存放此文件。请腾出一些空间后重试。</translation>
    </message>
    <message>
        <source>The server does not take this picture. Choose another one.</source>
        <translation>服务器不接受这张图片，请选择另一张。</translation>
    </message>
    <message>
        <source>Choose one emoji.</source>
        <translation>请选择一个表情。</translation>
    </message>
    <message>
        <source>This message cannot have any more different reactions.</source>
        <translation>这条消息的不同表情回复已达上限。</translation>
    </message>
    <message>
        <source>You cannot ignore any more people. Stop ignoring someone first.</source>
        <translation>你忽略的人数已达上限。请先停止忽略其中一人。</translation>
    </message>
    <message>
        <source>Another device has changed this draft. Both texts are kept.</source>
        <translation>另一台设备更改了这份草稿。两段文字都已保留。</translation>
    </message>
    <message>
        <source>You have too many drafts. Send or clear some of them.</source>
        <translation>草稿太多。请发送或清除一些。</translation>
    </message>
    <message>
        <source>This message is pinned already.</source>
        <translation>这条消息已经置顶。</translation>
    </message>
    <message>
        <source>This message is not pinned.</source>
        <translation>这条消息没有置顶。</translation>
    </message>
    <message>
        <source>This conversation has too many pinned messages. Unpin some of them.</source>
        <translation>此会话的置顶消息太多。请先取消一些置顶。</translation>
    </message>
    <message>
        <source>You have too many scheduled messages. Send or cancel some of them.</source>
        <translation>定时消息太多。请发送或取消一些。</translation>
    </message>
    <message>
        <source>A message can be scheduled for at most a year from now. Choose an earlier time.</source>
        <translation>消息最多可以定时到一年以后。请选择更早的时间。</translation>
    </message>
    <message>
        <source>Another device has changed this scheduled message. Your text is kept.</source>
        <translation>另一台设备已更改这条定时消息。你的文字已保留。</translation>
    </message>
    <message>
        <source>This message was already sent. Your change came too late; its text is kept.</source>
        <translation>这条消息已经发送。你的更改来得太晚；文字已保留。</translation>
    </message>
    <message>
        <source>Another device has cancelled this scheduled message. Your text is kept.</source>
        <translation>另一台设备已取消这条定时消息。你的文字已保留。</translation>
    </message>
    <message>
        <source>You cannot have any more folders. Delete one first.</source>
        <translation>你的文件夹已达上限。请先删除一个。</translation>
    </message>
    <message>
        <source>Messages of this conversation cannot be forwarded.</source>
        <translation>此会话的消息不能转发。</translation>
    </message>
    <message>
        <source>This invitation has ended.</source>
        <translation>此邀请已失效。</translation>
    </message>
    <message>
        <source>This account was deleted.</source>
        <translation>此账号已被删除。</translation>
    </message>
    <message>
        <source>You cannot delete any more messages of this conversation just for you.</source>
        <translation>你在此会话中仅为自己删除的消息过多。</translation>
    </message>
</context>
<context>
    <name>ExportText</name>
    <message>
        <source>Exported from Tidemark by %1 on %2. Times are in %3.</source>
        <translation>由 %1 于 %2 从 Tidemark 导出。时间为 %3 时区。</translation>
    </message>
    <message>
        <source>… entries not available: %L1 …</source>
        <translation>……此处有 %L1 条内容无法查看……</translation>
    </message>
    <message>
        <source>… entries not on this device: %L1 …</source>
        <translation>……此处有 %L1 条内容不在这台设备上……</translation>
    </message>
    <message>
        <source>%1: (this message was deleted)</source>
        <translation>%1：（此消息已撤回）</translation>
    </message>
    <message>
        <source>%1, “%2”</source>
        <comment>name, quoted text</comment>
        <translation>%1“%2”</translation>
    </message>
    <message>
        <source> (not sent)</source>
        <translation>（未发送）</translation>
    </message>
    <message>
        <source> (edited)</source>
        <translation>（已编辑）</translation>
    </message>
    <message>
        <source>%1 (replying to %2): %3</source>
        <comment>author, quoted message, text</comment>
        <translation>%1（回复 %2）：%3</translation>
    </message>
    <message>
        <source>[photo: %1, %2]</source>
        <comment>name, size</comment>
        <translation>[图片：%1，%2]</translation>
    </message>
    <message>
        <source>[file: %1, %2]</source>
        <comment>name, size</comment>
        <translation>[文件：%1，%2]</translation>
    </message>
    <message>
        <source>%1 (forwarded from %2, %3): %4</source>
        <comment>author, who said it, when, text</comment>
        <translation>%1（转发自%2，%3）：%4</translation>
    </message>
</context>
<context>
    <name>ExportTrouble</name>
    <message>
        <source>The disk is full. Free up space, or choose another folder.</source>
        <translation>磁盘已满。请腾出空间，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>You do not have permission to write there. Choose another folder.</source>
        <translation>你没有权限写入该位置。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>The file cannot be written: %1</source>
        <translation>无法写入文件：%1</translation>
    </message>
</context>
<context>
    <name>FileStateText</name>
    <message>
        <source>Waiting…</source>
        <translation>等待中…</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>sizes</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>This is not a picture that can be shown</source>
        <translation>这不是可以显示的图片</translation>
    </message>
    <message>
        <source>The picture is damaged</source>
        <translation>图片已损坏</translation>
    </message>
    <message>
        <source>The picture is too large to be shown</source>
        <translation>图片太大，无法显示</translation>
    </message>
    <message>
        <source>The picture takes too long to be shown</source>
        <translation>显示图片所需时间过长</translation>
    </message>
    <message>
        <source>Pictures cannot be shown on this computer</source>
        <translation>这台电脑无法显示图片</translation>
    </message>
    <message>
        <source>The picture cannot be shown</source>
        <translation>图片无法显示</translation>
    </message>
    <message>
        <source>Too large for the server</source>
        <translation>超过服务器的上限</translation>
    </message>
    <message>
        <source>No room for your files</source>
        <translation>你的文件空间已满</translation>
    </message>
    <message>
        <source>The server is full</source>
        <translation>服务器空间已满</translation>
    </message>
    <message>
        <source>The disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>The name is refused</source>
        <translation>名称被拒绝</translation>
    </message>
    <message>
        <source>The server takes no files</source>
        <translation>服务器不接收文件</translation>
    </message>
    <message>
        <source>Arrived incomplete</source>
        <translation>未完整送达</translation>
    </message>
    <message>
        <source>not downloaded</source>
        <translation>未下载</translation>
    </message>
    <message>
        <source>waiting</source>
        <comment>a file waits to be sent or downloaded</comment>
        <translation>等待中</translation>
    </message>
    <message>
        <source>being sent</source>
        <translation>正在发送</translation>
    </message>
    <message>
        <source>being downloaded</source>
        <translation>正在下载</translation>
    </message>
    <message>
        <source>paused</source>
        <comment>the sending of a file</comment>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Waiting for the server…</source>
        <translation>等待服务器…</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a file, its state</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Cannot be read or written</source>
        <translation>无法读取或写入</translation>
    </message>
    <message>
        <source>No longer on the server</source>
        <translation>服务器上已没有</translation>
    </message>
    <message>
        <source>Not allowed here</source>
        <translation>此处不允许</translation>
    </message>
    <message>
        <source>Refused by the server</source>
        <translation>被服务器拒绝</translation>
    </message>
    <message>
        <source>waiting for the server</source>
        <translation>等待服务器</translation>
    </message>
</context>
<context>
    <name>FileText</name>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Photo</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>size and kind of a file</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Photo, %L1 by %L2</source>
        <comment>width and height</comment>
        <translation>图片，%L1 × %L2</translation>
    </message>
    <message>
        <source>File %1, %2</source>
        <comment>name and size</comment>
        <translation>文件%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos</source>
        <translation>
            <numerusform>%Ln 张图片</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files</source>
        <translation>
            <numerusform>%Ln 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>files of a message, its text</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>Filters</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Unread</source>
        <translation>未读</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>群组</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>频道</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a filter and what it holds</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Mentions</source>
        <translation>提及</translation>
    </message>
    <message>
        <source>Unread mentions of you</source>
        <translation>提及你的未读消息</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>Unread mentions of you. There may be more; they show when you are connected.</source>
        <translation>提及你的未读消息。可能还有更多，连接服务器后显示。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln conversations</source>
        <translation>
            <numerusform>%Ln 个会话</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 with unread messages</source>
        <translation>%1有未读消息</translation>
    </message>
    <message>
        <source>No unread messages</source>
        <translation>没有未读消息</translation>
    </message>
    <message numerus="yes">
        <source>%Ln unread messages</source>
        <translation>
            <numerusform>%Ln 条未读消息</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <comment>unread messages in conversations</comment>
        <translation>%2中有%1</translation>
    </message>
    <message>
        <source>At least %1 in %2</source>
        <comment>unread messages in conversations</comment>
        <translation>%2中至少有%1</translation>
    </message>
    <message numerus="yes">
        <source>, %Ln more in muted conversations</source>
        <translation>
            <numerusform>，免打扰会话中另有 %Ln 条</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>Nothing found here</source>
        <translation>在这里没有找到</translation>
    </message>
    <message>
        <source>Search all conversations</source>
        <translation>在全部会话中查找</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>No conversations yet.
Start one with the pencil above.</source>
        <translation>还没有会话。
点击上方的铅笔发起一个。</translation>
    </message>
    <message>
        <source>No unread conversations.
You have read everything.</source>
        <translation>没有未读会话。
你已全部读完。</translation>
    </message>
    <message>
        <source>No unread mentions so far.
There may be some that are not loaded yet.</source>
        <translation>目前没有提及你的未读消息。
可能还有一些尚未载入。</translation>
    </message>
    <message>
        <source>No unread mentions.
Messages that mention you show here until you read them.</source>
        <translation>没有提及你的未读消息。
提及你的消息会显示在这里，直到你读过为止。</translation>
    </message>
    <message>
        <source>No groups yet.
Create one with the pencil above.</source>
        <translation>还没有群组。
点击上方的铅笔创建一个。</translation>
    </message>
    <message>
        <source>No archived conversations.
You can archive one from its menu.</source>
        <translation>没有归档的会话。
在会话的菜单中可以归档。</translation>
    </message>
    <message>
        <source>Channels you follow</source>
        <translation>你关注的频道</translation>
    </message>
    <message>
        <source>You follow no channels yet.
Find some with the pencil above.</source>
        <translation>你还没有关注任何频道。
用上方的铅笔可以查找频道。</translation>
    </message>
    <message>
        <source>No conversations in this folder.</source>
        <translation>此文件夹中目前没有会话。</translation>
    </message>
</context>
<context>
    <name>IgnoreText</name>
    <message>
        <source>Block %1?</source>
        <translation>屏蔽“%1”？</translation>
    </message>
    <message>
        <source>Their messages are hidden until you open them. They cannot start a chat with you, add you to groups, or see when you read or type. They are not notified. Your direct chat disappears from the list.</source>
        <translation>除非你展开，否则看不到对方的消息。对方不能与你发起单聊，也不能将你加入群组，并且看不到你读了什么、是否正在输入。对方不会收到通知。你们的单聊会从列表中消失。</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>屏蔽</translation>
    </message>
    <message>
        <source>Unblock %1</source>
        <translation>取消屏蔽“%1”</translation>
    </message>
    <message>
        <source>Stop ignoring %1</source>
        <translation>停止忽略“%1”</translation>
    </message>
    <message>
        <source>Ignore %1</source>
        <translation>忽略“%1”</translation>
    </message>
    <message>
        <source>Block %1…</source>
        <translation>屏蔽“%1”…</translation>
    </message>
</context>
<context>
    <name>KeyGroups</name>
    <message>
        <source>Getting around</source>
        <translation>导航</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>阅读</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>写消息</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
</context>
<context>
    <name>LocalServerWords</name>
    <message>
        <source>The program tidemark-server was not found. Install it beside Tidemark, or use the address of another server.</source>
        <translation>找不到程序 tidemark-server。请把它安装在 Tidemark 旁边，或使用其他服务器的地址。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be written. Check its permissions and the room on the disk.</source>
        <translation>无法写入文件夹 %1。请检查其权限和磁盘空间。</translation>
    </message>
    <message>
        <source>Another program uses port %1, which the server on this computer needs. End that program and try again.</source>
        <translation>另一个程序占用了本机服务器所需的端口 %1。请结束该程序，然后重试。</translation>
    </message>
    <message>
        <source>The server on this computer has ended. Try again.</source>
        <translation>本机服务器已结束。请重试。</translation>
    </message>
    <message>
        <source>The server on this computer has ended. It said: %1</source>
        <translation>本机服务器已结束。其信息为：%1</translation>
    </message>
</context>
<context>
    <name>Moment</name>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>at %1</source>
        <comment>a time of today, within a sentence</comment>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>yesterday at %1</source>
        <translation>昨天 %1</translation>
    </message>
    <message>
        <source>on %1 at %2</source>
        <comment>date and time, within a sentence</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>until %1</source>
        <comment>a time of today</comment>
        <translation>至 %1</translation>
    </message>
    <message>
        <source>until tomorrow at %1</source>
        <translation>至明天 %1</translation>
    </message>
    <message>
        <source>until %1 at %2</source>
        <comment>date and time</comment>
        <translation>至 %1 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>date and time</comment>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>NoticeText</name>
    <message>
        <source>You started the conversation</source>
        <translation>你发起了会话</translation>
    </message>
    <message>
        <source>You created “%1”</source>
        <translation>你创建了“%1”</translation>
    </message>
    <message>
        <source>You joined</source>
        <translation>你加入了会话</translation>
    </message>
    <message>
        <source>You left</source>
        <translation>你退出了会话</translation>
    </message>
    <message>
        <source>You added %1</source>
        <translation>你添加了“%1”</translation>
    </message>
    <message>
        <source>You removed %1</source>
        <translation>你移除了“%1”</translation>
    </message>
    <message>
        <source>You renamed the conversation to “%1”</source>
        <translation>你将会话改名为“%1”</translation>
    </message>
    <message>
        <source>%1 started the conversation</source>
        <translation>“%1”发起了会话</translation>
    </message>
    <message>
        <source>%1 created “%2”</source>
        <translation>“%1”创建了“%2”</translation>
    </message>
    <message>
        <source>%1 joined</source>
        <translation>“%1”加入了会话</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>“%1”退出了会话</translation>
    </message>
    <message>
        <source>%1 added %2</source>
        <translation>“%1”添加了“%2”</translation>
    </message>
    <message>
        <source>%1 removed %2</source>
        <translation>“%1”移除了“%2”</translation>
    </message>
    <message>
        <source>%1 renamed the conversation to “%2”</source>
        <translation>“%1”将会话改名为“%2”</translation>
    </message>
    <message>
        <source>someone</source>
        <translation>某人</translation>
    </message>
    <message>
        <source>Update Tidemark to see this</source>
        <translation>请更新 Tidemark 以查看此内容</translation>
    </message>
    <message>
        <source>You pinned a message</source>
        <translation>你置顶了一条消息</translation>
    </message>
    <message>
        <source>You pinned “%1”</source>
        <translation>你置顶了“%1”</translation>
    </message>
    <message>
        <source>You unpinned a message</source>
        <translation>你取消了一条消息的置顶</translation>
    </message>
    <message>
        <source>You unpinned “%1”</source>
        <translation>你取消了“%1”的置顶</translation>
    </message>
    <message>
        <source>%1 pinned a message</source>
        <translation>“%1”置顶了一条消息</translation>
    </message>
    <message>
        <source>%1 pinned “%2”</source>
        <translation>“%1”置顶了“%2”</translation>
    </message>
    <message>
        <source>%1 unpinned a message</source>
        <translation>“%1”取消了一条消息的置顶</translation>
    </message>
    <message>
        <source>%1 unpinned “%2”</source>
        <translation>“%1”取消了“%2”的置顶</translation>
    </message>
    <message>
        <source>You turned off forwarding in this conversation</source>
        <translation>你禁止了转发此会话的消息</translation>
    </message>
    <message>
        <source>You turned on forwarding in this conversation</source>
        <translation>你允许了转发此会话的消息</translation>
    </message>
    <message>
        <source>%1 turned off forwarding in this conversation</source>
        <translation>“%1”禁止了转发此会话的消息</translation>
    </message>
    <message>
        <source>%1 turned on forwarding in this conversation</source>
        <translation>“%1”允许了转发此会话的消息</translation>
    </message>
    <message>
        <source>You deleted your account</source>
        <translation>你删除了自己的账号</translation>
    </message>
    <message>
        <source>A user’s account was deleted</source>
        <translation>一位用户的账号已被删除</translation>
    </message>
    <message>
        <source>Deleted account</source>
        <translation>已删除的账号</translation>
    </message>
</context>
<context>
    <name>NotificationText</name>
    <message>
        <source>1 unread message</source>
        <translation>1 条未读消息</translation>
    </message>
    <message>
        <source>%1 unread messages</source>
        <translation>%1 条未读消息</translation>
    </message>
    <message>
        <source>%1 in 1 conversation</source>
        <translation>%1，来自 1 个会话</translation>
    </message>
    <message>
        <source>%1 in %2 conversations</source>
        <translation>%1，来自 %2 个会话</translation>
    </message>
    <message>
        <source>Reminder</source>
        <translation>提醒</translation>
    </message>
</context>
<context>
    <name>PictureChooserText</name>
    <message>
        <source>Choose a picture</source>
        <translation>选择图片</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>所有文件</translation>
    </message>
</context>
<context>
    <name>ProfileFilesText</name>
    <message>
        <source>%1 cannot be read.</source>
        <translation>无法读取%1。</translation>
    </message>
    <message>
        <source>The disk has no room for the files. Free some space, then try again.</source>
        <translation>磁盘空间不足以存放这些文件。请腾出一些空间后重试。</translation>
    </message>
    <message>
        <source>The files cannot be copied into Tidemark’s folder. Check its permissions.</source>
        <translation>无法将文件复制到 Tidemark 的文件夹。请检查其权限。</translation>
    </message>
    <message>
        <source>%1 was changed while it was copied. Try again.</source>
        <translation>%1在复制时被更改。请重试。</translation>
    </message>
    <message>
        <source>%1 is too large for the server.</source>
        <translation>%1对服务器来说太大。</translation>
    </message>
    <message>
        <source>Tidemark was closed.</source>
        <translation>Tidemark 已关闭。</translation>
    </message>
</context>
<context>
    <name>ReactionText</name>
    <message>
        <source>%1 %2, with yours</source>
        <comment>an emoji&apos;s name, a number</comment>
        <translation>%1 %2，包括你的</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>an emoji&apos;s name, a number</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>reactions: %1</source>
        <translation>回应：%1</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between reactions</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message numerus="yes">
        <source>%Ln people</source>
        <translation>
            <numerusform>%Ln 人</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <translation>
            <numerusform>%1等 %Ln 人</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <comment>names</comment>
        <translation>%1和%2</translation>
    </message>
</context>
<context>
    <name>ReadUndoText</name>
    <message>
        <source>Marked as read</source>
        <translation>已标为已读</translation>
    </message>
    <message numerus="yes">
        <source>Marked %Ln conversations as read</source>
        <translation>
            <numerusform>已将 %Ln 个会话标为已读</numerusform>
        </translation>
    </message>
    <message>
        <source>Marked as unread</source>
        <translation>已标为未读</translation>
    </message>
    <message>
        <source>There are no messages from others to mark as unread</source>
        <translation>没有他人的消息可标为未读</translation>
    </message>
</context>
<context>
    <name>Readers</name>
    <message numerus="yes">
        <source>Read by %Ln</source>
        <comment>people</comment>
        <translation>
            <numerusform>%Ln 人已读</numerusform>
        </translation>
    </message>
    <message>
        <source>Read by %L1 of %L2</source>
        <translation>%L2 人中有 %L1 人已读</translation>
    </message>
</context>
<context>
    <name>Reading</name>
    <message>
        <source>When I have seen it</source>
        <translation>看到之后</translation>
    </message>
    <message>
        <source>When I open the conversation</source>
        <translation>打开会话时</translation>
    </message>
    <message>
        <source>Only when I mark it</source>
        <translation>仅由我手动标记</translation>
    </message>
    <message>
        <source>Messages stay unread until you mark them.</source>
        <translation>消息在你标记之前一直保持未读。</translation>
    </message>
    <message>
        <source>A message counts as read once it was on screen while you were there.</source>
        <translation>你在电脑前且消息显示在屏幕上，即算已读。</translation>
    </message>
    <message>
        <source>All its messages count as read at once, and later ones when you see them.</source>
        <translation>打开时的全部消息立即算作已读，之后的消息看到后算已读。</translation>
    </message>
    <message numerus="yes">
        <source>Not read: idle for %Ln min</source>
        <translation>
            <numerusform>未标为已读：%Ln 分钟没有操作</numerusform>
        </translation>
    </message>
    <message>
        <source>Read only by hand</source>
        <translation>仅手动标为已读</translation>
    </message>
    <message>
        <source>Not read: screen locked</source>
        <translation>未标为已读：屏幕已锁定</translation>
    </message>
    <message>
        <source>Not read: window inactive</source>
        <translation>未标为已读：窗口未激活</translation>
    </message>
    <message>
        <source>Not read: dialog open</source>
        <translation>未标为已读：有对话框打开</translation>
    </message>
    <message>
        <source>Scroll or click to read on</source>
        <translation>滚动或点击以继续阅读</translation>
    </message>
    <message>
        <source>Scroll or click to read</source>
        <translation>滚动或点击以标为已读</translation>
    </message>
</context>
<context>
    <name>Receipts</name>
    <message>
        <source>Others see that you have read their messages, and when you last read. Your own devices are in sync either way.</source>
        <translation>其他人能看到你已读其消息，以及你最近一次阅读的时间。无论如何，你自己的设备之间都保持同步。</translation>
    </message>
    <message>
        <source>Others see only that their messages have reached you. What you read while receipts are off stays hidden, even if you turn them on later. Your own devices are in sync either way.</source>
        <translation>其他人只能看到消息已送达。关闭回执期间读过的消息，即使以后开启回执也不会显示为已读。无论如何，你自己的设备之间都保持同步。</translation>
    </message>
</context>
<context>
    <name>ReminderText</name>
    <message>
        <source>Reminder: a file from %1</source>
        <translation>提醒：%1 的文件</translation>
    </message>
    <message>
        <source>Reminder: “%1” – %2</source>
        <translation>提醒：“%1” – %2</translation>
    </message>
</context>
<context>
    <name>RoleText</name>
    <message>
        <source>owner</source>
        <translation>群主</translation>
    </message>
    <message>
        <source>moderator</source>
        <translation>管理员</translation>
    </message>
</context>
<context>
    <name>RosterText</name>
    <message>
        <source>%1 is typing…</source>
        <translation>%1 正在输入…</translation>
    </message>
    <message>
        <source>%1 and %2 are typing…</source>
        <translation>%1 和 %2 正在输入…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln people are typing…</source>
        <translation>
            <numerusform>%Ln 人正在输入…</numerusform>
        </translation>
    </message>
    <message>
        <source>Has read everything</source>
        <translation>已全部读完</translation>
    </message>
    <message>
        <source>Has read part of it</source>
        <translation>已读一部分</translation>
    </message>
    <message>
        <source>Read up to %1</source>
        <translation>已读到 %1 的消息</translation>
    </message>
    <message>
        <source>Read up to %1, %2</source>
        <translation>已读到 %2 %1 的消息</translation>
    </message>
    <message>
        <source>No read receipt yet</source>
        <translation>尚无已读回执</translation>
    </message>
</context>
<context>
    <name>SearchText</name>
    <message>
        <source>%1: </source>
        <comment>who wrote what was found</comment>
        <translation>%1: </translation>
    </message>
</context>
<context>
    <name>SendTimesText</name>
    <message>
        <source>%1, %2</source>
        <comment>a time of the day, a clock time</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>In one hour</source>
        <translation>一小时后</translation>
    </message>
    <message>
        <source>This evening</source>
        <translation>今天傍晚</translation>
    </message>
    <message>
        <source>Tomorrow morning</source>
        <translation>明天上午</translation>
    </message>
    <message>
        <source>Monday morning</source>
        <translation>周一上午</translation>
    </message>
    <message>
        <source>today at %1</source>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>tomorrow at %1</source>
        <translation>明天 %1</translation>
    </message>
    <message>
        <source>on %1 at %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>%1 %2</source>
        <comment>two sentences</comment>
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Applies to text, dates and numbers. The window closes and reopens in the new language.</source>
        <translation>用于文字、日期和数字。窗口将关闭并以所选语言重新打开。</translation>
    </message>
    <message>
        <source>%1%</source>
        <comment>size of text, in percent</comment>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Te&amp;xt size</source>
        <translation>文字大小(&amp;X)</translation>
    </message>
    <message>
        <source>Applies to the whole window. 100% is your desktop’s text size.</source>
        <translation>适用于整个窗口。100% 为桌面设定的文字大小。</translation>
    </message>
    <message>
        <source>Press Shift+Enter for a new line.</source>
        <translation>Shift+Enter 换行。</translation>
    </message>
    <message>
        <source>Press Enter for a new line.</source>
        <translation>Enter 换行。</translation>
    </message>
    <message>
        <source>Tidemark starts in the tray when you sign in to your computer.</source>
        <translation>登录电脑后，Tidemark 会在托盘中启动。</translation>
    </message>
    <message>
        <source>Start with the &amp;desktop</source>
        <translation>随桌面启动(&amp;D)</translation>
    </message>
    <message>
        <source>%1 cannot be changed. Check its permissions.</source>
        <translation>无法修改 %1。请检查其权限。</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Send with</source>
        <translation>发送键(&amp;S)</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
    <message>
        <source>Muted conversations notify you only of mentions.</source>
        <translation>设为免打扰的会话只在提及你时通知。</translation>
    </message>
    <message>
        <source>All messages</source>
        <translation>所有消息</translation>
    </message>
    <message>
        <source>Direct messages and mentions</source>
        <translation>单聊消息和提及</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>不通知</translation>
    </message>
    <message>
        <source>Sho&amp;w</source>
        <translation>显示内容(&amp;W)</translation>
    </message>
    <message>
        <source>Anyone who sees your screen can read this.</source>
        <translation>看到你屏幕的人都能读到这些内容。</translation>
    </message>
    <message>
        <source>Name and text</source>
        <translation>名称和正文</translation>
    </message>
    <message>
        <source>Name only</source>
        <translation>仅名称</translation>
    </message>
    <message>
        <source>Neither</source>
        <translation>都不显示</translation>
    </message>
    <message>
        <source>Hold &amp;back while I use another device</source>
        <translation>我在使用其他设备时暂不通知(&amp;B)</translation>
    </message>
    <message>
        <source>Play a so&amp;und</source>
        <translation>播放提示音(&amp;U)</translation>
    </message>
    <message>
        <source>Plays your desktop’s sound for messages.</source>
        <translation>播放桌面自带的消息提示音。</translation>
    </message>
    <message>
        <source>&amp;Count</source>
        <translation>计数单位(&amp;C)</translation>
    </message>
    <message>
        <source>Applies to the number on the tray and the launcher, in the window’s title and beside “All”. Conversation badges always count messages.</source>
        <translation>适用于托盘、启动器、窗口标题和“全部”旁的数字。会话的角标始终计消息数。</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Muted con&amp;versations</source>
        <translation>免打扰的会话(&amp;V)</translation>
    </message>
    <message>
        <source>Not counted</source>
        <translation>不计入</translation>
    </message>
    <message>
        <source>Counted</source>
        <translation>计入</translation>
    </message>
    <message>
        <source>&amp;Keep running in the tray when closed</source>
        <translation>关闭后继续在托盘中运行(&amp;K)</translation>
    </message>
    <message>
        <source>Needs a desktop with a tray. Quit with the tray menu or Ctrl+Q.</source>
        <translation>需要桌面有托盘。可用托盘菜单或 Ctrl+Q 退出。</translation>
    </message>
    <message>
        <source>When you stop using that device, you are notified of what is still unread. This setting applies to all your devices.</source>
        <translation>停止使用那台设备时，会通知你仍未读的消息。此设置对你的所有设备都有效。</translation>
    </message>
    <message>
        <source>Follow system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Show others when I a&amp;m typing</source>
        <translation>向他人显示我正在输入(&amp;M)</translation>
    </message>
    <message>
        <source>They see “typing…” for a few seconds, never your text. Until you choose, this is off if you hide read receipts.</source>
        <translation>他人会在几秒内看到“正在输入…”，但看不到内容。在你选择之前，如果隐藏已读回执，此项为关闭。</translation>
    </message>
    <message>
        <source>“Follow system” uses your desktop’s colours.</source>
        <translation>“跟随系统”使用桌面的配色。</translation>
    </message>
    <message>
        <source>&amp;Notify me about</source>
        <translation>通知我(&amp;N)</translation>
    </message>
    <message>
        <source>Choose whether the number includes them. Archived conversations never count.</source>
        <translation>选择该数字是否包含这些会话。已归档的会话从不计入。</translation>
    </message>
    <message>
        <source>Pla&amp;y animated pictures</source>
        <translation>播放动画图片(&amp;Y)</translation>
    </message>
    <message>
        <source>They move while their window is active, unless your desktop reduces motion.</source>
        <translation>窗口处于活动状态时播放，除非桌面已减少动态效果。</translation>
    </message>
    <message>
        <source>Notify me about reactions</source>
        <translation>通知我回应</translation>
    </message>
    <message>
        <source>To your messages. Muted conversations notify you of none.</source>
        <translation>对你的消息的回应。免打扰的会话不会通知。</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>In direct chats</source>
        <translation>在单聊中</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>在所有会话中</translation>
    </message>
    <message>
        <source>Share drafts with my other devices</source>
        <translation>与我的其他设备共享草稿</translation>
    </message>
    <message>
        <source>What you write and do not send appears on all of them. If this is off, it stays on this device.</source>
        <translation>你写下但未发送的文字会出现在你的所有设备上。关闭后，它只留在这台设备上。</translation>
    </message>
</context>
<context>
    <name>Shortcuts</name>
    <message>
        <source>Switch to a conversation by name</source>
        <translation>按名称切换会话</translation>
    </message>
    <message>
        <source>Next unread conversation</source>
        <translation>下一个未读会话</translation>
    </message>
    <message>
        <source>Previous unread conversation</source>
        <translation>上一个未读会话</translation>
    </message>
    <message>
        <source>Next conversation</source>
        <translation>下一个会话</translation>
    </message>
    <message>
        <source>Previous conversation</source>
        <translation>上一个会话</translation>
    </message>
    <message>
        <source>Next mention of you</source>
        <translation>下一条提及你的消息</translation>
    </message>
    <message>
        <source>Go to the new messages, then to the end</source>
        <translation>跳到新消息，再到末尾</translation>
    </message>
    <message>
        <source>Go back to where you were before a jump</source>
        <translation>回到跳转前的位置</translation>
    </message>
    <message>
        <source>Search all conversations</source>
        <translation>搜索全部会话</translation>
    </message>
    <message>
        <source>Search this conversation</source>
        <translation>搜索此会话</translation>
    </message>
    <message>
        <source>Filter the list of conversations</source>
        <translation>筛选会话列表</translation>
    </message>
    <message>
        <source>Move between list, messages and field</source>
        <translation>在列表、消息、输入框之间切换</translation>
    </message>
    <message>
        <source>Go back one step, finally to the list</source>
        <translation>后退一步，最终回到列表</translation>
    </message>
    <message>
        <source>Mark the conversation as read</source>
        <translation>将会话标为已读</translation>
    </message>
    <message>
        <source>Mark as unread from the chosen message on</source>
        <translation>从所选消息起标为未读</translation>
    </message>
    <message>
        <source>Mark everything as read</source>
        <translation>全部标为已读</translation>
    </message>
    <message>
        <source>Undo what you did last</source>
        <translation>撤销上一步操作</translation>
    </message>
    <message>
        <source>Why is this unread?</source>
        <translation>为什么未读？</translation>
    </message>
    <message>
        <source>Choose the message above</source>
        <translation>选择上一条消息</translation>
    </message>
    <message>
        <source>Choose the message below</source>
        <translation>选择下一条消息</translation>
    </message>
    <message>
        <source>The same, among the messages</source>
        <translation>同上，在消息区中</translation>
    </message>
    <message>
        <source>Reply to the chosen or the last message</source>
        <translation>回复所选或最后一条消息</translation>
    </message>
    <message>
        <source>Copy the chosen or the selected messages</source>
        <translation>复制当前或选中的消息</translation>
    </message>
    <message>
        <source>Select messages upwards</source>
        <translation>向上选择消息</translation>
    </message>
    <message>
        <source>Select messages downwards</source>
        <translation>向下选择消息</translation>
    </message>
    <message>
        <source>Select all loaded messages</source>
        <translation>选择已加载的全部消息</translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation>取消选择</translation>
    </message>
    <message>
        <source>Scroll up a page</source>
        <translation>向上翻页</translation>
    </message>
    <message>
        <source>Scroll down a page</source>
        <translation>向下翻页</translation>
    </message>
    <message>
        <source>Go to the first loaded message</source>
        <translation>到已加载的第一条消息</translation>
    </message>
    <message>
        <source>Go to the end</source>
        <translation>到末尾</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>New line</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>Edit your last message (empty field only)</source>
        <translation>输入框为空时，编辑你的上一条消息</translation>
    </message>
    <message>
        <source>Cancel an edit or reply</source>
        <translation>取消编辑或回复</translation>
    </message>
    <message>
        <source>Scroll the messages up a page</source>
        <translation>消息区向上翻页</translation>
    </message>
    <message>
        <source>Scroll the messages down a page</source>
        <translation>消息区向下翻页</translation>
    </message>
    <message>
        <source>Go to the first loaded message (empty field only)</source>
        <translation>输入框为空时，到已加载的第一条消息</translation>
    </message>
    <message>
        <source>Go to the end (empty field only)</source>
        <translation>输入框为空时，到末尾</translation>
    </message>
    <message>
        <source>Show this conversation and its members</source>
        <translation>会话信息与成员</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>发起会话</translation>
    </message>
    <message>
        <source>Show the keyboard shortcuts</source>
        <translation>快捷键一览</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Show all mentions of you and replies to you</source>
        <translation>查看所有提及你或回复你的消息</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>添加文件</translation>
    </message>
    <message>
        <source>Open the file, link, quote or full text of the chosen message</source>
        <translation>打开所选消息的文件、链接、引用或全文</translation>
    </message>
    <message>
        <source>Next unread reaction to your messages</source>
        <translation>下一个对你的消息的未读回应</translation>
    </message>
    <message>
        <source>React to the chosen message with 👍, or remove it</source>
        <translation>用 👍 回应所选消息，或收回</translation>
    </message>
    <message>
        <source>React to the chosen or the last message</source>
        <translation>回应所选或最后一条消息</translation>
    </message>
    <message>
        <source>Choose the previous file or reaction of the chosen message</source>
        <translation>选择所选消息的上一个文件或回应</translation>
    </message>
    <message>
        <source>Choose the next file or reaction of the chosen message</source>
        <translation>选择所选消息的下一个文件或回应</translation>
    </message>
    <message>
        <source>Send later; with an empty field, show the scheduled messages</source>
        <translation>稍后发送；输入框为空时显示定时消息</translation>
    </message>
    <message>
        <source>Show all conversations; with 2 to 9, a folder</source>
        <translation>显示所有会话；用 2 到 9 显示某个文件夹</translation>
    </message>
    <message>
        <source>Move the pinned conversation up</source>
        <translation>上移置顶会话</translation>
    </message>
    <message>
        <source>Move the pinned conversation down</source>
        <translation>下移置顶会话</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Text in the desktop’s size</source>
        <translation>恢复为桌面的文字大小</translation>
    </message>
</context>
<context>
    <name>StorageText</name>
    <message>
        <source>%1; %L2 messages, edits and notices</source>
        <comment>conversations, number of log entries</comment>
        <translation>%1；共 %L2 条消息、编辑和通知</translation>
    </message>
    <message numerus="yes">
        <source>%Ln conversations</source>
        <translation>
            <numerusform>%Ln 个会话</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, and its journal %2</source>
        <translation>%1，另有日志 %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln damaged databases were set aside there (%1). Delete them when you are sure nothing is missing.</source>
        <translation>
            <numerusform>该文件夹中有 %Ln 个已移出的损坏数据库（%1）。确认没有缺失后即可删除。</numerusform>
        </translation>
    </message>
    <message>
        <source>The database could not be checked: %1</source>
        <translation>无法检查数据库：%1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln counts were wrong and have been repaired.</source>
        <translation>
            <numerusform>有 %Ln 处计数有误，已修复。</numerusform>
        </translation>
    </message>
    <message>
        <source>The search index was damaged and is being built again.</source>
        <translation>搜索索引已损坏，正在重建。</translation>
    </message>
    <message>
        <source>The index could not be built: %1</source>
        <translation>无法建立索引：%1</translation>
    </message>
    <message>
        <source>Done: search finds everything that is on this computer.</source>
        <translation>完成：搜索可以找到这台电脑上的全部内容。</translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1 / %L2</translation>
    </message>
    <message>
        <source>Cancelled. Nothing was written.</source>
        <translation>已取消，没有写入任何内容。</translation>
    </message>
    <message>
        <source>Nothing was written. %1</source>
        <translation>没有写入任何内容。%1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries are not on this computer; the file shows the gaps.</source>
        <translation>
            <numerusform>有 %Ln 条不在这台电脑上；文件中已注明位置。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages and notices were written to “%1”.</source>
        <translation>
            <numerusform>已将 %Ln 条消息和通知写入“%1”。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No problems found: the database and the counts of %Ln conversations are correct.</source>
        <translation>
            <numerusform>未发现问题：数据库和 %Ln 个会话的计数都正确。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pictures and files are in the folder “%1”.</source>
        <translation>
            <numerusform>%Ln 个图片和文件在文件夹“%1”中。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln pictures and files could not be copied, because they are not on this computer or cannot be read.</source>
        <translation>
            <numerusform>%Ln 个图片和文件未能复制，因为它们不在此电脑上或无法读取。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StoreFileText</name>
    <message>
        <source>%1 cannot be written. Check the permissions of the file and of its folder, or use another profile.</source>
        <translation>无法写入 %1。请检查该文件及其文件夹的权限，或改用其他配置。</translation>
    </message>
    <message>
        <source>%1 is in use by another program.</source>
        <translation>%1 正被其他程序使用。</translation>
    </message>
    <message>
        <source>%1 cannot be opened: the disk is full. Free up space.</source>
        <translation>无法打开 %1：磁盘已满。请腾出空间。</translation>
    </message>
    <message>
        <source>The local database %1 is damaged and cannot be set aside. Check the permissions of its folder.</source>
        <translation>本地数据库 %1 已损坏，且无法移开。请检查其文件夹的权限。</translation>
    </message>
</context>
<context>
    <name>StoreOpeningText</name>
    <message>
        <source>The local database %1 was empty (0 bytes).</source>
        <translation>本地数据库 %1 是空的（0 字节）。</translation>
    </message>
    <message>
        <source>%1 is a database of another program.</source>
        <translation>%1 是其他程序的数据库。</translation>
    </message>
    <message>
        <source>The local database %1 is damaged.</source>
        <translation>本地数据库 %1 已损坏。</translation>
    </message>
    <message>
        <source>%1 It was set aside as %2 and a new one was created; messages are downloaded again. Kept: drafts %L3, unsent messages %L4, unsent reads %L5%6. Delete the old file when you are sure nothing is missing.</source>
        <translation>%1已将其移至 %2 并新建数据库，消息将重新下载。已保留：草稿 %L3 份，未发送的消息 %L4 条，未上报的已读 %L5 条%6。确认没有缺失后，可以删除旧文件。</translation>
    </message>
    <message>
        <source>; please sign in again</source>
        <translation>；请重新登录</translation>
    </message>
    <message>
        <source>%1 A new one cannot be created: %2</source>
        <translation>%1无法新建数据库：%2</translation>
    </message>
    <message>
        <source>conversation %1, %2: %3 instead of %4</source>
        <translation>会话 %1，%2：%3，应为 %4</translation>
    </message>
    <message>
        <source>Counts were wrong in the local database and have been repaired (%1).</source>
        <translation>本地数据库中的计数有误，已经修复（%1）。</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between parts of a list</comment>
        <translation>；</translation>
    </message>
</context>
<context>
    <name>TimelineLayoutText</name>
    <message>
        <source>%1, edited</source>
        <comment>a time</comment>
        <translation>%1，已编辑</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>未发送</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
</context>
<context>
    <name>TimelineText</name>
    <message>
        <source>User %1</source>
        <translation>用户 %1</translation>
    </message>
    <message>
        <source>Edit: </source>
        <translation>编辑：</translation>
    </message>
    <message>
        <source>Deleting a message</source>
        <translation>撤回消息</translation>
    </message>
    <message>
        <source>Earlier message</source>
        <translation>之前的消息</translation>
    </message>
    <message>
        <source>You deleted this message</source>
        <translation>你撤回了这条消息</translation>
    </message>
    <message>
        <source>This message was deleted</source>
        <translation>这条消息已被撤回</translation>
    </message>
    <message numerus="yes">
        <source>New messages · %Ln</source>
        <translation>
            <numerusform>新消息 · %Ln</numerusform>
        </translation>
    </message>
    <message>
        <source>New messages · ≥ %L1</source>
        <translation>新消息 · ≥ %L1</translation>
    </message>
    <message>
        <source>Older messages are not available</source>
        <translation>无法查看更早的消息</translation>
    </message>
    <message>
        <source>Loading messages…</source>
        <translation>正在加载消息…</translation>
    </message>
    <message>
        <source>Server</source>
        <comment>author of an announcement</comment>
        <translation>服务器</translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages from people you ignore</source>
        <translation>
            <numerusform>%Ln 条消息来自你忽略的人</numerusform>
        </translation>
    </message>
    <message>
        <source>You cleared the messages before</source>
        <translation>更早的消息已被你清空</translation>
    </message>
    <message>
        <source>Forwarded from %1</source>
        <translation>转发自%1</translation>
    </message>
</context>
<context>
    <name>TitleText</name>
    <message>
        <source>Enter a title.</source>
        <translation>请输入名称。</translation>
    </message>
    <message>
        <source>This title contains invisible control characters. Remove them.</source>
        <translation>名称中含有不可见的控制字符。请删除它们。</translation>
    </message>
    <message numerus="yes">
        <source>This title is %Ln characters too long.</source>
        <translation>
            <numerusform>名称超出了 %Ln 个字符。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Totalling</name>
    <message numerus="yes">
        <source>%Ln conversations with unread messages</source>
        <translation>
            <numerusform>%Ln 个会话有未读消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %Ln conversations with unread messages</source>
        <translation>
            <numerusform>至少 %Ln 个会话有未读消息</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TraceWriterText</name>
    <message>
        <source>The trace folder %1 is not empty or cannot be created. Name a new folder.</source>
        <translation>跟踪记录的文件夹 %1 不为空或无法创建。请指定一个新文件夹。</translation>
    </message>
    <message>
        <source>The trace cannot be started: %1</source>
        <translation>无法开始跟踪记录：%1</translation>
    </message>
    <message>
        <source>The trace cannot be written: %1</source>
        <translation>无法写入跟踪记录：%1</translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message>
        <source>on this device</source>
        <translation>在本设备上</translation>
    </message>
    <message>
        <source>on another device</source>
        <translation>在另一台设备上</translation>
    </message>
    <message>
        <source>on %1</source>
        <translation>在“%1”上</translation>
    </message>
    <message>
        <source>by the server</source>
        <translation>由服务器</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>where and when: on phone, at 10:32</comment>
        <translation>%2 %1</translation>
    </message>
    <message>
        <source>Read up to %1 %2, because it was seen.</source>
        <translation>已读到 %1：%2看到了消息。</translation>
    </message>
    <message>
        <source>Read up to %1, because it was marked as read %2.</source>
        <translation>已读到 %1：%2标为已读。</translation>
    </message>
    <message>
        <source>Read up to %1, because the messages after it were marked as unread %2.</source>
        <translation>已读到 %1：%2将其后的消息标为未读。</translation>
    </message>
    <message>
        <source>Read up to %1, because a mark was undone %2.</source>
        <translation>已读到 %1：%2撤销了标记。</translation>
    </message>
    <message>
        <source>Read up to %1, because you joined there %2.</source>
        <translation>已读到 %1：%2 你从那里加入。</translation>
    </message>
    <message>
        <source>Read up to %1.</source>
        <translation>已读到 %1。</translation>
    </message>
    <message>
        <source>Nothing has been read here yet.</source>
        <translation>这里还没有读过任何消息。</translation>
    </message>
    <message>
        <source>Messages up to %1</source>
        <translation>截至 %1 的消息</translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages up to %1</source>
        <translation>
            <numerusform>截至 %1 的 %Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source> (%1)</source>
        <translation>（%1）</translation>
    </message>
    <message numerus="yes">
        <source>%1 no longer count: they were unread for too long%2.</source>
        <comment>%n messages</comment>
        <translation>
            <numerusform>%1不再计入：未读时间过长%2。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 no longer count: the server no longer keeps them%2.</source>
        <comment>%n messages</comment>
        <translation>
            <numerusform>%1不再计入：服务器已不再保留%2。</numerusform>
        </translation>
    </message>
    <message>
        <source>Messages up to #%1 do not count: they were sent before you joined.</source>
        <translation>截至 #%1 的消息不计入：它们是在你加入之前发送的。</translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln unread messages</source>
        <translation>
            <numerusform>至少 %Ln 条未读消息</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing is unread</source>
        <translation>没有未读消息</translation>
    </message>
    <message numerus="yes">
        <source>%Ln unread messages</source>
        <translation>
            <numerusform>%Ln 条未读消息</numerusform>
        </translation>
    </message>
    <message>
        <source>The server does not know this yet.</source>
        <translation>服务器尚未得知。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages count:</source>
        <translation>
            <numerusform>计入 %Ln 条消息：</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of your own</source>
        <translation>你自己的 %1 条</translation>
    </message>
    <message>
        <source>%1 deleted</source>
        <translation>已撤回的 %1 条</translation>
    </message>
    <message numerus="yes">
        <source>%Ln edits and notices</source>
        <translation>
            <numerusform>编辑与通知 %Ln 条</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was left out.</source>
        <translation>没有排除任何内容。</translation>
    </message>
    <message>
        <source>Not counted: %1.</source>
        <translation>未计入：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between parts of a list</comment>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries are not on this device and were counted by the server.</source>
        <translation>
            <numerusform>有 %Ln 条不在本设备上，由服务器计数。</numerusform>
        </translation>
    </message>
    <message>
        <source>This number is part of the total in the window’s title.</source>
        <translation>已计入窗口标题中的总数。</translation>
    </message>
    <message>
        <source>This number is not part of the total: the conversation is muted.</source>
        <translation>未计入总数：该会话已设为免打扰。</translation>
    </message>
    <message>
        <source>This number is not part of the total: the conversation is archived.</source>
        <translation>未计入总数：该会话已归档。</translation>
    </message>
    <message>
        <source>This number is not part of the total: you have left the conversation.</source>
        <translation>未计入总数：你已退出该会话。</translation>
    </message>
    <message numerus="yes">
        <source>Counted again: the numbers of all %Ln conversations were right.</source>
        <translation>
            <numerusform>已重新计数：全部 %Ln 个会话的数字都正确。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Counted again: %Ln numbers were wrong and have been corrected.</source>
        <translation>
            <numerusform>已重新计数：%Ln 个数字有误，已更正。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Counted again: %Ln numbers are wrong and could not be corrected.</source>
        <translation>
            <numerusform>已重新计数：%Ln 个数字有误，且无法更正。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 do not count: you had been away for a long time when they came%2.</source>
        <comment>%n messages</comment>
        <translation>
            <numerusform>%1不计入：消息到达时你已离开很久%2。</numerusform>
        </translation>
    </message>
    <message>
        <source>You hide read receipts here.</source>
        <translation>你在这里隐藏已读回执。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln reactions to your messages are unread. The heart shows their number, which is part of no total.</source>
        <translation>
            <numerusform>对你的消息的 %Ln 个回应未读。心形显示这个数字，它不计入任何总数。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 from people you ignore</source>
        <translation>%1 条来自已忽略的人</translation>
    </message>
    <message numerus="yes">
        <source>%1 no longer count: you cleared the history%2.</source>
        <comment>%n messages</comment>
        <translation>
            <numerusform>%1不再计入：你清空了记录%2。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 deleted for you</source>
        <translation>%1 条仅为你删除</translation>
    </message>
</context>
<context>
    <name>tidemark::AboutDialog</name>
    <message>
        <source>About Tidemark</source>
        <translation>关于 Tidemark</translation>
    </message>
    <message>
        <source>Tidemark</source>
        <translation>Tidemark</translation>
    </message>
    <message>
        <source>Version %1</source>
        <translation>版本 %1</translation>
    </message>
    <message>
        <source>A desktop chat client whose read state is never wrong.</source>
        <translation>已读状态从不出错的桌面聊天客户端。</translation>
    </message>
    <message>
        <source>Free software under the MIT licence.
Uses Qt %1 under the LGPL, version 3.</source>
        <translation>以 MIT 许可证发布的自由软件。
依据 LGPL 第 3 版使用 Qt %1。</translation>
    </message>
    <message>
        <source>Emoji of Unicode %1, with names of CLDR %2.</source>
        <translation>表情来自 Unicode %1，名称来自 CLDR %2。</translation>
    </message>
</context>
<context>
    <name>tidemark::Application</name>
    <message>
        <source>Tidemark cannot start</source>
        <translation>Tidemark 无法启动</translation>
    </message>
</context>
<context>
    <name>tidemark::AttachSheet</name>
    <message>
        <source>As pictures: smaller, without location and camera data</source>
        <translation>作为图片：更小，不含地点和相机信息</translation>
    </message>
    <message>
        <source>As files: unchanged</source>
        <translation>作为文件：保持原样</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>说明文字</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message numerus="yes">
        <source>A message has at most %Ln files.</source>
        <translation>
            <numerusform>一条消息最多有 %Ln 个文件。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Send %Ln pictures</source>
        <translation>
            <numerusform>发送 %Ln 张图片</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Send %Ln files</source>
        <translation>
            <numerusform>发送 %Ln 个文件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::Attaching</name>
    <message>
        <source>Attach files</source>
        <translation>添加文件</translation>
    </message>
    <message>
        <source>The screenshot could not be taken.</source>
        <translation>无法截屏。</translation>
    </message>
    <message>
        <source>The screenshot is in “%1”.</source>
        <translation>截屏保存在“%1”中。</translation>
    </message>
</context>
<context>
    <name>tidemark::Avatars</name>
    <message>
        <source>This file is not a picture.</source>
        <translation>此文件不是图片。</translation>
    </message>
    <message>
        <source>The file cannot be read.</source>
        <translation>无法读取此文件。</translation>
    </message>
    <message>
        <source>This picture cannot be opened.</source>
        <translation>无法打开这张图片。</translation>
    </message>
    <message>
        <source>Could not change the picture</source>
        <translation>无法更改头像</translation>
    </message>
</context>
<context>
    <name>tidemark::CertificateDialog</name>
    <message>
        <source>Certificate of the server</source>
        <translation>服务器的证书</translation>
    </message>
    <message>
        <source>The certificate of %1 has changed</source>
        <translation>%1 的证书已更改</translation>
    </message>
    <message>
        <source>Is this really %1?</source>
        <translation>这真的是 %1 吗？</translation>
    </message>
    <message>
        <source>This is not the certificate that you trusted. Someone may be intercepting the connection, or the server’s operator has installed a new certificate. Nothing was sent.</source>
        <translation>这不是你信任过的那个证书。可能有人在截取连接，也可能是服务器管理员换了新证书。未发送任何内容。</translation>
    </message>
    <message>
        <source>No authority that this computer trusts vouches for the certificate, so someone else could have made it. Nothing was sent.</source>
        <translation>没有任何受本机信任的机构为该证书担保，因此它可能是他人伪造的。未发送任何内容。</translation>
    </message>
    <message>
        <source>Ask the server’s operator for the SHA-256 fingerprint and compare it with this one:</source>
        <translation>请向服务器管理员索取 SHA-256 指纹，并与下面的指纹比较：</translation>
    </message>
    <message>
        <source>SHA-256 fingerprint</source>
        <translation>SHA-256 指纹</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Trust certificate</source>
        <translation>信任证书</translation>
    </message>
    <message>
        <source>I have compared the fingerprint</source>
        <translation>我已比较过指纹</translation>
    </message>
    <message>
        <source>The connection to %1 would not be encrypted</source>
        <translation>与 %1 的连接不会加密</translation>
    </message>
    <message>
        <source>Anyone on the network could read your password and your messages. Sign in with the address wss://%1 instead. Nothing was sent.</source>
        <translation>网络中的任何人都可能读到你的密码和消息。请改用地址 wss://%1 登录。未发送任何内容。</translation>
    </message>
    <message>
        <source>This is not the certificate that you trusted, but an authority that this computer trusts vouches for it. If you trust it, any certificate that such an authority vouches for is accepted for this server from now on. Nothing was sent.</source>
        <translation>这不是你信任过的证书，但有受本机信任的机构为它担保。如果信任它，今后此服务器的证书只要有这类机构担保就会被接受。未发送任何内容。</translation>
    </message>
</context>
<context>
    <name>tidemark::ChannelsDialog</name>
    <message>
        <source>Part of a channel’s title</source>
        <translation>频道标题的一部分</translation>
    </message>
    <message>
        <source>Find channels</source>
        <translation>查找频道</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>频道</translation>
    </message>
    <message>
        <source>No channel matches.</source>
        <translation>没有匹配的频道。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln followers</source>
        <translation>
            <numerusform>%Ln 位关注者</numerusform>
        </translation>
    </message>
    <message>
        <source>followed</source>
        <translation>已关注</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>关注</translation>
    </message>
</context>
<context>
    <name>tidemark::ChatHeader</name>
    <message>
        <source>Direct conversation</source>
        <translation>单聊</translation>
    </message>
    <message>
        <source>Only you</source>
        <translation>只有你</translation>
    </message>
    <message numerus="yes">
        <source>%Ln members</source>
        <translation>
            <numerusform>%Ln 位成员</numerusform>
        </translation>
    </message>
    <message>
        <source>About this conversation</source>
        <translation>会话信息</translation>
    </message>
    <message>
        <source>Conversation menu</source>
        <translation>会话菜单</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Search this conversation</source>
        <translation>搜索此会话</translation>
    </message>
    <message>
        <source>. </source>
        <comment>between two hints</comment>
        <translation>。</translation>
    </message>
    <message>
        <source>Back to the conversations</source>
        <translation>返回会话列表</translation>
    </message>
    <message>
        <source>%1, elsewhere: %2</source>
        <translation>%1，其他会话：%2</translation>
    </message>
    <message>
        <source>Back (Esc)</source>
        <translation>返回 (Esc)</translation>
    </message>
    <message>
        <source>Elsewhere: %1</source>
        <translation>其他会话：%1</translation>
    </message>
    <message>
        <source>From the server to everyone</source>
        <translation>由服务器发给所有人</translation>
    </message>
    <message numerus="yes">
        <source>%Ln followers</source>
        <translation>
            <numerusform>%Ln 位关注者</numerusform>
        </translation>
    </message>
    <message>
        <source>You are no longer a member</source>
        <translation>你已不是成员</translation>
    </message>
    <message>
        <source>You hide read receipts here.</source>
        <translation>你在这里隐藏已读回执。</translation>
    </message>
    <message>
        <source>Picture of the conversation</source>
        <translation>会话的图片</translation>
    </message>
</context>
<context>
    <name>tidemark::ChatPane</name>
    <message>
        <source>No messages yet.</source>
        <translation>还没有消息。</translation>
    </message>
    <message>
        <source>Say hello to %1.</source>
        <translation>向“%1”打个招呼吧。</translation>
    </message>
    <message>
        <source>Write the first message.</source>
        <translation>来写第一条消息吧。</translation>
    </message>
    <message>
        <source>Start a conversation with %1.</source>
        <translation>按 %1 发起会话。</translation>
    </message>
    <message>
        <source>Choose a conversation, or find one by name with %1.</source>
        <translation>选择一个会话，或按 %1 按名称查找。</translation>
    </message>
    <message>
        <source>Only the server’s operator can write here.</source>
        <translation>只有服务器管理员可以在这里发布消息。</translation>
    </message>
    <message>
        <source>Only the channel’s creator can write here.</source>
        <translation>只有此频道的创建者可以在这里发言。</translation>
    </message>
    <message>
        <source>Write down what you want to keep. Only you see it, on all your devices.</source>
        <translation>写下你想保留的内容。只有你能看到，在你的所有设备上都有。</translation>
    </message>
    <message>
        <source>You cannot write here any more, because this account was deleted.</source>
        <translation>此账号已被删除，无法再在此发言。</translation>
    </message>
    <message>
        <source>New conversation…</source>
        <translation>发起会话…</translation>
    </message>
    <message>
        <source>Find a conversation…</source>
        <translation>查找会话…</translation>
    </message>
</context>
<context>
    <name>tidemark::ChosenFilesList</name>
    <message>
        <source>Preparing…</source>
        <translation>正在准备…</translation>
    </message>
    <message>
        <source>%L1 × %L2 · %3</source>
        <comment>width, height and size of a picture</comment>
        <translation>%L1 × %L2 · %3</translation>
    </message>
    <message>
        <source>PNG picture</source>
        <translation>PNG 图片</translation>
    </message>
    <message>
        <source>Files to send</source>
        <translation>要发送的文件</translation>
    </message>
    <message>
        <source>Alt with the arrow keys moves a file, Delete removes it.</source>
        <translation>用 Alt 加方向键移动文件，用 Delete 键移除文件。</translation>
    </message>
    <message>
        <source>Contains the place where it was taken</source>
        <translation>含有拍摄地点</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between what a screen reader speaks</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>Sent as a file, with its metadata</source>
        <translation>将作为文件发送，保留其元数据</translation>
    </message>
    <message>
        <source>May contain the place where it was taken</source>
        <translation>可能含有拍摄地点</translation>
    </message>
    <message>
        <source>Sent as a file. It may reveal where it was taken</source>
        <translation>将作为文件发送，可能含有拍摄地点</translation>
    </message>
    <message>
        <source>Sent as a file. It reveals where it was taken</source>
        <translation>将作为文件发送，含有拍摄地点</translation>
    </message>
</context>
<context>
    <name>tidemark::Commands</name>
    <message>
        <source>At least one of these users does not exist: %1. Check the spelling.</source>
        <translation>以下用户中至少有一个不存在：%1。请检查拼写。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>These users do not exist: %1. Check the spelling.</source>
        <translation>以下用户不存在：%1。请检查拼写。</translation>
    </message>
    <message>
        <source>The old password is wrong. Check it, including upper and lower case.</source>
        <translation>旧密码不正确。请检查，包括大小写。</translation>
    </message>
    <message>
        <source>No user named “%1” on this server. Check the spelling.</source>
        <translation>此服务器上没有名为“%1”的用户。请检查拼写。</translation>
    </message>
</context>
<context>
    <name>tidemark::Composer</name>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>%L1 of %L2 kB</source>
        <translation>%L1 / %L2 kB</translation>
    </message>
    <message>
        <source>Cancel editing</source>
        <translation>取消编辑</translation>
    </message>
    <message>
        <source>Cancel reply</source>
        <translation>取消回复</translation>
    </message>
    <message numerus="yes">
        <source>You can send again in %n s. Your messages wait and are sent automatically.</source>
        <translation>
            <numerusform>%n 秒后可以再次发送。你的消息会等待，然后自动发送。</numerusform>
        </translation>
    </message>
    <message>
        <source>This message is too long (%L1 of at most %L2 kB). Shorten it or send it in parts.</source>
        <translation>消息过长（%L1 kB，上限 %L2 kB）。请缩短或分几条发送。</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>添加文件</translation>
    </message>
    <message>
        <source>Attach files…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Take a screenshot…</source>
        <translation>截屏…</translation>
    </message>
    <message>
        <source>Reply to an earlier message</source>
        <translation>回复较早的消息</translation>
    </message>
    <message>
        <source>Right-click to send later</source>
        <translation>右键：稍后发送</translation>
    </message>
    <message numerus="yes">
        <source>%Ln scheduled messages</source>
        <translation>
            <numerusform>%Ln 条定时消息</numerusform>
        </translation>
    </message>
    <message>
        <source>Edit message</source>
        <translation>编辑消息</translation>
    </message>
    <message>
        <source>Reply to %1</source>
        <translation>回复 %1</translation>
    </message>
</context>
<context>
    <name>tidemark::ComposerField</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>tidemark::ConnectionStrip</name>
    <message>
        <source>Try now</source>
        <translation>立即重试</translation>
    </message>
</context>
<context>
    <name>tidemark::ConversationListView</name>
    <message>
        <source>Conversations</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已置顶</translation>
    </message>
</context>
<context>
    <name>tidemark::ConversationMenu</name>
    <message>
        <source>Mark as read</source>
        <translation>标为已读</translation>
    </message>
    <message>
        <source>Mark as unread</source>
        <translation>标为未读</translation>
    </message>
    <message>
        <source>Why is this unread?</source>
        <translation>为什么未读？</translation>
    </message>
    <message>
        <source>Why is nothing unread?</source>
        <translation>为什么没有未读？</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Unarchive</source>
        <translation>取消归档</translation>
    </message>
    <message>
        <source>Copy number (%1)</source>
        <translation>复制编号 (%1)</translation>
    </message>
    <message>
        <source>Add a member…</source>
        <translation>添加成员…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>改名…</translation>
    </message>
    <message>
        <source>Leave…</source>
        <translation>退出会话…</translation>
    </message>
    <message>
        <source>Unmute</source>
        <translation>取消免打扰</translation>
    </message>
    <message>
        <source>muted %1</source>
        <translation>免打扰%1</translation>
    </message>
    <message>
        <source>Change duration</source>
        <translation>更改免打扰时长</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>免打扰</translation>
    </message>
    <message>
        <source>For 1 hour</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>For 8 hours</source>
        <translation>8 小时</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Unfollow</source>
        <translation>取消关注</translation>
    </message>
    <message>
        <source>always muted</source>
        <translation>永久免打扰</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>永久</translation>
    </message>
    <message>
        <source>Read receipts</source>
        <translation>已读回执</translation>
    </message>
    <message>
        <source>As in settings (off)</source>
        <translation>跟随设置（关闭）</translation>
    </message>
    <message>
        <source>As in settings (on)</source>
        <translation>跟随设置（开启）</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开启</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Change the picture…</source>
        <translation>更改头像…</translation>
    </message>
    <message>
        <source>Remove the picture</source>
        <translation>移除头像</translation>
    </message>
    <message>
        <source>Leave and delete…</source>
        <translation>退出并删除…</translation>
    </message>
    <message>
        <source>Delete chat…</source>
        <translation>删除聊天…</translation>
    </message>
    <message>
        <source>Clear history…</source>
        <translation>清空记录…</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>新建文件夹…</translation>
    </message>
    <message>
        <source>Messages may be forwarded</source>
        <translation>允许转发消息</translation>
    </message>
</context>
<context>
    <name>tidemark::Core</name>
    <message>
        <source>The local database keeps being damaged. The disk may be about to fail: back up your data.</source>
        <translation>本地数据库反复损坏。磁盘可能即将发生故障，请备份数据。</translation>
    </message>
    <message>
        <source>Tidemark is already running with this profile.</source>
        <translation>Tidemark 已在使用此配置运行。</translation>
    </message>
    <message>
        <source>The local database is not open.</source>
        <translation>本地数据库未打开。</translation>
    </message>
    <message>
        <source>The local database is damaged, and a new one could not be created. Check the disk and the permissions of the folder.</source>
        <translation>本地数据库已损坏，且无法新建。请检查磁盘和文件夹的权限。</translation>
    </message>
    <message>
        <source>The message could not be stored. Try again.</source>
        <translation>消息无法保存。请重试。</translation>
    </message>
</context>
<context>
    <name>tidemark::DeleteAccountPrompt</name>
    <message>
        <source>Delete account</source>
        <translation>删除账号</translation>
    </message>
    <message>
        <source>Your account is deleted permanently. It leaves all conversations; your drafts, scheduled messages, settings, reactions and your picture are deleted, and so is everything of this account on all of your devices. Nobody can use your name again.</source>
        <translation>你的账号将被永久删除，并退出所有会话；你的草稿、定时消息、设置、表情回应和头像都会被删除，你所有设备上属于此账号的内容也会被删除。任何人都不能再使用你的名称。</translation>
    </message>
    <message>
        <source>Your messages and their files are deleted for everyone.</source>
        <translation>你的消息及其文件会对所有人删除。</translation>
    </message>
    <message>
        <source>Your messages stay in the conversations. Others see “Deleted account” in place of your name.</source>
        <translation>你的消息会保留在会话中。其他人看到的将是“已删除的账号”，而不是你的名称。</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>There is no connection. Try again when you are connected.</source>
        <translation>没有连接。请在连接后重试。</translation>
    </message>
    <message>
        <source>The server did not answer. You see whether the account is deleted when you are connected again.</source>
        <translation>服务器没有回应。再次连接后，你就能看到账号是否已被删除。</translation>
    </message>
</context>
<context>
    <name>tidemark::DesktopKeyring</name>
    <message>
        <source>it does not answer</source>
        <translation>它没有回应</translation>
    </message>
</context>
<context>
    <name>tidemark::DevicesDialog</name>
    <message>
        <source>Device sync status</source>
        <translation>设备同步状态</translation>
    </message>
</context>
<context>
    <name>tidemark::DevicesPage</name>
    <message>
        <source>Each device compares its data with the server whenever it connects and while it is idle.</source>
        <translation>每台设备在每次连接时和空闲时都会与服务器比对数据。</translation>
    </message>
    <message>
        <source>this device</source>
        <translation>本设备</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>last seen %1</source>
        <translation>上次连接 %1</translation>
    </message>
    <message>
        <source>Sign out…</source>
        <translation>退出登录…</translation>
    </message>
    <message>
        <source>Sign out “%1”?</source>
        <translation>让“%1”退出登录吗？</translation>
    </message>
    <message>
        <source>The device is disconnected at once and has to sign in again. Its unsent messages stay on it.</source>
        <translation>该设备会立即断开，需要重新登录。其中未发送的消息会留在该设备上。</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>退出登录</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
</context>
<context>
    <name>tidemark::DraftKeeper</name>
    <message>
        <source>Message %1</source>
        <translation>发消息给“%1”</translation>
    </message>
    <message>
        <source>yourself</source>
        <translation>自己</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>写一条笔记</translation>
    </message>
</context>
<context>
    <name>tidemark::DraftOffer</name>
    <message>
        <source>Take over</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>舍弃</translation>
    </message>
    <message>
        <source>Replace your text with this one</source>
        <translation>用这段文字替换你的文字</translation>
    </message>
    <message>
        <source>Keep your own text, also on your other devices</source>
        <translation>保留你的文字，在你的其他设备上也一样</translation>
    </message>
    <message>
        <source>From another device, %1: %2</source>
        <translation>来自另一台设备，%1：%2</translation>
    </message>
    <message>
        <source>From %1, %2: %3</source>
        <translation>来自%1，%2：%3</translation>
    </message>
</context>
<context>
    <name>tidemark::DropSign</name>
    <message>
        <source>Drop to send to %1</source>
        <translation>松开即发送到“%1”</translation>
    </message>
</context>
<context>
    <name>tidemark::EmojiCompleter</name>
    <message>
        <source>Emoji</source>
        <translation>表情</translation>
    </message>
    <message>
        <source>%1, %L2 of %L3. Enter inserts the emoji.</source>
        <translation>%1，第 %L2 项，共 %L3 项。按 Enter 插入表情。</translation>
    </message>
</context>
<context>
    <name>tidemark::EmojiGrid</name>
    <message>
        <source>Emoji</source>
        <translation>表情</translation>
    </message>
</context>
<context>
    <name>tidemark::EmojiPicker</name>
    <message>
        <source>Light skin tone</source>
        <translation>浅肤色</translation>
    </message>
    <message>
        <source>Medium-light skin tone</source>
        <translation>中浅肤色</translation>
    </message>
    <message>
        <source>Medium skin tone</source>
        <translation>中等肤色</translation>
    </message>
    <message>
        <source>Medium-dark skin tone</source>
        <translation>中深肤色</translation>
    </message>
    <message>
        <source>Dark skin tone</source>
        <translation>深肤色</translation>
    </message>
    <message>
        <source>Usual skin tone</source>
        <translation>默认肤色</translation>
    </message>
    <message>
        <source>Search emoji</source>
        <translation>搜索表情</translation>
    </message>
    <message>
        <source>No emoji found</source>
        <translation>没有找到表情</translation>
    </message>
    <message>
        <source>Choose an emoji</source>
        <translation>选择表情</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>最近使用</translation>
    </message>
</context>
<context>
    <name>tidemark::ExportDialog</name>
    <message>
        <source>conversation</source>
        <comment>name of a file</comment>
        <translation>会话</translation>
    </message>
    <message>
        <source>Export a conversation</source>
        <translation>导出会话</translation>
    </message>
    <message>
        <source>&amp;Conversation</source>
        <translation>会话(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>格式(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>导出到</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>正在导出…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1 / %L2</translation>
    </message>
    <message>
        <source>Plain text</source>
        <translation>纯文本</translation>
    </message>
    <message>
        <source>JSON Lines (for programs)</source>
        <translation>JSON Lines（供程序使用）</translation>
    </message>
    <message>
        <source>The file contains the messages on this computer, with names, times and edit marks. Their pictures and files go into a folder beside it. Nothing is encrypted.</source>
        <translation>文件包含该会话在这台电脑上的消息，以及名字、时间和编辑标记。图片和文件放在旁边的文件夹中。内容均未加密。</translation>
    </message>
</context>
<context>
    <name>tidemark::Exporter</name>
    <message>
        <source>The local database was closed during the export. Try again.</source>
        <translation>导出期间本地数据库已关闭。请重试。</translation>
    </message>
    <message>
        <source>Another conversation is being exported. Wait until it is done.</source>
        <translation>正在导出另一个会话。请等待其完成。</translation>
    </message>
    <message>
        <source>This conversation is not on this device.</source>
        <translation>这台设备上没有该会话。</translation>
    </message>
    <message>
        <source>This file belongs to Tidemark. Choose another name.</source>
        <translation>该文件属于 Tidemark。请选择其他名称。</translation>
    </message>
</context>
<context>
    <name>tidemark::FeedEntry</name>
    <message numerus="yes">
        <source>%Ln channels</source>
        <translation>
            <numerusform>%Ln 个频道</numerusform>
        </translation>
    </message>
    <message>
        <source>All conversations</source>
        <translation>全部会话</translation>
    </message>
    <message>
        <source>Following</source>
        <translation>关注</translation>
    </message>
    <message>
        <source>%1 since you last looked here</source>
        <translation>上次查看以来%1</translation>
    </message>
    <message>
        <source>Back from the followed channels</source>
        <translation>从关注的频道返回</translation>
    </message>
    <message>
        <source>Back to all conversations</source>
        <translation>返回全部会话</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>an entry and what it holds</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>tidemark::FileActions</name>
    <message>
        <source>Save file</source>
        <translation>保存文件</translation>
    </message>
    <message>
        <source>“%1” is a program or a script.</source>
        <translation>“%1”是程序或脚本。</translation>
    </message>
    <message>
        <source>Programs from other people can do harm. Open it only if you know what it does.</source>
        <translation>别人发来的程序可能有害。只有知道它的作用时才打开。</translation>
    </message>
    <message>
        <source>The file could not be saved: %1</source>
        <translation>文件无法保存：%1</translation>
    </message>
</context>
<context>
    <name>tidemark::FileCommands</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Open with another program</source>
        <translation>用其他程序打开</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>下载</translation>
    </message>
    <message>
        <source>Cancel download</source>
        <translation>取消下载</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Send now</source>
        <translation>立即发送</translation>
    </message>
    <message>
        <source>Remove from message</source>
        <translation>从消息中移除</translation>
    </message>
    <message>
        <source>Send without the file</source>
        <translation>不带文件发送</translation>
    </message>
    <message>
        <source>Remove “%1” and send</source>
        <translation>移除“%1”并发送</translation>
    </message>
</context>
<context>
    <name>tidemark::FileTransfers</name>
    <message>
        <source>The message could not be stored. Try again.</source>
        <translation>消息无法保存。请重试。</translation>
    </message>
    <message>
        <source>You are not a member of this conversation.</source>
        <translation>你不是此会话的成员。</translation>
    </message>
    <message>
        <source>The local database is not open.</source>
        <translation>本地数据库未打开。</translation>
    </message>
    <message>
        <source>A message has at most %1 files.</source>
        <translation>一条消息最多有 %1 个文件。</translation>
    </message>
    <message>
        <source>This server takes no files.</source>
        <translation>此服务器不接收文件。</translation>
    </message>
</context>
<context>
    <name>tidemark::FilterBar</name>
    <message>
        <source>Filters</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>More filters</source>
        <translation>更多筛选</translation>
    </message>
</context>
<context>
    <name>tidemark::FolderBar</name>
    <message>
        <source>%1 in muted conversations</source>
        <translation>免打扰会话中 %1 条</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Edit folder…</source>
        <translation>编辑文件夹…</translation>
    </message>
    <message>
        <source>Move left</source>
        <translation>左移</translation>
    </message>
    <message>
        <source>Move right</source>
        <translation>右移</translation>
    </message>
    <message>
        <source>Delete folder…</source>
        <translation>删除文件夹…</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>新建文件夹…</translation>
    </message>
</context>
<context>
    <name>tidemark::FolderBoard</name>
    <message>
        <source>Could not change the folder</source>
        <translation>文件夹未更改</translation>
    </message>
</context>
<context>
    <name>tidemark::FolderPrompt</name>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>Edit folder</source>
        <translation>编辑文件夹</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Only those chosen below</source>
        <translation>仅下方所选的会话</translation>
    </message>
    <message>
        <source>All with unread messages</source>
        <translation>所有有未读消息的会话</translation>
    </message>
    <message>
        <source>All groups</source>
        <translation>所有群组</translation>
    </message>
    <message>
        <source>All that are muted</source>
        <translation>所有免打扰的会话</translation>
    </message>
    <message>
        <source>A rule of a newer version</source>
        <translation>较新版本的规则</translation>
    </message>
    <message>
        <source>Shows</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>And these conversations</source>
        <translation>以及这些会话</translation>
    </message>
    <message>
        <source>You can choose at most %1 conversations.</source>
        <translation>最多可以选择 %1 个会话。</translation>
    </message>
</context>
<context>
    <name>tidemark::ForwardDialog</name>
    <message>
        <source>No conversation with this name</source>
        <translation>没有这个名称的会话</translation>
    </message>
    <message>
        <source>Forward a message</source>
        <translation>转发消息</translation>
    </message>
    <message numerus="yes">
        <source>Forward %Ln messages</source>
        <translation>
            <numerusform>转发 %Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>Forward to…</source>
        <translation>转发到…</translation>
    </message>
    <message>
        <source>Find a conversation</source>
        <translation>查找会话</translation>
    </message>
    <message>
        <source>Comment, sent after it</source>
        <translation>附言，随后发送</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>附言</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>转发</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Choose one or more conversations.</source>
        <translation>请选择一个或多个会话。</translation>
    </message>
    <message>
        <source>To: %1</source>
        <translation>发给：%1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>At most %L1 conversations at once.</source>
        <translation>一次最多 %L1 个会话。</translation>
    </message>
</context>
<context>
    <name>tidemark::ForwardTargets</name>
    <message>
        <source>%1, chosen</source>
        <comment>a conversation</comment>
        <translation>%1，已选择</translation>
    </message>
</context>
<context>
    <name>tidemark::FoundElsewhere</name>
    <message>
        <source>People</source>
        <translation>联系人</translation>
    </message>
    <message>
        <source>Start a chat with %1</source>
        <translation>与 %1 开始聊天</translation>
    </message>
    <message>
        <source>Search messages for “%1”</source>
        <translation>搜索含“%1”的消息</translation>
    </message>
</context>
<context>
    <name>tidemark::HelpSheet</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>快捷键</translation>
    </message>
</context>
<context>
    <name>tidemark::HoverBar</name>
    <message>
        <source>React with another emoji</source>
        <translation>用其他表情回应</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>回复</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Actions for this message</source>
        <translation>对此消息的操作</translation>
    </message>
    <message>
        <source>React with %1</source>
        <comment>the name of an emoji</comment>
        <translation>用“%1”回应</translation>
    </message>
</context>
<context>
    <name>tidemark::IgnoredPage</name>
    <message>
        <source>People you ignore or block</source>
        <translation>你忽略或屏蔽的人</translation>
    </message>
    <message>
        <source>Blocked: cannot start a chat or see what you read</source>
        <translation>已屏蔽：不能发起单聊，也看不到你读了什么</translation>
    </message>
    <message>
        <source>Ignored: their messages are collapsed and never count as unread</source>
        <translation>已忽略：消息会收起，不计入任何数字</translation>
    </message>
    <message>
        <source>Unblock</source>
        <translation>取消屏蔽</translation>
    </message>
    <message>
        <source>Stop ignoring</source>
        <translation>停止忽略</translation>
    </message>
    <message>
        <source>To ignore or block someone, use the menu of a message, a member or a direct chat. This applies to all your devices.</source>
        <translation>要忽略或屏蔽某人，请使用消息、成员或单聊的菜单。此设置适用于你的所有设备。</translation>
    </message>
    <message>
        <source>You are not ignoring anyone.</source>
        <translation>你没有忽略任何人。</translation>
    </message>
</context>
<context>
    <name>tidemark::IgnoredPeople</name>
    <message>
        <source>Ignored %1</source>
        <translation>已忽略“%1”</translation>
    </message>
    <message>
        <source>Blocked %1</source>
        <translation>已屏蔽“%1”</translation>
    </message>
    <message>
        <source>Unblocked %1</source>
        <translation>已取消屏蔽“%1”</translation>
    </message>
    <message>
        <source>Stopped ignoring %1</source>
        <translation>已停止忽略“%1”</translation>
    </message>
    <message>
        <source>Could not change the list of people you ignore</source>
        <translation>忽略名单未更改</translation>
    </message>
</context>
<context>
    <name>tidemark::InfoPanel</name>
    <message>
        <source>About this conversation</source>
        <translation>会话信息</translation>
    </message>
    <message>
        <source>Members</source>
        <translation>成员</translation>
    </message>
    <message>
        <source>Back to the messages</source>
        <translation>返回消息</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Back (Esc)</source>
        <translation>返回 (Esc)</translation>
    </message>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>What they have read</source>
        <translation>对方已读到</translation>
    </message>
    <message numerus="yes">
        <source>Show all %Ln</source>
        <comment>members</comment>
        <translation>
            <numerusform>显示全部 %Ln 位</numerusform>
        </translation>
    </message>
    <message>
        <source>Members are shown when you are connected.</source>
        <translation>连接后显示成员。</translation>
    </message>
    <message numerus="yes">
        <source>And %Ln more.</source>
        <comment>members</comment>
        <translation>
            <numerusform>还有 %Ln 位。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nobody can see whether you have read announcements.</source>
        <translation>其他人看不到你是否读过公告。</translation>
    </message>
    <message>
        <source>Followers</source>
        <translation>关注者</translation>
    </message>
    <message>
        <source>Only the channel’s creator can see its followers.</source>
        <translation>只有此频道的创建者能看到关注者。</translation>
    </message>
    <message>
        <source>Ban %1 from this group?</source>
        <translation>禁止“%1”加入此群组？</translation>
    </message>
    <message>
        <source>They get no more messages from this group, and cannot join or be added again.</source>
        <translation>对方将不再收到此群组的消息，也不能再加入或被添加。</translation>
    </message>
    <message>
        <source>Ban</source>
        <translation>禁止加入</translation>
    </message>
    <message>
        <source>Remove %1 from this group?</source>
        <translation>将“%1”移出此群组？</translation>
    </message>
    <message>
        <source>They get no more messages from this group. They can be added again.</source>
        <translation>对方将不再收到此群组的消息，之后可以重新添加。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移出</translation>
    </message>
    <message>
        <source>Media and files</source>
        <translation>图片和文件</translation>
    </message>
    <message numerus="yes">
        <source>Looking through %Ln more…</source>
        <comment>members</comment>
        <translation>
            <numerusform>正在查找其余 %Ln 位成员…</numerusform>
        </translation>
    </message>
    <message>
        <source>No member has this name.</source>
        <translation>没有叫这个名字的成员。</translation>
    </message>
    <message>
        <source>Find a member</source>
        <translation>查找成员</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search this conversation</source>
        <translation>搜索此会话</translation>
    </message>
</context>
<context>
    <name>tidemark::InvitationEntry</name>
    <message>
        <source>Invitations</source>
        <translation>邀请</translation>
    </message>
    <message numerus="yes">
        <source>%Ln invitations</source>
        <translation>
            <numerusform>%Ln 个邀请</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::InvitationList</name>
    <message>
        <source>Could not accept the invitation</source>
        <translation>未能接受邀请</translation>
    </message>
    <message>
        <source>Could not decline the invitation</source>
        <translation>未能拒绝邀请</translation>
    </message>
</context>
<context>
    <name>tidemark::InvitationsDialog</name>
    <message>
        <source>Invitations</source>
        <translation>邀请</translation>
    </message>
    <message>
        <source>%1 invites you to join</source>
        <translation>%1 邀请你加入</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回应</translation>
    </message>
    <message>
        <source>There are no open invitations.</source>
        <translation>没有待处理的邀请。</translation>
    </message>
    <message>
        <source>If you decline, nobody is notified.</source>
        <translation>如果你拒绝，不会通知任何人。</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>接受</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>拒绝</translation>
    </message>
</context>
<context>
    <name>tidemark::JumpButton</name>
    <message>
        <source>Go to the newest message</source>
        <translation>跳到最新消息</translation>
    </message>
</context>
<context>
    <name>tidemark::JumpButtons</name>
    <message>
        <source>Go to the next mention of you</source>
        <translation>跳到下一条提及你的消息</translation>
    </message>
    <message>
        <source>The next mention is not on this device yet. Try again when you are connected.</source>
        <translation>下一条提及你的消息还不在本设备上。请在连接后重试。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln unread mentions</source>
        <translation>
            <numerusform>%Ln 条提及你的未读消息</numerusform>
        </translation>
    </message>
    <message>
        <source>Back to where you were</source>
        <translation>回到之前的位置</translation>
    </message>
    <message>
        <source>Go to the new messages</source>
        <translation>跳到新消息</translation>
    </message>
    <message>
        <source>Go to the newest message</source>
        <translation>跳到最新消息</translation>
    </message>
    <message>
        <source>Go to the next unread reaction to your messages</source>
        <translation>前往下一个对你的消息的未读回应</translation>
    </message>
    <message>
        <source>These reactions can be shown when you are connected.</source>
        <translation>连接后才能显示这些回应。</translation>
    </message>
</context>
<context>
    <name>tidemark::LinkOpener</name>
    <message>
        <source>This link cannot be opened</source>
        <translation>无法打开此链接</translation>
    </message>
    <message>
        <source>Tidemark does not know this kind of link. Use one like tidemark:conversation/12 or tidemark:conversation/12/message/345.</source>
        <translation>Tidemark 不认识这种链接。请使用形如 tidemark:conversation/12 或 tidemark:conversation/12/message/345 的链接。</translation>
    </message>
    <message>
        <source>The link’s target was not found</source>
        <translation>找不到链接指向的内容</translation>
    </message>
    <message>
        <source>The conversation or message does not exist on the server, or you are not a member.</source>
        <translation>服务器上没有这个会话或消息，或者你不是其成员。</translation>
    </message>
    <message>
        <source>The target is not on this device. Try again when you are connected to the server.</source>
        <translation>本设备上没有该内容。请在连接服务器后重试。</translation>
    </message>
</context>
<context>
    <name>tidemark::ListPage</name>
    <message>
        <source>Connect to the server to see this list.</source>
        <translation>连接服务器后才能查看此列表。</translation>
    </message>
</context>
<context>
    <name>tidemark::MainWindow</name>
    <message>
        <source>Local data</source>
        <translation>本地数据</translation>
    </message>
    <message>
        <source>Keyring</source>
        <translation>密钥环</translation>
    </message>
    <message>
        <source>The account %1 was deleted. Everything of it on this device is removed.</source>
        <translation>账号 %1 已被删除。此设备上属于它的全部内容都已移除。</translation>
    </message>
    <message>
        <source>These messages were not sent and are lost:</source>
        <translation>以下消息没有发出，已经丢失：</translation>
    </message>
    <message>
        <source>(files)</source>
        <translation>（文件）</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>还有 %Ln 条</numerusform>
        </translation>
    </message>
    <message>
        <source>Account deleted</source>
        <translation>账号已删除</translation>
    </message>
    <message>
        <source>Server on this computer</source>
        <translation>本机服务器</translation>
    </message>
</context>
<context>
    <name>tidemark::MediaDialog</name>
    <message>
        <source>Photos</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Media and files</source>
        <translation>图片和文件</translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <comment>a photo or file, a person</comment>
        <translation>%1，来自%2</translation>
    </message>
    <message>
        <source>No photos yet.</source>
        <translation>还没有图片。</translation>
    </message>
    <message>
        <source>No files yet.</source>
        <translation>还没有文件。</translation>
    </message>
    <message>
        <source>Keep downloaded files of this conversation</source>
        <translation>保留此会话已下载的文件</translation>
    </message>
    <message>
        <source>They are kept even when downloaded files exceed the size chosen in the settings.</source>
        <translation>即使已下载的文件超出设置的空间，它们也会保留。</translation>
    </message>
</context>
<context>
    <name>tidemark::MemberMenu</name>
    <message>
        <source>Make moderator</source>
        <translation>设为管理员</translation>
    </message>
    <message>
        <source>Make owner</source>
        <translation>设为群主</translation>
    </message>
    <message>
        <source>Make regular member</source>
        <translation>设为普通成员</translation>
    </message>
    <message>
        <source>Remove from the group…</source>
        <translation>移出群组…</translation>
    </message>
    <message>
        <source>Ban from the group…</source>
        <translation>移出并禁止加入…</translation>
    </message>
</context>
<context>
    <name>tidemark::MembershipDialogs</name>
    <message>
        <source>New conversation</source>
        <translation>发起会话</translation>
    </message>
    <message>
        <source>Join a conversation</source>
        <translation>加入会话</translation>
    </message>
    <message>
        <source>Conversation number</source>
        <translation>会话编号</translation>
    </message>
    <message>
        <source>Join</source>
        <translation>加入</translation>
    </message>
    <message>
        <source>New channel</source>
        <translation>新建频道</translation>
    </message>
    <message>
        <source>Title. Anyone can find and follow the channel; only you can write in it</source>
        <translation>名称。任何人都可以找到并关注此频道，只有你可以发言</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>改名</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Add members</source>
        <translation>添加成员</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Leave “%1”?</source>
        <translation>退出“%1”？</translation>
    </message>
    <message>
        <source>You will get no more messages from this conversation.</source>
        <translation>你将不再收到其中的消息。</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>退出会话</translation>
    </message>
    <message>
        <source>Username</source>
        <translation>用户名</translation>
    </message>
    <message>
        <source>Start chat</source>
        <translation>开始聊天</translation>
    </message>
    <message>
        <source>Usernames, separated by commas</source>
        <translation>用户名，用逗号分隔</translation>
    </message>
    <message>
        <source>Leave “%1” and delete it?</source>
        <translation>退出“%1”并删除它？</translation>
    </message>
    <message>
        <source>You will get no more messages from this conversation. Its messages are removed from all your devices. The other members keep theirs.</source>
        <translation>你将不再收到此会话的消息。其中的消息会从你的所有设备上移除，其他成员保留各自的消息。</translation>
    </message>
    <message>
        <source>Leave and delete</source>
        <translation>退出并删除</translation>
    </message>
    <message>
        <source>Delete the chat with “%1”?</source>
        <translation>删除与“%1”的聊天？</translation>
    </message>
    <message>
        <source>Its messages are removed from all your devices. The other side keeps them. The chat comes back with the next message.</source>
        <translation>其中的消息会从你的所有设备上移除，对方保留这些消息。收到下一条消息时，此聊天会重新出现。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Clear the history of “%1”?</source>
        <translation>清空“%1”的记录？</translation>
    </message>
    <message>
        <source>The messages so far are removed from all your devices. Others keep theirs.</source>
        <translation>到目前为止的消息会从你的所有设备上移除，其他人保留各自的消息。</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>Asked to join</source>
        <translation>已发出邀请</translation>
    </message>
    <message>
        <source>These people become members when they accept: %1.</source>
        <translation>对方接受后即成为成员：%1。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>Delete this message for you?</source>
        <translation>仅为你自己删除这条消息？</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln messages for you?</source>
        <translation>
            <numerusform>仅为你自己删除 %Ln 条消息？</numerusform>
        </translation>
    </message>
    <message>
        <source>It is removed from all your devices for good. Others keep it.</source>
        <translation>它将从你的所有设备上永久移除。其他人仍会保留。</translation>
    </message>
    <message>
        <source>They are removed from all your devices for good. Others keep them.</source>
        <translation>它们将从你的所有设备上永久移除。其他人仍会保留。</translation>
    </message>
</context>
<context>
    <name>tidemark::Memberships</name>
    <message>
        <source>Could not change the setting</source>
        <translation>设置未能更改</translation>
    </message>
    <message>
        <source>Could not leave</source>
        <translation>未能退出</translation>
    </message>
    <message>
        <source>Could not ban %1</source>
        <translation>未能禁止“%1”加入</translation>
    </message>
    <message>
        <source>Could not remove %1</source>
        <translation>未能移出“%1”</translation>
    </message>
    <message>
        <source>Could not change the role of %1</source>
        <translation>未能更改“%1”的身份</translation>
    </message>
    <message>
        <source>Could not unfollow</source>
        <translation>未能取消关注</translation>
    </message>
    <message>
        <source>Could not open your notes</source>
        <translation>未能打开你的笔记</translation>
    </message>
    <message>
        <source>Could not clear the history on your other devices</source>
        <translation>未能清除其他设备上的记录</translation>
    </message>
    <message>
        <source>Could not delete the messages</source>
        <translation>消息未删除</translation>
    </message>
    <message>
        <source>Archived %1</source>
        <translation>已归档 %1</translation>
    </message>
    <message>
        <source>Unarchived %1</source>
        <translation>已将 %1 移出归档</translation>
    </message>
    <message>
        <source>Could not start the chat</source>
        <translation>未能开始聊天</translation>
    </message>
</context>
<context>
    <name>tidemark::MentionButton</name>
    <message>
        <source>Go to the next mention of you</source>
        <translation>跳到下一条提及你的消息</translation>
    </message>
</context>
<context>
    <name>tidemark::MentionCompleter</name>
    <message>
        <source>People to mention</source>
        <translation>可提及的人</translation>
    </message>
    <message>
        <source>%1 – everyone here</source>
        <translation>%1 – 所有人</translation>
    </message>
    <message>
        <source>%1, %L2 of %L3. Enter inserts the name.</source>
        <translation>%1，第 %L2 项，共 %L3 项。按 Enter 插入名字。</translation>
    </message>
</context>
<context>
    <name>tidemark::MentionRemark</name>
    <message>
        <source>No member is named “%1”. Nobody will be notified of it.</source>
        <translation>没有名为“%1”的成员，不会有人收到提醒。</translation>
    </message>
</context>
<context>
    <name>tidemark::MessageActions</name>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Copy link to message</source>
        <translation>复制消息链接</translation>
    </message>
    <message>
        <source>Forward…</source>
        <translation>转发…</translation>
    </message>
    <message numerus="yes">
        <source>Forward %Ln messages…</source>
        <translation>
            <numerusform>转发 %Ln 条消息…</numerusform>
        </translation>
    </message>
    <message>
        <source>not allowed here</source>
        <translation>此处禁止</translation>
    </message>
    <message>
        <source>at most %L1</source>
        <translation>最多 %L1 条</translation>
    </message>
    <message>
        <source>Delete for you…</source>
        <translation>仅为我删除…</translation>
    </message>
    <message numerus="yes">
        <source>Delete %Ln messages for you…</source>
        <translation>
            <numerusform>仅为我删除 %Ln 条消息…</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete this message for everyone?</source>
        <translation>为所有人删除这条消息？</translation>
    </message>
    <message>
        <source>Its text and files are removed on all devices. Others see that you deleted a message.</source>
        <translation>文字和文件会从所有设备上移除。其他人会看到你删除了一条消息。</translation>
    </message>
    <message>
        <source>Delete for everyone</source>
        <translation>为所有人删除</translation>
    </message>
    <message>
        <source>About %1</source>
        <translation>关于“%1”</translation>
    </message>
</context>
<context>
    <name>tidemark::MessageMenu</name>
    <message>
        <source>Reply</source>
        <translation>回复</translation>
    </message>
    <message numerus="yes">
        <source>Copy %Ln messages</source>
        <translation>
            <numerusform>复制 %Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear selection</source>
        <translation>清除选择</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>重新发送</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Copy selected text</source>
        <translation>复制选中的文字</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>复制文字</translation>
    </message>
    <message>
        <source>Select</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>复制链接</translation>
    </message>
    <message>
        <source>Read by…</source>
        <translation>已读成员…</translation>
    </message>
    <message>
        <source>Mark as unread from here</source>
        <translation>从这里起标为未读</translation>
    </message>
    <message>
        <source>Delete for everyone…</source>
        <translation>为所有人删除…</translation>
    </message>
</context>
<context>
    <name>tidemark::NewGroupPrompt</name>
    <message>
        <source>New group</source>
        <translation>新建群组</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Members, separated by commas</source>
        <translation>成员，用逗号分隔</translation>
    </message>
    <message>
        <source>Anna, Bo, 张伟</source>
        <translation>张伟，Anna，Bo</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>New members can see earlier messages</source>
        <translation>新成员可以看到之前的消息</translation>
    </message>
    <message>
        <source>Anyone with the group’s number can join</source>
        <translation>有群组编号的人都可以加入</translation>
    </message>
</context>
<context>
    <name>tidemark::NotificationService</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Reply</source>
        <translation>回复</translation>
    </message>
    <message>
        <source>Mark as read</source>
        <translation>标为已读</translation>
    </message>
</context>
<context>
    <name>tidemark::OpenConversation</name>
    <message>
        <source>This message cannot be shown now</source>
        <translation>现在无法显示该消息</translation>
    </message>
</context>
<context>
    <name>tidemark::PasswordPrompt</name>
    <message>
        <source>Change password</source>
        <translation>更改密码</translation>
    </message>
    <message>
        <source>Old password</source>
        <translation>旧密码</translation>
    </message>
    <message>
        <source>New password</source>
        <translation>新密码</translation>
    </message>
    <message>
        <source>Repeat the new password</source>
        <translation>再次输入新密码</translation>
    </message>
    <message>
        <source>Sign out of my other devices</source>
        <translation>让我的其他设备退出登录</translation>
    </message>
    <message>
        <source>The two new passwords differ. Enter the same one twice.</source>
        <translation>两次输入的新密码不一致。请重新输入。</translation>
    </message>
    <message>
        <source>There is no connection. Your entries stay here until you are connected.</source>
        <translation>没有连接。恢复连接之前，你输入的内容会留在这里。</translation>
    </message>
    <message>
        <source>The server did not answer, so the password may have changed already. Try again when you are connected; if the old password is wrong then, the new one is valid.</source>
        <translation>没有收到回应：密码可能已经更改。请在恢复连接后重试；如果那时旧密码不正确，则新密码已生效。</translation>
    </message>
</context>
<context>
    <name>tidemark::PauseMenu</name>
    <message>
        <source>Resume notifications</source>
        <translation>恢复通知</translation>
    </message>
    <message>
        <source>For 1 hour</source>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>Until tomorrow</source>
        <translation>直到明天</translation>
    </message>
    <message>
        <source>Notifications paused %1</source>
        <comment>until a time</comment>
        <translation>通知已暂停，%1</translation>
    </message>
    <message>
        <source>Pause notifications</source>
        <translation>暂停通知</translation>
    </message>
</context>
<context>
    <name>tidemark::PeopleField</name>
    <message>
        <source>People you know</source>
        <translation>你认识的人</translation>
    </message>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>No match here. Type the full username to find someone new.</source>
        <translation>没有匹配的人。要找新的人，请输入完整的用户名。</translation>
    </message>
</context>
<context>
    <name>tidemark::PersonCard</name>
    <message>
        <source>About %1</source>
        <translation>关于“%1”</translation>
    </message>
    <message>
        <source>Groups in common</source>
        <translation>共同的群组</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>发消息</translation>
    </message>
    <message>
        <source>Mention</source>
        <translation>提及</translation>
    </message>
    <message>
        <source>Ignore…</source>
        <translation>忽略…</translation>
    </message>
    <message>
        <source>Manage…</source>
        <translation>管理…</translation>
    </message>
    <message>
        <source>You have blocked this person</source>
        <translation>你已屏蔽此人</translation>
    </message>
    <message>
        <source>You ignore this person</source>
        <translation>你已忽略此人</translation>
    </message>
</context>
<context>
    <name>tidemark::PictureViewer</name>
    <message>
        <source>Previous photo</source>
        <translation>上一张图片</translation>
    </message>
    <message>
        <source>Next photo</source>
        <translation>下一张图片</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1, from %2</source>
        <comment>a photo with its size, a person</comment>
        <translation>%1，来自%2</translation>
    </message>
</context>
<context>
    <name>tidemark::PinBoard</name>
    <message>
        <source>Could not change the pinned messages</source>
        <translation>无法更改置顶消息</translation>
    </message>
</context>
<context>
    <name>tidemark::PinnedBar</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>All pinned messages</source>
        <translation>全部置顶消息</translation>
    </message>
    <message>
        <source>Go to this pinned message</source>
        <translation>转到这条置顶消息</translation>
    </message>
    <message>
        <source>Pinned message</source>
        <translation>置顶消息</translation>
    </message>
    <message>
        <source>Pinned message %L1 of %L2</source>
        <translation>置顶消息 %L1/%L2</translation>
    </message>
    <message>
        <source>This message is not on this device yet</source>
        <translation>这条消息还不在此设备上</translation>
    </message>
    <message>
        <source>A message from someone you ignore</source>
        <translation>来自你忽略的人的消息</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
</context>
<context>
    <name>tidemark::PlainList</name>
    <message>
        <source>, </source>
        <comment>between what a screen reader speaks</comment>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>tidemark::Profile</name>
    <message>
        <source>The folder %1 cannot be written. Check its permissions, or use another profile.</source>
        <translation>无法写入文件夹 %1。请检查其权限，或改用其他配置。</translation>
    </message>
</context>
<context>
    <name>tidemark::Prompt</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>tidemark::QuickSwitchModel</name>
    <message>
        <source>Start a chat with %1</source>
        <translation>与 %1 开始聊天</translation>
    </message>
    <message>
        <source>Search messages for “%1”</source>
        <translation>搜索含“%1”的消息</translation>
    </message>
</context>
<context>
    <name>tidemark::QuickSwitcher</name>
    <message>
        <source>Switch to a conversation</source>
        <translation>切换会话</translation>
    </message>
    <message>
        <source>Matching conversations</source>
        <translation>匹配的会话</translation>
    </message>
    <message>
        <source>No conversations yet</source>
        <translation>还没有会话</translation>
    </message>
    <message>
        <source>Switch to, or search for…</source>
        <translation>切换到，或搜索…</translation>
    </message>
</context>
<context>
    <name>tidemark::ReactionActions</name>
    <message>
        <source>React</source>
        <translation>回应</translation>
    </message>
    <message>
        <source>Another emoji…</source>
        <translation>其他表情…</translation>
    </message>
    <message>
        <source>Who has reacted…</source>
        <translation>谁回应了…</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <comment>the name of an emoji</comment>
        <translation>收回“%1”</translation>
    </message>
    <message>
        <source>React with %1</source>
        <comment>the name of an emoji</comment>
        <translation>用“%1”回应</translation>
    </message>
</context>
<context>
    <name>tidemark::ReactionButton</name>
    <message>
        <source>Go to the next unread reaction</source>
        <translation>前往下一个未读回应</translation>
    </message>
</context>
<context>
    <name>tidemark::ReactionWriter</name>
    <message>
        <source>Could not react</source>
        <translation>无法回应</translation>
    </message>
</context>
<context>
    <name>tidemark::ReactorsDialog</name>
    <message>
        <source>Reactions</source>
        <translation>回应</translation>
    </message>
</context>
<context>
    <name>tidemark::ReactorsPage</name>
    <message>
        <source>Reactions</source>
        <translation>回应</translation>
    </message>
    <message>
        <source>Unread reactions to your messages</source>
        <translation>对你的消息的未读回应</translation>
    </message>
    <message>
        <source>User %1</source>
        <translation>用户 %1</translation>
    </message>
    <message>
        <source>%1, to message #%2</source>
        <comment>the name of an emoji, a number</comment>
        <translation>%1，对消息 #%2</translation>
    </message>
    <message numerus="yes">
        <source>More than %Ln reactions</source>
        <translation>
            <numerusform>超过 %Ln 个回应</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln reactions</source>
        <translation>
            <numerusform>%Ln 个回应</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::ReadMarks</name>
    <message>
        <source>Could not mark as unread</source>
        <translation>未能标为未读</translation>
    </message>
</context>
<context>
    <name>tidemark::ReadersDialog</name>
    <message>
        <source>Read by</source>
        <translation>已读成员</translation>
    </message>
</context>
<context>
    <name>tidemark::ReadersPage</name>
    <message>
        <source>Has read it</source>
        <translation>已读</translation>
    </message>
    <message>
        <source>Read it %1 or earlier</source>
        <translation>%1 或之前已读</translation>
    </message>
    <message>
        <source>Read by</source>
        <translation>已读成员</translation>
    </message>
    <message>
        <source>People who hide read receipts aren’t listed.</source>
        <translation>隐藏已读回执的人不会列出。</translation>
    </message>
</context>
<context>
    <name>tidemark::ReadingPage</name>
    <message>
        <source>When a message counts as read</source>
        <translation>消息何时算作已读</translation>
    </message>
    <message>
        <source>On t&amp;his device</source>
        <translation>在本设备上(&amp;H)</translation>
    </message>
    <message>
        <source>You can choose a different rule for this device. A message read here is read on all devices.</source>
        <translation>可为本设备选择不同的规则。在此读过的消息在所有设备上均为已读。</translation>
    </message>
    <message>
        <source>You can choose differently for a conversation in its menu.</source>
        <translation>可在会话的菜单中为该会话单独设置。</translation>
    </message>
    <message>
        <source>Same as on all my devices</source>
        <translation>与我的所有设备相同</translation>
    </message>
    <message>
        <source>You are offline. You can change only the rule for this device.</source>
        <translation>你已离线，只能更改本设备的规则。</translation>
    </message>
    <message>
        <source>Send read rece&amp;ipts</source>
        <translation>发送已读回执(&amp;I)</translation>
    </message>
    <message>
        <source>Who may add me to groups</source>
        <translation>谁可以将我加入群组</translation>
    </message>
    <message>
        <source>Everyone else sends you an invitation, which appears above the list. Applies to all your devices.</source>
        <translation>其他人需要先征得你的同意，请求显示在列表的“邀请”中。此设置适用于你的所有设备。</translation>
    </message>
    <message>
        <source>Everybody</source>
        <translation>所有人</translation>
    </message>
    <message>
        <source>People I have written to</source>
        <translation>我给其发过消息的人</translation>
    </message>
    <message>
        <source>Nobody</source>
        <translation>任何人都不可以</translation>
    </message>
</context>
<context>
    <name>tidemark::ScheduleDialog</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>The server sends it even when Tidemark is not running.</source>
        <translation>由服务器发送，Tidemark 未运行时也会发送。</translation>
    </message>
</context>
<context>
    <name>tidemark::ScheduledDialog</name>
    <message>
        <source>Waiting for the connection</source>
        <translation>等待发送到服务器</translation>
    </message>
    <message>
        <source>Not sent: %1</source>
        <translation>未发送：%1</translation>
    </message>
    <message>
        <source>Not scheduled: %1</source>
        <translation>未定时：%1</translation>
    </message>
    <message>
        <source>Another device has changed it; your text is kept</source>
        <translation>另一台设备已更改；你的文字已保留</translation>
    </message>
    <message>
        <source>The server sends it</source>
        <translation>由服务器发送</translation>
    </message>
    <message>
        <source>Scheduled messages</source>
        <translation>定时消息</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Nothing is scheduled here. To send a message later, write it and right-click the send button.</source>
        <translation>这里没有定时消息。要稍后发送，请写好消息，然后右键点击发送按钮。</translation>
    </message>
    <message>
        <source>Only you see these, on all your devices.</source>
        <translation>只有你能看到，在你的所有设备上。</translation>
    </message>
    <message>
        <source>Change text and time…</source>
        <translation>更改文字和时间…</translation>
    </message>
    <message>
        <source>Send now</source>
        <translation>立即发送</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Cancel sending</source>
        <translation>取消发送</translation>
    </message>
    <message>
        <source>Use my text</source>
        <translation>使用我的文字</translation>
    </message>
    <message>
        <source>Discard my text</source>
        <translation>放弃我的文字</translation>
    </message>
    <message>
        <source>Change scheduled message</source>
        <translation>更改定时消息</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>&amp;Send on</source>
        <translation>发送时间(&amp;S)</translation>
    </message>
</context>
<context>
    <name>tidemark::ScheduledMessages</name>
    <message>
        <source>Could not change the scheduled message</source>
        <translation>定时消息未更改</translation>
    </message>
    <message>
        <source>Could not schedule the message</source>
        <translation>消息未定时</translation>
    </message>
    <message>
        <source>Could not set the reminder</source>
        <translation>提醒未设置</translation>
    </message>
</context>
<context>
    <name>tidemark::SearchField</name>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
</context>
<context>
    <name>tidemark::SearchPanel</name>
    <message>
        <source>Search messages</source>
        <translation>搜索消息</translation>
    </message>
    <message>
        <source>Messages found</source>
        <translation>找到的消息</translation>
    </message>
    <message>
        <source>Close the search</source>
        <translation>关闭搜索</translation>
    </message>
    <message>
        <source>Close the search (Esc)</source>
        <translation>关闭搜索 (Esc)</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>全部会话</translation>
    </message>
    <message>
        <source>In %1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>Type words from a message, in any language.
The newest messages come first.</source>
        <translation>输入消息中的字词，任何文字均可。
最新的消息排在最前。</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
    <message>
        <source>Mentions</source>
        <translation>提及</translation>
    </message>
    <message>
        <source>Replies</source>
        <translation>回复</translation>
    </message>
    <message>
        <source>Only unread</source>
        <translation>仅未读</translation>
    </message>
    <message>
        <source>Close the list</source>
        <translation>关闭列表</translation>
    </message>
    <message>
        <source>Close the list (Esc)</source>
        <translation>关闭列表 (Esc)</translation>
    </message>
    <message>
        <source>You have no unread mentions or replies.</source>
        <translation>没有提到你或回复你的未读消息。</translation>
    </message>
    <message>
        <source>Show in the conversation</source>
        <translation>在会话中显示</translation>
    </message>
    <message>
        <source>Mark as read up to here</source>
        <translation>标记到此处为已读</translation>
    </message>
    <message>
        <source>Reactions</source>
        <translation>回应</translation>
    </message>
    <message>
        <source>Messages that mention you with @ or reply to you are listed here, and those of yours to which others reacted.</source>
        <translation>别人用 @ 提到你或回复你的消息，以及别人回应过的你的消息，会列在这里。</translation>
    </message>
    <message>
        <source>About you</source>
        <translation>与你有关</translation>
    </message>
</context>
<context>
    <name>tidemark::SearchResultsModel</name>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>unread</source>
        <translation>未读</translation>
    </message>
    <message>
        <source>reactions: %1</source>
        <translation>回应：%1</translation>
    </message>
</context>
<context>
    <name>tidemark::SelectionController</name>
    <message>
        <source>Text copied</source>
        <translation>已复制文字</translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages copied</source>
        <translation>
            <numerusform>已复制 %Ln 条消息</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::SendLater</name>
    <message>
        <source>Choose date and time…</source>
        <translation>选择日期和时间…</translation>
    </message>
    <message>
        <source>Choose date and time</source>
        <translation>选择日期和时间</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Remind me</source>
        <translation>提醒我</translation>
    </message>
    <message>
        <source>&amp;Send on</source>
        <translation>发送时间(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Remind me on</source>
        <translation>提醒时间(&amp;R)</translation>
    </message>
</context>
<context>
    <name>tidemark::ServerChoice</name>
    <message>
        <source>No server? &amp;Use this computer</source>
        <translation>没有服务器？使用本机(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Use the address of a server</source>
        <translation>使用服务器地址(&amp;U)</translation>
    </message>
    <message>
        <source>chat.example.org</source>
        <translation>chat.example.org</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>Server on this computer</source>
        <translation>本机服务器</translation>
    </message>
    <message>
        <source>Your account and messages stay on this computer. Nobody else sees them. The server runs while Tidemark runs.</source>
        <translation>你的账号和消息都保存在本机，其他人看不到。服务器随 Tidemark 一起运行。</translation>
    </message>
</context>
<context>
    <name>tidemark::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>写消息</translation>
    </message>
    <message>
        <source>Reading and privacy</source>
        <translation>阅读与隐私</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>桌面</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Badges</source>
        <translation>角标</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>存储</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>Sections of the settings</source>
        <translation>设置的各个部分</translation>
    </message>
    <message>
        <source>No setting contains “%1”.</source>
        <translation>没有包含“%1”的设置。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Account</source>
        <translation>账号</translation>
    </message>
    <message>
        <source>sync, status, sign out, last seen</source>
        <comment>words to find it by</comment>
        <translation>同步，状态，退出登录，上次连接</translation>
    </message>
    <message>
        <source>size, folder, pictures, files, downloads, history, export, search index, check, repair</source>
        <comment>words to find it by</comment>
        <translation>大小，文件夹，图片，文件，下载，历史记录，导出，搜索索引，检查，修复</translation>
    </message>
    <message>
        <source>Ignored people</source>
        <translation>已忽略的人</translation>
    </message>
    <message>
        <source>block, unblock, ignore, stop ignoring, mute a person</source>
        <comment>words to find it by</comment>
        <translation>屏蔽，取消屏蔽，忽略，停止忽略，免打扰某人</translation>
    </message>
</context>
<context>
    <name>tidemark::SidePane</name>
    <message>
        <source>Filter the list</source>
        <translation>筛选列表</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>发起会话</translation>
    </message>
    <message>
        <source>New conversation…</source>
        <translation>发起会话…</translation>
    </message>
    <message>
        <source>New group…</source>
        <translation>新建群组…</translation>
    </message>
    <message>
        <source>Join by number…</source>
        <translation>按编号加入…</translation>
    </message>
    <message>
        <source>Mark everything as read</source>
        <translation>全部标为已读</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
    <message>
        <source>Reading and privacy…</source>
        <translation>阅读与隐私…</translation>
    </message>
    <message>
        <source>Search messages</source>
        <translation>搜索消息</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>About Tidemark</source>
        <translation>关于 Tidemark</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>退出登录</translation>
    </message>
    <message>
        <source>Account %1</source>
        <translation>账号 %1</translation>
    </message>
    <message>
        <source>Not signed in</source>
        <translation>未登录</translation>
    </message>
    <message>
        <source>Signed in as %1</source>
        <translation>已登录：%1</translation>
    </message>
    <message>
        <source>What’s new</source>
        <translation>新动态</translation>
    </message>
    <message>
        <source>Account %1, something is new</source>
        <translation>账号 %1，有新动态</translation>
    </message>
    <message>
        <source>New channel…</source>
        <translation>新建频道…</translation>
    </message>
    <message>
        <source>Find channels…</source>
        <translation>查找频道…</translation>
    </message>
    <message>
        <source>Device sync status</source>
        <translation>设备同步状态</translation>
    </message>
    <message>
        <source>About you</source>
        <translation>与你有关</translation>
    </message>
    <message>
        <source>Notes to self</source>
        <translation>给自己的笔记</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>新建文件夹…</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
</context>
<context>
    <name>tidemark::SignInDialog</name>
    <message>
        <source>Sign in to Tidemark</source>
        <translation>登录 Tidemark</translation>
    </message>
    <message>
        <source>Tidemark</source>
        <translation>Tidemark</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Create a new account</source>
        <translation>创建新账号</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Create account</source>
        <translation>创建账号</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>“%1” is not encrypted: anyone on the network could read your password. Use an address that begins with wss://, except for a server on this computer.</source>
        <translation>“%1”未加密：网络中的任何人都可能读到你的密码。除本机上的服务器外，请使用以 wss:// 开头的地址。</translation>
    </message>
    <message>
        <source>“%1” is not a server address. Enter one like chat.example.org or ws://localhost:7000.</source>
        <translation>“%1”不是服务器地址。请输入形如 chat.example.org 或 ws://localhost:7000 的地址。</translation>
    </message>
    <message>
        <source>Username</source>
        <translation>用户名</translation>
    </message>
    <message>
        <source>Starting the server on this computer…</source>
        <translation>正在启动本机服务器…</translation>
    </message>
    <message>
        <source>Keep the server running after I quit</source>
        <translation>退出后让服务器继续运行</translation>
    </message>
</context>
<context>
    <name>tidemark::SignInFlow</name>
    <message>
        <source>The server cannot be reached. Check its address and your connection.</source>
        <translation>无法连接服务器。请检查其地址和你的网络连接。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages of %1 have not been sent</source>
        <translation>
            <numerusform>%1 有 %Ln 条消息尚未发送</numerusform>
        </translation>
    </message>
    <message>
        <source>Signing in as %1 deletes unsent messages.</source>
        <translation>以 %1 登录会删除未发送的消息。</translation>
    </message>
    <message>
        <source>Sign in and delete</source>
        <translation>登录并删除</translation>
    </message>
    <message numerus="yes">
        <source>Too many attempts. Try again in %Ln s.</source>
        <translation>
            <numerusform>尝试次数过多。请在 %Ln 秒后再试。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::StoragePage</name>
    <message>
        <source>&amp;Export a conversation…</source>
        <translation>导出会话(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Rebuild the search index</source>
        <translation>重建搜索索引(&amp;R)</translation>
    </message>
    <message>
        <source>Use this if search misses messages. You can keep working.</source>
        <translation>搜索找不到已有消息时使用。期间你可以继续操作。</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>在这台电脑上</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Database: %1</source>
        <translation>数据库：%1</translation>
    </message>
    <message>
        <source>Reading all data…</source>
        <translation>正在读取全部数据…</translation>
    </message>
    <message>
        <source>Removing the old index…</source>
        <translation>正在移除旧索引…</translation>
    </message>
    <message>
        <source>Check and re&amp;pair</source>
        <translation>检查并修复(&amp;P)</translation>
    </message>
    <message>
        <source>Open &amp;folder</source>
        <translation>打开文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Keep &amp;all messages on this computer</source>
        <translation>在本机保留全部消息(&amp;A)</translation>
    </message>
    <message>
        <source>Older messages are downloaded in the background, so that you can read and search them offline. Otherwise they are downloaded when you scroll to them. Unread counts are correct either way.</source>
        <translation>较早的消息会在后台下载，这样离线时也能阅读和搜索。否则在滚动到它们时才下载。无论哪种情况，未读数都是准确的。</translation>
    </message>
    <message>
        <source>Saves this device’s copy of a conversation as text or JSON.</source>
        <translation>将会话在本设备上的内容另存为文本或 JSON。</translation>
    </message>
    <message>
        <source>Checks all data on this computer, counts again and corrects errors.</source>
        <translation>检查这台电脑上的全部数据，重新计数并改正错误。</translation>
    </message>
    <message>
        <source>Contains all data of this profile.</source>
        <translation>保存此配置的全部数据。</translation>
    </message>
    <message>
        <source>Opens the folder in your file manager.</source>
        <translation>在文件管理器中打开该文件夹。</translation>
    </message>
    <message>
        <source>Larger ones are downloaded when you click on them.</source>
        <translation>更大的文件在点击时下载。</translation>
    </message>
    <message>
        <source>Only when I click</source>
        <translation>只在点击时下载</translation>
    </message>
    <message>
        <source>Up to %1</source>
        <translation>不超过 %1</translation>
    </message>
    <message>
        <source>Files that were not shown for the longest time are removed first. They can be downloaded again.</source>
        <translation>最久没有显示的文件最先被移除，之后可以重新下载。</translation>
    </message>
    <message>
        <source>D&amp;ownload pictures and files</source>
        <translation>下载图片和文件(&amp;O)</translation>
    </message>
    <message>
        <source>Si&amp;ze of all downloaded files</source>
        <translation>所有下载文件的大小(&amp;Z)</translation>
    </message>
</context>
<context>
    <name>tidemark::SwitchDelegate</name>
    <message>
        <source>New chat</source>
        <translation>新聊天</translation>
    </message>
</context>
<context>
    <name>tidemark::TimelineModel</name>
    <message>
        <source>%1: %2</source>
        <comment>who says what</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>已编辑</translation>
    </message>
    <message>
        <source>change not sent yet</source>
        <translation>更改尚未发送</translation>
    </message>
    <message>
        <source>not sent yet</source>
        <translation>尚未发送</translation>
    </message>
    <message>
        <source>not sent, %1</source>
        <translation>未发送，%1</translation>
    </message>
    <message>
        <source>delivered</source>
        <translation>已送达</translation>
    </message>
    <message>
        <source>read</source>
        <translation>已读</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between what a screen reader speaks</comment>
        <translation>，</translation>
    </message>
</context>
<context>
    <name>tidemark::TimelineOverlays</name>
    <message numerus="yes">
        <source> and %Ln more</source>
        <comment>links</comment>
        <translation>
            <numerusform> 及另外 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages selected</source>
        <translation>
            <numerusform>已选择 %Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to copy</source>
        <translation>按 %1 复制</translation>
    </message>
</context>
<context>
    <name>tidemark::TimelineView</name>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>%1, edited since</source>
        <translation>%1，之后有编辑</translation>
    </message>
    <message>
        <source>Sent %1
Edited %2</source>
        <translation>发送于 %1
编辑于 %2</translation>
    </message>
    <message>
        <source>%1, file %L2 of %L3</source>
        <comment>a file, its state, its place in the message</comment>
        <translation>%1，第 %L2 个文件，共 %L3 个</translation>
    </message>
</context>
<context>
    <name>tidemark::TokenVault</name>
    <message>
        <source>The desktop’s keyring does not provide this device’s sign-in token: %1. You can read what is on this device; your messages are sent when the keyring opens. Or sign out and sign in again.</source>
        <translation>桌面的密钥环没有提供此设备的登录令牌：%1。你可以阅读本设备上的内容；你写的消息会在密钥环打开后发送。你也可以退出后重新登录。</translation>
    </message>
    <message>
        <source>this session has no keyring</source>
        <translation>此会话中没有密钥环</translation>
    </message>
    <message>
        <source>its entry is not a token</source>
        <translation>其中保存的不是令牌</translation>
    </message>
</context>
<context>
    <name>tidemark::TrayIcon</name>
    <message>
        <source>&amp;Open Tidemark</source>
        <translation>打开 Tidemark(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
</context>
<context>
    <name>tidemark::UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo (Ctrl+Z)</source>
        <translation>撤销 (Ctrl+Z)</translation>
    </message>
    <message>
        <source>%L1 of %L2 synced</source>
        <translation>已同步 %L1 / %L2</translation>
    </message>
</context>
<context>
    <name>tidemark::UnseenBar</name>
    <message>
        <source>Go to the first</source>
        <translation>转到第一条</translation>
    </message>
    <message>
        <source>Go to the first message that you have not seen</source>
        <translation>转到你还没看过的第一条消息</translation>
    </message>
    <message>
        <source>Mark as read</source>
        <translation>标为已读</translation>
    </message>
    <message>
        <source>Mark the whole conversation as read, also what you have not seen</source>
        <translation>将整个会话标为已读，包括你还没看过的消息</translation>
    </message>
    <message numerus="yes">
        <source>%Ln unread messages. You have not seen all of them.</source>
        <translation>
            <numerusform>%Ln 条未读消息，其中有些你还没看过。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln unread messages. You have not seen all of them.</source>
        <translation>
            <numerusform>至少 %Ln 条未读消息，其中有些你还没看过。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tidemark::WebSocketTransport</name>
    <message>
        <source>The server does not answer.</source>
        <translation>服务器没有响应。</translation>
    </message>
    <message>
        <source>The server accepts no more data.</source>
        <translation>服务器不再接收数据。</translation>
    </message>
    <message>
        <source>The address does not begin with wss://.</source>
        <translation>地址不是以 wss:// 开头。</translation>
    </message>
    <message>
        <source>The server’s certificate is not the one that was trusted.</source>
        <translation>服务器的证书不是受信任的那一份。</translation>
    </message>
</context>
<context>
    <name>tidemark::WhyDialog</name>
    <message>
        <source>Why is this unread? – %1</source>
        <translation>为什么未读？– %1</translation>
    </message>
    <message>
        <source>Messages that count</source>
        <translation>计入的消息</translation>
    </message>
    <message>
        <source>Count again and repair</source>
        <translation>重新计数并修复</translation>
    </message>
</context>
<context>
    <name>tidemark::WindowDialogs</name>
    <message>
        <source>No announcements yet.</source>
        <translation>还没有公告。</translation>
    </message>
    <message>
        <source>Server announcements will appear under “Announcements” in the list.</source>
        <translation>服务器公告会显示在列表的“公告”中。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln conversations</source>
        <translation>
            <numerusform>%Ln 个会话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mark %Ln messages in %1 as read?</source>
        <translation>
            <numerusform>将%1中的 %Ln 条消息标为已读？</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mark at least %Ln messages in %1 as read?</source>
        <translation>
            <numerusform>将%1中的至少 %Ln 条消息标为已读？</numerusform>
        </translation>
    </message>
    <message>
        <source>Muted and archived conversations are marked too. You can undo this for a few seconds.</source>
        <translation>免打扰和已归档的会话也会一并标记。几秒钟内可以撤销。</translation>
    </message>
    <message>
        <source>Mark as read</source>
        <translation>标为已读</translation>
    </message>
    <message numerus="yes">
        <source>%Ln messages have not been sent. They stay on this computer and are sent when you sign in again; signing in with another account deletes them.</source>
        <translation>
            <numerusform>有 %Ln 条消息尚未发送。它们会留在这台电脑上，在你重新登录后发出；以其他账号登录则会将其删除。</numerusform>
        </translation>
    </message>
    <message>
        <source>Sign out?</source>
        <translation>退出登录？</translation>
    </message>
    <message>
        <source>You need your password to sign in again. Your messages and drafts stay on this computer; signing in with another account deletes them.</source>
        <translation>重新登录时需要密码。你的消息和草稿会留在这台电脑上；以其他账号登录会将其删除。</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>退出登录</translation>
    </message>
    <message>
        <source>Delete the folder %1?</source>
        <translation>删除文件夹“%1”？</translation>
    </message>
    <message>
        <source>Its conversations stay.</source>
        <translation>其中的会话会保留。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>tidemark::lab::BandLegend</name>
    <message>
        <source>unread</source>
        <translation>未读</translation>
    </message>
    <message>
        <source>read</source>
        <translation>已读</translation>
    </message>
    <message>
        <source>not held</source>
        <translation>未持有</translation>
    </message>
    <message>
        <source>below the floor</source>
        <translation>低于下限</translation>
    </message>
    <message>
        <source>cursor</source>
        <translation>游标</translation>
    </message>
    <message>
        <source>confirmed</source>
        <translation>已确认</translation>
    </message>
</context>
<context>
    <name>tidemark::lab::CountersPanel</name>
    <message>
        <source>Way of the counters</source>
        <translation>计数器的方式</translation>
    </message>
    <message>
        <source>Numbers of Tidemark and of the counters</source>
        <translation>Tidemark 与计数器的数字</translation>
    </message>
    <message>
        <source>&amp;Compare with:</source>
        <translation>对照方式(&amp;C)：</translation>
    </message>
</context>
<context>
    <name>tidemark::lab::DeviceCard</name>
    <message>
        <source>read to %1</source>
        <translation>读到 %1</translation>
    </message>
    <message>
        <source>open, %1</source>
        <translation>打开，%1</translation>
    </message>
</context>
<context>
    <name>tidemark::lab::EventList</name>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
</context>
<context>
    <name>tidemark::lab::HandMenus</name>
    <message>
        <source>Device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>Link of %1</source>
        <translation>%1 的链路</translation>
    </message>
    <message>
        <source>All links</source>
        <translation>全部链路</translation>
    </message>
    <message>
        <source>Database</source>
        <translation>数据库</translation>
    </message>
</context>
<context>
    <name>tidemark::lab::LabWindow</name>
    <message>
        <source>Tidemark laboratory</source>
        <translation>Tidemark 实验室</translation>
    </message>
    <message>
        <source>World</source>
        <translation>世界</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Log &amp;of</source>
        <translation>日志(&amp;O)</translation>
    </message>
    <message>
        <source>Logs</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>The scenario cannot be played.</source>
        <translation>无法播放此场景。</translation>
    </message>
    <message>
        <source>The scenario cannot be opened.</source>
        <translation>无法打开此场景。</translation>
    </message>
    <message>
        <source>%1 – Tidemark laboratory</source>
        <translation>%1 – Tidemark 实验室</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>at rest</source>
        <translation>已静止</translation>
    </message>
    <message>
        <source>This cannot be done now.</source>
        <translation>现在不能这样做。</translation>
    </message>
    <message>
        <source>&amp;Do</source>
        <translation>操作(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Choose a scenario…</source>
        <translation>选择场景(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Open a file…</source>
        <translation>打开文件(&amp;O)…</translation>
    </message>
    <message>
        <source>Play at &amp;random…</source>
        <translation>随机播放(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Save the scenario…</source>
        <translation>保存场景(&amp;S)…</translation>
    </message>
    <message>
        <source>Save a c&amp;hart…</source>
        <translation>保存时序图(&amp;H)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Play</source>
        <translation>播放(&amp;P)</translation>
    </message>
    <message>
        <source>To the be&amp;ginning</source>
        <translation>回到开头(&amp;G)</translation>
    </message>
    <message>
        <source>One event &amp;back</source>
        <translation>后退一步(&amp;B)</translation>
    </message>
    <message>
        <source>One event &amp;forward</source>
        <translation>前进一步(&amp;F)</translation>
    </message>
    <message>
        <source>To the &amp;end</source>
        <translation>到结尾(&amp;E)</translation>
    </message>
    <message>
        <source>End all f&amp;aults</source>
        <translation>结束全部故障(&amp;A)</translation>
    </message>
    <message>
        <source>Mend everything two seconds from now, and let the world come to rest</source>
        <translation>两秒后修复一切，让世界静止下来</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Like the desktop</source>
        <translation>跟随桌面(&amp;L)</translation>
    </message>
    <message>
        <source>L&amp;ight</source>
        <translation>浅色(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>L&amp;anguage</source>
        <translation>语言(&amp;A)</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>慢</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Fast</source>
        <translation>快</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>最快</translation>
    </message>
    <message>
        <source>Open a scenario</source>
        <translation>打开场景</translation>
    </message>
    <message>
        <source>Scenarios (*.scenario);;All files (*)</source>
        <translation>场景 (*.scenario);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Save the scenario</source>
        <translation>保存场景</translation>
    </message>
    <message>
        <source>Scenarios (*.scenario)</source>
        <translation>场景 (*.scenario)</translation>
    </message>
    <message>
        <source>Save a chart</source>
        <translation>保存时序图</translation>
    </message>
    <message>
        <source>Pictures (*.svg)</source>
        <translation>图片 (*.svg)</translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation>无法写入 %1。</translation>
    </message>
    <message>
        <source>Pause</source>
        <comment>button</comment>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Run</source>
        <comment>button</comment>
        <translation>运行</translation>
    </message>
    <message>
        <source>Beginning</source>
        <comment>button</comment>
        <translation>开头</translation>
    </message>
    <message>
        <source>Back</source>
        <comment>button</comment>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <comment>button</comment>
        <translation>前进</translation>
    </message>
    <message>
        <source>End</source>
        <comment>button</comment>
        <translation>结尾</translation>
    </message>
    <message>
        <source>End faults</source>
        <comment>button</comment>
        <translation>结束故障</translation>
    </message>
    <message>
        <source>All faults end, and the world goes on until everything rests</source>
        <translation>所有故障结束，然后继续直到一切静止</translation>
    </message>
</context>
<context>
    <name>tidemark::lab::LabWords</name>
    <message>
        <source>all faults end</source>
        <translation>所有故障结束</translation>
    </message>
    <message>
        <source>everything rests</source>
        <translation>一切静止</translation>
    </message>
    <message>
        <source>%1 → %2 sent: %3</source>
        <translation>%1 → %2 已发出：%3</translation>
    </message>
    <message>
        <source>%1 → %2 lost: %3</source>
        <translation>%1 → %2 丢失：%3</translation>
    </message>
    <message>
        <source>%1 → %2 arrived: %3</source>
        <translation>%1 → %2 已到达：%3</translation>
    </message>
    <message>
        <source>%1 → %2 lost on the way: %3</source>
        <translation>%1 → %2 途中丢失：%3</translation>
    </message>
    <message>
        <source>%1 shows %2</source>
        <translation>%1 显示 %2</translation>
    </message>
    <message>
        <source>Action: %1</source>
        <translation>操作：%1</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries after the cursor</source>
        <translation>
            <numerusform>游标之后 %Ln 条</numerusform>
        </translation>
    </message>
    <message>
        <source>own</source>
        <translation>条自己的</translation>
    </message>
    <message>
        <source>recalled</source>
        <translation>条已撤回</translation>
    </message>
    <message>
        <source>of ignored users</source>
        <translation>条来自已屏蔽的用户</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>条隐藏的</translation>
    </message>
    <message>
        <source>that never count</source>
        <translation>条从不计数的</translation>
    </message>
    <message numerus="yes">
        <source>%Ln unread</source>
        <translation>
            <numerusform>%Ln 条未读</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> (%Ln not held, counted by the server)</source>
        <translation>
            <numerusform>（%Ln 条未持有，由服务器统计）</numerusform>
        </translation>
    </message>
    <message>
        <source>off</source>
        <translation>已关机</translation>
    </message>
    <message>
        <source>signed out</source>
        <translation>已退出登录</translation>
    </message>
    <message>
        <source>link cut</source>
        <translation>链路断开</translation>
    </message>
    <message>
        <source>online</source>
        <translation>在线</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>没有连接</translation>
    </message>
    <message>
        <source>dead</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>cut from the others</source>
        <translation>与其他服务器隔绝</translation>
    </message>
    <message>
        <source>up</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <comment>a device, its user, its state</comment>
        <translation>%2 的 %1：%3</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a conversation, its number</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>total %1</source>
        <translation>总数 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln changes to send</source>
        <translation>
            <numerusform>%Ln 项更改待发送</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: read to %2, confirmed to %3, floor %4, newest entry %5; %6</source>
        <translation>%1：读到 %2，已确认到 %3，下限 %4，最新条目 %5；%6</translation>
    </message>
    <message>
        <source>Tidemark</source>
        <translation>Tidemark</translation>
    </message>
    <message>
        <source>Counters in two steps</source>
        <translation>分两步更新的计数器</translation>
    </message>
    <message>
        <source>Counters under a lock</source>
        <translation>加锁的计数器</translation>
    </message>
    <message>
        <source>Counters with optimistic locking</source>
        <translation>乐观锁计数器</translation>
    </message>
    <message>
        <source>Counters in one script</source>
        <translation>单脚本计数器</translation>
    </message>
    <message>
        <source>… %1, on the way to %2</source>
        <translation>… %1，正在变为 %2</translation>
    </message>
    <message>
        <source>✗ %1, should be %2</source>
        <translation>✗ %1，应为 %2</translation>
    </message>
</context>
<context>
    <name>tidemark::lab::LinkWords</name>
    <message>
        <source>%1 % lost</source>
        <translation>丢失 %1 %</translation>
    </message>
    <message>
        <source>%1 % doubled</source>
        <translation>重复 %1 %</translation>
    </message>
    <message>
        <source>%1 % may overtake</source>
        <translation>%1 % 可能超前</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
</context>
<context>
    <name>tidemark::lab::LogBand</name>
    <message>
        <source>Log of the conversation</source>
        <translation>会话的日志</translation>
    </message>
    <message>
        <source>Entry %1</source>
        <translation>条目 %1</translation>
    </message>
    <message>
        <source>held by the device</source>
        <translation>设备持有</translation>
    </message>
    <message>
        <source>not held by the device</source>
        <translation>设备未持有</translation>
    </message>
    <message>
        <source>below the floor</source>
        <translation>低于下限</translation>
    </message>
    <message>
        <source>read</source>
        <translation>已读</translation>
    </message>
    <message>
        <source>unread</source>
        <translation>未读</translation>
    </message>
    <message>
        <source>does not count</source>
        <translation>不计数</translation>
    </message>
</context>
<context>
    <name>tidemark::lab::NumbersModel</name>
    <message>
        <source>Tidemark</source>
        <translation>Tidemark</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>total</source>
        <translation>总数</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数字</translation>
    </message>
</context>
<context>
    <name>tidemark::lab::Offers</name>
    <message numerus="yes">
        <source>Send %Ln messages to %1</source>
        <translation>
            <numerusform>向 %1 发送 %Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Read everything in %1</source>
        <translation>读完 %1</translation>
    </message>
    <message>
        <source>Unmute %1</source>
        <translation>取消 %1 的免打扰</translation>
    </message>
    <message>
        <source>Mute %1</source>
        <translation>将 %1 设为免打扰</translation>
    </message>
    <message>
        <source>Leave %1</source>
        <translation>退出 %1</translation>
    </message>
    <message>
        <source>Read to</source>
        <translation>读到</translation>
    </message>
    <message>
        <source>Mark unread from</source>
        <translation>从此起标为未读</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>杀死</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>立即</translation>
    </message>
    <message>
        <source>Before it next stores something</source>
        <translation>下次存储之前</translation>
    </message>
    <message>
        <source>After it next stored something</source>
        <translation>下次存储之后</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>Lose the disk</source>
        <translation>丢失磁盘</translation>
    </message>
    <message>
        <source>Make a backup</source>
        <translation>制作备份</translation>
    </message>
    <message>
        <source>Put the backup back</source>
        <translation>还原备份</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>One day behind</source>
        <translation>慢一天</translation>
    </message>
    <message>
        <source>One hour behind</source>
        <translation>慢一小时</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>准确</translation>
    </message>
    <message>
        <source>One hour ahead</source>
        <translation>快一小时</translation>
    </message>
    <message>
        <source>One day ahead</source>
        <translation>快一天</translation>
    </message>
    <message>
        <source>%1 % of the frames</source>
        <translation>%1 % 的帧</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>关机</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>开机</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>退出登录</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>断开</translation>
    </message>
    <message>
        <source>Cut for 10 s</source>
        <translation>断开 10 秒</translation>
    </message>
    <message>
        <source>Mend</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Lose</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>Double</source>
        <translation>重复</translation>
    </message>
    <message>
        <source>Let overtake</source>
        <translation>允许超前</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>%1 ms each way</source>
        <translation>单程 %1 毫秒</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Drain</source>
        <translation>排空</translation>
    </message>
    <message>
        <source>Mend, to the others</source>
        <translation>修复与其他服务器的联系</translation>
    </message>
    <message>
        <source>Cut from the others</source>
        <translation>与其他服务器隔绝</translation>
    </message>
</context>
<context>
    <name>tidemark::lab::RandomDialog</name>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>Play at random</source>
        <translation>随机播放</translation>
    </message>
    <message>
        <source>&amp;Way to count</source>
        <translation>计数方式(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;First seed</source>
        <translation>首个种子(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Number of seeds</source>
        <translation>种子数(&amp;N)</translation>
    </message>
    <message>
        <source>People, devices, actions and faults are made up until a number is wrong at rest. Then everything is removed that is not needed for it.</source>
        <translation>随机生成人物、设备、操作和故障，直到静止时有数字出错，然后删去一切与此无关的内容。</translation>
    </message>
    <message>
        <source>Every number was right, with every seed.</source>
        <translation>所有种子的所有数字都正确。</translation>
    </message>
    <message>
        <source>Seed %1: playing</source>
        <translation>种子 %1：正在播放</translation>
    </message>
    <message numerus="yes">
        <source>Seed %1: a number is wrong. %Ln actions are left.</source>
        <translation>
            <numerusform>种子 %1：有数字出错。还剩 %Ln 个操作。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
</context>
<context>
    <name>tidemark::lab::ScenarioDialog</name>
    <message>
        <source>Step %1: %2</source>
        <translation>第 %1 步：%2</translation>
    </message>
    <message>
        <source>Seen at: %1</source>
        <translation>见于：%1</translation>
    </message>
    <message>
        <source>Choose a scenario</source>
        <translation>选择场景</translation>
    </message>
    <message>
        <source>Scenarios</source>
        <translation>场景</translation>
    </message>
</context>
<context>
    <name>tidemark::lab::ServerCard</name>
    <message>
        <source>%1: %2</source>
        <comment>a server, its state</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>tidemark::lab::StoryPanel</name>
    <message>
        <source>Previous step of the walk</source>
        <translation>导览的上一步</translation>
    </message>
    <message>
        <source>Next step of the walk</source>
        <translation>导览的下一步</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>✓ At rest, every number of Tidemark is right.</source>
        <translation>✓ 静止时，Tidemark 的所有数字都正确。</translation>
    </message>
    <message numerus="yes">
        <source>✗ At rest, %Ln numbers of Tidemark are wrong.</source>
        <translation>
            <numerusform>✗ 静止时，Tidemark 有 %Ln 个数字出错。</numerusform>
        </translation>
    </message>
    <message>
        <source>✓ The counters are right, too.</source>
        <translation>✓ 计数器也都正确。</translation>
    </message>
    <message numerus="yes">
        <source>✗ %Ln numbers of the counters are wrong.</source>
        <translation>
            <numerusform>✗ 计数器有 %Ln 个数字出错。</numerusform>
        </translation>
    </message>
    <message>
        <source>Step %1 of %2: %3</source>
        <translation>第 %1 步，共 %2 步：%3</translation>
    </message>
    <message>
        <source>Previou&amp;s step</source>
        <translation>上一步(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Next step</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>The same trouble in other programs: %1</source>
        <translation>其他程序中的同样问题：%1</translation>
    </message>
</context>
<context>
    <name>tidemark::lab::WorldPicture</name>
    <message>
        <source>Frames under way</source>
        <translation>途中的帧</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>断开</translation>
    </message>
    <message>
        <source>no faults</source>
        <translation>无故障</translation>
    </message>
    <message>
        <source>Link of %1: %2</source>
        <comment>a device, the state</comment>
        <translation>%1 的链路：%2</translation>
    </message>
    <message>
        <source>database</source>
        <translation>数据库</translation>
    </message>
</context>
</TS>
