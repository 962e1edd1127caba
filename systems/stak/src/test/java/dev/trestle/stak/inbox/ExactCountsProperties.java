package dev.trestle.stak.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.stak.StakWorld;
import dev.trestle.stak.inbox.Listing.Filter;
import dev.trestle.stak.inbox.Listing.Folder;
import dev.trestle.stak.inbox.Oracle.Held;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Sends;
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

/**
 * Whatever is done in whatever order: what is listed, what is counted and what a recount finds are
 * what a plain list of messages says.
 */
final class ExactCountsProperties {
  private final StakWorld world = new StakWorld();
  private final AtomicLong runs = new AtomicLong();

  @AfterEach
  void close() {
    world.close();
  }

  /** One thing that happens. Messages are named by their place among those there are. */
  sealed interface Step {
    record Deliver(String category, int lifeSeconds, boolean twice) implements Step {}

    /** A delivery that a redaction has overtaken. */
    record DeliverTooLate(String category) implements Step {}

    record Broadcast(String category, int lifeSeconds) implements Step {}

    record Do(Act act, int at) implements Step {}

    record Snooze(int at, int seconds) implements Step {}

    record ReadAll(int secondsAgo) implements Step {}

    record Look() implements Step {}

    record Redact(int at) implements Step {}

    record Mute(boolean on, String category) implements Step {}

    record Wait(int seconds) implements Step {}
  }

  private static final Gen<String> CATEGORIES = Gen.of("news", "offers", "receipts");
  private static final Gen<Integer> LIVES = Gen.of(1000, 5, 20, 60);
  private static final Gen<Integer> PLACES = Gen.ints(0, 5);

  private static Gen<Step> steps() {
    Gen<Act> acts =
        Gen.of(
            new Act.Read(),
            new Act.MarkUnread(),
            new Act.Archive(),
            new Act.Unarchive(),
            new Act.Wake());
    return Gen.frequency(
        Gen.<Step>weighted(
            5,
            choices ->
                new Step.Deliver(
                    CATEGORIES.from(choices), LIVES.from(choices), choices.oneOf(4) == 1)),
        Gen.<Step>weighted(1, choices -> new Step.DeliverTooLate(CATEGORIES.from(choices))),
        Gen.<Step>weighted(
            3, choices -> new Step.Broadcast(CATEGORIES.from(choices), LIVES.from(choices))),
        Gen.<Step>weighted(8, choices -> new Step.Do(acts.from(choices), PLACES.from(choices))),
        Gen.<Step>weighted(
            2, choices -> new Step.Snooze(PLACES.from(choices), 1 + choices.oneOf(40))),
        Gen.<Step>weighted(3, choices -> new Step.ReadAll(choices.oneOf(30) - 5)),
        Gen.<Step>weighted(2, _ -> new Step.Look()),
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
    var tenant = "t" + runs.incrementAndGet();
    var of = new OfInbox(tenant, "ann", "DEFAULT");
    var oracle = new Oracle();
    world.inbox(of).register();
    for (var step : steps) {
      oracle.now = now();
      take(step, of, oracle);
      oracle.now = now();
      compare(of, oracle);
    }
  }

  private Instant now() {
    return world.clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }

  private void take(Step step, OfInbox of, Oracle oracle) {
    var inbox = world.inbox(of);
    switch (step) {
      case Step.Deliver(var category, int seconds, boolean twice) -> {
        var id = world.ids.next();
        var life = Duration.ofSeconds(seconds);
        world.deliver(of, id, category, life);
        if (twice) world.deliver(of, id, category, life);
        if (!oracle.muted.contains(category)) {
          oracle.messages.add(new Held(id, category, now().plus(life), false));
        }
      }
      case Step.DeliverTooLate(var category) -> {
        var id = world.ids.next();
        var life = Duration.ofSeconds(100);
        world.redact(of, id, category, life);
        world.deliver(of, id, category, life);
      }
      case Step.Broadcast(var category, int seconds) -> {
        var life = Duration.ofSeconds(seconds);
        var id = world.posts.toEveryone(world.draft(of.tenant(), category, life)).id();
        oracle.messages.add(new Held(id, category, now().plus(life), true));
      }
      case Step.Do(var act, int at) ->
          held(oracle, at).ifPresent(held -> both(act, held, of, oracle));
      case Step.Snooze(int at, int seconds) ->
          held(oracle, at)
              .ifPresent(
                  held -> both(new Act.Snooze(now().plusSeconds(seconds)), held, of, oracle));
      case Step.ReadAll(int ago) -> {
        inbox.readAll(now().minusSeconds(ago));
        oracle.readAll(now().minusSeconds(ago));
      }
      case Step.Look _ -> {
        inbox.seen();
        oracle.look();
      }
      case Step.Redact(int at) -> held(oracle, at).ifPresent(held -> redact(held, of));
      case Step.Mute(boolean on, var category) -> {
        oracle.muted = on ? Set.of(category) : Set.of();
        inbox.mute(oracle.muted);
      }
      case Step.Wait(int seconds) -> world.clock.advance(Duration.ofSeconds(seconds));
    }
  }

  private void both(Act act, Held held, OfInbox of, Oracle oracle) {
    world.inbox(of).apply(act, List.of(held.id));
    oracle.apply(act, held);
  }

  private void redact(Held held, OfInbox of) {
    held.redacted = true;
    if (held.everyones) {
      world.posts.redact(new Sends.OfMessage(of.tenant(), of.inbox(), held.id));
    } else {
      var life = Duration.between(MessageIds.timeOf(held.id), held.expiry);
      world.redact(of, held.id, held.category, life);
    }
  }

  private static Optional<Held> held(Oracle oracle, int at) {
    return at < oracle.messages.size()
        ? Optional.of(oracle.messages.get(oracle.messages.size() - 1 - at))
        : Optional.empty();
  }

  private void compare(OfInbox of, Oracle oracle) {
    var inbox = world.inbox(of);
    assertThat(inbox.unread()).as("counts").isEqualTo(oracle.unread());
    assertThat(inbox.recount()).as("recount").isEqualTo(oracle.unread());
    for (var folder : Folder.values()) {
      assertThat(listed(inbox, new Filter(folder, Optional.empty(), false)))
          .as("%s", folder)
          .isEqualTo(oracle.ids(folder, false));
    }
    assertThat(listed(inbox, new Filter(Folder.INBOX, Optional.empty(), true)))
        .as("unread ones")
        .isEqualTo(oracle.ids(Folder.INBOX, true));
  }

  private static List<String> listed(UserInbox inbox, Filter filter) {
    var ids = new ArrayList<String>();
    var below = Optional.of(MessageIds.LAST);
    while (below.isPresent()) {
      var page = inbox.list(filter, below.get(), 3);
      page.items().forEach(item -> ids.add(item.id()));
      below = page.next();
    }
    return ids;
  }
}
