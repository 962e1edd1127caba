package dev.trestle.messenger.message;

import dev.trestle.messenger.Ids;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.UserId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Makes entries that tell what happened to a chat: who came, who went, what it is called. */
public final class Events {
  private final Ids ids;

  public Events(Ids ids) {
    this.ids = ids;
  }

  /** An entry about the chat. */
  public Message of(
      ChatId chat, long sequence, long ordinal, Kind kind, UserId by, String content, Instant at) {
    return entry(chat, sequence, ordinal, kind, by, Optional.empty(), content, at);
  }

  /** An entry about one of its members, this many after the head. */
  public Message about(
      UserId member,
      ChatId chat,
      Position head,
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
    var id = ids.message();
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
        Map.of());
  }
}
