package dev.trestle.stak.event;

import dev.trestle.model.Table;
import dev.trestle.platform.event.EventSource;
import dev.trestle.platform.feed.Change;
import dev.trestle.stak.event.DeliveryEvent.BroadcastSent;
import dev.trestle.stak.event.DeliveryEvent.Delivered;
import dev.trestle.stak.event.DeliveryEvent.MissedUser;
import dev.trestle.stak.event.DeliveryEvent.Undelivered;
import dev.trestle.stak.model.Broadcasts;
import dev.trestle.stak.model.Broadcasts.Broadcast;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.model.SentMessages.AudienceChunk;
import dev.trestle.stak.model.SentMessages.ChunkOutcome;
import java.util.List;
import java.util.Optional;

/** The events of deliveries. */
public final class DeliveryEvents implements EventSource {
  public static final String TOPIC = "stak";

  @Override
  public String topic() {
    return TOPIC;
  }

  @Override
  public Table table() {
    return Inboxes.MESSAGE.table();
  }

  @Override
  public Optional<NewEvent> of(Change change) {
    return switch (change.kind()) {
      case INSERT ->
          change
              .after(Inboxes.MESSAGE)
              // A redaction also writes a tombstone for those who did not get the message.
              .filter(message -> !message.redacted())
              .map(DeliveryEvents::delivered)
              .or(() -> change.after(Broadcasts.BROADCAST).map(DeliveryEvents::sent));
      case MODIFY ->
          change
              .after(SentMessages.AUDIENCE_CHUNK)
              .filter(_ -> outcome(change.before(SentMessages.AUDIENCE_CHUNK)).isEmpty())
              .flatMap(DeliveryEvents::undelivered);
      case REMOVE -> Optional.empty();
    };
  }

  private static Optional<ChunkOutcome> outcome(Optional<AudienceChunk> chunk) {
    return chunk.flatMap(AudienceChunk::outcome);
  }

  private static NewEvent delivered(Inboxes.Message message) {
    var event =
        new Delivered(
            message.tenant().value(),
            message.inbox().value(),
            message.user().value(),
            message.id().value(),
            message.category());
    return new NewEvent(key(event.tenant(), event.inbox(), event.user()), event);
  }

  private static NewEvent sent(Broadcast broadcast) {
    var event =
        new BroadcastSent(
            broadcast.tenant().value(),
            broadcast.inbox().value(),
            broadcast.id().value(),
            broadcast.category(),
            broadcast.number());
    return new NewEvent(key(event.tenant(), event.inbox()), event);
  }

  private static Optional<NewEvent> undelivered(AudienceChunk chunk) {
    var missed =
        chunk.outcome().map(ChunkOutcome::missed).orElse(List.of()).stream()
            .map(each -> new MissedUser(each.uid().value(), each.reason().name()))
            .toList();
    if (missed.isEmpty()) return Optional.empty();
    var event =
        new Undelivered(
            chunk.tenant().value(),
            chunk.inbox().value(),
            chunk.id().value(),
            chunk.chunk(),
            missed);
    return Optional.of(new NewEvent(key(event.tenant(), event.inbox(), event.message()), event));
  }

  /** No id has a slash. */
  private static String key(String... ids) {
    return String.join("/", ids);
  }
}
