package dev.trestle.stak.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.stak.StakFixture;
import dev.trestle.stak.inbox.InboxOracle.Held;
import dev.trestle.stak.inbox.MessageFilter.Folder;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.UserInboxKey;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** After any operations in any order, list, counts and recount agree with a plain list. */
final class ExactCountsProperties {
  private final StakFixture fixture = new StakFixture();
  private final AtomicLong runs = new AtomicLong();

  @AfterEach
  void close() {
    fixture.close();
  }

  /** One thing that happens. A message is chosen by its place, from the newest on. */
  sealed interface Step {
    record Deliver(String category, int seconds, boolean twice) implements Step {}

    /** A delivery that a redaction has overtaken. */
    record DeliverTooLate(String category) implements Step {}

    record Broadcast(String category, int seconds) implements Step {}

    record Do(InboxAction action, int at) implements Step {}

    record Snooze(int at, int seconds) implements Step {}

    record ReadAll(int secondsAgo) implements Step {}

    record Seen() implements Step {}

    record Redact(int at) implements Step {}

    record Mute(boolean on, String category) implements Step {}

    record Wait(int seconds) implements Step {}
  }

  private static final Gen<String> CATEGORIES = Gen.of("news", "offers", "receipts");
  private static final Gen<Integer> LIFETIMES = Gen.of(1000, 5, 20, 60);
  private static final Gen<Integer> PLACES = Gen.ints(0, 5);

  private static Gen<Step> steps() {
    Gen<InboxAction> actions =
        Gen.of(
            new InboxAction.Read(),
            new InboxAction.MarkUnread(),
            new InboxAction.Archive(),
            new InboxAction.Unarchive(),
            new InboxAction.Wake());
    return Gen.frequency(
        Gen.<Step>weighted(
            5,
            choices ->
                new Step.Deliver(
                    CATEGORIES.from(choices), LIFETIMES.from(choices), choices.oneOf(4) == 1)),
        Gen.<Step>weighted(1, choices -> new Step.DeliverTooLate(CATEGORIES.from(choices))),
        Gen.<Step>weighted(
            3, choices -> new Step.Broadcast(CATEGORIES.from(choices), LIFETIMES.from(choices))),
        Gen.<Step>weighted(8, choices -> new Step.Do(actions.from(choices), PLACES.from(choices))),
        Gen.<Step>weighted(
            2, choices -> new Step.Snooze(PLACES.from(choices), 1 + choices.oneOf(40))),
        Gen.<Step>weighted(3, choices -> new Step.ReadAll(choices.oneOf(30) - 5)),
        Gen.<Step>weighted(2, _ -> new Step.Seen()),
        Gen.<Step>weighted(2, choices -> new Step.Redact(PLACES.from(choices))),
        Gen.<Step>weighted(
            1, choices -> new Step.Mute(choices.oneOf(2) == 1, CATEGORIES.from(choices))),
        Gen.<Step>weighted(5, choices -> new Step.Wait(1 + choices.oneOf(12))));
  }

  @Test
  void list_counts_and_recount_agree_with_a_plain_list_of_messages() {
    Property.check(60, steps().list(12, 40), this::run);
  }

  private void run(List<Step> steps) {
    var key = UserInboxKey.of("t" + runs.incrementAndGet(), "ann", "DEFAULT");
    var oracle = new InboxOracle();
    fixture.inbox(key).register();
    for (var step : steps) {
      oracle.now = now();
      take(step, key, oracle);
      oracle.now = now();
      compare(key, oracle);
    }
  }

  private Instant now() {
    return fixture.clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }

  private void take(Step step, UserInboxKey key, InboxOracle oracle) {
    var inbox = fixture.inbox(key);
    switch (step) {
      case Step.Deliver(var category, int seconds, boolean twice) -> {
        var id = fixture.nextId();
        var lifetime = Duration.ofSeconds(seconds);
        fixture.deliver(key, id, category, lifetime);
        if (twice) fixture.deliver(key, id, category, lifetime);
        if (!oracle.muted.contains(category)) {
          oracle.messages.add(new Held(id, category, now().plus(lifetime), false));
        }
      }
      case Step.DeliverTooLate(var category) -> {
        var id = fixture.nextId();
        var lifetime = Duration.ofSeconds(100);
        fixture.redact(key, id, category, lifetime);
        fixture.deliver(key, id, category, lifetime);
      }
      case Step.Broadcast(var category, int seconds) -> {
        var lifetime = Duration.ofSeconds(seconds);
        var id = fixture.posts.post(fixture.toEveryone(key.shared(), category, lifetime)).id();
        oracle.messages.add(new Held(id, category, now().plus(lifetime), true));
      }
      case Step.Do(var action, int at) ->
          held(oracle, at).ifPresent(held -> both(action, held, key, oracle));
      case Step.Snooze(int at, int seconds) ->
          held(oracle, at)
              .ifPresent(held ->
                  both(new InboxAction.Snooze(now().plusSeconds(seconds)), held, key, oracle));
      case Step.ReadAll(int ago) -> {
        inbox.readAll(now().minusSeconds(ago));
        oracle.readAll(now().minusSeconds(ago));
      }
      case Step.Seen _ -> {
        inbox.seen();
        oracle.look();
      }
      case Step.Redact(int at) -> held(oracle, at).ifPresent(held -> redact(held, key));
      case Step.Mute(boolean on, var category) -> {
        oracle.muted = on ? Set.of(category) : Set.of();
        inbox.mute(oracle.muted);
      }
      case Step.Wait(int seconds) -> fixture.clock.advance(Duration.ofSeconds(seconds));
    }
  }

  private void both(InboxAction action, Held held, UserInboxKey key, InboxOracle oracle) {
    fixture.inbox(key).apply(action, List.of(held.id));
    oracle.apply(action, held);
  }

  private void redact(Held held, UserInboxKey key) {
    held.redacted = true;
    if (held.isBroadcast) {
      fixture.posts.redact(key.shared().message(held.id));
    } else {
      var lifetime = Duration.between(held.id.time(), held.expiry);
      fixture.redact(key, held.id, held.category, lifetime);
    }
  }

  private static Optional<Held> held(InboxOracle oracle, int at) {
    return at < oracle.messages.size()
        ? Optional.of(oracle.messages.get(oracle.messages.size() - 1 - at))
        : Optional.empty();
  }

  private void compare(UserInboxKey key, InboxOracle oracle) {
    var inbox = fixture.inbox(key);
    assertThat(inbox.unread()).as("counts").isEqualTo(oracle.unread());
    assertThat(inbox.recount()).as("recount").isEqualTo(oracle.unread());
    for (var folder : Folder.values()) {
      assertThat(listed(inbox, new MessageFilter(folder, Optional.empty(), false)))
          .as("%s", folder)
          .isEqualTo(oracle.ids(folder, false));
    }
    assertThat(listed(inbox, new MessageFilter(Folder.INBOX, Optional.empty(), true)))
        .as("unread ones")
        .isEqualTo(oracle.ids(Folder.INBOX, true));
  }

  private static List<MessageId> listed(UserInbox inbox, MessageFilter filter) {
    var ids = new ArrayList<MessageId>();
    var below = Optional.of(MessageId.LAST);
    while (below.isPresent()) {
      var page = inbox.list(filter, below.get(), 3);
      page.messages().forEach(message -> ids.add(message.id()));
      below = page.next();
    }
    return ids;
  }
}
