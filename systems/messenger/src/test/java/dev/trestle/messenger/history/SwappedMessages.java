package dev.trestle.messenger.history;

import dev.trestle.messenger.history.Event.PageGiven;
import dev.trestle.messenger.history.Event.Received;
import dev.trestle.messenger.history.Event.Replica;
import dev.trestle.messenger.history.Event.SendAcked;
import dev.trestle.messenger.history.Event.Stored;
import java.util.Comparator;
import java.util.List;

/** Two messages whose sequences are swapped everywhere. */
record SwappedMessages(SendAcked one, SendAcked other) {
  Event in(Event event) {
    return switch (event) {
      case SendAcked(var at, var call, var id, var sequence) ->
          new SendAcked(at, call, id, in(sequence));
      case Received(var at, var connection, var chat, var entry) ->
          new Received(at, connection, chat, in(entry));
      case PageGiven(var at, var call, var entries, var more) ->
          new PageGiven(at, call, in(entries), more);
      case Stored(var at, var chat, var entries) -> new Stored(at, chat, in(entries));
      case Replica(var at, var user, var device, var chat, var entries) ->
          new Replica(at, user, device, chat, in(entries));
      case Event.Created _,
          Event.SendBegun _,
          Event.Refused _,
          Event.Unknown _,
          Event.Opened _,
          Event.Closed _,
          Event.PageAsked _,
          Event.Confirmed _,
          Event.WatermarkAsked _,
          Event.WatermarkGiven _,
          Event.ChangeBegun _,
          Event.ChangeDone _,
          Event.Noted _ ->
          event;
    };
  }

  private List<SeenEntry> in(List<SeenEntry> entries) {
    return entries.stream()
        .map(this::in)
        .sorted(Comparator.comparingLong(SeenEntry::sequence))
        .toList();
  }

  private SeenEntry in(SeenEntry e) {
    return new SeenEntry(
        in(e.sequence()),
        e.messageId(),
        e.sender(),
        e.clientMessageId(),
        e.kind(),
        e.member(),
        e.target(),
        e.content());
  }

  private long in(long sequence) {
    if (sequence == one.sequence()) return other.sequence();
    return sequence == other.sequence() ? one.sequence() : sequence;
  }
}
