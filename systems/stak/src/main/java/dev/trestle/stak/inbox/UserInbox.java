package dev.trestle.stak.inbox;

import dev.trestle.stak.event.Happening;
import dev.trestle.stak.inbox.Listing.Filter;
import dev.trestle.stak.inbox.PublicMessages.PublicList;
import dev.trestle.stak.model.Broadcasts;
import dev.trestle.stak.model.Broadcasts.PublicMessage;
import dev.trestle.stak.model.Changes;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Before;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Inboxes.Receipt;
import dev.trestle.stak.model.Inboxes.Shown;
import dev.trestle.stak.model.Inboxes.Snooze;
import dev.trestle.stak.model.Tenants.WebhookEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One user's inbox. May be used by any number of threads, devices and servers at once. */
public final class UserInbox {
  /** A list looks at so many messages to find those that are wanted. */
  private static final int LOOKED_AT_MAX = 500;

  /** Marks pile up only if each marks less than the one before. */
  private static final int MARKS_MAX = 50;

  private final Mailroom room;
  private final OfInbox of;
  private final Ledger ledger;

  UserInbox(Mailroom room, OfInbox of) {
    this.room = room;
    this.of = of;
    this.ledger = new Ledger(room, of);
  }

  /** What went to everyone, as this user has it. */
  record Publics(PublicList list, Map<String, Receipt> receipts) {
    Optional<Item> item(Standing standing, PublicMessage message) {
      return standing.of(message, receipt(message.id()));
    }

    Optional<Receipt> receipt(String id) {
      return Optional.ofNullable(receipts.get(id));
    }
  }

  Publics publics() {
    var list = room.publicMessages().of(new Broadcasts.OfInbox(of.tenant(), of.inbox()));
    if (list.messages().isEmpty()) return new Publics(list, Map.of());
    var shown =
        new Shown(
            of.tenant(),
            of.user(),
            of.inbox(),
            list.messages().getLast().id(),
            list.messages().getFirst().id());
    // No more than there are messages: a receipt is of one of them.
    var receipts = room.store().stream(Inboxes.RECEIPTS, shown, list.messages().size());
    return new Publics(list, receipts.collect(Collectors.toMap(Receipt::id, Function.identity())));
  }

  Mailroom room() {
    return room;
  }

  OfInbox of() {
    return of;
  }

  Ledger ledger() {
    return ledger;
  }

  /** Makes the user known, if nothing did before. */
  public void register() {
    ledger.settled();
  }

  public Unread unread() {
    var counts = ledger.settled();
    var standing = Standing.of(counts, room.now());
    var categories = new HashMap<>(counts.categories());
    long unseen = counts.unseen();
    long total = counts.count();
    for (var snooze : awake(standing)) {
      total++;
      categories.merge(snooze.category(), 1L, Long::sum);
      if (!snooze.seen()) unseen++;
    }
    var publics = publics();
    for (var message : publics.list().messages()) {
      var item = publics.item(standing, message);
      if (item.isEmpty() || !item.get().isUnread()) continue;
      total++;
      categories.merge(message.category(), 1L, Long::sum);
      if (!item.get().seen()) unseen++;
    }
    categories.values().removeIf(number -> number == 0);
    return new Unread(total, Map.copyOf(categories), unseen);
  }

  /** Of messages to this user alone; public ones are looked at with the others. */
  private static List<Snooze> awake(Standing standing) {
    return standing.counts().snoozes().values().stream()
        .filter(snooze -> !snooze.everyones() && standing.isAwake(snooze))
        .filter(snooze -> snooze.expiredat().isAfter(standing.now()))
        .toList();
  }

  /** Counts everything that is there, one by one: what {@link #unread} must equal. */
  public Unread recount() {
    var counts = ledger.settled();
    var standing = Standing.of(counts, room.now());
    var publics = publics();
    var categories = new HashMap<String, Long>();
    var numbers =
        new Object() {
          long total;
          long unseen;
        };
    Stream.concat(
            ledger.messages(MessageIds.FIRST).flatMap(message -> standing.of(message).stream()),
            publics.list().messages().stream()
                .flatMap(message -> publics.item(standing, message).stream()))
        .filter(Item::isUnread)
        .forEach(item -> {
          numbers.total++;
          if (item.isUnseen()) numbers.unseen++;
          categories.merge(item.category(), 1L, Long::sum);
        });
    return new Unread(numbers.total, Map.copyOf(categories), numbers.unseen);
  }

  /** Newest first, from below an id on. */
  public Listing list(Filter filter, String belowId, int limit) {
    var standing = Standing.of(ledger.settled(), room.now());
    var publics = publics();
    var before = new Before(of.tenant(), of.user(), of.inbox(), belowId);
    var own = new Head<>(room.store().stream(Inboxes.LATEST, before, LOOKED_AT_MAX + 1).iterator());
    var everyones =
        new Head<>(
            publics.list().messages().stream()
                .filter(message -> message.id().compareTo(belowId) < 0)
                .iterator());
    var items = new ArrayList<Item>();
    var last = belowId;
    for (int looked = 0; looked < LOOKED_AT_MAX && items.size() < limit; looked++) {
      boolean isOwn =
          own.isPresent()
              && (everyones.isEmpty() || own.get().id().compareTo(everyones.get().id()) > 0);
      if (!isOwn && everyones.isEmpty()) return new Listing(items, Optional.empty());
      Optional<Item> item;
      if (isOwn) {
        var message = own.take();
        last = message.id();
        item = standing.of(message);
      } else {
        var message = everyones.take();
        last = message.id();
        item = publics.item(standing, message);
      }
      item.filter(filter::takes).ifPresent(items::add);
    }
    boolean more = own.isPresent() || everyones.isPresent();
    return new Listing(items, more ? Optional.of(last) : Optional.empty());
  }

  /** The next of a list, until it is taken. */
  private static final class Head<T> {
    private final Iterator<T> rest;
    private Optional<T> next;

    Head(Iterator<T> rest) {
      this.rest = rest;
      this.next = rest.hasNext() ? Optional.of(rest.next()) : Optional.empty();
    }

    boolean isPresent() {
      return next.isPresent();
    }

    boolean isEmpty() {
      return next.isEmpty();
    }

    T get() {
      return next.orElseThrow();
    }

    T take() {
      var taken = next.orElseThrow();
      next = rest.hasNext() ? Optional.of(rest.next()) : Optional.empty();
      return taken;
    }
  }

  /**
   * Does this to these messages; those that are not there, or for whom it changes nothing, are
   * passed over.
   *
   * @return the ids that were changed
   */
  public List<String> apply(Act act, List<String> ids) {
    var notes = new Application.Notes(room);
    var changed = Mailroom.insist(() -> new Application(this, notes, act, ids).attempt());
    if (changed.isEmpty()) return changed;
    if (act instanceof Act.Read) room.tell(new Happening.Read(of, changed, room.now()));
    else room.tell(new Happening.Changed(of, changed));
    return changed;
  }

  /** Marks everything read that was received up to a second, in one write. */
  public void readAll(Instant upToSecond) {
    var upTo = MessageIds.lastOf(upToSecond);
    var notice = room.notice();
    var happening = new Happening.AllRead(of, upToSecond, room.now());
    Mailroom.insist(() -> attemptReadAll(upTo, () -> notice.of(happening)));
    room.tell(happening);
  }

  private Optional<Counts> attemptReadAll(String upTo, Supplier<Optional<WebhookEvent>> told) {
    var counts = ledger.settled();
    var now = room.now();
    var standing = Standing.of(counts, now);
    long n = room.publicMessages().n(new Broadcasts.OfInbox(of.tenant(), of.inbox()));
    // As of the settlement: what expires from now on will be taken off these counts.
    var settled = new Standing(counts, counts.settled());
    var sheet = Ledger.count(settled, ledger.messages(upTo));
    sheet.mark(upTo, n, now);
    if (sheet.marks().size() > MARKS_MAX) throw new TooManyException("marks");
    sheet
        .snoozes()
        .entrySet()
        .removeIf(
            entry -> standing.isAwake(entry.getValue()) && entry.getKey().compareTo(upTo) <= 0);
    var result = sheet.counts(now);
    var event = told.get();
    if (event.isEmpty()) return ledger.replace(result);
    var replacement = new Changes.ToldCounts(result, event.get());
    return room.store().run(Changes.COUNTS_TOLD, replacement).isDone()
        ? Optional.of(result)
        : Optional.empty();
  }

  /** The user has looked: nothing is new any more. */
  public void seen() {
    boolean isChanged = Mailroom.insist(this::attemptSeen);
    if (isChanged) room.tell(new Happening.Changed(of, List.of()));
  }

  private Optional<Boolean> attemptSeen() {
    var counts = ledger.settled();
    var standing = Standing.of(counts, room.now());
    long n = room.publicMessages().n(new Broadcasts.OfInbox(of.tenant(), of.inbox()));
    var sheet = new Sheet(counts).seen(n);
    boolean isWoken = false;
    for (var entry : sheet.snoozes().entrySet()) {
      var snooze = entry.getValue();
      if (snooze.seen() || !standing.isAwake(snooze)) continue;
      isWoken = true;
      entry.setValue(
          new Snooze(
              snooze.until(), snooze.category(), snooze.expiredat(), true, snooze.everyones()));
    }
    if (counts.unseen() == 0 && n <= counts.publicShown() && !isWoken) return Optional.of(false);
    return ledger.replace(sheet.counts(room.now())).map(_ -> true);
  }

  /** The categories that this user does not want. */
  public Set<String> muted() {
    return ledger.settled().muted();
  }

  /** From now on messages of these categories are not delivered, and public ones not shown. */
  public void mute(Set<String> categories) {
    Mailroom.insist(() -> {
      var sheet = new Sheet(ledger.settled()).muted(Set.copyOf(categories));
      return ledger.replace(sheet.counts(room.now()));
    });
    room.tell(new Happening.Changed(of, List.of()));
  }

  /** One message as the user sees it. */
  public Optional<Item> item(String id) {
    return item(Standing.of(ledger.settled(), room.now()), id);
  }

  private Optional<Item> item(Standing standing, String id) {
    var own = stored(id).flatMap(standing::of);
    if (own.isPresent()) return own;
    var publics = publics();
    return publics.list().messages().stream()
        .filter(message -> message.id().equals(id))
        .findFirst()
        .flatMap(message -> publics.item(standing, message));
  }

  private Optional<Message> stored(String id) {
    return room.store().run(Inboxes.ONE, new Inboxes.OfMessage(of, id));
  }

  /**
   * What an administrator finds who looks after one message, without making the user known.
   *
   * @param counts none if the user is not known
   * @param stored the user's own copy, redacted or expired though it may be
   * @param item the message as the user sees it, if at all
   */
  public record Inspection(
      Optional<Counts> counts, Optional<Message> stored, Optional<Item> item) {}

  public Inspection inspect(String id) {
    var counts = room.store().run(Inboxes.READ_COUNTS, of);
    var item = counts.flatMap(known -> item(Standing.of(known, room.now()), id));
    return new Inspection(counts, stored(id), item);
  }
}
