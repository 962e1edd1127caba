package dev.trestle.stak.inbox;

import dev.trestle.stak.event.Happening;
import dev.trestle.stak.event.Notices.Notice;
import dev.trestle.stak.inbox.UserInbox.Publics;
import dev.trestle.stak.model.Broadcasts.PublicMessage;
import dev.trestle.stak.model.Changes;
import dev.trestle.stak.model.Changes.Marked;
import dev.trestle.stak.model.Changes.Marking;
import dev.trestle.stak.model.Inboxes;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Inboxes.OfMessage;
import dev.trestle.stak.model.Inboxes.Receipt;
import dev.trestle.stak.model.Inboxes.Snooze;
import dev.trestle.stak.model.Tenants.WebhookEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One attempt to do something to messages: reads the counts and the messages, works out what they
 * become, and writes it on condition that the counts are still of the version that was read. Every
 * change of a message's state goes with a change of that version, so nothing else is asked, except
 * that nobody has redacted it.
 */
final class Application {
  /** Snoozes lie in the counts, which every delivery writes. */
  private static final int SNOOZES_MAX = 50;

  /** Older than every generation of seeing: whoever touched a message has seen it. */
  private static final long SEEN = -1;

  /** What is told of own messages, and of public ones: they are two writes. */
  record Notes(Notice own, Notice everyones) {
    Notes(Mailroom room) {
      this(room.notice(), room.notice());
    }
  }

  private final Mailroom room;
  private final OfInbox of;
  private final Notes notes;
  private final Act act;
  private final List<String> ids;
  private final Instant now;
  private final Counts counts;
  private final Standing standing;
  private final Publics publics;
  private final Sheet sheet;
  private final List<Marked> marked = new ArrayList<>();
  private final List<Receipt> receipts = new ArrayList<>();
  private final List<String> changed = new ArrayList<>();

  Application(UserInbox inbox, Notes notes, Act act, List<String> ids) {
    this.room = inbox.room();
    this.of = inbox.of();
    this.notes = notes;
    this.act = act;
    this.ids = ids.stream().distinct().toList();
    this.counts = inbox.ledger().settled();
    this.now = room.now();
    this.standing = Standing.of(counts, now);
    this.publics = inbox.publics();
    this.sheet = new Sheet(counts);
  }

  /** What was changed; nothing if somebody else changed the inbox in between. */
  Optional<List<String>> attempt() {
    if (ids.size() > Changes.MARKED_AT_ONCE) throw new TooManyException("messages");
    var keys = ids.stream().map(id -> new OfMessage(of, id)).toList();
    var own = room.store().run(Inboxes.SOME, keys);
    own.forEach(this::consider);
    var rest = new ArrayList<>(ids);
    own.forEach(message -> rest.remove(message.id()));
    if (!rest.isEmpty()) {
      for (var message : publics.list().messages()) {
        if (rest.contains(message.id())) consider(message);
      }
    }
    if (changed.isEmpty()) return Optional.of(List.of());
    if (sheet.snoozes().size() > SNOOZES_MAX) throw new TooManyException("snoozed messages");
    if (!write()) return Optional.empty();
    keepReceipts();
    return Optional.of(List.copyOf(changed));
  }

  private boolean write() {
    var result = sheet.counts(now);
    if (!marked.isEmpty()) {
      var told = told(notes.own, marked.stream().map(Marked::id).toList());
      return room.store().run(Changes.S5, new Marking(marked, result, told)).isDone();
    }
    if (result.snoozes().equals(counts.snoozes())) return true;
    return room.store().run(Inboxes.REPLACE_COUNTS, result).isDone();
  }

  /** A receipt needs no guard: if everything was marked read meanwhile, the mark covers it. */
  private void keepReceipts() {
    if (receipts.isEmpty()) return;
    var told = told(notes.everyones, receipts.stream().map(Receipt::id).toList());
    if (told.isEmpty()) {
      receipts.forEach(receipt -> room.store().run(Inboxes.MARK_PUBLIC, receipt));
    } else {
      var marking = new Changes.ToldReceipts(receipts, told.get());
      Mailroom.insist(() ->
          room.store().run(Changes.RECEIPTS_TOLD, marking).isDone()
              ? Optional.of(true)
              : Optional.empty());
    }
  }

  private Optional<WebhookEvent> told(Notice notice, List<String> messages) {
    if (!(act instanceof Act.Read)) return Optional.empty();
    return notice.of(new Happening.Read(of, messages, now));
  }

  private void consider(Message message) {
    standing.of(message).ifPresent(item -> consider(message, item));
  }

  private void consider(Message message, Item item) {
    if (!isNeeded(item)) return;
    changed.add(message.id());
    boolean wasSnoozed = sheet.snoozes().remove(message.id()) != null;
    if (!wasSnoozed && item.isUnread()) sheet.take(item.category(), item.isUnseen());
    var state =
        switch (act) {
          case Act.Read _ -> marked(message, Optional.of(now), message.archived());
          case Act.Archive _ -> marked(message, item.readat().or(() -> Optional.of(now)), true);
          case Act.Unarchive _ -> marked(message, item.readat().or(() -> Optional.of(now)), false);
          case Act.MarkUnread _, Act.Wake _ -> {
            sheet.add(item.category(), false);
            yield marked(message, Optional.empty(), false);
          }
          case Act.Snooze(var until) -> {
            sheet.snoozes().put(message.id(), snooze(until, item, false));
            yield marked(message, Optional.empty(), false);
          }
        };
    marked.add(state);
  }

  private Marked marked(Message message, Optional<Instant> readat, boolean archived) {
    return new Marked(
        of.tenant(),
        of.user(),
        of.inbox(),
        message.id(),
        readat,
        archived,
        counts.generation(),
        SEEN);
  }

  private static Snooze snooze(Instant until, Item item, boolean everyones) {
    return new Snooze(until, item.category(), item.expiredat(), false, everyones);
  }

  private void consider(PublicMessage message) {
    publics.item(standing, message).ifPresent(item -> consider(message, item));
  }

  private void consider(PublicMessage message, Item item) {
    if (!isNeeded(item)) return;
    changed.add(message.id());
    sheet.snoozes().remove(message.id());
    var readat = item.readat().or(() -> Optional.of(now));
    receipts.add(
        switch (act) {
          case Act.Read _ -> receipt(message, Optional.of(now), item.archived());
          case Act.Archive _ -> receipt(message, readat, true);
          case Act.Unarchive _ -> receipt(message, readat, false);
          case Act.MarkUnread _, Act.Wake _ -> receipt(message, Optional.empty(), false);
          case Act.Snooze(var until) -> {
            sheet.snoozes().put(message.id(), snooze(until, item, true));
            yield receipt(message, Optional.empty(), false);
          }
        });
  }

  private Receipt receipt(PublicMessage message, Optional<Instant> readAt, boolean archived) {
    return new Receipt(
        of.tenant(),
        of.user(),
        of.inbox(),
        message.id(),
        readAt,
        archived,
        counts.generation(),
        message.ttl());
  }

  private boolean isNeeded(Item item) {
    return switch (act) {
      case Act.Read _ -> item.readat().isEmpty();
      case Act.MarkUnread _ -> !item.isUnread();
      case Act.Archive _ -> !item.archived();
      case Act.Unarchive _ -> item.archived();
      case Act.Snooze(var until) -> until.isAfter(now) && until.isBefore(item.expiredat());
      case Act.Wake _ -> item.snoozedUntil().isPresent();
    };
  }
}
