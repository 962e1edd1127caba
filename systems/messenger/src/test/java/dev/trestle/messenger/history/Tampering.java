package dev.trestle.messenger.history;

import dev.trestle.messenger.history.Event.ChangeDone;
import dev.trestle.messenger.history.Event.Confirmed;
import dev.trestle.messenger.history.Event.Opened;
import dev.trestle.messenger.history.Event.PageAsked;
import dev.trestle.messenger.history.Event.PageGiven;
import dev.trestle.messenger.history.Event.Received;
import dev.trestle.messenger.history.Event.Refused;
import dev.trestle.messenger.history.Event.Replica;
import dev.trestle.messenger.history.Event.SendAcked;
import dev.trestle.messenger.history.Event.SendBegun;
import dev.trestle.messenger.history.Event.Stored;
import dev.trestle.messenger.history.Event.WatermarkAsked;
import dev.trestle.messenger.history.Event.WatermarkGiven;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Makes a history of {@link Simulation} wrong on purpose. */
final class Tampering {
  private static final long NEW_CALL = 1_000_000;
  private static final String OWNER = "p0";

  private final List<Event> events;
  private final int which;
  private final Stored stored;
  private final long head;

  Tampering(List<Event> history, int which) {
    this.events = new ArrayList<>(history);
    this.which = which;
    this.stored = all(Stored.class).findFirst().orElseThrow();
    this.head = stored.entries().size();
  }

  private <E extends Event> Stream<E> all(Class<E> type) {
    return events.stream().filter(type::isInstance).map(type::cast);
  }

  private <E extends Event> Optional<E> pick(Class<E> type, Predicate<? super E> wanted) {
    return pick(all(type).filter(wanted).toList());
  }

  private <T> Optional<T> pick(List<T> list) {
    return list.isEmpty() ? Optional.empty() : Optional.of(list.get(which % list.size()));
  }

  private Optional<List<Event>> with(Event old, Event changed) {
    events.set(events.indexOf(old), changed);
    return Optional.of(events);
  }

  private Optional<List<Event>> withLog(UnaryOperator<List<SeenEntry>> change) {
    var log = change.apply(new ArrayList<>(stored.entries()));
    return with(stored, new Stored(stored.at(), stored.chat(), log));
  }

  /** Adds events before the end, at its moment: after everything else. */
  private Optional<List<Event>> beforeTheEnd(Event... added) {
    events.addAll(events.indexOf(stored), List.of(added));
    return Optional.of(events);
  }

  private static SeenEntry at(SeenEntry entry, long sequence, String messageId) {
    return new SeenEntry(
        sequence,
        messageId,
        entry.sender(),
        entry.clientMessageId(),
        entry.kind(),
        entry.member(),
        entry.target(),
        entry.content());
  }

  private Optional<SendBegun> begun(SendAcked ack) {
    return all(SendBegun.class).filter(begun -> begun.call() == ack.call()).findFirst();
  }

  Optional<List<Event>> loseAcked() {
    return pick(SendAcked.class, _ -> true)
        .flatMap(ack ->
            withLog(log -> {
              log.removeIf(entry -> entry.sequence() == ack.sequence());
              return log;
            }));
  }

  Optional<List<Event>> invent() {
    return withLog(log -> {
      log.add(
          new SeenEntry(
              head + 1,
              "ghost",
              OWNER,
              "ghost",
              SeenEntry.TEXT,
              Optional.empty(),
              Optional.empty(),
              "boo"));
      return log;
    });
  }

  Optional<List<Event>> refuseStored() {
    return pick(SendAcked.class, ack -> attempts(ack) == 1)
        .flatMap(ack -> with(ack, new Refused(ack.at(), ack.call(), "FORBIDDEN")));
  }

  private long attempts(SendAcked ack) {
    var name = begun(ack).orElseThrow().clientMessageId();
    return all(SendBegun.class).filter(begun -> begun.clientMessageId().equals(name)).count();
  }

  Optional<List<Event>> storeTwice() {
    return pick(stored.entries().stream().filter(SeenEntry::isSent).toList())
        .flatMap(entry ->
            withLog(log -> {
              log.add(at(entry, head + 1, "again"));
              return log;
            }));
  }

  Optional<List<Event>> answerOtherwise() {
    return pick(SendAcked.class, _ -> true)
        .flatMap(ack -> {
          var begun = begun(ack).orElseThrow();
          return beforeTheEnd(
              new SendBegun(
                  stored.at(),
                  NEW_CALL,
                  begun.user(),
                  begun.chat(),
                  begun.clientMessageId(),
                  begun.kind(),
                  begun.content()),
              new SendAcked(stored.at(), NEW_CALL, ack.messageId(), ack.sequence() + 1));
        });
  }

  Optional<List<Event>> shareSequence() {
    return pick(SendAcked.class, _ -> true)
        .flatMap(ack ->
            pick(SendAcked.class, other -> other.sequence() != ack.sequence())
                .flatMap(other ->
                    with(
                        other,
                        new SendAcked(
                            other.at(), other.call(), other.messageId(), ack.sequence()))));
  }

  Optional<List<Event>> hole() {
    return withLog(
            log -> {
              if (log.isEmpty()) return log;
              var last = log.removeLast();
              log.add(at(last, last.sequence() + 1, last.messageId()));
              return log;
            })
        .filter(_ -> head > 0);
  }

  Optional<List<Event>> thinPage() {
    return pick(PageGiven.class, page -> page.entries().size() > 1)
        .flatMap(page -> {
          var entries = new ArrayList<>(page.entries());
          entries.remove(which % (entries.size() - 1));
          return with(page, new PageGiven(page.at(), page.call(), entries, page.hasMore()));
        });
  }

  Optional<List<Event>> hideEnd() {
    return pick(Received.class, _ -> true)
        .flatMap(_ ->
            beforeTheEnd(
                new PageAsked(stored.at(), NEW_CALL, OWNER, OWNER, stored.chat(), 0),
                new PageGiven(stored.at(), NEW_CALL, List.of(), false)));
  }

  Optional<List<Event>> swapSends() {
    var first = all(SendAcked.class).findFirst();
    if (first.isEmpty()) return Optional.empty();
    var ack = first.get();
    return pick(
            SendAcked.class,
            later -> later.sequence() > ack.sequence() && ack.at().isBefore(firstBegun(later)))
        .map(later ->
            events.stream().map(event -> new SwappedMessages(ack, later).in(event)).toList());
  }

  private Timestamp firstBegun(SendAcked ack) {
    var name = begun(ack).orElseThrow().clientMessageId();
    return all(SendBegun.class)
        .filter(begun -> begun.clientMessageId().equals(name))
        .findFirst()
        .orElseThrow()
        .at();
  }

  Optional<List<Event>> swapPushes() {
    return pick(Received.class, push -> following(push).isPresent())
        .flatMap(push -> {
          var next = following(push).orElseThrow();
          with(next, new Received(next.at(), next.connection(), next.chat(), push.entry()));
          return with(push, new Received(push.at(), push.connection(), push.chat(), next.entry()));
        });
  }

  private Optional<Received> following(Received push) {
    return all(Received.class)
        .filter(next -> next.connection().equals(push.connection()))
        .filter(next -> push.at().isBefore(next.at()))
        .findFirst();
  }

  Optional<List<Event>> repeatPush() {
    return pick(Received.class, _ -> true)
        .map(push -> {
          events.add(events.indexOf(push) + 1, push);
          return events;
        });
  }

  /** Removes an entry from everything that a device received between two others. */
  Optional<List<Event>> skipForDevice() {
    var pushes = all(Received.class).toList();
    var own =
        pushes.stream()
            .filter(push -> push.connection().startsWith(OWNER))
            .mapToLong(push -> push.entry().sequence())
            .summaryStatistics();
    return pick(
            Received.class,
            push ->
                push.connection().startsWith(OWNER)
                    && push.entry().sequence() > own.getMin()
                    && push.entry().sequence() < own.getMax())
        .map(push -> new SkippedEntry(device(push), push.entry().sequence()).in(events));
  }

  private static String device(Received push) {
    return push.connection().substring(0, push.connection().indexOf('#'));
  }

  Optional<List<Event>> watermarkBack() {
    return pick(WatermarkGiven.class, given -> given.sequence() > 0)
        .flatMap(given -> {
          var asked =
              all(WatermarkAsked.class)
                  .filter(ask -> ask.call() == given.call())
                  .findFirst()
                  .orElseThrow();
          return beforeTheEnd(
              new WatermarkAsked(
                  stored.at(), NEW_CALL, asked.user(), asked.chat(), Optional.empty()),
              new WatermarkGiven(stored.at(), NEW_CALL, given.sequence() - 1));
        });
  }

  Optional<List<Event>> watermarkPast() {
    return pick(WatermarkGiven.class, _ -> true)
        .flatMap(given -> with(given, new WatermarkGiven(given.at(), given.call(), head + 1)));
  }

  Optional<List<Event>> confirmMore() {
    return pick(Confirmed.class, _ -> true)
        .flatMap(done ->
            with(
                done, new Confirmed(done.at(), done.user(), done.device(), done.chat(), head + 1)));
  }

  Optional<List<Event>> pushToRemoved() {
    return pick(stored.entries().stream().filter(this::isLastWord).toList())
        .flatMap(left -> {
          var user = left.member().orElseThrow();
          return beforeTheEnd(
              new Opened(stored.at(), "late", user, user + ".late"),
              new Received(
                  stored.at(), "late", stored.chat(), stored.entries().get((int) head - 1)));
        });
  }

  /** A removal that was not taken back and that something follows. */
  private boolean isLastWord(SeenEntry entry) {
    return entry.kind().equals(SeenEntry.LEFT)
        && entry.sequence() < head
        && stored.entries().stream()
            .skip(entry.sequence())
            .noneMatch(later -> later.member().equals(entry.member()));
  }

  Optional<List<Event>> forgetRemoval() {
    var done = all(ChangeDone.class).map(ChangeDone::call).toList();
    return pick(
            Event.ChangeBegun.class,
            change -> change.kind().equals(SeenEntry.LEFT) && done.contains(change.call()))
        .flatMap(change ->
            withLog(log -> {
              log.removeIf(entry ->
                  entry.kind().equals(SeenEntry.LEFT)
                      && entry.member().filter(change.member()::equals).isPresent());
              return log;
            }));
  }

  /** Restores a text to what it was before its last edit or deletion. */
  Optional<List<Event>> forgetEdit() {
    return pick(stored.entries().stream().filter(SeenEntry::isRewriting).toList())
        .flatMap(change -> {
          long target = change.target().orElseThrow();
          return withLog(log -> {
            log.replaceAll(entry -> entry.sequence() == target ? entry.saying("as before") : entry);
            return log;
          });
        });
  }

  Optional<List<Event>> changeDeleted() {
    return pick(stored.entries().stream()
            .filter(entry -> entry.kind().equals(SeenEntry.DELETE))
            .toList())
        .flatMap(deletion ->
            withLog(log -> {
              log.add(
                  new SeenEntry(
                      head + 1,
                      "late",
                      OWNER,
                      "late",
                      SeenEntry.REACTION,
                      Optional.empty(),
                      deletion.target(),
                      "!"));
              return log;
            }));
  }

  Optional<List<Event>> cutReplica() {
    return pick(
            Replica.class, replica -> replica.user().equals(OWNER) && !replica.entries().isEmpty())
        .flatMap(replica -> {
          var entries = new ArrayList<>(replica.entries());
          entries.remove(which % entries.size());
          return with(
              replica,
              new Replica(replica.at(), replica.user(), replica.device(), replica.chat(), entries));
        });
  }

  Optional<List<Event>> loseEnd() {
    events.remove(stored);
    return Optional.of(events).filter(_ -> !all(SendBegun.class).toList().isEmpty());
  }
}
