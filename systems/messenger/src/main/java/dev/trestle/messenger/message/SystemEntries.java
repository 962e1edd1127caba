package dev.trestle.messenger.message;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.MessageId;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.system.Ids;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Makes entries that record what happened to a chat: who joined or left, what it is called. */
public final class SystemEntries {
  private final Ids ids;

  public SystemEntries(Ids ids) {
    this.ids = ids;
  }

  /** An entry about the chat. */
  public Message of(
      ChatId chat, long sequence, long ordinal, Kind kind, UserId by, String content, Instant at) {
    return entry(chat, sequence, ordinal, kind, by, Optional.empty(), content, at);
  }

  /** An entry about one of its members, {@code after} places behind the head. */
  public Message about(
      UserId member,
      ChatId chat,
      LogHead head,
      int after,
      Kind kind,
      UserId by,
      String content,
      Instant at) {
    return entry(
        chat, head.sequence() + after, head.ordinal(), kind, by, Optional.of(member), content, at);
  }

  private Message entry(
      ChatId chat,
      long sequence,
      long ordinal,
      Kind kind,
      UserId by,
      Optional<UserId> member,
      String content,
      Instant at) {
    var id = MessageId.next(ids);
    return new Message(
        chat,
        sequence,
        id,
        by,
        id.value(),
        content,
        "text/plain",
        at,
        kind,
        ordinal,
        Optional.empty(),
        Optional.empty(),
        member,
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
