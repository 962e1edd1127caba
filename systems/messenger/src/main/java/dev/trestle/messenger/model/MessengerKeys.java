package dev.trestle.messenger.model;

import static dev.trestle.accounts.model.AccountKeys.USER_ID;

import dev.trestle.accounts.UserId;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;

/** The parts that Messenger's keys are made of. */
public final class MessengerKeys {
  public static final Part<ChatId> CHAT_ID =
      Part.ulid("chatId", "chat_").as(ChatId.class, ChatId::new, ChatId::value);

  /** Dense within a chat, from 1: n + 1 is written only after n. A query after 0 reads all. */
  public static final Part<Long> SEQUENCE = Part.number("sequence", 0, Messages.SEQUENCE_MAX);

  /** Chosen by the client; usually a UUID. */
  static final Part<String> CLIENT_MESSAGE_ID =
      Part.text("clientMessageId", Alphabet.of("0-9A-Za-z_-"), 64);

  /** Random; tells the invite links of a group apart. */
  static final Part<String> LINK_ID = Part.text("linkId", Alphabet.of("0-9a-z"), 16);

  static final Part<FileId> FILE_ID =
      Part.ulid("fileId", "file_").as(FileId.class, FileId::new, FileId::value);

  /** Who uploaded a file. */
  static final Part<UserId> OWNER_ID = USER_ID.named("ownerId");

  private MessengerKeys() {}
}
