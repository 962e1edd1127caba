package dev.trestle.messenger.model;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.model.MessageFiles.Attachment;
import java.time.Instant;
import java.util.Optional;

/** Values that the examples of several entities share. */
final class Examples {
  static final UserId ANN = new UserId("user_01JCQZ8M5R3V7W9X1Y2Z3A4B5C");
  static final UserId BO = new UserId("user_01JCQZ8M5R3V7W9X1Y2Z3A4B5D");
  static final ChatId CHAT = new ChatId("chat_01JCQZ8M5R3V7W9X1Y2Z3A4B5E");
  static final MessageId MESSAGE = new MessageId("msg_01JCQZ8M5R3V7W9X1Y2Z3A4B5F");
  static final String CLIENT_MESSAGE_ID = "5f0c9a52-6f2c-4b8e-9d6b-0a1b2c3d4e5f";
  static final Instant NOW = Instant.parse("2026-11-16T12:00:00.123Z");
  static final FileId FILE = new FileId("file_01JCQZ8M5R3V7W9X1Y2Z3A4B5G");
  static final Attachment ATTACHMENT =
      new Attachment(
          FILE, "IMG_20261116_1157.jpg", true, 214_388, Optional.of(1600), Optional.of(1200));
  static final String LINK_ID = "7h2k9m4p1r5t8w3y";
  static final String HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

  private Examples() {}
}
